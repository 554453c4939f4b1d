"""General English: groups of words that say the same relation, for words that an ontology's phrases do not list.

A line, with those indented below it, is one group, active members first: "X owns Y". After "~" stand converses ("Y
belongs to X"), whose subject is the other end. A member of several words needs all of them. Nouns name the subject
("the owner of Y"), or, after "~", the object ("X's employee"). A group says nothing by itself: it only widens the
phrases of which it holds the head word, and counts for less than a phrase's own word.
"""

from __future__ import annotations

import re
from collections import defaultdict

_GROUPS = """
lead, head, manage, responsible for, accountable for, answer for, direct, run, chair, command, supervise, govern,
    in charge, at helm, at head, boss, chief, manager, director, principal, captain, master ~ report to, answer to
own, possess, operate, run, manage, control, responsible for, answer for, answerable for, accountable for, look
    after, take care, care for, in charge, steward, proprietor ~ belong to, in hands, fall under, come under, under
    control
maintain, look after, take care, care for, keep up, support, tend, steward, responsible for, in charge, answer
    for, answerable for ~ in hands, in care
care for, look after, take care, tend, in charge, responsible for, maintain, oversee, supervise, mind, own
member, belong to, work in, work for, work on, work at, work, part of, serve in, serve on, sit in, sit on, be in,
    be on, be with, colleague, join, assigned to ~ staff, employ, team up
employ, hire, engage, employer, pay ~ work for, work at, work, be with, employee, staff
depend on, rely on, need, require, call, use, lean on, build on, rest on, hinge on, invoke, count on, talk to, go
    through
use, employ, utilise, utilize, adopt, import, bundle, embed, include, link, contain, build on, make use, rely on,
    depend on, need, require, draw on, ship with
expose, offer, provide, serve, publish, present, behind, implement
store in, store, write to, save, persist, keep, put, record, deposit, hold in, lay down
read from, read, query, fetch, load, retrieve, pull from, look up, get from, take from, draw from, draw on, obtain from
publish to, publish, emit, produce, send, feed, push, post, issue, write to
consume, subscribe, listen, follow, read, receive, take from, draw on ~ feed
affect, hit, touch, concern, impact, hurt, compromise, threaten, harm ~ suffer from, vulnerable to, subject to,
    exposed to, open to
concern, regard, relate to, be about, deal with, about, touch, affect ~ subject to
replace, supersede, succeed, displace, take over from, take place, step in for, come after, successor,
    replacement, heir ~ give way, make way, predecessor, come before
host, house, accommodate, hold, contain, shelter ~ run in, live in, sit in, stand in, stand at, lie in, lie at,
    hang in, located, situated, deployed, reside in, based, placed, found in, installed, moored, kept in, hosted,
    housed, be in, be at, be on ~ host, house, accommodate, hold, contain
cause, trigger, bring about, bring down, provoke, give rise, at fault, fault, blame, responsible for, culprit,
    behind, origin, lead to, start ~ traced to, due to, result from, stem from, come from, blamed on, put down to,
    begin in, start in
approve, accept, authorise, authorize, endorse, sanction, ratify, sign off, agree to, bless, clear, approval
write, author, compose, draft, pen, create, writer
compose, write, author, create, composer
create, make, build, develop, paint, carve, produce, design, construct, craft, invent, do, maker, author, creator,
    artist
sponsor, fund, finance, pay for, back, donor, patron
supply, deliver, provide, furnish, sell, supplier, vendor, manufacturer ~ come from, buy from, bought from, get
    from, obtained from
insure, underwrite, cover, insurer
teach, instruct, train, tutor, teacher ~ pupil, student, study under, study with, learn from, trainee
guide, pilot, steer
tow, assist, pull, help
restore, repair, clean, conserve, renovate, treat, fix, mend
curate, organise, organize, arrange, set up, put together
show, exhibit, display, feature, include, present ~ appear, part of
perform, play, give, present, feature
hold, take place, host, occur, happen
cover, govern, regulate, apply to, concern, deal with, be about, relate to
lend, loan ~ borrow
carry, transport, ship, convey, haul, aboard, on board
bound for, head for, headed, sail to, go to, on way, heading, destined ~ await, expect
command, captain, skipper, master, lead
found, establish, set up, start, create, founder
acquire, buy, purchase, take over, owner ~ sell to
compete with, rival, competitor, challenge
locate, base, situated, headquartered
""".strip()


#: Nouns for one kind of things, or for one attribute: a line is one group.
_NOUNS = """
incident, accident, outage, mishap, occurrence
company, firm, business, enterprise
team, squad, crew
department, division, section, unit
ship, vessel, boat
supplier, vendor, provider
customer, client, buyer
vulnerability, flaw, weakness, advisory
inspection, survey, audit, check, examination
rule, regulation, law, bylaw
expedition, voyage, journey, trip, tour
hall, chamber, room
building, house
catalogue, register, inventory
picture, painting, canvas
machine, device
database, datastore, store
town, city
troupe, ensemble
award, prize
physician, doctor
illness, disease
medicine, drug, remedy
street, road
college, university
festival, fair
pupil, student
teacher, instructor
result, outcome, verdict
status, state
severity, gravity
licence, license
""".strip()


def _read() -> dict[str, list[tuple[tuple[str, ...], tuple[str, ...], bool]]]:
    table: dict[str, set[tuple[tuple[str, ...], tuple[str, ...], bool]]] = defaultdict(set)
    for line in re.sub(r"\n +", " ", _GROUPS).splitlines():
        active, _, converse = line.partition("~")
        members = [(tuple(m.split()), False) for m in active.split(",")]
        members += [(tuple(m.split()), True) for m in converse.split(",") if m.strip()]
        for member, turned in members:
            for other, other_turned in members:
                if other != member:
                    table[member[0]].add((member, other, turned != other_turned))
    return {head: sorted(rows) for head, rows in table.items()}


#: Noun -> the others of its group.
NOUNS = {
    noun: tuple(other for other in group if other != noun)
    for group in (line.split(", ") for line in _NOUNS.splitlines())
    for noun in group
}
#: First word of a member -> (the member, another of its group, whether subject and object change places).
SYNONYMS = _read()
