"""The lexicon: in which words English speakers propose, agree, object, settle, withdraw and say it again.

Every line is a regular expression over a clause in plain wording (`plainly`), said in the first person: what is
reported of somebody else is put into the first person before it gets here. "<LIST>" is a list of `vocabulary`. STRONG
cues do their act whatever was said before; WEAK ones need what is on the table to tell.
"""

from __future__ import annotations

from memkit.converse.reading.vocabulary import Wordings

#: No act at all: these words are taken out of a clause before the cues are looked for.
NEUTRAL = Wordings(r"""
    ^[+-]?0(?:\.\d+)?\b
    \b(?:happy|fine|ok|okay|content|good|at ease) with (?:either|both|anything|whatever|any of)\b.*
    \b(?:i )?(?:\w+ )?abstain(?:ed|ing)?\b
    \babstention\b
    \bnot against(?: (?:it|that|this))?,? (?:and |but )?(?:i am )?(?:also )?not (?:for|in favou?r)\b.*
    \bneither for nor against\b|\bi am not (?:for|in favou?r of) (?:it|that|this) either\b
    \b(?:i|we) <AUX>(?:not|never) (?:object|disagree|mind|oppose|care|complain|fight it|fight you|stand in (?:the|
        your|anybody's) way)(?: either| much)?\b
    \b(?:i|we) <AUX>(?:not|hardly) (?:against|opposed to|opposed)\b(?: it| that)?
    ^not (?:against|opposed)\b
    \bnot that i am (?:against|opposed)\b
    \b(?:i )?(?:have|has|with|hold|express|offer|got) (?:no|not a|not any) (?:strong |firm |real |
        particular )?(?:opinions?|views?|preferences?|feelings?|position|say|dog|horse|vote|stake)\b
    ^(?:no|zero) (?:strong |particular )?(?:opinions?|views?|preferences?|feelings?)\b.*
    \b(?:either|both|anything|whatever|any of them|any of these) (?:is|are|would be|will be|works|will do|goes|
        suits|suit)\b.*
    \b(?:i am|we are) (?:neutral|undecided|torn|on the fence|indifferent|easy|not sure|unsure|agnostic|
        lukewarm)\b(?: about \S+ \S+)?
    \b(?:all|much) the same to (?:me|us)\b|\bmakes no (?:odds|difference) to (?:me|us)\b
    \bi have not (?:made up my mind|decided)\b.*
    \b(?:not|no longer) (?:my|mine to) (?:call|business|decision|decide)\b
    \bnot (?:to )?count(?:ing)? me (?:as|among|for|in with|either)\b.*
    \b(?:point|is|are|all|duly|concern|objection|so)s? (?:is |are |well )?(?:noted|taken)\b|^(?:duly )?noted\b
    \bi hear you\b|\bi (?:see|understand|get) (?:your|the|that|what) .*\b
    \bi <AUX>(?:stay|sit|stand|keep) (?:out of|this one out|out|back|neutral)\b.*
    \bi leave (?:it|that|this) to\b.*
    \b(?:no|not a) (?:comment|decision|agreement)\b
    \bnot for me to (?:say|decide|judge)\b
    \bi (?:do )?(?:agree|accept) (?:that )?(?:it|this|that|there) (?:is|was) (?:a )?(?:problem|hard|difficult|
        tricky|important|an issue)\b
    \bi do not know\b(?: (?:if|whether|what|how))?.*
    \b(?:of|in) two minds\b
    \b(?:let me|i will|i would|we should|let us|i need to|i have to|we need to|
        we will) (?:have to )?(?:first )?(?:think|sleep|ponder|see(?! (?:it|them|that|this)\b)|check|look|talk|
        discuss|come back|consider|find out|wait and see)\b.*
    \b(?:let me|i will|i would have to|i need to|i have to|i must) ask\b(?! for).*
    \b(?:good|fair|excellent|great|interesting) (?:question|point)\b
    \bi <AUX>(?:not|never) (?:vote|voting) against\b(?: it| that)?
    \bpoint of order\b
    \bthank(?:s| you)\b(?: (?:all|everyone|everybody|so much|very much|both))*(?: for (?:that|this|it|your .*|
        the .*|\S+ing .*))?
    \bmuch obliged\b|^sorry$|\bno need to\b.*|^no problem$
    \bone against\b|\bone for\b
""")

#: Formerly, perhaps, or in somebody's dream: no cue of the clause counts.
UNREAL = Wordings(r"""
    ^(?:and |but |so |or |even |only |as )?(?:if|whether|suppose|supposing|assuming|were i|had i|had we|imagine|
        in case|unless)\b
    \bif i (?:were|was|had)\b
    \bi used to\b
    \bin (?:my|a|the) (?:former|previous|last|old) (?:job|team|life|company|studio|club|house|school|place|post|
        parish|choir|office)\b
    \b(?:years|months|ages|decades) ago\b|\bi once\b|\b(?:i|have|would have) (?:\w+ )?once\b|\bback then\b
    \bat first i\b|\boriginally i\b
    \bi <AUX>have (?:been|said|voted|supported|liked|preferred|opposed) .*\b(?:once|then)\b
    \b(?:i|we) (?:would|might|could|should) have (?:\w+ed|been|gone|said|taken|chosen|done|put|made|thought|bought|
        sold|kept)\b
    \bi was (?:once |originally |initially |always |never |also |all |still |rather |first )?(?:<FOR>|<AGAINST>|
        a friend)\b
    \bi (?:had|did) (?:once |originally |initially |always |indeed )?(?:want|propose|support|oppose|object|vote|say|
        tell|ask)\w*\b
    \b(?:last|that) (?:year|month|week|time|spring|summer|autumn|winter) i\b
    \bit was only a\b
""")

