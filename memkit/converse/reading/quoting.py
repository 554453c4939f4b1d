"""Whose view is it? The speaker's, or somebody else's whom the speaker quotes, reports or votes for.

What is said of an absent person's view is put into the first person ("she says that she's against it" -> "i am against
it"), so that one lexicon serves both; the person comes along as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from memkit.converse.reading.clauses import Clause
from memkit.converse.reading.mentions import Mention, meant_by
from memkit.converse.reading.plainly import plain
from memkit.converse.reading.vocabulary import words as alternatives
from memkit.converse.reading.words import content

#: A mention in plain wording, by its number in the clause.
_MARK = "zq{}qz"
_PERSON = r"zq\d+qz"
_SAY = alternatives("""
    say, says, saying, said, tell, tells, telling, told, write, writes, wrote, writing, written, think, thinks,
    thought, feel, feels, felt, believe, believes, believed, reckon, reckons, reckoned, mention, mentions, mentioned,
    insist, insists, insisted, warn, warns, warned, argue, argues, argued, answer, answers, answered, reply, replies,
    replied, let me know, lets me know, lets us know, let us know, let you know, let it be known, known, announce,
    announces, announced, declare, declares, declared, confirm, confirms, confirmed, assured, assures, state, states,
    stated, add, adds, added, pass on, passes on, minuted, make it clear, made it clear, makes it clear, point out,
    pointed out, points out, explain, explained, explains, report, reported, asks, asked, promised, stress, stressed,
    stresses, remarked, admit, admits, admitted, whispered, indicated, posted, commented, texted, emailed, mailed,
    e-mailed, messaged, pinged, word, word that, heard, rang, called, phoned, shouted, signed
