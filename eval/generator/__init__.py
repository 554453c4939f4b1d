"""A generator of corpora with gold whose form is a parameter: see `corpus.Parameters`."""

from __future__ import annotations

from eval.generator.corpus import Corpus, Evidence, Parameters, generate, page_id, varied, write_corpus, write_ontology

__all__ = ["Corpus", "Evidence", "Parameters", "generate", "page_id", "varied", "write_corpus", "write_ontology"]
