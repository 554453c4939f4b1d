"""What a synthesizer may use: facts of the graph and retrieved passages, labelled, each once, with its passage's id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memkit.answer.choose import Scored
from memkit.model import Passage
from memkit.plan.base import Planned
from memkit.plan.run import Stated, Way

FACTS_LABEL, PASSAGES_LABEL = "GRAPH FACTS", "RETRIEVED PASSAGES"


@dataclass(frozen=True, slots=True)
class Context:
    """Everything found for a question, before anything is said.

    `ways` lead to what the plan arrived at, of which `count` asks for the number; `none` introduces the things of which
    there is nothing to count. `evidence` are the passages that
    state them, `passages` those that retrieval brought, best first, and `sentences` the sentences of these, best first;
    passages are by id, and no other may be cited. `lacking` says what the sentences do not speak of, "" if nothing.
    `spellings` are all known spellings of each thing named, by canonical id; `surfaces` the words by which a passage
    names it ("387" in a header), by passage and canonical id.
    """

    question: str
    planned: Planned
    ways: Sequence[Way] = ()
    count: bool = False
    none: Sequence[Stated] = ()
    evidence: Mapping[str, Passage] = field(default_factory=dict)
    passages: Mapping[str, Passage] = field(default_factory=dict)
    sentences: Sequence[Scored] = ()
    lacking: str = ""
    spellings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    surfaces: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)

    @property
    def citable(self) -> dict[str, Passage]:
        """All passages here, by id."""
        return {**self.evidence, **self.passages}

    def facts(self) -> list[Stated]:
        """The statements of all ways, each once, in order of use."""
        return list(dict.fromkeys(stated for way in self.ways for stated in way.statements))

    def text(self) -> str:
        """Both labelled parts, as a language model reads them."""
        facts = [f"[{s.passage_id}] {in_words(s)}" for s in self.facts()]
        passages = [f"[{id}] {p.title}\n{p.text.strip()}" for id, p in self.citable.items()]
        return "\n".join([FACTS_LABEL, *(facts or ["(none)"]), "", PASSAGES_LABEL, *(passages or ["(none)"])])


def in_words(stated: Stated) -> str:
    """A statement as a person reads it: "Acme owns Anvil", "Anvil: tier is 1", "Anvil is described in Tools"."""
    if stated.kind == "relation":
        return f"{stated.source} {stated.type.replace('_', ' ').lower()} {stated.target}"
    if stated.kind == "attribute":
        return f"{stated.source}: {stated.type} is {stated.target}"
    return f"{stated.target} is described in {stated.source}" if stated.source else f"{stated.target} is named"
