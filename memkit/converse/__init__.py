"""Conversations: who said what, which decisions were taken, and where everybody stands."""

from memkit.converse.base import Act, Minutes, Option, Position, Said, TranscriptReader, Turn

__all__ = ["Act", "Minutes", "Option", "Position", "Said", "TranscriptReader", "Turn"]
