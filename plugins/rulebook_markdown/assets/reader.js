// The parser of all notations: it interprets the grammar of a language, as rulesmod/dice/reader.py does.

import { formulaOf, numberOf, reject } from './formulas.js'
import { evaluate, shownRanges } from './reading.js'

const MAX_TERMS = 100
const MAX_DEPTH = 20
const LETTERS = 'A-Za-zÀ-ÖØ-öø-ɏЀ-ӿ'
const REMARK = RegExp(`^[${LETTERS}][${LETTERS}'’. -]{0,60}$`)
const NAME = RegExp(
  `[@?]\\{([${LETTERS}][${LETTERS}_ .-]{0,40})(?:\\|[^{}]*)?\\}|@?([${LETTERS}]{2,20}(?:[._][${LETTERS}]{2,20}){0,4})(?![${LETTERS}\\d_(])`,
  'y',
)
const LETTER = RegExp(`[${LETTERS}]`, 'y')
const SIGN_OF_WORD = RegExp(`[${LETTERS}\\d(]`, 'y')
const BLANK = /[ \t\n\r\u00a0\u2009\u202f]*/y

export const fill = (text, values) => text.replace(/\{([^{}]+)\}/g, (_, name) => shownRanges(values[name]))

/**
 * The `terms` of an expression in order, `[name, number]` of its `constants`, its `form`, and in a language of formulas
 * the `reading` of its tallies. What is none throws an Error with `start` and `end`, and the `literals` that could have
 * stood there.
 */
