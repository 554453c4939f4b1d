"""`python -m eval COMMAND`: each command is a module of eval/commands/."""

import sys

from eval.cli import main

if __name__ == "__main__":
    sys.exit(main())
