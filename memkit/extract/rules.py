"""Names that have a form of their own and are kept whole: addresses, code names, numbered documents, quoted titles,
names in other scripts. Each rule is about a form, never about one name; all run in time linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Found:
    """A span that may be a name. `type` is "" if nothing tells it, and not `sure` if only the pipeline's label does;
    higher `priority` wins among spans of one length."""

    start: int
    end: int
    type: str
    how: str
    priority: int
    sure: bool = True


ONTOLOGY, ADDRESS, QUOTED, CODE, NUMBERED, SCRIPT, PROPER = 90, 80, 70, 60, 50, 40, 20

#: A run of characters without spaces longer than this is data, not a name (URLs may be longer).
LONGEST_WORD = 200

_WORD = re.compile(r"\S+")
_OPENING = "([{<\"'“‘«„‚「『*_|>"
_CLOSING = ".,;:!?)]}>\"'”’»」』*_|…。，、"
_POSSESSIVE = re.compile(r"['’]s?$")

_URL = re.compile(r"(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s<>\"“”`]{2,2000}$", re.IGNORECASE)
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}$")
_HANDLE = re.compile(r"@\w[\w.-]{0,50}$")
#: One word that names a thing in code or a tracker; the first that matches gives `how`.
_CODE_FORMS = (
    ("package", re.compile(r"@[\w.-]+/[\w.-]+(?:@v?\d[\w.-]*)?$")),
    ("package", re.compile(r"[A-Za-z][\w./-]*(?:@|[=~<>!]=)v?\d[\w.-]*$")),
    ("package", re.compile(r"[A-Za-z][\w./-]*(?::[\w.-]+)?:v?\d+(?:\.[\w-]+)+$")),
    ("identifier", re.compile(r"[A-Z][A-Z0-9]{1,11}-\d[\d-]*$")),  # CVE-2021-44228, ABC-123, RFC-2616
    ("symbol", re.compile(r"(?:[A-Z]\+\+|[A-Z]#|\.NET)$")),
    ("identifier", re.compile(r"_*[A-Za-z]\w*_\w*[A-Za-z0-9]\w*$")),  # snake_case
    ("identifier", re.compile(r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*){1,8}$")),  # camelCase
    ("module", re.compile(r"[a-z_]\w+(?:\.[a-z_]\w+)+$")),  # dotted, lower case
    ("file", re.compile(r"(?:~|\.{1,2})?/?(?:[\w.-]+/){1,20}[\w.-]*\.[A-Za-z]\w{0,9}$")),
    ("file", re.compile(r"(?:~|\.{1,2})?/(?:[\w.-]+/){0,20}[\w.-]+$")),
)
_KEBAB = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+$")
#: Last parts that make any kebab-case word a component's name, even if all its parts are English ("search-api").
COMPONENT_WORDS = frozenset(
    "api app agent backend bot broker bus cache catalog cd ci cli client cluster collector consumer controller cron "
    "daemon dashboard db db1 db2 exporter frontend function gateway handler http index indexer ingest job kit lambda "
    "lib library loader manager mcp microservice module monitor operator orchestrator pipeline plugin portal processor "
    "producer prod protocol proxy queue registry replica repo router rpc runner scheduler sdk sdk2 server service "
    "sidecar sql staging store stream svc sync topic tracker ui web webhook worker".split()
)
#: Last parts that make an ordinary adjective of any name before them ("k8s-based").
ADJECTIVE_ENDINGS = frozenset(
    "based born built driven facing first focused free friendly heavy inspired led level like made native only owned "
    "powered ready related side specific style type wide aware compatible backed".split()
)

#: "PEP 484", "ISO/IEC 27001", "IEEE 802.11": capitals and a number, what is no name left out.
_NUMBERED = re.compile(r"(?<![\w-])([A-Z]{2,6}(?:/[A-Z]{2,6})?) (\d{1,6}(?:[.-]\d{1,4}){0,3})(?![\w%])")
_NO_SERIES = frozenset(
    "AD AM PM BC BCE CE AT AND OR IN ON OF TO BY NO IS IF US UK EU UN USD EUR GBP JPY CHF INR KB MB GB TB UTC GMT EST "
    "PST CET FY Q TOP ALL MAX MIN THE FOR".split()
)

_BACKTICKS = re.compile(r"(`{1,2})([^`\n]{1,80})\1(?!`)")
_QUOTES = (
    re.compile(r"“([^“”]{1,100})”"),
    re.compile(r"„([^„“”]{1,100})[“”]"),
    re.compile(r"(?<!\w)\"([^\"\s][^\"]{0,98})\"(?!\w)"),
    re.compile(r"«\s?([^«»]{1,100}?)\s?»"),
    re.compile(r"(?<!\w)‘([^‘’]{1,100})’(?!\w)"),
    re.compile(r"(?<!\w)'([^'\s][^']{0,98})'(?!\w)"),
)
_BRACKETS = re.compile(r"[「『《]([^「」『』《》]{1,60})[」』》]")
#: Words that a title does not capitalise.
_SMALL_WORDS = frozenset(
    "a an and as at but by da de del der des di du el for from in into is la le les nor of on or the to und van von "
    "with y".split()
)
_REMARKS = frozenset("yes no ok okay hello hi thanks done good great sure maybe never always".split())


def find_whole_names(text: str, is_english: Callable[[str], bool]) -> Iterator[Found]:
    """Names in `text` with a form of their own; they may overlap. `is_english` tells everyday words (lower case)."""
    yield from _quoted(text)
    for match in _NUMBERED.finditer(text):
        if match.group(1) not in _NO_SERIES:
            yield Found(match.start(), match.end(), "Object", "rule:numbered", NUMBERED)
    for match in _WORD.finditer(text):
        yield from _word(text, match.start(), match.end(), is_english)
    yield from _other_scripts(text)


# --------------------------------------------------------------------------------------------------- single words


def _word(text: str, start: int, end: int, is_english: Callable[[str], bool]) -> Iterator[Found]:
    start, end = _strip(text, start, end)
    word = text[start:end]
    if _URL.match(word):
        yield Found(start, end, "Object", "rule:url", ADDRESS)
        return
    if not 1 < len(word) <= LONGEST_WORD:
        return
    for how, pattern, type in (("email", _EMAIL, "Person"), ("handle", _HANDLE, "Person")):
        if pattern.match(word):
            yield Found(start, end, type, f"rule:{how}", ADDRESS)
            return
    for how, pattern in _CODE_FORMS:
        if pattern.match(word):
            yield Found(start, end, "Object", f"rule:{how}", CODE)
            return
    if _KEBAB.match(word) and _is_code_name(word, is_english):
        yield Found(start, end, "Object", "rule:code", CODE)


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The word without the punctuation around it; a call's "()" and a possessive 's go too."""
    dotted = text[start : start + 4] == ".NET"
    while start < end and text[start] in _OPENING and not (text[start] == "_" and end - start > 3):
        start += 1
    while start < end:
        if text[end - 2 : end] == "()":
            end -= 2
        elif text[end - 1] == ")" and text.count("(", start, end) >= text.count(")", start, end):
            break  # a URL with balanced brackets
        elif text[end - 1] in _CLOSING and not (dotted and end - start <= 4):
            end -= 1
        elif end - start > 2 and (match := _POSSESSIVE.search(text, max(start, end - 2), end)):
            end = match.start()
        else:
            break
    return start, end


