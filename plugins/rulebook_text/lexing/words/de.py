"""German."""

from rulebook_text.lexing.language import Language

_NUMBERS = "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split()  # noqa: SIM905
_TEENS = "dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()  # noqa: SIM905

WORDS = Language(
    about="etwa|rund|ungefähr",
    or_="oder|und",
    more="mehr|höher|besser|größer|darüber",
    less="weniger|niedriger|kleiner|geringer|darunter",
    to="bis",
    between="zwischen",
    from_="von|Bereich:?(?: von)?",
    and_="und",
    roll_verbs="würf(?:el|elt|eln|le)|wirf|werft?|nutze",
    random_table="(?:zufalls)?tabellen?",
    rolled_times={"2": "zweimal|zwei mal", "3": "dreimal|drei mal", "4": "viermal|vier mal"},
    rolls="würfel|wurf|ergebnis",
    percent="prozent",
    likelihood="wahrscheinlichkeit(?:en)?|quoten?",
    mean="im (?:Schnitt|Mittel|Durchschnitt)",
    means="Durchschnitt|Mittel",
    damage=r"\w{0,20}schaden(?:spunkte?)?",
    health=r"(?:treffer|lebens)punkten?",
    health_short="TP|LP|HP",
    hit_dice=r"(?:treffer|lebens)würfel|TW",
    lowest=r"min(?:imum|imal|destens)?\b\.?",
    highest=r"max(?:imum|imal)?\b\.?|höchstens",
    total=r"(?:gesamt)?summe|gesamt|insgesamt|zusammen",
    rolled="würfelt|Beispiel",
    numbered=r"(?:stufen?|tabellen?|seiten?|kapitel|rang|nr)",
    roll=r"w[üu]rf\w*|wirf\w*|werft",
    thrown="geworfen|gewürfelt|gerollt",
    least=r"min(?:imum|imal|destens)?\b\.?|(?:nie|nicht) (?:weniger als|unter)",
    most=r"max(?:imal|imum)?\b\.?|höchstens|(?:nie|nicht) (?:mehr als|über)",
    but="aber|jedoch|doch",
    otherwise=r"(?:von )?links nach rechts|Uhr\b|binär|hexa|Version|Auflage|Ziffer",
    name="name|charakter|figur",
    the="der|die|das|des|dem|eine?s?|jede[rs]?",
    whose="(?:sein|ihr|dein|euer|eure)(?:e[rs]?)?|deren|dessen",
    is_="ist|sind|beträgt|betragen|entspricht|entsprechen",
    signs={"+": "plus", "−": "minus|weniger", "×": "mal", "/": "geteilt durch"},
    sum_of="(?:die |der )?Summe (?:von|aus)",
    times={
        "2": "zweimal|(?:das )?doppelte[rs]?|doppelt|verdoppelt",
        "3": "dreimal|(?:das )?dreifache[rs]?",
        "4": "viermal|(?:das )?vierfache[rs]?",
        "1/2": "(?:die )?hälfte(?: von)?|halbe[rs]?|halb|halbiert",
        "1/3": "ein drittel",
        "2/3": "zwei drittel",
        "1/4": "ein viertel",
        "3/4": "drei viertel",
    },
    rounded={"up": "aufgerundet", "down": "abgerundet"},
    sometimes="wenn|falls|sofern|während|für|bis|statt|außer|mit|pro|je|gegen|nur|aber|oder|bonus|plus",
    instead="statt|anstatt|anstelle von|an stelle von",
    needs="voraussetzung(?:en)?|anforderung(?:en)?",
    aside=r"änderung(?:en|sprotokoll)|lizenz|impressum|danksagung(?:en)?|spielmaterial|was (?:man|ihr|du) brauchs?t",
    players=("Spieler",),
    mentions="genannt",
    system="spiel|system",
    uses="verwendet|nutzt",
    explains="bedeutet|steht für",
    spoken_of="pools? aus",
    modifies=r"addier\w*|plus|minus|modifi[kz]\w*|bonus|bon[iu]|malus|mali|abz[uü]g\w*|abgezogen|zuschl[aä]g\w*|hinzu\w*|erschwer\w*|erleichter\w*",
    at_least=r"(?:mindestens|wenigstens)\b|nicht\s+(?:weniger|kleiner|niedriger)\s+als\b|größer\s+oder\s+gleich\b",
    at_most=r"(?:höchstens|maximal)\b|bis\s+zu\b|nicht\s+(?:mehr|höher|größer)\s+als\b|kleiner\s+oder\s+gleich\b",
    above=r"(?:über|oberhalb\s+von)\b|(?:mehr|höher|größer|besser)\s+als\b",
    below=r"(?:unter|unterhalb\s+von)\b|(?:weniger|niedriger|kleiner)\s+als\b",
    times_in="von|aus",
    numbers={
        **{word: value for value, word in enumerate((*_NUMBERS, *_TEENS), 1)},
        **dict.fromkeys(("ein", "eine", "einer", "einem", "einen"), 1),
        "zwanzig": 20,
        "hundert": 100,
    },
    chance_of="mal|chancen?|würfen?|fällen?",
    chances={
        "half": "(?:in )?(?:die|der) hälfte (?:der|aller) (?:zeit|fälle|würfe)",
        "a third": "(?:in )?eine?m? drittel (?:der|aller) (?:zeit|fälle|würfe)",
        "two thirds": "(?:in )?zwei dritteln? (?:der|aller) (?:zeit|fälle|würfe)",
        "a quarter": "(?:in )?eine?m? viertel (?:der|aller) (?:zeit|fälle|würfe)",
        "three quarters": "(?:in )?drei vierteln? (?:der|aller) (?:zeit|fälle|würfe)",
    },
    ratio="zu",
    odds="(?:die )?(?:chancen?|quote)(?: von| ist| beträgt)?",
    against="dagegen",
    rolling={
        "above": "übertriff(?:t|st)|übertreffen|schlägt|schlägst|überbietet|überschreitet|übersteigt",
        "reach": "ab",
        "nothing": "nichts|niemand",
        "not": r"nicht|kein(?:e[nrsm]?)?|nie|niemals|nichts|niemand|weder|alles andere als"
        r"|(?:alles|jedes ergebnis|jede zahl) (?:außer|ausser|bis auf)|misslingt(?: es)?(?: dir| ihm| ihr)?"
        r"|scheiter(?:t|st|n) daran|verfehl(?:t|st|en)|vermeide(?:t|st|n)",
        "unless": "außer|ausser|es sei denn|ohne",
        "nor": "noch",
        "changed": r"vorteile?|nachteile?|bonus|malus|modifikator\w*|zuschlag|abzug|aufschlag|wiederhol\w+"
        r"|höchste[nrsm]?"
        r"|niedrigste[nrsm]?|zuzüglich|abzüglich|addier\w*|verdoppel\w*|halbier\w*",
        "infinitive": "zu (?:würfeln|werfen|erzielen|bekommen|erwürfeln)",
        "head": "chancen?|wahrscheinlichkeit|um|muss|musst|müssen",
        "joint": "auf|mit|bei|wenn|falls|sobald|für|durch|wer|brauch(?:t|st)|benötig(?:t|st)|erfordert|ist|sind",
        "roll": "würfel(?:t|st|n)|wurf|würfle|wirft?|wirfst|werfen|werft|fällt|fallen|kommt|zeig(?:t|en)|würfe?"
        "|ergebnisse?|erziel(?:t|st)|erwürfel(?:t|st)",
        "filler": r"eine?[nrms]?|der|die|das|dem|den|des|du|er|sie|es|man|ihr|dein(?:e[nrms]?)?|seine[nrms]?|genau"
        r"|exakt"
        r"|nur|natürliche[nrs]?|augenzahl|zahl|würfel[ns]?|also|d\.\s?h\.|das heißt|beträgt|hat|entspricht|liegt|ergibt"
        r"|von|zu|trifft|gelingt|gewinnt|geschieht|passiert|vor|aus|gibt|alles|jede[rs]?|spieler|in|erfolg|und|dass|eins",
        "given": "mit|wenn|falls|sofern|gegen|nach|vor|für|pro|je|außer|während|bei|solange",
        "chance": "chancen?|wahrscheinlichkeit",
        "of": "auf|für|von|dass",
        "time": "(?:(?:der|aller) )?(?:zeit|fällen?|würfen?)|wahrscheinlich",
    },
    lone=("und", "von", "für", "ein", "im", "zum", "zur", "vom", "beim", "oder"),
    several="zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|mehrere",
    operators="plus|minus|weniger|mal|multipliziert mit|geteilt durch|durch",
    keeps=r"behalte\w*|behält|streich\w*|verwirf\w*|verwerf\w*|ignorier\w*|wähl\w*|entfern\w*|weglass\w*",
    takes=r"nimm|nehmt|nehmen|nimmt|zähl\w*|lass\w*|leg\w*|wiederhol\w*|addier\w*",
    ends=r"(?:höchst|höher|niedrigst|niedriger|größt|größer|kleinst|kleiner|best|besser|schlechtest|schlechter"
    r"|mittler)(?:e[nrms]?)?",
    die="würfeln?|würfels?",
    die_words="ergebnis(?:se)?|weg|beiseite|wurf|würfe|einsen|sechsen|davon|(?:von|der) beiden",
    advantage=r"(?:mit|im) (?:vor|nach)teil",
    again=r"explodier\w*|neu (?:würf|gewürf|werf|geworf)\w*|(?:noch einmal|erneut|nochmals?) (?:würf|gewürf"
    r"|werf|geworf)\w*",
    scales=r"(?:zwei|drei|vier|fünf|\d+)[- ]?mal|doppelt\w*|(?:das )?doppelte|dreifach\w*|hälfte|halb\w*|halbiert\w*"
    r"|verdoppelt\w*|ein (?:drittel|viertel)|(?:zwei|drei) (?:drittel|viertel)",
    scaled=r"(?:zwei|drei|vier|fünf|\d+)[- ]?mal(?! (?:pro|am|je|so)\b)|halbiert|verdoppelt|verdreifacht"
    "|quadriert|zum quadrat",
    scaling="halbier(?:e|t|en)|verdopp(?:le|elt|eln)|verdreifach(?:e|t|en)|multiplizier(?:e|t|en)|teil(?:e|t"
    "|en)|geteilt",
    outcome=r"es|das|dies|ergebnis|summe|wurf|zahl|augenzahl|wert|(?:mit|durch) (?:\d+|zwei|drei|vier|zehn)",
    rows={
        "any": "jede[rs]?(?: andere[rs]?)?|andere[rs]?|alle|beliebige[rs]?|ein",
        "double": "pasch(?:e|s)?|doppelte",
        "triple": "drilling(?:e|s)?|dreierpasch",
        "odd": "ungerade(?: zahl(?:en)?| ergebnisse?)?",
        "even": "gerade(?: zahl(?:en)?| ergebnisse?)?",
        "rest": "sonst(?:iges)?|andere|alles andere|alle anderen(?: ergebnisse)?|rest|kein pasch",
        "of": "von|aus",
        "joint": "er",
    },
    rolled_again={
        "once": r"neu\s+würfeln",
        "order": r"(?:würfle|würfel[tn]?|wirf|werft|werfen)\s+(?:TIMES)|(?:TIMES)\s+(?:würfeln|werfen)",
        "1": r"noch\s*(?:einmal|mals?)|erneut|nochmals?|neu",
        "2": r"(?:noch\s+)?zweimal|noch\s+zwei\s*mal",
        "3": r"(?:noch\s+)?dreimal",
        "4": r"(?:noch\s+)?viermal",
        "same": r"auf\s+(?:dieser|derselben)\s+tabelle",
        "use": r"(?:nimm|verwende|nutze|wende)(?:\s+(?:beide|alle|sie|die|ergebnisse?|zusammen|an))*",
        "joint": "und|dann|aber",
        "ignore": "ignorier(?:e|en|t)?|wiederhol(?:e|en|t)?",
        "this": r"dieses(?:\s+ergebnis)?",
        "any": r"jede[sn]?|weitere[sn]?|alle|ergebnisse?(?:\s+von)?",
    },
    choosing={
        "keep": r"addier\w*|behalte\w*|behält|wähl\w*|nimm|nehmt|nehmen|nimmt|zähl\w*",
        "drop": r"streich\w*|gestrichen|verwirf\w*|verw[eo]rf\w*|ignorier\w*|entfern\w*|weglass\w*",
        "high": "(?:höchst|höher|größt|größer|best|besser)(?:e[nrms]?)?",
        "low": "(?:niedrigst|niedriger|kleinst|kleiner|schlechtest|schlechter)(?:e[nrms]?)?",
        "the": "nur|davon|dabei|den|die|das|der|dem|beiden",
        "results": "würfeln?|würfels?|ergebnis(?:se)?|werte?|wurf|zahl|davon",
        "of": "(?:würfel |ergebnis |wert )?(?:von|aus|mit)",
        "passive": "zählt nicht|zählen nicht|wird (?:gestrichen|ignoriert|verworfen|entfernt)"
        "|werden (?:gestrichen|ignoriert|verworfen|entfernt)|entfällt|fällt weg",
        "joint": "und|dann|wobei",
        "sum": "(?:addiere?|addiert|zähle?|zählt) (?:den rest|die (?:übrigen|anderen|restlichen)(?: (?:zwei|drei"
        "|vier))?(?: würfel)?)(?: zusammen)?",
        "if": "wenn|falls|sofern|außer|während|bei|gegen|mit|oder|sonst|stattdessen|sobald|nach|zweimal",
        "double": "(?:und |dann )?verdopp(?:le|elt|eln)(?: es| das ergebnis| die summe| den wurf)"
        "|(?:das )?doppelte(?: ergebnis)?(?: von)?|doppelt|zweimal|verdoppelt",
        "triple": "(?:und |dann )?verdreifach(?:e|t|en)(?: es| das ergebnis| die summe)"
        "|(?:das )?dreifache(?: von)?|dreimal|verdreifacht",
        "halve": "(?:und |dann )?halbier(?:e|t|en)(?: es| das ergebnis| die summe| den wurf)"
        "|(?:die )?hälfte(?: des ergebnisses)?(?: von| der)?|halbiert",
        "advantage": "(?:mit|im) vorteil",
        "disadvantage": "(?:mit|im) nachteil",
    },
    facts={
        "endings": "ern|en|er|es|em|n|e|s",
        "articles": "der|die|das|den|dem|des|ein|eine|einen|einem|einer|eines|dieser|diese|dieses|jeder|jede|jedes|"
        "euer|eure|dein|deine",
        "owners": "von|vom|für|eines|einer|des|der",
        "pronouns": "er|sie|es|ihm|ihr|ihre|ihren|ihrem|ihrer|ihres|sein|seine|seinen|seinem|seiner|seines|deren|"
        "dessen",
        "links": "ist|sind|beträgt|betragen|hat|haben|von|mit|bei|zu|auf|um|liegt|lautet|entspricht|für|in",
        "events": "gewinnt|gewinnen|verliert|verlieren|verloren|jetzt|nun|stattdessen|statt|übrig|verbleibend|"
        "verbleiben|bleibt|bleiben|steigt|steigen|erhöht|erhöhen|sinkt|sinken|senkt|verringert|"
        "verdoppelt|doppelt|halb|halbe|halben|halbiert|hälfte|zusätzlich|bonus|malus|wenn|falls|sofern|"
        "würde|wäre|war|waren|hatte|bis|wird|werden|verbessert|gibt aus|heilt|pro|je|maximal|minimal|"
        "plus|minus|weniger|früher|ehemals|stufe|stufen|beginnt|startet|billiger|teurer|rabatt|feilscht|"
        "aktuell|aktuelle|aktuellen|aktueller|derzeit",
        "negations": "nicht|kein|keine|keinen|keiner|nie|niemals|ohne|niemand|weder|noch",
        "measures": "preis,kosten=kostet,kosten,preis;gewicht,last=wiegt,wiegen;schaden,angriff=verursacht,greift,"
        "macht;länge,dauer=lang,dauert,dauern,braucht;reichweite=reicht;erste,anfang,start=beginnt,"
        "beginnen,startet,starten"
        ";fracht,ladung=fasst,fassen,trägt,tragen,lädt;lohn,sold,gehalt=verdient,verdienen,bekommt,erhält;"
        "tiefgang=taucht;hub,höhe=hebt,heben;werkzeug,waffe=trägt,besitzt"
        ";kauf,ankauf,einkauf=kauft,gekauft;verkauf=verkauft,verkaufen",
        "places": "in|nach|aus|bei|ab",
        "together": "zusammen|insgesamt|beide|gemeinsam",
        "changes": "tauscht|tauschen|wechselt|wechseln|umtauschen|eintauschen",
        "adds": "ergeben|ergibt|summe|zusammen|verteilt|verteilen",
        "wholes": "hat|haben|gibt|sind|alle|aller|von|diese|folgenden",
        "parts": "erste|ersten|letzte|letzten|andere|anderen|weitere|weiteren|nächsten|mehr|mindestens|höchstens|nur|"
        "oder|einige|bis|über|unter|etwa|als|jede|jeder|neue|neuen",
        "equals": "ist|sind|macht|machen|ergibt|ergeben|entspricht|entsprechen|oder|wert|=",
        "ranges": "von|zwischen|reicht|reichen|geht|gehen|zahl|"
        "liegt|liegen|steigt|steigen|fällt|fallen|sinkt|sinken|sein",
        "exchanges": "kauft|kaufen|kaufst|kauf|bekommt|bekommen|bekommst|erhält|erhalten|gibt|"
        "zahlt|zahlen|bezahlt|man|du|es|für",
        "fillers": "nur|bloß|genau|immer|auch|gerade|lediglich",
        "as": "als",
        "between": "zwischen",
        "losses": "verliert|verlieren|bezahlt|zahlt|zahlen|erleidet|zahlen|bezahlen",
        "remainders": "übrig|bleiben|bleibt|verbleiben|behält",
        "makes": "macht|machen|ergibt|ergeben|kostet|kosten|sind",
        "at": "zu|für",
        "from": "ab|von",
        "below": "unter|unterhalb",
        "converts": "ist|sind|macht|machen|ergibt|ergeben|entspricht|entsprechen|dauert|dauern|füllt|füllen",
        "relatives": "das|was|die|der",
        "each": "jede|jeden|jedes|jeder|jedem|je|pro",
        "so": "so|also|daher|folglich|damit",
        "plurals": "männer=mann|frauen=frau|häuser=haus|bücher=buch|schwerter=schwert|städte=stadt"
        "|länder=land|kräfte=kraft|würfe=wurf|schläge=schlag|äpfel=apfel|vögel=vogel|wölfe=wolf"
        "|söhne=sohn|töchter=tochter|schilde=schild|mäuse=maus|gänse=gans|nächte=nacht|hände=hand"
        "|füße=fuß",
        "opposites": "höher,größer,mehr,besser=niedriger,kleiner,weniger,schlechter"
        "|höchste,größte,meiste,beste=niedrigste,kleinste,wenigste,schlechteste"
        "|höchsten,größten,meisten,besten=niedrigsten,kleinsten,wenigsten,schlechtesten"
        "|mindestens,wenigstens=höchstens|über=unter|vor=nach|erste,ersten=letzte,letzten"
        "|gewinnt,erhält=verliert|gewinnen,erhalten=verlieren|mit=ohne|immer=nie,niemals"
        "|alle=keine",
        "denials": "ist=ist nicht|sind=sind nicht|darf=darf nicht|kann=kann nicht|muss=muss nicht"
        "|dürfen=dürfen nicht|können=können nicht|müssen=müssen nicht",
        "quantifiers": "jede,jeden,jedes,jeder,jedem|alle|beide|nur|immer|entweder|oder|muss,müssen|"
        "darf,dürfen,kann,können|halb|doppelt,zweimal|bis",
    },
)
