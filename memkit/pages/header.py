"""What a page says of itself before its text: YAML front matter, or a block of RFC 822 headers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from email.parser import HeaderParser

import yaml

from memkit.careful_yaml import CarefulLoader
from memkit.extract.words import GENERATIONS, LEGAL_FORMS

#: A longer value is no list of names, in characters.
LONGEST_LIST = 5_000
#: Longest front matter that is read as YAML, in characters; a longer one is no front matter but a data file.
LONGEST_YAML = 100_000

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:(.*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_PLAIN_LINE = re.compile(r"^([A-Za-z][\w .-]{0,60}?)[ \t]*:[ \t]+(\S.*?)[ \t]*$", re.MULTILINE)
_HEADER_BLOCK = re.compile(r"\A(?:[A-Za-z][A-Za-z0-9_-]*:(?!\S).*(?:\n|\Z)|[ \t]+\S.*(?:\n|\Z))+(?=[ \t]*\n|\Z)")
_AFTER_NAME = "|".join(re.escape(word) for word in sorted(GENERATIONS | LEGAL_FORMS, key=len, reverse=True))
#: What parts the names of a list; a comma before "Jr." or "Inc." is a part of the name.
SEPARATOR = re.compile(
    rf"\s*(?:,(?!\s*(?:{_AFTER_NAME})(?!\w))(?:\s*(?:and|or|&)\s)?|[;\n|]|\s/\s|<br\s*/?>"
    r"|\s(?:and|or|&|as well as)\s)\s*",
    re.IGNORECASE,
)
#: An address in brackets; " at " stands for "@" where machines should not find it.
_ADDRESS = re.compile(r"<([\w.+-]+(?:@|\s+at\s+)[\w.-]+)>")
_AT = re.compile(r"\s+at\s+")


@dataclass(frozen=True, slots=True)
class Value:
    """One value as it is meant (without quotes and escapes); it stands at [start, end) of the page. `address` is the
    email address given with a person's name."""

    text: str
    start: int
    end: int
    address: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """`key: values`, stated by [start, end) of the page."""

    key: str
    values: tuple[Value, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Header:
    """`end` is where the page's own text begins (0: there is no header)."""

    fields: tuple[Field, ...] = ()
    end: int = 0
    problems: tuple[str, ...] = field(default=())


def read_header(text: str) -> Header:
    """The header of a page, whichever form it has. Broken YAML is a problem, and its plain "key: value" lines count."""
    if match := _FRONT_MATTER.match(text):
        return _front_matter(match)
    if match := _HEADER_BLOCK.match(text):
        return _headers(match.group())
    return Header()


# ---------------------------------------------------------------------------------------------------- front matter


def _front_matter(match: re.Match[str]) -> Header:
    content, offset = match.group(1) or "", match.start(1) if match.group(1) else match.end()
    try:
        if len(content) > LONGEST_YAML:
            raise ValueError(f"it has {len(content):,} characters, at most {LONGEST_YAML:,} are read as YAML")
        node = yaml.compose(content, Loader=CarefulLoader)
        if node is not None and not isinstance(node, yaml.MappingNode):
            raise ValueError("it is no mapping (key: value)")
    except (yaml.YAMLError, ValueError) as error:
        said = " ".join(str(error).split())
        return Header(_plain_fields(content, offset), match.end(), (f"front matter cannot be read as YAML: {said}",))
    return Header(tuple(_yaml_fields(node, offset)) if node else (), match.end())


def _plain_fields(content: str, offset: int) -> tuple[Field, ...]:
    return tuple(
        Field(m[1], (Value(m[2], offset + m.start(2), offset + m.end(2)),), offset + m.start(), offset + m.end())
        for m in _PLAIN_LINE.finditer(content[:LONGEST_YAML])
    )


def _yaml_fields(node: yaml.MappingNode, offset: int) -> Iterator[Field]:
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode):
            values = tuple(_yaml_values(value, offset, depth=0))
            end = max([key.end_mark.index, *(v.end - offset for v in values)])
            yield Field(key.value, values, offset + key.start_mark.index, offset + end)


def _yaml_values(node: yaml.Node, offset: int, depth: int) -> Iterator[Value]:
    """The scalars of a value, in order, at most three levels down; `{name: X, email: Y}` is one person."""
    if isinstance(node, yaml.ScalarNode):
        if node.value.strip() and not node.tag.endswith(":null"):
            quoted = 1 if node.style in ("'", '"') else 0
            start, end = node.start_mark.index + quoted, node.end_mark.index - quoted
            yield Value(node.value.strip(), offset + start, offset + end)
    elif depth < 3 and isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _yaml_values(item, offset, depth + 1)
    elif depth < 3 and isinstance(node, yaml.MappingNode):
        inner = {k.value: v for k, v in node.value if isinstance(k, yaml.ScalarNode)}
        address = inner.get("email")
        if isinstance(inner.get("name"), yaml.ScalarNode):
            for named in _yaml_values(inner["name"], offset, depth + 1):
                yield Value(
                    named.text, named.start, named.end, address.value if isinstance(address, yaml.ScalarNode) else ""
                )
        else:
            for item in inner.values():
                yield from _yaml_values(item, offset, depth + 1)


# --------------------------------------------------------------------------------------------------------- headers


def _headers(block: str) -> Header:
    """Headers as in an email. One line alone is a sentence with a colon, and no header."""
    message = HeaderParser().parsestr(block)
    items = message.items()
    if message.defects or len(items) < 2 or message.get_payload().strip():
        return Header()
    fields, at = [], 0
    for key, value in items:
        start = block.index(f"{key}:", at)
        begin = block.index(value, start + len(key) + 1)
        at = begin + len(value)
        fields.append(Field(key, tuple(_values(value, begin)), start, at))
    return Header(tuple(fields), len(block))


def values_in(text: str, start: int, end: int) -> list[Value]:
    """The people of an address list ("Ann Lee <ann@x.org>, Bo"), else the whole of text[start:end] as one value."""
    return list(_values(text[start:end], start))


def _values(value: str, offset: int) -> Iterator[Value]:
    if len(value) <= LONGEST_LIST and _ADDRESS.search(value):
        yield from _people(value, offset)
    elif value.strip():
        yield _value(value, 0, len(value), offset)


def _people(value: str, offset: int) -> Iterator[Value]:
    """Names parted by commas; an address belongs to the name right before it."""
    at, quoted = 0, [match.span() for match in re.finditer(r'"[^"]*"', value)]
    for match in [*_ADDRESS.finditer(value), None]:
        stop = match.start() if match else len(value)
        commas = [m.span() for m in SEPARATOR.finditer(value, at, stop)]
        commas = [cut for cut in commas if not any(left < cut[0] < right for left, right in quoted)]
        cuts = [at, *(edge for cut in commas for edge in cut), stop]
        pieces = [(left, right) for left, right in zip(cuts[::2], cuts[1::2], strict=True) if value[left:right].strip()]
        for left, right in pieces:
            named = _value(value, left, right, offset)
            if match and right == stop:
                yield replace(named, address=_AT.sub("@", match.group(1)).strip())
            else:
                yield named
        at = match.end() if match else stop


def _value(value: str, start: int, end: int, offset: int) -> Value:
    raw = value[start:end]
    lead, tail = len(raw) - len(raw.lstrip(' "')), len(raw.rstrip(' "\n\t'))
    return Value(" ".join(raw.strip(' "').split()), offset + start + lead, offset + start + max(lead, tail))
