"""Which act a clause does: its cues first, then what is on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from memkit.converse.reading import cues
from memkit.converse.reading.clauses import HEADING
from memkit.converse.reading.ground import Ground, OnTable
from memkit.converse.reading.quoting import View
from memkit.converse.reading.vocabulary import Wordings
from memkit.converse.reading.words import content

#: Tokens that an option has which is only named.
LONGEST_NAME = 16
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS", "CD", "VBG"))
#: Who leaves out the subject speaks of himself: "can't say I approve", "would love that", "happy to", "not convinced".
_NO_SUBJECT = Wordings(r"""
    ^(?:and |but |so |then )?(?:can|could|would|will|am|have to|may|might|shall|must) (?!(?:i|we|you|he|she|it|they|
        the|this|that|someone|somebody|anyone|anybody|there)\b)
    ^(?:and |but |so |then )?(?:do|did) not (?:think|like|want|see|agree|object|mind|care|believe|know|need|fancy)
    ^(?:and |but |so )?(?:think|guess|love|like|prefer|want|hate|withdraw|retract|support|oppose|propose|suggest|
        agree|disagree|vote|object|second|take)\b
""")
_NO_VERB = Wordings(r"""
    ^(?:and |but |so |still |also |very |rather |quite )?(?:not )?(?:<FOR>|<AGAINST>|inclined|sorry)(?: (?:to|with|
        about|of|by|on|from|that|here)\b|$)
""")
#: Later, another day: nothing is settled.
_LATER = Wordings(r"""
    \b(?:speak|talk|discuss|look(?:ed)?|think|come back|return|wait|waits|decide|settle|vote|see|hear|ask|
        know)s? (?:about |at |to |of |on |into )?(?:\S+ ){0,4}?(?:later|another|next|when|once|tomorrow|again|until|
        first|at home|then|in <MONTH>|before|after|tonight)\b
    \b(?:put|keep|leave) (?:\S+ ){1,4}(?:on the list|open|for (?:another|next)|until|till|for now|there)\b
    \bon the (?:list|agenda) for\b
    \bwe (?:speak|talk|look|think|discuss|see|hear|wait)\b|\bcomes? back(?: (?:when|to|in|after)\b|$)
    \bnot (?:settle|decide|force|vote)\b|\bfigures\b|\bwait and see\b|\bpostponed?\b|\badjourn\w*\b
    \bwhen (?:it|we|they|the|there)\b
    \b(?:open|begin|start|close|call) (?:the|this) (?:meeting|thread|call|session)\b|\bmove on\b
    \bnext (?:item|point|thing|question)\b|\b(?:item|point) (?:one|two|three|four|five|\d)\b
""")
_ACKNOWLEDGED = Wordings(r"""
    ^(?:understood|oui|ack|acknowledged|noted|i see|aha|heard|fine|ok|okay|right|captain|chef|boss|done|cheers|
        great|nice|cool|haha|lol|wow|oh|ah|hm+|good (?:morning|evening|afternoon)|hello|hi|hey|welcome|morning|
        evening)\b(?:[ ,.!]+(?:captain|boss|chef|thanks|then|all|everyone|everybody|good|great|understood|noted|
        fine|sir|madam))?$
""")
_ANSWERED = Wordings(r"""
    ^(?:and |but |so )?(?:yes|yeah|yep|no|nope|aye|sure|oui)(?:,? (?:it|that|this|they|he|she|we|i|there|not|and|
        but|captain|boss|chef|sir|madam|mate|all|everyone|thanks)\b.{0,24})?$
    ^.{0,24}, (?:yes|no|yeah|nope)$
