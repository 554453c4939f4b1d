"""Retrieval: vectors, words and their fusion over arrays read from the store and kept in step with it."""
