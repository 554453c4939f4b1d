"""Reads a dated note: which lasting states begin, go on, end or are denied in it, and when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from memkit.extract.relative_dates import BEFORE, ON, SINCE, UNTIL, Time, find_times
from memkit.extract.truth import Truth, children, is_past, truth_of
from memkit.lasting.clauses import GROUPS, NAME, NOUN, PEOPLE, Parse, Thing, clause, is_passive_voice
from memkit.lasting.vocabulary import BEGINS, ENDS, HOLDS, Frame, States

#: What a note says of a state: that it is so, that it is over, or that it never was (or will not come).
SO, OVER, NEVER = "so", "over", "never"
#: Relation types that stand for others: whatever joins the two; every job of the source; and changes of hands.
ANY, JOB, TAKES_OVER, SUCCEEDS = "ANY", "JOB", "TAKES_OVER", "SUCCEEDS"
#: whoever this is over of is back in what others did meanwhile
ABSENT = "ABSENT"
#: whatever was said of the source is so of the target
INSTEAD = "INSTEAD"
ALSO, STILL = "also", "still"

_RUMOUR = re.compile(
    r"\b(?:rumou?rs?|rumou?red|gossips?|hearsay|(?:the )?word (?:is|has it)|talk (?:is|of|that)|they say|people say|some say"
    r"|(?:is|are) said to|supposedly|allegedly|reportedly|apparently|(?:have|'ve|has|'s)? ?heard (?:that|say)|perhaps|maybe"
    r"|it seems|seems to|might|may(?! \d| of|,)(?= [a-z])|could|would|if|whether|wants to|hopes to|dreams? of|thinks? of|thinking (?:of|about)"
    r"|considering|toying)\b"
)
_WRONG = re.compile(
    r"\b(?:correction|wrong(?:ly)?|mistaken?|misread|misheard|mixed up|muddled|not true|untrue|no truth|error|slip"
    r"|misunderst\w+|erratum|false)\b",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"\b(?:called off|cancelled|canceled|fell through|fallen through|off the table|came to nothing|come to nothing|is off"
    r"|was off|dropped|after all|changed (?:his|her|their|its) minds?|thought better|backed out|not going ahead)\b",
    re.IGNORECASE,
)
_BEFORE_THAT = re.compile(
    r"\b(?:before (?:that|then|him|her|them|it)|until then|till then|up to then|previously|formerly|earlier|used to be)\b",
    re.IGNORECASE,
)
_BRIEF = re.compile(
    r"\bfor (?:the|a|an|one|two|three|four|five|six|a few|some|several)(?: \w+)? ?(?:summer|winter|spring|autumn|season|weeks?"
    r"|months?|days?|weekend|holidays?|while|time being|nights?)\b|\btemporar|\bfor now\b|\bon holiday|\bover the (?:summer|winter"
    r"|holidays|weekend)|\buntil\b.*\b(?:ready|finished|repaired|done|back|better|over)\b|\bwhile\b.*\b(?:painted|renovated"
    r"|repaired|rebuilt|away|fixed)\b|\bvisit",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"\b(?:also|both|as well as|besides|in addition|alongside|jointly|together|share[sd]?|co-|second)\b", re.IGNORECASE
)
_STUDY = re.compile(r"\b(?:stud(?:y|ies|ied|ying|ent)|degree|enrol|course|semester|term|graduat)", re.IGNORECASE)

_PLANS = frozenset("plan intend agree arrange decide prepare go due about set want".split()) - {"want"}
_GOES = frozenset({"move", "go", "come"})
_SAYING = frozenset("write say tell note report hear mention think believe".split())
_WILL = frozenset({"will", "'ll", "wo", "shall", "’ll"})
#: Words for what somebody holds, and nouns that are both a post and a job like others.
_POSTS = frozenset("post office position job role title term time stint".split())
_BOTH = frozenset({"chair", "chairman", "chairwoman", "lead"})
_REMOVED = frozenset("recall dismiss sack fire suspend remove oust depose".split())
#: What somebody has where they live or are based.
_SEATS = frozenset(
    "office room headquarters seat workshop studio premise premises home flat house apartment shop branch base building "
    "address stage factory yard".split()
)
_QUITS = frozenset({"resign", "retire", "quit"})
_APPOINTS = frozenset("elect appoint make name choose vote crown ordain nominate promote hire install confirm".split())
_SUCCEEDS = frozenset({"succeed", "replace", "follow"})
_GOES_ON = frozenset({"stay", "remain", "keep", "continue"})
_DIES = frozenset("die drown sink perish vanish disappear disband dissolve fold".split())
_ENDED = re.compile(
    r"\b(?:no longer exists?|(?:went|gone|goes) bankrupt|(?:broke|broken|breaks) up|(?:closed|closes|shut|wound) (?:down|up))\b"
)
#: What is done to what then is no more, in the passive: "was stolen", "was put down".
_LOST = frozenset("kill steal wreck scrap destroy demolish run put close dissolve disband burn".split())
_NAMES = frozenset("call name title rename rechristen rebrand christen".split())
#: Verbs that own only what one has, such as an animal or a boat.
_WEAK = frozenset("have get keep lose win".split())
_NOT_TARGETS = frozenset(
    "charge office place part leave turn way end time day job work post one lot hand home notice house plan idea hope "
    "number it street".split()
)


@dataclass(frozen=True, slots=True)
class Said:
    """source -relation-> target, as the sentence text[start:end] says: `what` is SO, OVER or NEVER. One thing at both
    ends stands for the thing and whatever it is joined to. `since` and `until` are ISO 8601, "" if not said; `manner` is
    ALSO (beside others), STILL (it has never ended) or ""."""

    source: Thing
    relation: str
    target: Thing
    what: str
    start: int
    end: int
    since: str = ""
    until: str = ""
    manner: str = ""


def read_states(parse: Parse, states: States, day: date) -> list[Said]:
    """What the note of this day says, in the order of its sentences."""
    return _Reader(parse, states, day).read()


class _Reader:
    def __init__(self, parse: Parse, states: States, day: date) -> None:
        self._parse, self._states, self._day = parse, states, day
        self._times = find_times(parse.text, day)
        self._found: list[Said] = []
        self._renamed: list[Thing] = []
        self._span = (0, 0)
        self._sentence = ""

    def read(self) -> list[Said]:
        wrong = bool(_WRONG.search(self._parse.text))
        for sentence in self._parse.doc.sents:
            start, end = self._offset(sentence.start_char), self._offset(sentence.end_char)
            self._span, self._sentence = (start, end), self._parse.text[start:end].strip()
            if not self._sentence or self._sentence.endswith("?") or _RUMOUR.search(self._sentence):
                continue
            before = len(self._found)
            for token in sentence:
                if token.i in self._parse.names:
                    continue
                if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
                    self._verb(token)
                elif token.tag_ in ("NN", "NNS", "NNP"):
                    self._role(token)
            if len(self._found) == before:
                self._dropped(sentence)
                self._before(sentence)
            else:
                self._before(sentence)
            self._instead(sentence)
        found = list(dict.fromkeys(self._found))
        return self._corrected(found) if wrong else found

    def _offset(self, at: int) -> int:
        return self._parse.offsets[at]

    # ------------------------------------------------------------------------------------------------- what is added

    def _say(
        self,
        verb: Any,
        what: str,
        sources: Iterable[Thing],
        relation: str,
        targets: Iterable[Thing],
        *,
        planned: bool = False,
        manner: str = "",
        once: bool = False,
    ) -> None:
        since, until, ahead = self._when(verb, planned)
        if once and since and not until and any(t.role == ON for t in self._times_of(verb)):
            what, until = SO, since  # "in 2019 she lived in Rome"
        if planned and not (since or until):
            return
        if ahead and what == OVER and not since:
            return
        for source in sources:
            for target in targets:
                self._found.append(Said(source, relation, target, what, *self._trimmed(), since, until, manner))
                if source != target and not self._parse.is_person(target):
                    self._parse.others.append(target)  # what "it" may stand for
        self._parse.others.sort(key=lambda thing: thing.start)

    def _trimmed(self) -> tuple[int, int]:
        start, end = self._span
        text = self._parse.text[start:end]
        return start + len(text) - len(text.lstrip()), start + len(text.rstrip())

    def _when(self, verb: Any, planned: bool) -> tuple[str, str, bool]:
        """(since, until, is it ahead): the times of the verb's clause, else those that the sentence gives to none."""
        progressive = verb.tag_ == "VBG" and any(t.lower_ in ("is", "are", "'s", "'re", "am") for t in verb.children)
        times = self._times_of(verb)
        ahead = planned or (progressive and any(t.ahead > self._day.isoformat() and t.past != t.ahead for t in times))
        since = until = ""
        for time in times:
            at = time.ahead if ahead else time.past
            if time.role == UNTIL:
                until = until or (time.ahead if verb.tag_ in ("VBZ", "VBP", "VB") or ahead else at)
            elif time.role in (SINCE, BEFORE) or not since:
                since = at
        return since, until, ahead

    def _times_of(self, verb: Any) -> list[Time]:
        here = [t for t in self._times if self._span[0] <= t.start < self._span[1]]
        here = [t for t in here if not self._is_of_a_name(t, verb)]  # "the Tuesday choir"
        here = [t for t in here if not re.search(r"\bnot\s*$", self._parse.text[max(0, t.start - 8) : t.start])]
        if len(here) < 1:
            return []
        own = {self._parse.place(t)[0] for t in clause(verb)}
        mine = [t for t in here if own & set(range(t.start, t.end))]
        if mine:
            return mine
        others = [v for v in verb.sent if v.pos_ == "VERB" and v.i != verb.i and v.dep_ not in ("aux", "xcomp")]
        taken = [
            t for t in here for v in others if {self._parse.place(x)[0] for x in clause(v)} & set(range(t.start, t.end))
        ]
        if verb.dep_ == "xcomp":
            return self._times_of(verb.head)
        return [t for t in here if t not in taken]

    def _is_of_a_name(self, time: Time, verb: Any) -> bool:
        inside = [t for t in verb.sent if time.start <= self._parse.place(t)[0] < time.end]
        last = inside[-1] if inside else verb
        return last.dep_ in ("compound", "nmod") and last.head.i > last.i and last.head.pos_ == "NOUN"

    # --------------------------------------------------------------------------------------------------------- verbs

    def _mood(self, verb: Any) -> tuple[str, bool]:
        """(SO, OVER, NEVER or "" for what is left open, is it planned)"""
        helpers = [t.lower_ for t in children(verb, "aux")]
        negated = any(t.dep_ == "neg" for t in verb.children)
        if any(t in _WILL for t in helpers):
            return (NEVER, False) if negated else (SO, True)
        if verb.dep_ == "xcomp" and verb.head.lemma_ == "have" and verb.head.tag_ == "VBD":
            return self._mood(verb.head)  # "had to leave"
        if verb.dep_ == "xcomp" and verb.head.lemma_ in _PLANS and any(t.tag_ == "TO" for t in verb.children):
            return (NEVER, False) if any(t.dep_ == "neg" for t in verb.head.children) else (SO, True)
        if verb.dep_ in ("xcomp", "advcl") and any(t.tag_ == "TO" for t in verb.children) and verb.head.lemma_ in _GOES:
            return self._mood(verb.head)  # "moved to Kalmar to study at the music school"
        if verb.dep_ == "ccomp" and verb.head.lemma_ in _SAYING and _WRONG.search(self._parse.text):
            if any(t.lower_ in ("i", "we") for t in children(verb.head, "nsubj")):
                return NEVER, False  # "I wrote that ... That was a mistake."
        truth = truth_of(verb)
        mood = {Truth.HOLDS: SO, Truth.NEGATED: NEVER, Truth.FORMER: OVER}.get(truth, "")
        if verb.dep_ in ("ccomp", "csubj", "acl") and verb.head.lemma_ in ("be", "story", "news", "claim"):
            be = verb.head if verb.head.lemma_ == "be" else verb.head.head
            judged = {t.lower_ for t in children(be, "acomp", "attr")}
            denied = any(t.dep_ == "neg" for t in be.children)
            if judged & {"true", "right", "correct", "so", "case"}:
                return (NEVER if denied else SO), False
            if judged & {"false", "wrong", "untrue", "mistake", "error", "invention", "mistaken"}:
                return ("" if denied else NEVER), False
        if mood == NEVER and re.search(r"\b(?:any ?more|any longer|no longer)\b", self._sentence):
            mood = OVER
        return mood, False

    def _verb(self, verb: Any) -> None:
        mood, planned = self._mood(verb)
        if mood and not self._change(verb, mood, planned):
            self._frames(verb, mood, planned)

    def _frames(self, verb: Any, mood: str, planned: bool) -> None:
        matches = [m for frame in self._candidates(verb) for m in self._matched(verb, frame)]
        if not matches:
            return
        best = max(weight for weight, *_ in matches)
        matches = [m for m in matches if m[0] == best]
        relation = next(iter(self._states.of))
        relation = min((m[1].relation for m in matches), key=list(self._states.of).index)
        if len({m[1].relation for m in matches}) > 1 and all(m[1].phase == ENDS for m in matches):
            relation, matches = ANY, [(m[0], replace(m[1], relation=ANY), *m[2:]) for m in matches]
        for _, frame, sources, targets, denied in matches:
            if frame.relation != relation:
                continue
            what = _what(frame.phase, mood)
            was = what == SO and frame.phase == HOLDS and is_past(verb) and not self._goes_on(verb)
            what = OVER if was else what
            if not what or (relation in ("LIVES_IN", "BASED_IN") and frame.phase == HOLDS and self._is_brief(verb)):
                continue
            if relation in ("LIVES_IN", "BASED_IN"):
                targets = [self._parse.followed(t) or t if t.kind == NOUN else t for t in targets]
                if any(t.kind == NAME for t in targets):
                    targets = [t for t in targets if t.kind == NAME]
            if relation == "OWNS" and any(t.kind == NAME for t in targets):  # "a car again, a green Saab"
                targets = [t for t in targets if t.kind == NAME or t.head not in self._states.of["OWNS"].things]
            manner = ALSO if _ALSO.search(self._sentence) and verb.lemma_ not in ("move", "relocate") else ""
            if mood == NEVER and frame.phase == ENDS:
                manner = STILL
            self._say(verb, what, sources, relation, targets, planned=planned, manner=manner, once=was)
            self._say(verb, NEVER, sources, relation, denied)
            if what == SO and frame.phase == BEGINS and "to" in frame.prepositions:
                old = [t for t in self._parse.after(verb, ("from",)) if t not in targets]
                self._say(verb, OVER, sources, relation, old, planned=planned)

    def _goes_on(self, verb: Any) -> bool:
        return any(t.role == SINCE for t in self._times_of(verb))

    def _is_brief(self, verb: Any) -> bool:
        perfect = any(t.lower_ in ("has", "have", "'s", "'ve") for t in children(verb, "aux"))
        return not perfect and bool(_BRIEF.search(self._sentence))

    def _candidates(self, verb: Any) -> Iterator[Frame]:
        yield from self._states.frames.get(verb.lemma_.lower(), ())
        if verb.tag_ == "VBN" or children(verb, "auxpass"):
            yield from (f for f in self._states.frames.get("be", ()) if verb.lower_ in f.words)

    def _matched(self, verb: Any, frame: Frame) -> Iterator[tuple[int, Frame, list[Thing], list[Thing], list[Thing]]]:
        """(how much of it matched, frame, sources, targets, targets that are denied)"""
        parse, passive = self._parse, is_passive_voice(verb)
        tokens = list(clause(verb))
        lowers = {t.lower_ for t in tokens} | {t.lemma_.lower() for t in tokens if t.i != verb.i}
        is_participle = verb.lower_ in frame.words and "be" in frame.verbs
        if frame.particles and not any(t.lower_ in frame.particles and t.i > verb.i for t in tokens):
            return
        if frame.words and not is_participle and not frame.words & lowers:
            return
        sources = parse.subjects(verb)
        if frame.prepositions:
            targets = parse.after(verb, frame.prepositions, skip=frame.words)
            denied = parse.after(verb, frame.prepositions, negated=True, skip=frame.words)
            if passive and not is_participle and not frame.words:
                return
        elif passive and not is_participle:
            sources, targets, denied = parse.agents(verb), sources, []
            if not sources:
                if frame.phase == ENDS and self._speaks_alone(verb, frame, passive):
                    yield from ((2, frame, [one], [one], []) for one in targets)
                return
        else:
            targets, denied = parse.objects(verb), parse.objects(verb, negated=True)
        if frame.swapped:
            sources, targets = targets, sources
        targets = [t for t in targets if self._fits(frame, verb, sources, t)]
        denied = [t for t in denied if self._fits(frame, verb, sources, t)]
        sources = [s for s in sources if s not in targets and self._may_be_source(frame.relation, s)]
        sources = [s for s in sources if s.kind == NAME or s.article or s.owner]
        if frame.phase == ENDS and not targets and not denied and self._speaks_alone(verb, frame, passive):
            yield from ((2, frame, [one], [one], []) for one in sources)
        elif sources and (targets or denied):
            weight = 2 * bool(frame.words) + bool(frame.particles) + bool(frame.prepositions)
            yield weight, frame, sources, targets, denied

    def _speaks_alone(self, verb: Any, frame: Frame, passive: bool) -> bool:
        """It says that a state is over without its target: "graduated", "gave up her job", "the boat was sold"."""
        if passive:
            return frame.relation == "OWNS" and not frame.words and not frame.prepositions
        if frame.words:
            return not any(self._parse.after(verb, frame.prepositions))
        return not frame.prepositions and not children(verb, "dobj", "prep", "prt") and verb.lemma_ != "leave"

    def _may_be_source(self, relation: str, source: Thing) -> bool:
        wanted = self._states.of[relation].source
        if relation == "OWNS":
            return source.head not in GROUPS
        return wanted != "Person" or relation == "LIVES_IN" or self._parse.is_person(source)

    def _fits(self, frame: Frame, verb: Any, sources: Sequence[Thing], target: Thing) -> bool:
        """May the target stand in the relation? Told by its form: place names have no article, schools and groups have
        nouns of their own."""
        parse, state = self._parse, self._states.of[frame.relation]
        words = set(re.findall(r"\w+", target.text.lower()))
        school = bool(words & self._states.of["STUDIES_AT"].places) if "STUDIES_AT" in self._states.of else False
        group = bool(words & GROUPS)
        if target.text.lower() in _NOT_TARGETS and target.kind == NOUN and not target.article:
            return False
        if state.target == "name" and target.kind != NAME:
            return False
        if frame.relation == "MARRIED_TO":
            return parse.is_person(target)
        if frame.relation in ("LIVES_IN", "BASED_IN"):
            if verb.lemma_ == "be" and not frame.words:
                dated = self._goes_on(verb) or any(t.lower_ == "now" for t in clause(verb))
                return dated and target.kind == NAME and not target.article
            if verb.lemma_ in ("have", "be", "take", "find", "rent", "buy", "get", "sell", "give"):
                return target.kind == NAME and not school
            if (school or group) and any(parse.is_person(s) for s in sources):
                return False
            return target.kind == NOUN or not target.article or "in" in frame.prepositions
        if frame.relation == "STUDIES_AT" and verb.lemma_ in ("go", "finish", "complete"):
            return school
        if frame.relation == "STUDIES_AT":
            return school or bool(_STUDY.search(self._sentence))
        if frame.relation == "MEMBER_OF":
            plainly = bool(frame.words or frame.particles) and frame.phase == ENDS
            return group or plainly or (target.kind == NAME and target.article and target.text.endswith("s"))
        if frame.relation == "WORKS_AT":
            known = target.kind == NOUN or target.article or not parse.is_person(target)
            if verb.lemma_ == "be" and frame.words == frozenset():
                dated = self._goes_on(verb) or any(t.lower_ in ("now", "longer", "more") for t in verb.children)
                named = target.kind == NAME and "with" in frame.prepositions
                return (known or (dated and target.kind == NAME)) and (named or (dated and (target.kind == NAME or target.article)))
            return not school and (known or not target.person) and not (verb.lemma_ == "join" and group)
        if frame.relation == "OWNS":
            if verb.lemma_ in _WEAK:
                return target.head in state.things or (target.kind == NAME and self._is_of_things(verb))
            return not parse.is_person(target) or target.kind == NAME
        return not parse.is_person(target) or target.kind == NAME

    def _is_of_things(self, verb: Any) -> bool:
        """The verb's object is a noun that can be owned, though its name is what was found: "has two cats, A and B"."""
        things = self._states.of["OWNS"].things
        nouns = [t for o in children(verb, "dobj") for t in (o, *o.children) if t.i not in self._parse.names]
        return (
            any(t.lemma_.lower() in things for t in nouns)
            or any(s.relation == "OWNS" for s in self._found)
        )

    # ------------------------------------------------------------------------------------------------------- changes

    def _change(self, verb: Any, mood: str, planned: bool) -> bool:
        """Changes that are of no one state: something passes from hand to hand, somebody leaves or dies. Was it one?"""
        parse, lemma = self._parse, verb.lemma_.lower()
        passive = is_passive_voice(verb)
        over = {t.lower_ for t in children(verb, "prt", "advmod", "prep")}
        subjects, objects = parse.subjects(verb), parse.objects(verb)
        if lemma in _NAMES or (
            lemma in ("go", "change", "take", "adopt", "become", "be", "get", "give") and self._names(verb, mood, planned)
        ):
            if lemma in _NAMES:
                self._names(verb, mood, planned)
                return True
            if self._found and self._found[-1].relation == "NAMED" and self._found[-1].start >= self._span[0]:
                return True
        if lemma == "exist" and mood == OVER:
            mood = SO
        if mood == NEVER and lemma not in ("have",):
            return False
        if lemma in ("be", "lie", "stand") and (self._belongs(verb) or self._seat(verb, mood)):
            return True
        if lemma in ("go", "pass", "fall", "come") and (heirs := [p for p in parse.after(verb, ("to",)) if parse.is_person(p)]):
            things = [t for t in subjects if t.kind == NOUN and not parse.is_person(t)]
            posts = [t for t in children(verb, "nsubj") if t.lemma_ in _POSTS]
            if posts:
                old = [x for t in children(posts[0], "poss") for x in parse.things(t)]
                self._say(verb, SO, heirs, SUCCEEDS, old, planned=planned)
                return True
            if things:
                self._say(verb, SO, heirs, "OWNS", things, planned=planned)
                return True
        if lemma == "take" and (place := [t for t in children(verb, "dobj") if t.lemma_ == "place"]):
            old = [x for t in children(place[0], "poss") for x in parse.things(t)]
            if any(t.tag_ == "PRP$" for t in children(place[0], "poss")):
                old = [p for p in parse.people if p.start < parse.place(verb)[0] and p not in subjects][-1:]
            self._say(verb, SO, subjects, SUCCEEDS, [o for o in old if o not in subjects], planned=planned)
            return bool(old)
        if passive and lemma in _APPOINTS | {"vote"} and not [t for t in clause(verb) if self._states.by_noun(t.lemma_.lower())]:
            gone = [s.source for s in reversed(self._found) if s.what == OVER]
            self._say(verb, SO, subjects, SUCCEEDS, gone[:1], planned=planned)
            since = self._when(verb, planned)[0]
            for n, s in enumerate(self._found):  # "She is ambassador. She was appointed in 2019."
                if since and s.what == SO and not s.since and s.source in subjects and s.relation.endswith("_OF"):
                    self._found[n] = replace(s, since=since)
            return bool(gone)
        if passive and lemma in _REMOVED and not parse.after(verb, ("from", "by")):
            for subject in subjects:
                self._say(verb, OVER, [subject], JOB, [subject], planned=planned)
            return True
        if lemma in ("hand", "pass", "give", "turn", "sign", "sell", "leave", "transfer", "bequeath") and (
            receivers := [r for r in parse.after(verb, ("to",)) if parse.is_person(r)]
        ):
            things = subjects if passive else objects
            things = things or parse.after(verb, ("of",))
            things = [t for t in things if t.kind == NAME or not parse.is_person(t)]
            if passive and any(parse.is_person(t) and not t.article for t in subjects):
                return False
            givers = parse.agents(verb) if passive else subjects
            owned = lemma in ("sell", "leave", "bequeath") or (lemma == "give" and not over & {"over", "up", "on"})
            relation = "OWNS" if owned else TAKES_OVER
            self._say(verb, OVER, givers, relation, things, planned=planned)
            self._say(verb, SO, receivers, relation, things, planned=planned)
            if not things:
                for giver in givers:
                    self._say(verb, SO, receivers, SUCCEEDS, [giver], planned=planned)
            return bool(things or givers)
        if lemma == "take" and "over" in over:
            old = [p for p in parse.after(verb, ("from",)) if parse.is_person(p)]
            things = [t for t in (subjects if passive else objects) if t not in old]
            new = parse.agents(verb) if passive else subjects
            if things:
                self._say(verb, SO, new, TAKES_OVER, things, planned=planned)
                self._say(verb, OVER, old, TAKES_OVER, things, planned=planned)
            else:
                self._say(verb, SO, new, SUCCEEDS, old, planned=planned)
            return bool(new)
        if lemma in _SUCCEEDS and (subjects or passive):
            new, old = (parse.agents(verb), subjects) if passive else (subjects, objects)
            new, old = [p for p in new if parse.is_person(p)], [p for p in old if parse.is_person(p)]
            self._say(verb, SO, new, SUCCEEDS, old, planned=planned)
            return bool(new and old)
        if lemma in ("stand", "fill", "step", "act", "deputise", "deputize", "cover", "sit") and (
            old := [p for p in parse.after(verb, ("for",)) if parse.is_person(p)]
        ):
            self._say(verb, SO, subjects, SUCCEEDS, old, planned=planned)
            return True
        if lemma in ("buy", "purchase", "acquire", "get", "inherit") and (
            old := [p for p in parse.after(verb, ("from",)) if parse.is_person(p)]
        ):
            self._say(verb, OVER, old, "OWNS", objects, planned=planned)
        if lemma in ("trade", "swap", "exchange") and (new := parse.after(verb, ("for",))):
            self._say(verb, OVER, subjects, "OWNS", objects, planned=planned)
            self._say(verb, SO, subjects, "OWNS", new, planned=planned)
            return True
        lost = passive and lemma in _LOST and (lemma not in ("run", "put", "burn") or over & {"over", "down", "to"})
        ended = bool(_ENDED.search(self._sentence)) and not objects and lemma in ("exist", "go", "break", "close", "shut", "wind")
        if lemma in _DIES or lost or ended or (lemma in ("pass", "run") and "away" in over):
            for subject in subjects:
                self._say(verb, OVER, [subject], ANY, [subject])
            return True
        stepped = lemma in ("step", "stand") and over & {"down", "aside", "back"}
        if (lemma in _QUITS or stepped) and not parse.after(verb, ("from",)) and not objects:
            for subject in subjects:
                self._say(verb, OVER, [subject], JOB, [subject], planned=planned)
            return True
        if lemma in ("go", "come") and (place := parse.after(verb, ("to",))) and self._has_left(subjects):
            self._say(verb, SO, subjects, "LIVES_IN", [t for t in place if t.kind == NAME and not t.article])
            return True
        if lemma == "let" and any(t.lemma_ == "go" for t in verb.subtree):
            gone = [parse.names[t.i] for t in verb.subtree if t.i in parse.names and t.i > verb.i]
            go = next(t for t in verb.subtree if t.lemma_ == "go")
            if not gone:
                self._say(go, OVER, subjects, ANY, [x for t in children(go, "nsubj") for x in parse.things(t)])
            for one in gone[:1]:
                self._say(go, OVER, [one], ANY, [s for s in subjects if s != one] or [one])
            return bool(gone)
        if (
            lemma in ("leave", "quit", "drop")
            or (lemma == "give" and "up" in over)
            or (lemma == "let" and "go" in over)
        ):
            things = [t for t in objects if t.text.lower() not in _NOT_TARGETS or t.kind == NAME]
            things = [t for t in things if not parse.is_person(t) or t.kind == NAME]
            if things:
                self._say(verb, OVER, subjects, ANY, things, planned=planned)
                return True
            if lemma == "leave" or lemma == "quit":
                for subject in subjects:
                    self._say(verb, OVER, [subject], JOB, [subject], planned=planned)
                return True
        if lemma in ("marry", "divorce", "separate", "wed", "part", "split") or (
            lemma in ("get", "be") and any(t.lower_ in ("married", "divorced") for t in verb.children)
        ):
            pair = [p for p in subjects if parse.is_person(p)]
            if len(pair) == 2 and not objects:
                ends = lemma in ("divorce", "separate", "part", "split") or "divorced" in {
                    t.lower_ for t in verb.children
                }
                self._say(verb, OVER if ends else SO, pair[:1], "MARRIED_TO", pair[1:], planned=planned)
                return True
        if lemma in _GOES_ON:
            if _DROPPED.search(self._sentence) or any(t.lower_ == "where" for t in verb.subtree):
                for subject in subjects:
                    self._say(verb, NEVER, [subject], ANY, [subject])
        return False

    def _seat(self, verb: Any, mood: str) -> bool:
        """ "The orchestra's office is in Brno", "the new rooms are in Dunbar", "her flat is in Ulm": where it is."""
        parse = self._parse
        for noun in children(verb, "nsubj"):
            lemma = noun.lemma_.lower()
            if lemma not in _SEATS:
                continue
            own = [x for t in children(noun, "poss") for x in parse.things(t)]
            own += [x for p in children(noun, "prep") if p.lower_ == "of" for t in children(p, "pobj") for x in parse.things(t)]
            last = [s.source for s in self._found if s.start >= self._span[0]]
            last = last or [n for i, n in parse.names.items() if noun.sent.start <= i < noun.i]
            places = parse.after(verb, ("in", "at", "on"))
            if places and (own or last):
                denied = parse.after(verb, ("in", "at", "on"), negated=True)
                self._say(verb, NEVER, own or last[-1:], "BASED_IN", denied)
                self._say(verb, mood, own or last[-1:], "BASED_IN" if "BASED_IN" in self._states.of else "LIVES_IN", places)
                return True
        return False

    def _belongs(self, verb: Any) -> bool:
        """ "The house is Agda Holm's", "it is Lore's now": who owns it."""
        parse = self._parse
        for token in clause(verb):
            name = parse.names.get(token.i)
            after = parse.text[name.end : name.end + 6] if name else ""
            if name and token.i > verb.i and re.match(r"['’]s?(?:[.,;:]|$| (?:now|aga|sin|tod|onl|alo))", after):
                things = [t for t in parse.subjects(verb) if t != name]
                self._say(verb, SO, [name], "OWNS", things)
                return bool(things)
        return False

    def _is_name_of(self, verb: Any) -> bool:
        """ "Our street is Ada Byron Street"; "until 1990 it was Station Road", after its name."""
        named = [t for t in children(verb, "attr") if t.i in self._parse.names and not children(t, "det")]
        if verb.lemma_ != "be" or not named or any(re.match(r"['’]s", self._parse.text[self._parse.names[t.i].end :]) for t in named):
            return False
        for subject in children(verb, "nsubj"):
            if subject.lower_ == "it":
                return any(s.relation == "NAMED" for s in self._found)
            noun = subject.lemma_.lower()
            things = self._parse.things(subject) if subject.pos_ == "NOUN" else []
            role = self._states.by_noun(noun) or noun in ("successor", "predecessor", "address") or noun in PEOPLE
            return not role and any(t.kind == NOUN and t.article for t in things)
        return False

    def _has_left(self, people: Sequence[Thing]) -> bool:
        """The note says that they no longer live where they did."""
        return any(s.what == OVER and s.relation == "LIVES_IN" and s.source in people for s in self._found)

    def _names(self, verb: Any, mood: str, planned: bool) -> bool:
        """What names say of names: "is called X", "was renamed X", "goes by the name X", "changed its name to X"."""
        parse, lemma = self._parse, verb.lemma_.lower()
        said = self._sentence.lower()
        telling = (
            lemma in _NAMES
            or (
                re.search(r"\b(?:name|called|renamed|named)\b", said)
                and lemma in ("go", "change", "take", "adopt", "get", "give")
            )
            or self._is_name_of(verb)
            or (
                lemma in ("be", "become")
                and re.search(r"\b(?:old name|new name|name back|renamed|former name)\b", parse.text.lower())
            )
        )
        after = [parse.names[t.i] for t in clause(verb) if t.i in parse.names and t.i > verb.i]
        if not telling or mood == "":
            return False
        if lemma in _NAMES and not is_passive_voice(verb) and verb.dep_ not in ("acl", "relcl"):
            owners = [t for t in children(verb, "dobj", "dative") if t.i not in parse.names]
            owners += [
                t for c in children(verb, "ccomp", "xcomp") for t in children(c, "nsubj") if t.i not in parse.names
            ]
            animal = next((s for s in reversed(self._found) if s.target.kind == NOUN and s.relation == "OWNS"), None)
            if animal is not None and after and (not owners or owners[0].tag_ in ("PRP",)):
                name = after[0]
                self._found = [replace(s, target=name) if s.target == animal.target else s for s in self._found]
                return True
            things = [x for t in owners for x in parse.things(t)]
        else:
            things = [s for s in parse.subjects(verb) if s not in after and s not in parse.people]
            if lemma in ("go", "change", "take", "adopt", "get", "give", "be", "become") and not things:
                things = parse.others[-1:]
        if after and not things and self._renamed:
            things = self._renamed
        if lemma in _NAMES and things and not after:
            self._renamed = things
        if not after or not things:
            return False
        what = {SO: SO, OVER: OVER, NEVER: NEVER}[mood]
        if what == SO and is_past(verb) and lemma in ("call", "name", "be"):
            what = OVER
        self._say(verb, what, things[:1], "NAMED", after[:1], planned=planned)
        return True

    # --------------------------------------------------------------------------------------------------------- roles

    def _role(self, noun: Any) -> None:
        """ "the conductor of X is Y", "Y, mayor of X", "Y was elected mayor", "her successor is Y" """
        lemma = noun.lemma_.lower()
        succeeding = {"successor": False, "predecessor": True}.get(lemma)
        compound = [t.lower_ for t in children(noun, "compound") if t.i == noun.i - 1 and t.i not in self._parse.names]
        relation = self._states.by_noun(lemma)
        if not any(t.lower_ in ("a", "an") for t in noun.children):
            relation = (compound and self._states.post(f"{compound[0]} {lemma}")) or relation
            relation = self._states.post(lemma) if lemma in self._states.posts and lemma not in _BOTH else relation
        if not relation and succeeding is None and lemma not in ("widow", "widower", "address"):
            return
        parse = self._parse
        verb = next((t for t in noun.ancestors if t.pos_ in ("VERB", "AUX")), None)
        holders, phase, negative = self._holders(noun, verb)
        targets = self._of(noun)
        mood, planned = self._mood(verb) if verb is not None else (SO, False)
        if lemma == "address" and mood == SO:
            after = [n for i, n in parse.names.items() if noun.i < i < noun.sent.end]
            self._say(verb or noun, SO, targets, "LIVES_IN", after[-1:], planned=planned)
            return
        if lemma in ("widow", "widower") and mood == SO:
            self._say(verb or noun, OVER, holders, "MARRIED_TO", holders[:1])
            return
        if not mood:
            return
        if any(t.lower_ in ("former", "ex", "previous", "old", "late") for t in noun.children):
            mood = OVER
        if succeeding is not None:
            new, old = (targets, holders) if succeeding else (holders, targets)
            if new and old and mood == SO:
                self._say(verb or noun, SO, new, SUCCEEDS, old, planned=planned)
            return
        targets = [t for t in targets if t not in holders]
        if (
            not targets
            and verb is not None
            and noun.dep_ in ("dobj", "oprd", "attr")
            and verb.lemma_ in (*_APPOINTS, "have", "get", "find")
            and not is_passive_voice(verb)
        ):
            targets = [t for t in parse.subjects(verb) if t not in holders]
        targets = targets or ([] if negative else self._near(noun, holders))
        if not targets and noun.head.lower_ == "as" and any(t.lower_ in ("back", "again") for t in noun.sent):
            for one in holders or parse.people[-1:]:
                self._say(verb or noun, OVER, [one], ABSENT, [one])
            return
        if not targets and holders and phase == BEGINS and mood == SO:  # "A stepped down, the new chair is B"
            others = [p for p in parse.people if p not in holders and not p.text.startswith(holders[0].text)]
            self._say(verb or noun, SO, holders, SUCCEEDS, others[-1:], planned=planned)
            return
        if negative:
            for one in targets or [p for p in parse.people if self._span[0] <= p.start < self._span[1]]:
                self._say(verb, OVER, [one], relation, [one])
            return
        what = _what(phase, mood)
        if (
            what == SO
            and phase == HOLDS
            and verb is not None
            and verb.lemma_ == "be"
            and verb.tag_ == "VBD"
            and not self._goes_on(verb)
        ):
            what = OVER
        if what:
            manner = ALSO if _ALSO.search(self._sentence) else ""
            holders = [h for h in holders if parse.is_person(h)]
            if what == NEVER and not targets:
                self._found += [Said(h, relation, h, NEVER, *self._trimmed()) for h in holders]
            self._say(verb or noun, what, holders, relation, targets[:1], planned=planned, manner=manner)

    def _holders(self, noun: Any, verb: Any) -> tuple[list[Thing], str, bool]:
        """(who is it, does it hold, begin or end, is there none)"""
        parse = self._parse
        none = any(t.lower_ in ("no", "without") for t in noun.children) or noun.head.lower_ == "without"
        if none and noun.dep_ in ("dobj", "attr", "nsubj", "pobj"):
            return [], HOLDS, True
        beside = [parse.names[c.i] for c in children(noun, "appos") if c.i in parse.names]
        if noun.dep_ == "appos":
            after = noun.right_edge.i + 1  # "... to X, the priest of Y is Z", taken for an apposition
            be = noun.doc[after] if after < noun.sent.end else noun
            if be.lemma_ == "be" and children(be, "attr") and not children(be, "nsubj"):
                return parse.objects(be), HOLDS, False
            return parse.things(noun.head), HOLDS, False
        if verb is None:
            return beside, HOLDS, False
        lemma = verb.lemma_.lower()
        begins = (
            lemma in ("become", "start", "begin", "return")
            or lemma in _APPOINTS
            or any(t.lower_ in ("new", "back") for t in (*noun.children, *verb.children))
        )
        phase = BEGINS if begins else HOLDS
        if noun.dep_ == "attr" and noun.head.i == verb.i:
            return parse.subjects(verb), phase, False
        if noun.dep_ in ("nsubj", "nsubjpass") and lemma in ("be", "become", "remain"):
            named = beside or parse.objects(verb)
            return named, phase, False
        if noun.dep_ in ("oprd", "dobj", "attr") and lemma in _APPOINTS:
            people = (
                parse.subjects(verb) if is_passive_voice(verb) else [o for o in parse.objects(verb) if o.kind == NAME]
            )
            named = [parse.names[t.i] for t in children(noun, "compound", "nmod") if t.i in parse.names]
            return named or people or beside, BEGINS, False
        held = noun.head.head if noun.dep_ == "pobj" else noun
        if held.lemma_ in _POSTS and noun.head.lower_ in ("of", "as"):  # "the post of librarian", "her term as chair"
            if lemma == "be" or held.dep_ in ("nsubj", "nsubjpass"):
                own = [x for t in children(held, "poss") for x in parse.things(t)]
                free = any(t.lower_ in ("vacant", "free", "open", "empty") for t in children(verb, "acomp"))
                return own, ENDS if lemma in ("end", "expire", "finish", "run", "be") else HOLDS, free
            gives_up = lemma in ("give", "leave", "lose", "resign", "quit", "lay")
            return parse.subjects(verb), ENDS if gives_up else BEGINS if lemma in ("take", "get") else HOLDS, False
        if noun.dep_ == "pobj" and noun.head.lower_ == "as":
            people = parse.subjects(verb)
            if lemma in _APPOINTS and not is_passive_voice(verb):
                people = parse.objects(verb)
            if lemma in _QUITS or lemma in ("step", "stand", "stop", "finish", "leave"):
                return people, ENDS, False
            return people, BEGINS if lemma in ("take", "return", "come", "join", "back", *_APPOINTS) else phase, False
        if beside and noun.dep_ in ("nsubj", "nsubjpass", "dobj", "pobj"):
            return beside, phase, False
        if noun.dep_ == "dobj" and lemma in ("have", "get", "find"):
            return [parse.names[i] for i in range(noun.i, noun.sent.end) if i in parse.names][:1], phase, False
        return [], phase, False

    def _of(self, noun: Any) -> list[Thing]:
        parse = self._parse
        found = [
            x
            for p in children(noun, "prep")
            if p.lower_ in ("of", "at", "in", "for", "to", "with", "on")
            for t in children(p, "pobj")
            for x in parse.things(t)
        ]
        found += [x for t in children(noun, "poss") for x in parse.things(t)]
        found += [parse.names[t.i] for t in children(noun, "compound", "nmod") if t.i in parse.names]
        compound = [t for t in children(noun, "compound") if t.i not in parse.names and t.pos_ == "NOUN"]
        if not found and compound:
            found += parse.things(compound[-1])
        return found

    def _near(self, noun: Any, holders: Sequence[Thing]) -> list[Thing]:
        """What the role may be of where the noun does not say: a name in the sentence or the note that is no person."""
        people = {p.text for p in self._parse.people}
        last = [s.target for s in reversed(self._found) if s.relation == self._states.by_noun(noun.lemma_.lower())]
        if last and last[0] not in holders:
            return last[:1]
        names = sorted(
            self._parse.names.values(),
            key=lambda n: (not self._span[0] <= n.start < self._span[1], abs(n.start - self._span[0])),
        )
        return [n for n in names if n not in holders and n.person is not True and n.text not in people][:1]

    # ---------------------------------------------------------------------------------------------------- taken back

    def _dropped(self, sentence: Any) -> None:
        """A plan that came to nothing, where the sentence does not say which: that of the persons it names."""
        if not _DROPPED.search(self._sentence):
            return
        here = [n for n in self._parse.names.values() if self._span[0] <= n.start < self._span[1]]
        people = here or self._parse.people[:1]
        for person in people:
            self._found.append(Said(person, ANY, person, NEVER, *self._trimmed()))

    def _before(self, sentence: Any) -> None:
        """ "Before that it was X": X in the place of who is spoken of before, up to then."""
        last = next((s for s in reversed(self._found) if s.what == SO), None)
        match = _BEFORE_THAT.search(self._sentence)
        if last is None or not match:
            return
        after = self._trimmed()[0] + match.end()
        names = [n for n in self._parse.names.values() if after <= n.start < self._span[1]]
        told = {x for s in self._found if s.start >= self._span[0] for x in (s.source, s.target)}
        names = [n for n in names if n not in told]
        state = self._states.state(last.relation)
        in_place = state is not None and state.one == "target"
        for name in names:
            if name not in (last.source, last.target):
                ends = (last.source, name) if in_place else (name, last.target)
                said = Said(ends[0], last.relation, ends[1], OVER, *self._trimmed(), until=last.since)
                self._found.append(said)

    def _instead(self, sentence: Any) -> None:
        """ "It was Y, not X", "not X but Y", in a note that corrects something: whatever was said of X is so of Y."""
        if not _WRONG.search(self._parse.text) and not re.match(r"(?:no, )?it (?:was|is)\b", self._sentence, re.IGNORECASE):
            return
        names = [n for n in self._parse.names.values() if self._span[0] <= n.start < self._span[1]]
        for one, other in ((a, b) for a in names for b in names if a != b):
            between = self._parse.text[one.end : other.start] if one.end <= other.start else ""
            before = self._parse.text[self._span[0] : one.start]
            if any(one.end <= n.start < other.start for n in names):
                continue
            if between and re.fullmatch(r"[^.;]*,? (?:and )?not (?:\w+ ){0,2}", between):
                right, wrong = one, other
            elif (
                between
                and re.fullmatch(r",? but (?:\w+ ){0,2}", between)
                and re.search(r"\bnot (?:\w+ ){0,2}$", before)
            ):
                right, wrong = other, one
            else:
                continue
            self._found.append(Said(wrong, INSTEAD, right, SO, *self._trimmed()))

    def _corrected(self, found: list[Said]) -> list[Said]:
        """A note that says that something was wrong takes back what was said of that before."""
        denied = {(s.source.text, s.relation) for s in found if s.what == NEVER}
        back = [
            Said(s.source, s.relation, s.source, NEVER, s.start, s.end)
            for s in found
            if s.what == SO and (s.source.text, s.relation) not in denied
        ]
        return [*found, *dict.fromkeys(back)]


def _what(phase: str, mood: str) -> str:
    """What a phrase of this phase says in this mood."""
    if phase == ENDS:
        return {SO: OVER, NEVER: SO}.get(mood, "")
    return mood
