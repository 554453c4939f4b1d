"""What kind of answer does a question want, and which words in it say what is wanted?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memkit.plan.forms import other_stems
from memkit.resolve.normalise import clean, fold, tokens
from memkit.retrieve.bm25 import tokenize

#: Question form -> kind, the first that matches: "how fast" wants a number, "when" a time, "what is" a definition.
_FORMS: tuple[tuple[str, str], ...] = (
    (r"what (?:do|does|did|is|are|was|were) .*\b(?:mean|meant by|amount to|refer to|denote)\b", "meaning"),
    (r"what .*\bmeaning of\b|what (?:do|does) .+ stands? for\b|what counts as\b", "meaning"),
    (r"(?:for |within )?(?:how long|how much time)\b", "duration"),
    (r"(?:for |within )?(?:what|which) (?:duration|period|time)\b", "duration"),
    (r"(?:since |until |till |from |by )?when\b|how often\b", "time"),
    (r"(?:(?:on|in|at|during|by|until) )?(?:what|which) (?:\w+ )?(?:date|day|year|month|week|time|hour)s?\b", "time"),
    (
        r"(?:to |up to |by )?how (?:many|much|big|large|small|fast|quick(?:ly)?|far|high|low|old|young|deep|heavy|wide"
        r"|stale|slow(?:ly)?|tall|expensive|strong)\b",
        "quantity",
    ),
    (r"what (?:percentage|share|number|size|price)\b", "quantity"),
    (r"why\b|how come\b|for what reason\b|what (?:is|was) the reason\b", "reason"),
    (r"what (?:do|does|did) .+ (?:do|hold|contain|keep|store|cover)\b", "purpose"),
    (r"(?:for )?what (?:is|are|was|were) .+ (?:for|about)\b|what .* (?:meant|used|good|responsible) for\b", "purpose"),
    (r"(?:what|who)(?:'s| is| are| was| were) |(?:what|who) .*\b(?:is|are|was|were)\W*$", "definition"),
    (r"(?:describe|define)\b", "definition"),
)
_ASKS = r"(?=(?:what|who|when|where|why|how|which)\b)"
#: What may stand before the question proper: courtesies, and a place to look at ("In the berth plan, ...").
_PREFACE = re.compile(
    rf"\A(?:(?:please|kindly|and|so|now|but)\b,? ?|(?:(?:can|could|will) you )?(?:please )?(?:say|tell|explain|show)"
    rf"(?: (?:to )?(?:me|us))? {_ASKS}|(?:in|on|at|for|from|according to) [^,?]{{3,60}}, {_ASKS})+",
    re.IGNORECASE,
)
#: "What kind of boat is she?": the kind is asked for, so a right sentence need not name it.
_KIND_ASKED = re.compile(r"(?:what|which) (?:kind|sort|type)s? of [\w -]+? (?:is|are|was|were)\W*$", re.IGNORECASE)
#: The subject of "what is a payout, as opposed to ...", "what does 'active' mean in ...".
_SUBJECT = re.compile(
    r"what (?:is|are|was|were|do|does|did|counts as)(?: meant by)? (?:an? |the )?[\"'“‘]?(?P<it>[^,?\"”]{2,60}?)"
    r"[\"'”’]?(?: (?:mean|amount|refer|stand|denote|for|in|as|when|do|if)\b|,|\?|$)",
    re.IGNORECASE,
)
#: Kinds of questions that are hardly ever answered by a set of things.
WORDED = frozenset({"definition", "purpose", "meaning", "reason", "duration", "time"})
_KINDS = [(re.compile(form, re.IGNORECASE), kind) for form, kind in _FORMS]

_NUMBER = (
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|million|half|dozen)"
)
_UNIT = (
    r"(?:milliseconds?|ms|microseconds?|seconds?|secs?|s|minutes?|mins?|hours?|days?|weeks?|fortnights?|months?"
    r"|quarters?|years?|decades?|centur(?:y|ies)|nights?)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_WHEN = (
    rf"\b(?:1[5-9]|20)\d\d\b|\b{_MONTH}\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b\d\d?:\d\d\b"
    r"|\b(?:midnight|noon|nightly|daily|weekly|monthly|yearly|hourly|quarterly|annually|every|each|once|twice|after|when"
    rf"|before|until|while)\b|\b{_NUMBER} {_UNIT}\b"
)
#: What a sentence has in it that can answer a question of this kind; other kinds have no such mark.
MARKS: dict[str, re.Pattern[str]] = {
    kind: re.compile(pattern, re.IGNORECASE)
    for kind, pattern in {
        "duration": rf"\b{_NUMBER}(?: (?:or|to) {_NUMBER}|-)? ?{_UNIT}\b|\b(?:for|within|after|in|of|about|than|lasts?"
        rf"|takes?|another|half) an? {_UNIT}\b",
        "time": _WHEN,
        "quantity": rf"\d|\b{_NUMBER}\b",
        "reason": r"\b(?:because|since|so that|in order to|due to|reasons?|owing to|to avoid|therefore|otherwise|lest"
        r"|as (?:it|they|he|she|we)|wants?|needs?)\b",
    }.items()
}

#: Words that ask and say nothing of what is asked for, as `tokenize` gives them.
_ASKING = frozenset(
    tokenize(
        "what which who whom whose how when why where do does did done has have had can may could would should much "
        "many long often from than too about i my me we our you your been being were any some sort kind type question "
        "mean meant happen happens exactly tell please give say said "
        "explain describe define show see seen there know want purpose point idea role job task aim goal use used thing"
    )
)
#: Words whose whole sense is in the form of the question, by kind.
_SAID_BY_KIND: dict[str, frozenset[str]] = {
    "purpose": frozenset(tokenize("hold contain keep store cover good responsible")),
    "meaning": frozenset(tokenize("meaning stand count amount refer denote")),
    "duration": frozenset(tokenize("time duration period last take")),
    "time": frozenset(tokenize("date day year month week time hour")),
    "quantity": frozenset(
        tokenize(
            "big large small fast quickly far high low old young deep heavy wide slow slowly tall expensive strong"
        )
        + tokenize("number size")
    ),
    "reason": frozenset(tokenize("reason come")),
}


_POSSESSIVE = re.compile(r"(?<=\w)['’]s?(?!\w)")


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the choice of a sentence reads it.

    `kind` is meaning, duration, time, quantity, reason, purpose, definition or other. `spellings` are all known
    spellings of the things that it names; `terms` its content words (`tokenize`d, sorted) beside those; `rest` the
    question without the spellings. `subject` is what a definition or a meaning is asked of, where that is no known
    thing ("a payout").
    """

    text: str
    kind: str
    spellings: tuple[str, ...]
    terms: tuple[str, ...]
    rest: str
    subject: str = ""

    @property
    def asks_what_it_is(self) -> bool:
        """It asks what a thing is, or is for, and nothing more: the thing's own page answers that."""
        return self.kind in ("definition", "purpose", "meaning") and not self.terms


