"""What a page says that its title is: "Old Bess is the oven by the door", and the noun in it, "oven"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memkit.answer.sentences import plain, sentences
from memkit.extract.english import Lexicon
from memkit.model import Passage
from memkit.pages.page import Page

#: A definition of more words than this is no phrase.
LONGEST_DEFINITION = 40
#: Nouns that say nothing of a thing's kind: "is a part of", "is one of".
_VAGUE = frozenset(
    "kind sort type part piece name set number one member form way example result group lot pair".split()
)
#: How the name of a thing begins, and not what is done to one ("is employed by").
_THING = re.compile(r"(?:an?|the|one|our|its|their|both|two|three|four|five|some) ", re.IGNORECASE)
_HEAD = re.compile(
    r"(?:an?|the) ((?:[^\W\d_]+[- ])*?[^\W\d_]+)(?= (?:[a-z]+ed )?(?:{})\b|[,;:(]|$)".format(
        "of|in|from|for|that|which|who|whose|by|with|at|on|to|and|or|where|near|under|between|behind|beside|above|below|used"
    )
)


@dataclass(frozen=True, slots=True)
class Definition:
    """`subject` `verb` `phrase`, as the sentence has it: "Old Bess" "is" "the oven by the door"."""

    subject: str
    verb: str
    phrase: str

    def noun(self, lexicon: Lexicon) -> str:
        """The noun that says of which kind it is, in lower case; "" if none is found."""
        match = _HEAD.match(self.phrase)
        word = match[1].split()[-1].lower() if match else ""
        return word if word and word not in _VAGUE and lexicon.is_bare_noun(word) else ""


def definition(page: Page, names: Iterable[str]) -> Definition | None:
    """The first sentence that says what something of these names is; None if none does."""
    spelled = "|".join(re.escape(name) for name in sorted({plain(n) for n in names} - {""}, key=lambda n: (-len(n), n)))
    subject = re.compile(rf"((?:(?:the|an?) )?(?:{spelled})) (is|are|was|were) (\S.*?)[.!]?", re.IGNORECASE)
    passage = Passage("page", kind="chunk", parent_id="", position=0, title="", text=page.text, source=page.source)
    for sentence in sentences(passage):
        match = None if sentence.key or not spelled else subject.fullmatch(plain(sentence.text))
        if match and _THING.match(match[3]) and len(match[3].split()) <= LONGEST_DEFINITION:
            article = re.match(r"(?:the|an?) ", match[1], re.IGNORECASE)
            name = match[1][0].lower() + match[1][1:] if article else match[1]
            return Definition(name, match[2].lower(), match[3])
    return None