export function read(language, text, given = {}) {
  // Case never matters in a free language; a letter with another length in lower case is none of its own.
  const lower = sign => (sign.toLowerCase().length == sign.length ? sign.toLowerCase() : sign)
  const signs = language.free ? [...text].map(lower).join('') : text
  const noTags = language.defaults ?? {}
  let tags = noTags
  let terms = []
  let constants = []
  let trees = []
  let numbers = 0
  let form = ''
  let depth = 0
  let isSilent = false
  const places = {}
  let furthest = 0
  let stop = 0
  let expected = []
  let literals = []

  const matched = (pattern, at) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const blank = at => (language.free ? at + matched(BLANK, at)[0].length : at)
  const fault = (message, start, end, more) => {
    throw Object.assign(Error(message), { start, end, ...more })
  }
  const fail = (start, what, fitting = [], end = undefined) => {
    if (start < furthest || isSilent) return
    if (start > furthest || !expected.length) {
      furthest = start
      stop = end ?? start + (/^([A-Za-z0-9]+|.)/su.exec(text.slice(start))?.[0].length ?? 0)
      expected = []
      literals = []
    }
    expected.push(what)
    literals.push(...fitting)
  }
  const room = (start, end) => terms.length + constants.length + numbers < MAX_TERMS || fault(`a roll has at most ${MAX_TERMS} terms`, start, end)
  const attempt = (node, at) => {
    const kept = [terms, constants, trees, numbers, tags, form]
    const end = match(node, at)
    if (end === undefined) [terms, constants, trees, numbers, tags, form] = kept
    return end
  }
  const having = (tag, value) => (tags = { ...tags, [tag]: value })
  const value = reading => evaluate(reading, tags)
  const literal = (at, word, of) => {
    const start = blank(at)
    return of.startsWith(word, start) ? start + word.length : fail(start, word == ' ' ? 'a space' : `\`${word}\``, [word])
  }
  const match = (node, at) => {
    if (typeof node == 'string') return literal(at, node, signs)
    const [head, ...rest] = node
    return nodes[head](at, ...rest)
  }
  const nodes = {
    skip: (at, word) => (signs.startsWith(word, blank(at)) ? blank(at) + word.length : at),
    exact: (at, word) => literal(at, word, text),
    ahead(at, part) {
      const kept = [isSilent, terms, constants, trees, numbers, tags, form]
      isSilent = true
      const end = match(part, at)
      ;[isSilent, terms, constants, trees, numbers, tags, form] = kept
      return end === undefined ? end : at
    },
    called(at, what, part, begins) {
      const start = blank(at)
      const fitting = typeof part == 'string' ? [part] : part[0] == 'or' ? part.filter((one, i) => i && typeof one == 'string').slice(0, 1) : []
      if (begins && !(start < text.length && begins.includes(String.fromCodePoint(signs.codePointAt(start))))) return fail(start, what, fitting)
      const kept = [furthest, stop, [...expected], [...literals]]
      const end = match(part, at)
      if (end === undefined && furthest <= start) {
        ;[furthest, stop, expected, literals] = kept
        fail(start, what, fitting)
      }
      return end
    },
    seq: (at, ...parts) => parts.reduce((end, part) => (end === undefined ? end : match(part, end)), at),
    or: (at, ...parts) => parts.reduce((end, part) => end ?? attempt(part, at), undefined),
    opt: (at, part) => attempt(part, at) ?? at,
    many: (at, part) => {
      for (let end; (end = attempt(part, at)) > at; ) at = end
      return at
    },
    number: (at, tag, what, { min = 0, max = Infinity, in: allowed, zeros, digits: length }) => {
      at = blank(at)
      const digits = /^\d*/.exec(text.slice(at))[0]
      const end = at + digits.length
      const number = +digits
      const fits = value => value >= min && (!allowed || allowed.includes(value))
      if (!digits) return fail(at, what, fits(1) ? ['1'] : [])
      if (digits.length > 15) return fail(at, 'a number of at most 15 digits', [], end)
      if (!fits(number) || (digits != `${number}` && !zeros) || (length && digits.length != length)) return fail(at, what, allowed?.map(String), end)
      if (number > max) return fail(at, `a number up to ${max}`, [`${max}`], end)
      having(tag, number)
      places[tag] = [at, end]
      return end
    },
    word: (at, tag, what, words) => {
      const start = blank(at)
      const word = Object.keys(words).sort((a, b) => b.length - a.length).find(word => signs.startsWith(word, start))
      if (word === undefined) return fail(start, what, Object.keys(words))
      having(tag, words[word])
      return word ? start + word.length : at
    },
    part: (at, name) => match(language.parts[name], at),
    let: (at, tag, reading) => (having(tag, value(reading)), at),
    range: (at, tag, low, high) => (having(tag, [...(tags[tag] ?? []), [value(low), value(high)]]), at),
    where: (at, reading) => (value(reading) ? at : undefined),
    apart: at => (matched(SIGN_OF_WORD, blank(at)) ? undefined : at),
    whole: at => (matched(LETTER, at) ? undefined : at),
    end: at => (blank(at) == text.length ? text.length : fail(blank(at), 'the end')),
    check(at, reading, message, remedy, tag) {
      if (value(reading)) return at
      let [start, end] = (tag && places[tag]) || [0, at]
      // Without a number, it is the word before that is at fault.
      if (!tag) for (start = at - 1; start > 0 && matched(LETTER, start - 1); ) start--
      const told = fill(remedy, tags).replace(/^=(.*)/, (_, number) => `\`${text.slice(0, start)}${number}${text.slice(end)}\``)
      return fault(fill(message, tags), start, end, told && { remedy: told })
    },
    form: (at, name) => ((form = name), at),
    kind: (at, kind) => (having('kind', kind), at),
    note(at, opening, closing) {
      const start = blank(at)
      if (!text.startsWith(opening, start)) return fail(start, `\`${opening}\``)
      if (!closing) return text.length
      const last = text.indexOf(closing, start + opening.length)
      return last < 0 ? fail(text.length, `\`${closing}\``) : last + closing.length
    },
    words(at, barred, opening = '', closing = '') {
      const start = blank(at)
      const first = start + opening.length
      const end = closing ? text.indexOf(closing, start) : text.length
      const words = signs.slice(first, end).split(' ').filter(Boolean).map(word => word.replace(/^[.'’-]+|[.'’-]+$/g, ''))
      const fits = (start > at || closing) && end >= first && text.startsWith(opening, start) && REMARK.test(text.slice(first, end))
      return fits && !words.some(word => barred.includes(word)) ? end + closing.length : fail(start, 'the end')
    },
    name(at) {
      const start = blank(at)
      const found = matched(NAME, start)
      if (!found) return fail(start, 'a number')
      const end = start + found[0].length
      room(start, end)
      numbers++
      trees = [...trees, ['name', found[1] ?? found[2], start, end]]
      return end
    },
    term(at, kind, part) {
      tags = noTags
      const end = match(part, at)
      if (end === undefined) return
      room(blank(at), end)
      trees = [...trees, ['term', terms.length]]
      const { kind: other = kind, ...its } = tags
      terms = [...terms, { kind: other, tags: its, start: blank(at), end }]
      return end
    },
    constant(at, name, part) {
      tags = noTags
      const end = match(part, at)
      if (end === undefined) return
      room(at, end)
      constants = [...constants, [name, (tags.sign ?? 1) * tags.value]]
      return end
    },
    value(at, part) {
      const before = tags
      tags = noTags
      const end = match(part, at)
      if (end !== undefined) {
        room(at, end)
        numbers++
        trees = [...trees, ['number', tags.value, tags.over ?? 1]]
      }
      tags = before
      return end
    },
    counted(at, tag, part) {
      const [before, kept] = [tags, trees]
      const end = match(part, at)
      if (end === undefined) return
      const number = numberOf(trees.at(-1))
      trees = kept
      tags = before
      if (!(number >= 0)) return fail(blank(at), 'a whole number', [], end)
      having(tag, number)
      places[tag] = [blank(at), end]
      return end
    },
    apply(at, operator, part, tail) {
      if (depth == MAX_DEPTH) fault(`at most ${MAX_DEPTH} parentheses stand inside each other`, at, at + 1)
      const first = trees.length
      depth++
      let end = match(part, at)
      depth--
      if (end === undefined) return
      const operands = trees.slice(first)
      tags = { ...noTags, count: operands.length, last: operands.length }
      end = match(tail, end)
      if (end !== undefined) trees = [...trees.slice(0, first), [operator, tags, ...operands]]
      return end
    },
    left(at, part, operators) {
      let end = match(part, at)
      for (let further = end; further !== undefined; ) {
        further = undefined
        for (const [sign, operator, operand = part] of operators) {
          further = attempt(['seq', sign, operand], end)
          if (further === undefined) continue
          trees = [...trees.slice(0, -2), [operator, {}, ...trees.slice(-2)]]
          end = further
          break
        }
      }
      return end
    },
  }
  /** A tree with numbers for names. */
  const filled = ([head, tags, ...others]) => {
    if (head == 'name') {
      const name = tags.toUpperCase()
      const [start, end] = others
      if (!terms.length) reject('there are no dice in it')
      if (!Object.hasOwn(given, name)) fault(`only you know what ${tags} is`, start, end, { name, remedy: `\`${text.slice(0, start)}2${text.slice(end)}\`, if it is 2` })
      return ['number', given[name], 1]
    }
    return [head, tags, ...(head == 'number' ? others : others.map(filled))]
  }

  const end = match(language.grammar, 0)
  if (end !== undefined && blank(end) == text.length) return finished()
  if (end !== undefined) fail(blank(end), 'the end')
  let start = furthest
  // A word is refused whole: `reroll`, of which only the `r` fits.
  if (language.free && matched(LETTER, start)) while (start && matched(LETTER, start - 1)) start--
  if (start < furthest) [expected, literals] = expectedAt(start)
  const token = text.slice(start, stop)
  const names = [...new Set(expected)].filter((one, _, all) => !all.some(other => other.startsWith(`${one} `)))
  return fault(token ? `\`${token}\` cannot stand here` : `the ${language.name} breaks off`, start, stop, {
    expected: names.join(' or '),
    names,
    literals: [...new Set(literals)],
  })

  /** What would have fitted at an earlier place. */
  function expectedAt(place) {
    try {
      read(language, `${text.slice(0, place)}\0`, given)
    } catch (error) {
      if (error.start == place && error.names) return [error.names, error.literals]
    }
    return [['the end'], []]
  }

  function finished() {
    if (!language.defaults) return { terms, constants, form }
    try {
      const { placed, reading, modifier } = formulaOf(filled(trees[0]))
      return {
        terms: placed.map(([at, times, part]) => {
          const { kind, tags, start, end } = terms[at]
          return { kind, tags: { ...tags, sign: (tags.sign ?? 1) * times, ...(part && { part }) }, start, end }
        }),
        constants: [...constants, ['modifier', modifier]],
        form,
        reading,
      }
    } catch (error) {
      if (!error.isFormula) throw error
      return fault(error.message, 0, text.length)
    }
  }
}
