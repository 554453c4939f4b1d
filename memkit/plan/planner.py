"""The deterministic planner: a question is read as things and words, the words as relations, and that as a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memkit.errors import InputError
from memkit.extract.ontology import Ontology
from memkit.plan.base import Planned
from memkit.plan.build import build
from memkit.plan.check import problems
from memkit.plan.corpus_words import Corpus
from memkit.plan.english import SMALL_WORDS
from memkit.plan.joins import chains, structures
from memkit.plan.plan import MAX_HOPS, Plan, Step
from memkit.plan.question import Question
from memkit.plan.reading import Reader
from memkit.plan.relation_words import HEAD, Cue
from memkit.plan.run import run_plan
from memkit.plan.solve import Solved, Solver, is_bounded
from memkit.plan.tokens import tokens_of, words_of
from memkit.plan.unknown import unknown_names
from memkit.plan.vocabulary import Name, Vocabulary
from memkit.plan.wording import ABOUT, ASKS_PATH, ASKS_TEXT, YES_OR_NO, asked_which, set_aside, without_courtesies
from memkit.store import Store

#: Longest question that is read, in characters.
LONGEST_QUESTION = 1000
#: A plan that finds nothing gives way to one that does, if that fits the words nearly as well.
_NEARLY = 0.2
#: From this score on no word is in doubt, and another reading answers another question.
_WHOLLY = 0.995
#: How plainly what is asked for must be joined to the rest when only "who", "where" or "what" says its kind.
_SURE_WHO, _SURE_WHAT = 0.35, 0.58
#: The weakest join of a plan whose relations are all said in the ontology's own words, or one of their forms.
_SAID = 0.75
#: How much each doubtful noun that is taken for a verb counts against a reading.
_DOUBTFUL = 0.01


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plan with how well it fits the question's words (about 1 at best) and the weakest of its joins."""

    plan: Plan
    score: float
    weakest: float
    question: Question


def check_question(question: object) -> str:
    """The question without outer spaces. Raises InputError for one that is no text, empty or too long."""
    if not isinstance(question, str):
        raise InputError(f"the question is a {type(question).__name__}: a text is needed")
    text = question.strip()
    if not text:
        raise InputError("the question is empty: a text of 1 to 1,000 characters is needed")
    if len(text) > LONGEST_QUESTION:
        raise InputError(f"the question has {len(text):,} characters: at most {LONGEST_QUESTION:,} are read")
    return text


