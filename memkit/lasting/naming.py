"""What things are called: "is called X", "was renamed X", "goes by the name X", "our street is X"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from memkit.extract.grammar import is_passive
from memkit.extract.truth import children, is_past
from memkit.lasting.clauses import NOUN, PEOPLE, Thing, clause
from memkit.lasting.said import OVER, SO, Saying
from memkit.lasting.signs import NAMES

_OF_A_NAME = re.compile(r"\b(?:name|called|renamed|named)\b", re.IGNORECASE)
_OLD_OR_NEW = re.compile(r"\b(?:old name|new name|name back|renamed|former name)\b", re.IGNORECASE)
_BESIDE_A_NAME = frozenset("go change take adopt get give".split())


class Naming(Saying):
    """What the verbs of names say."""

    def names(self, verb: Any, mood: str, planned: bool) -> bool:
        """Say what the verb tells of a name; false if it tells of none."""
        lemma = verb.lemma_.lower()
        if not mood or not self._tells_a_name(verb, lemma):
            return lemma in NAMES
        after = [self.parse.names[t.i] for t in clause(verb) if t.i in self.parse.names and t.i > verb.i]
        if lemma in NAMES and not is_passive(verb) and verb.dep_ not in ("acl", "relcl"):
            if after and self._names_what_was_said(verb, after[0]):
                return True
            things = [x for t in self._named(verb) for x in self.parse.things(t)]
        else:
            things = [s for s in self.parse.subjects(verb) if s not in after and s not in self.parse.people]
            things = things or (self.parse.others[-1:] if lemma not in NAMES else [])
        if after and (things or self.renamed):
            past = mood == SO and is_past(verb) and lemma in ("call", "name", "be")
            owner = things or self.renamed
            self.say(verb, OVER if past else mood, owner[:1], "NAMED", after[:1], planned=planned)
        elif lemma in NAMES:  # "we have renamed the boat": the name comes later
            self.renamed = things
        return bool(after) or lemma in NAMES

    def _tells_a_name(self, verb: Any, lemma: str) -> bool:
        beside = lemma in _BESIDE_A_NAME and bool(_OF_A_NAME.search(self.sentence))
        renamed = lemma in ("be", "become") and bool(_OLD_OR_NEW.search(self.parse.text))
        return lemma in NAMES or beside or renamed or self._is_name_of(verb)

    def _named(self, verb: Any) -> list[Any]:
        """The words for what gets the name: "we call it X", "they renamed the project X"."""
        below = [t for c in children(verb, "ccomp", "xcomp") for t in children(c, "nsubj")]
        return [t for t in (*children(verb, "dobj", "dative"), *below) if t.i not in self.parse.names]

    def _names_what_was_said(self, verb: Any, name: Thing) -> bool:
        """ "Got a dog, and called him Biscuit": what was got is Biscuit."""
        owned = next((s for s in reversed(self.found) if s.target.kind == NOUN and s.relation == "OWNS"), None)
        words = self._named(verb)
        if owned is None or (words and words[0].tag_ != "PRP"):
            return False
        self.found = [replace(s, target=name) if s.target == owned.target else s for s in self.found]
        return True

    def _is_name_of(self, verb: Any) -> bool:
        """ "Our street is Ada Byron Street"; "until 1990 it was Station Road", after its name."""
        named = [t for t in children(verb, "attr") if t.i in self.parse.names and not children(t, "det")]
        if verb.lemma_ != "be" or not named or any(self._has_apostrophe(t) for t in named):
            return False
        subjects = children(verb, "nsubj")
        if subjects and subjects[0].lower_ == "it":
            return any(s.relation == "NAMED" for s in self.found)
        return bool(subjects) and self._may_have_a_name(subjects[0])

    def _has_apostrophe(self, token: Any) -> bool:
        end = self.parse.names[token.i].end
        return self.parse.text[end : end + 1] in ("'", "’")

    def _may_have_a_name(self, noun: Any) -> bool:
        """ "Our street", and not "our conductor" or "her sister" """
        lemma = noun.lemma_.lower()
        role = self.states.by_noun(lemma) or lemma in ("successor", "predecessor", "address") or lemma in PEOPLE
        things = self.parse.things(noun) if noun.pos_ == "NOUN" else []
        return not role and any(t.kind == NOUN and t.article for t in things)
