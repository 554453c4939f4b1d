"""What questions are read with is kept from one to the next, and never out of date."""

from __future__ import annotations

from marked import MarkedExtractor

from memkit import Memory, Settings
from memkit.plan.vocabulary import Vocabulary


def test_the_vocabulary_is_read_again_only_for_what_it_is_made_of(monkeypatch):
    """A chat that names nothing new costs no reading of the whole memory; a new name, relation or merge is known."""
    read = []
    monkeypatch.setattr(
        Vocabulary, "of", lambda store, ontology, of=Vocabulary.of: read.append(1) or of(store, ontology)
    )
    with Memory(":memory:", settings=Settings(embedder="hash", cache_dir=""), extractor=MarkedExtractor()) as memory:
        memory.ingest("[Ines Dahl|Person] -LEADS> [Harbour Office|Organization]")
        for text in ("the weather is fine", "still fine"):
            memory.chat(text, session_id="s")
            assert memory.ask("Who leads the Harbour Office?").items == ["Ines Dahl"]
        assert len(read) == 1
        memory.ingest("[Bo Sund|Person] -LEADS> [Harbour Office|Organization]", source="news")
        assert memory.ask("Who leads the Harbour Office?").items == ["Bo Sund", "Ines Dahl"]
        memory.forget(source="news")
        assert memory.ask("Who leads the Harbour Office?").items == ["Ines Dahl"]
        assert len(read) == 3