class RulePlanner:
    """Plans by rules. With a `store` a plan is checked, and of several that fit the words nearly equally one that finds
    something is taken; with a `corpus` a name that stands in it is not called unknown."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        *,
        store: Store | None = None,
        corpus: Corpus | None = None,
        max_hops: int = MAX_HOPS,
    ) -> None:
        self._vocabulary = vocabulary
        self._store, self._corpus, self._max_hops = store, corpus, max_hops
        self._reader, self._solver = Reader(vocabulary), Solver(vocabulary)

    @property
    def _ontology(self) -> Ontology:
        return self._vocabulary.ontology

    def plan(self, question: str) -> Planned:
        """The plan that fits the question's words best, or the reason why there is none."""
        text = asked_which(check_question(question))
        names = self._vocabulary.find_names(text)
        things = tuple(dict.fromkeys(id for name in names for id in name.ids))
        blank = replace(self._words(text, names), things=things)
        unknown = unknown_names(text, self._vocabulary, self._corpus)
        if unknown:
            listed = ", ".join(repr(name) for name in unknown)
            return replace(blank, reason=f"nothing known is named {listed}", unknown=unknown)
        if ASKS_PATH.search(text) and len(names) == 2:
            return replace(blank, **self._path(names[0].ids, names[1].ids))
        if ASKS_TEXT.match(without_courtesies(text)):
            return replace(blank, reason="it asks for what a page says in words")
        if self._reader.compares(text):
            return replace(blank, reason="it compares or ranks things, which no plan says")
        if YES_OR_NO.match(without_courtesies(text)):
            return replace(blank, reason="it asks for yes or no")
        text, without = set_aside(text, self._vocabulary)
        candidates = self.candidates(text)
        if not candidates and self._is_impossible(self._reader.read(text)):
            return replace(blank, reason="what it says cannot be of the things that it names", impossible=True)
        if not candidates:
            reason = "no relation or kind of things that it asks for was understood"
            return replace(blank, reason=reason, asks="set" if things or blank.kinds else "text")
        best = self._choose(candidates)
        passed_over = self._passed_over(text)
        if passed_over and not things:  # "the mobile app team": some thing that is not known
            words = ", ".join(map(repr, passed_over))
            return replace(blank, reason=f"what is asked of {words} was not understood", asks="set")
        if without:
            best = replace(best, plan=replace(best.plan, without=(*best.plan.without, *without)))
        asks = "value" if best.question.attribute else "count" if best.plan.count else "set"
        return replace(
            blank,
            plan=best.plan,
            asks=asks,
            attribute=best.question.attribute,
            reason=self._described(best.plan),
            sure=best.weakest >= _SAID,
            passed_over=passed_over,
        )

    def _described(self, plan: Plan) -> str:
        return f"read as: {plan.describe(self._vocabulary.names)}"

    def _words(self, text: str, names: Sequence[Name]) -> Planned:
        """Nothing planned yet: the question's words, for the router."""
        tokens = [t for t in tokens_of(text) if not any(n.start <= t.start < n.end for n in names)]
        lowers = [t.lower for t in tokens]
        kinds = {at for at in range(len(tokens)) if self._vocabulary.type_at(lowers[at : at + 1])}
        unread = dict.fromkeys(w for at, w in enumerate(lowers) if at not in kinds and w.isalpha())
        asked = ABOUT.search(text)
        about = words_of(asked.group(1) or asked.group(2)) if asked else ()
        about = tuple(w for w in about if w in unread)
        return Planned(None, "", about=about, unread=tuple(unread), kinds=bool(kinds))

    def _passed_over(self, text: str) -> tuple[str, ...]:
        """The nouns that are no name, kind, value, attribute or word of a relation."""
        names = self._vocabulary.find_names(text)
        tokens = [t for t in tokens_of(text) if not any(n.start <= t.start < n.end for n in names)]
        lowers = [t.lower for t in tokens]
        read: set[int] = set()
        for at in range(len(lowers)):
            rest = lowers[at:]
            found = self._vocabulary.type_at(rest), self._vocabulary.attribute_at(rest)
            lengths = [one[0] for one in found if one] + [len(v.words) for v in self._vocabulary.values_at(rest)]
            read |= set(range(at, at + max(lengths, default=0)))
        left = (word for at, word in enumerate(lowers) if at not in read and word.isalpha())
        return tuple(dict.fromkeys(word for word in left if self._is_mere_noun(word)))

    def _is_mere_noun(self, word: str) -> bool:
        """A noun, or a word that English does not have, which says nothing of a relation."""
        if word in SMALL_WORDS or len(word) < 3:
            return False
        forms, said = self._vocabulary.forms, self._vocabulary.relation_words
        if forms.verbs(word) or said.knows(word) or said.mentions(word):
            return False
        return bool(forms.nouns(word)) or not self._vocabulary.lexicon.knows(word)

    def _is_impossible(self, questions: Sequence[Question]) -> bool:
        """ "Who" is asked for in the words of a relation that cannot be for things of these types."""
        words = self._vocabulary.relation_words
        for question in questions:
            asked = question.nodes[question.asked] if question.asked is not None else None
            if asked is None or asked.text != "who":
                continue
            for structure in structures(question, self._vocabulary.forms)[:1]:
                said = [max((r.strength for r in words.readings(j.cue)), default=0.0) for j in structure.joins]
                if said and min(said) >= HEAD:
                    return True
        return False

    def candidates(self, text: str) -> list[Candidate]:
        """All plans that the question's words may mean, the best first. Only if there is none, one of the kinds of
        things in it is taken for a mere word, and only if there is still none, the grammar is passed over."""
        questions = self._reader.read(text)
        found = self._ranked(questions) or self._ranked(self._reader.with_less(text))
        if found or self._is_impossible(questions):
            return found
        return self._ranked(questions, whatever_the_grammar=True)

    def _ranked(self, questions: Sequence[Question], *, whatever_the_grammar: bool = False) -> list[Candidate]:
        best: dict[Plan, Candidate] = {}
        for number, question in enumerate(questions):
            for candidate in self._in_a_row(question) if whatever_the_grammar else self._of(question):
                candidate = replace(candidate, score=round(candidate.score - _DOUBTFUL * number, 6))
                known = best.get(candidate.plan)
                if known is None or candidate.score > known.score:
                    best[candidate.plan] = candidate
        return sorted(best.values(), key=lambda c: (-c.score, repr(c.plan)))

    # ------------------------------------------------------------------------------------------------------ reading

    def _of(self, question: Question) -> Iterator[Candidate]:
        if question.asked is None or question.unsupported:
            return
        for structure in structures(question, self._vocabulary.forms):
            yield from self._built(question, self._solver.solve(question, structure, question.asked))

    def _in_a_row(self, question: Question) -> Iterator[Candidate]:
        """By the kinds of the things and the words for relations, wherever they stand."""
        if question.asked is None or question.unsupported:
            return
        words = [word.lower for gap in question.gaps for word in gap]
        cues = [Cue((word,)) for word in words if self._vocabulary.relation_words.knows(word)]
        hints = frozenset(r.relation for cue in cues for r in self._vocabulary.relation_words.readings(cue))
        if not hints and question.nodes[question.asked].kind == "wh":  # "who is married to X": no word says a relation
            return
        for structure in chains(question):
            yield from self._built(question, self._solver.solve(question, structure, question.asked, hints))

    def _built(self, question: Question, meanings: Iterable[Solved]) -> Iterator[Candidate]:
        for solved in meanings:
            if self._is_meant(question, solved):
                plan = build(solved.tree, count=question.count, look=self._look)
                if plan is not None and not self._wrong(plan):
                    yield Candidate(plan, solved.score, solved.weakest, question)

    def _is_meant(self, question: Question, solved: Solved) -> bool:
        """Enough is understood to answer with a set: what is asked for has a kind, or its relation is plainly said."""
        asked = question.nodes[question.asked or 0]
        tree = solved.tree
        if not solved.joins:
            plain = bool(tree.values) or question.count or asked.plural
            return bool(tree.given_type) and plain and not _is_definition(question)
        if asked.kind != "wh" or tree.given_type:
            return True
        beside = min((branch.strength for branch in tree.branches), default=0.0)
        return is_bounded(tree) and beside >= (_SURE_WHO if asked.types else _SURE_WHAT)

    def _wrong(self, plan: Plan) -> bool:
        if plan.hops > self._max_hops:
            return True
        return bool(self._store and problems(plan, self._store, self._ontology, max_hops=self._max_hops))

    def _look(self, plan: Plan) -> tuple[str, ...]:
        """What a part of the question leads to; nothing without a store."""
        if self._store is None or self._wrong(plan):
            return ()
        return tuple(row["id"] for row in run_plan(self._store, plan, self._ontology).things)

    def _choose(self, candidates: list[Candidate]) -> Candidate:
        """The best; if it finds nothing, the same with looser kinds on its way, or the first that finds something among
        those nearly as good. If none does, or every word was understood, that nothing is found is the answer."""
        best = candidates[0]
        if self._store is None or self._finds(best.plan):
            return best
        loose = replace(best, plan=_with_looser_kinds(best.plan))
        if loose.plan != best.plan and not self._wrong(loose.plan) and self._finds(loose.plan):
            return loose
        near = [c for c in candidates[1:] if c.score >= best.score - _NEARLY and best.score < _WHOLLY]
        return next((c for c in near if self._finds(c.plan)), best)

    def _finds(self, plan: Plan) -> bool:
        assert self._store
        return bool(run_plan(self._store, plan, self._ontology).things)

    def _path(self, one: tuple[str, ...], other: tuple[str, ...]) -> dict[str, Any]:
        plan = Plan("path", things=one, steps=(Step((), "any", most=self._max_hops),), ends=other)
        return {"plan": plan, "asks": "path", "reason": self._described(plan)}


def _with_looser_kinds(plan: Plan) -> Plan:
    """The kinds of things on the way left open, since people use kinds loosely ("the component that caused"); what is
    asked for keeps its kind."""
    on_the_way = tuple(replace(step, type="") for step in plan.steps[:-1])
    return replace(plan, steps=(*on_the_way, *plan.steps[-1:])) if plan.things else plan


def _is_definition(question: Question) -> bool:
    """ "What is a linkspan?": a kind in the singular after "what is"."""
    first = question.text.lower().split()[:3]
    return first[:1] in (["what"], ["what's"]) and ("a" in first or "an" in first)
