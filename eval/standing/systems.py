"""Who answers: a memory of conversations, and readers of the turns that are nearest to the question.

All are asked over all conversations at once, as a memory is. The readers get the same turns from the same memory by
vector search, keep those of the conversation that most of them are from, and are told whose turns they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from eval.datasets.transcripts import Transcript
from eval.standing.answers import Seen, answer, in_reach, matched, meant, seen_of
from eval.standing.questions import Question, questions
from eval.transcript_people import people_of
from memkit import Memory
from memkit.converse import Minutes, TranscriptReader, Turn
from memkit.embed import Embedder


class Answerer(Protocol):
    def right(self, question: Question) -> bool:
        """Is the question answered as the labels do?"""


class NearestText:
    """Which of several texts is nearest to one, by cosine; of equals the first."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def __call__(self, text: str, others: Sequence[str]) -> int:
        vectors = self._embedder.encode([text, *others])
        return int(np.argmax(vectors[1:] @ vectors[0]))


class Conversations:
    """Conversations in one memory, each a session, and which labelled decisions those are that it found."""

    def __init__(
        self, memory: Memory, transcripts: Iterable[Transcript], reader: TranscriptReader | None = None
    ) -> None:
        """`reader`: who reads them, by default whoever the memory's settings name."""
        self.memory = memory
        self.by_id = {transcript.id: transcript for transcript in transcripts}
        #: Conversation -> statement of a stored decision -> key of the labelled decision that it is ("": of none).
        self.keys: dict[str, dict[str, str]] = {}
        self._turns: dict[str, tuple[str, int]] = {}
        for id, transcript in self.by_id.items():
            found = memory.ingest_transcript(transcript.turns, session_id=id, people=transcript.people, reader=reader)
            keys = matched(transcript, found)
            stored = memory.store.get("Decision", found.decision_ids.values())
            self.keys[id] = {stored[d].statement: keys.get(key, "") for key, d in found.decision_ids.items()}
            self._turns |= {passage: (id, n) for passage, n in self._numbered(transcript)}

    def _numbered(self, transcript: Transcript) -> Iterator[tuple[str, int]]:
        """(passage id, number of its turn), both in order; of a long turn there may be several."""
        turns = iter(sorted(transcript.turns, key=lambda turn: turn.n))
        n, rest = 0, ""
        passages = self.memory.store.find("Passage", session_id=transcript.id)
        for passage in sorted(passages, key=lambda passage: passage.position):
            while passage.text not in rest:
                turn = next(turns)
                n, rest = turn.n, turn.text
            rest = rest.partition(passage.text)[2]
            yield passage.id, n

    def nearest_turns(self, question: str, k: int) -> list[tuple[str, int]]:
        """(conversation, turn number) of the k turns nearest to the question by cosine, best first."""
        return [self._turns[hit.id] for hit in self.memory.search(question, k=k, mode="vector")]


class MemoryAnswers:
    """`recall` and, where it is asked what stands on a topic, `timeline`; no label is seen but to grade."""

    def __init__(self, conversations: Conversations, nearest: NearestText, top_k: int = 8) -> None:
        self._conversations, self._nearest, self._top_k = conversations, nearest, top_k

    def right(self, question: Question) -> bool:
        return answer(question, self._seen(question), self._nearest) == question.answer

    def _seen(self, question: Question) -> list[Seen]:
        """The decisions that are recalled; where it is asked what stands, all decisions of the topic that is meant."""
        memory, keys = self._conversations.memory, self._conversations.keys[question.conversation]
        who = people_of(self._conversations.by_id[question.conversation])
        rows = memory.recall(question.text, top_k=self._top_k)
        if question.kind == "stands" and rows:
            topics = [Seen(row.statement, row.topic, row.status) for row in rows]
            topic = meant(question, topics, self._nearest).topic
            rows = memory.timeline(topic)
            return [Seen(row.statement, topic, row.status, keys.get(row.statement, "")) for row in rows]
        return [
            Seen(
                statement=row.statement,
                topic=row.topic,
                status=row.status,
                key=keys.get(row.statement, ""),
                positions={who.of(position.person): position.stance for position in row.positions},
                replaced_by=tuple(keys.get(statement, "") for statement in row.superseded_by),
            )
            for row in rows
        ]


class TurnsAnswers:
    """What a reader of transcripts finds in the k nearest turns alone."""

    def __init__(self, conversations: Conversations, reader: TranscriptReader, nearest: NearestText, k: int) -> None:
        self._conversations, self._reader, self._nearest, self._k = conversations, reader, nearest, k
        self._read: dict[tuple[Turn, ...], list[Seen]] = {}

    def right(self, question: Question) -> bool:
        hits = self._conversations.nearest_turns(question.text, self._k)
        id = Counter(conversation for conversation, _ in hits).most_common(1)[0][0]  # of equals the best hit's
        if id != question.conversation:
            return False
        transcript = self._conversations.by_id[id]
        turns = tuple(turn for turn in transcript.turns if (id, turn.n) in set(hits))
        if turns not in self._read:
            self._read[turns] = seen_of(transcript, self._reader.read(turns, transcript.people))
        return answer(question, self._read[turns], self._nearest) == question.answer


class TurnsInReach:
    """Right where all turns that the answer rests on are among the k nearest: whoever reads them, and how well."""

    def __init__(self, conversations: Conversations, k: int) -> None:
        self._conversations, self._k = conversations, k

    def right(self, question: Question) -> bool:
        hits = self._conversations.nearest_turns(question.text, self._k)
        return in_reach(question, {n for conversation, n in hits if conversation == question.conversation})


class Labels:
    """A reader that reads without a mistake: it knows the labels of the transcripts it is given."""

    def __init__(self, transcripts: Iterable[Transcript]) -> None:
        self._gold = {frozenset(transcript.turns): transcript.gold for transcript in transcripts}

    def read(self, turns: Sequence[Turn], people: Sequence[Mapping[str, object]] = ()) -> Minutes:
        return self._gold[frozenset(turns)]


#: Names of the memory, of a memory that was read without a mistake, and of what is in reach of the nearest turns.
MEMORY, PERFECT, IN_REACH = "memory", "memory_perfect", "turns_in_reach"


def answerers(
    conversations: Conversations, perfect: Conversations, readers: Mapping[str, TranscriptReader], k: int
) -> dict[str, Answerer]:
    """The memory; each reader over the nearest turns; and, were all read without a mistake, the memory (`perfect`, in
    which the same transcripts were read by Labels) and the nearest turns."""
    embedder = conversations.memory.embedder
    asked = [question for t in conversations.by_id.values() for question in questions(t)]
    embedder.encode([text for question in asked for text in (question.text, question.about)])  # at once, for the cache
    nearest = NearestText(embedder)
    found: dict[str, Answerer] = {MEMORY: MemoryAnswers(conversations, nearest)}
    found |= {f"turns_{name}": TurnsAnswers(conversations, reader, nearest, k) for name, reader in readers.items()}
    return found | {PERFECT: MemoryAnswers(perfect, nearest), IN_REACH: TurnsInReach(conversations, k)}
