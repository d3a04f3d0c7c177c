// Texts of the engine and of games in the language of the site, which have their values in them already.

import { say, words } from './page.js'

let patterns

/** A whole text in the site's language: itself where nothing of it is known. */
export function sayWhole(text) {
  if (words[text]) return words[text]
  patterns ??= Object.keys(words).filter(key => key.includes('{0}')).map(key => [key, patternOf(key)])
  for (const [key, pattern] of patterns) {
    const match = pattern.exec(text)
    if (match) return say(key, ...match.slice(1).map(value => words[value] ?? value))
  }
  return text
}

const patternOf = key =>
  RegExp(`^${key.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.+?)')}$`, 's')
