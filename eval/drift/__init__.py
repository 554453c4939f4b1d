"""Identity drift: a memory that grows message by message, and what becomes of who is who."""