WITHDRAWS = Wordings(r"""
    \blet us (?:forget|drop|scrap|bury|leave) (?:about )?my\b
    \bnothing (?:more|else|further|left) (?:against|to say|to object)\b
    \bmy (?:\w+ )?(?:objection|no|veto|opposition|argument|concern)s? (?:falls?|collapses?|melts?|evaporates?|
        vanish(?:es)?)\b
    \bi am cured of\b|\bi have (?:lost my|no more) (?:appetite|taste|stomach|enthusiasm|faith|belief)\b
    \bi have had (?:enough of|my fill of)\b
    ^(?:(?:ok|okay|so|then|right|fine|oh|well|actually|no|yes|and),? )*(?:scratch that|strike that|scrap that|
        forget (?:it|that|i)|never ?mind)\b
    \b(?:no|not a|not much of a) leg to stand on\b
    \b(?:say|hear) (?:no more|not another word|nothing more|no further)\b(?: (?:about|against|on) )?
    \brest my case\b
    \bi <AUX>(?:fold|eat my hat|hold my peace|hold my tongue|keep quiet|be quiet|shut up|let it lie|let it rest|
        lay down my arms|back away)\b
    \b(?:mea culpa|barking up the wrong tree|did not think it through|had not thought (?:of|about|it)|
        back to the drawing board)\b
    \bi (?:have )?(?:went|gone) off (?:it|that|the)\b|\bi am off (?:it|that|the \w+ (?:idea|plan))\b
    \bi had it (?:backwards|wrong)\b|\bi have no case\b
    \b(?:pulls?|pulling) the plug\b|\b(?:put|puts|putting) (?:\S+ ){1,3}on ice\b
    \bi <AUX>(?:end|stop|discontinue) the (?:\S+ ){0,3}(?:trial|experiment|rule|scheme|practice|\w+)$
    \byou (?:have )?(?:got|caught) me there\b|\bi am beaten\b|\bdaft idea of mine\b
    \bwas my (?:idea|proposal|wish|wall|plan),? (?:and|but) i\b
    \b(?:i|we|and|but|so|then) <AUX><WITHDRAW>\b
    ^<AUX><WITHDRAW> (?:my|that|it)\b
    \b(?:i|we|to) <AUX>(?:take|took|taken|taking) (?:back )?(?:\S+ ){0,7}back\b
    \b(?:i|we|to|now) (?:take|taking) back\b
    \b(?:i|we) (?:am|are|will be|must be|have been)(?: (?!not\b|never\b)\w+)? <DROPPING>\b
    \b(?:i|we) (?:am|are) (?:now )?calling (?:\S+ ){1,5}off\b
    ^(?:(?:ok|so|then|and|right|fine|well|ack|now),? )*<DROPPING> (?:my|the|that|it|this)\b
    \b(?:i|we) have (?:now |since )?(?:<DROPPED>|changed (?:my|our) (?:minds?|vote|view|position)|come (?:round|
        around)|given in|backed down)\b
    \b(?:my|our) (?:\S+ ){0,3}?<OWN> (?:\S+ ){0,6}?(?:is|are|has been|have been|stands?|can be|goes) (?:now |then |
        thereby )?<DROPPED>\b
    \b(?:the|that|this|his|her|your) (?:\S+ ){0,1}?(?:proposal|motion|suggestion|objection|veto|amendment|ruling|
        request|block) (?:\S+ ){0,3}?(?:is|has been|stands) (?:now |then |thereby )?<DROPPED>\b
    ^<OWN> (?:\S+ )?<DROPPED>\b
    \b(?:i|we) <AUX><DROP> (?:my|the|our|that|this|all my) (?:\S+ ){0,3}?<OWN>\b
    ^(?:and |so |then )?(?:gone|over|dead|cancelled|revoked|scrapped|abolished|withdrawn|off) (?:as of|from|
        with effect|again)\b
    # orders to the minutes: "strike my no", "scrap that", "forget what I wrote"
    ^(?:(?:please|so|ok|okay|right|then|and|fine|oops|oh|yes|no|well|actually|ack|just),? )*(?:strike|scrap|scratch|
        cancel|forget|ignore|disregard|drop|bin|withdraw|delete|never ?mind|belay|nix|remove|pull|leave out|
        cross out|take out|delete) (?:about |all )?(?:my\b|mine\b|(?:the )?(?:\S+ ){0,3}i (?:said|wrote|asked|
        proposed|suggested)|i (?:said|ever|asked|wrote|spoke)|what i|everything i)
    ^(?:(?:fine|ok|oh|well|so|then|right),? )*(?:forget|never ?mind|cancel|scrap|scratch) (?:about )?(?:the )?\w+$
    \bconsider (?:my |the |that |it |this )(?:\S+ ){0,3}?<DROPPED>\b
    \byou (?:can|may|could|might) (?:strike|forget|drop|scratch|cancel|ignore) (?:my|that|it)\b
    \byou <AUX>not hear another word\b
    # owning up
    \bi (?:was|have been|may have been|must have been|am afraid i was|got it|had it|
        got that) <AUX>(?:the one who was |plainly |too |so |just |quite )?(?:wrong|mistaken|hasty|rash|impatient|
        naive|in error|misguided|carried away|unfair|too (?:quick|hasty|fast|harsh|optimistic|soon|eager))\b
    \bi (?:<AUX>)?(?:misjudged|misread|misunderstood|overestimated|underestimated|miscalculated|jumped the gun|
        spoke too soon)\b
    \bi got (?:it|that) wrong\b|\b(?:my|that was my) (?:mistake|bad|error|fault)\b|\bi was as \w+ as\b
    \bi stand corrected\b
    \b(?:ruled|decided|settled|ordered|proposed|suggested|asked for|said) (?:that|it|this) too (?:soon|quickly|fast|
        hastily)\b
    \b(?:was|were) (?:a |an )?(?:\w+ )?(?:guess|mistake|error|nonsense|silly idea|bad idea|poor idea|misjudg\w+|
        folly|foolishness|mistaken|wrong|idea) of mine\b
    \bmy \S+ (?:was|were) (?:a |an )?(?:guess|mistake|error|nonsense|silly|wrong|folly|foolish|mistaken|unfounded|
        groundless)\b
    # no longer
    \b(?:i|we) <AUX>no longer (?:\w+ )?(?:object|oppose|want|stand|support|ask|insist|think|believe|say|press|push|
        back|hold|defend|argue|need|favou?r|see|recommend|propose|endorse|mind|demand|prefer|wish|vote|approve|
        agree|believe|require|like|keep|go|be)\w*\b
    \b(?:i|we) no longer (?:am|are|do)\b
    \b(?:i am|we are) no longer (?:<FOR>|<AGAINST>|asking|behind|sure|standing|pushing|insisting|demanding)\b
    \b(?:i|we) (?:do|am|will|would|can|are|have)(?: really| quite)? (?:not|no|nothing)(?: \S+){1,8}? (?:any ?more|
        any longer)\b
    \bnot (?:\S+ ){1,4}any ?more$
    \bi have (?:stopped|ceased|quit|given up) (?:\w+ing)\b|\bi have (?:cooled|soured) on\b
    \bi have lost (?:my |all )?(?:faith|interest|appetite|heart)\b
    \bi (?:now )?regret (?:having|pushing|asking|proposing|ever|that i|my|the|it)\b
    \bi am (?:done|finished|through) (?:arguing|pushing|with that|with it)\b
    # what one feared has gone
    \b(?:my|the|those|all my) (?:fears?|worr(?:y|ies)|concerns?|objections?|doubts?|reservations?|misgivings|
        opposition) (?:\S+ ){0,4}?(?:was|were|is|are|has been|have been|no longer|has|have) (?:\w+ )?(?:unfounded|
        groundless|answered|met|settled|resolved|addressed|dealt with|baseless|removed|gone|satisfied|no ground|
        no basis|appl(?:y|ies)|vanished|evaporated|fallen away|taken care of|moot|laid to rest)\b
    \b(?:removes?|answers?|settles?|meets?|resolves?|addresses|takes care of|deals with|disposes of|takes away|
        satisf(?:y|ies)) (?:my|our|all my) (?:\w+ )?(?:fears?|worr(?:y|ies)|concerns?|objections?|doubts?|
        reservations?|misgivings|points?|complaints?|opposition|worry)\b
    \b(?:no|nothing|not any) (?:quarrel|complaint|objection|against it|against that|to say against|
        more to say)s? ?(?:left|any ?more|any longer|now)\b
    \b(?:does not|do not|no longer) (?:hold|stand|apply|obtain)s?\b(?! (?:up|for|against))
    \bno longer (?:holds|stands|applies|valid|in force|needed|on the table)\b
    \bcount me out\b|\btake my name off\b|\bi have (?:had |got )?second thoughts\b|\bon second thoughts?\b
    \bi have had a change of heart\b|\bi gave up on\b
    \b(?:i|we) (?:have )?changed (?:my|our) (?:minds?|vote|view|position)\b
    \bi (?:am|was) (?:happy|glad|content|willing|prepared|ready) to (?:let (?:it|that|this) (?:go|drop)|<DROP>|
        <WITHDRAW>)\b
    \bi <AUX>(?:let|put|set|lay) (?:\S+ ){1,4}(?:go|drop|aside|to rest|to bed|down|be)$
    \bi <AUX>let (?:it|that|this|them|my \w+|the \w+) (?:go|drop)\b|\bi let go\b|\bso much for my\b
    \bi shut up about\b
    \bthe \S+ (?:is|are) history\b
    \bmy (?:yes|no|vote|decision|ruling|order) (?:to|for|on|about|of) (?:\S+ ){1,4}(?:is|
        are) (?:hereby )?<DROPPED>\b
    \bno longer speaks? for\b
""")
#: No longer pressing what one holds, in words that say nothing of the kind where one holds nothing.
YIELDS = Wordings(r"""
    \bdo (?:what|as) you (?:like|please|want|wish|think|must)\b|\bsuit yourself\b|\bhave it your way\b
    \bplease yourselves\b|\bi <AUX>not fight\b
    \bi <AUX>not (?:be the one|be the person|be someone|want) to (?:stop|block|spoil|stand|hold)\b
    \bi <AUX>not stop (?:you|them|him|her|it|anybody)\b
    \bi <AUX>not (?:going to )?(?:push|press|insist|fight|make a fuss|stand in|block|die|go to war|hold out)\b
    \b(?:i|we) <AUX>not (?:press|push|insist|fight|block|defend|pursue|hold (?:it|this|things|you) up|stand in|
        be in the way|pressing|pushing|insisting|fighting|blocking|asking for (?:it|that)|die on|wedded|object any|
        oppose (?:it|that|this))\b
""")
#: Giving up in words that one can also use of things: only of what one holds.
WITHDRAWS_OWN = Wordings(r"""
    ^(?:please |so |then )?take (?:\S+ ){1,4}off (?:the (?:list|table|agenda|minutes)|my)\b
    \b(?:was|were) (?:a|an|the) (?:\w+ )?(?:mistake|error|blunder|folly|wrong \w+)\b
    \b(?:i|we|and|but|so|then) <AUX><DROP>\b(?! (?:to|for|until|before)\b)
    \b(?:is|are) (?:hereby |now |then |therefore )?<DROPPED>\b
    \b(?:is|are) (?:now |then |therefore )?off$
    \bends? (?:this|next|today|tonight|now|here|on|with|in)\b|\bgone as of\b
    \b(?:will|shall|do) not (?:try|do|be doing) (?:that|it|this|anything else)\b
    \b(?:i|we) (?:have|see|there is|with) (?:no|nothing) (?:quarrel|complaint|objection|problem|against)s?\b
    \bno (?:objections?|quarrel|complaints?|issues?)(?: (?:from|on|here|with)\b|$)
    \bi (?:give|let) (?:that|it|the \w+) (?:a )?(?:rest|go)\b|\bso much for\b|\bi rest\b
    \bit (?:was|is) my \w+ (?:and|but)\b
    ^(?:strike|scrap|scratch|cancel|forget|ignore|drop|bin|remove|pull|kill) (?:it|that|this|the \S+)\b
""")

