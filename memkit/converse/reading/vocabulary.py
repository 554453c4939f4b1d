"""Word lists of the lexicon: verbs of agreeing, objecting, giving up and wanting; what is good and what is bad.

Each list is one alternation of a regular expression, in the plain wording of memkit.converse.reading.plainly. They are
general English; nothing in them is about a topic.
"""

from __future__ import annotations

import re
from functools import cached_property
from textwrap import dedent


def words(text: str) -> str:
    """An alternation of the phrases between the commas, the longest first."""
    phrases = sorted({" ".join(phrase.split()) for phrase in text.split(",")}, key=lambda p: (-len(p), p))
    return "(?:" + "|".join(phrases) + ")"


LISTS = {
    # "I ... agree": whoever says this of himself is for what is on the table
    "AGREE": words("""
        consent, give my consent, give my approval, give my agreement, give my ok, give it my vote, say amen, nod,
        nod it through, agree, concur, support, second, third, endorse, approve, welcome, accept, back, favou?r,
        applaud, embrace, cheer, vote for, vote in favou?r, vote yes, vote aye, vote with, go along, come along,
        go with, live with, get behind, stand behind, be behind, sign up, sign up for, buy into, subscribe to,
        warm to, say yes, say aye, say go, say do it, join, join in, side with, settle for, put up with, work with,
        cope with, come round, come around, sign off on, give my blessing, give it my blessing, give my vote,
        vote that way, vote the same, get used to, get to like, come to terms with, make do with, make my peace with,
        adapt to, tolerate, stomach, swallow, bear it, be part of it, do that, do it, take that, go for that,
        manage that, raise my hand for, be for, be in favou?r, be all for, be happy, be glad, be delighted,
        be pleased, be content, be fine, be ok, be okay, be good, be up for, be on board, be in, be with,
        be grateful, be thrilled, be relieved, be open to, love that, love it, like that, like it, enjoy that,
        appreciate that, lend my support, throw my weight behind, put my name to, put my name down, get on board,
        be comfortable, bless
    """),
    # "I am ... in favour"
    "FOR": words("""
        for, in favou?r, all for, behind, on board, happy, glad, delighted, pleased, content, fine, ok, okay, cool,
        easy, up for, game, sold, convinced, persuaded, won over, comfortable, satisfied, grateful, thrilled,
        with you, with him, with her, with them, with that, with it, with \\w+ (?:on|here|there), on your side,
        on his side, on her side, keen, a yes, a fan, a big fan, a supporter, good with, one hundred percent, 100%,
        100 percent, in agreement, agreed, agreeable, of the same mind, of the same opinion, relieved, excited,
        at peace with, on the same page, in accord
    """),
    # "I ... object"
    "OBJECT": words("""
        object, oppose, disagree, dissent, protest, veto, reject, refuse, resist, dislike, hate, loathe, dread,
        deplore, condemn, decline, disapprove, differ, beg to differ, vote against, vote no, vote nay, vote it down,
        argue against, speak against, advise against, warn against, plead against, campaign against, fight, fight it,
        fight that, block, block it, block that, push back, say no, say nay, have to say no, put my foot down,
        draw the line, be against, be opposed, be unhappy, be sorry, be wary, despair, shudder, cringe, hate that,
        hate it, hate to see, hate to lose, resent
    """),
    "AGAINST": words("""
        against, opposed, set against, dead set against, unhappy, uneasy, uncomfortable, wary, sceptical, skeptical,
        doubtful, unconvinced, unpersuaded, horrified, appalled, alarmed, aghast, averse, a no, no friend, no fan,
        no supporter, no great fan, unwilling, unable to support, worried about, concerned about, nervous about,
        afraid of, not having, not having it, not having that, sick of, fed up with, allergic to, one against,
        with the opponents
    """),
    "GOOD": words("""
        a boon, a godsend, a gift, a treat, a pleasure, a delight, charming, gorgeous, beautiful, handsome, elegant,
        inspired, ingenious, first-rate, top-notch, a stroke of genius, genius, a masterstroke, robust, safe,
        healthy, humane, efficient, economical, prudent, mature, refreshing, encouraging, reassuring, satisfying,
        impressive, exemplary, just right, the best of both, a bargain, harmless, painless, common sense, only fair,
        only right, a step forward, progress, the lesser of two evils, well thought out, affordable, good, fine,
        great, ok, okay, right, sensible, reasonable, acceptable, excellent, perfect, lovely, wonderful, best,
        better, fair, fair enough, decent, sound, brilliant, nice, cool, alright, all right, splendid, smart, wise,
        ideal, neat, superb, fantastic, marvellous, terrific, clever, tidy, practical, workable, doable, feasible,
        bearable, tolerable, promising, attractive, tempting, appealing, welcome, helpful, useful, kind, generous,
        agreeable, delightful, worth it, worth a try, worth trying, worth doing, worth the money, good enough,
        safe enough, cheap enough, early enough, enough, the way to go, the way forward, a relief, a mercy,
        a blessing, a joy, an improvement, a start, a plan, a deal, a winner, what we need, what i want, what i need,
        what i would do, music to my ears, overdue, long overdue, convincing, persuasive, preferable, a no-brainer,
        spot on, the answer, the one, the lesser evil, good news
    """),
    "BAD": words("""
        folly, a sin, a crime, a blunder, a farce, a shambles, a swindle, torture, a punishment, a headache,
        a burden, a humiliation, an absurdity, idiocy, lunacy, insanity, stupidity, sacrilege, heresy, barbaric,
        vanity, an extravagance, a nuisance, a menace, a hazard, a liability, a dead end, a blind alley,
        a red herring, a white elephant, a can of worms, a minefield, a fiasco, a flop, a failure, a muddle,
        a circus, appalling, atrocious, shameful, disgraceful, tiresome, tedious, shoddy, sloppy, ill-judged,
        amateurish, lazy, greedy, mean, petty, outdated, obsolete, cumbersome, bureaucratic, invasive, intrusive,
        disproportionate, exaggerated, inadequate, insufficient, inferior, a distraction, a luxury, a fantasy,
        a pipe dream, wishful, cowardly, bad, wrong, terrible, awful, madness, nonsense, rubbish, a mistake,
        an error, a disaster, a catastrophe, a waste, a waste of money, a waste of time, cruel, unfair, unwise,
        silly, crazy, foolish, mad, nuts, insane, ridiculous, absurd, daft, stupid, dumb, irresponsible, reckless,
        careless, dangerous, risky, unsafe, hazardous, expensive, costly, pricey, dear, wasteful, pointless, useless,
        worthless, hopeless, boring, dull, ugly, hideous, horrible, horrid, dreadful, ghastly, tasteless, tacky,
        cheap-looking, heavy-handed, high-handed, excessive, extreme, drastic, premature, hasty, rash, impractical,
        unworkable, unrealistic, unreasonable, unfeasible, impossible, illegal, unlawful, unethical, indecent,
        disrespectful, unacceptable, out of the question, unthinkable, unnecessary, uncalled for, unjust, insulting,
        offensive, inhumane, harsh, clumsy, awkward, fragile, brittle, confusing, misleading, dishonest,
        short-sighted, naive, wishful thinking, overkill, a shame, a pity, a pain, a scandal, a disgrace,
        no solution, no answer, no good, no use, no way to treat \\w+, not an option, a non-?starter, a nightmare,
        an insult, an eyesore, the last thing we need, the last thing i want, beyond us, beyond me,
        a step backwards?, a bridge too far, asking for trouble, money thrown away, money down the drain,
        throwing good money after bad, a recipe for \\w+, a slippery slope, a gimmick, a joke, a trap, suicide,
        vandalism, a betrayal, an embarrassment, backwards, the wrong way round, not on
    """),
    # nouns that good and bad are said of, where they carry the verdict
    "IDEA": words("""
        idea, plan, call, choice, suggestion, proposal, thought, thinking, solution, compromise, point, notion, move,
        deal, way, approach, option, thing, decision, answer, fit, start, step, place, time, day, date, price, name,
        one, ones, signal, example, precedent, look, use of \\w+, trade, sign, message, policy, practice, habit,
        rule, bargain, outcome, value, investment
    """),
    # giving up what one holds: plain words of withdrawal, sure by themselves
    "WITHDRAW": words("""
        think better of, thought better of, withdraw, retract, rescind, revoke, recant, take back, unsay, walk back,
        back down, climb down, stand down, give in, give way, concede, yield, cave, cave in, relent, surrender,
        relinquish, renounce, change my mind, change my vote, change our minds?, change my tune, change my position,
        change sides, repeal, annul, overrule, reverse, undo, let go of, go back on, bow out, back out, back off,
        stand corrected, eat my words, bow to, stand aside
    """),
    # ... and words that also do things to things
    "DROP": words("""
        drop, pull, abandon, scrap, cancel, recall, shelve, ditch, waive, lift, give up, give up on, let go,
        step back, call off, part with, strike, retire, forgo, forego, end, stop, bin, kill, bury, park, set aside,
        lay aside, put aside, suspend
    """),
    "DROPPING": words("""
        withdrawing, retracting, rescinding, revoking, recanting, dropping, pulling, abandoning, scrapping,
        cancell?ing, recalling, reversing, overruling, shelving, ditching, waiving, lifting, undoing, repealing,
        giving up, letting go, letting it go, backing down, backing off, backing out, climbing down, standing down,
        standing aside, taking back, calling off, giving in, giving way, changing my mind, changing my vote,
        retiring, suspending, ending
    """),
    "DROPPED": words("""
        withdrawn, retracted, rescinded, revoked, dropped, pulled, abandoned, scrapped, cancell?ed, recalled,
        reversed, overruled, shelved, lifted, undone, repealed, annulled, called off, taken back, given up, struck,
        off the table, off the list, off the agenda, history, void, null and void, gone, dead, over, no more,
        overturned, overtaken, moot, nullified, thrown out, finished, buried, let go, waived, suspended, ended,
        retired, superseded, dropped from the list, out of the window, no longer on the table, dust, toast, binned,
        a thing of the past
    """),
    # what one holds, by a noun of its own
    "OWN": words("""
        propos\\w+, suggestions?, motions?, ideas?, objections?, oppositions?, resistance, vetos?, votes?, no, yes,
        support, requests?, wish(?:es)?, rulings?, decisions?, orders?, amendments?, concerns?, reservations?,
        positions?, complaints?, rule, law, choice, ban, instruction, points?, recommendations?, candidacy, offers?,
        claims?, demands?, plans?, plea, blocks?, dissent, application, resolution, instructions?, opinion,
        preference, stance, approval, backing, endorsement, misgivings, doubts, fears?, worr(?:y|ies), grumbles?,
        protest
    """),
    # wanting: what one would do
    "WOULD": words("""
        like, love, prefer, rather, sooner, favou?r, go with, go for, opt for, plump for, choose, pick, say, put,
        use, take, make, do, switch, move, mount, shut, pay, roll, ask for, ask that, build, buy, keep, give, start,
        try, vote for, add, open, close, drop, cut, set, leave, plant, paint, hire, rent, get, turn, let, have, run,
        split, remove, replace, charge, wait, limit, sell, begin, hold, plead, argue for, suggest, propose,
        recommend, cancel, be all for, be for, call it, bet on, postpone, delay, ban, merge, rewrite, ship, deploy,
        roll back, revert, invite, spend, save, raise, lower, extend, shorten, serve, play, sing, wear, print,
        publish, translate, bring, send, write, skip, throw out, tear down, knock down, rip out, bin, abolish,
        double, halve, share, welcome a, see us, see them, see it, see that, want, donate, lend, borrow, name it,
        install, stick
    """),
    # not, in any wording
    "NOT": words("""
        not, never, hardly, scarcely, nor, neither, nobody, no one, none of us, in no way, by no means, far from,
        anything but, nowhere near
    """),
    "N": words("""
        no, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, \\d+, none, nil, zero, nobody,
        all, both, a majority of
    """),
    "MONTH": words("""
        january, february, march, april, may, june, july, august, september, october, november, december
    """),
    "DAY": words("""
        today, tonight, tomorrow, now, now on, monday, tuesday, wednesday, thursday, friday, saturday, sunday,
        weekend, spring, summer, autumn, fall, winter, next, this, the, first, release, version, sprint, season,
        term, \\d+
    """),
}
#: What may stand between "I" and the verb without changing what is said.
_BETWEEN = words("""
    will, shall, would, must, may, might, can, could, should, have, had, do, did, am, are, be, been, being, to, now,
    then, only, just, still, too, both, all, here, even, rather, like, want, wish, need, ought, happy, glad, ready,
    willing, prepared, inclined, going, forced, bound, obliged, tempted, minded, think, guess, suppose, say, believe,
    feel, hope, that, i, we, always, probably, in principle, in general, on balance, on reflection, after all,
    no choice but, no option but, with regret, with pleasure, with all my heart, with both hands, for one, for once,
    as well, \\w+ly
""")
LISTS["AUX"] = rf"(?:{_BETWEEN}\s+)*"


class Wordings:
    """One pattern of many, compiled when it is first used. Each line of the text is one, and goes on in lines that are
    indented further; "<LIST>" in it stands for a list; "#" begins a comment."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        patterns: list[str] = []
        for line in dedent(self._text).splitlines():
            if line.startswith(" ") and patterns:
                patterns[-1] += line.strip()
            elif line.strip() and not line.startswith("#"):
                patterns.append(line.strip())
        listed = (re.sub(r"<([A-Z]+)>", lambda m: LISTS[m[1]], pattern) for pattern in patterns)
        return re.compile("|".join(f"(?:{pattern})" for pattern in listed))

    def search(self, text: str) -> re.Match[str] | None:
        """As of re.Pattern."""
        return self._pattern.search(text)

    def sub(self, replacement: str, text: str) -> str:
        """As of re.Pattern."""
        return self._pattern.sub(replacement, text)
