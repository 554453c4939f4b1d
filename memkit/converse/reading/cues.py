"""The lexicon: in which words English speakers propose, agree, object, settle, withdraw and say it again.

Every cue is a regular expression over a clause in plain wording (`memkit.converse.reading.wording`), said in the first
person: what is reported of somebody else ("she says that she is against it") is put into the first person before it
gets here. A cue is strong if it does its act whatever was said before, weak if it needs what is on the table to tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Words between subject and verb that change nothing: "I would have to", "we will now".
_AUX = (
    r"(?:(?:will|shall|would|must|may|might|can|could|have|do|am|are|now|then|only|have to|had to|need to|want to|"
    r"would like to|wish to|am going to|am happy to|am glad to|am ready to|am willing to|am prepared to|am inclined to|"
    r"am forced to|here|both|all|be|too|still|just|would be happy to|would be glad to|think|guess|suppose|say)\s+)*"
)
_I = rf"\b(?:i|we|and|so|then|but)\s+{_AUX}"
#: What one holds: a proposal or a stance, by a noun of its own.
_OWN = (
    r"(?:propos\w+|suggestions?|motions?|ideas?|objections?|oppositions?|resistance|vetos?|votes?|no|yes|support|"
    r"requests?|"
    r"wish(?:es)?|rulings?|decisions?|orders?|amendments?|concerns?|reservations?|positions?|complaints?|points?|"
    r"recommendations?|candidacy|offers?|claims?|demands?|plans?|plea|blocks?|names?|dissent|application)"
)
_IT = r"(?:it|that|this|them|those|the (?:idea|thing|whole thing))"
_DROP = (
    r"(?:withdraw|retract|rescind|revoke|recant|drop|pull|abandon|scrap|cancel|recall|reverse|overrule|shelve|ditch|"
    r"waive|lift|relinquish|renounce|undo|repeal|annul|forgo|forego|unsay|give up(?: on)?|let go(?: of)?|back down|"
    r"back off|back out|climb down|stand down|step back|walk back|take back|call off|go back on|part with|bow out|"
    r"strike|yield|concede|retire|give in|give way|cave|surrender|change my mind|change my vote|change our minds?)"
)
_DROPPING = (
    r"(?:withdrawing|retracting|rescinding|revoking|dropping|pulling|abandoning|scrapping|cancell?ing|recalling|"
    r"reversing|overruling|shelving|ditching|waiving|lifting|undoing|repealing|giving up|letting go|backing down|"
    r"backing off|backing out|climbing down|standing down|taking back|calling off|giving in|changing my mind)"
)
_DROPPED = (
    r"(?:withdrawn|retracted|rescinded|revoked|dropped|pulled|abandoned|scrapped|cancell?ed|recalled|reversed|"
    r"overruled|shelved|lifted|undone|repealed|annulled|called off|taken back|given up|struck|off the table|"
    r"off the list|history|void|gone|"
    r"dead|over|no more|overturned|moot|nullified|thrown out|finished|buried|given in|backed down|changed my mind|"
    r"changed our minds?|come round|"
    r"come around|let go|let it go)"
)
_GOOD = (
    r"(?:good|fine|great|ok|okay|right|sensible|reasonable|acceptable|excellent|perfect|lovely|wonderful|best|better|"
    r"fair|decent|sound|brilliant|nice|cool|alright|all right|enough|splendid|smart|wise|a good \w+|a great \w+|"
    r"a fine \w+|a decent \w+|a fair \w+|a lovely \w+|the best \w+|the right \w+|the better \w+|a sensible \w+|"
    r"the way to go|the way forward|a relief|a mercy|a blessing|good enough|worth (?:it|a try|trying|doing)|"
    r"what we need|what i want|what i need|music to my ears|overdue)"
)
_BAD = (
    r"(?:bad|wrong|terrible|awful|madness|nonsense|a mistake|a disaster|a waste|cruel|unfair|unwise|silly|crazy|"
    r"foolish|"
    r"insane|ridiculous|too (?:much|long|far|early|late|expensive|dear|risky|dangerous|soon|big|small|slow|complicated|"
    r"little|few|many|loud|dark|cold)|unacceptable|out of the question|unthinkable|asking for trouble|"
    r"a step backwards?|"
    r"overkill|a shame|a pity|a (?:bad|terrible|poor|silly|horrible|awful|dreadful|rotten|stupid) \w+|the wrong \w+|"
    r"a recipe for \w+|money thrown away|no solution|not an option|a non-?starter|a nightmare|absurd|irresponsible|"
    r"reckless|daft|an insult|the last thing we need|beyond us)"
)


@dataclass(frozen=True, slots=True)
class Cue:
    """A wording that does an act; `strong` if it does so whatever was said before."""

    act: str
    pattern: re.Pattern[str]
    strong: bool


def _cues(act: str, strong: bool, *patterns: str) -> list[Cue]:
    return [Cue(act, re.compile(pattern), strong) for pattern in patterns]


#: No act at all: these words are taken out of a clause before the cues are looked for.
NEUTRAL = re.compile(
    "|".join(
        (
            r"\b(?:i )?abstain(?:ed|ing)?\b|\babstention\b",
            r"\bnot against,? (?:and )?not for\b|\bneither for nor against\b",
            r"\b(?:i|we) (?:do|would|can|could|will) not (?:object|disagree|mind|oppose|care)(?: either)?\b",
            r"\b(?:i|we) (?:am|are) (?:not|hardly) (?:against|opposed to|opposed)\b(?: it| that)?",
            r"\bnot (?:that )?(?:i am )?(?:against|opposed)\b",
            r"\b(?:i )?(?:have|has|with|hold|express|offer) (?:no|not a|not any) (?:strong |firm |real )?"
            r"(?:opinions?|views?|preferences?|feelings?|position|say|dog|horse|vote|stake)\b",
            r"^no (?:strong )?(?:opinions?|views?|preferences?|feelings?)\b",
            r"\b(?:either|both|anything|whatever) (?:is|are|would be|will be|works|will do) (?:fine|ok|okay|good|"
            r"for me)?\b.*",
            r"\b(?:i am|we are) (?:neutral|undecided|torn|on the fence|indifferent|easy|not sure|unsure|agnostic)\b",
            r"\b(?:not|no longer) (?:my|mine to) (?:call|business|decision|decide)\b",
            r"\b(?:do|please do) not count me (?:as|among|for|in with)\b.*",
            r"\bnot count(?:ing)? me (?:as|among|either)\b.*",
            r"\b(?:point|is|are|all|duly|concern|objection)s? (?:is |are )?noted\b|\bnoted\b",
            r"\bi (?:will|would) (?:stay|sit|stand|keep) (?:out of|this one out|out|aside|back|neutral)\b.*",
            r"\bi leave (?:it|that|this) to\b.*",
            r"\b(?:no|not a) (?:comment|decision|agreement)\b",
            r"\bnot for me to (?:say|decide|judge)\b",
            r"\bi agree (?:that )?(?:it|this|that|there) (?:is|was) (?:a )?(?:problem|hard|difficult|tricky|"
            r"important)\b",
            r"\bi do not know\b(?: (?:if|whether|what|how))?.*",
            r"\bof two minds\b|\bin two minds\b",
        )
    )
)

#: Formerly, perhaps, or in somebody's dream: no cue of the clause counts.
UNREAL = re.compile(
    r"^(?:and |but |so |or |even |only )?(?:if|whether|suppose|supposing|assuming|were i|had i|had we|imagine|"
    r"say that|in case|unless|what if i)\b(?! it is all the same)"
    r"|\bif i (?:were|was|had)\b|\bi used to\b|\bin (?:my|a) (?:former|previous|last|old) (?:job|team|life|"
    r"company|studio|club|house|school)\b"
    r"|\b(?:years|months|ages) ago\b|\bi once\b|\bback then\b|\bin the old days\b|\bat first i\b|\boriginally i\b|"
    r"\bi would have\b"
    r"|\bi was (?:once |originally |initially |always |never |also |all )?(?:against|for|in favou?r|opposed|"
    r"a friend|a fan|on (?:the|your) side)\b"
    r"|\bi (?:had|did) (?:once |originally |initially |always )?(?:want|propose|support|oppose|object|vote)\w*\b|"
    r"\b(?:last|that) (?:year|month|week|time) i\b"
)

WITHDRAWS = [
    *_cues(
        "withdraws",
        True,
        rf"{_I}{_DROP}\b(?! of\b)(?! (?:up|in|on) (?:a|the|my) (?:bus|car|phone))",
        r"\b(?:i|we) (?:will |would |must |have to |can |had to |have )?(?:take|took|"
        r"taken) (?:back )?(?:\S+ ){0,7}back\b|\b(?:i|we|to) take back\b",
        r"\bi (?:will |must |now |can |have to )?(?:let|put|call|set) (?:\S+ ){1,4}(?:go|off|aside|to rest|"
        r"to bed)\b",
        rf"\b(?:i am|we are) (?:now )?{_DROPPING}\b|\b(?:i am|we are) calling (?:\S+ ){{1,4}}off\b",
        rf"\b(?:i|we) have (?:now )?{_DROPPED}\b",
        rf"\b(?:my|our|the|that|this|his|her) (?:\S+ ){{0,3}}?{_OWN} (?:\S+ ){{0,5}}?(?:is|are|has been|have been|"
        rf"stands?) (?:now |then |thereby )?{_DROPPED}\b",
        rf"^{_OWN} (?:\S+ )?{_DROPPED}\b",
        rf"^(?:please |so |ok |okay |right |then |and )*(?:strike|scrap|scratch|cancel|forget|ignore|disregard|"
        rf"drop|bin|withdraw|delete|never mind|nevermind|belay|nix|remove|pull) (?:about )?(?:{_IT}\b|my\b|"
        rf"what i\b|(?:\S+ ){{0,4}}(?:my|i (?:said|wrote|asked)) )",
        r"^(?:please )?(?:strike|scrap|scratch|cancel) (?:my|that)\b",
        rf"\bconsider (?:my |the |that |it |this )(?:\S+ ){{0,3}}?{_DROPPED}\b",
        r"\bi (?:was|have been|may have been|must have been|am afraid i was|got it|had it) (?:the one who was |"
        r"plainly |too |so |just )?(?:wrong|mistaken|hasty|rash|impatient|naive|too (?:quick|hasty|fast|harsh|"
        r"optimistic))\b|\bi (?:misjudged|misread|misunderstood|overestimated|underestimated|stand corrected)\b|"
        r"\bi got (?:it|that) wrong\b|\bmy (?:mistake|bad|error)\b|\bi was as (?:\w+) as\b",
        r"\b(?:i|we) (?:can |could |do |will |would |shall )?no longer (?:\w+ )?(?:object|oppose|want|stand|"
        r"support|ask|insist|think|believe|say|press|push|back|hold|defend|argue|need|favou?r|see|recommend|"
        r"propose|endorse|mind|demand|propose|prefer|wish|vote|approve|agree)\w*\b|\bi no longer am\b|\b(?:i am|"
        r"we are) no longer (?:for|in favou?r|against|opposed|asking|convinced|behind|sure|happy|a fan|standing)\b",
        r"\b(?:i|we) (?:do|am|will|would|can|are) not (?:\S+ ){1,7}?(?:any more|anymore|any longer)\b",
        r"\bi have (?:stopped|ceased|quit) (?:\w+ing)\b|\bi have (?:cooled|soured) on\b|"
        r"\bi have lost (?:my )?(?:faith|interest|appetite)\b",
        r"\bi (?:now )?regret (?:having|pushing|asking|proposing|that|my)\b|\bi am (?:done|finished) (?:arguing|"
        r"pushing|with that)\b",
        r"\bi (?:will|would|shall|do|am) not (?:press|push|insist|fight|block|defend|pursue|hold (?:it|this|"
        r"things) up|stand in|be in the way|pressing|pushing|insisting|fighting|asking for it|die on)\b",
        r"\b(?:my|the) (?:fears?|worr(?:y|ies)|concerns?|objections?|doubts?|reservations?) (?:\S+ ){0,3}?(?:was|"
        r"were|is|are|has been|have been) (?:\w+ )?(?:unfounded|groundless|answered|met|settled|resolved|"
        r"addressed|dealt with|baseless|removed|gone|satisfied)\b",
        r"\b(?:no|any) (?:quarrel|complaint|objection)s? (?:left|any ?more|any longer|now)\b|"
        r"\bmy objection (?:\S+ ){0,3}has no\b",
        r"\b(?:no longer|does not|do not) (?:holds?|stands?|applies|apply|valid|in force)\b(?! (?:up|for|"
        r"against))|\bis no longer (?:valid|in force|needed|on the table)\b",
        r"\bcount me out\b|\btake my name off\b|\bnot my (?:idea|proposal) any ?more\b|\bmy (?:\S+ )?(?:was|"
        r"were) (?:a )?(?:guess|mistake|nonsense|silly|wrong|too \w+)\b|\bi spoke too soon\b|\bi have (?:had|"
        r"got) second thoughts\b|\bon second thoughts?\b|\bi have second thoughts\b|"
        r"\bi have had a change of heart\b",
        r"\b(?:i|we) have changed (?:my|our) minds?\b|\b(?:i|we) (?:have )?changed my mind\b",
    ),
    *_cues(
        "withdraws",
        False,
        rf"\b(?:is|are) (?:hereby |now |then )?{_DROPPED}\b",
        r"\bends (?:this|next|today|tonight|now|here|on|with|in)\b|\bgone as of\b|\b(?:will|shall|do) not (?:try|"
        r"do|be doing) (?:that|it|this) again\b",
        r"\b(?:i have|there is|with) no (?:quarrel|complaint|objection|problem)s?\b|\bno (?:objections?|quarrel|"
        r"complaints?) (?:from|on|here)\b|\bno objections?\b",
        r"\bi (?:give|let) (?:that|it|the \w+) (?:a )?(?:rest|go)\b|\bso much for\b|\bi rest\b",
    ),
]

SUPPORTS = [
    *_cues(
        "supports",
        True,
        r"\b(?:i|we|all of us) (?:am |are |do |can |could |would |will |must |too |both |now |have to |still |"
        r"only |just |happily |tend to |think )*(?:agree|concur|second|support|endorse|approve|welcome|accept|"
        r"back)\b(?! to differ| to disagree| it up| up\b)",
        r"^(?:\S+,? )?(?:fully |both )?(?:agreed|seconded|supported|approved|endorsed|concur|agree|same here|"
        r"same for me|same|likewise|ditto|me too|me as well|so am i|so do i|so would i|so say i|and me|as do i|"
        r"as am i|hear,? hear|count me in|i am in|in|aye|amen|lgtm|sold|deal|\+1|👍|yea|seconding|second(?: that)?|"
        r"with pleasure|by all means|go ahead|go for it|absolutely|exactly|ship it|love it|works|all good|fine|"
        r"same thinking|same opinion|that too|indeed|no brainer|gladly|hell yes|hooray)(?: (?:from|by|with|"
        r"to) (?:me|us|here)| here| then| that| please| so| too)?[ ,.!]*$",
        r"^(?:(?:and|but|so|then|well|ok|okay|hm|mine will \w+) )*,? ?(?:oh )?(?:yes|yep|yeah|yea|aye|yup|sure|ja|"
        r"si)(?:[,.! ]+(?:yes|and yes|please|that one|to that|to it|that|of course|from me|for me|do|let us|then|"
        r"it is|from my side|and gladly|with joy|indeed|(?:to|for|from) .{1,40}))*[ ,.!]*$",
        r"\b(?:yes|aye|yea|thumbs up|a plus one|\+1|a yes) (?:to|from|for|on)\b|\bbut yes\b|\b(?:then|so|and|"
        r"that,?|it,?) yes\b|\b\w+, yes$|\bso yes\b|\boh yes\b|\byes,? please\b|\bi (?:am glad to |will |would |"
        r"can |happily )?say yes\b|\bit is (?:a )?yes\b|\b(?:my|a|firm) (?:vote|answer) is (?:a )?(?:yes|aye)\b|"
        r"\+1\b|👍",
        r"\b(?:i am|we are|count (?:me|us) (?:as|in as)|put me down as|put me down|colou?r me|both of us are|"
        r"both) (?:now |all |still |too |both |very |with you )*(?:for|in favou?r|behind|on board|in|with (?:you|"
        r"him|her|them|that|it|@?\w+ (?:on|here|there))|happy with|happy to|fine with|ok with|okay with|good with|"
        r"glad to|content with|comfortable with|pleased with|keen on|convinced|sold|persuaded|won over|"
        r"persuaded by|a yes|on your side|all ears for|at peace with|delighted with|a fan of|up for|one hundred|"
        r"100)\b(?! it to| now that i am| selling)",
        r"\b(?:i|we) (?:can|could|would|will|shall|might)(?: just| probably|"
        r" grudgingly)? (?:happily )?(?:live with|accept|go along|get behind|stand behind|put up with|agree|"
        r"work with|go with (?:that|it|this)|sign (?:that|it|off)|vote for|vote in favou?r|vote yes|vote aye|"
        r"swallow|be (?:ok|okay|fine|happy|glad|for|in favou?r|with|content|grateful|behind)|settle for|take that|"
        r"do that|join|follow|tolerate|bear|stomach|second|endorse|support|back)\b",
        r"\bi (?:like|love|fancy|adore|applaud|appreciate) (?:that|this|it|the idea|the sound|"
        r"the \w+(?:'s)? (?:idea|plan|proposal|suggestion))\b|\bi vote (?:yes|aye|in favou?r|with|for)\b|"
        r"\bi (?:would )?recommend it\b|\bi like (?:the|your|his|her|\w+'s)\b",
        rf"\b(?:fine|ok|okay|good|great|works|perfect|enough|alright|acceptable|all right|suits me|right|"
        rf"easy) (?:by|with|for|to) (?:me|us|my \w+)\b|\bsuits? (?:me|us)\b|\bwork(?:s)? for (?:me|us)\b|\b(?:is|"
        rf"are) {_GOOD} (?:by|with|for) (?:me|us)\b|\bfine (?:too|as well)$",
        r"\b(?:you (?:can )?have|gets?|has|have|count on|takes?|with) (?:my|our|both our) (?:vote|support|"
        r"blessing|backing|yes|approval|consent|full support|word)\b|\bmy blessing\b|\bno objection,? go ahead\b|"
        r"\bgo ahead\b|\bgo for it\b|\bbe my guest\b|\byou have convinced me\b|\byou (?:have )?(?:persuaded|won|"
        r"talked) me\b|\bi (?:will|would) (?:go along|come along|follow)\b|\bi (?:can|could|would) go along\b",
        rf"\b(?:sounds?|seems?|looks?|feels?) (?:like )?(?:\w+ )?{_GOOD}\b|\bmakes (?:\w+ )?sense\b(?! (?:of|to))|"
        rf"\b(?:good|great|excellent|nice|brilliant|fine|lovely|splendid|smart) (?:idea|plan|call|thinking|thought|"
        rf"suggestion|solution|compromise|choice|point, let us)\b|\bwhat a (?:good|great|lovely|splendid) \w+\b|"
        rf"\bwhy not[.!]*$|\bi (?:do not )?see no (?:reason|harm|problem)\b|\bi (?:throw|put) my (?:weight|vote|"
        rf"name) behind\b|\bmy vote (?:too|as well)\b|\bi am not going to argue\b|\bi (?:would )?vote for (?:it|"
        rf"that|this)\b|\bi speak (?:up )?for\b|\bi swear by\b|\bi join\b|\bi side with\b|\bi (?:am|stand) (?:with|"
        rf"beside|behind) (?:you|him|her|that|them)\b",
        r"^(?:and )?(?:with|on) (?:that|this|a|the|those)\b.{0,40}\b(?:yes|agreed|in favou?r|agree)\b|\b(?:as|"
        r"so) long as\b.*\b(?:yes|fine|ok|agree|go ahead)\b|\bonly if\b|\bprovided (?:that )?\b.*\b(?:yes|fine|"
        r"agree|ok)|\bno objections?, (?:yes|agreed)\b|\bwe (?:all )?(?:want|like) that\b|\bi want (?:that|it|"
        r"this) too\b|\bi want the same\b|\bi (?:think|say|feel) (?:so|the same)(?: too)?\b|\bmy (?:thoughts|"
        r"feeling|view|opinion|sentiments?) (?:exactly|too|as well)\b|\bi (?:share|am of) (?:that|the same|his|"
        r"her|your)\b|\bi was going to say (?:that|the same)\b|\bjust what i\b|\b(?:about|high) time\b",
    ),
    *_cues(
        "supports",
        False,
        rf"\b(?:is|are|would be|will be|was|'s) (?:a |the |just |probably |also |now )*{_GOOD}\b",
        r"^(?:yes|yep|yeah|ok|okay|sure|fine|right|good|alright)\b",
        r"\bi (?:can|could|would|will) (?:accept|take|do|use|manage|help|be)\b|\b(?:would|will) (?:help|do|work|"
        r"suit|be possible)\b|\bis possible\b",
        r"\bwins?\b|\bplease\b",
        r"\bi like\b|\bi love\b",
        r"\bthank (?:you|god|heavens)\b.{0,20}\b(?:finally|at last)\b|\bat last\b",
    ),
]

DISAGREES = [
    *_cues(
        "disagrees",
        True,
        rf"\b(?:i|we)\s+{_AUX}(?:object|oppose|disagree|dissent|protest|veto|reject|refuse|resist|dislike|hate|"
        rf"loathe|dread|decline|regret to say no|beg to differ|deplore|condemn)\b",
        r"\b(?:i am|we are|count me|put me down|put me down as|firmly|both|me|now|also|still|colou?r me) (?:now |"
        r"all |still |both |too |one )?(?:against|opposed|not for|not in favou?r|a no|not having|not happy|"
        r"unhappy|not convinced|not persuaded|unconvinced|not keen|not comfortable|uncomfortable|not ready|"
        r"not willing|unwilling|not going to|not okay|not ok|not on board|not buying|not a fan|no friend|no fan|"
        r"not prepared|sceptical|skeptical|uneasy|horrified|appalled|out of the)\b|^(?:and |but |"
        r"so )*against[.!]*$|\bagainst (?:it|that|this)[.!]*$|^i am not\.?$|\bnot with my (?:vote|money|name)\b",
        r"^(?:no|nope|nay|never|absolutely not|certainly not|no way|no thanks|no,? thank you|not for me|hard no|"
        r"not on my watch|please no|please do not|do not|god no|heaven forbid|nah|no chance|not a chance|"
        r"objection|over my dead body|not again|-1|👎|veto|i object|rubbish|nonsense|out of the question|"
        r"not like this|not this|not yet|not now|hell no|don't|do not do (?:it|that|this))(?:[,.! ]+(?:from me|"
        r"please|no|never|not|here|sorry|thank you|thanks|to that|to it|ever))*[ ,.!]*$",
        r"\bno (?:from|to|on) (?!date|one|avail|end)(?:me|us|my|that|this|it|the|a|any|daily|\w+ing\b|\w+)|"
        r"\bit is (?:a |still )*no\b|\bvote (?:is )?(?:a )?(?:no|nay|against)\b|\bi (?:must |have to |will |"
        r"would |still |can only |had to |)+say no\b|\bi say (?:a )?no\b|\bi (?:would |will |shall |must |"
        r"have to )?vote (?:no|nay|against|it down)\b|-1\b|👎|\bno from\b|\babsolutely not\b|\bno way\b|"
        r"\bover my dead body\b|\bsay no unless\b",
        r"\bnot (?:until|till|before|unless|without|while|as long as|so long as|in my|on my|under (?:any|these)|"
        r"at (?:that|this|any)|if i can help|with)\b|\bonly over my\b|^no,? (?:unless|not|until|because|that|it|"
        r"this|we|i|the|there|you)\b|^no,? .{0,60}\bunless\b",
        r"\b(?:i|we) (?:can|could|will|would|do|shall|must) ?(?:simply |really |hardly |never |just |possibly |"
        r"too )?(?:not|never|hardly) (?:ever |possibly |really |in good conscience |in all conscience |"
        r"in any way |just |yet )?(?:support|accept|agree|back|approve|endorse|live with|vote for|have (?:that|it|"
        r"this)|allow|stand for|go along|go with|want (?:to )?(?!be difficult|be rude|interrupt|stop)|like|"
        r"think (?:we|that|it|this|the|a|so)|believe|see (?:the point|why|how|myself|us)|sign|recommend|favou?r|"
        r"welcome|second|feel (?:good|comfortable)|put my name|fancy|care for|let (?:that|this|it|us|them)|trust|"
        r"afford|condone|consent|tolerate|need (?:that|it|a|another|this)|be (?:part|party|happy|for)|do that|"
        r"do this|do it)\b",
        r"\bi (?:will|would|shall|am) not (?:having|have|be having|stand for|standing for)\b|"
        r"\bi have never (?:\S+ ){0,4}(?:voted|supported|agreed|liked|believed)\b|\bi shall not begin\b|"
        r"\bi speak (?:up )?against\b|\bi (?:would |will )?argue(?:d)? against\b|\bi (?:advise|warn|plead|"
        r"am) against\b|\bi would advise against\b|\bi am (?:strictly )?opposed\b",
        rf"\b(?:is|are|would be|will be|looks|seems|sounds|find it|find that|call (?:that|it)|consider (?:it|that)|"
        rf"think it is|feels|strikes me as) (?:a |the |just |simply |plain |far |way |such |still |much |"
        rf"like )*{_BAD}\b|\b(?:bad|terrible|awful|horrible|dreadful|poor|stupid|silly) (?:idea|plan|call|choice|"
        rf"suggestion)\b|\bout of the question\b|\bmakes no sense\b|\bdoes not make (?:any )?sense\b|"
        rf"\bwhat a (?:bad|terrible|waste|silly) ?\w*\b|\bi find it a bad\b|\bwe (?:would|will) regret\b",
        r"\byou can ?not (?:\w+ )|\bwe can ?not (?:just |simply |possibly )?(?:do|have|allow|afford|drop|let|ask|"
        r"expect|take|cut|close|stop|lose|accept|risk|justify|sell|force|leave|keep|go|start|give|throw|put|"
        r"turn)\b|\bwe must not\b|\bwe (?:should|ought) not\b|\b(?:should|ought|must) not (?:be|have|go|do|get)\b|"
        r"\bplease do not\b|\bdo not (?:do|touch|drop|change|close|sell|cut|remove|even think|let|you dare|make|"
        r"take|give|put)\b|\bwe are not (?:a |doing|having|going to)\b|\bdo(?:es)? not work(?: for (?:me|us))?\b|"
        r"\bwill not (?:work|do|fly|wash)\b|\b(?:would|will) never work\b|\bdoes not convince me\b|"
        r"\bnot a (?:good|great|wise) (?:idea|plan|\w+)\b|\bi wish (?:we|you) would not\b",
        r"\bi (?:have|see|raise|lodge|register|keep|maintain|voice|repeat|must raise) (?:a |an |my |some |"
        r"serious |grave |strong |several |the )*(?:objections?|reservations?|doubts|concerns?|misgivings|"
        r"problem with|issue with|opposition)\b|\bmy (?:objection|opposition|no|veto|"
        r"answer) (?:is (?:still )?(?:no|the same)|stands|remains|stays)\b|\bi want it (?:on|"
        r"in) (?:the )?(?:record|minutes|minuted) that i\b|\bi want to be (?:recorded|minuted) (?:as )?(?:against|"
        r"opposed)\b|\brecord my (?:objection|dissent|no|opposition)\b|\bi am against\b",
    ),
    *_cues(
        "disagrees",
        False,
        r"^(?:no|nope|never|nah)\b",
        r"\bi would rather not\b|\bi would rather we did not\b",
        r"\b(?:too|so) (?:expensive|risky|dangerous|early|late|soon|long|short|loud|much|many|big|small|slow|dear)\b",
        r"\bwould (?:kill|ruin|destroy|wake|push|break|drive|finish|hurt|cost|lose|upset|annoy|confuse|scare|end|"
        r"mean the end)\b|\bwill (?:kill|ruin|destroy|wake|push|break|drive|finish|hurt|cost|lose|upset|annoy|"
        r"confuse|scare|end up)\b",
        r"\bmeans? (?:nothing|trouble|that (?:i|my|we) )\b|\bwould have nowhere\b|\bno good\b|\bsomebody (?:will|"
        r"would) get hurt\b",
    ),
]

REAFFIRMS = [
    *_cues(
        "reaffirms",
        True,
        r"\b(?:i|we) (?:will |shall |do |am |must |would |have to )*(?:still|continue to|always will|"
        r"remain) (?:want|think|say|stand|believe|prefer|favou?r|hold|am|for|support|back|insist|hope|vote|feel|"
        r"see|find|like|love|convinced|of the opinion|in favou?r|committed|behind|recommend|propose|would|"
        r"maintain)\b|\bi am still (?:for|in favou?r|behind|convinced|of the|with|all for|a fan|on)\b|\b(?:is|"
        r"are) still (?:what|the|my|our) (?:\w+ )?(?:i|we|favou?rite|choice|best|right|preference|view|position|"
        r"opinion|vote|answer)\b|\bstill my (?:favou?rite|choice|preference|view|first choice|vote|position)\b",
        r"\b(?:i|we) (?:will |shall |can only |must |do )?(?:stand by|stand firm|stick to|stick with|stick by|"
        r"keep to|keep with|hold to|hold on to|hold onto|hold fast|hold by|remain (?:for|with|in|of|behind)|"
        r"stay with|abide by|reaffirm|reiterate|repeat|confirm|persist|insist (?:that|on my|it)|maintain|"
        r"adhere to|cling to|stay (?:loyal|true)|do not budge|am not (?:budging|moving|shifting|backing down|"
        r"giving up|letting go|changing)|will not (?:budge|change my mind|give (?:it|that) up|back down|"
        r"give up))\b|\bi am (?:sticking|standing|staying|holding) (?:to|with|by|firm|on)\b",
        r"\b(?:i|we) (?:have|did) not (?:changed?|moved?|shifted?|wavered?|given up|budged?)\b|"
        r"\bmy (?:\S+ )?(?:mind|view|opinion|position|vote|stance|answer|preference|choice|proposal|offer|motion|"
        r"decision|ruling|support) (?:\S+ ){0,3}?(?:has not (?:changed|moved|shifted)|is (?:still )?(?:the same|"
        r"unchanged)|stands|remains|stays|still stands|is what it was)\b|\bmy (?:opinion|view|position|"
        r"answer) is (?:still )?the same\b|\bnot giving up (?:on )?\b|\bi am not giving\b",
        r"\b(?:decision|ruling|vote|resolution|agreement|rule|choice|plan|order|it|that|what we (?:said|decided|"
        r"agreed|fixed|voted))\b(?: \S+){0,5}? (?:stands|still stands|still holds|remains|holds|is still valid|"
        r"stays as it is|stays in force|remains in force|is final and stays|is not (?:up for|going to) \w+)\b|"
        r"\bas (?:we|i) (?:said|decided|agreed|voted|ruled|fixed|settled|announced|told)\b|\bstays? as (?:we|i|"
        r"they|it|agreed|decided|voted|planned|before|is)\b|\bwe have (?:already )?(?:decided|settled|"
        r"voted on) (?:that|this|it)\b|\bnothing (?:changes|has changed) (?:there|about|on)\b|\bno change\b",
    ),
    *_cues(
        "reaffirms", False, r"\b(?:should|must|shall) (?:stay|remain|stand)\b", r"\b(?:stays?|remains?)\b", r"\bstill\b"
    ),
]

DECIDES = [
    *_cues(
        "decides",
        True,
        r"(?<!what )(?<!whatever )(?<!where )(?<!who )(?<!how )(?<!as )(?<!\bwhen )(?<!^)\b[\w'-]+ it (?:is|"
        r"will be|shall be|has to be)(?: then| for \w+| from \w+| instead)?\b(?! \w+ (?:to|that))(?=[ ,.!:;]*$|,|"
        r" (?:then|for|from|with|and|instead|in|on|at|until|this|next))",
        r"\b(?:it|that|this|everything|matter|all) is (?:then |thus |now |thereby |so |as good as )?(?:settled|"
        r"decided|agreed|final|resolved|approved|adopted|carried|done|a rule|policy|official|a decision|"
        r"a done deal|an order|ordered|fixed|unanimous|in the minutes|granted|passed|booked|that settled|"
        r"the decision|a deal|law)\b|\bthat settles\b|\bthat decides\b|\bis (?:that )?settled\b",
        r"^(?:and |so |then |ok |okay |right |good |fine |well |thus )*(?:settled|decided|resolved|carried|"
        r"adopted|approved|granted|passed|done|so ordered|so be it|motion (?:carried|passed|carries|passes|"
        r"adopted)|the motion (?:carries|passes|is carried|is passed|fails)|make it so|sold|unanimous|"
        r"agreed(?=[ ,]*then)|accepted|so moved|ratified|ordered|final|closed|booked|case closed|overruled|"
        r"consensus|lgtm, merging)(?: then| unanimously| by .*| as (?:moved|proposed|amended)| with .*|"
        r" without .*| nem.*| in favou?r.*)?[ ,.!:]*$",
        r"\b(?:is|are|was|were|be|stands?) (?:hereby |now |thereby |then |unanimously |duly |"
        r"therefore )*(?:adopted|carried|passed|approved|granted|accepted|ratified|resolved|decided|settled|"
        r"agreed|agreed upon|voted in|confirmed|abolished|chosen|elected|decreed|in force|official)\b",
        r"\b(?:i|we) (?:now |have |will |just |then |all |can |shall |am |are |do )*(?:decide|decided|rule|ruled|"
        r"resolve|resolved|order|decree|declare|ordain|settle|settled|settling|choose|chose|adopt|fix|announce|"
        r"direct|instruct|conclude|approve|grant|ratify|authorise|authorize|close the vote|call it for|"
        r"make it (?:official|final|a rule)|sign off|put it down|note it as|record it as|"
        r"minute it as)\b(?! not\b)(?! (?:that )?in (?:march|may|june|july|october|january|september))",
        r"\b(?:has it|have it|wins the (?:day|vote)|carries the (?:day|vote|motion)|carry the (?:day|vote|motion)|"
        r"has won|have won|wins by|prevails|gets the nod|is the winner|has the majority|have a majority|"
        r"we have a winner)\b|\bthe (?:vote|count|result|decision|verdict|ruling|answer|outcome) is (?!open)|"
        r"\bmy decision\b(?! (?:for|on|about|of|in) )|\b(?:final|majority) (?:decision|vote|word|rules)\b|"
        r"\bi (?:call|take|treat) (?:it|that|this) (?:as )?(?:decided|settled|agreed|a vote|a yes|carried|done|"
        r"consensus)\b|\bwe have (?:a )?(?:consensus|agreement|majority|decision)\b(?! (?:tonight|yet))|"
        r"\bby (?:order|decree|decision)\b|\bthat is (?:an order|final|my decision|the decision|the ruling|"
        r"decided)\b",
        r"\b(?:then|so|good|right|ok|okay|fine|instead),? (?:we|it|they|the \w+) (?:will |shall |are |all )?(?:go|"
        r"goes|going|do|doing|use|using|take|build|buy|send|sell|make|start|keep|have|move|switch|launch|adopt|"
        r"stay|hire|open|close|paint|plant|drop|pick|stick|run|meet|ship|ships|try|get|put|leave|begin|hold|order|"
        r"book|add|remove)\b|\bwe (?:will |are |shall )?(?:go|going|went) (?:with|for|ahead|by|to|back)\b|"
        r"\blet us go (?:with|for|ahead with) (?:it|that|this)\b|\bwe (?:return|switch|move|change|"
        r"revert) (?:back )?to\b|\bwe do (?:it|that|this|the)\b|\b(?:then|so) it is\b|^it is (?:\S+ ){1,5}then\b|"
        r"^it is (?:now |going to be )?(?:\S+ ){1,4}(?:from|as of|starting)\b|\bwe proceed\b|\bgo (?:with|"
        r"ahead with) (?:it|that)\b|\b(?:is|are) (?:booked|ordered|signed|merged|approved)(?: then)?\b|"
        r"\breplaces?\b",
        r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)(?: votes?)?(?: in favou?r| for|"
        r" ayes?)?,? (?:to|against|versus|vs\.?|and) (?:one|two|three|four|five|six|seven|eight|nine|ten|none|nil|"
        r"zero|no|\d+)(?: votes?)?(?: against)?[,:;. ]+(?:so|then|and|hence|thus|which|it is|carried|that)\b|"
        r"\bunanimous(?:ly)?\b|\bayes have it\b|\bnoes have it\b|\bcarried by\b|\bby (?:\w+ )?votes?\b",
        r"\b(?:i|we) (?:am |are )?(?:now )?(?:overrule|overruling|merging|closing|rolling|booking|ordering|"
        r"switching|reverting|shipping|deploying|announcing|publishing)\b|^(?:merging|rolling|booking|ordering|"
        r"switching|reverting|shipping|deploying|closing)\b.*\b(?:now|then|tonight|today|tomorrow)\b",
    ),
    *_cues(
        "decides",
        False,
        r"\bthen[ .!]*$",
        r"^(?:then|so|good|right|ok|okay|fine|very well|in that case|granted|done|two|three|four|five|one|thus)\b",
        r"\b(?:from|as of|starting|beginning|effective|until|by|till) (?:next |this |the |now|today|tonight|"
        r"tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|"
        r"july|august|september|october|november|december|first|release|sprint|version|spring|summer|autumn|"
        r"winter|\d)",
        r"^we [a-z]+\b(?<!\bwe have)(?<!\bwe are)(?<!\bwe should)(?<!\bwe could)(?<!\bwe need)(?<!\bwe "
        r"want)(?<!\bwe can)(?<!\bwe were)(?<!\bwe had)(?<!\bwe would)(?<!\bwe ought)(?<!\bwe must)(?<!\bwe "
        r"may)(?<!\bwe might)(?<!\bwe did)",
        r"\bwe (?:will|shall)\b|\b(?:gets?|goes|go|stays?|is|are) (?:\w+ ){0,3}(?:closed|lit|paid|frozen|open|"
        r"opened|abolished|banned|free|kept|sold|our|her|his|their|a rule|the rule|cancelled|allowed|forbidden|"
        r"called)\b",
        r"\bno (?:more )?\w+ (?:\w+ )?(?:any ?more|from now on|as of)\b|\binstead\b",
        r"\bdecided\b|\bfinal\b|\bdone\b|\bgranted\b|\bagreed\b|\bcarried\b|\bresolved\b",
    ),
]

PROPOSES = [
    *_cues(
        "proposes",
        True,
        rf"\b(?:i|we)\s+{_AUX}(?:propose|suggest|move (?:that|we|to|for|it|the|an?)|recommend|nominate|submit|"
        rf"put forward|advocate|urge|request|ask for|plead for|argue for|table (?:a|the)|offer (?:a|an|the)|pitch|"
        rf"bring forward|put (?:it )?to (?:you|the vote|the meeting)|lobby for|beg for|petition)\b",
        r"\b(?:my|our|one|another|a|first|second|next|new|counter) ?-?(?:proposal|suggestion|motion|idea|request|"
        r"recommendation|plan|thought|wish|counter-?proposal|amendment|ask)(?: (?:is|would be|for|here is)|:|,)|"
        r"\bproposal:|\bmotion:|\bi have (?:a|an|another|one) (?:\w+ )?(?:proposal|suggestion|motion|idea|request|"
        r"wish)\b|\bhere is (?:a|an|my) (?:\w+ )?(?:proposal|idea|thought|plan|suggestion)\b|\bproposing\b",
        r"\b(?:how|what) about\b|\bwhy (?:do|don't|not|do not|can) ?(?:we|you|not|i)?\b(?! we have)|"
        r"\bwhy not\b (?=\w)|\bwhat if we\b|\bmay i (?:suggest|propose|ask|recommend|move)\b|\bmight i (?:suggest|"
        r"propose)\b|\bcould i (?:suggest|propose)\b|\bcan i (?:suggest|propose)\b|\bwhat (?:would|do) you (?:say|"
        r"think) (?:to|of|about) \w+|\bshall we (?!see|start|begin|vote|move on|say)|\bshould we not\b|"
        r"\bwould it not be (?:better|best|nicer|wiser|simpler)\b|\bhow would it be if\b|\bcould we not\b|"
        r"\bwould you consider\b|\bany(?:one|body) for\b|\bwho is for\b",
        r"\b(?:can|could|may|might|would) (?:we|you|i|\w+ be)\b.*\b(?:please|i need it|i am asking|i want|"
        r"i would like|for once in my life)\b|\bplease can (?:we|you|i)\b|\bplease (?:let|make|give|keep|put|add|"
        r"take|open|close|move|stop|use)\b",
        r"\bi (?:only )?(?:want|wish|need|insist|demand|ask|beg|plead|crave|call for|would ask|"
        r"would want)\b(?! (?:to (?:say|ask|know|think|hear|see|be|point|stress|understand|add|thank|apologi|"
        r"remind|note)|you to know|it (?:on|in) (?:the )?(?:record|minutes))\b)(?! (?:about|around|what|how|who|"
        r"why|when|where|whether|if|them|him|her|you)\b)",
        r"\b(?:what )?i (?:would|should) (?:still |then |now |much |so |only |just |instead |always )?(?:(?:like|"
        r"love|prefer|rather|sooner|favou?r|go with|go for|opt for|choose|pick|say|put|use|take|make|do|switch|"
        r"move|mount|shut|pay|roll|ask for|build|buy|keep|give|start|try|vote for|add|open|close|drop|cut|set|"
        r"leave|plant|paint|hire|rent|get|turn|let|have|run|split|remove|replace|charge|wait|limit|sell|stop|"
        r"begin|hold|plead|argue|suggest|propose|recommend|cancel|be (?:all )?for|call it|bet on|postpone|delay|"
        r"ban)\b)(?! (?:to (?:say|ask|know|think|hear|see|point|stress|understand|thank|apologi\w+|remind|note|"
        r"first)|you to know|be |have to|never|not|that if)\b)",
        r"\b(?:we|you|one|they|people|everybody|everyone|somebody|someone|it|the \S+|the \S+ \S+|[\w'-]+s|"
        r"there) (?:really |just |all |simply |probably |do |perhaps |maybe )?(?:should|ought to|must|has to|"
        r"have to|need to|needs to|had better|might as well|could (?:just|simply|also|always|perhaps|"
        r"maybe))\b(?! (?:not|have been|know|see|talk|speak|think|ask ourselves|decide|discuss|remember|"
        r"be (?:clear|honest|careful|here)|mean|hear|find out|wait and see|look|look at)\b)",
        r"\blet us (?!(?:see|talk|think|hear|look|vote|move on|begin|start|get started|be|discuss|not|wait and|"
        r"all think|come back|speak|say that|call the vote|continue|go on|park|leave that for|take a vote|count|"
        r"recap|ask|use him|focus)\b)|\blet us (?:not|start at|start with|start on|begin at|begin on|begin with|"
        r"ask for)\b|\blet me (?:add|propose|suggest|put|throw in|move|have)\b|\blet (?:people|them|everyone|"
        r"everybody|the \w+)\b",
        r"\bi (?:vote|plead|speak|argue|am|root|opt|go|plump) (?:all )?(?:for|to) (?:a|an|the)? ?\w+|"
        r"\bi vote (?!no\b|yes\b|against\b|with\b|for\b|aye\b|nay\b|in\b)|\bmy (?:vote|money|preference|choice|"
        r"favou?rite|pick|wish|preferred \w+) (?:goes to|is|would be|would go|is on|goes)\b|\bi say (?:we|let us|"
        r"that we|go|take|make|buy|put)\b|\bi prefer\b|\bi favou?r\b|\bi am thinking (?:of|about)\b|"
        r"\bi am asking\b|\bi am all for\b|\bi (?:had|have|was) (?:in mind|thinking)\b|"
        r"\bi would be (?:all )?for\b|\bif (?:you|anybody) ask(?:s|ed)? me\b|\bin my (?:opinion|view|book)\b",
        r"\bit (?:is|would be) (?:better|best|time|high time|wiser|simpler|nicer|smarter|safer|worth) (?:to|if|"
        r"that|we|for)\b|\b(?:would do|would solve|would be (?:better|best|nicer|simpler|a better|cheaper)|"
        r"will do nicely)\b|\b(?:maybe|perhaps) (?:we|you|a|an|the|it)\b|\bwe could\b|\bbetter (?:to|we|a|an|make|"
        r"take|use|go)\b|\ba better (?:idea|way|plan)\b|\binstead of\b.*\bwe\b|\bthe \w+ (?:is|"
        r"would be) early enough\b|\bbelongs? (?:in|on|to|at)\b|\bif (?:i|one) may ask for\b|\bmove it$",
    ),
    *_cues("proposes", False, r"\bplease\b", r"\bagain\b", r"\bi (?:would|could|can) \w+"),
]

CUES = [*WITHDRAWS, *REAFFIRMS, *DECIDES, *DISAGREES, *SUPPORTS, *PROPOSES]