SUPPORTS = Wordings(r"""
    ^(?:and |so |but )?@?\w+(?: \w+)? is (?:quite |absolutely )?right(?:$|,)
    \bcount me among (?:the )?(?:supporters|ayes|friends|those)\b
    \b(?:fool|mad|crazy) to (?:say no|refuse|object|decline)\b|\bwould please me\b
    \bi <AUX>see the (?:sense|merit|merits|appeal|charm|logic|wisdom|beauty|advantage|advantages)\b
    \bnow you are talking\b|\bthat is (?:more like it|the spirit|the stuff|the way)\b|\byou are on$|\bsay no more$
    \bon (?:\w+ )?\w+'s side\b|\bi <AUX>(?:tend|lean|incline|gravitate) (?:to|towards?)\b|\bi <AUX>take \w+'s side\b
    , (?:brilliant|lovely|perfect|great|excellent|splendid|wonderful|fantastic|marvellous|superb|yes please|
        count me in|love it)$
    \b(?:pleases|delights|appeals to|tempts|excites|charms|convinces|persuades|suits) me\b
    \bmakes me (?:happy|glad|smile)\b
    \bi <AUX>(?:say|think|find|call|consider|believe|reckon) (?:that )?(?:it|that|this|them) (?:is |are |
        would be )?(?:an? |the |just |so )*<GOOD>\b
    \bi (?:am|stand|go|side|would side) (?:firmly |still |all |entirely )?with (?:dr |mrs?\.? |ms |prof |
        the )?\w+(?: on (?:this|that)(?: one)?)?$
    ^(?:seconded|agreed|supported) (?:with|by)\b
    \bi <AUX>(?:throw|cast|put) (?:in )?my (?:lot|weight|vote|hat|money|name) (?:in )?(?:with|behind|on|for) (?!a\b|
        the\b)
    \bi <AUX>be (?:talked|persuaded|argued|tempted) into\b|\b(?:two|both) thumbs\b|\bthumbs up\b
    \bno arguments? (?:here|from me)\b
    \bcould not agree more\b|\bright behind you\b|\btook the words\b|\bcan not (?:argue|fault|complain|say no)\b
    \bdo not see why not\b
    \bnothing wrong with\b|\bwhat is not to like\b|\bwho could object\b|\bmusic to my ears\b|\bwhy ever not\b
    \bif you insist\b
    \bis a (?:godsend|dream|gift|boon|lifesaver|must|bargain|treat|delight|wonderful \w+|no-brainer|huge help|
        big help)\b
    \b(?:hard|strong) agree\b|\bbig fan\b|\bi am (?:coming|being won) (?:round|around|over)\b
    \bi am (?:warming|leaning) (?:to|towards?)\b
    \b(?:what|as) (?:\w+|@\w+) said$|\bhave it your way\b|\bso be it$|\bbe it so\b
    \bi <AUX>(?:give in to|bow to) (?:that|it)\b
    \b(?:better|nicer|simpler|cheaper|safer|fairer|easier|wiser) (?:than|for (?:me|us|everyone|everybody|
        all))\b.*\b(?:mine|me|us)\b
    \b(?:i|we|me|us|(?:both|all|two|three|four|most) of us|one who) <AUX>(?:(?:happily|gladly|
        readily) )?<AGREE>\b(?! to differ| to disagree| it up\b| up\b)
    \b(?:i|we|count me|count us|put me down|put me down as|colou?r me|both|all|me|you have me|you have got me|us|
        firmly|still|now|the \w+ of us) (?:am |are |is |be |was )?(?:in )?<AUX>(?:very much |so |well |too |
        one hundred percent |quite )?<FOR>\b(?! (?:it to\b|now that|what|whom|which|being|having to))
    \bcount me in\b|\bcount on (?:me|my)\b|\bi am in\b(?! (?:a|the|my|no|two|for))|\bput me down for\b
    \bi will drink to that\b|\bsign me up\b
    # one word, and what goes with it
    ^(?:(?:and|but|so|then|well|ok|okay|hm|now|@?\w+|,|@?\w+ and) ?)?(?:fully |both |warmly )?(?:agreed|seconded|
        thirded|supported|approved|endorsed|concur|agree|same here|same for me|same|likewise|ditto|me too|
        me as well|and me|mine too|mine as well|ours too|so am i|so do i|so would i|so say i|so say we all|as do i|
        as am i|as would i|me neither|hear(?:,? hear)+|aye|amen|lgtm|deal|yea|seconding|second|second (?:that|it)|
        with pleasure|by all means|go ahead|go for it|absolutely|exactly|ship it|love it|works|all good|fine|
        same thinking|same opinion|that too|no brainer|gladly|hell yes|bravo|sold|hooray|you bet|sure thing|why not|
        good|great|excellent|perfect|brilliant|lovely|splendid|wonderful|sounds good|yes please|rather|done deal|
        precisely|quite so|quite right|well said|i am sold)(?: (?:from|by|with|to) (?:me|us|here)| here| then| that|
        [ ]please| so| too|,? \d+%|,? 100%|,? \w+)?$
    ^(?:(?:and|but|so|then|well|ok|okay|hm|mine will \w+|from me) )*,? ?(?:oh |a (?:big |firm |
        resounding )?)?(?:yes|yep|yeah|yea|aye|yup|sure|ja|si|oui|da)(?:(?:[,. ]+(?:yes|and yes|please|that one|
        to that|to it|that|of course|from me|for me|do|let us|then|from my side|and gladly|with joy|indeed|captain|
        boss|chef)|! ?.*| (?:to|for|from) .{1,60}))*$
    \b(?:yes|aye|yea|thumbs up|a plus one|a yes) (?:to|from|for|on)\b|\bbut yes\b
    \b(?:then|so|and|that,?|it,?) yes\b|\b\w+, yes(?: please)?$|\bso yes\b|\boh yes\b|\byes,? please\b
    \b(?:my|a|firm) (?:vote|answer|ballot|proxy) (?:is|stays|goes|would be) (?:a |an )?(?:yes|aye|in favou?r|for)\b
    \bit is (?:a |still )?yes\b|\bwhich is a yes\b
    \b(?:seconded|agreed|supported|likewise|ditto)$|\bgo ahead\b(?! with)|\bgo for it\b
    (?:^|\s)\+1\b|👍|👌|💯|✅
    \bi <AUX>(?:like|love|adore|fancy|applaud|appreciate|prefer) (?:that(?! (?:it|we|they|you|the)\b)|this|it|
        the idea|the sound|the look|(?:\w+'s|your|his|her|their) \w+)\b
    \bi (?:do |rather |quite )?(?:like|love)$|\bi <AUX>(?:like|love|adore|fancy) the\b
    \b<GOOD> (?:by|with|for|to|in) (?:me|us|my \w+|our \w+)\b|\bsuits? (?:me|us|my \w+|our \w+)\b|\bsuits(?: \w+)?$
    \bworks? (?:for (?:me|us|my \w+)|here|fine|well|too)\b|\bworks(?:$|,)
    \bthat (?:works|suits|helps|will do|does it|would do)\b
    \b(?:you (?:can )?have|gets?|has|have|had|count on|takes?|with|earns?|deserves?|wins?) (?:got )?(?:my|our|
        both our|all our|all my|all of my) (?:\w+ )?(?:vote|support|blessing|backing|yes|approval|consent|word|
        sympathy|hand)\b
    \bmy (?:vote|hand|money|heart|yes) (?:too|as well|on it|on that)\b|\bmy blessing\b|\bbe my guest\b
    \bno objections?,? go ahead\b
    \byou <AUX>(?:convinced|persuaded|won|talked|converted|sold) me\b
    \bi have been (?:convinced|persuaded|won over|talked round)\b
    \byou (?:have )?(?:talked me (?:into|round)|won me over)\b|\byou <AUX>not have to ask me\b
    \b(?:sounds?|seems?|looks?|feels?) (?:like )?(?:\w+ )?(?:a |an |the )?<GOOD>(?: <IDEA>)?\b
    \bmakes? (?:\w+ )?(?:good |perfect |a lot of )?sense\b(?! of)
    ^(?:a |an |what a |that is a |very )?(?:good|great|excellent|nice|brilliant|fine|lovely|splendid|smart|decent|
        fair|wonderful|sensible) (?:idea|plan|thinking|thought|suggestion|solution|compromise|choice|notion)\b
    \bi <AUX>(?:see|have|find) no (?:reason (?:not|against)|harm|problem|fault|issue)\b
    \bi <AUX>not (?:going to )?argue(?: with that)?\b|\bi <AUX>vote for (?:it|that|this)\b
    \bi <AUX>speak (?:up )?for\b|\bi <AUX>swear by\b|\bi <AUX>side with\b|\bi <AUX>vouch for\b
    \bno (?:problem|issues?|objections?) with\b
    \b(?:provided|provided that|providing|as long as|so long as|on condition that|on the condition that|
        on one condition)\b.*\b(?:yes|fine|ok|agree|go ahead)\b
    ^(?:and )?(?:with|on) (?:that|this|those|a|the)\b.{0,40}\b(?:yes|agreed|in favou?r|agree|fine|happy)\b
    \bonly if\b
    \bi <AUX>(?:accept|support|agree|take|back|do) .*\b(?:provided|as long as|so long as|on condition|if)\b
    \b(?:my|our) (?:thoughts|feeling|view|opinion|sentiments?) (?:exactly|too|as well|precisely)\b
    \bi <AUX>(?:think|say|feel|want|vote|believe|see it) (?:so|the same|likewise|the same way|that too|
        it too)(?: too)?\b
    \bi (?:am of|share) (?:that|the same|his|her|your|this|\w+'s)\b
    \bi was (?:going|about) to (?:say|suggest|propose) (?:that|the same|exactly)\b|\bjust what i\b
    \b(?:about|high) time\b
    \b(?:spares|saves) us\b.*\b(?:yes|for it|fine)\b|\bi <AUX>have no quarrel with\b|\bi <AUX>(?:go|come) along\b
""")
SUPPORTS_WEAK = Wordings(r"""
    \b(?:is|are|would be|feels|looks|seems) (?:much |far |even |a lot |so much )?(?:simpler|cheaper|safer|fairer|
        easier|nicer|better|quicker|faster|wiser|warmer|kinder|cleaner|quieter|healthier|more \w+)\b
    \b(?:is|are|would be|will be|was|be|feels|find it|find that|call (?:it|that)) (?:a |an |the |just |probably |
        also |now |as |even |so much |far |much |still |only )*<GOOD>(?: <IDEA>)?\b
    ^(?:yes|yep|yeah|ok|okay|sure|fine|right|good|alright)\b
    \bi <AUX>(?:accept|take|do|use|manage|help|be there|come|bring|drive|try|join|follow|sign)\b
    \b(?:would|will) (?:help|do|work|suit|be possible|fit)\b
    \bis (?:possible|doable)\b
    \bwins?\b
    \bplease\b
    \bi (?:do )?(?:like|love|prefer|want)\b
    \bat last\b|\bfinally\b
    \bhas my\b
""")

