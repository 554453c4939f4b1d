"""What nouns of roles say: "the conductor of X is Y", "Y was elected mayor", "her successor is Y"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memkit.extract.grammar import is_passive
from memkit.extract.truth import children
from memkit.lasting.clauses import NAME, Thing
from memkit.lasting.said import ABSENT, ALSO, NEVER, OVER, SO, SUCCEEDS, Said, Saying, said_by
from memkit.lasting.signs import APPOINTS, BESIDES, BOTH, POSTS, QUITS
from memkit.lasting.vocabulary import BEGINS, ENDS, HOLDS


class Roles(Saying):
    """What the nouns of roles say."""

    def role(self, noun: Any) -> None:
        """ "the conductor of X is Y", "Y, mayor of X", "Y was elected mayor", "her successor is Y" """
        lemma = noun.lemma_.lower()
        succeeding = {"successor": False, "predecessor": True}.get(lemma)
        compound = [t.lower_ for t in children(noun, "compound") if t.i == noun.i - 1 and t.i not in self.parse.names]
        relation = self.states.by_noun(lemma)
        if not any(t.lower_ in ("a", "an") for t in noun.children):
            relation = (compound and self.states.post(f"{compound[0]} {lemma}")) or relation
            relation = self.states.post(lemma) if lemma in self.states.posts and lemma not in BOTH else relation
        if not relation and succeeding is None and lemma not in ("widow", "widower", "address"):
            return
        parse = self.parse
        verb = next((t for t in noun.ancestors if t.pos_ in ("VERB", "AUX")), None)
        holders, phase, negative = self._holders(noun, verb)
        targets = self._of(noun)
        mood, planned = self.mood(verb) if verb is not None else (SO, False)
        if lemma == "address" and mood == SO:
            after = [n for i, n in parse.names.items() if noun.i < i < noun.sent.end]
            self.say(verb or noun, SO, targets, "LIVES_IN", after[-1:], planned=planned)
            return
        if lemma in ("widow", "widower") and mood == SO:
            self.say(verb or noun, OVER, holders, "MARRIED_TO", holders[:1])
            return
        if not mood:
            return
        if any(t.lower_ in ("former", "ex", "previous", "old", "late") for t in noun.children):
            mood = OVER
        if succeeding is not None:
            new, old = (targets, holders) if succeeding else (holders, targets)
            if new and old and mood == SO:
                self.say(verb or noun, SO, new, SUCCEEDS, old, planned=planned)
            return
        targets = [t for t in targets if t not in holders]
        if (
            not targets
            and verb is not None
            and noun.dep_ in ("dobj", "oprd", "attr")
            and verb.lemma_ in (*APPOINTS, "have", "get", "find")
            and not is_passive(verb)
        ):
            targets = [t for t in parse.subjects(verb) if t not in holders]
        targets = targets or ([] if negative else self._near(noun, holders))
        if not targets and noun.head.lower_ == "as" and any(t.lower_ in ("back", "again") for t in noun.sent):
            for one in holders or parse.people[-1:]:
                self.say(verb or noun, OVER, [one], ABSENT, [one])
            return
        if not targets and holders and phase == BEGINS and mood == SO:  # "A stepped down, the new chair is B"
            others = [p for p in parse.people if p not in holders and not p.text.startswith(holders[0].text)]
            self.say(verb or noun, SO, holders, SUCCEEDS, others[-1:], planned=planned)
            return
        if negative:
            for one in targets or [p for p in parse.people if p in self.here()]:
                self.say(verb, OVER, [one], relation, [one])
            return
        what = said_by(phase, mood)
        if (
            what == SO
            and phase == HOLDS
            and verb is not None
            and verb.lemma_ == "be"
            and verb.tag_ == "VBD"
            and not self.goes_on(verb)
        ):
            what = OVER
        if what:
            manner = ALSO if BESIDES.search(self.sentence) else ""
            holders = [h for h in holders if parse.is_person(h)]
            if what == NEVER and not targets:
                self.found += [Said(h, relation, h, NEVER, *self.span) for h in holders]
            self.say(verb or noun, what, holders, relation, targets[:1], planned=planned, manner=manner)

    def _holders(self, noun: Any, verb: Any) -> tuple[list[Thing], str, bool]:
        """(who is it, does it hold, begin or end, is there none)"""
        parse = self.parse
        none = any(t.lower_ in ("no", "without") for t in noun.children) or noun.head.lower_ == "without"
        if none and noun.dep_ in ("dobj", "attr", "nsubj", "pobj"):
            return [], HOLDS, True
        beside = [parse.names[c.i] for c in children(noun, "appos") if c.i in parse.names]
        if noun.dep_ == "appos":
            after = noun.right_edge.i + 1  # "... to X, the priest of Y is Z", taken for an apposition
            be = noun.doc[after] if after < noun.sent.end else noun
            if be.lemma_ == "be" and children(be, "attr") and not children(be, "nsubj"):
                return parse.objects(be), HOLDS, False
            return parse.things(noun.head), HOLDS, False
        if verb is None:
            return beside, HOLDS, False
        lemma = verb.lemma_.lower()
        begins = (
            lemma in ("become", "start", "begin", "return")
            or lemma in APPOINTS
            or any(t.lower_ in ("new", "back") for t in (*noun.children, *verb.children))
        )
        phase = BEGINS if begins else HOLDS
        if noun.dep_ == "attr" and noun.head.i == verb.i:
            return parse.subjects(verb), phase, False
        if noun.dep_ in ("nsubj", "nsubjpass") and lemma in ("be", "become", "remain"):
            named = beside or parse.objects(verb)
            return named, phase, False
        if noun.dep_ in ("oprd", "dobj", "attr") and lemma in APPOINTS:
            people = parse.subjects(verb) if is_passive(verb) else [o for o in parse.objects(verb) if o.kind == NAME]
            named = [parse.names[t.i] for t in children(noun, "compound", "nmod") if t.i in parse.names]
            return named or people or beside, BEGINS, False
        held = noun.head.head if noun.dep_ == "pobj" else noun
        if held.lemma_ in POSTS and noun.head.lower_ in ("of", "as"):  # "the post of librarian", "her term as chair"
            if lemma == "be" or held.dep_ in ("nsubj", "nsubjpass"):
                own = [x for t in children(held, "poss") for x in parse.things(t)]
                free = any(t.lower_ in ("vacant", "free", "open", "empty") for t in children(verb, "acomp"))
                return own, ENDS if lemma in ("end", "expire", "finish", "run", "be") else HOLDS, free
            gives_up = lemma in ("give", "leave", "lose", "resign", "quit", "lay")
            return parse.subjects(verb), ENDS if gives_up else BEGINS if lemma in ("take", "get") else HOLDS, False
        if noun.dep_ == "pobj" and noun.head.lower_ == "as":
            people = parse.subjects(verb)
            if lemma in APPOINTS and not is_passive(verb):
                people = parse.objects(verb)
            if lemma in QUITS or lemma in ("step", "stand", "stop", "finish", "leave"):
                return people, ENDS, False
            return people, BEGINS if lemma in ("take", "return", "come", "join", "back", *APPOINTS) else phase, False
        if beside and noun.dep_ in ("nsubj", "nsubjpass", "dobj", "pobj"):
            return beside, phase, False
        if noun.dep_ == "dobj" and lemma in ("have", "get", "find"):
            return [parse.names[i] for i in range(noun.i, noun.sent.end) if i in parse.names][:1], phase, False
        return [], phase, False

    def _of(self, noun: Any) -> list[Thing]:
        parse = self.parse
        found = [
            x
            for p in children(noun, "prep")
            if p.lower_ in ("of", "at", "in", "for", "to", "with", "on")
            for t in children(p, "pobj")
            for x in parse.things(t)
        ]
        found += [x for t in children(noun, "poss") for x in parse.things(t)]
        found += [parse.names[t.i] for t in children(noun, "compound", "nmod") if t.i in parse.names]
        compound = [t for t in children(noun, "compound") if t.i not in parse.names and t.pos_ == "NOUN"]
        if not found and compound:
            found += parse.things(compound[-1])
        return found

    def _near(self, noun: Any, holders: Sequence[Thing]) -> list[Thing]:
        """What the role may be of where the noun does not say: a name in the sentence or the note that is no person."""
        people = {p.text for p in self.parse.people}
        last = [s.target for s in reversed(self.found) if s.relation == self.states.by_noun(noun.lemma_.lower())]
        if last and last[0] not in holders:
            return last[:1]
        names = sorted(
            self.parse.names.values(),
            key=lambda n: (not self.span[0] <= n.start < self.span[1], abs(n.start - self.span[0])),
        )
        return [n for n in names if n not in holders and n.person is not True and n.text not in people][:1]
