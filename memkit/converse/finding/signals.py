"""Signals of a clause by name: what its words are, what the rules make of it, and what it is said on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memkit.converse.reading import cues
from memkit.converse.reading.acts import Looked
from memkit.converse.reading.judging import Statement
from memkit.converse.reading.words import content
from memkit.converse.standing import FOR

#: Characters of a clause whose words are signals.
LONGEST = 300
#: Words, pairs and triples are many and overlap: each counts less than what the rules say.
WORD_WEIGHT = 0.5
_TOKEN = re.compile(r"[a-z']+|[0-9]+|[?!.,:;👍👎]")
#: Stands for words that can name an option: what an option is called tells nothing of what is done to it.
_OPTION = "X"
_CUES = {
    "neutral": cues.NEUTRAL,
    "unreal": cues.UNREAL,
    "same": cues.SAME,
    "suggesting": cues.SUGGESTING,
    "wanted": cues.WANTED,
    "yields": cues.YIELDS,
    "favours": cues.FAVOURS,
    "said to be proposed": cues.SAID_TO_BE_PROPOSED,
}
_TAGS = frozenset(("VBD", "VBP", "VBZ", "MD", "VB", "WRB", "WP", "UH", "VBG", "VBN"))


@lru_cache(maxsize=1 << 16)
def _names_option(token: str) -> bool:
    return bool(content(token))


def masked(words: str) -> list[str]:
    """The tokens, with one X for each run of those that can name an option."""
    found: list[str] = []
    for token in _TOKEN.findall(words.lower()):
        token = _OPTION if _names_option(token) else token
        if token != _OPTION or found[-1:] != [_OPTION]:
            found.append(token)
    return found


def word_signals(words: str, mark: str) -> dict[str, float]:
    """Single words, pairs and triples of the masked words, and the stems of those that are masked."""
    row = ["^", *masked(words[:LONGEST]), mark, "$"]
    names = [" ".join(row[at : at + length]) for length in (1, 2, 3) for at in range(len(row) - length + 1)] + [
        "stem:" + stem for stem in content(words[:LONGEST])
    ]
    return dict.fromkeys(names, WORD_WEIGHT)


def rule_signals(looked: Looked, place: int, said: Statement) -> dict[str, float]:
    """Of the clause of this place in its turn, stated so: what the rules say of it and of those beside it, which cues
    stand in it, and what it is said on."""
    clause, view = said.view.clause, said.view
    act, sure = _verdict(looked, place, said.name)
    names = [f"rule:{act}:{sure}", f"mark:{clause.mark}", f"joint:{clause.joint}", f"joint after:{clause.before}"]
    names += ["absent"] * said.quoted + ["nobody's"] * (not view.persons) + ["reported"] * view.reported
    names += ["first"] * (place == 0) + ["last"] * (place == len(looked.views) - 1)
    for other in range(len(looked.views)):
        if other != place:
            verdict = _verdict(looked, other)[0]
            beside = {1: "next ", -1: "previous "}.get(other - place)
            names += [f"other rule:{verdict}"] + ([f"{beside}rule:{verdict}"] if beside else [])
    strong = [f"strong:{act}" for act in sorted(said.strong)] + [f"weak:{act}" for act in sorted(said.weak)]
    names += strong + [f"cue:{name}" for name, pattern in _CUES.items() if pattern.search(view.words)]
    names += list(_tags(said))
    ground = list(_ground(said))
    names += ground + [f"{act} and {sign}" for sign in ground if sign.startswith("option:")]
    on_table = next(sign for sign in ground if sign.startswith("open:"))
    leads = " led" if said.leads else ""
    names += [f"{cue} and {on_table}" for cue in strong] + [f"{cue} and{leads}" for cue in strong if leads]
    row = dict.fromkeys(names, 1.0)
    row["length"] = min(len(view.words.split()), 30) / 30
    row["clauses"] = min(len(looked.views), 8) / 6
    row["turns before"] = min(said.ground.place, 3) / 3
    row["turns since"] = min(said.ground.since(), 5) / 5
    return row


def _verdict(looked: Looked, place: int, name: str | None = None) -> tuple[str, bool]:
    """The act that the rules see in a clause, by this person if one is given, and are they sure?"""
    clause = looked.views[place].clause
    for one in looked.judged:
        if one.view.clause is clause and name in (None, one.name):
            return one.act, one.sure
    return "none", False


def _tags(said: Statement) -> Iterator[str]:
    tokens = said.view.clause.tokens
    yield from (f"tag:{tag}" for tag in sorted(said.tags & _TAGS))
    if tokens:
        yield f"first tag:{tokens[0].tag_}"
    if not said.finite:
        yield "not finite"


def _ground(said: Statement) -> Iterator[str]:
    ground, name = said.ground, said.name
    option, waiting = said.option, said.open
    if option is None:
        yield "option:none"
    else:
        state = "settled" if option.settled else "pulled" if option.pulled else "open"
        yield f"option:{'own' if option.by == name else 'other'}:{state}"
    yield "words:some" if said.about else "words:none"
    yield "open:none" if waiting is None else f"open:{'own' if waiting.by == name else 'other'}"
    if ground.since() <= 2:
        yield f"last:{ground.last_act}{':self' if ground.last_by == name else ''}"
    if ground.asked:
        yield "asked:self" if ground.asker == name else "asked"
    held = ground.held.get(name, ())
    yield f"held:{held[-1] if held else 'none'}"
    if FOR.intersection(held):
        yield "is for"
    if "disagrees" in held:
        yield "is against"
    if ground.opener == name:
        yield "opened"
    if name in ground.deciders:
        yield "decided before"
    if said.floated:
        yield "floated"
