"""One module per command of `python -m eval`: `HELP`, `add_arguments(parser)`, `run(args) -> dict`."""