""")
_SAYING = re.compile(
    rf"\b{_SAY}(?: (?:to )?(?:me|us|you|you all|everyone|everybody|the \w+|him|her|them))?"
    r"(?! (?:for|against|about|of|with|on (?:a|the|it|this|that|his|her|my))\b)"
    r"(?:,? (?:on|in|at|by|over|after|before|this|last|yesterday|today|again|just|already|earlier|outside|privately|"
    r"briefly|clearly|straight|so)(?: \S+){0,3}?)?(?: that| how)?(?:[:,]? |[:,]$|$)"
)
#: A report may begin with such a verb; then its content follows further on ("asked me to say that ...").
_REPORTING = re.compile(
    rf"^(?:has |have |had |also |just |did |only )*(?:\w+ly )?(?:{_SAY}|sends?|sent|left|gave|gives|brought|"
    rf"would like|wants? it|would have)\b"
)
_ACCORDING = re.compile(
    rf"\b(?:according to|per|as per|on behalf of|in the name of|speaking for|voting for|proxy (?:for|of|from)|"
    rf"standing in for)\s+({_PERSON})\b"
)
_OWNED = re.compile(
    rf"\b(?:({_PERSON})'s?|(his|her)) (?:own )?(vote|answer|view|opinion|proxy|position|message|letter|note|mail|"
    rf"e-?mail|wish|"
    rf"word|words|"
    r"preference|advice|request|verdict|instruction|reply|text|feeling|objection|support)s? "
    r"(?:was |is |says |said |reads |goes |to me was |on this |on that |here )*[:,]?\s*(.*)$"
)
_STANCE_NOUNS = ("vote", "answer", "preference", "objection", "support", "wish", "advice", "verdict")
_LETTER = re.compile(
    r"\b(?:letter|mail|e-?mail|note|message|text|proxy|word|postcard|voicemail|line|reply|comment|yes|no|vote)s? "
    rf"(?:came in |in |here )?(?:from|by|of) (?:\w+ )?({_PERSON})\b(?:[^:]*?"
    r"(?::|,? (?:it|which|that|who|and) (?:says|reads|said)|,? saying|,? that)\s*(.+)$|$)"
)
_POSTPOSED = re.compile(
    rf"^(.+?),? (?:{_SAY}) ({_PERSON})$|^(.+?),? ({_PERSON}|he|she) (?:says|said|thinks|writes|wrote|told me|tells me)$"
)
_HAD_VOTE_CAST = re.compile(
    r"\b(?:cast|give|deliver|pass on|record|minute) (?:his|her|their) (vote|proxy)s?,? (?:which is |as |for |"
    r"is )?(?:a )?(.+)$"
)
_QUOTE_MARKS = re.compile(r"[\"“”]")
_OPENING = ('"', "“")
#: What a person who is named is reminded of, or what happened once.
_REMINDED = re.compile(
    r"\b(?:last (?:year|time|month|week|meeting|spring|summer|autumn|winter)|back then|years ago|at the time|"
    r"in those days|"
    r"earlier|before|used to|once|originally|at first|in (?:january|february|march|april|may|june|july|august|"
    r"september|"
    r"october|november|december))\b"
)
#: What only people do: "they should be paid" is the speaker's own view of them.
_THEIR_VIEW = re.compile(
    r"\b(?:he|she|they) (?:\w+ly |all |both |also |still )*(?:do not |does not |did not |would |will |can not |"
    r"could not )?(?:wants?|"
    r"likes?|objects?|agrees?|supports?|opposes?|prefers?|hates?|says?|said|thinks?|thought|asks?|asked|refuses?|"
    r"accepts?|need|"
    r"(?:are|is|am) (?:not )?(?:all |dead |strictly )?(?:against|for|in favou?r|opposed|happy|unhappy|fine|ok|"
    r"okay)|rather|vote|votes)\b"
)
_FIRST_PERSON = re.compile(r"\b(?:i|we|my|our|me|us|mine)\b")
_LEADING = frozenset(("CC", "RB", "UH", ",", "``", "''", '"'))
_LEADING_WORDS = frozenset(
    "because since as although though while that yesterday today so then and but besides".split()
)
_SUBJECT_AFTER = re.compile(r"\s*(?:,\s*and|,|and|&)\s*")
_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_RELATIVE = frozenset(("WP", "WDT", "WP$"))
#: A subject's verb stands at most so many tokens after it, relative clause and all.
_FARTHEST_VERB = 16
#: In content that is reported in the past, its verbs are put back into the present.
_PRESENT = {
    "wanted": "want", "liked": "like", "preferred": "prefer", "supported": "support", "opposed": "oppose",
    "agreed": "agree", "objected": "object", "favoured": "favour", "hated": "hate", "proposed": "propose",
    "suggested": "suggest", "thought": "think", "needed": "need",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """A clause as somebody's view: `persons` as written ("" : the speaker; none: nobody knows whose), `words` in the
    first person of theirs. `reported`: it is told as what they say. `names`: stems of the names in the clause."""

    clause: Clause
    persons: tuple[str, ...]
    words: str
    reported: bool = False
    names: frozenset[str] = frozenset()


def is_reminder(words: str) -> bool:
    """Does it speak of what was once?"""
    return bool(_REMINDED.search(words))


class Attributor:
    """Goes through the clauses of one turn and says whose view each is. `before`: people named shortly before, who are
    not in the room; `is_here`: is this one?"""

    def __init__(
        self, people: Sequence[Mention], before: Sequence[Mention], is_here: Callable[[Mention], bool]
    ) -> None:
        self._people = people
        self._is_here = is_here
        self._so_far = list(before)
        self._holder: tuple[str, ...] = ("",)  # whose report goes on in this sentence
        self._subject: tuple[str, ...] = ("",)  # of the clause before
        self._sentence = -1
        self._in_quotes = False

    def views(self, clauses: Sequence[Clause]) -> list[View]:
        return [self._read(clause, after) for clause, after in zip_longest(clauses, clauses[1:])]

    def _read(self, clause: Clause, after: Clause | None) -> View:
        opens = clause.text.lstrip()[:1] in _OPENING
        if clause.sentence != self._sentence and not (self._in_quotes or opens):
            self._holder = ("",)
        self._sentence = clause.sentence
        inside = [m for m in self._people if clause.start <= m.start < clause.end]
        if opens and after is not None and after.sentence == clause.sentence:
            self._holder = self._says(after, inside) or self._holder
        quoting = (self._in_quotes or opens) and self._holder != ("",)
        if len(_QUOTE_MARKS.findall(clause.text)) % 2:
            self._in_quotes = not self._in_quotes
        marked = _marked(clause, clause.start, inside)
        if quoting:
            view = View(clause, self._holder, _unmarked(marked, inside), True)
        else:
            view = self._framed(clause, marked, inside) or self._spoken(clause, marked, inside)
        self._so_far += [m for m in inside if not self._is_here(m)]
        return View(
            clause, view.persons, view.words, view.reported, frozenset(content(" ".join(m.text for m in inside)))
        )

    def _says(self, clause: Clause, before: Sequence[Mention]) -> tuple[str, ...] | None:
        """Whose words a quotation is that this clause follows: "..., she writes"."""
        inside = [m for m in self._people if clause.start <= m.start < clause.end]
        subjects, end = self._subjects(clause, inside, [*self._so_far, *before])
        verb = _verb_after(clause, end) if subjects and None not in subjects else None
        if verb is None or not _REPORTING.match(plain(clause.text[verb - clause.start :])):
            return None
        return subjects

    def _spoken(self, clause: Clause, marked: str, inside: Sequence[Mention]) -> View:
        """No person's view is told outright: the speaker's own, or more of a report."""
        words = _unmarked(marked, inside)
        if clause.joint and _verb_first(clause):
            bare = "i " + re.sub(r"^(?:(?:and|but|or|then|so)\s+)+", "", words)
            return View(clause, self._subject, _first_person(bare, clause, False), self._holder != ("",))
        goes_on = clause.joint in (",", "because", "since", "and", ":", "as", "so")
        if self._holder != ("",) and goes_on and not _FIRST_PERSON.search(words):
            return View(clause, self._holder, words, True)
        self._holder = self._subject = ("",)
        return View(clause, ("",), words)

    def _framed(self, clause: Clause, marked: str, inside: Sequence[Mention]) -> View | None:
        view = (
            self._by_noun(clause, marked, inside)
            or self._by_subject(clause, inside)
            or self._after(clause, marked, inside)
        )
        if view is not None:
            self._subject = view.persons
            self._holder = view.persons if view.reported else ("",)
        return view

    def _by_noun(self, clause: Clause, marked: str, inside: Sequence[Mention]) -> View | None:
        """ "a letter from X: ...", "X's vote is ...", "according to X ..." """
        match = _LETTER.search(marked)
        if match:
            return self._told(clause, (_who(match[1], inside),), match[2] or "", inside)
        match = _OWNED.search(marked)
        who = None if match is None else _who(match[1], inside) if match[1] else self._meant(match[2])
        if match is not None and who is not None:
            lead = f"my {match[3]} is " if match[3] in _STANCE_NOUNS else ""
            return self._told(clause, (who,), lead + match[4], inside)
        match = _ACCORDING.search(marked)
        if match:
            rest = (marked[: match.start()] + " " + marked[match.end() :]).strip(" ,")
            return self._told(clause, (_who(match[1], inside),), rest, inside)
        return None

    def _meant(self, possessive: str) -> str | None:
        return meant_by({"his": "he", "her": "she"}[possessive], self._so_far)

    def _after(self, clause: Clause, marked: str, inside: Sequence[Mention]) -> View | None:
        """ "..., says X", "..., he says" """
        match = _POSTPOSED.match(marked)
        if match is None:
            return None
        subject = match[2] or match[4]
        who = _who(subject, inside) if subject.startswith("zq") else meant_by(subject, self._so_far)
        return self._told(clause, (who,), match[1] or match[3], inside) if who else None

    def _by_subject(self, clause: Clause, inside: Sequence[Mention]) -> View | None:
        """ "X is against it", "she says that ...", "X and I want ..." """
        subjects, end = self._subjects(clause, inside, self._so_far)
        if not subjects:
            return None
        if None in subjects:
            return View(clause, (), "") if _THEIR_VIEW.search(plain(clause.text)) else None
        verb = _verb_after(clause, end)
        if verb is None:
            return None
        rest = plain(
            "he" + ("" if clause.text[verb - clause.start] in "'’" else " ") + _marked_text(clause, verb, inside)
        )
        rest = re.sub(r"^he ", "", rest).rstrip(" .!?;:,")
        cast = _HAD_VOTE_CAST.search(rest)
        if cast:
            return self._told(clause, subjects, f"my vote is {cast[2]}", inside)
        said = _content(rest) if _REPORTING.search(rest) else ""
        if said:
            return self._told(clause, subjects, said, inside)
        report = bool(_REPORTING.search(rest))  # with its content to come: "she writes: ..."
        return View(clause, subjects, _first_person("i " + _unmarked(rest, inside), clause, False), report)

    def _subjects(self, clause: Clause, inside: Sequence[Mention], so_far: Sequence[Mention]) -> tuple[tuple, int]:
        """Who the clause begins with, and where that ends."""
        tokens = list(clause.tokens)
        while (
            tokens
            and (tokens[0].tag_ in _LEADING or tokens[0].lower_ in _LEADING_WORDS)
            and all(not m.start <= tokens[0].idx < m.end for m in inside)
        ):
            tokens.pop(0)
        if not tokens:
            return (), 0
        place = tokens[0].idx
        if tokens[0].lower_ in ("he", "she", "they"):
            return (meant_by(tokens[0].lower_, so_far),), place + len(tokens[0])
        found: list[str] = []
        while True:
            mention = next((m for m in inside if m.start == place), None)
            if mention is None:
                own = re.match(r"I\b|me\b", clause.text[place - clause.start :]) if found else None
                if own:
                    found.append("")
                    place += own.end()
                return tuple(found), place
            found.append(mention.text)
            joined = _SUBJECT_AFTER.match(clause.text, mention.end - clause.start)
            following = clause.start + joined.end() if joined else -1
            further = (
                any(m.start == following for m in inside)
                or re.match(r"I\b|me\b", clause.text[following - clause.start :])
                if joined
                else False
            )
            if not further:
                return tuple(found), mention.end
            place = following

    def _told(self, clause: Clause, persons: tuple[str, ...], said: str, inside: Sequence[Mention]) -> View:
        return View(clause, persons, _first_person(_unmarked(said, inside), clause, True), True)


def _marked_text(clause: Clause, start: int, inside: Sequence[Mention]) -> str:
    """The clause's text from `start` on, a mark for each person in it."""
    text, offset = clause.text[start - clause.start :], start
    for number in reversed(range(len(inside))):
        mention = inside[number]
        if mention.start >= start:
            text = text[: mention.start - offset] + _MARK.format(number) + text[mention.end - offset :]
    return _QUOTE_MARKS.sub("", text)


