// The dice tray: a button on every page of a site with games. It opens the panel, and nothing rolls by itself.

import { h } from './dom.js'
import { headerButton } from './header.js'
import { kept } from './kept.js'
import { has } from './late.js'
import { say } from './words.js'

const NAME = say('Dice tray')
const DIE = 'M12 2l9 5v10l-9 5-9-5V7zM12 7l5 8H7zV2M3 7l9 0 9 0-4 8 4 2M3 7l4 8-4 2m4-2 5 7 5-7'

/**
 * Put the button on the page: in Material's header, or into a corner where there is none.
 *
 * @returns the button; null on a site without games
 */
export function makeTray(dice) {
  if (!has('rulebookGames')) return null
  let panel
  let wasOpen = false
  const button = headerButton(NAME, DIE, {
    'aria-haspopup': 'dialog',
    // By the time of the click, the press has closed the panel already.
    onpointerdown: () => (wasOpen = panel?.isOpen(button)),
    onclick: () => dice(button, loaded => {
      panel = loaded
      if (wasOpen || panel.isOpen(button)) panel.close()
      else panel.open(button)
      wasOpen = false
    }),
  })
  if (!button.isConnected) document.body.append(h('aside', { class: 'rulebook-corner', 'aria-label': NAME }, button))
  // Any reader may turn the key off, or give the tray another one.
  document.addEventListener('keydown', event => {
    const { key, target } = event
    if (key !== (kept('rulebook-key') ?? 'd') || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return
    if (target.closest('input, select, textarea, [contenteditable]') || document.querySelector(':modal')) return
    event.preventDefault()
    button.click()
  })
  // A book's start page has a larger one.
  document.addEventListener('click', ({ target }) => target.closest?.('.rulebook-roll') && button.click())
  return button
}
