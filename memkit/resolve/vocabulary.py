"""Word tables of the name rule: public, general knowledge of how names are written. No entry serves a single case."""

from __future__ import annotations

#: Legal forms of companies, normal form first. Written without stops ("G.m.b.H." is closed up before the look-up).
LEGAL_FORMS: dict[str, str] = {
    form: forms.split()[0]
    for forms in """
        inc incorporated; corp corporation; co company; ltd limited; llc; llp; lp; plc; gmbh; ggmbh; ag
        aktiengesellschaft; kg kommanditgesellschaft; kgaa; ohg; ug; ev; se; sa; sas; sasu; sarl; srl; spa; sl; slu;
        ltda; lda; cv; bv; nv; vof; ab aktiebolag; as; asa; aps; oy; oyj; kft; zrt; nyrt; doo; sro; ooo; pao; oao;
        zao; pjsc; ojsc; jsc; pty proprietary; pvt private; bhd berhad; sdn; pte; kk; tbk; pt
    """.split(";")
    for form in forms.split()
}
#: Legal forms that stand before the name (Indonesia, Russia).
LEADING_LEGAL_FORMS = frozenset("pt ooo oao zao pao ооо оао зао пао ао".split())
#: Legal forms written without a space around them.
CJK_LEGAL_FORMS = (
    "股份有限公司", "有限责任公司", "有限責任公司", "有限公司", "株式会社", "合同会社", "有限会社",
    "(株)", "주식회사", "(주)", "公司",
)  # fmt: skip

#: Abbreviation -> word, where one reading is usual everywhere in a name.
ABBREVIATIONS: dict[str, str] = {
    "dept": "department", "dpt": "department", "univ": "university", "uni": "university", "inst": "institute",
    "intl": "international", "int'l": "international",
    "natl": "national", "govt": "government", "gov't": "government",
    "assn": "association", "assoc": "association", "bros": "brothers", "mt": "mount", "mtn": "mountain", "ft": "fort",
    "ave": "avenue", "av": "avenue", "blvd": "boulevard",
    "rd": "road", "hwy": "highway", "ln": "lane", "sq": "square",
    "pkwy": "parkway", "ctr": "center", "cntr": "center", "mgmt": "management", "mgt": "management", "mgr": "manager",
    "svc": "service", "svcs": "services", "srv": "service",
    "db": "database", "repo": "repository", "mfg": "manufacturing",
    "hosp": "hospital", "acad": "academy", "soc": "society",
    "comm": "committee", "cmte": "committee", "lab": "laboratory",
    "labs": "laboratories", "tech": "technology", "sci": "science", "engg": "engineering", "admin": "administration",
    "ste": "sainte", "jct": "junction", "apt": "apartment",
    "bldg": "building", "conf": "conference", "proc": "proceedings",
    "dist": "district", "prov": "province", "rep": "republic",
    "fed": "federal", "dem": "democratic", "config": "configuration",
    "auth": "authentication", "app": "application",
    "apps": "applications", "env": "environment", "info": "information",
    "vol": "volume", "ed": "edition", "fig": "figure", "ch": "chapter", "sec": "section", "wm": "william",
    "ny": "new york", "uk": "united kingdom", "usa": "united states", "us": "united states",
}  # fmt: skip
#: Abbreviations that are short words elsewhere or have several readings: they ask, they never merge.
DOUBTFUL_ABBREVIATIONS = frozenset(
    "uni int av sq comm lab labs tech admin app apps rep fed dem ed ch sec dist conf auth env info soc ny uk usa "
    "us".split()
)
#: Abbreviations read by their place: first in the name / elsewhere.
PLACED_ABBREVIATIONS: dict[str, tuple[str, str]] = {"st": ("saint", "street"), "dr": ("doctor", "drive")}