DISAGREES = Wordings(r"""
    \blet us not$|\bnothing doing\b|^not(?: me)?$
    \bnot (?:get|have|win|find|be getting) (?:my|our) (?:vote|support|blessing|backing|consent|approval)\b
    \b(?:can|could) not (?:stand|bear|abide|stomach|endure|see)(?: it| that| this)?$|\bnot hold with\b
    \b(?:bores?|bored|irks|annoys|irritates|disgusts|horrifies|scares|frightens|worries|troubles|pains|saddens|
        offends) me\b
    \bleaves? me cold\b|\bleft me cold\b
    \bmakes me (?:sick|ill|nervous|angry|uneasy|shudder|sad|cringe|unhappy)\b
    \bgives me (?:the creeps|a headache|nightmares)\b|\bdrives me (?:mad|crazy|up)\b
    \bno (?:for|from) (?:me|us)\b|\bi <AUX>not live with\b
    \b(?:so|but|and|then|,) (?:please )?no$|\bplease no\b
    \bi <AUX>(?:forbid|prohibit|rule (?:it|that|this) out|will not have|draw the line)\b
    \b(?:re-?consider|think again|think twice)\b|\bnot on your life\b|\bfat chance\b|\bnot worth (?:it|the \w+)\b
    \bhard pass\b|^(?:i )?pass$
    \byou must be joking\b|\byou can not be serious\b|\bare you serious\b|\bdream on\b|\bhands off\b
    \bend in tears\b|\bbackfire\b|\bmutiny\b
    \bi (?:very much |rather )?doubt (?:it|that|whether|if)\b|\bleaves? a bad taste\b
    \bsits? (?:badly|ill|uneasily)\b|\bnot my cup of tea\b
    \bi <AUX>(?:be sorry|hate|be sad|be heartbroken|regret) to (?:see|lose|give|part)\b|\bbreak my heart\b
    \bi <AUX>miss (?:it|them|the)\b
    \b(?:over-?engineered|half-?baked|ill-?advised|counter-?productive|misguided|over the top|beneath us|a mess|
        no fun|no joke)\b
    \bis no (?:good|use|help|solution|answer|option|way|improvement|substitute|better)\b
    \bwould be the (?:end|death|ruin) of\b
    \b(?:anything|everything|anyone) (?:else|but that|but this)\b.*\bplease\b|\bi <AUX>not (?:dream|hear) of\b
    \bi <AUX>never (?:agree|accept|vote|sign|support)\b
    \bi am (?:afraid|sorry,? but) (?:i |that i )?(?:can not|not|no|must|have to)\b|\bunfortunately (?:not|no)\b
    \bsadly no\b|\bwith respect\b
    \b(?:i|we|me|us|(?:both|all|most) of us) <AUX><OBJECT>\b
    # not what one would agree to: "can't support", "couldn't vote for", "won't accept", "can't say that I approve"
    \b(?:i|we|me|us|none of us|nobody) <AUX><NOT> <AUX>(?:in good conscience |in all conscience |in any way |
        bring myself to |see (?:my way to|myself|us) |possibly |ever )*(?:<AGREE>(?<!come round)(?<!come around)|
        have (?:that|it|this|any of)|allow|stand for|want (?:to )?(?!be difficult|be rude|interrupt|stop|argue|
        to argue|anything)|like|think (?:we|that|it|this|the|a|so|you|much|\w+ing)|believe (?:in|we|that)|
        see (?:the point|why|the need|the use|how|it|this|that|myself|us|any)|sign|recommend|feel (?:good|
        comfortable|happy|right)|fancy|care for|let (?:that|this|it|us|them)|trust|afford|condone|consent|
        need (?:that|it|a|another|this|any)|stand (?:it|that|this|the|for)|hear of|touch|risk|go there|get (?:a|
        any) \w+|<FOR>)\b
    \b(?:i am|we are|count me|put me down|put me down as|firmly|both|me|now|also|still|colou?r me|i remain|i stay|
        us) <AUX>(?:very much |so |rather |a little |a bit |somewhat |one )?<AGAINST>\b
    ^(?:and |but |so |still |also |me,? )*(?:against|opposed)(?: (?:it|that|this|here|too|as well|from me))?$
    \bagainst (?:it|that|this)$|^i am not$|^i do not$|\bnot with my (?:vote|money|name|help)\b|\bnot in my name\b
    \bnor (?:am|do|would|will|can) i\b
    ^(?:no|nope|nay|never|absolutely not|certainly not|definitely not|of course not|surely not|no way|no thanks|
        not for me|hard no|strong no|not on my watch|please no|please do not|please not|do not|don't|god no|
        heaven forbid|god forbid|nah|no chance|not a chance|objection|over my dead body|not again|veto|rubbish|
        nonsense|out of the question|not like this|not this|not yet|not now|hell no|oh no|oh god no|no sir|
        good grief no|hm no|hmm no|ugh no|er no|um no|eh no|oh dear no|no no)(?:[,. !]+(?:from me|please|no|never|
        not|here|sorry|thank you|thanks|to that|to it|ever|not (?:that|this|it|a|the|in|on|with|for)\b.*|do not|
        where else .*|i .*|we .*|that .*|the .*|it .*|a .*|not .*))*$
    (?:^|\s)(?:strong )?-1\b|👎|❌|🚫
    \bno (?:from|to|on) (?!date\b|one\b|avail\b|end\b)\S+|\bit is (?:a |still (?:a )?)*no\b
    \bvote (?:is |stays |remains )?(?:a )?(?:no|nay|against)\b|\banswer (?:is|stays|remains) (?:still )?(?:a )?no\b
    \bi say (?:a )?no\b|\bvoting (?:no|against|it down)\b|\bwhich is a no\b|\ba no from\b|\bno way\b
    \babsolutely not\b|\bover my dead body\b
    \bnot (?:until|till|before|unless|without|while|as long as|so long as|in my|on my|under (?:any|these|no)|
        at (?:that|this|any)|if i can help|this (?:year|time|way|week|month|season|late|early))\b
    \bonly over my\b|^no,? .{0,60}\bunless\b|\bunless\b.{0,60},? no$
    \bi <AUX>not (?:having|be having|standing for|voting for|happy|convinced|persuaded|keen|comfortable|ready|
        willing|prepared|sold|impressed|thrilled|going to (?:accept|support|vote|agree|let|have|allow|sign|pay|do|
        wear|sit|stand)|okay|ok|fine|on board|buying|a fan|a friend|in favou?r|in agreement|for (?:it|that|this)|
        so keen|about to|certain|taken with|wild about)\b
    \bi have never (?:\S+ ){0,5}(?:voted|supported|agreed|liked|believed|trusted|seen (?:that|it) work)\b
    \bi shall not begin\b
    \bi <AUX>(?:speak|argue|advise|warn|plead|am|vote|counsel|caution|stand|come down) (?:up |strongly )?against\b
    \b(?:is|are|be|looks?|seems?|sounds?|feels?|find (?:it|that|this|them)|call (?:that|it|this)|consider (?:it|
        that)|think (?:it|that) (?:is|would be)|strikes? me as|that|it|this) (?:a |an |the |just |simply |plain |
        far |way |such |still |much |like |too |rather |even |nothing but |really |downright |a bit |a little |
        somewhat |utter |sheer |pure |complete |so |always )*<BAD>(?: <IDEA>)?\b
    ^(?:so |how |what a |what an |what |that |such a |pure |sheer |utter |oh |a |
        an )*(?:<BAD>(?<!dear)(?<!mad)(?<!over)(?<!no good)(?<!bad)(?<!wrong)|bad idea|terrible idea|poor idea)$
    \b(?:bad|terrible|awful|horrible|dreadful|poor|stupid|silly|lousy|rotten|daft|crazy|mad) (?:idea|plan|call|
        choice|suggestion|notion|move|thing to do)\b(?! of mine)
    \b(?:is|are|be|'s|sounds|seems|looks|feels|find it|far|way|much|just|simply|all|rather) (?:far |way |much |
        just |a bit |a little |simply )*too (?!late to|good|bad\b)\w+\b(?! for words)
    ^(?:far |way |much )?too \w+$
    \bmakes? no sense\b|\bdoes not make (?:any |much )?sense\b
    \bwe (?:would|will) (?:all )?(?:regret|live to regret|rue)\b|\bwhat is the point\b
    \bthere is no (?:need|point|reason)\b|\bhow is that (?:better|fair|safe)\b
    \byou can not (?:just |simply |seriously |possibly )?(?:\w+)
    \b(?:we|one|they|people) can not (?:just |simply |possibly |seriously )?(?:do|have|allow|afford|drop|let|ask|
        expect|take|cut|close|stop|lose|accept|risk|justify|sell|force|leave|keep|go|start|give|throw|put|turn|
        spend|pay|make|use|be|treat|charge|run|waste|open|move|sit)\b
    \b(?:we|you|they|one|it|people|that|this) (?:must|should|ought|shall|had better|need) (?:really )?not(?: to)?\b
    \bplease do not\b
    ^(?:and |but |so )?do not (?!count|worry|forget|get me|mind|you|write|put|quote|record|tell|ask)\w+
    \bwe are not (?:a |doing|having|going to|getting|giving|selling|paying|putting|made of|buying)\b
    \blet us not (?!open|reopen|argue|discuss|talk|go there|forget|get|settle|decide|go over|start|pretend)\w+
    \b(?:do|does)(?:es)? not (?:work|convince|persuade|appeal|fit|fly|wash|sit right|sit well|feel right|solve|help|
        belong|do it)\b(?: for (?:me|us))?
    \bwill not (?:work|do|fly|wash|help|solve|fit|last|hold)\b
    \b(?:would|will|could|can) never (?:work|fly|do|fit|last)\b
    \bnot (?:a )?(?:particularly |very |really |so |such a |exactly )?(?:good|great|wise|sensible|fair|safe|
        practical|acceptable|feasible|smart|right|clever|bright|healthy|decent|nice|enough)\b(?: <IDEA>)?
    \bi wish (?:we|you) would not\b
    \b(?:i|we) <AUX>(?:have|see|raise|lodge|register|keep|maintain|voice|repeat|enter|share|got) (?:a |an |my |
        some |serious |grave |strong |several |the |great |real |big |one )*(?:objections?|reservations?|doubts|
        concerns?|misgivings|problem|problems|issue|issues|opposition|qualms|trouble)(?: with| about| to| there|
        [ ]here|$)
    \bmy (?:objections?|opposition|no|veto|answer|reservations?) (?:is (?:still )?(?:no|the same|unchanged)|stands?|
        remains?|stays?|still stands)\b
    \b(?:my|our) (?:\w+ )?(?:dissent|objection|opposition|protest|vote against|no) (?:recorded|minuted|noted|
        in the minutes|on record|written down)\b
    \b(?:recorded|minuted|noted|known|on record) (?:that i (?:am|was|voted) (?:against|opposed)|as (?:against|
        opposed|a no))\b
    \brecord my (?:objection|dissent|no|opposition)\b
    \bhold off\b|\bhang on,? no\b|\bhands off\b|\bstop (?:that|it|this)$
    \bleave (?:it|them|things|that|the \S+) (?:as (?:it|they) (?:is|are)|alone|be)\b|\bspare (?:me|us)\b
    \banything but\b|\bcount me out\b|\bi <AUX>(?:walk out|resign|leave) (?:if|before)\b|\bi pass$|\bthumbs down\b
    \bi have not the heart\b|\bi disagree\b|\bmy (?:vote|ballot|proxy) is (?:a )?(?:no|against)\b
""")
DISAGREES_WEAK = Wordings(r"""
    ^(?:no|nope|never|nah)\b
    \bi would rather not\b|\bi would rather we did not\b
    \btoo \w+\b
    \b(?:would|will|'ll) (?:kill|ruin|destroy|wake|push|break|drive|finish|hurt|cost|lose|upset|annoy|confuse|scare|
        end|mean the end|freeze|drown|fall|collapse|leave|quit|suffer|die|burn|starve|laugh|complain|hate|never|
        bankrupt|slow|block|stop|take (?:years|months|ages|weeks|forever)|be (?:furious|lost|cold|angry|late|broke|
        empty|stuck))\b
    \bmeans? (?:nothing|trouble|that (?:i|my|we) )\b|\bwould have nowhere\b|\bno good\b
    \b(?:somebody|someone|people) (?:will|would) get hurt\b
    \b(?:costs?|loses?|ruins?|kills?|breaks?|hurts?|destroys?|wastes?) (?:us|me|our|them|the|everyone|people)\b
    \bwe would (?:lose|be|have to|need)\b|\blike stones\b
    \bwho (?:will|would|is going to|does|wants)\b|\bwhat about\b|\bnobody (?:will|would|wants|needs)\b
""")

