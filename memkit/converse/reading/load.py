"""Which transcript reader the settings name. A reader's rules take a while to load: only who reads loads them."""

from __future__ import annotations

from functools import partial

from memkit.config import Settings
from memkit.converse.base import TranscriptReader


def load_reader(settings: Settings) -> TranscriptReader:
    """The reader that the settings name: rules, or a language model with the rules behind it.

    Raises ModelError if the spaCy pipeline cannot be loaded, or the `llm` extra is needed and not installed.
    """
    from memkit.converse.reading.acts import find_acts
    from memkit.converse.reading.reader import RuleReader
    from memkit.extract.english import load_pipeline

    rules = RuleReader(partial(find_acts, nlp=load_pipeline(settings.pipeline)))
    if not settings.by_llm("transcripts"):
        return rules
    from memkit.converse.reading.llm import LLMReader
    from memkit.llm import load_model

    return LLMReader(load_model(settings), rules)
