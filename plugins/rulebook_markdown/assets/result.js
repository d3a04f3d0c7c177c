// What a roll came to: its dice with the rule's reading of each, its results, and how it ended.

import { h, say, svg } from './page.js'
import { measured, measureOf } from './measures.js'
import { roll } from './engine.js'
import { shown } from './odds.js'
import { random } from './rng.js'
import { sayWhole } from './whole.js'

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1)

/** The results of a roll by the names that readers know: [label, value]. */
const results = (program, rolled) => program.fields.map(({ name, label }) => [say(label), shown(rolled.outcome[name])])

const spoken = rolled => rolled.dice.map(({ die, face, label }) => `${say('{0} shows {1}', die, face)}${label ? `, ${sayWhole(label)}` : ''}`).join('; ')
const faces = rolled => rolled.dice.map(({ face }) => face).join(', ')

/**
 * Roll a throw's dice from its seed: the roll in elements and in words.
 *
 * @param programs what is rolled: one program, or two of which one is rolled against the other
 * @param opposed whether the game itself has that
 * @returns {{parts: Element[], words: string, landed: string, faces: string, announcement: string, result: number}} `words` are
 *   results and verdict, `landed` is the main result as it counts, and `result` as it was rolled
 */
export function describe(thrown, programs, opposed) {
  const next = random(thrown.seed)
  const rolled = programs.map(program => roll(program, next))
  // Rolls that are repeated go on with the dice of the same seed; their results stand apart.
  const further = Array.from({ length: (programs[0].constants.repeats || 1) - 1 }, () => roll(programs[0], next))
  const measure = measureOf(thrown)
  const verdict = judge(thrown, measure, programs[0], rolled, opposed)
  const found = programs.map((program, i) => results(program, rolled[i]))
  const others = further.map(one => results(programs[0], one))
  const words = [...[found[0], ...others].map(one => one.map(pair => pair.join(' ')).join(', ')), verdict].filter(Boolean).join('; ')
  return {
    parts: [
      rolled.map((one, i) => [i && h('p', {}, say('against {0}', thrown.against)), dice(one, programs[i], measure), totals(found[i])]),
      further.map((one, i) => [dice(one, programs[0], measure), totals(others[i])]),
      verdict && h('p', { class: 'rulebook-verdict' }, capital(verdict), '.'),
    ].flat(2).filter(Boolean),
    words,
    // What is undone counts nothing.
    landed: verdict && verdict === measure?.words.undone ? '0' : found[0][0][1],
    result: +rolled[0].outcome[programs[0].fields[0].name],
    faces: [rolled.map(faces).join(` ${say('against')} `), ...further.map(faces)].join('; '),
    // What it came to is heard first: of many dice the rest can be cut short.
    announcement: `${thrown.text}: ${words}. ${rolled.map(spoken).join(`. ${capital(say('against {0}', thrown.against))}: `)}.`,
  }
}

const totals = found =>
  h('p', { class: 'rulebook-total' }, found.map(([label, value]) => h('span', {}, `${label} `, h('b', {}, value))))

/** How it ended, where there is something to be measured by. */
function judge({ target }, measure, program, rolled, opposed) {
  const { fields: [main], needs, tie_wins } = program
  const [mine, theirs] = rolled.map(({ outcome }) => outcome[main.name])
  if (target) {
    const margin = mine - target
    if (margin < 0) return say('failure, {0} short of {1}', -margin, target)
    return margin ? say('success, {0} reached with {1} to spare', target, margin) : say('success, {0} reached', target)
  }
  if (theirs === undefined) return measure && measured(measure, rolled[0], mine)
  const [above, equal, below] = opposed ? ['won', tie_wins ? 'won' : 'a tie', 'lost'] : ['higher', 'equal', 'lower']
  const short = opposed && needs != null && needs > Math.max(mine, theirs)
  return say('{0}, {1} against {2}', say(short ? 'neither wins' : mine > theirs ? above : mine < theirs ? below : equal), mine, theirs)
}

/** The outlines of dice by their sides, in a square of 40. */
const SHAPES = {
  4: 'M20 3 38 35H2z',
  6: 'M5 5h30v30H5z',
  8: 'M20 1 37 20 20 39 3 20z',
  10: 'M20 1 38 17v6L20 39 2 23v-6z',
  12: 'M20 1 38 15 31 37H9L2 15z',
  20: 'M20 1 36 10v20L20 39 4 30V10z',
}
const ROUND = 'M20 2a18 18 0 1 0 .01 0z'

/** What a die looks like: by the sides that its name says, or by the faces that it has. */
const shapeOf = (die, { dice }) => SHAPES[/^-?d(\d+)(?!.*\|)/.exec(die)?.[1] ?? dice[die]?.length] ?? (/d(%|100)/.test(die) ? SHAPES[10] : ROUND)

/** The dice as they lie; those that do something are lifted, and say what. ↻ was rolled again, + came in later. */
function dice({ dice: all }, program, measure) {
  const marked = all.findIndex(({ die }) => die === measure?.marked)
  return h('ol', { class: 'rulebook-faces' }, all.map(({ die, face, label, cause }, i) =>
    h('li', { class: label && label != 'dropped' && 'rulebook-counts', title: sayWhole(label ?? '') || null },
      svg('svg', { viewBox: '0 0 40 40', 'aria-hidden': 'true' }, svg('path', { d: shapeOf(die, program) })),
      h('span', { class: 'rulebook-die' }, cause == null ? die : `${die} ${all[cause]?.die === die ? '↻' : '+'}`), ' ',
      h('b', {}, face), ' ',
      h('span', { class: 'rulebook-label' }, i === marked ? `${sayWhole(label)} ${measure.words.marked}` : sayWhole(label ?? '')))))
}
