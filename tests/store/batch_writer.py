"""A child process that writes numbered batches: `python batch_writer.py STORE NAMESPACE NAME FIRST LAST`."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from memkit.model import Batch, BlockKey, Entity, Mention, Passage

#: Entities in one batch.
SIZE = 15


def numbered_batch(name: str, n: int) -> Batch:
    """Batch `n` of a writer: new records of every kind, an update of the last batch's, a deletion of an older one's."""
    said = Passage(f"{name}-p{n}", "message", "c", n, "", f"text {n}", "note")
    people = [Entity(f"{name}-e{n}-{j}", f"Name {n} {j}", "Person", f"{name}-e{n}-{j}") for j in range(SIZE)]
    batch = Batch(upserts=[said, *people], meta={f"{name} last": str(n)})
    for person in people:
        batch.add(Mention(f"m-{person.id}", said.id, person.id, 0, 4, "Name"), BlockKey.of(person.id, person.name))
        batch.set_vector("Entity", person.id, np.array([n, 1], np.float32))
    if n > 1:
        batch.add(replace(people[0], id=f"{name}-e{n - 1}-0", description=f"changed by {n}"))
    if n > 3:
        batch.deletes = [("Entity", f"{name}-e{n - 2}-{j}") for j in range(1, SIZE)]
    return batch


def main(path: str, namespace: str, name: str, first: str, last: str) -> None:
    from memkit.store import open_store

    print("starting", flush=True)
    store = open_store(path, namespace=namespace)
    print("ready", flush=True)
    for n in range(int(first), int(last) + 1):
        store.apply(numbered_batch(name, n))
        print(n, flush=True)
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