""")
_MAY_WE = re.compile(r"^(?:and |so |also )*(?:can|could|may|might|would|shall|what|is there|do we)\b")
#: A condition that no comma parts from what is said on it.
_CONDITION = re.compile(
    r"^(?:and |but |so )?(?:if|unless|since|when|as) (?!i (?:were|was|had)\b)[^,]{8,}? (?=(?:i|you|we) (?:will|"
    r"can|am|are|do|shall|have)\b)"
)
#: A choice that is put, not made; a word of thanks and what one does now.
_NO_NAME = re.compile(
    r"\bor\b|^(?:great|ok|okay|thanks|cool|good|fine|perfect|nice|right|naturally|excellent),? |"
    r"^(?:let|ask|tell|wait|come|see|look|think|give me|excuse|remember|note|imagine|remind|keep in mind|forgive|trust|"
    r"believe|hear|listen|thank)\b"
)
_GRANTED = re.compile(r"\b(?:agreed|good|fine)\b")
#: "Muted between ten and seven", "ok, dropped in the next version"
_DONE = re.compile(r"^(?:(?:ok|okay|so|then|right|good|fine|well|and),? )*\w{3,}(?:ed|wn|ken|ven|ut|ld|one) (?:\w+ )")
_DO_IT = re.compile(r"^(?:and |so |then |just |ok |okay )*\w+ (?:it|that|this|them)\b")
_NEGATED = re.compile(r"\b(?:not|never)\b")
#: Bound to be so rather than wished: "it has to go through the council".
_BOUND = re.compile(r"\b(?:has|have|needs?|must|had) (?:to )?\w+")
_WISHED = re.compile(r"\b(?:i|let us|we should|should|ought|please|why|how about|what about|propose|suggest)\b")
_WE_DO = Wordings(r"""
    (?:^|, )(?:(?:and|so|then|good|ok|right|fine|well|very well|instead|now),? )*we (?:(?:will|shall|
        now) )*(?!(?:have|are|should|could|need|want|can|were|had|would|ought|must|may|might|did|do not|think|feel|
        know|believe|agree|support|oppose|object|like|hate|love|all|lost|spent|got|saw|heard|voted|said|asked|both|
        hope|see|hear|speak|talk|look|wait|discuss|find)\b)\w+
""")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a clause does; `sure` if it says so by itself. `words` name the option."""

    act: str
    words: frozenset[str]
    sure: bool


@dataclass(frozen=True)
class Statement:
    """A statement as the rules below see it; `ground` is what it is said on, not yet with this turn's acts."""

    view: View
    words: str
    name: str
    quoted: bool  # told of somebody absent
    first: bool  # nothing before it in the turn did anything but take back
    ground: Ground
    neutral: bool = False  # words that say nothing either way were in it

    @cached_property
    def about(self) -> frozenset[str]:
        return frozenset(content(self.view.clause.text)) - self.view.names

    @cached_property
    def strong(self) -> frozenset[str]:
        return frozenset(act for act, pattern in cues.STRONG.items() if pattern.search(self.words))

    @cached_property
    def weak(self) -> frozenset[str]:
        if self.neutral:
            return frozenset()
        return frozenset(act for act, pattern in cues.WEAK.items() if pattern.search(self.words))

    @cached_property
    def option(self) -> OnTable | None:
        """What is on the table in these words."""
        return self.ground.option_of(self.about)

    @cached_property
    def fresh(self) -> bool:
        """Nothing like it is on the table, or was asked about just before."""
        options = self.ground.options
        latest = options[-1].words if options else frozenset()
        return not (any(o.core & self.about for o in options) or latest & self.about or self.floated)

    @cached_property
    def floated(self) -> bool:
        """The turn before asked about it, and did no more."""
        return bool(self.about & self.ground.topic)

    @cached_property
    def open(self) -> OnTable | None:
        """What was put on the table last and waits for an answer."""
        return self.ground.open_option()

    @cached_property
    def new(self) -> frozenset[str]:
        return self.about - (self.option.words if self.option else frozenset())

    @cached_property
    def leads(self) -> bool:
        return not self.quoted and self.ground.leads(self.name)

    @cached_property
    def later(self) -> bool:
        return bool(_LATER.search(self.words))

    @cached_property
    def tags(self) -> frozenset[str]:
        return frozenset(token.tag_ for token in self.view.clause.tokens)

    @property
    def finite(self) -> bool:
        return bool(self.tags & _FINITE)

    @property
    def past(self) -> bool:
        return "VBD" in self.tags and not self.tags & {"VBP", "VBZ", "MD"}

    def others(self, option: OnTable | None) -> bool:
        """An option that somebody else put on the table, and that is not settled."""
        return option is not None and not option.settled and option.by != self.name

    def does(self, act: str, sure: bool = True) -> Judged:
        return Judged(act, self.about, sure)


