"""Closed classes of English words that questions are made with."""

from __future__ import annotations

BE = frozenset("be is are was were been being am".split())
HAVE = frozenset("has have had having".split())
DO = frozenset("do does did".split())
MODALS = frozenset("can could may might must shall should will would cannot".split())
AUXILIARIES = BE | HAVE | DO | MODALS
RELATIVES = frozenset("that which who whom whose where".split())
DETERMINERS = frozenset(
    "the a an this that these those our your my all every each any some both such other its".split()
)
NEGATIONS = frozenset("no not never nobody none neither nor without lacking lack lacks nothing nowhere".split())
CONJUNCTIONS = frozenset("and or but".split())
PREPOSITIONS = frozenset(
    "of to in on at by for from with into onto over under after before behind about against through via within "
    "inside near between among upon up off out down around without aboard".split()
)
#: Words that say nothing of what is asked.
FILLERS = frozenset(
    "still currently now also today exactly actually present only their his her please me us we i you one ever yet "
    "already nowadays directly just even here there more than different distinct total together altogether too as "
    "well it then so given according moment respectively".split()
)
POSSESSIVES = frozenset("its their his her our your my".split())
PRONOUNS = frozenset("it they them there this these that those he she him her his its their".split())
PLURAL_PRONOUNS = frozenset("they them these those their".split())
DEMONSTRATIVES = frozenset("that this these those the such".split())
#: "Together with", "jointly with" as one word: what comes after does the same as the subject.
TOGETHER = "together_with"
#: What is had or done with others, who are asked for: they are not the one that is named.
SHARED = frozenset("share shares shared sharing same".split()) | {TOGETHER}
#: Nouns for a thing that say nothing of its kind.
GENERIC = frozenset(
    "thing things one ones item items system systems element elements something anything everything entity entities "
    "anyone anybody someone somebody nobody everybody everyone party parties else program programs software asset "
    "assets whatever whoever somewhere anywhere".split()
)
IMPERATIVES = frozenset("list name give show find tell enumerate identify".split())
SIGNS = frozenset(",\"'“”()‘’*`«»")
CLAUSE_ENDS = frozenset(".;:?!")
#: Words that no part of a plan has to stand for: all of the above, numbers, and nouns that belong to asking.
SMALL_WORDS = (
    AUXILIARIES | RELATIVES | DETERMINERS | NEGATIONS | CONJUNCTIONS | PREPOSITIONS | FILLERS | PRONOUNS | GENERIC
    | IMPERATIVES | SHARED
    | frozenset(
        "what how when why who many much few most least less more several multiple single one two three four five six "
        "seven eight nine ten other others another same different number amount count total name names kind kinds sort "
        "type types way part set list group rest case sum half both either neither only exactly precisely fewest "
        "largest biggest smallest greatest highest lowest any all some people person place places time "
        "longer anywhere besides except excluding apart aside exception respect terms whole".split()
    )
)  # fmt: skip
