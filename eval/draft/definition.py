"""What a page says that its title is or does: "Old Bess is the oven by the door", and the noun in it, "oven"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from memkit.answer.sentences import plain, sentences
from memkit.extract.english import Lexicon
from memkit.model import Passage
from memkit.pages.page import Page
from memkit.plan.english import AUXILIARIES

#: A definition of more words than this is no phrase.
LONGEST_DEFINITION = 40
#: Nouns that say nothing of a thing's kind: "is a part of", "is one of".
_VAGUE = frozenset(
    "kind sort type part piece name set number one member form way example result group lot pair".split()
)
_BE = frozenset({"is", "are", "was", "were"})
#: How the name of a thing begins, and not what is done to one ("is employed by").
_THING = re.compile(r"(?:an?|the|one|our|its|their|both|two|three|four|five|some) ", re.IGNORECASE)
_HEAD = re.compile(
    r"(?:an?|the) ((?:[^\W\d_]+[- ])*?[^\W\d_]+)(?= (?:[a-z]+ed )?(?:{})\b|[,;:(]|$)".format(
        "of|in|from|for|that|which|who|whose|by|with|at|on|to|and|or|where|near|under|between|behind|beside|above|below|used"
    )
)


@dataclass(frozen=True, slots=True)
class Definition:
    """`subject` `verb` `phrase`, as the `sentence` has it: "Old Bess" "is" "the oven by the door"; or without `verb`,
    what it does: "Old Bess" "burns more wood than the others"."""

    subject: str
    verb: str
    phrase: str
    sentence: str

    def question(self, person: bool) -> str:
        """What `phrase` answers."""
        if not self.verb:
            return f"What does {self.subject} do?"
        return f"{'Who' if person else 'What'} {self.verb} {self.subject}?"

    def noun(self, lexicon: Lexicon) -> str:
        """The noun that says of which kind it is, in lower case; "" if none is found."""
        match = _HEAD.match(self.phrase) if self.verb else None
        word = match[1].split()[-1].lower() if match else ""
        return word if word and word not in _VAGUE and lexicon.is_bare_noun(word) else ""


def definitions(page: Page, names: Iterable[str], lexicon: Lexicon) -> Iterator[Definition]:
    """The sentences that say what something of these names is or does, in order."""
    spelled = "|".join(re.escape(name) for name in sorted({plain(n) for n in names} - {""}, key=lambda n: (-len(n), n)))
    subject = re.compile(rf"((?:(?:the|an?) )?(?:{spelled})) (([\w-]+) (\S.*?))[.!]?", re.IGNORECASE)
    passage = Passage("page", kind="chunk", parent_id="", position=0, title="", text=page.text, source=page.source)
    for sentence in sentences(passage) if spelled else ():
        match = None if sentence.key else subject.fullmatch(plain(sentence.text))
        if not match or len(match[2].split()) > LONGEST_DEFINITION:
            continue
        article = re.match(r"(?:the|an?) ", match[1], re.IGNORECASE)
        name = match[1][0].lower() + match[1][1:] if article else match[1]
        verb = match[3].lower()
        if verb in _BE and _THING.match(match[4]):
            yield Definition(name, verb, match[4], sentence.text)
        elif verb.endswith("s") and verb not in AUXILIARIES and lexicon.is_verb_form(verb):
            yield Definition(name, "", match[2], sentence.text)
