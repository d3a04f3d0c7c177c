// What readers ask, as the theme's search takes it, and what it finds, in the order that they expect. It is loaded
// when somebody first looks for something.
globalThis.rulebookSearch = (() => {
  // Words that a question has and an answer need not, and those that the index leaves out.
  const LITTLE = new Set(`a able about across after all almost also am among an and another any are as at be because been belong belongs both bring
    brings but by can cannot could dear did do does doing done either else ever every for from get gets give gives go
    good got had happen happens has have he her hers him his how however i if in into is it its just kind kinds least
    let like likely long many may me mean means might most much must my neither no nor not of off often on one only or
    other our out over own rather said say says shall she should since so some something stand stands than that the
    their them then there these they this those tis to too twas up us use used using want wants was we were what when
    where which while who whom whose why will with work works would yet you your`.split(/\s+/))
  const SHORTEST = 3  // The letters of a word that may be the beginning of others.
  const POOL = /(?<![\w.])(?:\d+:?)?d\d+(?:\s*[/+-]\s*(?:(?:\d+:?)?d)?\d+)*(?!\w)/gi
  const QUESTION = /^\s*(?:what|which|who|whom|whose|when|where|why|how|can|could|do|does|did|is|are|may|must|should|will)\s+\S+\s+\S/i
  // "When does a monster die?" asks for its end, and of no die that is thrown. The index knows each end by "died".
  const DYING = /\bdies\b|\b((?:can|could|did|do|does|may|might|must|should|will|would)\s(?:\s*(?!(?:an?|each|every|one|that|the|this|which)\s+die)\S+){1,4}\s+)die(?=\s*(?:[?.!,]|$|(?:at|by|from|if|in|of|on|or|when|with)\s))/g
  // Who levels up looks for what it takes to advance, and for no level.
  const RISING = /\blevel(?:s|l?ed|l?ing)? up\b/g
  const OF_NUMBERS = /^\s*how (?:many|much|long|often|far|hard)\b|\b(?:costs?|chances?|odds)\b/i
  const OF_WAYS = /^\s*(?:how|when|why|can|could|do|does|may|must|what happens)\b/i
  const OF_MEANING = /^\s*(?:what|who)\s+(?:is|are)\s+(?:an?\s+|the\s+)?\S+(?:\s+\S+)?\s*$/i
  const OWN_BOOK = 100, DEFINED = 2, OWN_NAME = 40, ALL_WORDS = 1e6, WORDS = 5, TITLE = 10, REST = 0.15, ABOVE = 0.7, APART = 0.5, NO_ANSWER = 0.05, NO_WAY = 0.4, TABLE_BOOST = 7, ASIDE = 1e-9

  /** Dice as one word, as the index has them (publishing/searching.py). */
  const asWord = dice => dice.toLowerCase().replace(/[\s:]/g, '').replace(/[+]/g, 'p').replace(/-/g, 'm').replace(/[/]/g, 's')

  /** One word of a query: whole where it is too short to begin others. */
  const term = shorten => word => (/^[+~^-]|[~^*]\d*$/.test(word) || word.replace(/\W/g, '').length >= SHORTEST ? shorten(word) : `${word}^1`)
  const singular = word => (/[^su]s$/.test(word) && word.length > SHORTEST ? word.slice(0, -1) : word)

  /** What all forms of a word begin with: a question has "fitting" where its answer has "fits". */
  const stem = word => {
    const [, begun, ending] = word.match(/^(.+?)((?:i|(?<!e))e[sd]|ing)$/) ?? []
    if (!begun || begun.length < SHORTEST || !/[aeiouy]/.test(begun)) return singular(word)
    if (begun.length === SHORTEST) return begun + (ending.startsWith('e') && !/(.)\1$/.test(begun) ? 'e' : '')
    return begun.replace(/([bdgmnprt])\1$/, '$1')
  }

  /** A query as the theme's worker understands it. */
  const asked = query => {
    if (query.includes('"')) return query
    const words = query.replace(POOL, asWord).toLowerCase().replace(DYING, (_, before = '') => `${before}died`).replace(RISING, 'advance').replace(/['’]s(?!\w)/g, '').split(/[\s?!.,;:()…/]+/).filter(Boolean)
    const telling = words.filter(word => !LITTLE.has(word))
    return (telling.length ? telling : words).map(term(QUESTION.test(query) ? stem : singular)).join(' ')
  }

  /** Put what was found for a query into order, the book in a folder before others. */
  const inOrder = (items, query, folder) => {
    const hits = items.flat()
    const own = hits.filter(({ location }) => folder && location.startsWith(`${folder}/`))
    const rank = QUESTION.test(query) ? answering(query, own.length ? own : hits) : naming
    // Who reads a game asks about games.
    const isAside = ({ guide, location }) => guide && folder && !location.startsWith(`${folder}/`)
    for (const hit of hits) hit.score = rank(hit, own.includes(hit)) * (isAside(hit) ? ASIDE : 1)
    for (const page of items) page.sort((one, other) => other.score - one.score)
    items.sort(([one], [other]) => other.score - one.score)
  }

  /** Who types a name looks for what is called so: first what has all words. */
  const naming = ({ score, terms }, isOwn) => score * (isOwn ? OWN_NAME : 1) + (score && Object.values(terms).every(Boolean) ? ALL_WORDS : 0)

  /** Who asks a question looks for the place that has most of its words, the rare ones above all, and little else in its title. */
  const answering = (query, hits) => {
    const having = {}
    for (const { terms } of hits) for (const word in terms) having[word] = (having[word] ?? 0) + terms[word]
    const weight = word => (having[word] ? Math.log(1 + hits.length / having[word]) : 0)
    const all = sum(Object.keys(having).map(weight)) || 1
    return ({ boost = 1, score, terms, text, title }, isOwn) => {
      const [name, trail] = title.split('<small>').map(wordsOf)
      const met = sum(Object.keys(terms).map(word => weight(word) * (terms[word] ? 1 : begins(trail, word) ? ABOVE : 0)))
      const apart = scattered(Object.keys(terms).filter(word => terms[word] && !begins(name, word)), sentences(text), weight)
      // A title counts by how much of the question it has, and of it the question.
      const share = (word, begun) => (single(word).startsWith(single(begun)) ? single(begun).length / single(word).length : 0)
      const shares = name.map(word => Math.max(0, ...Object.keys(terms).map(begun => share(word, begun))))
      const asking = Object.keys(terms).filter(begun => name.some(word => share(word, begun)))
      const told = (sum(shares) / (name.length || 1)) * (sum(asking.map(weight)) / all)
      let worth = Math.min(1, boost) * (score / boost) ** REST * ((met - APART * apart) / all) ** WORDS * (1 + TITLE * told)
      if (OF_NUMBERS.test(query) && !/\d/.test(text)) worth *= NO_ANSWER
      if (OF_MEANING.test(query) && boost > TABLE_BOOST) worth *= DEFINED
      if (OF_WAYS.test(query) && boost > TABLE_BOOST) worth *= NO_WAY
      return worth * (isOwn ? OWN_BOOK : 1)
    }
  }
  const begins = (words, begun) => words?.some(word => word.startsWith(begun))

  /** The weight of the words of a text that are not in that of its sentences which has most of them. */
  const scattered = (words, told, weight) => {
    const weights = told.map(sentence => sum(words.filter(word => begins(sentence, word)).map(weight)))
    return sum(words.filter(word => told.some(sentence => begins(sentence, word))).map(weight)) - Math.max(0, ...weights)
  }
  const sum = numbers => numbers.reduce((all, number) => all + number, 0)
  const single = word => (word === 'dice' ? 'die' : stem(word))
  const sentences = markup => markup.split(/[.;:!?](?=\s)|<\/(?:p|li|h\d|td|th|dd)>/).map(wordsOf)
  const wordsOf = markup => (markup.replace(/<[^>]*>/g, '').toLowerCase().match(/[\p{L}\d]+/gu) ?? []).filter(word => !LITTLE.has(word))

  return { asked, inOrder }
})()