REAFFIRMS = Wordings(r"""
    \bto my guns\b|\bmy ground\b|\bunmoved\b|\bmy mind is made up\b|\b(?:you )?will not change my mind\b
    \bi <AUX>say it again\b|\bsame (?:answer|opinion|view|position) as (?:before|last)\b
    \bi (?:remain|stay|am staying) (?:convinced|of the view|of the opinion|with)\b
    \bi (?:would|will) (?:stay|remain) with\b|\bmy (?:mind|opinion|view) has not\b
    \b(?:i|we) <AUX>(?:still|continue to|always will|remain) (?:do )?(?:want|think|say|stand|believe|prefer|favou?r|
        hold|am|for|support|back|insist|hope|vote|feel|see|find|like|love|convinced|of the opinion|in favou?r|
        committed|behind|recommend|propose|suggest|would|maintain|all for|with)\b
    \b(?:is|are) still (?:what|the|my|our) (?:\w+ )?(?:i|we|favou?rite|choice|best|right|preference|view|position|
        opinion|vote|answer|proposal|motion)\b
    \bstill my (?:favou?rite|choice|preference|view|first choice|vote|position)\b
    \b(?:i|we) <AUX>(?:stand by|stand firm|standing by|stick to|stick with|stick by|keep to|keep with|hold to|
        hold on to|hold onto|hold fast|hold firm|hold by|abide by|reaffirm|reiterate|repeat|confirm|persist|
        insist (?:that|on my)|maintain|adhere to|cling to|sticking (?:to|with|by)|keeping (?:to|with|my)|
        holding (?:to|on|firm)|staying with|stay with|stay put|stay (?:loyal|true))\b
    \b(?:i|we) <AUX>not (?:budge|budging|moving|shifting|backing down|giving up|letting go|changing|give (?:it|that|
        this|up)|back down|change my|let (?:this|it|that) (?:go|drop|rest)|yield|going to change)\b
    \bi do not budge\b|\bnor <AUX>i (?:change|budge|move|shift)\b|\bnot budging\b
    \b(?:should|must|shall|has to|have to|needs to) (?:stay|remain|stand)\b(?! in the way)
    \b(?:i|we) (?:have|did) not (?:changed?|moved?|shifted?|wavered?|given up|budged?)\b
    \bmy (?:\S+ )?(?:mind|view|opinion|position|vote|stance|answer|preference|choice|proposal|offer|motion|decision|
        ruling|support) (?:\S+ ){0,3}?(?:has not (?:changed|moved|shifted)|is (?:still )?(?:the same|unchanged)|
        stands|remains|stays|still stands|is what it was)\b
    \bnot giving up (?:on )?\b
    \b(?:decision|ruling|vote|resolution|agreement|rule|choice|plan|order|it|that|what we (?:said|decided|agreed|
        fixed|voted))\b(?: \S+){0,5}? (?:stands|still stands|still holds|remains|holds|is still valid|
        stays as it is|stays in force|remains in force|is not (?:up for|going to) \w+)\b
    \bas (?:we|i) (?:said|decided|agreed|voted|ruled|fixed|settled|announced|told)\b
    \bstays? as (?:we|i|they|it|agreed|decided|voted|planned|before|is)\b
    \bwe have (?:already )?(?:decided|settled|voted on) (?:that|this|it)\b
    \bnothing (?:changes|has changed)\b(?: there| about| on)?|\bno change\b
""")
REAFFIRMS_WEAK = Wordings(r"""
    \b(?:stays?|remains?)\b
    \bstill\b
""")

