"""Which transcript reader the settings name. A reader's rules take a while to load: only who reads loads them."""

from __future__ import annotations

from functools import partial

from memkit.config import Settings
from memkit.converse.base import TranscriptReader
from memkit.errors import ModelError


def load_reader(settings: Settings) -> TranscriptReader:
    """The reader that the settings name: a language model with the offline reader behind it, or that alone. Offline,
    acts are found by what labelled conversations taught where the packaged sentence model is installed, and by rules
    alone with `embedder="hash"`, or without it; that is told as degraded.

    Raises ModelError if the spaCy pipeline cannot be loaded, or the `llm` extra is needed and not installed.
    """
    offline = _offline(settings)
    if not settings.by_llm("transcripts"):
        return offline
    from memkit.converse.reading.llm import LLMReader
    from memkit.llm import load_model

    return LLMReader(load_model(settings), offline)


def _offline(settings: Settings) -> TranscriptReader:
    from memkit.converse.reading.acts import find_acts
    from memkit.converse.reading.reader import RuleReader
    from memkit.extract.english import load_pipeline

    nlp = load_pipeline(settings.pipeline)
    if settings.embedder == "hash":
        return RuleReader(partial(find_acts, nlp=nlp))
    from memkit.converse.finding.encoder import sentence_model
    from memkit.converse.finding.finder import LearnedFinder, shipped

    try:
        sentence_model()
    except ModelError:
        if not settings.embedder_fallback:
            raise
        return RuleReader(partial(find_acts, nlp=nlp), degraded=("transcripts:rules",))
    return RuleReader(LearnedFinder(nlp=nlp), weights=shipped().linking)
