"""How well an act fits an option: named, weighted signs. A new option is a candidate like the others."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from memkit.converse.reading.table import Entry, Heard, Table
from memkit.converse.standing import FOR


@dataclass(frozen=True, slots=True)
class Candidate:
    """An option on the table; None: a new one, of a topic on the table or of a new one (None)."""

    option: int | None
    topic: int | None


#: The act is none, or concerns nothing that can be told.
DROPPED = Candidate(-1, -1)
#: Shared words that weigh no more than this together may be chance.
FAINT = 0.3
#: A word of so many letters at the end of another ("paint" in "repaint") counts as that one, so much.
SHORTEST, PART = 5, 0.6
#: New options compete with this many topics on the table, the last ones.
TOPICS = 6
#: Bounds of probabilities and of logarithms of odds, so that one sign never outweighs all others.
LEAST, MOST_ODDS = 1e-6, 3.0
SETTLING = {"decides", "supports", "reaffirms", "proposes"}


class _Fixed(NamedTuple):
    """What one act and one option have to do with each other, whatever else is on the table."""

    shared: dict[str, float]  # their common words, by the product of their weights
    signs: dict[str, float]


def candidates(
    heard: Heard, table: Table, seen: dict[int, _Fixed] | None = None
) -> Iterator[tuple[Candidate, dict[str, float]]]:
    """Every legal candidate with its signs. `seen` spares work among the readings of one act, which share entries; it
    holds as long as they do."""
    seen = {} if seen is None else seen
    done = {option for person, _, option in table.turn if person == heard.person} if table.turn_n == heard.n else set()
    entries = sorted(table.entries.values(), key=lambda e: -e.touched)
    for entry in entries:
        if id(entry) not in seen:
            seen[id(entry)] = _fixed(heard, entry)
    spread = Counter(word for entry in entries for word in seen[id(entry)].shared)
    match = {e.id: sum(w / spread[word] for word, w in seen[id(e)].shared.items()) for e in entries}
    total = sum(match.values())
    best = max(match.values(), default=0.0)
    pointed = _pointed(heard, entries)
    rank = 0
    for entry in entries:
        if entry.id not in done:
            signs = _signs(heard, table, entry, rank, match[entry.id], best, total)
            if pointed is not None:
                signs["pointed at" if entry.id == pointed else "pointed away"] = 1.0
            yield Candidate(entry.id, entry.topic), seen[id(entry)].signs | signs
            rank += 1
    yield DROPPED, _dropped(heard, table, entries, total)
    if heard.act in ("withdraws", "reaffirms") or heard.second:
        return
    base = {f"new:{heard.act}": 1.0, f"new:novel:{heard.act == 'proposes'}": _novel(heard, spread)}
    base["new:bare"] = 1 / (1 + heard.mass)
    yield Candidate(None, None), {**base, **_fresh(heard, table, entries)}
    topics: dict[int, list[Entry]] = {}
    for entry in entries:
        topics.setdefault(entry.topic, []).append(entry)
    for position, group in enumerate(list(topics.values())[:TOPICS]):
        if any(e.id in done and _act_on(table, heard, e.id) in SETTLING for e in group):
            continue
        yield Candidate(None, group[0].topic), {**base, **_rival(heard, table, group, position, match, total)}


def _pointed(heard: Heard, entries: list[Entry]) -> int | None:
    """The option that "the other one", "the former" or "the latter" means: of those last spoken of, on one topic."""
    if not entries or not heard.cues & {"other", "former", "latter"}:
        return None
    own = [e for e in entries if heard.person in e.proposers] if "my" in heard.cues else []
    group = [e for e in entries if e.topic == entries[0].topic]
    group = next((some for some in (own, group) if len(some) > 1), entries)
    if "other" in heard.cues:
        others = [e for e in group[1:] if e.holding(heard.person) != "for"] or group[1:]
        return others[0].id if others else None
    ids = sorted(e.id for e in group[:2])
    return ids[0] if "former" in heard.cues else ids[-1]


def _novel(heard: Heard, known: Container[str]) -> float:
    """The share of the act's words that are not among these."""
    weight = sum(heard.words.values())
    return sum(w for word, w in heard.words.items() if word not in known) / weight if weight else 0.0


