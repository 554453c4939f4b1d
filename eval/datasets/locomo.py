"""Conversations with questions in LoCoMo's form: a JSON list of {sample_id, conversation, qa}, or one such object.

`conversation` has `session_1`, `session_2`, ... (lists of {speaker, dia_id, text, blip_caption}) and their times in
`session_1_date_time`, ...; `qa` has {question, category, evidence: [dia_id, ...]}. Maharana et al., "Evaluating Very
Long-Term Conversational Memory of LLM Agents", ACL 2024.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from eval.datasets import files_hash, read_json, read_text
from eval.datasets.registry import find
from memkit.errors import InputError

#: The category of questions whose answer is not in the conversation.
UNANSWERABLE = "5"
#: What LoCoMo calls its categories (its paper's order is another; these are the numbers in the file).
CATEGORIES = {"1": "multi-hop", "2": "temporal", "3": "open-domain", "4": "single-hop", "5": "unanswerable"}

#: What can be left out.
SKIPPED = ("conversations", "turns", "times", "questions", "evidence")

_SESSION = re.compile(r"session_(\d+)")
_TIME_FORMS = ("%I:%M %p on %d %B, %Y", "%d %B, %Y", "%d %B %Y")
_LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """One thing said. `session` is the session's number, `at` its time (ISO 8601, "" if it is not told); the caption of
    a picture that was sent stands behind the words, in brackets."""

    id: str
    session: int
    speaker: str
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatQuestion:
    """`evidence` are the ids of turns that hold the answer; of an unanswerable question, of those that seem to."""

    id: str
    text: str
    category: str
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Chat:
    """One conversation of several sessions, its turns in order, and what is asked about it. `skipped` has what was left
    out, (kind, what is wrong) each: "evidence" ids that name no turn, "questions" without any, "turns" without words,
    "times" that cannot be read."""

    id: str
    turns: tuple[ChatTurn, ...]
    questions: tuple[ChatQuestion, ...]
    skipped: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ChatData:
    """The conversations of a file."""

    name: str
    hash: str
    chats: tuple[Chat, ...]

    @property
    def skipped(self) -> dict[str, int]:
        """How much was left out, by kind."""
        counts = Counter(kind for chat in self.chats for kind, _ in chat.skipped)
        return {kind: counts[kind] for kind in SKIPPED}

    @property
    def problems(self) -> list[str]:
        """What was left out and why, a sentence each."""
        return [problem for chat in self.chats for _, problem in chat.skipped]

    def only(self, ids: Sequence[str]) -> ChatData:
        """The conversations of these ids. Raises InputError for one that is not there."""
        known = {chat.id: chat for chat in self.chats}
        missing = [id for id in ids if id not in known]
        if missing:
            raise InputError(f"{self.name} has no conversation {missing[0]!r}: it has {', '.join(known)}")
        return ChatData(self.name, self.hash, tuple(known[id] for id in ids))


def load_chats(name_or_path: str) -> ChatData:
    """Read a file, or the conversation set of this name or folder.

    Skipped, counted and told: an evidence id that names no turn, a question left without one, a turn without words, a
    time that cannot be read. Raises InputError when the file cannot be read, is not of this form, or nothing is left.
    """
    path = Path(name_or_path)
    if not path.is_file():
        files = [file for file in find(name_or_path, "conversation").files if file.suffix == ".json"]
        if len(files) != 1:
            raise InputError(f"{name_or_path!r} holds {len(files)} JSON files, one is needed: name the file")
        path = files[0]
    try:
        samples = read_json(read_text(path))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    samples = samples if isinstance(samples, list) else [samples]
    chats = [_Reader(f"{path.name}, sample {number}").chat(sample, number) for number, sample in enumerate(samples)]
    repeated = [id for id, count in Counter(chat.id for chat in chats).items() if count > 1]
    if repeated:
        raise InputError(f"{path}: the sample_id {repeated[0]!r} is that of two conversations: give each its own")
    if not any(chat.questions for chat in chats):
        problem = next((f" ({problem})" for chat in chats for _, problem in chat.skipped), "")
        raise InputError(f"{path}: no question whose evidence names a turn: LoCoMo's form is needed{problem}")
    return ChatData(path.stem, files_hash(path), tuple(chats))


class _Reader:
    """Reads one conversation and keeps what it leaves out; `where` says which it is."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._skipped: list[tuple[str, str]] = []

    def _skip(self, kind: str, problem: str) -> None:
        self._skipped.append((kind, f"{self._where}, {problem}"))

    def chat(self, sample: Any, number: int) -> Chat:
        if not isinstance(sample, Mapping) or not isinstance(sample.get("conversation"), Mapping):
            self._skip("conversations", "no `conversation`, skipped")
            return Chat(str(number), (), (), tuple(self._skipped))
        id, conversation = str(sample.get("sample_id", number)), sample["conversation"]
        turns: dict[str, ChatTurn] = {}
        for turn in self._turns(conversation):
            if turn.id in turns:
                self._skip("turns", f"dia_id {turn.id!r} is that of two turns, the second is skipped")
            else:
                turns[turn.id] = turn
        asked = sample.get("qa")
        questions = [
            self._question(q, f"{id}#{n}", turns) for n, q in enumerate(asked if isinstance(asked, list) else ())
        ]
        kept = tuple(question for question in questions if question is not None)
        return Chat(id, tuple(turns.values()), kept, tuple(self._skipped))

    def _turns(self, conversation: Mapping[str, Any]) -> Iterator[ChatTurn]:
        numbers = sorted(int(m[1]) for key in conversation if (m := _SESSION.fullmatch(str(key))))
        for session in numbers:
            said, when = conversation[f"session_{session}"], conversation.get(f"session_{session}_date_time", "")
            at = iso_time(when) if isinstance(when, str) else ""
            if when and not at:
                self._skip("times", f"session {session}: the time {when!r:.60} cannot be read")
            for number, turn in enumerate(said if isinstance(said, list) else (), 1):
                words = _words(turn)
                if words:
                    dia_id = _plain_id(str(turn.get("dia_id") or f"D{session}:{number}"))
                    yield ChatTurn(dia_id, session, str(turn.get("speaker") or ""), at, words)
                else:
                    self._skip("turns", f"session {session}, turn {number}: no words, skipped")

    def _question(self, question: Any, id: str, turns: Mapping[str, ChatTurn]) -> ChatQuestion | None:
        text = question.get("question") if isinstance(question, Mapping) else None
        if not isinstance(text, str) or not text.strip():
            self._skip("questions", f"question {id}: no text, skipped")
            return None
        given = question.get("evidence") or []
        named = [part for item in (given if isinstance(given, list) else [given]) for part in evidence_ids(str(item))]
        for part in named:
            if part not in turns:
                self._skip("evidence", f"question {id}: evidence {part!r} names no turn")
        evidence = frozenset(part for part in named if part in turns)
        if not evidence:
            self._skip("questions", f"question {id}: no evidence that names a turn, skipped")
            return None
        return ChatQuestion(id, text, str(question.get("category", "")), evidence)


def evidence_ids(text: str) -> list[str]:
    """The turn ids in a piece of evidence: parted by ";", "," or spaces, leading zeros dropped ("D30:05" is D30:5)."""
    return [_plain_id(part) for part in re.split(r"[;,\s]+", text) if part]


def _plain_id(text: str) -> str:
    return _LEADING_ZEROS.sub("", text.strip())


def _words(turn: Any) -> str:
    """What a turn says, with the caption of its picture in brackets; "" if it says nothing."""
    if not isinstance(turn, Mapping):
        return ""
    parts = {key: value.strip() for key in ("text", "blip_caption") if isinstance(value := turn.get(key), str)}
    caption = f"[{parts['blip_caption']}]" if parts.get("blip_caption") else ""
    return " ".join(part for part in (parts.get("text", ""), caption) if part)


def iso_time(text: str) -> str:
    """A session's time as ISO 8601, from LoCoMo's words ("1:56 pm on 8 May, 2023") or ISO 8601; "" for anything
    else."""
    text = " ".join(text.split())
    try:
        return datetime.fromisoformat(text).isoformat()
    except ValueError:
        pass
    for form in _TIME_FORMS:
        try:
            return datetime.strptime(text, form).isoformat()
        except ValueError:
            continue
    return ""
