"""Closed word lists that extraction needs: calendar, honorifics, roles, legal forms, institutions, and verbs that take
the truth out of what follows. Each is a class of English words, kept in one place.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CALENDAR = _words(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri "
    "sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays today tomorrow yesterday tonight morning "
    "afternoon evening night noon midnight weekend spring summer autumn fall winter q1 q2 q3 q4 h1 h2 am pm utc gmt cet"
)
HONORIFICS = _words(
    "mr mrs ms mx dr prof professor sir dame lord lady rev reverend fr father sister brother capt captain col colonel "
    "gen general lt lieutenant sgt sergeant maj major adm admiral hon judge justice senator sen president king queen "
    "prince princess pope saint st"
)
#: Roles stand beside a name ("Acme CEO Priya Nair") and part names; they are no part of one.
ROLES = _words(
    "ceo cto cfo coo cio ciso cmo cpo vp svp evp president chairman chairwoman chair director founder co-founder "
    "cofounder manager engineer architect lead head owner maintainer author creator editor analyst consultant "
    "spokesperson spokesman spokeswoman researcher scientist designer developer"
)
#: Capitals that name a kind of thing, never one thing.
GENERIC_ACRONYMS = _words(
    "api apis url urls uri id ids faq pdf cpu gpu ram ssd ok todo eta fyi asap kpi okr pr prs mr ui ux qa it ai ml llm "
    "llms nlp etl sla slo sli rfc rfcs pep adr adrs cve cves pos poc mvp os vm vms db dbs sql nosql json yaml xml csv "
    "html http https tcp udp ip dns ssl tls ssh cli sdk sdks ide ci cd saas paas iaas crud rest rpc orm hr cv usd eur "
    "gbp tbd tba wip aka ps nb re note notes warning ceo cto cfo coo vp faqs tv dvd diy rsvp"
)
PARTICLES = _words(
    "van von der den de del della di da dos das do du la le el al bin ibn ben zu zum zur ter ten te af av y e"
)
LEGAL_FORMS = _words(
    "inc inc. ltd ltd. llc llp plc corp corp. co co. gmbh ag kg sa s.a. sarl sas bv b.v. nv n.v. ab oy as a/s pty spa "
    "s.p.a. kk pte lp"
)
GENERATIONS = _words("jr jr. sr sr. ii iii iv phd ph.d. md m.d. esq esq.")
#: First words of names that go on with "of": "University of Oxford".
INSTITUTIONS = _words(
    "academy archbishop association bank battle bay board bureau cape church city college commonwealth council county "
    "court declaration department duke earl empire faculty federation gulf house institute isle isles journal kingdom "
    "league library lord ministry museum office parliament prince republic school sea secretary society state states "
    "strait temple theatre treaty union university war"
)
ORGANIZATION_ENDINGS = LEGAL_FORMS | _words(
    "academy agency airlines airways association bank bureau capital club college commission committee company "
    "corporation council department foundation fund group guild holdings hospital industries institute institution "
    "laboratories labs ministry museum organization parliament partners party police press school senate society "
    "squad studio studios systems team technologies trust union university ventures"
)
ORGANIZATION_STARTS = _words("university bank institute department ministry museum church federation college team")
#: Endings of nouns that need no article.
ABSTRACT_ENDINGS = (
    "tion",
    "sion",
    "ment",
    "ing",
    "ance",
    "ence",
    "ity",
    "ness",
    "ship",
    "ism",
    "ics",
    "age",
    "data",
    "ware",
)
#: Kinds that stand before a name and belong to it.
TITLE_NOUNS = ORGANIZATION_STARTS | _words("project operation lake mount port fort camp hotel mission cafe café planet")
LOCATION_ENDINGS = _words(
    "airport avenue bay beach boulevard bridge canyon castle city county creek desert district falls forest hill hills "
    "island islands isle lake mount mountain mountains ocean park peninsula plaza province river road sea square "
    "station street valley village"
)
LOCATION_STARTS = _words("lake mount cape gulf isle port fort")
EVENT_ENDINGS = _words(
    "awards championship conference congress cup expo fair festival forum games hackathon marathon meetup olympics "
    "revolution summit symposium tournament war workshop"
)
#: Verbs that are given names too: at the start of a sentence "Mark Chen" is a person, "Ask Chen" an order.
VERBS_AND_NAMES = _words(
    "mark bill will rob grant chase drew pat sue jack frank max rich rose dawn josh nick pierce wade carol bob don art "
    "gene cliff lance ray dean miles reed earl hope faith grace joy harry peter buck christian marshall mason ward "
    "chuck marry skip trip tony drew heath piers lane page hunter jimmy jerry guy mike john josh pam ken ted ben"
)

# ------------------------------------------------------------------------------------------------ truth of relations

NEGATIONS = _words("not n't never no nobody none neither nor nowhere hardly scarcely seldom rarely")
#: Adverbs that put a statement into the past, whatever its tense, and those that do so in a past tense.
FORMER_ALWAYS = _words("formerly previously")
FORMER = FORMER_ALWAYS | _words("once originally historically initially")
#: What something was done for when it is over: "for ten years".
SPANS = _words("year decade century month week day season term while")
#: Adverbs that leave it open.
DOUBTS = _words(
    "allegedly reportedly supposedly presumably perhaps maybe possibly probably apparently purportedly potentially "
    "hypothetically theoretically almost nearly"
)
#: Verbs whose result stays: "originally designed by Google", "was approved by", "replaced".
LASTING_VERBS = _words(
    "design develop create write build found invent publish release name propose start launch make approve sign "
    "replace supersede succeed acquire buy cause trace discover establish commission appoint donate paint compose "
    "sculpt carve win inspire introduce inaugurate bear marry graduate give grant award ratify "
    "author translate patent register certify decide select choose elect bequeath"
)
#: Verbs of what goes on and can end; told in the past, it may be over.
STATES = _words(
    "be own belong lead head run operate maintain manage use depend rely work live reside report employ host house "
    "keep hold store contain serve support require need have control supervise oversee chair direct administer "
    "occupy share carry feed supply teach study lease rent"
)
#: What will do so does so now.
STAYING = _words("remain stay continue keep")
#: Verbs that end what follows: "stopped using".
ENDING = _words("stop cease quit discontinue abandon")
MODALS = _words("might may could would should will shall must ought 'll 'd wo ca")
CONDITIONS = _words("if unless whether lest provided supposing until till suppose")
#: Verbs of an event and who does it, whatever it is.
DOING = _words("do perform conduct undertake carry hold")
#: Verbs of who has a role, and of what tells who has it: "serves as", "names X as".
SERVING = _words("serve act work function")
NAMING = _words("name list credit give cite record")
#: Verbs that say the same of the same kinds of things, each with its participle.
SAME_SENSE = tuple(
    dict(pair.split("/") for pair in group.split())
    for group in (
        "collect/collected gather/gathered pick/picked",
        "lead/led head/headed run/run manage/managed direct/directed",
        "make/made build/built construct/constructed",
        "write/written author/authored",
        "keep/kept store/stored hold/held house/housed",
        "examine/examined inspect/inspected survey/surveyed study/studied",
        "find/found discover/discovered",
        "supervise/supervised oversee/overseen",
        "maintain/maintained service/serviced",
        "buy/bought purchase/purchased acquire/acquired",
        "repair/repaired mend/mended restore/restored",
        "give/given donate/donated present/presented",
        "employ/employed hire/hired",
    )
)
#: Nouns that a relative clause tells more of: "the places that X applies to".
ANY_KIND = _words("place thing one person")
#: Who has these of something has to do it: "maintenance of X is the responsibility of Y".
CHARGES = _words("responsibility job task duty work business")
#: Verbs whose object says what is done.
LIGHT_VERBS = _words("have take make do give play hold get bear assume")
#: A verb after one of these is as true as these are ("started using"); after any other ("plans to use") it is not.
FACTIVE = _words("start begin continue keep manage help come proceed choose get")
#: What follows "that" after one of these is somebody's doubt or wish.
NONFACTIVE_THAT = _words(
    "deny doubt wonder hope wish imagine pretend suppose assume expect suspect fear dream think believe guess ask "
    "propose suggest recommend demand request require insist prefer fancy speculate dispute refute consider claim "
    "allege rumour rumor plan intend discuss debate"
)
#: "It is said that": hearsay when nobody is named who says it.
HEARSAY = _words("say report tell hear mention")
INDEFINITE = _words("some people many others one everyone everybody someone somebody they rumour rumor legend")
#: "the rumour that", "it is a myth that"
DOUBTED = _words(
    "rumour rumor myth legend claim idea plan proposal suggestion suspicion belief possibility hope fear wish talk "
    "theory assumption question doubt allegation misconception mistake error chance danger risk story"
)
NEGATIVE_PREPOSITIONS = _words("without except unlike despite excluding minus than")
#: "was the founder of" still holds; "was the CEO of" is over.
LASTING_ROLES = _words(
    "founder co-founder cofounder author co-author creator inventor designer composer discoverer winner son daughter "
    "father mother brother sister child parent pioneer painter builder pupil student successor predecessor"
)
#: Nouns that add nothing to the name before them: "the Kafka cluster" is Kafka.
KIND_NOUNS = _words(
    "api app application broker bucket client cluster command company database datastore engine firm format framework "
    "function gateway group language lib library method microservice model module operator org organization package "
    "pipeline platform plugin product project protocol queue sdk server service software startup store "
    "system table team tool topic utility webhook website worker"
)
#: What a thing consists of or exists as: what is said of "the replicas of X" is said of X.
PARTS = _words(
    "code codebase implementation instance instances replica replicas copy copies primary standby standbys node nodes "
    "backend frontend binary process processes job jobs build rest majority bulk half whole core body interior "
    "exterior"
)
PERSONAL = _words("he she him her his")
PRONOUNS = PERSONAL | _words("it its they them their")

# --------------------------------------------------------------------------------------- signs that a pair is not so

#: Words beside a statement that is over, whatever the grammar.
ONCE = _words(
    "formerly previously former once originally initially until till before previous earlier ended cease retire "
    "predecessor longer anymore hitherto"
)
#: Verbs of what somebody says or feels, or of how they meet, which join two things in no lasting way.
ATTITUDES = _words(
    "admire adore like love hate envy praise criticise criticize blame thank visit meet mention tell say think believe "
    "feel hear bore amuse annoy surprise please worry fear trust respect regret miss photograph discuss complain "
    "compare resemble recall warn joke laugh greet congratulate interview suspect wonder understand confuse forget "
    "mistake insist agree disagree argue quarrel"
)
#: What was so before one of these is no more.
OVER = _words("quit resign retire withdraw cease expire lapse relinquish surrender revoke")
#: Words of what is only thought of, asked for, claimed or refused.
THOUGHT = _words(
    "would could might if unless should plan propose proposal consider idea intend intention rumour rumor wrongly "
    "error mistake mistakenly mistaken falsely claim suggest offer decline refuse reject cancel drop abandon suppose "
    "supposedly attribute attribution approach perhaps probably possibly doubt allegedly application suspect "
    "suspicion confuse postpone deny threaten legend myth"
)
