// The page that tries a reader's own text: dice, averages and random tables, by the script that rolls on every page.
// It asks for nothing once it has begun, and keeps and sends nothing.

(() => {
  const EXAMPLE = [
    '# The old mill',
    '',
    'The stones deal 9 (2d6) damage. A miller has 13 (3d8) hit points, and throws 1d4+1 sacks.',
    '',
    '| d6 | In the loft |',
    '| --- | --- |',
    '| 1-2 | 2d4 rats |',
    '| 4-5 | a lantern |',
    '| 6 | nobody |',
  ]
  const MAX_TEXT = 100_000
  const MAX_TABLE_ROWS = 1000
  const DICE = /(?<![\w.])\d{0,3}[dDwW](?:\d{1,4}|%|F)(?:(?:[kd][hl]?|!{1,2}|[<>]=?|=)\d{0,3})*(?: ?[+\-−–×*] ?\d{1,4}(?![\dd]))*(?!\w)/gu
  const RANGE = /^(\d{1,4})(?:\s*[-–—]\s*(\d{1,4}))?$/u
  const [area, count, findings, page, facts] = ['text', 'count', 'findings', 'page', 'dice'].map(name =>
    document.getElementById(`rulebook-try-${name}`),
  )
  area.form.addEventListener('submit', event => event.preventDefault())
  let lent

  const element = (tag, content = [], attributes = {}) => {
    const made = document.createElement(tag)
    made.append(...[content].flat())
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    return made
  }

  /** What dice come to, or null where a text is none: least, most and average. */
  function odds(text) {
    const language = lent.pageLanguages().plain
    try {
      const program = lent.parse(language, text)
      const rows = lent.distribution(program).map(([outcome, n, d]) => [Number(outcome[program.fields[0].name]), Number(n) / Number(d)])
      if (rows.some(([value]) => Number.isNaN(value))) return { text }
      const values = rows.map(([value]) => value)
      return {
        text,
        low: Math.min(...values),
        high: Math.max(...values),
        average: rows.reduce((total, [value, chance]) => total + value * chance, 0),
      }
    } catch {
      return null
    }
  }

  const known = new Map()
  const dice = text => {
    const plain = text.replace(/[−–]/gu, '-')
    if (!known.has(plain)) known.set(plain, odds(plain))
    return known.get(plain)
  }

  const button = (text, more = {}) => {
    const shown = element('button', text, { type: 'button', 'data-system': 'plain', 'data-dice': text.replace(/[−–]/gu, '-'), ...more })
    return element('rulebook-dice', shown)
  }

  /** A line with its dice as buttons; what is wrong with its averages is told. */
  function words(line, number, told) {
    const parts = []
    let from = 0
    for (const match of line.matchAll(DICE)) {
      const text = match[0].trim()
      const result = dice(text)
      if (!result) continue
      told.dice.set(text, result)
      average(line, number, match.index, text, result, told)
      parts.push(line.slice(from, match.index), button(text))
      from = match.index + text.length
    }
    return [...parts, line.slice(from)]
  }

  /** "9 (2d6)": the number before the brackets is the average, rounded down or up. */
  function average(line, number, at, text, { low, high, average: mean }, told) {
    const before = /(?<![\w.,+\-−–])(\d{1,4}) \($/u.exec(line.slice(0, at))
    if (!before || mean == null || line[at + text.length] !== ')') return
    const stated = Number(before[1])
    if (stated < low || stated > high || stated === Math.floor(mean + 1e-9) || stated === Math.ceil(mean - 1e-9)) return
    told.findings.push([number, `${stated} is not what ${text} comes to on average, which is ${Number(mean.toFixed(2))}`])
  }

  const cells = line => line.trim().replace(/^\||\|$/gu, '').split('|').map(cell => cell.trim())

  /** A table; where its first head names dice and its first column their faces, it rolls. */
  function table(lines, first, told) {
    const head = cells(lines[0])
    const rows = lines.slice(2, MAX_TABLE_ROWS).map(cells)
    const rolled = dice(head[0])
    const ranges = rows.map(([cell]) => RANGE.exec(cell)).map(match => match && [Number(match[1]), Number(match[2] ?? match[1])])
    const isRolled = rolled?.high != null && ranges.length > 1 && ranges.every(Boolean)
    const isWhole = isRolled && faces(rolled, ranges, first, told)
    const id = `try-${first}`
    const body = rows.map((row, at) =>
      element('tr', row.map((cell, column) => {
        const content = words(cell, first + 2 + at, told)
        if (column || !isWhole) return element('td', content)
        const [low, high] = ranges[at]
        return element('td', element('span', cell, { class: 'rulebook-key', 'data-table': id, 'data-faces': `${low}..${high}` }))
      })),
    )
    const name = isWhole ? button(head[0], { 'data-table': id, 'data-title': head[1] ?? '' }) : head[0]
    const heads = [name, ...head.slice(1)].map(one => element('th', one, { scope: 'col' }))
    return element('table', [element('thead', element('tr', heads)), element('tbody', body)])
  }

  /** Whether each total of the dice stands in exactly one row; what does not is told. */
  function faces({ text, low, high }, ranges, first, told) {
    let isWhole = true
    for (let face = low; face <= high; face++) {
      const having = ranges.filter(([from, to]) => from <= face && face <= to).length
      if (having === 1) continue
      isWhole = false
      told.findings.push([first, having ? `${having} rows have ${face} of ${text}` : `no row has ${face} of ${text}`])
    }
    for (const [at, [from, to]] of ranges.entries()) {
      if (from >= low && to <= high && from <= to) continue
      isWhole = false
      told.findings.push([first + 2 + at, `${text} cannot show ${from > to ? `${from} to ${to}` : to > high ? to : from}`])
    }
    return isWhole
  }

  function show() {
    const lines = area.value.slice(0, MAX_TEXT).split('\n')
    const told = { findings: [], dice: new Map() }
    const blocks = []
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at]
      const heading = /^(#{1,6}) +(.*)/u.exec(line)
      if (line.startsWith('|') && /^[ :|-]+$/u.test(lines[at + 1] ?? '')) {
        let end = at
        while (lines[end]?.startsWith('|')) end++
        blocks.push(table(lines.slice(at, end), at + 1, told))
        at = end - 1
      } else if (heading) blocks.push(element('p', element('strong', heading[2])))
      else if (line.trim()) blocks.push(element('p', words(line, at + 1, told)))
    }
    page.replaceChildren(...blocks)
    const listed = told.findings.map(([number, text]) => element('li', `Line ${number}: ${text}`))
    findings.replaceChildren(...listed)
    facts.tBodies[0].replaceChildren(
      ...[...told.dice].filter(([, { low }]) => low != null).map(([text, { low, high, average: mean }]) =>
        element('tr', [text, low, high, Number(mean.toFixed(2))].map(cell => element('td', String(cell)))),
      ),
    )
    count.textContent = `${told.findings.length} ${told.findings.length === 1 ? 'finding' : 'findings'}, ${told.dice.size} different dice`
  }

  /** Load what rolls, and what the card of a roll asks for when it opens, while there is a network. */
  async function load() {
    const { late } = globalThis.rulebookPage
    try {
      lent = (await late('rulebookDice')).lent
      late('rulebookGames').catch(() => {})
    } catch {
      count.textContent = 'The dice could not be loaded. Reload the page.'
    }
  }

  let loading
  let waiting
  /** Try the text as it is by then; what rolls comes with the first reader who goes to the text. */
  async function attempt() {
    await (loading ??= load())
    if (lent) show()
  }

  area.value ||= EXAMPLE.join('\n')
  area.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(attempt, 200)
  })
  for (const kind of ['focusin', 'pointerover']) area.form.addEventListener(kind, attempt, { once: true })
  // Nor does it wait for a reader who scrolls past it.
  const near = new IntersectionObserver(([{ isIntersecting }]) => {
    if (!isIntersecting) return
    near.disconnect()
    attempt()
  })
  near.observe(page.previousElementSibling)
})()
