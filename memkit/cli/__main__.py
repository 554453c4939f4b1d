"""`python -m memkit.cli`: the command line without an installed script."""

from memkit.cli import app

app()
