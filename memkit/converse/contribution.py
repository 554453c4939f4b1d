"""What a caller brings to a conversation, checked: claims, and perhaps a stance on a decision."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memkit.config import Settings
from memkit.errors import InputError
from memkit.ingest import Note, make_note
from memkit.model import ACTS, check_visible

#: How the message says what is done to a decision, so that who reads or retrieves it sees the stance.
SAYING = {
    "proposes": "I propose: {}",
    "decides": "It is decided: {}",
    "supports": "I support: {}",
    "disagrees": "I disagree with: {}",
    "withdraws": "I withdraw from: {}",
    "reaffirms": "I reaffirm: {}",
}
#: A topic's name has at most so many characters.
LONGEST_TOPIC = 400
_ARTICLES = re.compile(r"^(?:the|a|an|our|this|that)\s+")
_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Stated:
    """A stance on a decision: `statement` are the words for the decision, `stance` one of ACTS. `open`: it is only put
    on the table."""

    statement: str
    stance: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class Contribution:
    """One person's claims, and perhaps a stance, in a session; `note` is the message that they make."""

    claims: tuple[str, ...]
    topic: str
    stated: Stated | None
    note: Note


def topic_key(name: str) -> str:
    """A topic's name as it is compared: without case, accents' forms, punctuation and a leading article."""
    words = _BETWEEN.sub(" ", unicodedata.normalize("NFKC", name).casefold()).strip()
    return _ARTICLES.sub("", words) or words or name.strip()


def make_contribution(
    settings: Settings,
    *,
    session_id: str,
    speaker: str,
    claims: Iterable[str],
    session_title: str | None = None,
    topic: str | None = None,
    decision: Mapping[str, object] | None = None,
    tag: str | None = None,
    at: str | None = None,
    source: str | None = None,
) -> Contribution:
    """A checked contribution, or InputError naming the field and the remedy."""
    said = _claims(claims)
    stated = None if decision is None else _stated(decision)
    if not said and stated is None:
        raise InputError("claims is empty and there is no decision: give at least one of the two")
    check_visible(speaker, "speaker")
    if topic is not None:
        check_topic(topic)
    if session_title is not None:
        check_visible(session_title, "session_title")
    content = _message(said, stated)
    note = make_note(settings, content, source=source, session_id=session_id, speaker=speaker, at=at, tag=tag)
    topic = " ".join((topic or "").split())
    apart = ("remember", topic_key(topic) if topic else "", bool(stated and stated.open))
    return Contribution(
        claims=said,
        topic=topic,
        stated=stated,
        note=Note(
            content,
            source=note.source,
            session_id=note.session_id,
            speaker=note.speaker,
            at=note.at,
            tag=note.tag,
            title=topic,
            session_title=session_title or "",
            apart=apart,
        ),
    )


def check_topic(topic: object) -> None:
    """Refuse a topic that shows nothing, cannot be kept, or is no name but a text."""
    check_visible(topic, "topic")
    if len(topic) > LONGEST_TOPIC:
        raise InputError(
            f"topic has {len(topic):,} characters, at most {LONGEST_TOPIC} are taken: give it a short name"
        )


def _claims(claims: object) -> tuple[str, ...]:
    if isinstance(claims, (str, bytes, Mapping)) or not isinstance(claims, Iterable):
        raise InputError(f"claims is a {type(claims).__name__}: give a list of texts, say ['Postgres has joins']")
    found = sorted(claims, key=repr) if isinstance(claims, (set, frozenset)) else list(claims)
    for number, claim in enumerate(found):
        check_visible(claim, f"claims[{number}]")
    return tuple(dict.fromkeys(claim.strip() for claim in found))


def _stated(decision: object) -> Stated:
    if not isinstance(decision, Mapping):
        raise InputError(
            f"decision is a {type(decision).__name__}: give a mapping, say "
            "{'statement': 'Use Postgres', 'stance': 'proposes'}"
        )
    unknown = sorted(str(key) for key in decision if key not in ("statement", "stance", "open"))
    if unknown:
        raise InputError(f"decision has an unknown {unknown[0]!r}: it takes statement, stance and open")
    statement, stance, is_open = (decision.get(k) for k in ("statement", "stance", "open"))
    check_visible(statement, "decision['statement']")
    if stance is None or stance not in ACTS:
        raise InputError(f"decision['stance'] is {stance!r}: use one of {', '.join(ACTS)}")
    if is_open is not None and not isinstance(is_open, bool):
        raise InputError(f"decision['open'] is {is_open!r}: True or False is needed")
    return Stated(statement.strip(), str(stance), bool(is_open))


def _message(claims: tuple[str, ...], stated: Stated | None) -> str:
    lines = list(claims)
    if stated is not None and stated.statement not in claims:
        lines.append(SAYING[stated.stance].format(stated.statement))
    return "\n".join(lines)
