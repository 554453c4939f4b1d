"""Extraction: text in, mentions and relations with their spans out."""

from memkit.extract.base import ExtractedMention, ExtractedRelation, Extraction, Extractor
from memkit.extract.extractor import SpacyExtractor, load_extractor
from memkit.extract.ontology import Ontology, load_ontology

__all__ = [
    "ExtractedMention",
    "ExtractedRelation",
    "Extraction",
    "Extractor",
    "Ontology",
    "SpacyExtractor",
    "load_extractor",
    "load_ontology",
]
