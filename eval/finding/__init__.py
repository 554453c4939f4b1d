"""What the act finder (memkit.converse.finding) is fitted by: labelled clauses, log-linear models."""
