"""Italian."""

from rulebook_text.lexing.language import Language

_NUMBERS = "un due tre quattro cinque sei sette otto nove dieci undici dodici".split()  # noqa: SIM905
_TEENS = "tredici quattordici quindici sedici diciassette diciotto diciannove".split()  # noqa: SIM905

WORDS = Language(
    about="circa|quasi|all['’]incirca",
    or_="o|e",
    more="più|maggiore|superiore|oltre|meglio",
    less="meno|minore|inferiore|peggio",
    to=r"a(?=\s\d+(?!\w))|fino a",
    between="tra|fra|da",
    from_="da|dal|intervallo:?(?: da)?",
    and_="e|a",
    at_least=r"almeno\b|come\s+minimo\b|non\s+meno\s+di\b|(?:maggiore|superiore)\s+o\s+uguale\s+a\b"
    r"|uguale\s+o\s+superiore\s+a\b",
    at_most=r"al\s+(?:massimo|più)\b|come\s+massimo\b|non\s+più\s+di\b|fino\s+a\b"
    r"|(?:minore|inferiore)\s+o\s+uguale\s+a\b|uguale\s+o\s+inferiore\s+a\b",
    above=r"(?:più|oltre|sopra)\s+(?:di|i|il)|superiore\s+a|(?:maggiore|meglio|migliore)\s+di|(?:oltre|sopra)\b",
    below=r"(?:meno|sotto)\s+(?:di|i|il)|inferiore\s+a|minore\s+di|sotto\b",
    times_in="su",
    numbers={
        **{word: value for value, word in enumerate((*_NUMBERS, *_TEENS), 1)},
        "uno": 1,
        "una": 1,
        "venti": 20,
        "cento": 100,
    },
    percent="per cento|percento",
    likelihood="probabilità",
    chance_of="volt[ae]|possibilità|probabilità|lanci|tiri",
    chances={
        "always": "sempre|ogni volta",
        "never": "mai|impossibile",
        "almost always": "quasi sempre",
        "almost never": "quasi mai",
        "easily": "facilmente",
        "usually": "di solito|il più delle volte|spesso e volentieri",
        "rarely": "raramente|di rado",
        "unlikely": "improbabile",
        "half": "(?:la )?metà delle volte",
        "a third": "un terzo delle volte",
        "two thirds": "due terzi delle volte",
        "a quarter": "un quarto delle volte",
        "three quarters": "tre quarti delle volte",
        "sometimes": "a volte|talvolta|spesso",
    },
    roll_verbs="tir(?:a|are|ate|i)|lanci(?:a|are|ate)?|consult(?:a|are)|us(?:a|are)",
    random_table="tabell[ae]",
    rolled_times={"2": "due volte", "3": "tre volte", "4": "quattro volte"},
    rolls="dad[oi]|tir[oi]|lanci[oi]?|risultat[oi]",
    mean="in media|una media di",
    means="media",
    damage="danni",
    health=r"punti\s(?:ferita|vita)",
    health_short="PF|PV",
    hit_dice=r"dad[oi]\svita|DV",
    lowest=r"min(?:imo)?\b\.?",
    highest=r"(?:mass(?:imo)?|max)\b\.?",
    total="totale|somma|in tutto|in totale",
    rolled="tirato|lanciato|esempio",
    numbered=r"livell[oi]|grad[oi]|tabell[ae]|pagin[ae]|capitol[oi]",
    roll=r"tir(?:a|er)\w*|lanc(?:ia|er)\w*",
    least=r"minimo\b(?: di)?|mai meno di",
    most=r"massimo\b(?: di)?|mai più di",
    but="ma|con un",
    otherwise=r"sinistra (?:a|verso) destra|orologio|binario|esadec|versione|edizione|cifr[ae]",
    name="nome|personaggio",
    the="il|l[aeo]|i|gli|un[ao]?|ogni|d[ei]l?l?[aeo]?",
    whose="su[oaei]|sue|loro|tu[oaei]",
    is_="è|sono|vale|valgono",
    signs={"+": "più", "−": "meno", "×": "per|volte|moltiplicat[oa] per", "/": "divis[oa] per"},
    sum_of="(?:la )?somma (?:di|tra|fra)",
    times={
        "2": "due volte|(?:il )?doppi[oa](?: d[ie])?",
        "3": "tre volte|(?:il )?triplo(?: d[ie])?",
        "4": "quattro volte",
        "1/2": "(?:la )?metà(?: d[ie])?|dimezzat[oa]",
        "1/3": "un terzo(?: d[ie])?",
        "2/3": "due terzi(?: d[ie])?",
        "1/4": "un quarto(?: d[ie])?",
        "3/4": "tre quarti(?: d[ie])?",
    },
    rounded={"up": "arrotondat[oaei] per eccesso", "down": "arrotondat[oaei] per difetto"},
    sometimes="se|quando|per|fino|salvo|con|contro|solo|ma|o|bonus|più",
    instead="invece di|al posto di",
    needs="requisit[oi]|richiede",
    aside=r"registro delle modifiche|modifiche|licenza|crediti|ringraziamenti|componenti|installazione",
    players=("giocator", "Giocator", "dadi", "Dadi"),
    mentions="detto",
    system="gioco|sistema",
    uses="usa|utilizza",
    explains="significa|indica",
    spoken_of="pools? di|dad[oi]",
    modifies=r"aggiun\w*|somm[aie]\w*|più|meno|modific\w*|bonus|malus|penalit\w*|sottra\w*",
    ratio="a",
    odds="(?:la )?quota (?:di|è)",
    against="contro",
    rolling={
        "above": "supera(?:re|no)?|superi|batte(?:re)?|batti",
        "reach": "raggiung(?:e|i|ere)",
        "nothing": "niente|nulla|nessuno",
        "not": r"non(?: si)? riesc\w+ a|non|mai|niente|nulla|nessun[oa]?"
        r"|(?:qualsiasi|qualunque|ogni) (?:cosa|risultato|numero) (?:tranne|eccetto|meno|salvo)"
        r"|tutto (?:tranne|eccetto|meno|salvo)|altro che|qualsiasi cosa che non sia|fallisc\w+ (?:nel|a)"
        r"|evit(?:a|i|are)(?: di)?",
        "unless": r"a meno che(?: \w+)? non|a meno di|tranne(?: con| se)?|salvo(?: con| se)?|eccetto|senza",
        "nor": "né",
        "changed": r"(?:s?)vantaggi[o]?|bonus|malus|penalità|modificator[ei]|ritir\w+|rilanci\w*|miglior[ei]?"
        r"|peggior[ei]?|somm\w+"
        r"|sottra\w+|doppio|metà",
        "infinitive": "fare|ottenere|tirare|lanciare",
        "head": "probabilità|possibilità|dev[ei]|bisogna|occorre|puoi|può|serve",
        "joint": "su|sul|con|per|se|quando|è|sono|richiede|nel",
        "roll": "fa|fai|fate|faccia|ottien[ei]|ottenga|tir[aoi]|lanci[ao]?|esce|esca|risultat[oi]|segna|mostra",
        "filler": r"un[oa]?|un['’]|il|lo|la|i|gli|le|l['’]|di|del|dello|della|dei|che|si|esattamente|proprio"
        r"|naturale|dad[oi]"
        r"|totale|numero|faccia|cioè|ossia|ha|hanno|c['’]è|valore|successo|colpisc\w+|qualcosa"
        r"|qualsiasi (?:cosa|risultato)"
        r"|pari a|vinc\w+|capita|succede|accade|tutto|tu|e",
        "given": "con|se|quando|contro|dopo|per|salvo|mentre|a",
        "chance": "probabilità|possibilità",
        "of": "di|che|del",
        "time": "(?:delle )?volte|(?:dei )?(?:casi|tiri|lanci)|del tempo",
    },
    lone=("di", "il", "con", "per", "del", "della", "dei", "delle", "nel", "nella"),
    several="due|tre|quattro|cinque|sei|sette|otto|nove|dieci|diversi",
    operators=r"più|meno|per(?=\s\d+(?:[.,;:)]|$))|volte|moltiplicat[oa] per|divis[oa] per",
    keeps=r"tien\w*|ten(?:ere|endo|ete)|scart\w*|conserv\w*|ignor\w*|elimin\w*|togli\w*|scegli\w*",
    takes=r"prend\w*|ripet\w*|us[aio]\w*|somma\w*|conta",
    ends=r"più (?:alt|bass)[oaei]|maggior[ei]|minor[ei]|miglior[ei]|peggior[ei]|median[oa]",
    die="dad[oi]",
    die_words="risultat[oi]|tir[oi]|lanci[oi]?|valor[ei]|dei due|tra i due",
    advantage=r"con (?:s?vantaggio)",
    again=r"esplo(?:d|s)\w*|ritir\w*|rilanc\w*|ripet\w*",
    scales=r"(?:due|tre|quattro|cinque|\d+) volte|doppi[oa]|triplo|metà|mezzo|un (?:terzo|quarto)|(?:due"
    r"|tre) (?:terzi|quarti)",
    scaled=r"(?:due|tre|quattro|cinque|\d+) volte(?! (?:al|per|a)\b)|raddoppiat[oaie]|triplicat[oaie]|dimezzat[oaie]"
    r"|al quadrato|ridott[oaie] (?:a|della) metà"
    r"|divis[oaie] per",
    scaling=r"raddoppi(?:a|are|at[oaie])|triplica(?:re|t[oaie])?|dimezz(?:a|are|at[oaie])|moltiplic(?:a|are"
    r"|at[oaie])|divid(?:i|ere|e)|divis[oaie]",
    outcome=r"totale|somma|risultato|tiro|numero|per (?:\d+|due|tre|quattro|dieci)",
    rows={
        "any": "(?:qualsiasi|ogni) altro|qualsiasi|qualunque|ogni|un",
        "double": "doppi[oe]?|coppi[ae]",
        "triple": "tripl[oie]|tris",
        "odd": "dispari",
        "even": "pari",
        "rest": "altr[oi](?: risultat[oi])?|(?:qualsiasi|ogni) altro(?: risultato)?|(?:tutto )?il resto|nessun doppio",
        "of": "di",
        "joint": "",
    },
    rolled_again={
        "once": r"ritira|rilancia|ripeti\s+il\s+tiro",
        "order": r"(?:tira|lancia)(?:re)?\s+(?:TIMES)",
        "1": r"di\s+nuovo|ancora(?:\s+una\s+volta)?|un['’]altra\s+volta",
        "2": r"(?:altre\s+)?due\s+volte",
        "3": r"(?:altre\s+)?tre\s+volte",
        "4": r"(?:altre\s+)?quattro\s+volte",
        "same": r"(?:su|in)\s+(?:questa|la\s+stessa)\s+tabella|sulla\s+stessa\s+tabella",
        "use": r"(?:usa|prendi|tieni|applica|combina)(?:\s+(?:entrambi|i|due|tutti|risultat[oi]))*",
        "joint": "e|poi|ma",
        "ignore": "ignora(?:ndo)?",
        "this": r"questo\s+risultato",
        "any": r"ogni|altri|altro|risultat[oi](?:\s+di)?",
    },
    choosing={
        "keep": r"somma\w*|tien\w*|ten(?:ere|endo|ete)|conserv\w*|scegli\w*|prend\w*|us[aio]\w*|conta",
        "drop": r"scart\w*|ignor\w*|elimin\w*|togli\w*",
        "high": "più alt[oaei]|maggior[ei]|miglior[ei]?",
        "low": "più bass[oaei]|minor[ei]|peggior[ei]?",
        "the": "solo|soltanto|il|l[aeo]|i|gli|dado|dadi|risultato|risultati",
        "results": "dad[oi]|risultat[oi]|tir[oi]|lanci[oi]?|valor[ei]|(?:dei|tra i|fra i) (?:due|tre"
        "|quattro)(?: dadi| tiri)?",
        "of": "(?:dado |risultato )?(?:di|d['’]|dei|tra|fra|su)",
        "passive": "(?:va|viene) (?:scartat|ignorat|eliminat|tolt)[oa]|(?:vanno|vengono) (?:scartat|ignorat"
        "|eliminat|tolt)[ie]|non conta(?:no)?",
        "joint": "e|poi|ed",
        "sum": r"somma\w* (?:il resto|gli altri(?: (?:due|tre|quattro))?|i (?:due|tre|quattro)? ?(?:rimanenti"
        "|restanti))",
        "if": "se|quando|salvo|mentre|contro|con|o|altrimenti|in caso|dopo|due volte",
        "double": "(?:e |poi )?raddoppi(?:a|are)(?: il (?:risultato|totale|tiro)| la somma)"
        "|(?:il )?doppio(?: del risultato)?(?: d[ie])?|due volte|raddoppiat[oaie]",
        "triple": "(?:e |poi )?triplica(?:re)?(?: il (?:risultato|totale)| la somma)|(?:il )?triplo(?: d[ie])?"
        "|tre volte|triplicat[oaie]",
        "halve": "(?:e |poi )?(?:dimezz(?:a|are)(?: il (?:risultato|totale|tiro)| la somma)|divid(?:i|ere"
        "|e) (?:il (?:risultato|totale)|la somma) per (?:due|2))|(?:la )?metà(?: del risultato)?(?: d[ie])?"
        "|dimezzat[oaie]",
        "advantage": "con (?:un )?vantaggio",
        "disadvantage": "con (?:uno )?svantaggio",
    },
    facts={
        "endings": "che=c|chi=c|ghe=g|ghi=g|a|e|i|o",
        "articles": "il|lo|la|i|gli|le|l|un|uno|una|questo|questa|questi|queste|ogni|tutto|tutta|tuo|vostro",
        "owners": "di|del|della|dello|dei|degli|delle|d|per",
        "pronouns": "egli|esso|essa|essi|esse|suo|sua|suoi|sue|loro|lui|lei",
        "links": "è|sono|vale|valgono|ha|hanno|di|a|con|in|da|pari",
        "events": "guadagna|guadagnano|perde|perdono|perso|persi|ora|adesso|invece|resta|restano|rimane|rimangono|"
        "rimasti|aumenta|aumentano|riduce|riducono|scende|doppio|doppia|raddoppia|raddoppiato|metà|"
        "mezzo|mezza|aggiuntivo|aggiuntivi|extra|bonus|malus|se|quando|salvo|sarebbe|era|aveva|fino|"
        "diventa|migliorato|spende|guarisce|per|massimo|minimo|più|meno|prima|precedentemente|livello|"
        "livelli|inizia|comincia|sconto|contratta|attuale|attualmente",
        "negations": "non|mai|nessun|nessuna|senza|nessuno|né",
        "measures": "prezzo,costo=costa,costano,prezzo;peso,carico=pesa,pesano;danno,danni,attacco=infligge,attacca,"
        "attaccano;durata,lunghezza=dura,durano,richiede;portata=arriva;primo,prima,iniziale=inizia,"
        "iniziano,comincia,cominciano"
        ";carico,capacità=porta,portano,contiene;paga,salario,stipendio=guadagna,guadagnano,riceve;"
        "pescaggio=pesca,pescano;altezza=alza,sale;attrezzo,arma=porta,possiede"
        ";acquisto=compra,comprato,comprata;vendita=vende,venduto,venduta",
        "places": "a|verso|da|presso|in",
        "together": "insieme|totale|entrambi|entrambe",
        "changes": "cambia|cambiano|cambiare|scambia|scambiano|scambiare",
        "adds": "sommano|somma|totale|fanno|distribuisce|distribuisci",
        "wholes": "ha|hanno|sono|esistono|tutti|tutte|questi|queste|i|gli|le|delle|dei",
        "parts": "primo|primi|prima|prime|ultimo|ultimi|ultima|ultime|altro|altri|altra|altre|prossimi|più|meno|solo|"
        "o|alcuni|alcune|circa|che|ogni|nuovi|nuove",
        "equals": "è|sono|fanno|equivale|equivalgono|o|ossia|vale|valgono|pari|=",
        "ranges": "da|tra|fra|va|vanno|numero|sale|salgono|scende|scendono|cade|cadono|supera|superare|è",
        "exchanges": "compra|comprano|ottiene|ottengono|paga|pagano|si|per",
        "fillers": "solo|soltanto|esattamente|sempre|anche|appena",
        "as": "come",
        "between": "tra|fra",
        "losses": "perde|perdono|spende|spendono|paga|pagano|subisce|pagato",
        "remainders": "resta|restano|rimane|rimangono|rimasti|tiene",
        "makes": "fa|fanno|dà|danno|costa|costano",
        "at": "a|per",
        "from": "da|dai|con",
        "below": "sotto",
        "converts": "è|sono|fa|fanno|equivale|equivalgono|vale|valgono|dura|durano|riempie|riempiono",
        "relatives": "che|il|a",
        "each": "ogni|per",
        "so": "così|quindi|dunque",
        "plurals": "uomini=uomo|dei=dio|buoi=bue|uova=uovo|dita=dito|braccia=braccio|paia=paio"
        "|centinaia=centinaio|migliaia=migliaio|miglia=miglio|mura=muro|ossa=osso",
        "opposites": "maggiore,superiore,migliore=minore,inferiore,peggiore|più=meno|prima=dopo|primo=ultimo"
        "|guadagna,ottiene=perde|guadagnano,ottengono=perdono|con=senza|sempre=mai|massimo=minimo",
        "denials": "è=non è|sono=non sono|può=non può|possono=non possono|deve=non deve|devono=non devono",
        "quantifiers": "ogni|tutti,tutte|tutto,tutta|solo|sempre|o|deve,devono|può,possono|metà|doppio|fino",
    },
)
