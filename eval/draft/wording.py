"""An ontology's phrases as the wordings that questions are made of (eval.generator.wording): no verb changes its form.

"X runs Y" names X as "the baker who runs {s}" and Y as "the oven that {s} runs", which "Who is ...?" asks for.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property

from eval.generator.wording import Relation
from memkit.extract import Ontology
from memkit.extract.english import Lexicon, load_pipeline
from memkit.model import ENTITY_TYPES

#: What a thing of one of the types at the top is called, where the ontology has no word for it.
NOUNS = {"Person": "person", "Organization": "organization", "Location": "place", "Event": "event", "Object": "thing"}
#: How a question ends in a target: one that has one answer, one with several, one for their number.
ASKS = {"one": "{who} is the {one}?", "all": "Name every {one}.", "count": "Count every {one}."}


class Wordings:
    """How to ask along the relations of an ontology."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology

    def of(self, type: str, outward: bool, ask: str = "one") -> Relation:
        """The wording of a step from {s} to what the relation `type` leads to, along its arrow (`outward`) or against
        it. `ask` is a key of ASKS."""
        known = self._ontology.relation_types[type]
        wanted = known.target_types if outward else known.source_types
        subject, object = (known.inverse_phrases, known.phrases) if outward else (known.phrases, known.inverse_phrases)
        noun, person = _plain(self.noun(wanted)), self._is_person(wanted)
        that = "who" if person else "that"
        named = [_named(noun, that, _plain(phrase)) for phrase in self._verbs(subject)]
        if not named:
            named = [f"{_plain(phrase)} of {{s}}" for phrase in self._nouns(object)]
        if not named:  # a name in the midst of a clause reads worse, above all in a longer question
            named = [f"{noun} {that} {{s}} {_plain(phrase)}" for phrase in self._verbs(object)]
        if not named:
            named = [f"{noun} that has “{type.lower().replace('_', ' ')}” with {{s}}"]
        form, who = ASKS[ask], "Who" if person else "What"
        return Relation(
            type,
            "",
            "",
            (),
            (),
            tuple(f"the {one}" for one in named),
            tuple(form.format(who=who, one=one) for one in named),
        )

    def noun(self, types: Collection[str]) -> str:
        """What a thing of these types is called: a word of the nearest type that is above all of them."""
        above = [self._ontology.ancestors(type) for type in types]
        common = next((up for up in above[0] if all(up in other for other in above)), "") if above else ""
        known = self._ontology.entity_types.get(common)
        if known and known.words:
            return known.words[0]
        if common in ENTITY_TYPES or not common:
            return NOUNS.get(common, "thing")
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", common).lower()

    def _is_person(self, types: Collection[str]) -> bool:
        return bool(types) and all(self._ontology.root(type) == "Person" for type in types)

    def _verbs(self, phrases: Collection[str]) -> list[str]:
        return [phrase for phrase in phrases if not self.lexicon.is_bare_noun(phrase.lower())]

    def _nouns(self, phrases: Collection[str]) -> list[str]:
        """Those that name the other end, as a key of a page's header does ("owner")."""
        return [phrase for phrase in phrases if self.lexicon.is_bare_noun(phrase.lower())]

    @cached_property
    def lexicon(self) -> Lexicon:
        """English words."""
        return Lexicon(load_pipeline())


def _named(noun: str, that: str, phrase: str) -> str:
    """What `phrase` {s}: "pilot who works for {s}", of "is the head of" "head of {s}"."""
    role = re.match(r"(?:is|was) the (?=.* of$)", phrase)
    return f"{phrase[role.end() :]} {{s}}" if role else f"{noun} {that} {phrase} {{s}}"


def _plain(text: str) -> str:
    """The text as a format string that gives it back."""
    return text.replace("{", "{{").replace("}", "}}")
