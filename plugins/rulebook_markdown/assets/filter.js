// A catalogue whose cards say whom they are for, shown for one of them alone. Without this script all cards show.

import { announce } from './page.js'

export function makeFilters() {
  const all = [...document.querySelectorAll('form.rulebook-filter, .item-card[data-roles]')]
  for (const form of all.filter(part => part.matches('form'))) {
    const cards = all.slice(all.indexOf(form) + 1)
    const next = cards.findIndex(part => part.matches('form'))
    makeFilter(form, next < 0 ? cards : cards.slice(0, next))
  }
}

function makeFilter(form, cards) {
  form.reset()
  form.addEventListener('change', ({ target }) => show(target.value))
  addEventListener('hashchange', unhide)

  function show(tag) {
    for (const card of cards) card.hidden = tag && !card.dataset.roles.split(' ').includes(tag)
    announce(`${cards.filter(card => !card.hidden).length} of ${cards.length}`)
  }

  /** A link to a card shows it, whatever was chosen. */
  function unhide() {
    // As the browser itself finds it, damaged escapes and all.
    const card = document.querySelector(':target')?.closest('.item-card')
    if (!card?.hidden || !cards.includes(card)) return
    form.reset()
    show('')
    card.scrollIntoView()
  }
}
