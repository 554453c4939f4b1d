"""How a memory may decide who is who: the identity rule, its merge threshold, and what becomes of the review queue."""

from __future__ import annotations

from dataclasses import dataclass

from eval.identity_rules import OffRule
from memkit.config import Settings
from memkit.errors import InputError
from memkit.resolve import Comparison, Name, Rule, get_rule

#: What becomes of a pair that is put up for review: it waits; the best candidate is taken; all are refused; somebody
#: who knows answers each at once.
ANSWERS = ("left", "confirmed", "rejected", "reviewed")
#: Rules that give no score between yes and no.
WITHOUT_THRESHOLD = ("never", "exact")
#: The threshold from which a pair is put up for review, where the merge threshold is not lower.
PENDING_THRESHOLD = 0.85


class NeverRule:
    """Every mention is a thing of its own."""

    name = "never"
    needs_semantic = False

    def compare(self, left: Name, right: Name, *, semantic: float | None = None) -> Comparison:
        return Comparison(0.0, "nothing is ever merged", {}, veto=True)


@dataclass(frozen=True, slots=True)
class Setting:
    """`rule`: never, exact (equal strings), seed or memkit; `embedder`: of the seed rule, else "none"; `answers`: one
    of ANSWERS. `corrected`: a control in which every mention is put right as soon as it was decided, so that no mistake
    can lead to another."""

    rule: str
    embedder: str = "none"
    merge_threshold: float = 0.95
    answers: str = "left"
    corrected: bool = False

    @property
    def name(self) -> str:
        if self.rule in WITHOUT_THRESHOLD:
            return self.rule
        with_model = f" {self.embedder}" if self.embedder != "none" else ""
        queue = f", queue {self.answers}" if self.answers != "left" else ""
        return f"{self.rule}{with_model} {self.merge_threshold:.2f}{queue}"

    def make_rule(self) -> Rule:
        if self.rule == "never":
            return NeverRule()
        return OffRule() if self.rule == "exact" else get_rule(self.rule)

    def memory_settings(self) -> Settings:
        """What a Memory is opened with to decide so."""
        return Settings(
            embedder="hash" if self.embedder == "none" else self.embedder,
            merge_threshold=self.merge_threshold,
            pending_threshold=min(PENDING_THRESHOLD, self.merge_threshold),
        )


def parse(text: str) -> list[Setting]:
    """Settings from a list by semicolons: "exact; seed minilm .85 .95; memkit .95 confirmed": a rule, perhaps an
    embedder, any number of merge thresholds (none: .95), perhaps what becomes of the queue. Raises InputError."""
    found: dict[Setting, None] = {}
    for part in filter(str.strip, text.split(";")):
        rule, *words = part.split()
        answers = [word for word in words if word in ANSWERS] or ["left"]
        embedders = [word for word in words if word in ("hash", "minilm")] or ["none"]
        thresholds = [_number(word, part) for word in words if word not in (*answers, *embedders)] or [0.95]
        if rule not in ("never", "exact", "seed", "memkit"):
            raise InputError(f"setting {part.strip()!r}: rule {rule!r} is none of never, exact, seed, memkit")
        if (rule == "seed") != (embedders != ["none"]):
            raise InputError(f"setting {part.strip()!r}: seed, and no other rule, takes an embedder: hash or minilm")
        found |= dict.fromkeys(Setting(rule, embedders[0], value, answers[0]) for value in thresholds)
    if all(setting.rule in WITHOUT_THRESHOLD for setting in found):
        raise InputError(f"settings is {text!r}: at least one of seed or memkit is needed, say 'exact; memkit .95'")
    return list(found)


def _number(word: str, part: str) -> float:
    try:
        value = float(word)
    except ValueError:
        raise InputError(f"setting {part.strip()!r}: {word!r} is no merge threshold, embedder or answer") from None
    if not 0 <= value <= 1:
        raise InputError(f"setting {part.strip()!r}: {word} is no merge threshold from 0 to 1")
    return value
