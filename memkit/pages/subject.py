"""The entity that a page is about: its name, its type, and its other names.

The name is, in this order: a header field whose key is a type ("PEP: 8" -> "PEP 8"); a known name that the title is or
begins with ("ledger-core: how it works"); what stands after a type and a colon ("Service: ledger-core") or, if it is
written like code, before a colon ("ADR-014: one library"); the title. The type is the known name's, else what the
header's `type` says, else what a type word in the title says ("Team Atlas", "Quotes API").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memkit.extract import Ontology
from memkit.pages.blocks import Span
from memkit.pages.header import Field
from memkit.pages.keys import Keys
from memkit.pages.page import Page, plain

_NUMBER = re.compile(r"[A-Za-z]{0,4}[-.]?\d[\w.-]*$")
#: A title's last part, after a word or three, in quotation marks: 'Number Seven, "Marmot"'.
_QUOTED = re.compile(r"^(?:\S+ ){1,3}[\"“„«]([^\W\d_a-z][^\"“”„«»]*)[\"”“»]$")
_TYPE_KEYS = frozenset({"type", "kind", "category"})
#: A title's first part that is a name of its own: "ADR-014: one library for money".
_CODE = re.compile(r"([^\W_]+(?:[-_.][^\W_]+)+|[^\W\d_]+ \d+)\s*(?::|\s[–—-]\s)\s*\S")


@dataclass(frozen=True, slots=True)
class Subject:
    """`span` is where the page names it (None: the text does not). `type` is "" if nothing tells it. `number_prefix`
    is what stands before its number ("PEP" of "PEP 8"), for fields that give other things of its kind by number."""

    name: str
    type: str
    span: Span | None
    aliases: tuple[str, ...] = ()
    number_prefix: str = ""


def subject_of(page: Page, ontology: Ontology, keys: Keys) -> Subject:
    """What the page is about. See the module's text for the rules."""
    for field in page.header.fields:
        type = keys.type_of(field.key)
        if type and len(field.values) == 1 and _NUMBER.match(field.values[0].text):
            name = f"{field.key} {field.values[0].text}"
            return Subject(name, type, (field.start, field.end), _other(page.title, name), field.key)
    title = plain(page.title)
    kind, colon, rest = title.partition(": ")
    if colon and rest.strip() and (type := keys.type_of(kind)):
        return Subject(rest.strip(), type, _span(page, rest.strip()))
    name, type = _known(title, ontology) or ("", "")
    if not name and (match := _CODE.match(title)):
        name = match.group(1)
    name = name or title
    type = type or _stated_type(page.fields, keys) or keys.type_in(name)
    return Subject(name, type, _span(page, name), _other(title, name))


def _span(page: Page, name: str) -> Span | None:
    """Where the name stands in the title."""
    if page.title_span is None:
        return None
    at = page.text.find(name, *page.title_span)
    return (at, at + len(name)) if at >= 0 else page.title_span


def _other(title: str, name: str) -> tuple[str, ...]:
    """The title where it is not the name, the name without its article, and what the title has in quotation marks
    ('Number Seven, "Marmot"')."""
    found = [title] if re.search(r"\w", title) else []
    found += [re.sub(r"^[Tt]he\s+", "", name), *_QUOTED.findall(title)]
    return tuple(dict.fromkeys(other for other in found if other.casefold() != name.casefold()))


def _known(title: str, ontology: Ontology) -> tuple[str, str] | None:
    """The known name that the title is, but for type words and brackets, or that stands before a colon or dash."""
    found = list(ontology.find(title))
    if not found or title[: found[0].start].strip(" `*\"“'").casefold() not in ("", "the"):
        return None
    first = found[0]
    rest = title[first.end :].strip(" `*\"”'")
    kind = ontology.type_of_word.get(rest.casefold())
    if not rest or rest[0] in ":(–—-,|" or (kind and kind in ontology.ancestors(first.type)):
        return title[first.start : first.end], first.type
    return None


def _stated_type(fields: tuple[Field, ...], keys: Keys) -> str:
    for field in fields:
        if field.key.casefold() in _TYPE_KEYS:
            for value in field.values:
                if type := keys.type_of(value.text):
                    return type
    return ""