def judge(view: View, after: Sequence[View], name: str, quoted: bool, ground: Ground, first: bool) -> Judged | None:
    """The act of `name` in a view, if any. `after` are the views that follow in the turn; `first`: none before it in
    the turn did anything but take back; `quoted`: it is told of somebody absent."""
    words = without_neutral(view.words)
    if not re.search(r"\w|👍|👎", words) or _ACKNOWLEDGED.search(words):
        return None
    answer = not quoted and view.clause.sentence == 0 and _ANSWERED.search(words)
    if answer and (ground.asked or (not ground.waiting() and len(words.split()) <= 2)):
        return None  # it answers a plain question, or says yes to what is settled
    if (
        not quoted
        and cues.SAME.search(words)
        and not view.clause.asked
        and ground.same(name)
        and not cues.DISAGREES.search(words)
    ):
        return Judged(ground.same(name), frozenset(), True)
    if view.clause.asked:
        return None if quoted else _judge_question(Statement(view, words, name, quoted, first, ground), after)
    words = _CONDITION.sub("", words)
    if cues.UNREAL.search(words):
        return None
    if _NO_SUBJECT.search(words):
        words = re.sub(r"^(?:(?:and|but|so|then) )?", "i ", words)
    elif _NO_VERB.search(words):
        words = re.sub(r"^(?:(?:and|but|so|still|also) )?", "i am ", words)
    said = Statement(view, words, name, quoted, first, ground, bool(cues.NEUTRAL.search(view.words)))
    for rule in _RULES:
        judged = rule(said)
        if judged is not None:
            return judged if judged.act else None
    return None


def without_neutral(words: str) -> str:
    """The words without those that say nothing either way."""
    return re.sub(r"\s+", " ", cues.NEUTRAL.sub(" ", words)).strip(" ,.:;")


#: A rule's word that the statement does nothing, whatever the rules after it would say.
_NOTHING = Judged("", frozenset(), True)


def _judge_question(said: Statement, after: Sequence[View]) -> Judged | None:
    """A question puts an option on the table only by idiom, or if the next sentence says that it is wanted."""
    if cues.SUGGESTING.search(said.words) and not (
        said.leads and said.words.startswith("what about") and not said.ground.is_for(said.name)
    ):
        return said.does("proposes")
    rest = [view for view in after if view.clause.sentence > said.view.clause.sentence]
    if not rest or rest[0].clause.asked:
        return None
    opposed = cues.DISAGREES.search(rest[0].words)
    wanted = cues.WANTED.search(rest[0].words) and not opposed
    if wanted and _MAY_WE.search(said.words):
        return said.does("proposes")
    named = not said.finite and said.new and said.tags & _NOUNS
    if named and (wanted or not (opposed or said.option or said.open)):
        return said.does("proposes", bool(wanted))
    return None


def _withdrawal(said: Statement) -> Judged | None:
    held = said.ground.held.get(said.name)
    if said.quoted and not held:
        return None
    if "withdraws" in said.strong or (held and cues.YIELDS.search(said.view.words)):
        return said.does("withdraws")
    if "withdraws" not in said.weak or not held or said.strong & {"proposes", "disagrees"}:
        return None
    outright = bool(re.search(r"\bi\b", said.words))
    if outright or not said.about or said.option is not None or said.ground.is_against(said.name):
        return said.does("withdraws", outright)
    return None


def _order(said: Statement) -> Judged | None:
    """ "We launch with seats": who leads says what will be done."""
    if not said.leads or said.later or "reaffirms" in said.strong or not _WE_DO.search(said.words):
        return None
    return said.does("decides") if said.option or said.open or "decides" in said.strong else None


def _reaffirmation(said: Statement) -> Judged | None:
    if "reaffirms" not in said.strong:
        return None
    is_for = said.ground.is_for(said.name)
    if said.ground.stance(said.name) == "against" or ("disagrees" in said.strong and not is_for):
        return said.does("disagrees")  # an objection said again
    if is_for or (said.leads and said.ground.deciders):
        return said.does("reaffirms")
    return said.does("proposes" if "proposes" in said.strong and said.fresh else "supports")


def _decision(said: Statement) -> Judged | None:
    if "decides" not in said.strong or said.quoted or said.later:
        return None
    if said.leads or not (
        said.strong & {"disagrees", "proposes"} or (said.about and not said.option and not said.first)
    ):
        return said.does("decides")
    return None


def _objection(said: Statement) -> Judged | None:
    if "disagrees" not in said.strong:
        return None
    if said.option is None and said.open is None and (said.ground.place == 0 or said.ground.last_act == "withdraws"):
        return _NOTHING  # nothing is on the table: "that is too much for anyone", "what a pity"
    return said.does("disagrees")


def _agreement(said: Statement) -> Judged | None:
    if "supports" not in said.strong:
        return None
    if not said.quoted:
        if said.about and said.fresh and cues.FAVOURS.search(said.words):
            return said.does("proposes")  # there is nothing like it yet to agree with
        done = said.ground.last_act == "decides" and said.ground.since() <= 1
        if (done or not said.ground.waiting()) and len(said.words.split()) <= 3:
            return _NOTHING
    if said.leads and re.fullmatch(
        r"(?:good|fine|right|ok|okay|great|excellent|very well|well|perfect|lovely)", said.words
    ):
        return _NOTHING  # who leads takes note
    chairs = said.leads and (said.name in said.ground.deciders or not said.ground.is_for(said.name))
    if chairs and "decides" in said.weak and (said.option or said.open) and _GRANTED.search(said.words):
        return said.does("decides")
    return said.does("supports")


