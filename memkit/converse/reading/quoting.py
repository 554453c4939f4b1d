"""Whose view is it? The speaker's, or somebody else's whom the speaker quotes, reports or votes for.

What is said of an absent person's view is put into the first person ("she says that she's against it" -> "i am against
it"), so that one lexicon serves both; the person comes along as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memkit.converse.reading.clauses import Clause
from memkit.converse.reading.plainly import plain

#: Nouns of people who have a view: kin, trades, offices. One of them with a determiner is a person.
_ROLE = (
    r"(?:wife|husband|partner|mother|father|mum|mom|dad|mother-in-law|father-in-law|sister-in-law|brother-in-law|"
    r"daughter|son|sister|"
    r"brother|aunt|uncle|cousin|grandmother|grandfather|grandma|granny|grandpa|gran|nephew|niece|neighbour|"
    r"neighbor|boss|"
    r"manager|director|head|chair|chairman|chairwoman|chairperson|president|secretary|treasurer|accountant|lawyer|"
    r"solicitor|"
    r"landlord|landlady|owner|caretaker|janitor|gardener|cook|chef|nurse|doctor|matron|midwife|surgeon|consultant|"
    r"teacher|"
    r"headmaster|headmistress|principal|dean|professor|vicar|priest|bishop|mayor|clerk|architect|engineer|builder|"
    r"plumber|"
    r"electrician|foreman|captain|skipper|coach|trainer|editor|publisher|translator|designer|developer|maintainer|"
    r"librarian|"
    r"curator|keeper|conductor|organist|drummer|singer|bassist|guitarist|producer|customer|client|supplier|inspector|"
    r"insurer|auditor|warden|ranger|farmer|vet|pharmacist|porter|sponsor|donor|mentor|supervisor|"
    r"colleague|"
    r"deputy|assistant|intern|student|rep|representative|delegate|officer|sergeant|major|colonel|intendant|ward sister|"
    r"night nurse|head nurse|sister on \w+|cto|ceo|cfo|coo|pm|product owner|lead|team lead)"
)
_ROLE_PHRASE = re.compile(
    rf"\b(?:my|our|the|your|his|her|their)\s+(?:(?!own\b)[a-z]+\s+){{0,2}}?{_ROLE}(?:\s+(?:from|of|at|"
    rf"in)\s+(?:the\s+)?[A-Za-z]+)?\b(?!')",
    re.IGNORECASE,
)
_KIN_NAME = re.compile(
    r"\b(?:Mum|Mom|Mother|Dad|Father|Grandma|Granny|Gran|Grandpa|Auntie|Uncle|Aunt)\b(?: [A-Z][a-z]+)?"
)
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Cllr|Capt|Captain|Councillor|Sir|Lady|Sister|Brother|Father|Professor|Doctor|"
    r"Reverend|Aunt|Uncle)\.? [A-Z][\w'-]+(?: [A-Z][\w'-]+)?"
)
_HANDLE = re.compile(r"(?<!\w)@[\w.-]*\w")

_MARK = "zq{}qz"
_PERSON = r"(?:zq\d+qz)"
_PRONOUN = r"(?:he|she|they)"
_SUBJECT = rf"(?:{_PERSON}|{_PRONOUN})"
_LEAD = (
    r"(?:(?:and|but|so|then|also|now|yes|no|ok|well|because|since|as|although|though|while|yesterday|today|"
    r"this morning|last night|on the phone|by mail|that|even|only|oh|sorry|besides|meanwhile|anyway|first|"
    r"second|finally|in private|for the record|if it helps|just so you know|apparently)\b,?\s+)*"
)
_ASIDE = (
    r"(?:,? (?:who|whom|whose|which)\b.{0,80}?,|, (?:the |our |my |a |an |from |at |in |of |on |"
    r"over )[^,]{1,50},| (?:from|at|in|of|on|over|upstairs|downstairs)(?: (?:the|our|"
    r"my))? (?:\S+ ?){1,3}?(?= \S)| (?:too|both|also|themselves|as well))?"
)
#: Verbs that report what somebody says or thinks.
_REPORT = (
    r"(?:says?|said|tells?|told|writes?|wrote|thinks?|thought|feels?|felt|believes?|believed|asks?|asked|rang|"
    r"rings?|calls?|called|"
    r"mail(?:s|ed)?|e-?mail(?:s|ed)?|text(?:s|ed)?|messag(?:es?|ed)|phones?|phoned|reckons?|reckoned|insists?|"
    r"insisted|mentions?|"
    r"mentioned|warns?|warned|argues?|argued|answers?|answered|repl(?:y|ies|ied)|let|lets|left|sends?|sent|"
    r"announced?|announces|"
    r"declared?|declares|confirmed|confirms|assured|stated?|states|adds?|added|pointed|made it clear|"
    r"makes it clear|has|have|had|"
    r"was|is|would|will|gave|gives|promised|explained|stressed|remarked|admitted|whispered|signalled|indicated|"
    r"pinged|slacked|posted|commented)"
)
_SAY = (
    r"(?:say(?:s|ing)?|said|tell(?:s|ing)?|told|writ(?:es?|ing)|wrote|written|thinks?|thought|feels?|felt|"
    r"believes?|believed|reckons?|"
    r"reckoned|mentions?|mentioned|insists?|insisted|warn(?:s|ed|ing)?|argu(?:es?|ed)|answer(?:s|ed)?|repl(?:y|"
    r"ies|ied)|let(?:s)? (?:me|us|you all|you|everyone) know|"
    r"announced?|announces|declared?|declares|confirm(?:s|ed)?|assured|stated?|states|adds?|added|pass(?:es)? on|"
    r"minuted|make it clear|"
    r"made it clear|makes it clear|point(?:s|ed)? out|explain(?:s|ed)?|report(?:s|ed)?|asks|asked|promised|"
    r"stress(?:es|ed)|remarked|admit(?:s|ted)|whispered|indicated|posted|commented|texted|emailed|mailed|e-mailed|"
    r"messaged|pinged|heard)"
)
_WHOM = r"(?: (?:to )?(?:me|us|you|you all|everyone|everybody|the group|the board|the list|him|her|them))?"
_WHEN = (
    r"(?:,? (?:on|in|at|by|over|after|before|this|last|yesterday|today|again|just|already|earlier|outside|"
    r"privately|briefly|clearly|straight)(?: \S+){0,3}?)?"
)
_SAYING = re.compile(rf"\b{_SAY}{_WHOM}{_WHEN}(?: that| how)?(?:[:,]? |[:,]$|$)")
_ACCORDING = re.compile(
    rf"\b(?:according to|on behalf of|in the name of|speaking for|voting for|proxy (?:for|of|from)|standing in for|"
    rf"a no from|a yes from)\s+({_PERSON})\b"
)
_OWNED = re.compile(
    rf"\b({_PERSON})'s? (?:own )?(vote|answer|view|opinion|proxy|position|message|letter|note|mail|e-?mail|wish|"
    rf"word|words|preference|advice|request|verdict|instruction|reply|text|feeling|objection|support)s? (?:was |"
    rf"is |says |said |reads |goes |to me was |on this |on that |here )*[:,]?\s*(.*)$"
)
_LETTER = re.compile(
    rf"\b(?:letter|mail|e-?mail|note|message|text|proxy|word|postcard|voicemail|apologies|line|reply|"
    rf"comment)s? (?:came in |in |here )?(?:from|by|of) ({_PERSON})\b[^:]*?(?::|,? (?:it|which|that|who|"
    rf"and) (?:says|reads|said)|,? saying|,? that)?\s*(.*)$"
)
_POSTPOSED = re.compile(
    rf"^(.*?),? (?:says|said|writes|wrote|thinks|{_SAY}) ({_PERSON})\b|^(.*?),? ({_PERSON}|he|she) (?:says|said|"
    rf"thinks|writes|wrote|told me|tells me)$"
)
_QUOTED = re.compile(r"[\"“”]")
#: What a person who is named is reminded of, or what happened with them once.
_REMINDED = re.compile(
    r"\b(?:last (?:year|time|month|week|meeting|spring|summer|autumn|winter)|back then|years ago|at the time|"
    r"in those days|earlier|before|used to|once|originally|at first|in (?:january|february|march|april|may|june|"
    r"july|august|september|october|november|december))\b"
)
_FIRST_PERSON = re.compile(r"\b(?:i|we|my|our|me|us|mine)\b")
_VBZ = {"is": "am", "has": "have", "does": "do", "says": "say", "goes": "go", "was": "was"}


@dataclass(frozen=True, slots=True)
class View:
    """A clause as somebody's view: `persons` as written ("" : the speaker), `words` in the first person of theirs."""

    clause: Clause
    persons: tuple[str, ...]
    words: str
    reported: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    start: int
    end: int
    text: str


