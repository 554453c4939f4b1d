"""Who objected, and what still stands: questions that labelled transcripts answer, to a memory and to a chunk index."""