def _marked(clause: Clause, start: int, inside: Sequence[Mention]) -> str:
    return plain(_marked_text(clause, start, inside)).rstrip(" .!?;:,")


def _unmarked(words: str, inside: Sequence[Mention]) -> str:
    return re.sub(r"zq(\d+)qz", lambda m: plain(inside[int(m[1])].text) or "someone", words)


def _who(mark: str, inside: Sequence[Mention]) -> str:
    return inside[int(mark[2:-2])].text


def _verb_first(clause: Clause) -> bool:
    """A conjunction, then a verb: it shares the subject of the clause before."""
    tags = [token.tag_ for token in clause.tokens if token.tag_ not in ("CC", "RB", ",")][:1]
    return bool(tags) and tags[0] in _FINITE and clause.tokens[0].tag_ in ("CC", "RB")


def _verb_after(clause: Clause, end: int) -> int | None:
    """Where the verb of a subject begins that ends at `end`: what stands between may tell who that is."""
    after = [token for token in clause.tokens if token.idx >= end][:_FARTHEST_VERB]
    in_relative = False
    for place, token in enumerate(after):
        if token.tag_ in _RELATIVE:
            in_relative = True
        elif in_relative and token.text == ",":
            in_relative = False
        elif not in_relative and (token.tag_ in _FINITE or (token.tag_ == "VBN" and place == 0)):
            return token.idx
        elif not in_relative and token.tag_ in ("PRP", "EX") and token.lower_ not in ("me", "us", "him", "her", "them"):
            return None  # another subject begins
    return None