def _dropped(heard: Heard, table: Table, entries: list[Entry], total: float) -> dict[str, float]:
    act = heard.act
    signs = {"drop": 1.0, f"drop:{act}": 1.0}
    if heard.likely < 1:
        odds = math.log((1 - heard.likely) / max(heard.likely, LEAST))
        signs |= {"drop:uncertain": 1.0, "drop:odds": max(-MOST_ODDS, min(MOST_ODDS, odds))}
    if not total:
        signs["drop:no match"] = 1.0
    if not any(e.holding(heard.person) != "none" for e in entries):
        signs[f"drop:{act}:nothing held"] = 1.0
    if heard.beside:
        signs["drop:beside"] = 1.0
    if table.turn_n == heard.n and any(p == heard.person and a == act for p, a, _ in table.turn):
        signs["drop:said in the same turn"] = 1.0
    if heard.second:
        signs["drop:second"] = 1.0
    if "withdraws" in heard.later:
        signs[f"drop:{act}:then withdraws"] = 1.0
    if heard.asked:
        signs[f"drop:{act}:asked:{heard.asked}"] = 1.0
    if "question" in heard.cues:
        signs["drop:question"] = 1.0
    if heard.sitting == 0 and heard.place == 0:
        signs["drop:opening"] = 1.0
    if len(heard.words) <= 1:
        signs["drop:short"] = 1.0
    return signs


def _act_on(table: Table, heard: Heard, option: int) -> str:
    return next((act for person, act, o in table.turn if o == option and person == heard.person), "")


def _fixed(heard: Heard, entry: Entry) -> _Fixed:
    act = heard.act
    signs = {
        f"{act}:novel": _novel(heard, entry.words),
        "sitting:same": float(entry.touched_sitting == heard.sitting),
        f"{act}:{entry.status}": 1.0,
        f"{act}:{entry.holding(heard.person)}": 1.0,
    }
    if entry.touched_sitting == heard.sitting and heard.place - entry.touched_place <= 1:
        signs["turn before"] = 1.0
    if entry.status in ("open", "current"):
        signs[f"{act}:balance"] = _balance(entry)
    if entry.settler == heard.person:
        signs[f"{act}:settled by them"] = 1.0
        if act == "decides" and "withdraws" in heard.beside:
            signs["settles again and withdraws"] = 1.0
    if heard.person in entry.proposers:
        signs[f"{act}:proposed by them"] = 1.0
    if "my" in heard.cues:
        own = heard.person in entry.proposers or entry.settler == heard.person
        signs["my:own" if own else "my:other"] = 1.0
    if heard.named & entry.proposers - {heard.person}:
        signs["names proposer"] = 1.0
    if heard.owners:
        owned = any(entry.holding(person) == "for" for person in heard.owners)
        signs["owner's" if owned else "not the owner's"] = 1.0
    if heard.named & set(entry.state.last) - {heard.person}:
        signs["names someone"] = 1.0
    if heard.instead & entry.words.keys():
        signs["instead of it"] = 1.0
    if heard.numbers and heard.numbers.isdisjoint(entry.words) and entry.numbers:
        signs["other numbers"] = 1.0
    shared = {word: weight * entry.words[word] for word, weight in heard.words.items() if word in entry.words}
    for word in sorted(heard.words.keys() - shared.keys()):
        alike = [weight for known, weight in entry.words.items() if _ends_alike(word, known)]
        if alike:
            shared[word] = PART * heard.words[word] * max(alike)
    return _Fixed(shared, signs)


def _ends_alike(word: str, other: str) -> bool:
    return min(len(word), len(other)) >= SHORTEST and (word.endswith(other) or other.endswith(word))


def _signs(
    heard: Heard, table: Table, entry: Entry, rank: int, match: float, best: float, total: float
) -> dict[str, float]:
    """Of an option on the table, among the others there."""
    signs = {
        "match": match / (match + 1),
        "match:share": match / (total + FAINT),
        "match:best": match / (match + FAINT) if match == best else 0.0,
        "rank": math.log1p(rank),
    }
    if rank == 0 and entry.touched_sitting == heard.sitting:
        signs["last"] = 1.0
        signs["last:bare"] = 1 / (1 + heard.mass)
        signs["last:unmatched"] = 1 - total / (total + FAINT)
    if entry.id == table.latest.get(heard.person):
        signs[f"{heard.act}:their latest"] = 1.0
    return signs | _within_turn(heard, table, entry.topic)


def _balance(entry: Entry) -> float:
    """Supporters less opponents, from -1 to 1 (three or more)."""
    balance = sum((act in FOR) - (act == "disagrees") for act in entry.state.last.values())
    return max(-3, min(3, balance)) / 3