DECIDES = Wordings(r"""
    \bmy (?:ruling|verdict|judge?ment|order|decision) is\b
    ^(?:(?:ok|okay|so|then|right|cool|fine),? )*going (?:with|for|ahead)\b
    , (?:decided|settled|done|granted|carried|resolved|approved|adopted|final|sorted)(?:$|,)
    \b(?:committee|board|council|meeting|chair|team|group|assembly|club|panel|vestry|synod|faculty|department|jury|
        house) (?:hereby |unanimously |therefore )?(?:resolves?|decides?|rules?|adopts?|approves?|agrees?|grants?|
        accepts?|rejects?|orders?|confirms?|has (?:decided|resolved|voted|agreed))\b
    \b(?:adopted|carried|approved|passed|rejected|defeated) (?:with|by) (?:<N>|a)\b
    ^(?:go|sorted|done and dusted|green light|greenlit|ruling|so ruled)\b(?:$|[,.:])
    \b(?:has|have|gets?) (?:my|the) (?:go-?ahead|green light)\b|\bi am (?:calling|ruling)\b|\bcalling it\b
    \bhearing no objections?\b|\bconsider it done\b|\bthat is everyone\b
    \b(?:goes|going) (?:ahead|through)\b|\bi (?:will )?take that as (?:a )?(?:yes|agreed)\b
    \b(?:vote|poll) (?:is )?closed\b|\bclosing the (?:poll|vote)\b|\bnobody objects\b|\bthe die is cast\b
    (?<!what )(?<!whatever )(?<!where )(?<!who )(?<!how )(?<!as )(?<!when )(?<!if )\b(?!what\b|where\b|who\b|how\b|
        as\b|when\b|if\b|and\b|but\b|because\b|since\b|that\b|think\b|find\b|though\b|is\b|was\b)[\w%'-]+ it (?:is|
        will be|shall be|has to be)(?: then| for \w+| from \w+| instead)*(?=[,.!:; ]*$|,| (?:then|for|from|with|and|
        instead|in|on|at|until|this|next)\b)
    \b(?:it|that|this|everything|matter|all|which|decision|one|question) (?:is|has been) (?:then |thus |now |
        thereby |so |as good as |hereby )?(?:settled|decided|agreed|final|resolved|approved|adopted|carried|done|
        a rule|policy|official|a decision|a done deal|an order|ordered|fixed|unanimous|in the minutes|granted|
        passed|booked|the decision|a deal|law|sealed|closed)\b
    \bthat (?:settles|decides|does it)\b
    ^(?:and |so |then |ok |okay |right |good |fine |well |thus |very well |excellent |great |cool |
        now ,? ?)*(?:settled|decided|decision|resolved|carried|adopted|approved|granted|passed|done|so ordered|
        (?:the )?motion (?:is )?(?:carried|passed|carries|passes|adopted|approved|fails)|make it so|unanimous|
        accepted|so moved|ratified|ordered|final|closed|case closed|overruled|rejected|confirmed|locked in|
        consensus|deal done|sold to|agreed then|scheduled|booked|denied|refused|noted and adopted|so it goes|
        so recorded)(?: then| unanimously| by .*| as (?:moved|proposed|amended)| with .*| without .*|[ ]nem.*|
        [ ]in favou?r.*| at .*| on .*)?$
    \b(?:locked in|signed and sealed|set in stone|end of (?:discussion|story|debate)|no more discussion|
        and that is that|that is that|final answer|discussion closed|last word)\b
    \b(?:is|are|be|stands?|hereby) (?:hereby |now |thereby |then |unanimously |duly |therefore |all )*(?:adopted|
        carried|passed|approved|granted|accepted|ratified|resolved|decided|settled|agreed|agreed upon|agreed on|
        voted in|confirmed|abolished|chosen|elected|decreed|in force|official|banned|forbidden|prohibited|enacted|
        authori[sz]ed|appointed|rejected)\b(?! by the| until)
    \b(?:i|we) (?:now |have |will |just |then |all |can |shall |am |are |do |hereby |must |there )*(?:decide|
        decided|rule|ruled|resolve|resolved|order|decree|declare|ordain|settle|settled|settling|choose|chose|adopt|
        fix|announce|direct|instruct|conclude|approve|grant|ratify|authori[sz]e|close the vote|call it for|
        make it (?:official|final|a rule)|sign off|put it down|note it as|record it as|minute it as|appoint|
        confirm)\b(?! not\b)(?! (?:that )?in <MONTH>)
    \b(?:has it|have it|wins? the (?:day|vote)|carr(?:y|ies) the (?:day|vote|motion)|has won|have won|wins? (?:by|
        with|\w+ (?:votes )?to)|prevails?|gets? the nod|is the winner|has the majority|have a majority|
        we have a winner|(?:motion|proposal|amendment|resolution|it|ayes|yes) (?:passes|carries|win|wins)|
        takes it)\b
    \bthe (?:vote|count|result|decision|verdict|ruling|outcome) is (?!open)|\bmy decision(?: is|:|$)
    \b(?:final|majority) (?:decision|vote|word|rules)\b
    \bi <AUX>(?:call|take|treat|count|note|read|put) (?:it|that|this) (?:down )?as (?:decided|settled|agreed|a vote|
        a yes|carried|done|consensus|adopted)\b
    \bwe (?:all )?have (?:a |reached )?(?:a )?(?:consensus|agreement|majority|decision)\b(?! (?:tonight|yet))
    \bconsensus (?:is|seems|appears|reached)\b|\bby (?:order|decree|decision)\b
    \bthat is (?:an order|final|my decision|the decision|the ruling|decided)\b
    \bwe are (?:all )?(?:agreed|decided|settled)\b|\bthen we are\b
    \b(?:then|so|good|right|ok|okay|fine|instead|well|very well|in that case|all right),? (?:we|it|they|
        the \w+) (?:will |shall |are |is |all )?(?:go|goes|going|do|doing|use|using|take|build|buy|send|sell|make|
        start|keep|have|move|switch|launch|adopt|stay|hire|open|close|paint|plant|drop|pick|stick|run|meet|ship|
        ships|try|get|put|leave|begin|hold|order|book|add|remove|comes?|ban|cancel|accept|reject|print|publish|sow|
        sing|play|serve|charge|pay|cut|end|set|turn|wait)\b
    \bwe (?:will |are |shall |are all )?(?:go|going|went) (?:with|for|ahead|by|to|back|without)\b
    \blet us go (?:with|for|ahead with)\b
    \bwe (?:will |shall |now )?(?:return|switch|move|change|revert|go back) (?:back |over )?to\b
    \bwe (?:will |shall )?do (?:it|that|this|the|without)\b
    \b(?:then|so) it is (?!<GOOD>|<BAD>|nothing|not|true|like|because|that\b|my\b|up to)\w+
    ^it is (?:\S+ ){1,5}then\b
    ^it is (?:now |going to be )?(?!\w+ed\b)(?:\S+ ){1,4}(?:from <DAY>|from <MONTH>|as of|starting)\b|\bwe proceed\b
    \bgo (?:with|ahead with) (?:it|that)\b|\b(?:is|are) (?:booked|ordered|signed|merged)(?: then)?\b|\breplaces\b
    \w+s replace\b|\bwill replace\b
    \btakes? the place of\b
    \b<N>(?: votes?)?(?: in favou?r| for| ayes?| yes)?,? (?:to|against|versus|vs\.?|and|and only|
        with) <N>(?: votes?)?(?: against)?[,:;. ]+(?:so|then|and|hence|thus|which|it is|carried|that|we)\b
    \bunanimous(?:ly)?\b|\bayes have it\b|\bnoes have it\b|\bcarried by\b|\bby <N> (?:votes?|to)\b
    \b(?:i|we) (?:am |are |will |shall |have )?(?:now )?(?:overrule|overruling|merge|merging|closing|rolling|
        booking|ordering|switching|reverting|shipping|deploying|announcing|publishing)\b
    ^(?:ok |okay |and |so |cool |right |now )*(?:merging|rolling|booking|ordering|switching|reverting|shipping|
        deploying|closing|adding|moving|locking|publishing|enabling|disabling|removing)\b.*(?:\b(?:now|then|tonight|
        today|tomorrow)\b|^\w+ the)
    ^(?:decision|resolved|outcome|ruling|verdict|result|agreed|decided|settled|conclusion|final)\b ?:
    \b(?:as of|with effect from|effective|starting|beginning) (?:<DAY>|<MONTH>)\b
""")
DECIDES_WEAK = Wordings(r"""
    \bwins$|\bwill (?:be|get|have|become|stay|remain|go|close|open|start|move|come|take|happen)\b
    \bcomes? (?:out of|from|to|with|first)\b
    \bthen$
    ^(?:then|so|good|right|ok|okay|fine|very well|in that case|granted|done|thus|great|cool|excellent|alright)\b
    ^(?:<N>(?: votes?)? (?:to|for|in favou?r|against)\b)
    \b(?:from|as of|until|by|till) (?:next |this |the |now|<DAY>|<MONTH>)
    ^(?:and |so |then |instead |well |now )*we (?!have\b|are\b|should|could|need|want|can\b|were|had|would|ought|
        must|may\b|might|did\b|think|feel|know|do not|all know|lost|spent|got|saw|heard|voted)[a-z]+\b
    \bwe (?:will|shall)\b
    \bi will (?:write|tell|put|order|book|call|send|sign|accept|announce|file|add|buy|minute)\b
    \b(?:gets?|goes?|comes?|stays?|is|are) (?:\w+ ){0,3}(?:closed|lit|paid|frozen|open|opened|free|kept|sold|our|
        her|his|their|a rule|the rule|cancelled|allowed|called|back|postponed|moved)\b
    \bgoes\b|\bgets?\b|\bmoves? to\b
    \bno (?:more )?\w+ (?:\w+ )?(?:any ?more|from now on|as of|before|after|until)\b
    \binstead\b
    \bdecided\b|\bfinal\b|\bdone\b|\bgranted\b|\bagreed\b|\bcarried\b|\bresolved\b
""")

