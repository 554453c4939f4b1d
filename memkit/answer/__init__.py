"""From what was retrieved to a cited answer, or a refusal that says why."""