def name_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Matches any of these names as whole words; the longest first."""
    known = sorted({n.strip() for n in names if len(n.strip()) > 1}, key=lambda n: (-len(n), n))
    if not known:
        return None
    return re.compile(r"(?<![\w@])(?:" + "|".join(re.escape(n) for n in known) + r")(?!\w)")


def mentions(doc: Any, text: str, names: re.Pattern[str] | None) -> list[Mention]:
    """The people whom a turn names, in order: known names, titles, roles, handles, and what spaCy takes for persons."""
    spans: list[tuple[int, int]] = []

    def add(start: int, end: int) -> None:
        if all(end <= s or start >= e for s, e in spans):
            spans.append((start, end))

    for pattern in (_TITLED, _HANDLE):
        for match in pattern.finditer(text):
            add(*match.span())
    full = [e for e in doc.ents if e.label_ == "PERSON" and len(e) > 1 and e.text.istitle()]
    for entity in full:
        end = entity.end_char - (2 if entity.text.endswith(("'s", "’s")) else 0)
        add(entity.start_char, end)
    if names is not None:
        for match in names.finditer(text):
            add(*match.span())
    for match in _ROLE_PHRASE.finditer(text):
        add(*match.span())
    for match in _KIN_NAME.finditer(text):
        add(*match.span())
    for entity in doc.ents:
        begins = entity.start == 0 or doc[entity.start - 1].text in (".", "!", "?", "…", ":", ";")
        alone = len(entity) == 1 and begins and (entity.end >= len(doc) or doc[entity.end].text in (".", "!", "?"))
        if entity.label_ == "PERSON" and entity.text[:1].isupper() and not alone:
            end = entity.end_char - (2 if entity.text.endswith(("'s", "’s")) else 0)
            add(entity.start_char, end)
    return [Mention(s, e, text[s:e]) for s, e in sorted(spans)]


class Attributor:
    """Goes through the clauses of one turn and says whose view each is."""

    def __init__(self, text: str, people: Sequence[Mention], before: Mention | None) -> None:
        self._text = text
        self._people = people
        self._last: str | None = None
        self._before = before.text if before else None
        self._holder: tuple[str, ...] = ("",)
        self._sentence = -1
        self._in_quotes = False
        self._subject: tuple[str, ...] = ("",)

    def views(self, clauses: Sequence[Clause]) -> list[View]:
        return [view for clause in clauses for view in self._read(clause)]

    def _read(self, clause: Clause) -> list[View]:
        if clause.sentence != self._sentence and not self._in_quotes:
            self._holder = ("",)
        self._sentence = clause.sentence
        inside = [m for m in self._people if clause.start <= m.start < clause.end]
        words = self._marked(clause, inside)
        quotes = len(_QUOTED.findall(clause.text))
        opened = self._in_quotes
        if quotes % 2:
            self._in_quotes = not self._in_quotes
        if opened and self._holder != ("",):
            return [View(clause, self._holder, self._unmarked(words, inside), True)]
        found = self._framed(clause, words, inside)
        if inside:
            self._last = inside[-1].text if not found or found[0].persons == ("",) else found[0].persons[-1]
        if found:
            self._holder = found[-1].persons if found[-1].reported else ("",)
            self._subject = found[-1].persons
            return found
        shared = re.match(r"^(?:and|but|or|then|so)\b", words)
        if clause.joint and shared and self._verb_first(clause):
            words = "i " + re.sub(r"^(?:(?:and|but|or|then|so)\s+)+", "", words)
            return self._content(clause, self._subject, words, inside, False)
        self._subject = ("",)
        plainly = self._unmarked(words, inside)
        if (
            self._holder != ("",)
            and not _FIRST_PERSON.search(words)
            and clause.joint in (",", "because", "since", "and", ":", "as", "so")
        ):
            return [View(clause, self._holder, plainly, True)]
        self._holder = ("",)
        return [View(clause, ("",), plainly)]

    @staticmethod
    def _verb_first(clause: Clause) -> bool:
        """A conjunction, then a verb: it shares the subject of the clause before."""
        tags = [t.tag_ for t in clause.tokens if t.tag_ not in ("CC", "RB", ",")][:1]
        return bool(tags) and tags[0] in ("VBZ", "VBP", "VBD", "MD")

    def _marked(self, clause: Clause, inside: Sequence[Mention]) -> str:
        text = clause.text
        for number in reversed(range(len(inside))):
            mention = inside[number]
            s, e = mention.start - clause.start, mention.end - clause.start
            text = text[:s] + _MARK.format(number) + text[e:]
        return plain(re.sub(r"[\"“”]", "", text)).rstrip(" .!?;:,")

    def _unmarked(self, words: str, inside: Sequence[Mention]) -> str:
        return re.sub(r"zq(\d+)qz", lambda m: plain(inside[int(m[1])].text) or "someone", words)

    def _who(self, subject: str, inside: Sequence[Mention]) -> str | None:
        match = re.fullmatch(r"zq(\d+)qz", subject)
        if match:
            return inside[int(match[1])].text
        if subject == "they":
            return None  # several people, or one whose pronoun it is: a guess would be worse than nothing
        return self._last or self._before

    def _framed(self, clause: Clause, words: str, inside: Sequence[Mention]) -> list[View]:
        match = _LETTER.search(words) or None
        if match and match[2]:
            who = self._who(match[1], inside)
            self._holder = (who,)
            return self._content(clause, (who,), match[2], inside, True)
        match = _OWNED.search(words)
        if match and match[3]:
            who = self._who(match[1], inside)
            noun = match[2]
            said = match[3]
            lead = (
                f"my {noun} is "
                if noun in ("vote", "answer", "preference", "objection", "support", "wish", "advice", "verdict")
                else ""
            )
            return self._content(clause, (who,), lead + said, inside, True)
        match = _ACCORDING.search(words)
        if match:
            who = self._who(match[1], inside)
            rest = (words[: match.start()] + " " + words[match.end() :]).strip(" ,")
            if "from" in match.group()[:12]:
                rest = match.group().split(" from")[0].removeprefix("a ")
            return self._content(clause, (who,), rest, inside, True)
        match = re.match(
            rf"^{_LEAD}((?:{_PERSON}(?:,| and|, and)? )*)({_SUBJECT})((?: and i| and me)?){_ASIDE},? (.*)$", words
        )
        if match is None or not match[4]:
            match = _POSTPOSED.match(words)
            if match:
                subject = match[2] or match[4]
                who = self._who(subject, inside)
                said = match[1] if match[2] else match[3]
                if who and said:
                    return self._content(clause, (who,), said, inside, True)
            return []
        subjects = [*list(re.findall(_PERSON, match[1])), match[2]]
        persons = [self._who(s, inside) for s in subjects]
        if any(p is None for p in persons):
            return [View(clause, (), "")]
        if match[3]:
            persons.append("")
        rest = match[4]
        saying = _SAYING.search(rest) if re.match(rf"^(?:{_REPORT}|\S+ly {_REPORT})\b", rest) else None
        if saying:
            said = rest[saying.end() :]
            # the last verb of saying before the content: "asked me to say (that) ..."
            further = _SAYING.search(said)
            while (
                further
                and further.start() < 24
                and re.match(r"^(?:\S+ ){0,4}?to$|^(?:\S+ ){0,4}to ", said[: further.start()])
            ):
                said = said[further.end() :]
                further = _SAYING.search(said)
            if said:
                return self._content(clause, tuple(persons), said, inside, True)
        return self._content(clause, tuple(persons), "i " + rest, inside, bool(saying))

    def _content(
        self, clause: Clause, persons: tuple, said: str, inside: Sequence[Mention], reported: bool
    ) -> list[View]:
        verbs = {t.lower_: t.lemma_.lower() for t in clause.tokens if t.tag_ == "VBZ"}
        words = self._unmarked(said, inside)
        words = re.sub(r"\b(?:he|she)\b", "i", words)
        if not re.search(r"\bi\b", words) or len(persons) > 1:
            words = re.sub(r"\bthey\b", "i", words)
        words = re.sub(r"\b(?:his|her|their)\b", "my", words)
        out, after_i = [], False
        for word in words.split():
            bare = word.strip(",.;:")
            if after_i and bare in ("is", "are"):
                word = word.replace(bare, "am")
            elif after_i and bare == "was" and reported:
                word = "am"
            elif (
                after_i
                and bare
                in (
                    "wanted",
                    "liked",
                    "preferred",
                    "supported",
                    "opposed",
                    "agreed",
                    "objected",
                    "favoured",
                    "hated",
                    "proposed",
                    "suggested",
                    "thought",
                )
                and reported
            ):
                word = {
                    "preferred": "prefer",
                    "liked": "like",
                    "hated": "hate",
                    "proposed": "propose",
                    "thought": "think",
                    "opposed": "oppose",
                }.get(bare, bare.removesuffix("ed"))
            elif bare in _VBZ and after_i:
                word = _VBZ[bare]
            elif bare in verbs and (after_i or out[-1:] == ["and"]) and bare not in ("is", "'s"):
                word = ("i " if out[-1:] == ["and"] else "") + word.replace(bare, _base(bare, verbs[bare]))
            if bare not in ("still", "only", "both", "always", "too", "now", "not"):
                after_i = bare == "i"
            out.append(word)
        return [View(clause, persons, " ".join(out), reported)]


def _base(word: str, lemma: str) -> str:
    if lemma != word:
        return lemma
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") else word


def is_reminder(words: str) -> bool:
    return bool(_REMINDED.search(words))
