"""The offline transcript reader: acts by rules, then the likeliest decisions for all of them together."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

from memkit.converse.base import Act, Minutes, Said, Turn
from memkit.converse.people import find_people
from memkit.converse.reading.acts import find_acts
from memkit.converse.reading.hearing import hear
from memkit.converse.reading.minutes import Described, minutes_of
from memkit.converse.reading.naming import key_of, statement_of, topic_of, unlike
from memkit.converse.reading.replacing import replaced
from memkit.converse.reading.search import search
from memkit.converse.reading.table import Heard
from memkit.converse.reading.turns import in_order

#: Turns and people ({name, aliases}) -> the acts in them.
ActFinder = Callable[[Sequence[Turn], Sequence[Mapping[str, object]]], list[Said]]


@lru_cache(maxsize=1)
def fitted_weights() -> Mapping[str, float]:
    """The weights of the signs (memkit.converse.reading.features), fitted on the development half of
    data/conversations."""
    return json.loads(files("memkit.converse.reading").joinpath("weights.json").read_text(encoding="utf-8"))


class RuleReader:
    """See TranscriptReader. `acts` finds what is done in each turn (the default: by rules, over spaCy's parse); which
    option it concerns is found here, by `weights` of signs. `degraded` is told in all minutes."""

    def __init__(
        self,
        acts: ActFinder = find_acts,
        *,
        weights: Mapping[str, float] | None = None,
        degraded: Sequence[str] = (),
    ) -> None:
        self._degraded = list(degraded)
        self._find_acts = acts
        self._weights = fitted_weights() if weights is None else weights

    def read(self, turns: Sequence[Turn], people: Sequence[Mapping[str, object]] = ()) -> Minutes:
        """Read a conversation, in time linear in its length. Raises InputError for turns that cannot be told apart."""
        turns = in_order(turns)
        said = sorted(self._find_acts(turns, people), key=lambda one: one.n)
        spellings = [turn.speaker for turn in turns] + [one.person for one in said if one.person]
        heard = hear(turns, said, find_people(spellings, people).of)
        choices = search(heard, self._weights)
        linked = [(one, h, *choice) for one, h, choice in zip(said, heard, choices, strict=True) if choice is not None]
        keys, options = _described(turns, linked)
        acts = [Act(h.n, h.person, act, keys[option]) for _, h, option, _, act in linked]
        replaces = replaced(acts, {option.key: option.topic for option in options})
        minutes = minutes_of(acts, [replace(o, replaces=replaces.get(o.key, ())) for o in options])
        return replace(minutes, degraded=[*minutes.degraded, *self._degraded])


def _described(
    turns: Sequence[Turn], linked: Sequence[tuple[Said, Heard, int, int, str]]
) -> tuple[dict[int, str], list[Described]]:
    """The key of each option, and the options in words, in the order in which they were opened."""
    texts = {turn.n: turn.text for turn in turns}
    opened: dict[int, tuple[str, int]] = {}
    on_topic: dict[int, list[str]] = {}
    for one, _, option, topic, _ in linked:
        if option not in opened:
            opened[option] = statement_of(texts[one.n], one.start, one.end), topic
        on_topic.setdefault(topic, []).append(one.about or texts[one.n][one.start : one.end])
    keys: dict[int, str] = {}
    for option, (statement, _) in opened.items():
        keys[option] = unlike(key_of(statement), keys.values(), "-")
    names: dict[int, str] = {}
    for topic, said in on_topic.items():
        names[topic] = unlike(topic_of(said) or "topic", names.values(), " ")
    return keys, [Described(keys[o], names[topic], statement) for o, (statement, topic) in opened.items()]