#: British -> American spelling; words in -isation, -ise, -yse follow by rule.
SPELLINGS: dict[str, str] = {
    "centre": "center", "theatre": "theater", "metre": "meter", "litre": "liter", "fibre": "fiber", "colour": "color",
    "harbour": "harbor", "labour": "labor", "behaviour": "behavior", "neighbour": "neighbor", "honour": "honor",
    "flavour": "flavor", "favour": "favor", "armour": "armor", "defence": "defense", "offence": "offense",
    "licence": "license", "programme": "program", "catalogue": "catalog", "dialogue": "dialog", "grey": "gray",
    "aluminium": "aluminum", "tyre": "tire", "cheque": "check", "jewellery": "jewelry", "artefact": "artifact",
    "paediatric": "pediatric", "anaemia": "anemia", "oestrogen": "estrogen", "modelling": "modeling",
    "labelling": "labeling", "travelling": "traveling", "cancelled": "canceled", "enrolment": "enrollment",
}  # fmt: skip

#: Whole names that are one tool under two usual names (squashed spelling).
TOOL_NAMES: dict[str, str] = {
    "postgres": "postgresql", "pgsql": "postgresql", "k8s": "kubernetes", "kube": "kubernetes", "js": "javascript",
    "ecmascript": "javascript", "ts": "typescript", "mongo": "mongodb", "golang": "go", "sklearn": "scikitlearn",
    "elastic": "elasticsearch", "nodejs": "node", "reactjs": "react", "vuejs": "vue", "py": "python", "csharp": "c#",
    "cpp": "c++", "mssql": "sqlserver", "gh": "github", "tf": "tensorflow", "vscode": "visualstudiocode",
}  # fmt: skip
#: Of these, the ones with no other usual reading: they merge, the others ask.
SURE_TOOL_NAMES = frozenset("postgres pgsql k8s sklearn mongo vscode csharp cpp reactjs vuejs".split())

TOP_LEVEL_DOMAINS = frozenset("com org net io ai co dev app edu gov uk de eu".split())
ARTICLES = frozenset({"the"})
STOP_WORDS = frozenset(
    "of the and for de la le les du des del della der die das den von van und et y e i in at on to a an".split()
)

#: One more word that often only says what kind of thing the name names, by root type.
GENERIC_WORDS: dict[str, frozenset[str]] = {
    "organization": frozenset("group holding holdings gruppe groupe grupo organization team".split()),
    "location": frozenset(
        "province provincia oblast prefecture governorate region state district municipality county department "
        "canton krai voivodeship parish commune territory autonomous republic kingdom federation federal islamic "
        "peoples democratic socialist commonwealth principality sultanate emirate federative plurinational "
        "bolivarian cooperative "
        "independent united arab hashemite confederation union river mount mountain city-state metropolitan".split()
    ),
    "object": frozenset(
        "database library framework language programming software tool application package platform project".split()
    ),
    "event": frozenset("annual conference".split()),
}
#: Makers whose name often stands before their product's: "Apache Kafka", "Kafka".
VENDORS = frozenset(
    "apache google microsoft amazon aws azure ibm oracle adobe apple mozilla meta facebook gnu redhat sun sap cisco "
    "intel "
    "nvidia hashicorp jetbrains atlassian elastic".split()
)

