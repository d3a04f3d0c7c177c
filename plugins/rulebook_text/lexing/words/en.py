"""English."""

from rulebook_text.lexing.language import Language

UNITS = tuple(
    """
    zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen
    """.split()  # noqa: SIM905
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
MAGNITUDES = {"hundred": 100, "thousand": 1000, "dozen": 12}
"""Words that multiply the number before them; to all but the last, a smaller one is added behind it."""

ORDINALS = tuple(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()  # noqa: SIM905
)

ARTICLES = {"a": 1, "an": 1, "single": 1, "a single": 1, "one single": 1, "both": 2, "no": 0, "none": 0}
"""Words that mean a number where one is expected."""

WORDS = Language(
    about=r"about|around|roughly|close (?:enough )?to|nearly|almost|approximately|some|circa|ca\b\.?",
    or_="or|and",
    more="more|higher|better|above|greater|over|up|upwards?",
    less="less|lower|fewer|below|under|worse",
    to="to|through|thru|until",
    between="between",
    from_="from|rang(?:e[sd]?|ing):?(?: (?:of|from))?",
    and_="and",
    at_least=r"no\s+(?:less|fewer|lower)\s+than\b|at\s+least\b|at\s+or\s+(?:above|over)\b"
    r"|(?:equal\s+to\s+or\s+)(?:more|higher|greater)\s+than\b|(?:more|higher|greater)\s+than\s+or\s+equal\s+to\b",
    at_most=r"no\s+(?:more|higher|greater)\s+than\b|at\s+most\b|up\s+to\b|at\s+or\s+(?:below|under)\b"
    r"|(?:equal\s+to\s+or\s+)(?:less|lower)\s+than\b|(?:less|lower)\s+than\s+or\s+equal\s+to\b",
    above=r"above|over|beyond|exceeding|(?:more|higher|greater|better)\s+than",
    below=r"below|under|(?:less|lower|fewer|smaller)\s+than",
    times_in="in|out of",
    percent="percent",
    likelihood="odds|probabilit(?:y|ies)|likelihood",
    chance_of="times?|chances?|rolls?",
    chances={
        "always": r"always|(?:is |are )?certain(?:ly)?|every time|without fail",
        "never": r"never|(?:is |are )?impossible|no chance(?: at all)?",
        "almost always": r"(?:almost|nearly|virtually) (?:always|certain(?:ly)?|every time)",
        "almost never": r"(?:almost|nearly|virtually) (?:never|impossible)|hardly ever",
        "not reliably": r"(?:not|un|never|hardly|n['’]t)[ -]?reliabl[ey](?: so)?",
        "reliably": r"(?:easily (?:and|or) )?reliabl[ey](?: and easily)?",
        "easily": r"easily|with ease",
        "usually": r"usually|most of the time|most times|mostly|more often than not|(?:quite |very )?likely",
        "rarely": r"(?:very )?(?:rarely|seldom)",
        "unlikely": r"(?:quite |very )?unlikely|(?:an? )?(?:low|poor|slim) (?:chance|odds)",
        "half": r"half (?:of )?the time|(?:an )?even (?:odds|chance)|fifty[- ]fifty|50[/-]50|as often as not",
        "a third": r"(?:a|one) third of (?:the time|all rolls|rolls)",
        "two thirds": r"two[- ]thirds of (?:the time|all rolls|rolls)",
        "a quarter": r"(?:a|one) quarter of (?:the time|all rolls|rolls)",
        "three quarters": r"three[- ]quarters of (?:the time|all rolls|rolls)",
        "sometimes": r"sometimes|(?:quite |very )?often|occasionally|frequently|now and then|from time to time",
    },
    roll_verbs="(?:re-?)?roll(?:s|ing)?|throw|consult|use",
    random_table="tables?",
    rolled_times={"2": "twice|two times", "3": "three times|thrice", "4": "four times"},
    rolls="die|dice|rolls?|results?|score|total",
    mean=r"on average|an average of|average|avg\.?|mean|Ø",
    means=r"average|avg\.?|mean|Ø",
    damage="damage",
    health=r"hit\spoints?",
    health_short="hp",
    hit_dice=r"hit\s(?:dice|die)|HD",
    lowest=r"min(?:imum)?\b\.?",
    highest=r"max(?:imum)?\b\.?",
    total=r"(?:sub|grand )?totals?|sum|altogether|together|in all|in total",
    rolled="rolls|rolled|example",
    numbered=r"(?:table|chart|level|step|stage|tier|phase|chapter|rank|grade|page|section|option|rule|number"
    r"|roll)s?|no",
    least=r"min(?:imum)?\b\.?(?: of)?|(?:no|never) (?:less|lower|fewer) than|(?:not|never) below",
    most=r"max(?:imum)?\b\.?(?: of)?|(?:no|never) (?:more|higher) than|(?:not|never) above"
    r"|cap(?:s|ped)?\b(?: at)?|limit(?:s|ed)?(?: to)?|can(?:not|['’]t| not| never) exceed",
    but="but|to an?|with an?",
    otherwise=r"left[ -]to[ -]right|clocks?\b|o['’]clock|noon\b|midnight|binary|hexa|octal|modulo|mod \d"
    r"|(?:in|number) base|base[ -]\d+\b(?!\s*[+−-])|versions?\b|editions?\b|digits?\b",
    name="name|character",
    the="the|an?|each|every",
    whose="his|her|their|its|your|whose",
    is_="is|are|equals?",
    signs={"+": "plus", "−": "minus|less", "×": "times|multiplied by", "/": "divided by", "mod": "mod"},
    sum_of="(?:the )?(?:sum|total) of",
    times={
        "2": "twice|doubled?|doubling",
        "3": "thrice|tripled?",
        "1/2": "half(?: of)?|halved|halving",
        "1/3": "(?:a|one)[ -]third(?: of)?",
        "2/3": "two[ -]thirds(?: of)?",
        "1/4": "(?:a|one)[ -]quarter(?: of)?",
        "3/4": "three[ -]quarters(?: of)?",
    },
    rounded={"up": r"round(?:ed|s)?\s(?:it\s)?up", "down": r"round(?:ed|s)?\s(?:it\s)?down"},
    sometimes="if|when|while|for|until|instead|unless|except|during|with|per|against|only|but|or|bonus|extra|plus",
    instead="instead of|rather than|in place of|in lieu of",
    needs="requires?|requirements?|prerequisites?|prereqs?",
    aside=r"change[ -]?logs?|changes|what['’]s new|(?:release|patch|version|revision) (?:notes?|history)|OGL"
    r"|licen[cs]es?|open game licen[cs]e|copyright|credits|acknowledge?ments|components?|contents? of the box"
    r"|materials needed|(?:what|things) you(?:['’]ll| will)? need|install(?:ation|ing)?|to[ -]?dos?|road ?map",
    players=("dice", "Dice", "players", "Players"),
    mentions=r"(?:outcomes|distribution|odds|probabilit(?:y|ies)|curve) (?:of|for)|step\w*\W{1,2}(?:\w+ )?up to"
    r"|referred to\b[^.;]{0,40} as|chang(?:ed?|es|ing)(?: damage)?(?: from| to)?|changed? [^.;:*]{1,40} to"
    r"|(?:not|n['’]t|never|instead of|rather than) (?:roll|throw)(?:ing)?|(?:\w+n['’]t|not) [\"“][^\"”]{0,20}"
    r"|roll(?:ed)?:? \d+ on|to (?:indicate|denote|express)\b[^.;]{0,60}|called|which are|known as"
    r"|in fact|no(?: \d{0,2}d\d{1,3},){0,3}|replac(?:e|es|ing)|(?:e\.g\.|example),?|such as|averages? of"
    r"|(?:higher|lower|better|worse|greater|larger|smaller|bigger|more) than"
    r"|(?:minimum|maximum|least|most)\b[^.;:]{0,40} is",
    notation="expressions?|notation|dice types|written as",
    system="systems?|games?|rules",
    uses=r"uses?|(?:is|are) (?:built|based) (?:on|around)",
    explains="means?|denotes?|stands? for|indicates?|requires?|represents?",
    spoken_of=r"(?<!\bup )(?<!\bequal )to|from|into|becomes?|than|between|kind of|(?:pool|table|list)s? of"
    r"|the (?:first|last|same|lone|remaining)|start(?:s|ing)? at|like|as|using|uses?|used"
    r"|(?:size|step|die|dice|type|table)s?(?: is| are)?|called|before|are now|more|fewer|many|multiple|several"
    r"|two|three|four|five|six|seven|eight|nine|ten|example,|e\.g\.|i\.e\.",
    several="two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several",
    operators="plus|minus|less|times|multiplied by|divided by",
    keeps=r"(?:keep|drop(?:p)?|discard|ignor|remov|choos)(?:e|s|es|ing)?",
    takes=r"(?:pick|us|tak|count|add|sum|subtract|los|re-?roll)(?:e|s|es|ing)?",
    ends=r"(?:high|low|great|large|small|bigg)(?:est|er)|best|better|worst|worse|middle|median|top|bottom",
    die="die|dice",
    die_words="results?|rolls?|ones?|twos|sixes|doubles",
    advantage=r"(?:with|at|has|have) (?:dis)?advantage",
    again=r"explod(?:es?|ing)|re-?roll(?:s|ed|ing)?|open-ended|penetrat(?:es?|ing)",
    scales=r"twice|thrice|(?:two|three|four|five|six|\d+) times|double|triple|quadruple|half|one half|halved|doubled"
    r"|(?:a|one) (?:third|quarter)|(?:two[- ]thirds|three[- ]quarters)",
    scaled=r"(?:twice|(?:two|three|four|five|six|\d+) times)(?! (?:an?|per|each|every|as|the)\b)"
    r"|thrice|doubled|tripled|quadrupled|halved|squared|cubed|reduced by half|cut in half",
    scaling="double|triple|quadruple|halve|multiply|divide|doubled|tripled|halved|multiplied|divided",
    outcome=r"it|them|that|this|totals?|sum|results?|rolls?|scores?|numbers?|dice|by (?:\d+|two|three|four|ten)",
    modifies=r"add(?:s|ed|ing|itional)?|plus|minus|subtract\w*|modif\w*|bonus(?:es)?|penalt(?:y|ies)|adjust\w*|DMs?",
    ratio="to",
    odds="odds(?: of| are)?",
    against="against",
    rolling={
        "above": "beat(?:s|ing)?|exceed(?:s|ing)?|surpass(?:es|ing)?",
        "reach": "reach(?:es|ing)?|(?:meet|equal|match)(?:s|es|ing)? or (?:beat|exceed)(?:s|ing)?",
        "nothing": "nothing|nobody|no one|none",
        "not": r"(?:do|does|did|can|could|should|would|must|is|are|was|were|wo|ca)n['’]t|cannot|never|neither|nothing"
        r"|(?:(?:do|does|did|can|must|is|are|was) )?not|no|no one|nobody|none|other than"
        r"|(?:any(?:thing|one| result| roll| number| face)?|every(?:thing)?|all)"
        r" (?:but|except(?: for)?|other than|besides)|(?:fail|failed|failing|fails) (?:to|at|in)|avoid(?:s|ed|ing)?",
        "unless": "unless|except(?: for| on| with| if| when)?|save for|without|but not",
        "nor": "nor",
        "changed": r"(?:dis)?advantages?|bonus(?:es)?|penalt(?:y|ies)|modifiers?|modified|re-?roll(?:s|ed|ing)?"
        r"|(?:the )?(?:higher|lower) of|discard(?:s|ed|ing)?|open-ended|drop(?:s|ped|ping)?|keep(?:s|ing)?|highest"
        r"|lowest|best|worst|explod\w+|plus|minus|add(?:s|ed|ing)?"
        r"|subtract\w*|loaded|weighted|twice|doubles?|doubled|half|halved",
        "gerund": "rolling|throwing|getting|scoring|obtaining|achieving|casting|hitting",
        "infinitive": "to (?:roll|throw|get|score|make|achieve|obtain|cast|hit|show|be)",
        "head": "chances?|probabilit(?:y|ies)|likelihood|must|have|has|needs?|wants?|tr(?:y|ies)|in order",
        "joint": r"on|with|by|for|at|when|whenever|if|requires?|takes?|means?|is|are|as|via|upon|hits? on|within",
        "roll": "rolls?|rolled|throws?|gets?|scores?|comes? up(?: as)?|shows?|results?|totals?|lands?(?: on)?|casts?",
        "filler": r"an?|the|your|his|her|their|its|you|it|they|one|of|any|anything|something|exactly|precisely|only"
        r"|just|natural|nat|unmodified|raw|numbers?|faces?|die|dice|that|which|who|there|i\.e\.,?|that is,?|in|so|thus"
        r"|gives?|happens|occurs|succeeds?|success(?:es)?|hits?|wins?|works?|equals?|being|does|do|will|can|may|and",
        "given": "with|if|when|whenever|while|against|after|before|for|at|per|unless|except|provided|given|where|until",
        "chance": "chances?|probability|odds|likelihood",
        "of": "of|to|that|for",
        "time": "of (?:the time|(?:the|all) (?:rolls|cases|throws)|rolls|cases)|likely",
    },
    rows={
        "any": "any(?: other)?|all(?: other)?|other|roll(?:ed|ing)?|a",
        "double": "doubles?|pairs?",
        "triple": "triples?|triplets?|three of a kind",
        "odd": "odds?(?: numbers?| results?| rolls?| totals?)?",
        "even": "evens?(?: numbers?| results?| rolls?| totals?)?",
        "rest": "(?:any ?(?:thing)?|all|every ?thing) (?:other|else)(?: results?| rolls?| numbers?)?|others?|otherwise"
        "|else|the rest|no(?:t a)? doubles?|other (?:results?|rolls?)",
        "of": "of",
        "joint": "",
    },
    rolled_again={
        "once": "re-?roll",
        "order": r"roll\s+(?:TIMES)",
        "1": r"again|once\s+(?:more|again)",
        "2": r"(?:again\s+)?twice(?:\s+(?:more|again))?|(?:two|2)\s+(?:more\s+)?times",
        "3": r"(?:three|3)\s+(?:more\s+)?times",
        "4": r"(?:four|4)\s+(?:more\s+)?times",
        "same": r"(?:on|from)\s+(?:this|the\s+same)\s+table",
        "use": r"(?:use|take|keep|apply|combine|add)(?:\s+(?:both|all|them|the|results?|together|of|two|three))*",
        "joint": "and|then|but",
        "ignore": "ignor(?:e|ing)|disregard(?:ing)?|re-?roll(?:ing)?",
        "this": r"this(?:\s+result)?",
        "any": r"any|further|other|results?\s+of",
    },
    choosing={
        "keep": "add(?: up)?|sum|total|(?:keep|tak|us|count|pick|choos)(?:e|s|es|ing)?",
        "drop": "(?:drop|discard|ignor|remov)(?:e|p|s|es|ping|ing|ped|ed)?",
        "high": "highest|higher|best|better|greatest|greater|largest|larger",
        "low": "lowest|lower|worst|worse|smallest|smaller",
        "the": "only|just|the|your|its",
        "results": r"(?:(?:of|from) (?:the (?:two|three|four|\d)|both|them|these|those)(?: dice| rolls?"
        "| results?)?|dice|die|ones?|results?|rolls?|scores?|values?|numbers?)",
        "of": "(?:die |result |number )?(?:of|from|on)",
        "passive": "(?:is|are) (?:not counted|ignored|dropped|discarded|removed)|does not count|do not count",
        "joint": "and|then|but",
        "sum": "(?:add|sum|total)(?:ing)?(?: up)?(?: the)? (?:rest|others?|other (?:two|three|four)"
        "|remaining(?: two| three| four)?(?: dice)?|results?)(?: together| up)?",
        "if": "if|when|whenever|unless|except|while|in case|on|against|with|or|otherwise|instead|once|after|twice",
        "double": "(?:and |then )?doubl(?:e|es|ing)(?: it| that| this| the (?:total|sum|result|roll))"
        "|(?:twice(?: the)?|double(?: the)?|two times)(?: (?:result|total|sum|roll|value)(?: of)?)?|doubled",
        "triple": "(?:and |then )?tripl(?:e|es|ing)(?: it| that| the (?:total|sum|result|roll))|(?:thrice|triple"
        "|three times)(?: (?:result|total|sum|roll|value)(?: of)?)?|tripled",
        "halve": "(?:and |then )?halv(?:e|es|ing)(?: it| that| this| the (?:total|sum|result|roll))"
        "|half(?: of)?(?: the)?(?: (?:result|total|sum|roll|value)(?: of)?)?|halved",
        "advantage": "(?:with|at|has|have) advantage",
        "disadvantage": "(?:with|at|has|have) disadvantage",
    },
    facts={
        "endings": "ies=y|ches=ch|shes=sh|xes=x|s",
        "articles": "the|a|an|this|that|these|those|each|every|any|your|our",
        "owners": "of|for",
        "pronouns": "it|its|they|their|them|he|his|him|she|her|hers",
        "links": "is|are|of|at|on|has|have|with|to|equals|being|by|reads|stays|remains at|in|for",
        "events": "gain|gains|gained|gaining|lose|loses|lost|losing|now|instead|left|remaining|remains|increase|"
        "increases|increased|reduce|reduces|reduced|raise|raises|raised|lower|lowers|lowered|drop|drops|"
        "dropped|double|doubles|doubled|twice|half|halve|halves|halved|triple|tripled|extra|additional|"
        "bonus|penalty|if|when|unless|would|were|was|had|until|become|becomes|upgraded|improved|spend|"
        "spends|spent|suffers|heals|recovers|per|maximum|minimum|max|min|plus|minus|less|fewer|another|"
        "formerly|previously|add|cheaper|dearer|discount|haggle|haggles|current|currently|level|levels",
        "negations": "not|no|none|never|nor|neither|without|cannot|isn|don|doesn|nobody|none",
        "measures": "price,cost=cost,costs,costing,priced,price,worth;weight,load=weigh,weighs,weighing;damage,"
        "attack=attack,attacks,deal,deals,dealing,inflicts;length,duration,time=long,lasts,last,lasting,"
        "takes,take;speed=moves,move;range=reaches;first,start,starting=start,starts,begin,begins"
        ";cargo,capacity,hold=carries,carry,holds,loads;wage,pay,stipend,salary,income=earn,earns,gets,get,paid;"
        "draught,draft=draws,draw;rise,height=lifts,lift,rises;tool,gear,weapon,keepsake=carries,carry,owns,own"
        ";buy,purchase=bought,buys,buying;sell,sale=sold,sells,selling",
        "places": "at|in|into|to|from|near|towards|beyond|off",
        "together": "together|altogether|both|combined",
        "changes": "change|changes|exchange|exchanges|swap|swaps|convert|converts",
        "adds": "add|adds|sum|sums|total|totals|share|shares",
        "wholes": "has|have|are|of|all|these|those|following|there",
        "parts": "first|last|other|others|another|next|more|least|most|any|only|or|some|extra|additional|up|over|"
        "under|about|than|to|every|each|new",
        "equals": "is|are|makes|make|equals|equal|=|or|worth",
        "ranges": "from|between|range|ranges|goes|go|number|runs|run|"
        "lies|lie|rise|rises|fall|falls|climb|climbs|exceed|exceeds|sink|sinks|get|be",
        "exchanges": "buy|buys|bought|get|gets|pay|pays|paid|you|she|he|they|fetch|fetches|for",
        "fillers": "only|just|even|exactly|still|always|also|merely",
        "as": "as",
        "between": "between",
        "losses": "lose|loses|spend|spends|pay|pays|suffer|suffers|paying|losing|spending",
        "remainders": "left|remain|remains|remaining|keeps|keep",
        "makes": "make|makes|gives|give|come|comes|total|totals|cost|costs",
        "at": "at|for",
        "from": "from|at",
        "below": "below|under|before",
        "converts": "is|are|makes|make|equals|equal|lasts|last|fills|fill|comes|come",
        "relatives": "which|that|to|is|are",
        "each": "each|every",
        "so": "so|thus|therefore|hence|altogether",
        "plurals": "men=man|women=woman|children=child|people=person|feet=foot|teeth=tooth|geese=goose"
        "|mice=mouse|oxen=ox|dice=die|wolves=wolf|elves=elf|dwarves=dwarf|halves=half"
        "|knives=knife|staves=staff|thieves=thief|leaves=leaf|loaves=loaf|lives=life|wives=wife"
        "|calves=calf|shelves=shelf|hooves=hoof",
        "opposites": "always=never|all,every,each=any|both=either|must=may",
        "denials": "is=is not|are=are not|may=may not|can=cannot|must=must not|will=will not|does=does not"
        "|do=do not|has=has not|have=have not",
        "quantifiers": "each,every|all|any|both|only|always|either|or|must|may,can|half|double,twice|until|"
        "another|same",
    },
)
