"""What takes back, or corrects, what was said before."""

from __future__ import annotations

import re

from memkit.lasting.said import ANY, INSTEAD, NEVER, OVER, SO, Said, Saying
from memkit.lasting.signs import BEFORE_THAT, DROPPED, WRONG


class Corrections(Saying):
    """What a sentence, or the whole note, takes back."""

    def dropped(self) -> None:
        """A plan that came to nothing, where the sentence does not say which: that of the persons it names."""
        if not DROPPED.search(self.sentence):
            return
        for person in self.here() or self.parse.people[:1]:
            self.found.append(Said(person, ANY, person, NEVER, *self.span))

    def before_that(self) -> None:
        """ "Before that it was X": X in the place of who is spoken of before, up to then."""
        last = next((s for s in reversed(self.found) if s.what == SO), None)
        match = BEFORE_THAT.search(self.sentence)
        if last is None or not match:
            return
        told = {thing for s in self.found if s.start >= self.span[0] for thing in (s.source, s.target)}
        names = [n for n in self.here() if n.start >= self.span[0] + match.end() and n not in told]
        state = self.states.state(last.relation)
        in_place = state is not None and state.one == "target"
        for name in names:
            if name not in (last.source, last.target):
                ends = (last.source, name) if in_place else (name, last.target)
                said = Said(ends[0], last.relation, ends[1], OVER, *self.span, until=last.since)
                self.found.append(said)

    def instead(self) -> None:
        """ "It was Y, not X", "not X but Y", in a note that corrects something: whatever was said of X is so of Y."""
        if not WRONG.search(self.parse.text) and not re.match(
            r"(?:no, )?it (?:was|is)\b", self.sentence, re.IGNORECASE
        ):
            return
        names = self.here()
        for one, other in ((a, b) for a in names for b in names if a != b):
            between = self.parse.text[one.end : other.start] if one.end <= other.start else ""
            before = self.parse.text[self.span[0] : one.start]
            if any(one.end <= n.start < other.start for n in names):
                continue
            if between and re.fullmatch(r"[^.;]*,? (?:and )?not (?:\w+ ){0,2}", between):
                right, wrong = one, other
            elif (
                between
                and re.fullmatch(r",? but (?:\w+ ){0,2}", between)
                and re.search(r"\bnot (?:\w+ ){0,2}$", before)
            ):
                right, wrong = other, one
            else:
                continue
            self.found.append(Said(wrong, INSTEAD, right, SO, *self.span))

    def corrected(self) -> list[Said]:
        """All that was found, once each. A note that says that something was wrong takes back what was said of that
        before."""
        found = list(dict.fromkeys(self.found))
        if not WRONG.search(self.parse.text):
            return found
        denied = {(s.source.text, s.relation) for s in found if s.what == NEVER}
        back = [
            Said(s.source, s.relation, s.source, NEVER, s.start, s.end)
            for s in found
            if s.what == SO and (s.source.text, s.relation) not in denied
        ]
        return [*found, *dict.fromkeys(back)]