#: Pairs that mean the opposite: whole words.
OPPOSITES: frozenset[frozenset[str]] = frozenset(
    frozenset(pair.split("/"))
    for pair in (
        "inbound/outbound input/output import/export importer/exporter internal/external inner/outer inside/outside "
        "upper/lower higher/lower high/low top/bottom left/right front/back forward/backward forward/reverse up/down "
        "upstream/downstream uplink/downlink upload/download major/minor maximum/minimum max/min male/female "
        "men/women man/woman boys/girls boy/girl mens/womens old/new ancient/modern early/late open/closed "
        "open/close public/private positive/negative on/off start/stop start/end begin/end first/last read/write "
        "reader/writer client/server sender/receiver producer/consumer publisher/subscriber master/slave "
        "primary/secondary parent/child buyer/seller credit/debit profit/loss increase/decrease encode/decode "
        "encoder/decoder encrypt/decrypt encryption/decryption add/remove create/delete insert/delete enable/disable "
        "enabled/disabled active/passive active/inactive synchronous/asynchronous sync/async short/long small/large "
        "great/little greater/lesser big/little light/dark hot/cold warm/cold wet/dry hard/soft fast/slow "
        "black/white day/night morning/evening summer/winter sunrise/sunset east/west north/south eastern/western "
        "northern/southern northeast/southwest northwest/southeast northeast/northwest southeast/southwest "
        "local/global local/remote static/dynamic analog/digital online/offline legal/illegal acid/base "
        "anode/cathode mother/father brother/sister son/daughter husband/wife king/queen prince/princess "
        "junior/senior undergraduate/graduate employer/employee lender/borrower landlord/tenant plaintiff/defendant "
        "arrival/departure arrivals/departures entrance/exit source/target source/destination request/response "
        "ascending/descending vertical/horizontal visible/invisible explicit/implicit true/false yes/no pre/post "
        "before/after frontend/backend presale/postsale prenatal/postnatal systolic/diastolic arterial/venous "
        "proximal/distal"
    ).split()
)
#: Beginnings that mean the opposite of each other.
OPPOSITE_PREFIXES = tuple(
    tuple(pair.split("/"))
    for pair in (
        "hyper/hypo ab/ad af/ef inter/intra pre/post over/under micro/macro mono/poly mono/multi sub/super anti/pro "
        "endo/exo homo/hetero en/de en/dis in/out im/ex in/ex ex/in up/down uni/multi ante/post iso/aniso eu/dys "
        "tachy/brady macro/nano micro/nano kilo/mega mega/giga giga/tera milli/micro di/tri bi/tri mono/di mono/bi "
        "para/ortho para/meta ortho/meta cis/trans alpha/beta infra/ultra semi/full north/south east/west"
    ).split()
)
#: Endings that change what a word names: salts and acids, alkanes and alcohols, enzymes and sugars.
OPPOSITE_ENDINGS = tuple(
    frozenset(endings.split())
    for endings in "ide ite ate;ic ous;ane ene yne;anol enol;ase ose;less ful;er ee;itis osis oma".split(";")
)
#: Beginnings that turn a word's meaning round or change it.
NEGATIONS = frozenset("non un in im ir il dis anti de counter contra a an ex sub re pre".split())

#: Sets whose members differ for good however alike they are spelled.
CLOSED_SETS: tuple[frozenset[str], ...] = tuple(
    frozenset(members.split())
    for members in """
    january february march april may june july august september october november december jan feb mar apr jun
        jul aug sep sept oct nov dec;
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun;
    spring summer autumn winter;
    north south east west northeast northwest southeast southwest northern southern eastern western center;
    red green blue yellow orange purple white black brown pink gold silver gray violet;
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon
        phi chi psi omega;
    daily weekly biweekly monthly quarterly yearly annual hourly nightly semiannual biannual biennial;
    small medium large mini micro nano pro max ultra plus lite standard premium basic enterprise;
    dev development test testing staging qa uat prod production sandbox preview canary;
    get set put post patch delete update create read list find fetch;
    ethane ethene ethyne methane propane butane pentane hexane methyl ethyl propyl butyl;
    chloride chlorate chlorite fluoride bromide iodide sulfate sulfite sulfide nitrate nitrite nitride
        phosphate phosphite phosphide;
    zip tar gz pdf doc docx xls xlsx csv tsv json xml html css js ts py java txt md yaml yml png jpg gif svg
    """.split(";")
)

#: Units whose letters' case matters: a thousandth is no million.
CASED_UNITS = frozenset(
    "mw MW mW Mw mb MB Mb mB kb kB Kb KB gb GB Gb tb TB Tb mhz MHz mHz mg Mg mm Mm mv MV mV ma mA MA".split()
)