def _proposal(said: Statement) -> Judged | None:
    if "proposes" not in said.strong:
        return None
    if said.quoted and said.option is not None and not said.option.settled:
        return said.does("supports")
    explicit = bool(cues.SAID_TO_BE_PROPOSED.search(said.words))
    if said.leads and not explicit:
        if said.later:
            return _NOTHING
        if "decides" in said.weak and "let us" in said.words and said.option and not said.option.settled:
            return said.does("decides")
    kept = said.option is not None and said.option.settled and said.ground.is_for(said.name)
    if kept and re.search(r"\b(?:keep|leave|stay)\b", said.words):
        return said.does("reaffirms")
    if not explicit and said.others(said.open) and re.search(r"\b(?:as well|too)$", said.words):
        return said.does("supports")
    if said.leads and not explicit and said.words.startswith("we ") and " need " in said.words and not said.option:
        return _NOTHING  # what the meeting is about
    if not explicit and "proposes" not in said.weak:
        if said.others(said.option) and len(said.new) < len(said.about & said.option.words):
            return said.does("supports")
        if not said.about and said.others(said.open) and said.ground.since() <= 3:
            return said.does("supports")
    return said.does("proposes", explicit or not _BOUND.search(said.words) or bool(_WISHED.search(said.words)))


def _by_the_table(said: Statement) -> Judged | None:
    """What weak cues mean, by who speaks and what waits for an answer."""
    if said.quoted:
        points = said.open is not None and re.search(r"\b(?:it|that|this)\b", said.words)
        return said.does("supports", False) if "supports" in said.weak and (said.option or points) else _NOTHING
    settling = said.leads and said.others(said.option)
    own = said.option is not None and (said.option.by == said.name or said.leads)
    if "reaffirms" in said.weak and own and not settling and said.ground.is_for(said.name):
        return said.does("reaffirms", False)
    past = said.past and not said.words.endswith("then")
    if said.leads and not said.later and not past and not _NEGATED.search(said.words):
        if settling and ("reaffirms" in said.weak or not said.finite):
            return said.does("decides", False)
        if said.open and not said.tags & {"VBP", "VBZ", "MD"} and _DONE.search(said.words):
            return said.does("decides", False)
        waiting = (said.option and (said.finite or not said.option.settled)) or (not said.about and said.open)
        if "decides" in said.weak and waiting:
            return said.does("decides", False)
    if "supports" in said.weak and not said.leads and said.ground.since() <= 4:
        points = re.search(r"\b(?:it|that|this|them)\b|^(?:yes|yeah|ok|sure)\b", said.words)
        answered = said.floated or (said.others(said.open) and (points or not said.finite))
        if answered or (said.option and said.option.by != said.name):
            return said.does("supports", False)
    if "disagrees" in said.weak and said.others(said.open) and said.ground.since() <= 2:
        return said.does("disagrees", False)
    return None


def _bare(said: Statement) -> Judged | None:
    """No cue at all: an option may just be named ("Heist films."), or ordered ("Split it.")."""
    clause = said.view.clause
    if _NO_NAME.search(said.words):
        return None
    if said.ground.asked and not said.ground.leads(said.ground.asker) and not said.leads:
        return None  # an answer to somebody who wants to know
    if clause.before == HEADING:
        return None
    order = bool(clause.tokens) and clause.tokens[0].tag_ == "VB" and not said.finite
    if order and _DO_IT.search(said.words) and said.others(said.open):
        return said.does("decides" if said.leads else "supports", False)
    if not said.about or not said.first or said.finite or len(clause.tokens) > LONGEST_NAME:
        return None
    if said.leads and (clause.joint != ":" or said.open):
        return None
    if order:
        return said.does("proposes", False)
    if clause.joint not in ("", ":", ",", HEADING):
        return None
    if said.option is not None and not said.option.settled and not said.new:
        return None if said.option.by == said.name else said.does("supports", False)
    if said.ground.asked and said.open is not None and said.ground.since() <= 3:
        return None  # it answers a question about what is on the table
    named = any(t.tag_ in _NOUNS and t.lower_ not in ("thanks", "news") for t in clause.tokens)
    return said.does("proposes", False) if named else None


_RULES: tuple[Callable[[Statement], Judged | None], ...] = (
    _withdrawal,
    _order,
    _reaffirmation,
    _decision,
    _objection,
    _agreement,
    _proposal,
    _by_the_table,
    _bare,
)
