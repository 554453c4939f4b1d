"""Retrieval: vectors, words and their fusion over arrays read from the store and kept in step with it."""

from memkit.retrieve.bm25 import Bm25Index
from memkit.retrieve.fuse import reciprocal_rank_fusion
from memkit.retrieve.search import MODES, PassageHit, Retrieval, Retriever

__all__ = ["MODES", "Bm25Index", "PassageHit", "Retrieval", "Retriever", "reciprocal_rank_fusion"]
