// The switch that marks each checked number, on a page that has any. The browser remembers it.

import { headerButton } from './header.js'
import { kept } from './kept.js'
import { say } from './words.js'

const KEY = 'rulebook-each'
const NAME = say('Mark each checked number')
const TICK = 'M4 12l5 5L20 6M3 21h18'

const { classList } = document.documentElement
let button

/** Whether each number is marked now. */
export const isEachMarked = () => classList.contains(KEY)

export function makeEach() {
  classList.toggle(KEY, kept(KEY) === 'true')
  button?.remove()
  if (document.querySelector('.rulebook-right')) {
    button = headerButton(NAME, TICK, {
      'aria-pressed': String(isEachMarked()),
      onclick() {
        classList.toggle(KEY)
        button.setAttribute('aria-pressed', isEachMarked())
        kept(KEY, isEachMarked())
      },
    })
    // On a phone, the bar has room for the name of the game and for what is used in play.
    if (!button.isConnected || matchMedia('(max-width: 30em)').matches) {
      button.classList.remove('md-header__button', 'md-icon')
      document.querySelector('.rulebook').prepend(button)
    }
  }
}
