"""Spanish."""

from rulebook_text.lexing.language import Language

_NUMBERS = "un dos tres cuatro cinco seis siete ocho nueve diez".split()  # noqa: SIM905
"""Not "once", which means one time in English."""

WORDS = Language(
    about="unos",
    or_="o|y",
    more="más|mayor|superior|mejor",
    less="menos|menor|inferior|peor",
    to=r"a(?=\s\d+(?!\w))|hasta",
    between="entre",
    from_="de|desde|rango:?(?: de)?",
    and_="y",
    roll_verbs="tir(?:a|ar|e|ad)|lanz(?:a|ar|e|ad)|consult(?:a|ar|e)|us(?:a|ar|e)",
    random_table="tablas?",
    rolled_times={"2": "dos veces", "3": "tres veces", "4": "cuatro veces"},
    rolls="dados?|tirada|resultado",
    mean="de media|en promedio",
    means="media|promedio",
    damage="daño",
    health=r"puntos\sde\s(?:golpe|vida)",
    health_short="PG|PV",
    hit_dice=r"dados?\sde\s(?:golpe|vida)|DG",
    lowest=r"m[íi]n(?:imo)?\b\.?",
    highest=r"m[áa]x(?:imo)?\b\.?",
    total="total|suma|en total",
    numbered=r"nivel(?:es)?|rangos?|tablas?|páginas?|capítulos?|pasos?",
    roll=r"tira[rd]?|lanza[rd]?|tiran?|lanzan?",
    least=r"(?:como )?mín(?:imo)?\b\.?(?: de)?|al menos|nunca menos de",
    most=r"(?:como )?máx(?:imo)?\b\.?(?: de)?|a lo sumo|nunca más de|no pueden? superar",
    but="pero|con un",
    otherwise=r"izquierda a (?:la )?derecha|reloj|binario|hexa|versión|edición|dígito",
    name="nombre|personaje",
    the="el|las?|los|una?|cada|del?",
    whose="sus?|tus?|cuy[oa]",
    is_="es|son|equivale a",
    signs={"+": "más", "−": "menos", "×": "por|veces|multiplicad[oa] por", "/": "dividid[oa] (?:por|entre)"},
    sum_of="(?:la )?suma de",
    times={
        "2": "dos veces|(?:el )?doble(?: de)?",
        "3": "tres veces|(?:el )?triple(?: de)?",
        "4": "cuatro veces",
        "1/2": "(?:la )?mitad(?: de)?",
        "1/3": "un tercio(?: de)?",
        "2/3": "dos tercios(?: de)?",
        "1/4": "un cuarto(?: de)?",
        "3/4": "tres cuartos(?: de)?",
    },
    rounded={"up": "redondead[oa]s? hacia arriba", "down": "redondead[oa]s? hacia abajo"},
    sometimes="si|cuando|para|hasta|salvo|con|contra|sólo|solo|pero|o|bonificador|más",
    instead="en (?:vez|lugar) de",
    needs="requisitos?|requiere",
    aside=r"(?:registro|historial) de cambios|cambios|licencia|créditos|agradecimientos|componentes|instalación"
    r"|licença|mudanças|agradecimentos|instalação",
    players=("jugador",),
    mentions="llamad[oa]s?|más de(?: una?)?",
    notation="notaci[óo]n|expresi(?:ón|ones)",
    system="juego|sistema",
    uses="usa|utiliza",
    explains="significan?|indican?|representan?",
    spoken_of="pools? de|dados?",
    modifies=r"sum[ae]\w*|añad\w*|más|menos|modific\w*|bonific\w*|bonos?|penaliz\w*|rest[ae]\w*",
    at_least=r"(?:al|por\s+lo)\s+menos\b|como\s+mínimo\b|no\s+menos\s+de\b|(?:mayor|superior)\s+o\s+igual\s+(?:que|a)\b"
    r"|igual\s+o\s+(?:superior|mayor)\s+(?:a|que)\b",
    at_most=r"a\s+lo\s+sumo\b|como\s+(?:máximo|mucho)\b|no\s+más\s+de\b|hasta\b"
    r"|(?:menor|inferior)\s+o\s+igual\s+(?:que|a)\b"
    r"|igual\s+o\s+(?:inferior|menor)\s+(?:a|que)\b",
    above=r"más\s+de\b|por\s+encima\s+de\b|superior\s+a\b|mayor\s+(?:que|de)\b|mejor\s+que\b",
    below=r"menos\s+de\b|por\s+debajo\s+de\b|inferior\s+a\b|menor\s+(?:que|de)\b",
    times_in="de cada|entre",
    numbers={
        **{word: value for value, word in enumerate(_NUMBERS, 1)},
        "una": 1,
        "doce": 12,
        "trece": 13,
        "catorce": 14,
        "quince": 15,
        "dieciséis": 16,
        "diecisiete": 17,
        "dieciocho": 18,
        "diecinueve": 19,
        "veinte": 20,
        "cien": 100,
    },
    percent="por ciento",
    likelihood="probabilidad(?:es)?",
    chance_of="ve(?:z|ces)|posibilidad(?:es)?|probabilidad(?:es)?|tiradas?|casos?",
    chances={
        "half": "la mitad (?:de las (?:veces|tiradas)|de los casos|del tiempo)",
        "a third": "un tercio (?:de las (?:veces|tiradas)|de los casos|del tiempo)",
        "two thirds": "dos tercios (?:de las (?:veces|tiradas)|de los casos|del tiempo)",
        "a quarter": "un cuarto (?:de las (?:veces|tiradas)|de los casos|del tiempo)",
        "three quarters": "tres cuartos (?:de las (?:veces|tiradas)|de los casos|del tiempo)",
    },
    ratio="a",
    odds="(?:la )?cuota (?:de|es)",
    against="en contra",
    rolling={
        "above": "supera(?:r|n|s)?|supere[sn]?|bate[sn]?|batir",
        "reach": "alcanza(?:r|n|s)?|alcance[sn]?",
        "nothing": "nada|nadie",
        "not": r"no(?: se)? (?:logr|consig|conseg|pued)\w+|no|nunca|nada|nadie|ningún|ninguna|falla(?:r|n|s)? (?:al|en)"
        r"|evita(?:r|n|s)?"
        r"|(?:cualquier (?:cosa|resultado|número)|todo) (?:menos|excepto|salvo|que no sea)|otra cosa que"
        r"|cualquier (?:cosa|resultado) distint[oa] de",
        "unless": "a menos que|a no ser que|salvo(?: si| que| con)?|excepto(?: si| con)?|sin",
        "nor": "ni",
        "changed": r"(?:des)?ventajas?|bonificador\w*|bono|penalizador\w*|modificador\w*|repit\w+|repet\w+|mejor"
        r"|peor|sum(?:a|an|ar)"
        r"|rest(?:a|an|ar)|doble|mitad",
        "infinitive": "sacar|tirar|obtener|lanzar",
        "head": "probabilidad(?:es)?|posibilidad(?:es)?|debes?|hay que|tienes? que|para|necesitas?|puedes?",
        "joint": "en|con|por|si|cuando|al|es|son|requiere|exige",
        "roll": "saca[sn]?|saque[sn]?|tira[sn]?|tire[sn]?|obtiene[sn]?|obtenga[sn]?|lanza[sn]?|lance[sn]?|salen?"
        "|salga|tiradas?"
        "|resultados?|muestra|da",
        "filler": r"una?|el|la|los|las|uno|de|del|que|su|tu|se|lo|exactamente|justo|natural|dados?|total|número"
        r"|cara|es decir,?"
        r"|o sea,?|tienen?|hay|valor|éxito|acierta\w*|algo|cualquier (?:cosa|resultado)|equivale a"
        r"|gana\w*|ocurre|sucede|pasa|todo|y",
        "given": "con|si|cuando|contra|tras|por|para|salvo|mientras",
        "chance": "probabilidad(?:es)?|posibilidad(?:es)?",
        "of": "de|del|que",
        "time": "(?:de las )?(?:veces|tiradas)|(?:de los )?casos|del tiempo",
    },
    lone=("de", "el", "y", "con", "por", "del", "los", "las", "al"),
    several="dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|varios",
    operators=r"más|menos|por(?=\s\d+(?:[.,;:)]|$))|veces|multiplicad[oa] por|dividid[oa] (?:por|entre)",
    keeps=r"conserv\w*|descart\w*|qu[eé]d\w*|elimin\w*|ignor\w*|retir\w*|quit\w*|eleg\w*|elij\w*|escog\w*|escoj\w*",
    takes=r"repit\w*|tom[aeo]\w*|us[ae]\w*|suma\w*|cuenta",
    ends=r"más (?:alt|baj)[oa]s?|mayor(?:es)?|menor(?:es)?|mejor(?:es)?|peor(?:es)?|del medio",
    die="dados?",
    die_words="resultados?|tiradas?|valor(?:es)?|de (?:ellos|los dos)",
    advantage=r"con (?:des)?ventaja",
    again=r"explot\w*|repit\w*|vuelv\w* a (?:tirar|lanzar)|relanz\w*",
    scales=r"(?:dos|tres|cuatro|cinco|\d+) veces|doble|triple|mitad|medio|un (?:tercio|cuarto)|(?:dos"
    r"|tres) (?:tercios|cuartos)",
    scaled=r"(?:dos|tres|cuatro|cinco|\d+) veces(?! (?:al|por|a la|más)\b)|duplicad[oa]s?|doblad[oa]s?|triplicad[oa]s?"
    r"|al cuadrado|reducid[oa]s? a la mitad"
    r"|dividid[oa]s? (?:por|entre)",
    scaling=r"duplic(?:a|ar|ad[oa]s?|an)|dobla(?:r|d[oa]s?)?|triplica(?:r|d[oa]s?)?|multiplic(?:a|ar|ad[oa]s?)"
    r"|divid(?:e|ir|id[oa]s?)",
    outcome=r"total|suma|resultado|tirada|número|(?:por|entre) (?:\d+|dos|tres|cuatro|diez)",
    rows={
        "any": "cualquier(?: otro)?|todo|un",
        "double": "dobles?|parejas?",
        "triple": "triples?|tríos?",
        "odd": "impar(?:es)?",
        "even": "par(?:es)?",
        "rest": "otros?(?: resultados?)?|cualquier otr[oa](?: resultado)?|el resto|lo demás|ningún doble",
        "of": "de",
        "joint": "",
    },
    rolled_again={
        "once": r"vuelve\s+a\s+(?:tirar|lanzar)|repite\s+la\s+tirada",
        "order": r"(?:tira|lanza)[rd]?\s+(?:TIMES)",
        "1": r"de\s+nuevo|otra\s+vez",
        "2": r"dos\s+veces(?:\s+más)?",
        "3": r"tres\s+veces(?:\s+más)?",
        "4": r"cuatro\s+veces(?:\s+más)?",
        "same": r"en\s+(?:esta|la\s+misma)\s+tabla",
        "use": r"(?:usa|toma|aplica|combina|quédate\s+con)(?:\s+(?:ambos|los|dos|todos|resultados?))*",
        "joint": "y|luego|pero",
        "ignore": "ignor(?:a|ando)",
        "this": r"este\s+resultado",
        "any": r"todo|los|otros?|resultados?(?:\s+de)?",
    },
    choosing={
        "keep": r"suma\w*|conserv\w*|qu[eé]da\w*(?: (?:solo )?con)?|eleg\w*|elij\w*|escog\w*|escoj\w*|tom[aeo]\w*"
        r"|us[ae]\w*|cuenta",
        "drop": r"descart\w*|elimin\w*|ignor\w*|retir\w*|quit\w*",
        "high": "más alt[oa]s?|mayor(?:es)?|mejor(?:es)?",
        "low": "más baj[oa]s?|menor(?:es)?|peor(?:es)?",
        "the": "sólo|solo|solamente|el|las?|los|dado|dados|resultado|resultados",
        "results": "dados?|resultados?|tiradas?|valor(?:es)?|de (?:los|las|ambos|ambas)(?: (?:dos|tres"
        "|cuatro))?(?: dados| tiradas)?",
        "of": "(?:dado |resultado )?(?:del?|entre|en)",
        "passive": "se (?:descarta|elimina|ignora|retira|quita)n?|no cuentan?",
        "joint": "y|luego|e",
        "sum": r"suma\w* (?:el resto|los (?:otros |demás|restantes)?(?:dos|tres|cuatro)?(?: restantes)?)",
        "if": "si|cuando|salvo|mientras|contra|con|o|en caso|tras|después|dos veces",
        "double": "(?:y |luego )?(?:duplica|dobla)(?:r)?(?: el (?:resultado|total)| la (?:suma|tirada))"
        "|(?:el )?doble(?: del resultado)?(?: del?)?|dos veces|duplicad[oa]s?|doblad[oa]s?",
        "triple": "(?:y |luego )?triplica(?:r)?(?: el (?:resultado|total)| la suma)|(?:el )?triple(?: del?)?"
        "|tres veces|triplicad[oa]s?",
        "halve": "(?:y |luego )?divid(?:e|ir) (?:el (?:resultado|total)|la (?:suma|tirada)) (?:por|entre) (?:dos"
        "|2)|(?:la )?mitad(?: del resultado)?(?: del?)?",
        "advantage": "con ventaja",
        "disadvantage": "con desventaja",
    },
    facts={
        "endings": "ces=z|es|s|e",
        "articles": "el|la|los|las|lo|un|una|unos|unas|este|esta|estos|estas|cada|todo|toda|tu|vuestro",
        "owners": "de|del|para",
        "pronouns": "él|ella|ellos|ellas|su|sus|le|les",
        "links": "es|son|vale|valen|tiene|tienen|de|del|a|con|en|por",
        "events": "gana|ganan|pierde|pierden|perdido|ahora|quedan|queda|restante|restantes|aumenta|aumentan|"
        "reduce|reducen|baja|doble|dobla|duplica|mitad|medio|media|adicional|adicionales|extra|bono|"
        "bonificación|si|cuando|salvo|sería|era|tenía|hasta|pasa|mejorado|gasta|cura|por|máximo|mínimo|"
        "más|menos|antes|anteriormente|nivel|niveles|empieza|comienza|descuento|regatea|actual|"
        "actualmente",
        "negations": "no|ni|nunca|ningún|ninguna|sin|nadie",
        "measures": "precio,coste,costo=cuesta,cuestan,precio,vale;peso,carga=pesa,pesan;daño,ataque=inflige,causa,"
        "ataca,atacan;duración,longitud=dura,duran,tarda;alcance=alcanza;primer,primero,inicial=empieza,"
        "empiezan,comienza,comienzan"
        ";carga,capacidad=lleva,llevan,carga,cargan;sueldo,paga,salario=cobra,cobran,recibe,reciben;"
        "calado=cala,calan;altura=sube,eleva;herramienta,arma=lleva,posee"
        ";compra=compra,comprado,comprada;venta=vende,vendido,vendida",
        "places": "en|hacia|desde|a",
        "together": "juntos|juntas|total|ambos|ambas",
        "changes": "cambia|cambian|cambiar|canjea|canjear",
        "adds": "suman|suma|total|reparte|repartes",
        "wholes": "tiene|tienen|hay|existen|son|todos|todas|estos|estas|los|las",
        "parts": "primero|primeros|primera|primeras|último|últimos|última|últimas|otro|otros|otra|otras|próximos|más|"
        "menos|sólo|solo|o|algunos|unos|que|cada|nuevos|nuevas",
        "equals": "es|son|hacen|equivale|equivalen|o|sea|vale|valen|=",
        "ranges": "de|entre|va|van|número|sube|suben|cae|caen|baja|bajan|supera|superar|está",
        "exchanges": "compra|compran|obtiene|obtienen|consigue|paga|pagan|se|por",
        "fillers": "solo|sólo|exactamente|siempre|también|justo|apenas",
        "as": "como",
        "between": "entre",
        "losses": "pierde|pierden|gasta|gastan|paga|pagan|sufre|pagar",
        "remainders": "queda|quedan|restante|restantes|guarda",
        "makes": "hacen|hace|dan|da|cuesta|cuestan|suman",
        "at": "a|por",
        "from": "desde|partir|con",
        "below": "bajo|debajo",
        "converts": "es|son|hace|hacen|equivale|equivalen|vale|valen|dura|duran|llena|llenan",
        "relatives": "lo|que|a",
        "each": "cada|por",
        "so": "así|luego|entonces",
        "plurals": "luces=luz|veces=vez|cruces=cruz|peces=pez|voces=voz|raíces=raíz|lápices=lápiz"
        "|jueces=juez|narices=nariz",
        "opposites": "mayor,superior,mejor=menor,inferior,peor|más=menos|antes=después"
        "|primero,primera=último,última|gana=pierde|ganan=pierden|con=sin|siempre=nunca"
        "|máximo=mínimo",
        "denials": "es=no es|son=no son|puede=no puede|pueden=no pueden|debe=no debe|deben=no deben",
        "quantifiers": "cada|todos,todas|todo,toda|solo,sólo|siempre|o|debe,deben|puede,pueden|mitad|doble|hasta",
    },
)
