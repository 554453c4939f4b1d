"""The untrained rule for records: text similarity weighted by rarity, then guards for codes and numbers. No labels.

Word frequencies and column kinds are read from unlabelled records. Its constants were chosen on the train and valid
pairs of five public sets (product, beer, bibliography, restaurant and song records), never on their test pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from memkit.records import similarity as sim
from memkit.records.features import NUMBERS, WHOLE, Pair, Record, RecordFeatures, whole
from memkit.records.similarity import Value, value_of
from memkit.resolve.rule import Comparison

#: A shared code closes this share of the gap to 1.
CODE_SHARED = 0.35
#: Factor when each side has a code and none fits, and when only one side has one and the other does not hold it.
CODES_DIFFER = 0.5
CODE_ABSENT = 0.85
#: Codes fit from this similarity (`similarity.code_similarity`), or when this share of one side's stands in the other.
CODE_FITS = 0.75
CODES_INSIDE = 0.5
#: Factor for each number or date column that differs: whole numbers and dates at all, decimals by more than double,
#: since prices and measures vary between sources while years and counts do not.
NUMBER_DIFFERS = 0.8
DECIMAL_RATIO = 0.5
#: Weight of the cosine of the records' embeddings, when one is given.
SEMANTIC_WEIGHT = 0.2


class RecordRule:
    """score = mean of soft TF-IDF and character trigram TF-IDF, over the whole records and over their lead columns,
    moved by the guards. Symmetric; 1 for equal records without a number that differs."""

    name = "memkit"

    def __init__(self, features: RecordFeatures) -> None:
        self.features = features

    @classmethod
    def fit(cls, left: Sequence[Record], right: Sequence[Record]) -> RecordRule:
        """Read word frequencies and column kinds from the (unlabelled) records of both sides."""
        return cls(RecordFeatures.fit(left, right))

    def compare(self, left: Record, right: Record, *, semantic: float | None = None) -> Comparison:
        """Score, signals and reason; `veto` when a guard found a conflict."""
        a, b = whole(left), whole(right)
        if not a.tokens or not b.tokens:
            return Comparison(0.0, "one record is empty", {}, veto=True)
        lead_a, lead_b = (value_of(r.get(self.features.lead, "")) for r in (left, right))
        parts = self._text_parts(a, b, WHOLE)
        if lead_a.tokens and lead_b.tokens:
            parts += self._text_parts(lead_a, lead_b, self.features.lead)
        score = text = sum(parts) / len(parts)
        if semantic is not None:
            score = (1 - SEMANTIC_WEIGHT) * score + SEMANTIC_WEIGHT * min(1.0, max(0.0, semantic))
        signals = {"text": text} | ({} if semantic is None else {"semantic": semantic})
        reasons, veto = [f"text {text:.2f} alike"], False
        codes, said = code_evidence(lead_a, lead_b, a, b)
        if said:
            score = (
                score + (1 - score) * CODE_SHARED
                if codes > 0
                else score * (CODES_DIFFER if codes < -0.5 else CODE_ABSENT)
            )
            signals["codes"] = codes
            reasons.append(said)
            veto |= codes == -1.0
        for said in self._number_conflicts(left, right):
            score *= NUMBER_DIFFERS
            signals["numbers differ"] = signals.get("numbers differ", 0.0) + 1
            reasons.append(said)
            veto = True
        return Comparison(score, "; ".join(reasons), signals, veto)

    def scores(
        self,
        pairs: Sequence[Pair],
        semantic: Sequence[float] | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> np.ndarray:
        """Scores of many pairs, shape (n,); `semantic` has a cosine for each; `progress(done, total)` now and then."""
        result = np.empty(len(pairs))
        for i, (left, right) in enumerate(pairs):
            cosine = None if semantic is None else float(semantic[i])
            result[i] = self.compare(left, right, semantic=cosine).score
            if progress and (i % 1000 == 999 or i + 1 == len(pairs)):
                progress(i + 1, len(pairs))
        return result

    def _text_parts(self, a: Value, b: Value, column: str) -> list[float]:
        corpus = self.features.corpora[column]
        return [corpus.soft_cosine(a, b), corpus.ngram_cosine(a, b)]

    def _number_conflicts(self, left: Record, right: Record) -> list[str]:
        found = []
        for column, kind in self.features.kinds.items():
            a, b = left.get(column, "").strip(), right.get(column, "").strip()
            if a and b and numbers_differ(kind, value_of(a), value_of(b)):
                found.append(f"{column} differs: {a} / {b}")
        return found


def numbers_differ(kind: str, a: Value, b: Value) -> bool:
    """Do two values of a number or date column contradict each other? See NUMBER_DIFFERS."""
    if kind == "date":
        return not (math.isnan(a.date) or math.isnan(b.date)) and a.date != b.date
    if kind not in NUMBERS or math.isnan(a.number) or math.isnan(b.number):
        return False
    return a.number != b.number if kind == "integer" else sim.ratio_of(a.number, b.number) < DECIMAL_RATIO


def code_evidence(lead_a: Value, lead_b: Value, a: Value, b: Value) -> tuple[float, str]:
    """What part numbers and models say: (1, why) they fit, (-1, why) they differ, (-.5, why) only one record has one;
    (0, "") neither has. Codes are taken from the lead columns and looked for in the whole records `a` and `b`."""
    mine, theirs = lead_a.codes, lead_b.codes
    if not mine and not theirs:
        return 0.0, ""
    inside = [s for s in (sim.codes_within(mine, b), sim.codes_within(theirs, a)) if not math.isnan(s)]
    if max(inside, default=0.0) >= CODES_INSIDE or (mine and theirs and sim.best_code(mine, theirs) >= CODE_FITS):
        return 1.0, f"code fits: {_shown(mine or theirs)}"
    if mine and theirs:
        return -1.0, f"codes differ: {_shown(mine)} / {_shown(theirs)}"
    return -0.5, f"code in one only: {_shown(mine or theirs)}"


def _shown(codes: frozenset[str]) -> str:
    return max(sorted(codes), key=len)


def embedding_cosines(
    pairs: Sequence[Pair], encode: Callable[[Sequence[str]], np.ndarray], column: str | None = None
) -> np.ndarray:
    """Cosine of the two records' embeddings, shape (n,): of `column` where it has a value, else of the whole record.

    `encode` is an embedder's: texts to unit vectors. Each distinct text is encoded once.
    """

    def text(record: Mapping[str, str]) -> str:
        return (record.get(column, "") if column else "").strip() or whole(record).raw

    texts = sorted({text(record) for pair in pairs for record in pair})
    row = {t: i for i, t in enumerate(texts)}
    vectors = encode(texts)
    return np.array([float(vectors[row[text(a)]] @ vectors[row[text(b)]]) for a, b in pairs])
