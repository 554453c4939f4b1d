"""Who is meant by a word of the parse: a name, what is joined to it, what "it", "we" or "the service" stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memkit.extract import words
from memkit.extract.grammar import RELATIVES, conjuncts, is_neither, role_of_apposition, turn_before
from memkit.extract.truth import SUBJECTS, children, is_cleft, is_negated_noun, is_stated

#: The thing that the page is about, as a candidate of a reference.
ABOUT = -1
#: Nearest names before "the service" that it may stand for.
NEAREST = 3


@dataclass(frozen=True, slots=True)
class Reference:
    """Words (tokens `first` to `last`) that stand for one of `candidates`, the likeliest first: mentions, or ABOUT.

    `plain` is the mention they stand for without an ontology to choose by, None if none does.
    """

    first: int
    last: int
    candidates: tuple[int, ...]
    plain: int | None


@dataclass(slots=True)
class Parsed:
    """A parsed block: `mention_of` is token index -> mention index, `roots` the mentions' POLE+O types, `before` the
    mentions of the blocks before it.

    `about` is the POLE+O type of what the page is about, "" if that type is not known, None if it is about nothing;
    `about_kind(noun)`: may this noun (lower case) stand for it? `is_kind(mention, noun)`: for this mention?
    `is_phrase(type)`: does the ontology know this relation type? Readings that are only likely are given if it does.
    `references` grows as the block is read; a reference n stands in relations as the mention number -1 - n.
    """

    doc: Any
    mention_of: Mapping[int, int]
    roots: Mapping[int, str]
    before: Sequence[int] = ()
    about: str | None = None
    about_kind: Callable[[str], bool] = lambda noun: False
    is_kind: Callable[[int, str], bool] = lambda mention, noun: False
    is_phrase: Callable[[str], bool] = lambda type: False
    references: list[Reference] = field(default_factory=list)


class Referents:
    """Answers for one block."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.doc = parsed.doc
        self.mention_of = parsed.mention_of
        self._names = sorted(parsed.mention_of)
        self.negated = self.turned = self.ended = False  # the verb that is read, and which side of it: see _is_read
        self._reference_at: dict[int, int] = {}
        self._subjects: dict[tuple[int, bool, bool, bool], list[int]] = {}

    def subjects(self, verb: Any) -> list[int]:
        """The mentions that are the verb's subjects, its own or by inheritance."""
        key = (verb.i, self.negated, self.turned, self.ended)
        if key not in self._subjects:
            self._subjects[key] = self._find_subjects(verb)
        return self._subjects[key]

    def _find_subjects(self, verb: Any) -> list[int]:
        own = [t for t in verb.children if t.dep_ in SUBJECTS]
        if own:
            if verb.dep_ == "ccomp" and own[0].lower_ in RELATIVES and is_cleft(verb):
                return [m for t in children(verb.head, "attr") for m in self.mentions(t)]
            if verb.dep_ == "relcl" and any(t.lower_ in RELATIVES for t in own):
                return self.mentions(verb.head)
            return [m for t in own for m in self.mentions(t, subject=True)]
        if verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX"):
            return self.subjects(verb.head)
        if verb.dep_ == "csubj" and verb.head.lemma_ == "be":  # "starring in X is Y"
            return [m for t in children(verb.head, "attr") for m in self.mentions(t)]
        if verb.dep_ == "ROOT" and verb.tag_ == "VBN" and children(verb, "auxpass"):  # "licensed for X are Y and Z"
            return [m for t in children(verb, "attr") if t.i > verb.i for m in self.mentions(t)]
        if verb.dep_ == "xcomp":
            return self.subjects(verb.head)
        if verb.dep_ == "pcomp" and verb.head.head.lemma_ in words.ENDING:
            return self.subjects(verb.head.head)
        if verb.dep_ == "advcl" and verb.tag_ in ("VBG", "VBN") and not children(verb, "mark", "aux", "auxpass"):
            return self.subjects(verb.head)
        if verb.dep_ in ("acl", "relcl") and verb.tag_ in ("VBN", "VBG", "VBD"):
            return self.mentions(verb.head)
        if verb.dep_ == "ROOT" and verb.tag_ in ("VBN", "VBZ", "VBD") and verb.i == _first_word(verb.sent):
            return self.implied(verb)  # "Led by Y since May.", "Reads from Z."
        return []

    def mentions(self, token: Any, *, subject: bool = False) -> list[int]:
        """The mentions that a token stands for, those joined to it by "and" included, of the side that is read."""
        group = [token, *conjuncts(token)]
        return [m for t in group if self._is_read(t, token, subject) for m in self._stands_for(t, subject)]

    def _is_read(self, token: Any, first: Any, subject: bool) -> bool:
        """On the side that is read: what the verb says of it, or (`turned`) the opposite: "Go, not Rust", "neither Go
        nor Rust"; after a negated verb "but Rust"; or (`ended`) what is over: "in Go and no longer in Rust"."""
        turn = turn_before(token)
        if subject:
            return turn != "not"
        if self.ended or (turn == "no longer" and not self.negated):
            return self.ended and turn == "no longer"
        if self.negated:
            return (turn == "but") == self.turned
        return (turn in ("not", "nor") or is_neither(first)) == self.turned

    def _stands_for(self, token: Any, subject: bool) -> list[int]:
        if token.i in self.mention_of:
            return [self.mention_of[token.i]]
        if token.tag_ == "PRP":
            return self._pronoun(token, subject)
        named = [t for t in children(token, "appos") if t.i in self.mention_of and not turn_before(t)]
        if token.tag_ == "NNS":  # "two wards: A and B"
            named += [c for t in named for c in conjuncts(t) if c.i in self.mention_of and not turn_before(c)]
        if named:
            return [self.mention_of[t.i] for t in named]
        displaced = [
            t
            for of in children(token, "prep")
            for owner in children(of, "pobj")
            for t in children(owner, "appos")
            if t.i in self.mention_of and _is_role_of(token, t)
        ]
        if displaced:
            return [self.mention_of[t.i] for t in displaced]
        if token.dep_ == "appos" and token.head.i in self.mention_of:
            return [self.mention_of[token.head.i]]
        if token.lower_ in words.KIND_NOUNS | words.PARTS:
            before = [t for t in children(token, "compound", "nmod", "poss") if t.i in self.mention_of]
            if before:
                return [self.mention_of[before[-1].i]]
        if token.dep_ == "attr" and token.head.lemma_ == "be" and is_stated(token.head):
            return self.subjects(token.head)
        if (be := one_of(token)) is not None and is_stated(be):
            return self.subjects(be)
        if token.dep_ == "nsubj" and token.head.lemma_ == "be":  # "the organ that X tunes is Y"
            attrs = [a for t in children(token.head, "attr") for a in (t, *conjuncts(t))]
            named = [self.mention_of[t.i] for t in attrs if t.i in self.mention_of]
            counted = len(named) == 1 or token.tag_ == "NNS"
            if counted and all(self._is_called(m, token) for m in named) and is_stated(token.head):
                return named
        if token.lower_ in words.PARTS and (whole := self._whole(token)):
            return whole
        return self._description(token)

    def _is_called(self, mention: int, noun: Any) -> bool:
        """May the noun, which a relative clause tells more of, be said of the name?"""
        lemma = noun.lemma_.lower()
        general = lemma in words.ANY_KIND and bool(children(noun, "relcl"))
        return general or any(self.parsed.is_kind(mention, word) for word in (noun.lower_, lemma))

    def _whole(self, part: Any) -> list[int]:
        """ "the replicas of X" """
        return [
            self.mention_of[owner.i]
            for of in children(part, "prep")
            if of.lower_ == "of"
            for owner in children(of, "pobj")
            if owner.i in self.mention_of
        ]

    # -------------------------------------------------------------------------------------------------- references

    def owner(self, word: Any) -> list[int]:
        """What "its", "their" or "our" stands for."""
        if word.tag_ == "WP$":  # "X, whose owner is Y"
            clause = next((t for t in word.ancestors if t.dep_ == "relcl"), None)
            return self.mentions(clause.head) if clause is not None else []
        own = word.tag_ == "PRP$" or word.lower_ == "ours"
        if own:
            return [] if self.turned else self._pronoun(word, False)
        return self.mentions(word)

    def reference(self, word: Any) -> list[int]:
        """What a pronoun or a description of one thing ("the service") stands for."""
        if word.tag_ in ("PRP", "PRP$"):
            return self._pronoun(word, word.dep_ in SUBJECTS)
        return self._description(word) if word.tag_ in ("NN", "NNP") else []

    def implied(self, word: Any) -> list[int]:
        """The page's thing, where the sentence leaves it out: "the owner is X", "X was involved"."""
        return [self._reference(word, (ABOUT,), None)] if self.parsed.about is not None and not self.turned else []

    def is_event(self, mention: int) -> bool:
        """Is it, or what it most likely stands for, an event?"""
        if mention < 0:
            mention = self.parsed.references[-1 - mention].candidates[0]
        return (self.parsed.about if mention == ABOUT else self.parsed.roots.get(mention)) == "Event"

    def _pronoun(self, word: Any, subject: bool) -> list[int]:
        lower = word.lower_
        if lower in ("we", "us", "our", "ours"):
            return self.implied(word) if self.parsed.about in ("Organization", "") else []
        if lower not in words.PRONOUNS:
            return []
        previous = self._previous_subject(word)
        plain = previous if subject and lower in ("it", "he", "she", "they") and self._is_who(previous, lower) else None
        candidates = [m for m in [*self._earlier(word), previous] if self._agrees(m, lower)]
        about = [ABOUT] if self._agrees_with_about(lower) else []
        others = [m for m in self._subjects_before(word) if self._agrees(m, lower)]
        candidates += [*about, *others] if self._opens(word) else others
        candidates += about
        if not candidates and plain is None:
            return []
        return [self._reference(word, tuple(dict.fromkeys(candidates)), plain)]

    def _description(self, noun: Any) -> list[int]:
        """ "the service", "this team": a kind with an article and nothing else; "both ships": the last two of a kind;
        or a part ("the code") of the page's thing."""
        if noun.tag_ not in ("NN", "NNP", "NNS") or is_negated_noun(noun):
            return []
        lower, inside = self._kind_word(noun)
        before = {t.lower_ for t in noun.children if t.i < noun.i and t.i not in inside}
        if noun.tag_ == "NNS":
            two = before and before <= {"both", "the", "two", "these"} and before != {"the"}
            return self._nearest(noun, 2) if two else []
        about = self.parsed.about is not None
        if before in ({"the"}, {"this"}) and not children(noun, "prep", "relcl", "acl"):
            candidates = [ABOUT] if about and self.parsed.about_kind(lower) else []
            candidates += self._nearest(noun, NEAREST, lower)
            if candidates:
                return [self._reference(noun, tuple(candidates), None)]
        part = lower in words.PARTS and before & {"the", "this"} and not children(noun, "poss", "relcl", "acl")
        return self.implied(noun) if part and about else []

    def _kind_word(self, noun: Any) -> tuple[str, range]:
        """The kind that a noun and its compounds name ("bye-law", "cargo firm"), and where its other words stand."""
        first = noun.i
        while first and first - 1 not in self.mention_of and self.doc[first - 1].dep_ in ("compound", "punct", "amod"):
            first -= 1
        for start in range(first, noun.i):
            word = self.doc[start : noun.i + 1].text.lower()
            if self.parsed.about_kind(word) or any(self.parsed.is_kind(m, word) for m in self._known()):
                return word, range(start, noun.i)
        return noun.lower_, range(0)

    def _known(self) -> list[int]:
        return [*self.mention_of.values(), *self.parsed.before]

    def _nearest(self, noun: Any, count: int, word: str = "") -> list[int]:
        """The last different names before a noun that are of its kind."""
        mentions = [self.mention_of[i] for i in reversed(self._names) if i < noun.i]
        word = word if " " in word or "-" in word else noun.lemma_.lower()
        kind = [m for m in [*mentions, *reversed(self.parsed.before)] if self.parsed.is_kind(m, word)]
        return kind[:count]

    def _reference(self, token: Any, candidates: tuple[int, ...], plain: int | None) -> int:
        if token.i not in self._reference_at:
            first = min((t.i for t in token.children if t.dep_ == "det" and t.i < token.i), default=token.i)
            self._reference_at[token.i] = len(self.parsed.references)
            self.parsed.references.append(Reference(first, token.i, candidates, plain))
        return -1 - self._reference_at[token.i]

    def _is_who(self, mention: int | None, pronoun: str) -> bool:
        person = self.parsed.roots.get(mention) == "Person"
        return mention is not None and (pronoun == "they" or person == (pronoun in ("he", "she")))

    def _agrees(self, mention: int | None, pronoun: str) -> bool:
        """May the pronoun stand for the name? A ship is a she, where nobody has been named."""
        if mention is None:
            return False
        root = self.parsed.roots.get(mention)
        if pronoun in ("she", "her") and root == "Object":
            return "Person" not in self.parsed.roots.values()
        return pronoun in ("they", "them", "their") or (root == "Person") == (pronoun in words.PERSONAL)

    def _agrees_with_about(self, pronoun: str) -> bool:
        about = self.parsed.about
        if about is None:
            return False
        if pronoun in ("she", "her") and about == "Object":
            return "Person" not in self.parsed.roots.values()
        return not about or pronoun in ("they", "them", "their") or (about == "Person") == (pronoun in words.PERSONAL)

    def _opens(self, word: Any) -> bool:
        """Nothing that is no name comes between the page's thing and the pronoun: it stands in the block's first
        sentence, or the sentence before has a pronoun or the page's kind as its subject."""
        sentence = word.sent
        if sentence.start == 0:
            return all(t.dep_ not in ("nsubj", "nsubjpass") or t.i >= word.i for t in sentence)
        subjects = [t for t in self.doc[sentence.start - 1].sent if t.dep_ in ("nsubj", "nsubjpass")]
        return all(t.tag_ == "PRP" or self.parsed.about_kind(t.lower_) or t.lower_ in words.PARTS for t in subjects[:1])

    def _previous_subject(self, word: Any) -> int | None:
        """The previous sentence's one subject, if it is a name."""
        sentence = word.sent
        if sentence.start == 0:
            return None
        previous = self.doc[sentence.start - 1].sent
        subjects = [
            t
            for t in previous
            if t.dep_ in ("nsubj", "nsubjpass") and t.head == previous.root and not list(t.conjuncts)
        ]
        if len(subjects) != 1:
            return None
        named = [t for t in children(subjects[0].head, "attr") if t.i in self.mention_of and not list(t.conjuncts)]
        if subjects[0].tag_ in ("NN", "NNP") and subjects[0].head.lemma_ == "be" and len(named) == 1:
            return self.mention_of[named[0].i]  # "The surgeon is X. He ..."
        if subjects[0].i not in self.mention_of and subjects[0].lower_ == word.lower_:
            return self._previous_subject(subjects[0])  # "It does this. It does that."
        return self.mention_of.get(subjects[0].i)

    def _subjects_before(self, word: Any) -> list[int]:
        """The names that are subjects in earlier sentences of the block, the nearest first."""
        start = word.sent.start
        places = [i for i in reversed(self._names) if i < start and self.doc[i].dep_ in ("nsubj", "nsubjpass")]
        return [self.mention_of[i] for i in places]

    def _earlier(self, word: Any) -> list[int]:
        """The names in earlier clauses of the same sentence: subjects first, then the nearest."""
        start = word.sent.start
        names = [self.doc[i] for i in self._names if start <= i < word.i and self.doc[i].head.i != word.head.i]
        names.sort(key=lambda t: (t.dep_ not in ("nsubj", "nsubjpass"), -t.i))
        return [self.mention_of[t.i] for t in names]


def _first_word(sentence: Any) -> int:
    """The sentence's first word that is no adverb or punctuation."""
    return next((t.i for t in sentence if not t.is_punct and not t.is_space and t.pos_ != "ADV"), -1)


def one_of(noun: Any) -> Any:
    """The verb of "is one of the organs (that ...)", "is among the organs"; None for a noun that stands elsewhere."""
    head = noun.head
    if noun.dep_ != "pobj" or noun.tag_ != "NNS":
        return None
    if head.lower_ == "of" and head.head.lower_ == "one" and head.head.dep_ == "attr":
        head = head.head
    elif head.lower_ != "among":
        return None
    return head.head if head.head.lemma_ == "be" else None


def _is_role_of(token: Any, name: Any) -> bool:
    role = role_of_apposition(name)
    return role is not None and role.i == token.i