PROPOSES = Wordings(r"""
    ^let (?:it|them|this|that|there) be\b
    \b(?:one|someone|somebody) (?:could|might)\b
    \bmy (?:candidate|nominee|nomination|pick|favou?rite|tip) (?:is|would be)\b
    \bwe (?:badly |really |urgently )?need (?:a|an|some|more|new|our own|another)\b
    ^(?:a |the |my |new |first |second )?(?:proposal|motion|rfc|suggestion|request|idea|draft)(?: (?:on|for|about|
        to) .*)?$
    \b(?:could|can) we (?:not )?(?:do|try|use|have|go|make|get|just|maybe)\b
    \bnobody (?:should|must|may|ought)\b
    \b(?:i|i would) (?:have )?put my money on (?:a|the|an)\b|\bi <AUX>(?:see|have) (?:us|them|it) \w+(?:ing|ed)\b
    \bmy two cents\b|\bhere is a thought\b|\bthere is a case for\b
    \b(?:the )?(?:best|simplest|obvious|easiest|safest|cheapest|right|only|fairest|sensible) (?:thing|way|answer|
        solution|option|course|choice)?(?: for us)? ?(?:is|would be) to\b
    \bwhat (?:we need|is needed|this \w+ needs|would help) is\b|\bwe would (?:be better off|do better|do well)\b
    \btime (?:we|to) \w+|\bwhat say we\b
    \bwould (?:be|make) (?:a )?(?:fairer|cheaper|better|simpler|nicer|wiser|safer|easier|quicker|faster|kinder|
        healthier|perfect|ideal)\b
    \bwould please\b
    \bi say (?:scrap|drop|cut|close|open|sell|ban|raise|lower|stop|start|paint|build|no more|yes to)\b
    \bi <AUX>(?:stand|stood|standing) up for\b
    ^(?:and |so |then |ok |well )*(?:replace|split|reject|open|close|scrap|paint|sell|buy|hire|ban|abolish|postpone|
        cancel|rename|move) (?:it|them|the|all|on|every|our|saturdays|sundays)\b
    \bmy (?:offer|answer|advice|counsel|view|plea|pitch) (?:to \S+ \S+ )?(?:is|would be)(?: this)?\b(?! (?:no|yes|
        still|the same|unchanged))
    # said to be a proposal
    \b(?:i|we|and|to) <AUX>(?:propose|suggest|move (?:that|we|to|for|it|the|an?)|recommend|nominate|submit|
        put forward|put (?:it|this|that) forward|advocate|urge|request|ask for|plead for|argue for|table (?:a|the|
        this)|offer (?:a|an|the)|pitch|bring forward|put (?:it )?to (?:you|the vote|the meeting)|lobby for|
        beg (?:for|you)|petition|moot|commend it|motion (?:to|that))\b
    (?<!was )(?<!were )\b(?:my|our|one|another|a|an|first|second|next|new|counter|alternative|simple|
        modest) ?-?(?:proposal|suggestion|motion|idea|request|recommendation|plan|thought|wish|counter-?proposal|
        amendment|ask|preference|vote|pick|choice|favou?rite)s?(?: (?:is|was|would be|for|here is|goes to|
        would go to|of mine)|:|,|$)
    \b(?:proposal|motion|idea|suggestion|request|nomination):
    ^(?:my |new |a |first |second )?(?:proposal|motion|idea|suggestion|request|nomination)$
    \bi have (?:a|an|another|one) (?:\w+ )?(?:proposal|suggestion|motion|idea|request|wish)\b
    \bhere is (?:a|an|my) (?:\w+ )?(?:proposal|idea|thought|plan|suggestion)\b|\bproposing\b|\bi moved it\b
    # suggestion idioms
    \b(?:how|what) about\b|\bwhy (?:do not|don't|not) (?:we|you|i|just)\b(?! have)|\bwhy not \w|\bwhat if we\b
    \b(?:may|might|could|can|shall) i (?:suggest|propose|ask for|recommend|move|have a|put in)\b
    \bwhat (?:would|do) you (?:say|think) (?:to|of|about) \w+
    ^(?:and |so |then )*shall we (?!see|start|begin|vote|move on|say|hear|ask|take|wait)|\bshould we not\b
    \bwould it not be (?:better|best|nicer|wiser|simpler)\b|\bhow would it be if\b|\bcould we not\b|\bcan we not\b
    \bwould you consider\b|\b(?:any(?:one|body)|who is) (?:up )?for \w|\bfancy a\b
    \bwould it (?:help|be an idea|be possible) (?:if|to)\b|\bany takers\b|\b(?:any )?objections$
    # asked, and wanted in the same breath
    \b(?:can|could|may|might|would) (?:we|you|i|\w+ be|somebody|someone)\b(?! (?:tell|explain|hear|repeat|say|speak|
        see|know)\b).*\b(?:please|i need it|i am asking|i want|i would like|for once in my life|i beg you|pls)\b
    \bplease can (?:we|you|i)\b
    ^(?:and |also |so )?(?:please|pls) (?:let|make|give|keep|put|add|take|open|close|move|stop|use|turn|leave|
        no more|hire|buy|get|ban|fix)\b
    \bcan we (?:please |pls |finally |at (?:long )?last )\w+|\bno more (?:\S+ ){1,5}(?:please|pls)\b
    # wanting
    \bi <AUX>(?:want|need|insist|demand|ask|ask that|beg|plead|crave|call for|dream of)\b(?! (?:to (?:say|ask|know|
        think|hear|see|be|point|stress|understand|add|thank|apologi\w+|remind|note|go home)|you to know|it (?:on|
        in) (?:the )?(?:record|minutes))\b)(?! (?:about|around|what|how|who|why|when|where|whether|if|them|him|her|
        you|nothing|no part|none|a word|\w+ (?:minutes?|days?|weeks?|hours?))\b)
    \bi wish (?:we|you|they|it|the|for|to|there)\b
    \bi (?:would|should)(?: still| then| now| much| so| only| just| instead| always| certainly| dearly| very much|
        [ ]far)* <WOULD>\b(?! (?:us to (?:be|start|begin|finish|hurry|hear|get through)|to (?:say|ask|know|think|
        hear|start|begin|finish|see if|see how|point|stress|understand|thank|apologi\w+|remind|note|first|be done)|
        you to know|be |have to|never|not|that if|it known|it minuted|it recorded|my )\b)
    \bwhat i (?:would|want|need|am asking|ask|propose|suggest)\b
    \b(?:we|you|one|they|people|everybody|everyone|somebody|someone|it|this|that|there|all of us|(?:the|our|my|your|
        each|every|this|that|these|those) \S+(?: \S+)?|[\w'-]+s|\w+ing) (?:really |just |all |simply |probably |do |
        perhaps |maybe |definitely |honestly )?(?:should|ought to|must|has to|have to|need to|needs to|had better|
        might as well|could (?:just|simply|also|always|perhaps|maybe))\b(?! (?:not|never|pick|choose|settle|agree|
        have been|have (?:said|known|told|asked)|know|see|talk|speak|think|ask|decide|discuss|remember|be (?:clear|
        honest|careful|here|done)|mean|hear|find out|wait and see|look|say|admit|understand|go through|stay|remain|
        stand)\b)
    \blet us (?!(?:see|talk|think|hear|look|vote|move on|begin$|start$|get started|be|discuss|not|wait|all think|
        come back|speak|say that|call the vote|continue|go on|park|leave that for|take a vote|count|recap|ask|
        use him|focus|work|get to work|go through|begin with the|start with the|do this properly|settle)\b)
    \blet me (?:add|propose|suggest|put|throw in|move|have|throw|offer)\b
    ^(?:and |so |just |please |then |now )*let (?:people|them|everyone|everybody|the \w+|me have|him|her|us have)\b
    \bi <AUX>(?:vote|plead|speak|argue|root|opt|plump|go|push|campaign|make the case) (?:all )?for (?:a|an|
        the)? ?\w+
    \bi <AUX>vote (?!no\b|yes\b|against\b|with\b|for\b|aye\b|nay\b|in\b|that way|the same|on\b|tonight|it\b)\w+
    \bmy (?:vote|money|preference|choice|favou?rite|pick|wish|preferred \w+) (?:goes to|is|would be|would go|is on|
        goes)\b
    \bi say (?:we|let us|that we|go|take|make|buy|put|keep|sell|use|bring|give)\b|\bi <AUX>(?:prefer|favou?r)\b
    \bi am thinking (?:of|about)\b|\bi am asking\b|\bi <AUX>(?:all )?for (?:a |an |the )?\w+ing\b
    \bi (?:had|have|was) (?:in mind|thinking)\b|\bif (?:you|anybody|anyone) asks? me\b
    \bin my (?:opinion|view|book)\b|\bto my mind\b|, i say$|, i would say$|\bi would be (?:all )?for\b
    \bit (?:is|would be) (?:better|best|time|high time|wiser|simpler|nicer|smarter|safer|worth|a kindness|good|nice|
        lovely|great|wise|helpful) (?:to|if|that|we|for)\b
    \b(?:would do the trick|would do$|would do (?:nicely|it|fine)\b|would solve|would be (?:better|best|nicer|
        simpler|a better|cheaper|the middle way|a compromise|ideal)|might be (?:better|best|the|an?)|will do nicely|
        would raise as much)\b
    \b(?:maybe|perhaps) (?:we|you|a|an|the|it|just)\b|\bwe (?:could|might|may)(?: try| go| use| do| have)?\b
    \bcould (?:be|go|use|do with)\b|^better (?:to|we|a|an|make|take|use|go)\b|\ba better (?:idea|way|plan|one)\b
    \bthe \w+ (?:is|would be) early enough\b|\bbelongs? (?:in|on|to|at)\b|\bif (?:i|one) may ask for\b
    \bi move (?:it|that|to)\b|\bmove it$|\bis (?:the )?better idea\b|\bsome of us want\b|\bgive us\b
    \bbring (?:it|them|\S+ \S+) back\b|\bget rid of\b|\bdo away with\b
""")
PROPOSES_WEAK = Wordings(r"""
    \bplease\b|\bpls\b
    \bagain\b
    \bi (?:would|could|can|might) \w+
    \bfor (?:example|instance)\b
    \binstead\b
""")

