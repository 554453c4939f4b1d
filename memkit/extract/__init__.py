"""Extraction: text in, mentions and relations with their spans out."""
