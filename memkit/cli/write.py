"""Commands that bring something into memory, or take it out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from memkit.cli.common import Opener, command, follow, progress_bar, read_file, table
from memkit.errors import InputError
from memkit.model import ACTS, Rows

#: A word that can only be meant as a path: "notes.txt", "docs/".
_LIKE_A_PATH = re.compile(r"\S+(?:/|\.(?:txt|md|markdown|rst|json|jsonl|csv|log|html?))")

Session = Annotated[str, typer.Option("--session", help="the conversation it belongs to")]
Speaker = Annotated[str | None, typer.Option(help="who said it")]
At = Annotated[str | None, typer.Option(help="when it was said (ISO 8601)")]
Source = Annotated[str | None, typer.Option(help="where it comes from; a file's default is its path")]
Origin = Annotated[str | None, typer.Option(help="where it comes from")]
Tag = Annotated[str | None, typer.Option(help="a mark by which it can be forgotten")]
Topic = Annotated[str | None, typer.Option(help="what the decision is about")]


def ingest(
    opened: Opener,
    what: Annotated[list[str], typer.Argument(help="texts, files, one folder of pages, or - for standard input")],
    session: Annotated[str | None, typer.Option("--session", help="the conversation; default: default")] = None,
    source: Source = None,
    speaker: Speaker = None,
    at: At = None,
    tag: Tag = None,
    ontology: Annotated[str | None, typer.Option(help="with a folder: its ontology file")] = None,
    transcript: Annotated[bool, typer.Option("--transcript", help="the file is JSON {turns: [...]}")] = False,
    topic: Annotated[str | None, typer.Option(help="with --transcript: its main topic")] = None,
    as_json: bool = False,
) -> tuple[Any, str]:
    """Bring a text, files, a folder of pages or a transcript into memory. Doing it again changes nothing."""
    if transcript:
        _refuse("a transcript", "its turns say that", speaker=speaker, at=at, ontology=ontology)
        brought = {"tag": tag, "source": source, "topic": topic}
        return _transcripts(opened, what, session, brought, as_json)
    if len(what) == 1 and _names(what[0], Path.is_dir):
        given = {"session": session, "source": source, "speaker": speaker, "at": at, "topic": topic}
        _refuse("a folder", "its pages say that", **given)
        return _folder(opened, what[0], ontology, tag)
    _refuse("a note", "with a folder or --transcript, it does", ontology=ontology, topic=topic)
    about = {"session_id": "default" if session is None else session, "speaker": speaker, "at": at, "tag": tag}
    notes = [{**about, **_note(text, source)} for text in what]
    with opened() as memory:
        if len(notes) == 1:
            result = memory.ingest(**notes[0])
            counts = f"{result.entity_count} entities, {result.relation_count} relations"
            return result, f"{table(result.resolutions, 'mention action matched_name reason')}\n\n{counts}"
        report = memory.ingest_many(notes)
    failed = "".join(f"\nfailed: number {f['number']}: {f['error']}" for f in report.failed)
    if not report.results:
        raise InputError(f"no note could be kept:{failed}")
    return report, f"{len(report.results)} notes are in memory{failed}"


def _refuse(what: str, why: str, **options: str | None) -> None:
    """InputError for an option that would not be heeded."""
    for name, value in options.items():
        if value is not None:
            raise InputError(f"--{name} does not go with {what}: {why}")


def _note(what: str, source: str | None) -> dict[str, Any]:
    """A text as it stands, or what a file of this name holds, whose path is then the source."""
    if what == "-":
        return {"content": read_file("-"), "source": source}
    if _names(what, Path.is_file) or _LIKE_A_PATH.fullmatch(what):
        return {"content": read_file(what), "source": source or what}
    return {"content": what, "source": source}


def _names(what: str, kind: Callable[[Path], bool]) -> bool:
    """Whether a text is the path of such a thing; most texts are not even a possible path."""
    try:
        return kind(Path(what))
    except (OSError, ValueError):
        return False


def _folder(opened, path, ontology, tag):
    with opened() as memory:
        report = memory.ingest_folder(path, ontology=ontology, tag=tag)
    failed = "".join(f"\nfailed: {f['file']}: {f['error']}" for f in report.failed)
    text = f"{report.documents} documents, {report.passages} passages; {report.rows_changed} rows changed{failed}"
    return report, text


def _transcripts(opened, paths, session, brought, as_json):
    if len(paths) != 1:
        raise InputError("--transcript takes one file at a time")
    try:
        read = json.loads(read_file(paths[0]))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{paths[0]} is no JSON ({error})") from None
    several = isinstance(read, list) and bool(read) and all(isinstance(item, dict) and "turns" in item for item in read)
    found = read if several else [{"turns": read} if isinstance(read, list) else read]
    done = []
    with opened() as memory, progress_bar("reading", as_json) as bar:
        for number, one in enumerate(found):
            if not isinstance(one, dict) or not isinstance(one.get("turns"), list):
                raise InputError(f"{paths[0]}: an object with a list of `turns` is needed")
            name = str(one.get("id") or f"{session or 'default'}-{number}") if several or session is None else session
            people = one.get("people") or ()
            done.append(
                memory.ingest_transcript(one["turns"], session_id=name, people=people, progress=follow(bar), **brought)
            )
    if not any(minutes.messages for minutes in done):
        raise InputError(f"{paths[0]}: no turn could be kept: {'; '.join(_failed(done)) or 'there is none'}")
    parts = [
        f"{minutes.session_id}: {len(minutes.turns)} acts on {len(minutes.decisions)} decisions\n\n"
        + table(minutes.decisions, "status topic statement")
        for minutes in done
    ]
    text = "\n\n".join([*parts, *(f"failed: {line}" for line in _failed(done))])
    return (Rows(done) if several else done[0]), text


def _failed(done):
    return [f"turn {f['turn']}: {f['error']}" for minutes in done for f in minutes.failed]


def chat(
    opened: Opener,
    message: str,
    session: Session = "default",
    speaker: Speaker = None,
    source: Origin = None,
    at: At = None,
    tag: Tag = None,
) -> tuple[Any, str]:
    """Store a message and show what memory holds about it."""
    with opened() as memory:
        found = memory.chat(message, session_id=session, speaker=speaker, source=source, at=at, tag=tag)
    parts = [table(found.entities, "name entity_type score related_names")]
    parts += [f"{hit.speaker or 'somebody'}: {' '.join(hit.text.split())}" for hit in found.message_hits]
    return found, "\n".join(parts)


def remember(
    opened: Opener,
    claims: Annotated[list[str] | None, typer.Argument(help="what was said")] = None,
    session: Session = "default",
    speaker: Annotated[str, typer.Option(help="who said it")] = ...,
    topic: Topic = None,
    decision: Annotated[str | None, typer.Option(help="the decision that it concerns, in words")] = None,
    stance: Annotated[str, typer.Option(help=f"one of {', '.join(ACTS)}")] = "proposes",
    open_: Annotated[bool, typer.Option("--open", help="a proposal that a later one settles")] = False,
    title: Annotated[str | None, typer.Option(help="a title of the session")] = None,
    at: At = None,
    source: Origin = None,
    tag: Tag = None,
) -> tuple[Any, str]:
    """Keep what somebody said, and what it does to a decision."""
    about = {"statement": decision, "stance": stance, "open": open_} if decision is not None else None
    with opened() as memory:
        done = memory.remember(
            session_id=session,
            speaker=speaker,
            claims=claims or [],
            session_title=title,
            topic=topic,
            decision=about,
            at=at,
            source=source,
            tag=tag,
        )
    return done, f"{len(done.claim_ids)} claims of {done.person_id}; decision: {done.decision_id or 'none'}"


def forget(
    opened: Opener,
    tag: Annotated[str | None, typer.Option(help="what was brought under this tag")] = None,
    session: Annotated[str | None, typer.Option("--session", help="what was said in this conversation")] = None,
    source: Annotated[str | None, typer.Option(help="what came from this source")] = None,
) -> tuple[Any, str]:
    """Delete exactly what a tag, a session or a source brought, and what nothing else states."""
    with opened() as memory:
        gone = memory.forget(tag=tag, session_id=session, source=source)
    return gone, f"forgotten: {gone.passages} passages, {gone.relations} relations, {gone.entities} entities"


COMMANDS = [
    command(ingest, example='memkit ingest "Acme competes with Zenith." --source note; memkit ingest docs/', new=True),
    command(chat, example='memkit chat "What do we know of Acme?" --session monday', new=True),
    command(
        remember,
        example='memkit remember "It is slow." --speaker Priya --topic store --decision "Use Mongo" --stance disagrees',
        new=True,
    ),
    command(forget, example="memkit forget --source note"),
]
