"""Retrieval: vectors, words, their fusion and the walk over the graph, on arrays kept in step with the store."""

from memkit.retrieve.bm25 import Bm25Index
from memkit.retrieve.conversation import ConversationSearch
from memkit.retrieve.explain import Path, Ranked
from memkit.retrieve.fuse import reciprocal_rank_fusion
from memkit.retrieve.hybrid import GraphSearch
from memkit.retrieve.search import BY_NAMES, BY_VECTOR, MODES, PassageHit, Retrieval, Retriever

__all__ = [
    "BY_NAMES",
    "BY_VECTOR",
    "MODES",
    "Bm25Index",
    "ConversationSearch",
    "GraphSearch",
    "PassageHit",
    "Path",
    "Ranked",
    "Retrieval",
    "Retriever",
    "reciprocal_rank_fusion",
]
