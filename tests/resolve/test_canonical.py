"""Canonical identity from judgements, against a brute force over the definition."""

from __future__ import annotations

import dataclasses
import itertools

from hypothesis import given
from hypothesis import strategies as st

from memkit.model import Entity, Judgement
from memkit.resolve.clusters import canonical_ids, partition, priority

IDS = [f"e{n}" for n in range(7)]
PAIRS = list(itertools.combinations(IDS, 2))


@st.composite
def judgements(draw):
    found = []
    for left, right in draw(st.lists(st.sampled_from(PAIRS), unique=True, max_size=12)):
        found.append(
            Judgement(
                id=f"j-{left}-{right}",
                source_id=left,
                target_id=right,
                verdict=draw(st.sampled_from(["merged", "merged", "pending", "rejected"])),
                score=draw(st.sampled_from([0.9, 0.95, 1.0])),
                signals={},
                reason="",
                decided_by=draw(st.sampled_from(["rule:memkit", "kim"])),
                decided_at="",
                state=draw(st.sampled_from(["active", "active", "active", "undone"])),
            )
        )
    return found


def brute_force(found):
    """Merge sets in the stated order unless a standing rejection has one side in each set."""
    sets = [{id} for id in IDS]
    apart = [(j.left_id, j.right_id) for j in found if j.state == "active" and j.verdict == "rejected"]
    for j in sorted((j for j in found if j.state == "active" and j.verdict == "merged"), key=priority):
        one = next(s for s in sets if j.left_id in s)
        other = next(s for s in sets if j.right_id in s)
        if one is not other and not any((a in one and b in other) or (a in other and b in one) for a, b in apart):
            sets.remove(other)
            one |= other
    return sorted(sorted(s) for s in sets)


@given(judgements())
def test_partition_is_the_definition(found):
    assert partition(IDS, found) == brute_force(found)


@given(judgements())
def test_no_cluster_holds_a_rejected_pair_and_order_of_reading_is_nothing(found):
    entities = {id: Entity(id, id, "Object", id, created_at=f"{9 - n}") for n, id in enumerate(IDS)}
    canonical = canonical_ids(entities, found)
    for j in found:
        if j.state == "active" and j.verdict == "rejected":
            assert canonical[j.left_id] != canonical[j.right_id]
    assert canonical_ids(entities, reversed(found)) == canonical
    for id, head in canonical.items():
        cluster = [e for e in IDS if canonical[e] == head]
        assert id in cluster and head == min(cluster, key=lambda e: entities[e].created_at)


@given(judgements())
def test_taking_a_judgement_back_gives_what_was_there_without_it(found):
    for n, judgement in enumerate(found):
        without = found[:n] + found[n + 1 :]
        undone = [dataclasses.replace(judgement, state="undone")]
        assert partition(IDS, without + undone) == partition(IDS, without)


def test_a_reviewer_is_believed_before_a_rule_and_a_higher_score_before_a_lower():
    def merged(left, right, score, by):
        return Judgement(f"{left}{right}", left, right, "merged", score, {}, "", by, "")

    apart = Judgement("no", "a", "c", "rejected", 0, {}, "", "kim", "")
    rule_only = [merged("a", "b", 0.96, "rule:x"), merged("b", "c", 0.99, "rule:x"), apart]
    assert partition("abc", rule_only) == [["a"], ["b", "c"]]
    assert partition("abc", [*rule_only[1:], merged("a", "b", 0.5, "kim")]) == [["a", "b"], ["c"]]