def _within_turn(heard: Heard, table: Table, topic: int) -> dict[str, float]:
    """An option beside those that the same turn already acts on: what goes for what replaces it shares its topic."""
    if table.turn_n != heard.n:
        return {}
    signs: dict[str, float] = {}
    for person, act, option in table.turn:
        if person != heard.person or option not in table.entries:
            continue
        same = table.entries[option].topic == topic
        opposite = (act in ("withdraws", "disagrees")) != (heard.act in ("withdraws", "disagrees"))
        signs[f"turn:{'opposite' if opposite else 'alike'}:{'same' if same else 'other'} topic"] = 1.0
    return signs


def _fresh(heard: Heard, table: Table, entries: list[Entry]) -> dict[str, float]:
    signs = {"fresh": 1.0, "fresh:idle": min(heard.idle, 3) / 3, "fresh:none": float(not entries)}
    signs |= {f"fresh:{cue}": 1.0 for cue in heard.cues - {"it"}}
    if heard.asked:
        signs[f"fresh:asked:{heard.asked}"] = 1.0
    return signs | _within_turn(heard, table, -1)


def _rival(
    heard: Heard, table: Table, group: list[Entry], position: int, match: dict[int, float], total: float
) -> dict[str, float]:
    last = group[0]
    overlap = sum(match[e.id] for e in group)
    same = "same" if last.touched_sitting == heard.sitting else "later"
    statuses = {e.status for e in group}
    state = "current" if "current" in statuses else "open" if "open" in statuses else "none"
    signs = {
        "rival": 1.0,
        "rival:rank": math.log1p(position),
        f"rival:{state}:{same}": 1.0,
        "rival:match": overlap / (overlap + 1),
        "rival:match:share": overlap / (total + FAINT),
        "rival:turn before": float(same == "same" and heard.place - last.touched_place <= 1),
    }
    for e in group:
        if e.sitting < heard.sitting == e.touched_sitting and "withdraws" in e.state.last.values():
            signs["rival:shaken:settled" if e.settler else "rival:shaken:open"] = 1.0
    if any(act == "disagrees" for e in group if e.status in ("open", "current") for act in e.state.last.values()):
        signs["rival:contested"] = 1.0
    if any(e.holding(heard.person) == "against" for e in group):
        signs["rival:against"] = 1.0
    if any(heard.instead & e.words.keys() for e in group):
        signs["rival:instead"] = 1.0
    gone = max((match[e.id] for e in group if e.status == "displaced"), default=0.0)
    if gone > max((match[e.id] for e in group if e.status != "displaced"), default=0.0):
        signs["rival:return"] = gone / (gone + FAINT)
    if any(heard.person in e.proposers for e in group):
        signs["rival:own:contested" if "rival:contested" in signs else "rival:own"] = 1.0
    if heard.numbers and len(heard.numbers) == len(heard.words):
        signs["rival:only numbers"] = float(any(e.numbers for e in group))
    if heard.numbers and any(e.numbers for e in group):
        signs["rival:numbers"] = 1.0
    signs |= {f"rival:{cue}": 1.0 for cue in heard.cues - {"it"}}
    signs["rival:bare"] = 1 / (1 + heard.mass)
    if "it" in heard.cues:
        signs["rival:it"] = signs["rival:bare"]
    return signs | _within_turn(heard, table, last.topic)


#: What speaks for a reading without depending on which candidates there were: logarithms of how much oftener it is so
#: where the reading is right, rounded, counted on the development half of data/conversations (of 25 turns in which
#: somebody drops one option and takes up another 23 stay on one topic; of 7 settlements with "instead", "replaces" or
#: "back to" 6 have a rival; nobody of 18 settles a rival of what they settled before without dropping that).
SAME_TOPIC, REPLACING, UNSAID = 2.5, 1.5, -2.0
#: Nobody settles two rivals in one breath, and hardly anybody supports two.
TWO_RIVALS = {"decides": -4.0, "supports": -1.5}


def evidence(heard: Heard, table: Table, candidate: Candidate) -> float:
    """How much this act, so linked, speaks for the topics of the reading."""
    if table.turn_n != heard.n and heard.act != "decides":
        return 0.0
    group = [e for e in table.entries.values() if e.topic == candidate.topic and e.id != candidate.option]
    within = _within_turn(heard, table, candidate.topic)
    total = SAME_TOPIC * ("turn:opposite:same topic" in within)
    total += TWO_RIVALS.get(heard.act, 0.0) * ("turn:alike:same topic" in within)
    if heard.act == "decides":
        total += REPLACING * bool(group and heard.cues & {"rather", "back"})
        standing = any(e.settler == heard.person and e.status == "current" for e in group)
        total += UNSAID * (standing and "withdraws" not in heard.beside)
    return total
