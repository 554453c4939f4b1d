"""Kill a child process at a random moment of its work, for tests that what it wrote is whole.

The child prints a line (flushed) when it is ready and one after each call that returned: what it has said by then must
be there afterwards, and of the call that was under way all or nothing.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from contents import contents

from memkit import Memory

ROOT = Path(__file__).resolve().parents[1]


def run_and_kill(script: str | Path, *arguments: str, rng: random.Random, most: int) -> list[str]:
    """Start `python script arguments`, kill it (SIGKILL) and return every line it said.

    The moment: after 1 to `most` lines, and then a random share of the mean time between the lines so far, so that
    kills fall anywhere within a call. Raises RuntimeError if the child ended by itself.
    """
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, str(script), *arguments]
    said: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    ) as child:
        wanted, pause, started = rng.randint(1, most), 0.0, 0.0
        for line in child.stdout:
            said.append(line.rstrip("\n"))
            now = time.monotonic()
            started = started or now
            pause = (now - started) / max(1, len(said) - 1) or 0.005
            if len(said) >= wanted:
                break
        time.sleep(rng.random() * pause)
        ended = child.poll()
        child.kill()
        said += child.stdout.read().splitlines()
        if ended is not None:
            raise RuntimeError(f"the child ended by itself with {ended}: {child.stderr.read()[-2000:]}")
    return said


def run_to_end(script: str | Path, *arguments: Sequence[str]) -> subprocess.Popen:
    """Start `python script arguments` with this project importable; the caller waits for it."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, str(script), *arguments], cwd=ROOT, env=environment, stdout=subprocess.PIPE
    )


def check_kills(
    child: Path,
    folder: Path,
    *,
    kills: int,
    most: int,
    opens: Callable[[str], Memory],
    steps: Callable[[Memory], Iterator[str]],
    go_on: Callable[[Memory], object],
) -> list[dict[str, list]]:
    """Kill the child, which takes `steps` on a memory of its own each time, `kills` times; each time the memory must
    hold all or nothing of the step that was under way, and `go_on`. Returns what a memory holds after 0, 1, 2, ...
    steps that nobody kills."""
    rng = random.Random(kills)
    with opens(":memory:") as memory:
        states = [contents(memory)]
        for _, _ in zip(range(most + 20), steps(memory), strict=False):
            states.append(contents(memory))
    for kill in range(kills):
        path = folder / f"{kill}.db"
        said = run_and_kill(child, str(path), rng=rng, most=most)
        with opens(str(path)) as memory:
            done = len(said)
            assert contents(memory) in (states[done], states[done + 1]), f"kill {kill} after {said[-3:]}"
            go_on(memory)
    return states