#: Agreeing that names what it is for: with nothing like it on the table, it is a proposal.
FAVOURS = Wordings(r"""
    \b(?:i|we|me) <AUX>(?:for|all for|in favou?r of|go with|go for|vote for|up for|behind|back|support|like|love|
        prefer|favou?r|welcome|with|choose|pick|take) (?!(?:it|that|this|them|him|her|you|both|either|these|those|
        one|what|how|with|in|to|the idea|the sound|the plan|everyone|everybody|all|@?\w+'s)\b)\w+
    \b(?:gets?|has|have) (?:got )?my (?:vote|support|backing)\b
    \bi would (?:be )?(?:up for|all for) (?!it|that|this)\w+
""")
#: What somebody else has just done, the speaker does too.
SAME = Wordings(r"""
    ^(?:(?:and|but|then|well) )?(?:same here|same for me|me too|me neither|me as well|ditto|likewise|i too|and me|
        same|mine too|mine as well|that goes for me|you and me both|so (?:am|do|would|did|have|say|will) (?:i|we)|
        (?:nor|neither) (?:am|do|would|will|have|can|could) (?:i|we)|as (?:do|am|would|will) i)(?=[,.! ]*$|,)
""")

#: The proposals that are so by their own word, whatever is on the table.
SAID_TO_BE_PROPOSED = Wordings(r"""
    \b(?:propose|suggest|move|nominate|recommend|proposal|suggestion|motion|put forward|proposing)\b
    \b(?:how|what) about\b|\bwhy (?:not|do)\b|\bwhat if\b|\bmay i\b
""")

#: A question that is a suggestion by idiom, or says in the same breath that it is wanted.
SUGGESTING = Wordings(r"""
    \b(?:can|could|should|would) not we\b
    \bhow about\b|\bwhat about (?:(?:we|us|a|an|the|\w+) )?\w+
    \bwhy (?:do not|don't) (?:we|you|i|they)\b|\bwhy not (?!\?)\w+
    \bwhat if (?:we|i|you|the|it|they)\b
    \b(?:may|might|could|can) i (?:suggest|propose|ask for|recommend|move|have a)\b
    \bplease\b|\bpls\b|\bfor once in my life\b
    \bwhat (?:do|would) you say to\b
    \bshall we not\b|\bcould we not\b|\bcan we not\b|\bshould we not\b|\bwould it not be\b|\bwould not it be\b
    \bhow would it be if\b
    ^(?:(?:and|so|then|ok|well|or|but),? )*shall we (?!see|start|begin|vote|move on|say|hear|ask|take|
        wait)\w+ (?!the vote)\w+
    \bany takers\b|\bany objections\b
""")
#: In the sentence after a question: that it is wanted.
WANTED = Wordings(r"""
    \bi <AUX>(?:like|love|want|need|beg|ask|asking|be all for|be for|be glad|be happy|be grateful|appreciate|
        vote for|pay)\b(?! to know)
    \bplease\b|\bwe need it\b|\bit would (?:help|be|make|save|do)\b|\bi dream\b|\bi have dreamt\b
""")

STRONG = {
    "withdraws": WITHDRAWS,
    "reaffirms": REAFFIRMS,
    "decides": DECIDES,
    "disagrees": DISAGREES,
    "supports": SUPPORTS,
    "proposes": PROPOSES,
}
WEAK = {
    "withdraws": WITHDRAWS_OWN,
    "reaffirms": REAFFIRMS_WEAK,
    "decides": DECIDES_WEAK,
    "disagrees": DISAGREES_WEAK,
    "supports": SUPPORTS_WEAK,
    "proposes": PROPOSES_WEAK,
}