def _is_code_name(word: str, is_english: Callable[[str], bool]) -> bool:
    """`payments-api` is one; `well-known`, `3-day`, `2024-05-01`, `co-founder` and `redis-based` are not."""
    parts = word.split("-")
    if parts[-1] in ADJECTIVE_ENDINGS or not any(part.isalpha() and len(part) > 1 for part in parts):
        return False
    if parts[-1] in COMPONENT_WORDS:
        return True
    if parts[0].isdigit():
        return False
    return any(len(part) > 2 and not is_english(part) for part in parts) and not _is_prefixed(parts, is_english)


_PREFIXES = frozenset(
    "anti auto bi co counter cross de e eco ex extra hyper inter intra macro mega meta micro mid mini mis mono multi "
    "neo non out over pan para poly post pre pro pseudo quasi re self semi sub super tele trans tri ultra un under uni "
    "vice".split()
)


def _is_prefixed(parts: list[str], is_english: Callable[[str], bool]) -> bool:
    return parts[0] in _PREFIXES and all(is_english(part) for part in parts[1:])


# --------------------------------------------------------------------------------------------------- quoted titles


def _quoted(text: str) -> Iterator[Found]:
    for match in _BACKTICKS.finditer(text):
        inner = match.group(2).strip()
        if len(inner.split()) <= 3 and any(char.isalpha() for char in inner):
            yield _inside(match.start(2), match.group(2), "rule:backticks")
    for match in _BRACKETS.finditer(text):
        yield _inside(match.start(1), match.group(1), "rule:quoted")
    for pattern in _QUOTES:
        for match in pattern.finditer(text):
            if _is_title(match.group(1).strip()):
                yield _inside(match.start(1), match.group(1), "rule:quoted")


