// A catalogue whose cards say whom they are for, shown for one of them alone, and for the words that a card must have.
// Without this script all cards show.

import { during, h, say } from './page.js'

export function makeFilters() {
  const all = [...document.querySelectorAll('form.rulebook-filter, .item-card[data-roles]')]
  for (const form of all.filter(part => part.matches('form'))) {
    const cards = all.slice(all.indexOf(form) + 1)
    const next = cards.findIndex(part => part.matches('form'))
    makeFilter(form, next < 0 ? cards : cards.slice(0, next))
  }
}

function makeFilter(form, cards) {
  const count = h('output')
  const texts = cards.map(card => card.textContent.toLowerCase())
  const wanted = form.querySelector('[type=search]')
  wanted.closest('label').after(' ', count)
  form.reset()
  form.addEventListener('input', show)
  form.addEventListener('submit', event => event.preventDefault())
  during('hashchange', unhide)

  function show() {
    const tag = form.querySelector(':checked').value
    const words = wanted.value.toLowerCase().split(/\s+/)
    const found = cards.filter((card, at) => {
      card.hidden = (tag && !card.dataset.roles.split(' ').includes(tag)) || !words.every(word => texts[at].includes(word))
      return !card.hidden
    }).length
    // An output is a status: what is put into it is announced.
    count.textContent = !found ? say('Nothing found') : found < cards.length ? say('{0} of {1}', found, cards.length) : ''
  }

  /** A link to a card shows it, whatever was chosen. */
  function unhide() {
    // As the browser itself finds it, damaged escapes and all.
    const card = document.querySelector(':target')?.closest('.item-card')
    if (!card?.hidden || !cards.includes(card)) return
    form.reset()
    show()
    card.scrollIntoView()
  }
}
