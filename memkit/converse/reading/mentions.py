"""The people whom a turn names, known or not, and whom "he" or "she" can mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from memkit.converse.reading.vocabulary import words

_WOMEN = words("""
    wife, mother, mum, mom, mother-in-law, sister-in-law, daughter, sister, aunt, auntie, grandmother, grandma,
    granny, gran, niece, landlady, headmistress, chairwoman, matron, midwife, mrs, ms, miss, lady, madam, girlfriend,
    stepmother
""")
_MEN = words("""
    husband, father, dad, father-in-law, brother-in-law, son, brother, uncle, grandfather, grandpa, nephew, landlord,
    headmaster, chairman, mr, sir, boyfriend, stepfather, foreman
""")
#: Nouns of people who have a view: kin, trades, offices. One of them with a determiner is a person.
_ROLES = words("""
    partner, neighbour, neighbor, boss, manager, director, head, chair, chairperson, president, secretary, treasurer,
    accountant, lawyer, solicitor, owner, caretaker, janitor, gardener, cook, head cook, chef, nurse, doctor,
    surgeon, consultant, teacher, principal, dean, professor, vicar, priest, bishop, mayor, clerk, architect,
    engineer, builder, plumber, electrician, captain, skipper, coach, trainer, editor, publisher, translator,
    designer, developer, maintainer, librarian, curator, keeper, conductor, organist, drummer, singer, bassist,
    guitarist, producer, actress, actor, customer, client, supplier, inspector, insurer, auditor, warden, ranger,
    farmer, vet, pharmacist, porter, sponsor, donor, mentor, supervisor, colleague, deputy, assistant, intern, rep,
    representative, delegate, officer, sergeant, major, colonel, ward sister, night nurse, head nurse,
    sister on \\w+, cto, ceo, cfo, coo, product owner, team lead, cousin, sibling, friend, flatmate, roommate,
    housemate, tenant, agent, banker, broker, juror, rector, registrar, steward, umpire, referee
""")
_ROLE = re.compile(
    rf"\b(?:my|our|the|your|his|her|their)\s+(?:(?!own\b)[a-z]+\s+){{0,2}}?(?:{_WOMEN}|{_MEN}|{_ROLES})\b(?!-)",
    re.IGNORECASE,
)
_KIN = re.compile(
    r"\b(?:Mum|Mom|Mother|Dad|Father|Grandma|Granny|Gran|Grandpa|Auntie|Matron|Uncle|Aunt)\b(?: [A-Z][a-z]+)?"
)
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Cllr|Capt|Captain|Councillor|Sir|Lady|Sister|Brother|Father|Professor|Doctor|"
    r"Reverend|Colonel|Major|Miss|Nurse|Canon|Judge|Uncle|Aunt)\.? [A-Z][\w'-]+(?: [A-Z][\w-]+)?"
)
_HANDLE = re.compile(r"(?<!\w)@[\w.-]*\w")
_WHOLE_NAME = re.compile(r"[A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|de|van|von|der|la|di)\.?)+")
_IS_WOMAN, _IS_MAN = re.compile(rf"\b{_WOMEN}\b", re.IGNORECASE), re.compile(rf"\b{_MEN}\b", re.IGNORECASE)
#: "I spoke with Nina from marketing": one speaks with persons.
_MET = re.compile(
    r"\b(?:spoke|talked|speak|met|chatted|lunch|call|phone) (?:with|to) ([A-Z][a-z]+)\b(?! [A-Z])|"
    r"\b(?:asked|told|rang|met|phoned|texted|emailed) ([A-Z][a-z]+)(?= (?:from|at|in|on|last|yesterday|"
    r"today|this)\b|[,.])"
)
#: After a name that is not known, one of these shows that a person is meant.
_DOES = re.compile(
    r"(?:,? who\b|(?: (?:from|at|in|of) [\w ]{2,20}?)? (?:says|said|thinks|told|wrote|writes|wants|pinged|rang|"
    r"called|asked|asks|mailed|"
    r"emailed|texted|messaged|agrees|objects|supports|opposes|votes|is (?:against|for|in favou?r|opposed|fine|"
    r"happy)|"
    r"sends|sent|likes|prefers|hates|refuses|insists|feels|believes|reckons|has asked|(?:isn't|is not|is|"
    r"was|can't be|couldn't be|could not be) (?:here|away|ill|sick|off|out|in hospital|abroad|absent|unable|on)|"
    r"(?:couldn't|can't|could not) (?:come|make|be))\b)"
)


#: "at her sister's."
_AT_HOME = re.compile(r"['’]s?(?=[\s]*[.,;!?]|\s*$)")


@dataclass(frozen=True, slots=True)
class Mention:
    """`text` at `start`:`end` of a turn names a person."""

    start: int
    end: int
    text: str

    def fits(self, pronoun: str) -> bool:
        """Can "he" or "she" mean this person, as far as the words tell?"""
        wrong = {"he": _IS_WOMAN, "she": _IS_MAN}.get(pronoun)
        return wrong is None or not wrong.search(self.text)


def name_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Matches any of these names as whole words; the longest first."""
    known = sorted({n.strip() for n in names if len(n.strip()) > 1}, key=lambda n: (-len(n), n))
    if not known:
        return None
    return re.compile(r"(?<![\w@])(?:" + "|".join(re.escape(n) for n in known) + r")(?!\w)")


def find_mentions(doc: Any, text: str, names: re.Pattern[str] | None) -> list[Mention]:
    """The people whom a turn names, in order: known names, titles, handles, roles, and what looks like a person."""
    found: list[tuple[int, int]] = []

    def add(start: int, end: int) -> None:
        if all(end <= s or start >= e for s, e in found):
            found.append((start, end))

    persons = [(e.start_char, e.end_char - _possessive(e.text)) for e in doc.ents if e.label_ == "PERSON"]
    for start, end in persons:
        if _WHOLE_NAME.fullmatch(text[start:end]):
            add(start, end)
    for pattern in (_TITLED, _HANDLE, names, _ROLE, _KIN):
        if pattern is not None:
            for match in pattern.finditer(text):
                if not _AT_HOME.match(text, match.end()):
                    add(*match.span())
    for start, end in persons:
        if text[start].isupper() and (start > 0 and text[start - 1] == " " and text[start - 2] not in ".!?:;"):
            add(start, end)
    for match in _MET.finditer(text):
        add(*match.span(match.lastindex or 0))
    for token in doc:
        if (
            token.tag_ == "NNP"
            and token.text[:1].isupper()
            and token.is_alpha
            and _DOES.match(text, token.idx + len(token))
        ):
            add(token.idx, token.idx + len(token))
    return [Mention(start, end, text[start:end]) for start, end in sorted(found)]


def _possessive(name: str) -> int:
    return 2 if name.endswith(("'s", "’s")) else 0


def meant_by(pronoun: str, so_far: Sequence[Mention]) -> str | None:
    """Whom a pronoun means: the last one named whom it fits. None for "they", which may be several."""
    if pronoun == "they":
        return None
    return next((mention.text for mention in reversed(so_far) if mention.fits(pronoun)), None)