def read_question(text: str, spellings: tuple[str, ...] = ()) -> Question:
    """Read a question that names things of these spellings."""
    proper = _PREFACE.sub("", text.strip(), count=1)
    kind = next((kind for pattern, kind in _KINDS if pattern.match(proper)), "other")
    rest = proper
    for spelling in sorted(spellings, key=lambda s: (-len(s), s)):
        rest = re.sub(rf"(?i)(?:\bthe )?(?<!\w){re.escape(spelling)}(?!\w)(?:['’]s)?", " ", rest)
    if _KIND_ASKED.match(rest):
        kind, rest = "definition", "What is?"
    said = _ASKING | _SAID_BY_KIND.get(kind, frozenset())
    terms = tuple(sorted(set(tokenize(rest)) - said))
    subject = _SUBJECT.match(proper) if kind in ("definition", "meaning", "purpose") else None
    return Question(text, kind, tuple(spellings), terms, " ".join(rest.split()), subject["it"] if subject else "")


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of a text as names are compared: no case, no accents, no marks between, no possessives."""
    return tokens(fold(clean(_POSSESSIVE.sub("", text))))[0]


def related(term: str, other: str) -> bool:
    """Are two stems one word family ("grow", "growth"; "find", "found")? Forms of an irregular word, or a common
    beginning of at least four letters that is most of both."""
    if term == other or other in other_stems(term):
        return True
    shared = next((i for i, (a, b) in enumerate(zip(term, other, strict=False)) if a != b), min(len(term), len(other)))
    return shared >= 4 and shared >= 0.75 * min(len(term), len(other)) and shared >= 0.6 * max(len(term), len(other))
