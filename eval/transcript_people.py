"""Who is who in a labelled transcript: labels and systems may write one person in several ways."""

from __future__ import annotations

from collections import Counter
from typing import Any

from eval.datasets.transcripts import Transcript
from memkit.converse.people import People, find_people


def people_of(transcript: Transcript) -> People:
    """The people of a transcript: those it lists and those its labels name, who stay apart, then the other speakers.

    A spelling that two listed people have is neither's. Another one is whoever memkit.converse.people says it can be.
    """
    listed = _without_shared(transcript)
    known = find_people((), listed)
    labelled = {label.person for label in (*transcript.gold.turns, *transcript.gold.positions)}
    unlisted = [{"name": name} for name in sorted(labelled) if known.find(name) is None]
    return find_people((turn.speaker for turn in transcript.turns), [*listed, *unlisted])


def _without_shared(transcript: Transcript) -> list[dict[str, Any]]:
    """The listed people without aliases that several of them have."""
    owners = Counter(key for person in transcript.people for key in {*map(str.casefold, person["aliases"])})
    return [
        {"name": person["name"], "aliases": [alias for alias in person["aliases"] if owners[alias.casefold()] == 1]}
        for person in transcript.people
    ]
