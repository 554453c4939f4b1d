"""Which given names stand for one another: the English list of the package `nicknames` and a few other languages."""

from __future__ import annotations

from functools import cache

#: Short forms outside the English list, by general knowledge: formal name first.
_OTHERS = """
alexander sasha sascha sander alejandro alessandro aleksandr; alexandra sasha; mikhail misha; dmitri dima mitya dmitry;
ivan vanya; nikolai kolya; vladimir vova volodya; sergei seryozha sergey; yekaterina katya ekaterina; maria masha;
anastasia nastya; natalia natasha; yevgeny zhenya evgeny; aleksei alyosha alexei alexey; pavel pasha; yuri yura;
jose pepe; francisco paco pancho; ignacio nacho; jesus chuy; enrique kike quique; guadalupe lupe; dolores lola;
antonio toni tonio; eduardo lalo edu; guillermo memo; rafael rafa; manuel manolo; concepcion concha; luis lucho;
johannes hans hannes; friedrich fritz; heinrich heinz; wilhelm willi willy; josef sepp; margarete grete gretel;
elisabeth elsa liesl lisa; katharina kathi katja; joachim jochen; matthias matze; giuseppe beppe peppe pino;
giovanni gianni nanni; luigi gigi; domenico mimmo; salvatore totò toto; vincenzo enzo; lorenzo renzo enzo;
jean-baptiste jb; jacqueline jackie; jan jas; cornelis kees; hendrik henk; willem wim; johannes jan joop;
muhammad mohammed mohamed mohammad muhammed mohamad mehmet; yusuf yousef youssef; ahmad ahmed ahmet;
hussein husain hossein;
abdullah abdallah; katarzyna kasia; malgorzata gosia; stanislaw staszek; jakub kuba; tomasz tomek; grzegorz grzesiek
"""


@cache
def _formal_names() -> dict[str, frozenset[str]]:
    """Name -> the formal names that it is a short form of (itself included when it is one)."""
    from nicknames import name_triplets

    formal: dict[str, set[str]] = {}
    for entry in name_triplets():
        if entry.relationship == "has_nickname":
            formal.setdefault(entry.name2, set()).add(entry.name1)
            formal.setdefault(entry.name1, set()).add(entry.name1)
    for line in _OTHERS.replace("\n", " ").split(";"):
        first, *rest = line.split()
        for name in (first, *rest):
            formal.setdefault(name, set()).add(first)
    return {name: frozenset(of) for name, of in formal.items()}


def formal_names(name: str) -> frozenset[str]:
    """The formal names behind a folded given name; empty if the list does not know it."""
    return _formal_names().get(name, frozenset())


def _length(pair: tuple[str, str]) -> tuple[int, str]:
    return len(pair[0]), pair[0]


def nickname(left: str, right: str) -> str:
    """ "Bob is Robert" if one folded name is a listed short form of the other or both are of a third; else ""."""
    if left == right:
        return ""
    one, other = formal_names(left), formal_names(right)
    said = [
        f"{short.title()} is {name.title()}"
        for short, name in sorted(((left, right), (right, left)), key=_length)
        if name in formal_names(short)
    ]
    if said:
        return said[0]
    shared = sorted(one & other)
    return f"{left.title()} and {right.title()} are {shared[0].title()}" if shared else ""
