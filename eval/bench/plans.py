"""How long a typed plan takes by its shape, walked over a store of 10,000 things and 50,000 relations.

    python -m eval.bench.plans [--things 10000] [--store memory.db | bolt://localhost:7687]

Things of five kinds are related at random, a tenth of them under a second name that was merged; a hundredth of the
relations is denied again. Reported: p50 and p95 in milliseconds, each time from other things, and the median number of
rows. Without --store: a new SQLite file, and then the Neo4j of NEO4J_URI if that is set, in a namespace of its own that
is emptied again.
"""

from __future__ import annotations

import argparse
import random
import secrets
import tempfile
import time
from pathlib import Path

import numpy as np

from memkit import Settings
from memkit.extract.ontology import Ontology, ontology_from_dict
from memkit.model import Attribute, Batch, Denial, Document, Entity, Judgement, Mention, Passage, Relation
from memkit.plan.plan import Linked, Plan, Step, Value
from memkit.plan.run import run_plan
from memkit.store import Store, open_store

THINGS, ASKED = 10_000, 40
TYPES, RELATIONS, TIERS = ("Part", "Service", "Library", "Store", "Team"), ("USES", "OWNS", "READS", "NEEDS"), 20
ONTOLOGY: Ontology = ontology_from_dict(
    {
        "entity_types": {type: {"parent": "Object"} for type in TYPES},
        "relation_types": {relation: {} for relation in RELATIONS},
        "attributes": {type: ["tier"] for type in TYPES},
    }
)


def graph(things: int, seed: int = 0) -> Batch:
    """Two passages, five relations and a tier for each thing."""
    rng, batch = random.Random(seed), Batch()
    passages = [f"p{n}" for n in range(2 * things)]
    batch.add(*(Document(f"d{n}", f"thing {n}", f"{n}.md", "") for n in range(things)))
    for n, id in enumerate(passages):
        text = f"thing {n // 2} is spoken of here, and more is said of it. " * 8
        batch.add(
            Passage(id, "chunk", f"d{n // 2}", n % 2, f"thing {n // 2}", text, f"{n // 2}.md", at=f"{2000 + n % 25}")
        )
    for n in range(things):
        head = f"e{n - 1}" if n % 10 == 1 else f"e{n}"
        batch.add(Entity(f"e{n}", f"thing {n}", TYPES[n // 10 % len(TYPES)], head))
        if head != f"e{n}":
            batch.add(Judgement(f"j{n}", *sorted((head, f"e{n}")), "merged", 1.0, {}, "", "", ""))
        batch.add(*(Mention(f"m{n}-{p}", passages[p], f"e{n}", 0, 5, "thing") for p in (2 * n, 2 * n + 1)))
        batch.add(Attribute(f"a{n}", passages[2 * n], f"e{n}", "tier", str(rng.randrange(TIERS)), "tier"))
    for n in range(5 * things):
        ends, type = (f"e{rng.randrange(things)}", f"e{rng.randrange(things)}"), rng.choice(RELATIONS)
        batch.add(Relation(f"r{n}", *ends, type, rng.choice(passages), "One is related to the other."))
        if n % 100 == 0:
            batch.add(Denial(f"x{n}", *ends, type, rng.choice(passages), "No longer.", former=True))
    return batch


def shapes(rng: random.Random, things: int) -> dict[str, Plan]:
    """A plan of each shape, from things of its own."""
    start, end = ((f"e{rng.randrange(things)}",) for _ in range(2))
    uses, owned, needs = Step(("USES",)), Step(("OWNS",), "in"), Step(("NEEDS",), "any")
    tier = Value("tier", str(rng.randrange(TIERS)))
    lacking = Linked(("OWNS",), "in", holds=False)
    return {
        "entity": Plan("entity", start),
        "neighbours": Plan("neighbours", start, steps=(uses,)),
        "reverse": Plan("reverse", start, steps=(owned,)),
        "two-hop": Plan("two-hop", start, steps=(needs, owned)),
        "chain of 3": Plan("chain", start, steps=(needs, owned, uses)),
        "chain 1 to 3": Plan("chain", start, steps=(Step(("NEEDS",), "any", most=3),)),
        "path": Plan("path", start, steps=(Step(("USES", "NEEDS"), "any", most=4),), ends=end),
        "filter": Plan("filter", type="Team", conditions=(tier,)),
        "aggregate": Plan("aggregate", type="Team", conditions=(tier,), count=True),
        "lacking": Plan("aggregate", type="Team", conditions=(tier, lacking)),
    }


def empty(store: Store) -> None:
    """Take out all that was written into the namespace."""
    for label in ("Passage", "Document", "Entity"):
        ids = [record.id for record in store.find(label)]
        for part in range(0, len(ids), 1000):
            store.apply(Batch(deletes=[(label, id) for id in ids[part : part + 1000]]))


def measure(things: int = THINGS, uri: str | None = None, *, asked: int = ASKED, **credentials: str) -> dict:
    """{shape: {p50_ms, p95_ms, rows}}."""
    took: dict[str, list[float]] = {}
    rows: dict[str, list[int]] = {}
    namespace = f"bench-{secrets.token_hex(4)}"
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(uri or str(Path(folder) / "bench.db"), namespace=namespace, **credentials)
        store.apply(graph(things))
        rng = random.Random(1)
        for _ in range(asked):
            for shape, plan in shapes(rng, things).items():
                start = time.perf_counter()
                result = run_plan(store, plan, ONTOLOGY)
                took.setdefault(shape, []).append(1000 * (time.perf_counter() - start))
                rows.setdefault(shape, []).append(len(result.things))
        if uri:
            empty(store)
        store.close()
    return {
        shape: {f"p{p}_ms": float(np.percentile(ms, p)) for p in (50, 95)} | {"rows": float(np.median(rows[shape]))}
        for shape, ms in took.items()
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--things", type=int, default=THINGS)
    parser.add_argument("--store", help="a path or address")
    options = parser.parse_args()
    for address in [options.store] if options.store else [None, *filter(None, [Settings().neo4j_uri])]:
        print("SQLite, a new file" if address is None else address)
        for shape, one in measure(options.things, address).items():
            print(f"{shape:14} p50 {one['p50_ms']:7.1f} ms, p95 {one['p95_ms']:7.1f} ms, {one['rows']:6.0f} rows")
