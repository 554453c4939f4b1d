"""Records, rows with columns, that may be one thing: similarities, learned and unlabelled rules, proofs of precision.

`memkit.resolve` decides about names; a learned rule of this package decides about names as well (`LearnedRule`).
"""