def _content(rest: str) -> str:
    """What is said in a report, after its last verb of saying: "asked me to say that ..." """
    saying = _SAYING.search(rest)
    if saying is None:
        return ""
    said = rest[saying.end() :]
    further = _SAYING.search(said)
    while further and re.match(r"^(?:\S+ ){0,4}?to $", said[: further.start()]):
        said = said[further.end() :]
        further = _SAYING.search(said)
    return said


def _first_person(words: str, clause: Clause, reported: bool) -> str:
    """ "he is against it and wants his vote counted" -> "i am against it and i want my vote counted" """
    lemmas = {token.lower_: token.lemma_.lower() for token in clause.tokens if token.tag_ == "VBZ"}
    words = re.sub(r"\b(?:he|she)\b", "i", words)
    words = re.sub(r"\b(?:him|her(?= (?:too|as well|either)\b|[,.;]|$))", "me", words)
    words = re.sub(r"\b(?:his|her|their)\b", "my", words)
    if not re.search(r"\bi\b", words):
        words = re.sub(r"\bthey\b", "i", words)
    out: list[str] = []
    after_i = False
    for word in words.split():
        bare = word.strip(",.;:")
        joined = out[-1:] in (["and"], ["but"], ["or"])
        if after_i and (bare in ("is", "are") or (bare == "was" and reported)):
            word = word.replace(bare, "am")
        elif after_i and reported and bare in _PRESENT:
            word = word.replace(bare, _PRESENT[bare])
        elif after_i and bare in ("has", "does"):
            word = word.replace(bare, {"has": "have", "does": "do"}[bare])
        elif bare in lemmas and bare not in ("is", "'s", "has", "does") and (after_i or joined):
            word = ("i " if joined else "") + word.replace(bare, _base(bare, lemmas[bare]))
        if bare not in ("still", "only", "both", "always", "too", "now", "not"):
            after_i = bare == "i"
        out.append(word)
    return " ".join(out)


def _base(word: str, lemma: str) -> str:
    if lemma != word:
        return lemma
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")
