"""Acts found by what labelled conversations taught; the rules of memkit.converse.reading are signals among others."""
