"""A pair of records as a row of similarities, chosen by what each column holds; no label, no other pair plays a part.

A record is `dict[str, str]`: column name to value, "" or absent for missing. A column that both records of the fitted
data have is compared with itself; the whole record (all values joined) is compared too, so that a value in the wrong
column, or in a column that only one source has, still counts. Every feature is symmetric in the two records.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from memkit.errors import InputError
from memkit.records import similarity as sim
from memkit.records.corpus import Corpus
from memkit.records.similarity import NAN, Value, value_of

Record = Mapping[str, str]
Pair = tuple[Record, Record]

#: The name under which the joined record is compared; no column may be called so.
WHOLE = "(record)"
NUMBERS = ("integer", "decimal")
TEXTS = ("short", "long", "list")
#: Words a value has (median) from which a column holds long text.
LONG_TEXT = 12


def column_kind(values: Iterable[str]) -> str:
    """number | date | list | short | long, by what most of the non-empty values look like."""
    read = [value_of(v) for v in values if v.strip()]
    if not read:
        return "short"

    def share(test: Callable[[Value], bool]) -> float:
        return sum(map(test, read)) / len(read)

    if share(lambda v: not math.isnan(v.date)) >= 0.7:
        return "date"
    if share(lambda v: not math.isnan(v.number)) >= 0.7:
        return "number"
    words = statistics.median(len(v.tokens) for v in read)
    separated = share(lambda v: len(v.items) > 1)
    if separated >= 0.4 and words < LONG_TEXT and share(lambda v: len(v.tokens) <= 4 * len(v.items)) >= 0.9:
        return "list"
    return "long" if words >= LONG_TEXT else "short"


#: Share of different values among its filled ones from which a column can name its record; brands and genres repeat.
LEAD_DISTINCT = 0.3


class RecordFeatures:
    """Reads column kinds and word frequencies from records (`fit`), then turns pairs into arrays (`transform`).

    `names` are the feature names, "column.aspect"; `transform(pairs)` gives float64 of shape (len(pairs), len(names)),
    NaN where a similarity does not exist.
    """

    def __init__(
        self,
        kinds: Mapping[str, str],
        corpora: Mapping[str, Corpus],
        repeats: Mapping[str, Mapping[str, int]],
        lead: str | None,
    ) -> None:
        self.kinds = dict(kinds)
        self.corpora = dict(corpora)
        #: of each text column, how many records have a value, where more than two do: a title that ten records share
        #: tells less than one that two share (frequency-based weights, Winkler 1989)
        self.repeats = {column: dict(counts) for column, counts in repeats.items()}
        #: the column that most likely names the thing (None when no column holds text)
        self.lead = lead
        self.names: tuple[str, ...] = tuple(
            [f"{c}.{aspect}" for c, kind in self.kinds.items() for aspect in ASPECTS[kind]]
            + [f"{WHOLE}.{aspect}" for aspect in (*TEXT_ASPECTS, *WHOLE_ASPECTS)]
        )

    @classmethod
    def fit(cls, left: Sequence[Record], right: Sequence[Record]) -> RecordFeatures:
        """From the records of the two sides (duplicates count once). InputError when no record has a value."""
        columns = [c for c in _columns(left) if c in set(_columns(right))]
        if WHOLE in columns:
            raise InputError(f"a column is named {WHOLE!r}, which stands for the whole record: rename it")
        records = [*left, *right]
        if not any(v.strip() for r in records for v in r.values()):
            raise InputError("no record has a value: nothing can be compared")
        kinds = {c: _merged_kind(left, right, c) for c in columns}
        corpora = {
            c: Corpus.fit(value_of(r[c]) for r in records if r.get(c, "").strip())
            for c, k in kinds.items()
            if k in TEXTS
        }
        corpora[WHOLE] = Corpus.fit(whole(r) for r in records)
        distinct = list({tuple(sorted(r.items())): r for r in records}.values())
        repeats = {c: _repeats(distinct, c) for c, k in kinds.items() if k in TEXTS}
        return cls(kinds, corpora, repeats, _lead(distinct, kinds))

    def transform(self, pairs: Sequence[Pair], progress: Callable[[int, int], None] | None = None) -> np.ndarray:
        """`progress(done, total)` is called about once per thousand pairs."""
        rows = np.empty((len(pairs), len(self.names)))
        for i, (left, right) in enumerate(pairs):
            rows[i] = self.row(left, right)
            if progress and (i % 1000 == 999 or i + 1 == len(pairs)):
                progress(i + 1, len(pairs))
        return rows

    def row(self, left: Record, right: Record) -> list[float]:
        row: list[float] = []
        for column, kind in self.kinds.items():
            a, b = value_of(left.get(column, "")), value_of(right.get(column, ""))
            if not a.text or not b.text:
                row += [NAN] * len(ASPECTS[kind])
            elif kind in NUMBERS:
                row += _number(a, b)
            elif kind == "date":
                row += _date(a, b)
            else:
                row += _text(a, b, self.corpora[column])
                row += _low_high(*(math.log(self.repeats[column].get(v.squashed, 2)) for v in (a, b)))
                if kind == "list":
                    row += sim.align_lists(a.items, b.items)
                if kind == "short":
                    row.append(sim.abbreviates(a, b))
        return row + self._whole(left, right)

    def _whole(self, left: Record, right: Record) -> list[float]:
        a, b, corpus = whole(left), whole(right), self.corpora[WHOLE]
        if not a.tokens or not b.tokens:
            return [NAN] * (len(TEXT_ASPECTS) + len(WHOLE_ASPECTS))
        lead_a, lead_b = value_of(left.get(self.lead, "")), value_of(right.get(self.lead, ""))
        shared = a.codes & b.codes
        inside = sim.codes_within(lead_a.codes, b), sim.codes_within(lead_b.codes, a)
        return [
            *_text(a, b, corpus),
            *_low_high(corpus.coverage(lead_a, b), corpus.coverage(lead_b, a)),
            *_low_high(corpus.rarest(lead_a.token_set - b.token_set), corpus.rarest(lead_b.token_set - a.token_set)),
            sim.best_code(lead_a.codes, lead_b.codes),
            *_low_high(*inside),
            *_low_high(sim.mean_code(lead_a.codes, lead_b.codes), sim.mean_code(lead_b.codes, lead_a.codes)),
            *_low_high(sim.mean_code(lead_a.codes, b.codes), sim.mean_code(lead_b.codes, a.codes)),
            corpus.rarest(shared),
            *_low_high(corpus.weight_share(lead_a.digit_words, b), corpus.weight_share(lead_b.digit_words, a)),
            sim.measures_agree(lead_a, lead_b),
            sim.measures_agree(a, b),
            sim.jaccard(lead_a.colours, lead_b.colours),
            sim.jaccard(a.colours, b.colours),
            *_low_high(_best_column(left, right), _best_column(right, left)),
            float(bool(left.keys() & right.keys()) and _missing(left, right)),
        ]

    def to_dict(self) -> dict:
        return {
            "kinds": self.kinds,
            "lead": self.lead,
            "repeats": self.repeats,
            "corpora": {c: corpus.to_dict() for c, corpus in self.corpora.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping) -> RecordFeatures:
        corpora = {c: Corpus.from_dict(d) for c, d in data["corpora"].items()}
        return cls(data["kinds"], corpora, data["repeats"], data["lead"])


TEXT_ASPECTS = (
    "equal",
    "edit",
    "jaro_winkler",
    "partial",
    "token_sort",
    "jaccard",
    "containment",
    "word_tfidf",
    "soft_tfidf",
    "ngram_tfidf",
    "coverage_low",
    "coverage_high",
    "rarest_extra_low",
    "rarest_extra_high",
    "rarest_shared",
    "numbers",
    "numbers_differ",
    "digits",
    "first_word",
    "last_word",
    "length",
)
REPEAT_ASPECTS = ("repeats_low", "repeats_high")
ASPECTS = {
    **dict.fromkeys(NUMBERS, ("equal", "ratio", "difference")),
    "date": ("equal", "days", "years"),
    "short": (*TEXT_ASPECTS, *REPEAT_ASPECTS, "abbreviates"),
    "long": (*TEXT_ASPECTS, *REPEAT_ASPECTS),
    "list": (*TEXT_ASPECTS, *REPEAT_ASPECTS, "items_low", "items_high"),
}
WHOLE_ASPECTS = (
    "lead_coverage_low",
    "lead_coverage_high",
    "lead_extra_low",
    "lead_extra_high",
    "best_code",
    "codes_within_low",
    "codes_within_high",
    "mean_code_low",
    "mean_code_high",
    "mean_code_within_low",
    "mean_code_within_high",
    "rarest_shared_code",
    "digit_words_low",
    "digit_words_high",
    "lead_measures",
    "measures",
    "lead_colours",
    "colours",
    "best_column_low",
    "best_column_high",
    "missing",
)


def whole(record: Record) -> Value:
    """All values of a record, joined in the order of the columns."""
    return value_of(" ".join(v for v in record.values() if v))


def _columns(records: Sequence[Record]) -> list[str]:
    return list(dict.fromkeys(c for r in records for c in r))


def _merged_kind(left: Sequence[Record], right: Sequence[Record], column: str) -> str:
    """The kind of a column over both sides, numbers told into whole ones and decimals, a short text being a list
    of one where the other side has lists; where the sides differ else it is text, which anything can be compared as."""
    values = [sorted({r.get(column, "") for r in side}) for side in (left, right)]
    kinds = {column_kind(side) for side in values if any(v.strip() for v in side)}
    if kinds == {"number"}:
        numbers = [value_of(v).number for side in values for v in side]
        known = [number for number in numbers if not math.isnan(number)]
        return "integer" if sum(map(float.is_integer, known)) >= 0.8 * len(known) else "decimal"
    if kinds == {"list", "short"}:
        return "list"
    return kinds.pop() if len(kinds) == 1 else "long" if "long" in kinds else "short"


def _lead(records: Sequence[Record], kinds: Mapping[str, str]) -> str | None:
    """The first text column that tells records apart: filled in most, with mostly different values; else the first."""
    texts = [c for c, kind in kinds.items() if kind in TEXTS]
    for column in texts:
        values = [r[column] for r in records if r.get(column, "").strip()]
        if 2 * len(values) >= len(records) and len(set(values)) >= LEAD_DISTINCT * len(values):
            return column
    return texts[0] if texts else None


def _repeats(records: Sequence[Record], column: str) -> dict[str, int]:
    counts = Counter(value_of(r[column]).squashed for r in records if r.get(column, "").strip())
    return {value: n for value, n in sorted(counts.items()) if n > 2}


def _text(a: Value, b: Value, corpus: Corpus) -> list[float]:
    if not a.tokens or not b.tokens:
        return [float(a.text == b.text)] + [NAN] * (len(TEXT_ASPECTS) - 1)
    shared = a.token_set & b.token_set
    return [
        float(a.squashed == b.squashed),
        sim.edit(a, b),
        sim.jaro_winkler(a, b),
        sim.partial(a, b),
        sim.token_sort(a, b),
        sim.jaccard(a.token_set, b.token_set),
        sim.containment(a.token_set, b.token_set),
        corpus.word_cosine(a, b),
        corpus.soft_cosine(a, b),
        corpus.ngram_cosine(a, b),
        *_low_high(corpus.coverage(a, b), corpus.coverage(b, a)),
        *_low_high(corpus.rarest(a.token_set - shared), corpus.rarest(b.token_set - shared)),
        corpus.rarest(shared),
        sim.jaccard(a.numbers, b.numbers),
        float(bool(a.numbers - b.numbers) and bool(b.numbers - a.numbers)),
        sim.edit_text(a.digits, b.digits) if a.digits and b.digits else NAN,
        float(a.tokens[0] == b.tokens[0]),
        float(a.tokens[-1] == b.tokens[-1]),
        sim.ratio_of(len(a.squashed), len(b.squashed)),
    ]


def _number(a: Value, b: Value) -> list[float]:
    return (
        [float(a.number == b.number), sim.ratio_of(a.number, b.number), _log_difference(a.number, b.number)]
        if not (math.isnan(a.number) or math.isnan(b.number))
        else [float(a.text == b.text), NAN, NAN]
    )


def _log_difference(a: float, b: float) -> float:
    """ln(1 + |a - b|): years and minutes apart matter on their own scale, not as a ratio."""
    return math.log1p(abs(a - b))


def _date(a: Value, b: Value) -> list[float]:
    if math.isnan(a.date) or math.isnan(b.date):
        return [float(a.text == b.text), NAN, NAN]
    days = abs(a.date - b.date)
    return [float(days == 0), math.log1p(days), days / 365.25]


def _low_high(x: float, y: float) -> tuple[float, float]:
    """The smaller and the larger, NaN aside: keeps both directions of a comparison without an order of the records."""
    if math.isnan(x) or math.isnan(y):
        return (y, y) if math.isnan(x) else (x, x)
    return (x, y) if x <= y else (y, x)


def _best_column(left: Record, right: Record) -> float:
    """Mean over the left values of their best word containment in any right value: finds values in wrong columns."""
    others = [value_of(v).token_set for v in right.values() if v.strip()]
    best = [
        max((len(mine & other) / len(mine) for other in others), default=0.0)
        for mine in (value_of(v).token_set for v in left.values() if v.strip())
        if mine
    ]
    return sum(best) / len(best) if best else NAN


def _missing(left: Record, right: Record) -> float:
    """Share of the common columns in which one of the two says nothing."""
    common = left.keys() & right.keys()
    return sum(not (left[c].strip() and right[c].strip()) for c in common) / len(common)