def _inside(start: int, inner: str, how: str) -> Found:
    lead = len(inner) - len(inner.lstrip())
    return Found(start + lead, start + len(inner.rstrip()), "Object", how, QUOTED)


def _is_title(inner: str) -> bool:
    """Capitalised like a title; direct speech and scare quotes are not."""
    if not inner or inner[-1] in ".,!?;:" or inner.casefold() in _REMARKS:
        return False
    words = [word.strip("\"'“”‘’(),:;") for word in inner.split()]
    words = [word for word in words if word and word not in _SMALL_WORDS]
    if not words or not any(char.isalpha() for char in inner):
        return False
    capital = sum(not word[0].islower() for word in words)
    return not words[0][0].islower() and capital >= 0.6 * len(words)


# --------------------------------------------------------------------------------------------------- other scripts

#: How the Unicode names of a script's letters begin; scripts that write together count as one.
_SCRIPTS = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "HALFWIDTH": "CJK", "IDEOGRAPHIC": "CJK", "CJK": "CJK"}
#: A run in a script without capitals is a name when it is short; a longer one is a sentence in another language.
LONGEST_RUN = 40
#: From this share of a block's letters on, a script is what the block is written in, and its runs are prose.
PROSE_SHARE = 0.5
_OWN_TYPES = (
    (
        "Organization",
        ("大学", "大學", "公司", "银行", "銀行", "会社", "集团", "集團", "研究所", "대학교", "은행", "회사"),
    ),
    ("Location", ("市", "省", "县", "縣", "県", "府", "都", "京", "区", "州", "국", "특별시", "광역시")),
)


@lru_cache(maxsize=1 << 14)
def script_of(char: str) -> str:
    """The script of a letter or combining mark as its Unicode name begins ("LATIN", "CJK"); "" for anything else."""
    if unicodedata.category(char)[0] not in "LM":
        return ""
    first = unicodedata.name(char, "").split(" ", 1)[0].split("-", 1)[0]
    return _SCRIPTS.get(first, first)


def _other_scripts(text: str) -> Iterator[Found]:
    if text.isascii():
        return
    letters: dict[str, int] = {}
    for char in text:
        script = script_of(char)
        letters[script] = letters.get(script, 0) + 1
    total = sum(count for script, count in letters.items() if script)
    for script, start, end in _runs(text):
        run = text[start:end]
        if len(run) < 2 or len(run) > LONGEST_RUN:
            continue
        cased = run[0] != run[0].lower() or run[0] != run[0].upper()
        if cased:
            yield from _capitalised(text, start, end)
        elif letters[script] < PROSE_SHARE * total:
            yield Found(start, end, _own_type(run), "rule:script", SCRIPT)


def _runs(text: str) -> Iterator[tuple[str, int, int]]:
    """(script, start, end) of each stretch of words in one script that is not Latin, spaces inside it included."""
    start, script, last = -1, "", -1
    for position, char in enumerate(text):
        own = script_of(char)
        if own in ("COMBINING", "ZERO"):
            own = script
        if own and own != "LATIN" and (own == script or start < 0):
            if start < 0:
                start, script = position, own
            last = position + 1
        elif start >= 0 and not (char in " '’-·・ー\u200c\u200d." and position - last < 1):
            yield script, start, last
            start, script = (position, own) if own and own != "LATIN" else (-1, "")
            last = position + 1
    if start >= 0:
        yield script, start, last


_CASED_WORD = re.compile(r"[^\W\d_][\w’'-]*")


def _capitalised(text: str, start: int, end: int) -> Iterator[Found]:
    """Runs of capitalised words (two letters at least) within text[start:end], in a script that has capitals."""
    group: list[re.Match[str]] = []
    for match in [*_CASED_WORD.finditer(text, start, end), None]:
        if (
            match
            and match.group()[0].isupper()
            and (not group or text[group[-1].end() : match.start()].strip(" .") == "")
        ):
            group.append(match)
            continue
        if group and group[-1].end() - group[0].start() > 1:
            yield Found(group[0].start(), group[-1].end(), "", "rule:script", SCRIPT)
        group = [match] if match and match.group()[0].isupper() else []


def _own_type(run: str) -> str:
    for type, endings in _OWN_TYPES:
        if run.endswith(endings):
            return type
    return ""
