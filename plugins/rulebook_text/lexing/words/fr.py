"""French."""

from rulebook_text.lexing.language import Language

_NUMBERS = "un deux trois quatre cinq six sept huit neuf dix onze douze".split()  # noqa: SIM905
_TEENS = "treize quatorze quinze seize".split()  # noqa: SIM905

WORDS = Language(
    about="environ",
    or_="ou|et",
    more="plus|mieux|davantage|au-dessus",
    less="moins|au-dessous|en dessous",
    to="à",
    between="entre",
    from_="de|plage:?(?: de)?",
    and_="et",
    roll_verbs="lance[rz]?|tire[rz]?|consulte[rz]?|utilise[rz]?",
    random_table="tables?|tableaux?",
    rolled_times={"2": "deux fois", "3": "trois fois", "4": "quatre fois"},
    rolls="dés?|jet|résultat",
    mean="en moyenne",
    means="moyenne",
    damage="dégâts",
    health=r"points\sde\svie",
    health_short="PV",
    hit_dice=r"dés?\sde\svie|DV",
    lowest=r"(?:au )?min(?:imum|imal)?\b\.?",
    highest=r"(?:au )?max(?:imum|imal)?\b\.?",
    total="total|somme|en tout|au total",
    numbered=r"niveaux?|rangs?|tables?|pages?|chapitres?|étapes?",
    roll=r"lan(?:ce[rz]?|cent)|jett?e[rz]?|tire[rz]?",
    least=r"(?:au )?min(?:imum)?\b\.?(?: de)?|au moins|jamais moins de",
    most=r"(?:au )?max(?:imum|imal)?\b\.?(?: de)?|au plus|jamais plus de|ne peu(?:t|vent) (?:pas )?dépasser",
    but="mais|avec un",
    otherwise=r"gauche à droite|horloge|binaire|hexa|version|édition|chiffres?\b",
    name="nom|personnage",
    the="l[ae]|les|une?|chaque|d[eu]",
    whose="son|sa|ses|leurs?|votre|ton|ta",
    is_="est|sont|vaut|valent|égale",
    signs={"+": "plus", "−": "moins", "×": "fois|multiplié par", "/": "divisé par"},
    sum_of="(?:la )?somme (?:de|d['’])",
    times={
        "2": "deux fois|(?:le )?double(?: de)?|doublée?s?",
        "3": "trois fois|(?:le )?triple(?: de)?",
        "4": "quatre fois",
        "1/2": "(?:la )?moitié(?: de)?",
        "1/3": "un tiers(?: de)?",
        "2/3": "deux tiers(?: de)?",
        "1/4": "un quart(?: de)?",
        "3/4": "trois quarts(?: de)?",
    },
    rounded={"up": "arrondie?s? (?:au supérieur|vers le haut)", "down": "arrondie?s? (?:à l['’]inférieur|vers le bas)"},
    sometimes="si|quand|lorsque|pour|jusqu['’]à|sauf|avec|par|contre|seulement|mais|ou|bonus|plus",
    instead="au lieu d[eu]|à la place d[eu]",
    needs="prérequis|requiert",
    aside=r"journal des modifications|modifications|licence|mentions légales|crédits|remerciements|matériel nécessaire",
    players=("joueur",),
    mentions="appelée?s?|plus d(?:e|['’]une?)|prennent la forme|prend la forme",
    notation="notation",
    system="jeu|système",
    uses="utilise",
    explains="signifie|correspond à|désigne",
    spoken_of="pools? de",
    modifies=r"ajout\w*|plus|moins|modifi\w*|bonus|malus|soustra\w*|additionn\w*|pénalités?",
    at_least=r"au\s+(?:moins|minimum)\b|pas\s+moins\s+de\b|supérieure?\s+ou\s+égale?\s+à\b",
    at_most=r"au\s+(?:plus|maximum)\b|pas\s+plus\s+de\b|jusqu['’]à\b|inférieure?\s+ou\s+égale?\s+à\b",
    above=r"(?:plus|davantage)\s+de\b|(?:mieux|meilleure?)\s+que\b|au-dessus\s+de\b|au-delà\s+de\b|supérieure?\s+à\b",
    below=r"moins\s+de\b|(?:au|en)[\s-]dessous\s+de\b|sous\b|inférieure?\s+à\b",
    times_in="sur",
    numbers={**{word: value for value, word in enumerate((*_NUMBERS, *_TEENS), 1)}, "une": 1, "vingt": 20, "cent": 100},
    percent="pour cent",
    likelihood="probabilités?",
    chance_of="fois|chances?|lancers?|jets?|cas",
    chances={
        "half": "la moitié (?:du temps|des (?:cas|fois|jets|lancers))|une fois sur deux",
        "a third": "un tiers (?:du temps|des (?:cas|fois|jets|lancers))",
        "two thirds": "(?:les )?deux tiers (?:du temps|des (?:cas|fois|jets|lancers))",
        "a quarter": "un quart (?:du temps|des (?:cas|fois|jets|lancers))",
        "three quarters": "(?:les )?trois quarts (?:du temps|des (?:cas|fois|jets|lancers))",
    },
    ratio="contre",
    odds="(?:une )?cote (?:de|est de)",
    against="contre",
    rolling={
        "above": "bat(?:s|tez|tre)?|dépasse[rsz]?|dépasser|surpasse[rsz]?",
        "reach": "atteint|atteins|atteignez|atteigne[sz]?|atteindre",
        "nothing": "rien|personne",
        "not": r"pas|jamais|aucune?|rien|personne|(?:tout|n['’]importe (?:quoi|quel))(?: résultat)?"
        r" (?:sauf|autre que|excepté|hormis|hors)"
        r"|(?:tout )?autre chose qu(?:e|['’])|échou\w+ à|rat(?:e|es|ez|er|ent)(?: de)?|manqu(?:e|es|ez|er|ent) de"
        r"|évit(?:e|es|ez|er|ent)(?: de)?",
        "unless": "sauf(?: si| sur| avec)?|à moins (?:qu(?:e|['’])|de|d['’])|excepté|sans",
        "nor": "ni",
        "ne": "ne|n['’]",
        "changed": r"(?:dés)?avantages?|bonus|malus|modificateurs?|pénalités?|relanc\w+|meilleure?s?|pires?"
        r"|plus haute?s?"
        r"|plus basse?s?|ajout\w+|double\w*|moitié",
        "infinitive": "faire|obtenir|lancer|tirer|réaliser",
        "head": "chances?|probabilité|faut|doi[st]|devez|doivent|pour|peu[xt]|pouvez",
        "joint": "sur|avec|en|par|pour|si|quand|lorsque|lorsqu['’]|dès|est|sont|demande|nécessite|exige|à|au",
        "roll": "fai[ts]|faites|font|fass(?:e|es|iez|ent)|obtien(?:t|s|nent|ne|nes)|obtenez|lance[sz]?|jette[sz]?"
        "|jets?|tire[sz]?"
        "|donne|affiche|montre|résultats?|lancers?|sort",
        "filler": r"n['’](?:y )?(?:a|avez|as|ont) qu(?:e|['’])"
        r"|une?|l[ae]|les|l['’]|d[eu]|d['’]|des|on|tu|vous|il|elle|son|sa|votre|ton|exactement|juste"
        r"|naturel(?:le)?"
        r"|dés?|face|chiffre|nombre|valeur|total|c['’]est-à-dire|c['’]est|soit|qui|qu['’]|que|a|ont|réussi\w*"
        r"|touche\w*|gagne\w*|arrive|se produit|survient|dans|tout|y|et"
        r"|quelque chose|ce",
        "given": "avec|si|quand|lorsque|contre|après|avant|pour|par|à|sauf|pendant",
        "chance": "chances?|probabilité",
        "of": "d[eu]|d['’]|pour|qu(?:e|['’])",
        "time": "du temps|(?:des )?(?:fois|cas|jets|lancers)",
    },
    lone=("et", "de", "les", "des", "du", "dans", "pour", "avec", "une", "par", "aux", "au"),
    several="deux|trois|quatre|cinq|six|sept|huit|neuf|dix|plusieurs",
    operators="plus|moins|fois|multiplié par|divisé par",
    keeps=r"gard\w*|conserv\w*|ignor\w*|retir\w*|écart\w*|enlev\w*|défauss\w*|choisi\w*|retenez|retien\w*",
    takes=r"prend\w*|prenez|relanc\w*|compt\w*|addition\w*",
    ends=r"(?:plus|moins) (?:haut|bas|élevé|faible|grand|petit|fort)e?s?|meilleure?s?|pires?|mauvaise?s?|médiane?",
    die="dés?",
    die_words="résultats?|jets?|lancers?|des deux|d[’']entre eux",
    advantage=r"avec (?:un )?(?:dés)?avantage",
    again=r"explos\w*|explod\w*|relanc\w*|rejet\w*",
    scales=r"(?:deux|trois|quatre|cinq|\d+) fois|double|triple|moitié|demi|un (?:tiers|quart)|(?:deux"
    r"|trois) (?:tiers|quarts)",
    scaled=r"(?:deux|trois|quatre|cinq|\d+) fois(?! (?:par|plus|moins)\b)|doublée?s?|triplée?s?|divisée?s? par"
    r"|au carré|réduite?s? de moitié",
    scaling="doubl(?:e[zr]?|ée?s?)|tripl(?:e[zr]?|ée?s?)|multipli(?:e[zr]?|ée?s?)|divis(?:e[zr]?|ée?s?)",
    outcome=r"total|somme|résultat|jet|nombre|par (?:\d+|deux|trois|quatre|dix)",
    rows={
        "any": "tout(?: autre)?|tous les|n['’]importe quel|un",
        "double": "doubles?|paires?",
        "triple": "triples?|brelans?",
        "odd": "impairs?(?:es?)?",
        "even": "pairs?",
        "rest": "autres?(?: résultats?)?|tout autre(?: résultat)?|le reste|sinon|tout le reste|pas de double",
        "of": "de",
        "joint": "",
    },
    rolled_again={
        "once": "relance[rz]?|rejete[rz]?",
        "order": r"(?:re)?(?:lance|tire|jete|jette)[rz]?\s+(?:TIMES)",
        "1": r"(?:à|de)\s+nouveau|encore(?:\s+une\s+fois)?",
        "2": r"(?:encore\s+)?deux\s+fois",
        "3": r"(?:encore\s+)?trois\s+fois",
        "4": r"(?:encore\s+)?quatre\s+fois",
        "same": r"sur\s+(?:cette|la\s+même)\s+table",
        "use": r"(?:utilise[rz]?|prene?z?|garde[rz]?|applique[rz]?|combine[rz]?)(?:\s+(?:les|deux|tous"
        "|résultats?|ensemble))*",
        "joint": "et|puis|mais",
        "ignore": r"(?:en\s+)?ignor(?:e[rz]?|ant)",
        "this": r"ce\s+résultat",
        "any": r"tout|les|autres?|résultats?(?:\s+de)?",
    },
    choosing={
        "keep": r"(?:n['’]en |ne )?(?:addition\w*|gard\w*|conserv\w*|retenez|retien\w*|prend\w*|prenez"
        r"|choisi\w*)(?: que)?",
        "drop": r"ignor\w*|retir\w*|écart\w*|enlev\w*|défauss\w*",
        "high": "plus (?:haut|élevé|grand|fort)e?s?|meilleure?s?",
        "low": "plus (?:bas|basse|faible|petit)e?s?|moins (?:haut|élevé|bon)e?s?|pires?|moins bons?",
        "the": "uniquement|seulement|l[ae]|les|des|l['’]",
        "results": "dés?|résultats?|jets?|lancers?|valeurs?|des (?:deux|trois|quatre)(?: dés)?",
        "of": "(?:dé |résultat )?(?:d[eu]|des|sur|parmi)",
        "passive": "est (?:ignorée?|écartée?|retirée?|enlevée?)|sont (?:ignorée?s|écartée?s|retirée?s|enlevée?s)"
        "|ne compte(?:nt)? pas",
        "joint": "et|puis|en",
        "sum": r"(?:addition\w*|ajout\w*) (?:le reste|les (?:deux |trois |quatre )?(?:autres|restants)(?: dés)?)",
        "if": "si|quand|lorsque|lorsqu|sauf|pendant|sur|contre|avec|ou|sinon|après|dès|en cas|deux fois",
        "double": "(?:et |puis )?doubl(?:e[zr]?)(?: le (?:résultat|total|jet)| la somme)"
        "|(?:le )?double(?: du résultat)?(?: d[eu])?|deux fois|doublée?s?",
        "triple": "(?:et |puis )?tripl(?:e[zr]?)(?: le (?:résultat|total|jet)| la somme)"
        "|(?:le )?triple(?: d[eu])?|trois fois|triplée?s?",
        "halve": "(?:et |puis )?divis(?:e[zr]?) (?:le (?:résultat|total|jet)|la somme) par (?:deux|2)"
        "|(?:la )?moitié(?: du résultat)?(?: d[eu])?",
        "advantage": "avec (?:un |l['’])?avantage",
        "disadvantage": "avec (?:un )?désavantage",
    },
    facts={
        "endings": "aux=al|s|x",
        "articles": "le|la|les|l|un|une|des|du|ce|cet|cette|ces|chaque|tout|toute|votre|notre",
        "owners": "de|du|d|des|pour",
        "pronouns": "il|elle|ils|elles|son|sa|ses|leur|leurs|lui",
        "links": "est|sont|vaut|valent|a|ont|de|d|à|avec|en|pour|égale",
        "events": "gagne|gagnent|perd|perdent|perdu|perdus|maintenant|désormais|plutôt|reste|restent|restant|"
        "restants|augmente|augmentent|réduit|réduisent|baisse|double|doublé|doublée|moitié|demi|demie|"
        "supplémentaire|supplémentaires|bonus|malus|si|quand|lorsque|sauf|serait|était|avait|devient|"
        "jusqu|amélioré|dépense|guérit|par|maximum|minimum|plus|moins|ancien|anciennement|niveau|"
        "niveaux|commence|débute|remise|marchande|actuel|actuelle|actuellement",
        "negations": "ne|n|pas|jamais|aucun|aucune|sans|personne|ni",
        "measures": "prix,coût=coûte,coûtent,prix,vaut;poids,charge=pèse,pèsent;dégâts,attaque=inflige,infligent,"
        "attaque,attaquent;durée,longueur=dure,durent,prend;portée=porte;premier,première,"
        "départ=commence,commencent,débute,débutent"
        ";cargaison,capacité=porte,portent,contient;salaire,solde,paie=gagne,gagnent,reçoit,touche;"
        "tirant=cale,tire;hauteur=lève,monte;outil,arme=porte,possède"
        ";achat=achète,acheté,achetée;vente=vend,vendu,vendue",
        "places": "à|vers|depuis|chez|en",
        "together": "ensemble|total|tout|deux",
        "changes": "change|changent|changer|échange|échangent|échanger|échangez",
        "adds": "font|somme|total|totalisent|répartit|répartissez",
        "wholes": "a|ont|compte|sont|existe|tous|toutes|ces|parmi|les",
        "parts": "premier|premiers|première|premières|dernier|derniers|dernière|dernières|autre|autres|prochains|"
        "moins|plus|seulement|ou|quelques|environ|que|chaque|nouveaux|nouvelles",
        "equals": "est|sont|font|fait|égale|égalent|ou|soit|vaut|valent|=",
        "ranges": "de|entre|va|vont|nombre|monte|montent|tombe|tombent|descend|dépasse|dépasser|être",
        "exchanges": "achète|achètent|achetez|obtient|obtenez|paie|paient|payez|on|vous|il|elle|pour",
        "fillers": "seulement|juste|exactement|toujours|aussi|même|que",
        "as": "comme|pour",
        "between": "entre",
        "losses": "perd|perdent|dépense|dépensent|paie|paient|subit|payer|payé",
        "remainders": "reste|restent|restant|restants|garde",
        "makes": "fait|font|donne|donnent|coûte|coûtent",
        "at": "à|pour",
        "from": "dès|partir|à",
        "below": "sous|dessous",
        "converts": "est|sont|fait|font|égale|égalent|vaut|valent|dure|durent|remplit|remplissent",
        "relatives": "ce|qui|soit",
        "each": "chaque|par",
        "so": "donc|ainsi",
        "plurals": "chevaux=cheval|animaux=animal|métaux=métal|journaux=journal|yeux=œil|travaux=travail"
        "|maux=mal|généraux=général|cristaux=cristal|canaux=canal",
        "opposites": "supérieur,supérieure,meilleur=inférieur,inférieure,pire|plus=moins|avant=après"
        "|premier,première=dernier,dernière|gagne=perd|gagnent=perdent|avec=sans|toujours=jamais"
        "|tous,toutes=aucun,aucune|maximum=minimum",
        "denials": "est=n'est pas|sont=ne sont pas|peut=ne peut pas|peuvent=ne peuvent pas|doit=ne doit pas"
        "|doivent=ne doivent pas",
        "quantifiers": "chaque|tous,toutes|tout,toute|seulement|toujours|ou|doit,doivent|peut,peuvent|moitié|double",
    },
)
