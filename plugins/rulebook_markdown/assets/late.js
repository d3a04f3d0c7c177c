// Scripts that a page loads when it is first asked for what they bring; they lie beside this one.

import { given, h } from './dom.js'

// The site says what their files are called, by the global variables in which each leaves what it brings.
const files = globalThis.rulebookFiles ?? {}
// An image may be called `currentScript`, and would then stand in front of the document's own.
const here = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript').get.call(document).src
const asked = {}

/** Load a script again, which does its work as it comes. */
export const again = name => delete asked[name]

/** Whether the site has such a script. */
export const has = name => name in files

/** The script with the games of the site; a site without a game has plain dice alone. */
export const GAMES = has('rulebookGames') ? 'rulebookGames' : 'rulebookPlain'

/** What a script brings, from a file of its own or the one that the site names; fails where it cannot be had. */
export const late = async (name, file) => {
  // Nothing rolls without its notation, which the page may only name: then the script of all games has it.
  if (name === 'rulebookDice' && Object.values(given('notations') ?? {}).includes(null)) await load(GAMES)
  return load(name, file)
}

/** Where a script lies. */
late.of = name => has(name) && new URL(files[name], here)

const load = (name, file = late.of(name)) =>
  (asked[name] ??= file === false ? Promise.reject() : new Promise((resolve, reject) => {
    const onerror = () => {
      delete asked[name]
      reject()
    }
    // Not before it is loaded: an element whose id is the name would be found there.
    const onload = () => (globalThis[name] ? resolve(globalThis[name]) : onerror())
    document.head.append(h('script', { src: file, onload, onerror }))
  }))
