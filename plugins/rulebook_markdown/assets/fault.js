// Faults of what readers type, in words, with ways to mend them.

import { button, h, say } from './page.js'
import { exchanged, meant } from './meant.js'
import { capital } from './result.js'
import { sayWhole } from './whole.js'

/**
 * Describe an error, with its place marked in the text and a button for each correction.
 *
 * @param take is called with a correction that is chosen
 * @param before the text to go back to where nothing near can be read
 */
export function describeFault(error, text, language, take, before) {
  const { message, start, end, names } = error
  const offered = corrections(error, text, language)
  const offers = offered[0]
    ? [`${say('Did you mean')} `, ...offered.flatMap((near, i) => [i ? ` ${say('or')} ` : '', button(near, () => take(near))]), '?']
    : before === undefined ? [] : [button(before ? say('Back to {0}', before) : say('Clear'), () => take(before))]
  const sentence = words => words.replaceAll('`', '').replace(/\.?$/, '. ')
  if (start === undefined) return offers[0] ? [capital(sentence(sayWhole(message))), ...offers] : [capital(sayWhole(message))]
  const wanted = names?.map(sayWhole).join(` ${say('or')} `)
  const words = wanted ? say('{0}; expected is {1}', sayWhole(message), wanted) : sayWhole(message)
  return [h('code', {}, text.slice(0, start), h('mark', {}, text.slice(start, end) || '…'), text.slice(end)), ` ${sentence(words)}`, ...offers]
}

/** What may be meant: of several ways to mend it, each. */
function corrections({ start, end, remedy, literals }, text, language) {
  if (remedy) return [...remedy.matchAll(/`([^`]+)`/g)].map(([, words]) => words)
  if (start === undefined) return []
  const near = meant(language, text)
  return near ? [near] : exchanged(language, text, start, end, literals)
}
