"""Words and turns of phrase by which notes tell of lasting states, beside those of states.yaml."""

from __future__ import annotations

import re


def _any(*phrases: str) -> re.Pattern[str]:
    """Any of these phrases (regular expressions), as whole words."""
    return re.compile(rf"\b(?:{'|'.join(phrases)})\b", re.IGNORECASE)


#: What makes a sentence no news: it is only said, wished or thought of.
RUMOUR = re.compile(
    r"\b(?:(?i:rumou?rs?|rumou?red|gossips?|hearsay|(?:the )?word (?:is|has it)|talk (?:is|of|that)|they say|people say"
    r"|some say|(?:is|are) said to|supposedly|allegedly|reportedly|apparently|heard (?:that|say)|perhaps|maybe|it seems"
    r"|seems to|might|could|would|if|whether|wants to|hopes to|dreams? of|thinks? of|thinking (?:of|about)|considering"
    r"|toying)|may(?! \d| of|,)(?= [a-z]))\b"
)
#: A note with one of these corrects an earlier one.
WRONG = _any(
    *"correction wrong(?:ly)? mistaken? misread misheard muddled untrue error slip erratum false".split(),
    *("misunderst\\w+", "mixed up", "not true", "no truth"),
)
#: A plan came to nothing.
DROPPED = _any(
    *(
        "called off",
        "cancelled",
        "canceled",
        "f[ae]ll(?:en)? through",
        "off the table",
        "c[ao]me to nothing",
        "(?:is|was) off",
    ),
    *(
        "dropped",
        "after all",
        "changed (?:his|her|their|its) minds?",
        "thought better",
        "backed out",
        "not going ahead",
    ),
)
#: What follows was so up to then.
BEFORE_THAT = _any(
    *("before (?:that|then|him|her|them|it)", "(?:until|till|up to) then"),
    *("previously", "formerly", "earlier", "used to be"),
)
#: A stay that is no move.
BRIEF = re.compile(
    r"\bfor (?:the|a|an|one|two|three|four|five|six|a few|some|several)(?: \w+)? ?"
    r"(?:summer|winter|spring|autumn|season|weeks?|months?|days?|weekend|holidays?|while|time being|nights?)\b"
    r"|\btemporar|\bfor now\b|\bon holiday|\bover the (?:summer|winter|holidays|weekend)"
    r"|\buntil\b.*\b(?:ready|finished|repaired|done|back|better|over)\b"
    r"|\bwhile\b.*\b(?:painted|renovated|repaired|rebuilt|away|fixed)\b|\bvisit",
    re.IGNORECASE,
)
#: It stands beside others of its kind.
BESIDES = _any(
    "also", "both", "as well as", "besides", "in addition", "alongside", "jointly", "together", "share[sd]?", "second"
)
#: A sentence about studies.
STUDY = re.compile(r"\b(?:stud(?:y|ies|ied|ying|ent)|degree|enrol|course|semester|term|graduat)", re.IGNORECASE)
#: Something is no more.
ENDED = _any(
    "no longer exists?",
    "(?:went|gone|goes) bankrupt",
    "br(?:oke|oken|eaks) up",
    "(?:closed|closes|shut|wound) (?:down|up)",
)
#: Verbs of a plan, before an infinitive.
PLANS = frozenset("plan intend agree arrange decide prepare go due about set want".split()) - {"want"}
#: Verbs of going somewhere to do something.
GOES = frozenset({"move", "go", "come"})
#: Verbs of what the writer of the note has said.
SAYING = frozenset("write say tell note report hear mention think believe".split())
#: Auxiliaries of what is to come.
WILL = frozenset({"will", "'ll", "wo", "shall", "’ll"})
#: Words for what somebody holds, and nouns that are both a post and a job like others.
POSTS = frozenset("post office position job role title term time stint".split())
BOTH = frozenset({"chair", "chairman", "chairwoman", "lead"})
#: What is done to somebody who then has a post no longer.
REMOVED = frozenset("recall dismiss sack fire suspend remove oust depose".split())
#: What somebody has where they live or are based.
SEATS = frozenset(
    "office room headquarters seat workshop studio premise premises home flat house apartment shop branch base "
    "building address stage factory yard".split()
)
#: Verbs of leaving a post.
QUITS = frozenset({"resign", "retire", "quit"})
#: Verbs that give somebody a post.
APPOINTS = frozenset("elect appoint make name choose vote crown ordain nominate promote hire install confirm".split())
#: Verbs of who comes after whom.
SUCCEEDS = frozenset({"succeed", "replace", "follow"})
#: Verbs of what does not change.
GOES_ON = frozenset({"stay", "remain", "keep", "continue"})
#: Verbs after which something is no more.
DIES = frozenset("die drown sink perish vanish disappear disband dissolve fold".split())
#: What is done to what then is no more, in the passive: "was stolen", "was put down".
LOST = frozenset("kill steal wreck scrap destroy demolish run put close dissolve disband burn".split())
#: Verbs that give a name.
NAMES = frozenset("call name title rename rechristen rebrand christen".split())
#: Verbs that own only what one has, such as an animal or a boat.
WEAK = frozenset("have get keep lose win".split())
#: Nouns that no state is about.
NOT_TARGETS = frozenset(
    "charge office place part leave turn way end time day job work post one lot hand home notice house plan idea hope "
    "number it street".split()
)
