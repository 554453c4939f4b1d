"""What can be said: relations between kinds of things in several wordings, questions, and sentences that link nothing.

Every relation has one target for each source ("the founder of X" is one person), so a chain of them has one end.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """`forward` sentences begin with {s}, the source; `inverse` with {o}, the target. `phrases` name the target by its
    source, to be put into a longer question; `asks` are whole questions for the target."""

    name: str
    source: str
    target: str
    forward: tuple[str, ...]
    inverse: tuple[str, ...]
    phrases: tuple[str, ...]
    asks: tuple[str, ...]


RELATIONS = (
    Relation(
        "made_by", "product", "company",
        ("{s} was developed by {o}.", "{s} is made by {o}.", "{s} comes from the workshops of {o}.",
         "{s} was brought to market by {o}."),
        ("{o} developed {s}.", "{o} is the manufacturer of {s}.", "{o} sells {s} in eleven countries."),
        ("the company that developed {s}", "the maker of {s}", "the manufacturer of {s}"),
        ("Which company developed {s}?", "Which company makes {s}?"),
    ),
    Relation(
        "designed_by", "product", "person",
        ("{s} was designed by {o}.", "{s} owes its shape to {o}.", "{s} is the work of the designer {o}."),
        ("{o} designed {s}.", "{o} drew the first sketches of {s}.", "{o} is known as the designer of {s}."),
        ("the designer of {s}", "the person who designed {s}"),
        ("Who designed {s}?", "Which designer drew {s}?"),
    ),
    Relation(
        "founded_by", "company", "person",
        ("{s} was founded by {o}.", "{s} was set up by {o} in a rented garage.", "{s} has {o} as its founder.",
         "{s} goes back to {o}, who started it with two friends."),
        ("{o} founded {s}.", "{o} is the founder of {s}.", "{o} started {s} with a small loan."),
        ("the founder of {s}", "the person who founded {s}"),
        ("Who founded {s}?", "Who is the founder of {s}?"),
    ),
    Relation(
        "based_in", "company", "city",
        ("{s} has its headquarters in {o}.", "{s} is based in {o}.", "{s} runs its main office in {o}."),
        ("{o} is the seat of {s}.", "{o} is where {s} has its headquarters.", "{o} counts {s} among its employers."),
        ("the city where {s} has its headquarters", "the city where {s} is based"),
        ("In which city does {s} have its headquarters?", "Which city is {s} based in?"),
    ),
    Relation(
        "born_in", "person", "city",
        ("{s} was born in {o}.", "{s} comes from {o}.", "{s} grew up in {o}, the place of birth.",
         "{s} is a native of {o}."),
        ("{o} is the birthplace of {s}.", "{o} is the town in which {s} was born.",
         "{o} honours {s}, who was born there."),
        ("the birthplace of {s}", "the city where {s} was born"),
        ("In which city was {s} born?", "Which city does {s} come from?"),
    ),
    Relation(
        "studied_at", "person", "university",
        ("{s} studied at {o}.", "{s} holds a degree from {o}.", "{s} is a graduate of {o}."),
        ("{o} counts {s} among its graduates.", "{o} gave {s} a degree.", "{o} is where {s} studied."),
        ("the university where {s} studied", "the university that {s} attended"),
        ("At which university did {s} study?", "Which university did {s} attend?"),
    ),
    Relation(
        "stands_in", "university", "city",
        ("{s} stands in {o}.", "{s} has its campus in {o}.", "{s} is located in {o}."),
        ("{o} is home to {s}.", "{o} has a campus of {s}.", "{o} is the city of {s}."),
        ("the city where {s} is located", "the city in which {s} stands"),
        ("In which city is {s} located?", "Which city does {s} stand in?"),
    ),
    Relation(
        "led_by", "university", "person",
        ("{s} is led by {o}.", "{s} has {o} as its rector.", "{s} chose {o} as rector."),
        ("{o} is the rector of {s}.", "{o} leads {s}.", "{o} was elected rector of {s}."),
        ("the rector of {s}", "the person who leads {s}"),
        ("Who is the rector of {s}?", "Who leads {s}?"),
    ),
    Relation(
        "built_by", "museum", "person",
        ("{s} was built by the architect {o}.", "{s} is a building by {o}.",
         "{s} follows a plan by the architect {o}."),
        ("{o} is the architect of {s}.", "{o} built {s}.", "{o} won the contest to build {s}."),
        ("the architect of {s}", "the architect who built {s}"),
        ("Who is the architect of {s}?", "Which architect built {s}?"),
    ),
    Relation(
        "shown_in", "museum", "city",
        ("{s} is found in {o}.", "{s} opened its doors in {o}.", "{s} belongs to the sights of {o}."),
        ("{o} has {s} as its best known sight.", "{o} paid for {s}, which opened there.", "{o} is the home of {s}."),
        ("the city where {s} opened", "the city that is home to {s}"),
        ("In which city did {s} open?", "Which city is home to {s}?"),
    ),
    Relation(
        "owned_by", "newspaper", "company",
        ("{s} is owned by {o}.", "{s} belongs to {o}.", "{s} was bought by {o}."),
        ("{o} owns {s}.", "{o} bought {s}.", "{o} is the owner of {s}."),
        ("the owner of {s}", "the company that owns {s}"),
        ("Which company owns {s}?", "Which company is the owner of {s}?"),
    ),
    Relation(
        "edited_by", "newspaper", "person",
        ("{s} is edited by {o}.", "{s} has {o} as editor in chief.", "{s} is run by its editor, {o}."),
        ("{o} edits {s}.", "{o} is editor in chief of {s}.", "{o} took over as editor of {s}."),
        ("the editor of {s}", "the person who edits {s}"),
        ("Who edits {s}?", "Who is the editor of {s}?"),
    ),
    Relation(
        "sponsored_by", "club", "company",
        ("{s} is sponsored by {o}.", "{s} wears the colours of {o}, its sponsor.", "{s} lives on money from {o}."),
        ("{o} sponsors {s}.", "{o} is the main sponsor of {s}.", "{o} pays for the shirts of {s}."),
        ("the sponsor of {s}", "the company that sponsors {s}"),
        ("Which company sponsors {s}?", "Which company is the sponsor of {s}?"),
    ),
    Relation(
        "coached_by", "club", "person",
        ("{s} is coached by {o}.", "{s} trains under {o}.", "{s} has {o} as head coach."),
        ("{o} coaches {s}.", "{o} is the head coach of {s}.", "{o} took {s} to its first cup."),
        ("the coach of {s}", "the person who coaches {s}"),
        ("Who coaches {s}?", "Who is the coach of {s}?"),
    ),
    Relation(
        "held_in", "festival", "city",
        ("{s} is held in {o}.", "{s} takes place in {o}.", "{s} fills the streets of {o} every summer."),
        ("{o} hosts {s}.", "{o} is the host of {s}.", "{o} lends its squares to {s}."),
        ("the city that hosts {s}", "the city where {s} takes place"),
        ("Which city hosts {s}?", "In which city does {s} take place?"),
    ),
    Relation(
        "directed_by", "festival", "person",
        ("{s} is directed by {o}.", "{s} is put together by its director, {o}.", "{s} has {o} as artistic director."),
        ("{o} directs {s}.", "{o} is the artistic director of {s}.", "{o} chooses the programme of {s}."),
        ("the director of {s}", "the person who directs {s}"),
        ("Who directs {s}?", "Who is the artistic director of {s}?"),
    ),
    Relation(
        "lies_on", "city", "river",
        ("{s} lies on the banks of {o}.", "{s} is crossed by {o}.", "{s} was built on {o}."),
        ("{o} flows through {s}.", "{o} crosses {s}.", "{o} feeds the mills of {s}."),
        ("the river that flows through {s}", "the river on which {s} lies"),
        ("Which river flows through {s}?", "On which river does {s} lie?"),
    ),
    Relation(
        "part_of", "city", "region",
        ("{s} belongs to {o}.", "{s} is part of {o}.", "{s} is administered by {o}."),
        ("{o} includes {s}.", "{o} contains {s}.", "{o} administers {s}."),
        ("the region that {s} belongs to", "the region that contains {s}"),
        ("Which region does {s} belong to?", "Which region contains {s}?"),
    ),
    Relation(
        "rises_in", "river", "region",
        ("{s} rises in {o}.", "{s} has its source in {o}.", "{s} springs from the hills of {o}."),
        ("{o} holds the source of {s}.", "{o} is where {s} rises.", "{o} guards the spring of {s}."),
        ("the region where {s} rises", "the region that holds the source of {s}"),
        ("In which region does {s} rise?", "Which region holds the source of {s}?"),
    ),
    Relation(
        "governed_by", "region", "person",
        ("{s} is governed by {o}.", "{s} has {o} as governor.", "{s} elected {o} as its governor."),
        ("{o} governs {s}.", "{o} is the governor of {s}.", "{o} was elected governor of {s}."),
        ("the governor of {s}", "the person who governs {s}"),
        ("Who governs {s}?", "Who is the governor of {s}?"),
    ),
)  # fmt: skip

#: Kind -> what a page calls its subject, its share of all pages, its type (POLE+O).
KINDS: dict[str, tuple[str, float, str]] = {
    "person": ("an engineer and writer", 0.22, "Person"),
    "product": ("a device for the home", 0.14, "Object"),
    "company": ("a company", 0.14, "Organization"),
    "city": ("a town", 0.13, "Location"),
    "university": ("a university", 0.08, "Organization"),
    "museum": ("a museum", 0.07, "Organization"),
    "newspaper": ("a daily paper", 0.06, "Organization"),
    "club": ("a sports club", 0.05, "Organization"),
    "festival": ("a festival of music and theatre", 0.05, "Event"),
    "river": ("a river", 0.03, "Location"),
    "region": ("a province", 0.03, "Location"),
}

#: Words that any page may use of its subject. {year}, {number} and {word} are filled at random.
_COMMON = (
    "{s} first drew attention in {year}.",
    "Visitors often call the story of {s} {word}.",
    "Little is known about the early years, and what is told differs from teller to teller.",
    "A report of {year} gave {s} {number} of a hundred points.",
    "Some critics found the result {word}, others did not.",
    "The archive keeps {number} boxes of letters about it.",
    "A small exhibition was devoted to {s} in {year}.",
    "The founder of the local history society has written {number} pages on the subject.",
)
#: Kind -> sentences that name nothing else: what a page says beside its facts.
FILLERS: dict[str, tuple[str, ...]] = {
    "person": (
        "{s} has published {number} papers, most of them {word}.",
        "Friends describe a {word} person who dislikes travelling.",
        "{s} was awarded a medal in {year} and gave it to a school.",
        "A lecture on the future of cities was well received.",
        "{s} retired in {year}, but still teaches a class for designers.",
    ),
    "product": (
        "The battery of {s} lasts for {number} hours.",
        "Reviewers called the display {word} and the price too high.",
        "{s} was updated in {year} with a quieter motor.",
        "About {number} thousand units were sold in the first season.",
        "A cheaper version followed, made for schools.",
    ),
    "company": (
        "{s} employs {number} people and has grown every year since {year}.",
        "The company's reports are known for being {word}.",
        "A strike in {year} lasted for {number} days.",
        "{s} publishes what it pays, which is {word} in its trade.",
        "The board has {number} members, most of them engineers.",
    ),
    "city": (
        "{s} has about {number} thousand inhabitants.",
        "The old market of {s} burned down in {year}.",
        "Its streets are {word} and lined with limes.",
        "A tram line of {number} kilometres was opened in {year}.",
        "The harbour is too shallow for large ships.",
    ),
    "university": (
        "{s} has {number} departments and a botanical garden.",
        "The library of {s} was rebuilt after the fire of {year}.",
        "Its teaching is considered {word}.",
        "About {number} hundred students begin every autumn.",
        "The degree in hydrology is the oldest of its kind.",
    ),
    "museum": (
        "{s} shows {number} paintings and many tools.",
        "The roof leaked in {year} and was replaced.",
        "The collection has been called {word}.",
        "Entry is free on {number} days a year.",
        "A café was added for the jubilee.",
    ),
    "newspaper": (
        "{s} prints {number} thousand copies a day.",
        "Its reporting on the floods of {year} won a prize.",
        "The tone is {word}, the layout old-fashioned.",
        "An edition for the weekend began in {year}.",
        "The crossword has been set by the same hand for {number} years.",
    ),
    "club": (
        "{s} won the cup in {year}.",
        "The stadium holds {number} hundred people.",
        "Its style of play is {word}.",
        "The youth team has {number} players.",
        "Supporters sing in a dialect that few understand.",
    ),
    "festival": (
        "{s} began in {year} with {number} guests.",
        "The programme is {word}, the tickets are cheap.",
        "Rain ended the edition of {year} after one day.",
        "About {number} volunteers build the stage.",
        "Plays are given in the open air.",
    ),
    "river": (
        "{s} is {number} kilometres long.",
        "The flood of {year} changed its course.",
        "Its water is {word} and rich in trout.",
        "There are {number} bridges across it.",
        "Barges carry gravel in the dry months.",
    ),
    "region": (
        "{s} has {number} districts.",
        "The border was last moved in {year}.",
        "The landscape is {word}.",
        "Farming feeds {number} of a hundred households.",
        "Its flag shows a heron.",
    ),
}  # fmt: skip
FILLERS = {kind: of + _COMMON for kind, of in FILLERS.items()}
WORDS = (
    "remarkable quiet careful uneven bold modest sober playful strict generous plain thorough lively gloomy patient "
    "surprising cautious graceful stubborn elegant"
).split()
