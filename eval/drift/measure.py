"""What a grown memory is worth: who is mixed up with whom, and what a question about each person brings back.

A person's *thing* is the one that the memory made, or took, when the person was introduced by full name: what a
question by that name reaches. A *fact* is what one message states of one person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from eval.clustering import cluster_scores
from eval.drift.simulate import Growing
from eval.drift.world import Message

#: Measures of a checkpoint: name -> what it says. Shares and counts are of one memory.
MEASURES = {
    "contaminated": "share of people whose thing holds a mention of somebody else",
    "fact_precision": "of all facts that asking for each person brings back, the share that is about that person",
    "fact_recall": "share of the facts about each person that asking for that person brings back",
    "wrong_facts": "facts of other people that come back, per 100 facts told: what false merges cost",
    "missing_facts": "facts that do not come back, per 100 facts told: what missed merges cost",
    "answers_right": "share of (person, relation) told of whose values come back complete and alone",
    "answers_mixed": "share of them that come back with another person's value",
    "pair_precision": "of pairs of mentions in one thing, the share that means one person",
    "pair_recall": "of pairs of mentions of one person, the share in one thing",
    "bcubed_precision": "B-cubed precision of mentions",
    "bcubed_recall": "B-cubed recall of mentions",
    "false_merges": "merges so far with a thing that is mostly of somebody else",
    "merges": "merges so far",
    "missed": "mentions so far of somebody known that were created apart without a question",
    "queue": "pairs of people that wait for review",
    "questions": "mentions so far that were put up for review",
}


def measure(memory: Growing, messages: Sequence[Message]) -> dict[str, float]:
    """Every one of MEASURES, after these messages (all that the memory has heard)."""
    things, persons = memory.ledger.things(), memory.ledger.persons
    tally = memory.ledger.tally
    scores = cluster_scores(things, persons)
    return {
        **_facts(things, persons),
        **_answers(things, messages),
        "pair_precision": scores.precision,
        "pair_recall": scores.recall,
        "bcubed_precision": scores.bcubed_precision,
        "bcubed_recall": scores.bcubed_recall,
        "false_merges": len(tally.false),
        "merges": tally.merges,
        "missed": tally.missed,
        "queue": memory.waiting(),
        "questions": tally.asked_same + tally.asked_different,
        "people": len(set(persons)),
        "things": len(set(things)),
    }


def things_of_people(things: Sequence[str], persons: Sequence[int]) -> dict[int, str]:
    """Person -> the thing of the first mention, by which the person was introduced."""
    found: dict[int, str] = {}
    for person, thing in zip(persons, things, strict=True):
        found.setdefault(person, thing)
    return found


def _facts(things: Sequence[str], persons: Sequence[int]) -> dict[str, float]:
    of_thing, of_both = Counter(things), Counter(zip(things, persons, strict=True))
    theirs = things_of_people(things, persons)
    right = sum(of_both[thing, person] for person, thing in theirs.items())
    back = sum(of_thing[thing] for thing in theirs.values())
    mixed = sum(of_thing[thing] > of_both[thing, person] for person, thing in theirs.items())
    return {
        "contaminated": mixed / len(theirs),
        "contaminated_people": mixed,
        "fact_precision": right / back,
        "fact_recall": right / len(persons),
        "wrong_facts": 100 * (back - right) / len(persons),
        "missing_facts": 100 * (len(persons) - right) / len(persons),
    }


def _answers(things: Sequence[str], messages: Sequence[Message]) -> dict[str, float]:
    """Of each person and relation told of: the values that the person's thing has, against the true one."""
    said: dict[tuple[str, str], set[str]] = defaultdict(set)
    true: dict[tuple[int, str], str] = {}
    for thing, message in zip(things, messages, strict=True):
        said[thing, message.relation].add(message.value)
        true[message.person, message.relation] = message.value
    theirs = things_of_people(things, [message.person for message in messages])
    found = [(said.get((theirs[person], relation), set()), value) for (person, relation), value in true.items()]
    return {
        "answers_right": sum(values == {value} for values, value in found) / len(found),
        "answers_mixed": sum(bool(values - {value}) for values, value in found) / len(found),
    }
