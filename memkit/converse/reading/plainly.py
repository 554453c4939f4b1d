"""A clause as the cues read it: lower case, contractions written out, adverbs that only add force left out."""

from __future__ import annotations

import re

_CONTRACTIONS = tuple(
    (re.compile(pattern), written)
    for pattern, written in (
        (r"[’`´]", "'"),
        (r"\bcan ?no?t\b|\bcan't\b|\bcant\b", "can not"),
        (r"\bwon't\b|\bwont\b", "will not"),
        (r"\bshan't\b", "shall not"),
        (r"\bain't\b", "is not"),
        (r"n't\b", " not"),
        (r"\b(do|does|did|is|are|was|were|would|should|could|have|has|had)nt\b", r"\1 not"),
        (r"\blet'?s\b(?!\s+go of)", "let us"),
        (r"\b(i)'?m\b", r"\1 am"),
        (
            r"\b(it|that|this|he|she|there|here|what|who|where|everyone|everybody|nobody|all)'s\b(?=\s+(?:been|got))",
            r"\1 has",
        ),
        (r"\b(it|that|this|he|she|there|here|what|who|where|everyone|everybody|nobody|all)'s\b", r"\1 is"),
        (r"\bthats\b", "that is"),
        (r"\b(we|you|they)'re\b", r"\1 are"),
        (r"\b(\w+)'(?:ve)\b", r"\1 have"),
        (r"\b(i|we|you|they)ve\b", r"\1 have"),
        (r"\b(\w+)'ll\b", r"\1 will"),
        (r"\b(i|we|you|he|she|it|they|that|there|who)'d\b", r"\1 would"),
        (r"\bid (?=like|rather|prefer|say|go|vote|suggest|propose|love)", "i would "),
        (r"\bif (?:it were up to me|i had my way|i could choose|i had to choose),?", "i propose that"),
        (r"\bif (?:you|anybody|anyone|they) asks? me\b", "in my opinion"),
        (
            r"\b(\w+)'s (?=(?:no|not|a|an|the|too|so|fine|good|bad|great|off|my|our|what|why|how|better|best|"
            r"still|just|been)\b)",
            r"\1 is ",
        ),
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\bgotta\b", "have to"),
    )
)
#: Words that change how strongly a thing is said, never what is said.
_FORCE = re.compile(
    r"\b(?:most(?= (?:certainly|definitely|strongly|firmly|emphatically|heartily))|really|very much|very|quite|"
    r"fully|also|"
    r"hereby|simply|honestly|actually|certainly|definitely|therefore|"
    r"strongly|strictly|totally|completely|entirely|wholeheartedly|firmly|utterly|dead(?= (?:against|set|right|"
    r"sure|certain))|formally|officially|gladly|"
    r"happily|personally|frankly|obviously|clearly|kindly|humbly|respectfully|reluctantly|grudgingly|of course|"
    r"in fact|by the way|if i may say so|for what it is worth|for my part|if i am honest|"
    r"to be honest|to be fair|i must say|"
    r"i have to say|i should add|i must admit|i have to admit|i admit|i confess|perfectly|absolutely(?! not)|"
    r"rather(?= (?:strongly|against|opposed|in favou?r))|all the same(?! to)|as (?:it|things) stands?|"
    r"nevertheless|nonetheless|even so|myself|"
    r"herself|himself|themselves|right now|pretty|more than|(?:all right|alright)(?:,|(?= (?:i|we|no|then|so)\b))|"
    r"well,|oh,?|ah,?|hm+,?|heavens,?)(?!\w)"
)
_SPACE = re.compile(r"\s+")


def plain(text: str) -> str:
    """The words in the form that all cues are written for: "I’m strongly against it" -> "i am against it"."""
    text = text.lower()
    for pattern, written in _CONTRACTIONS:
        text = pattern.sub(written, text)
    text = _FORCE.sub(" ", text)
    return _SPACE.sub(" ", text).strip(" ,")
