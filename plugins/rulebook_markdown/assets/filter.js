// A catalogue whose cards say whom they are for, shown for one of them alone. Without this script all cards show.

import { announce, given, h } from './dom.js'

export function makeFilter() {
  const names = given('tags')
  const cards = [...document.querySelectorAll('.item-card[data-roles]')]
  if (!names || cards.length < 2) return
  const choice = (value, name) =>
    h('label', {}, h('input', { type: 'radio', name: 'rulebook-filter', value, checked: !value, onchange: () => show(value) }), ` ${name}`)
  const choices = Object.entries(names).map(([tag, name]) => choice(tag, name))
  const form = h('form', { class: 'rulebook-filter' },
    h('fieldset', {}, h('legend', {}, 'Show what is for'), choice('', 'everybody'), choices))
  cards[0].before(form)
  addEventListener('hashchange', unhide)

  function show(tag) {
    for (const card of cards) card.hidden = tag && !card.dataset.roles.split(' ').includes(tag)
    announce(`${cards.filter(card => !card.hidden).length} of ${cards.length}`)
  }

  /** A link to a card shows it, whatever was chosen. */
  function unhide() {
    // As the browser itself finds it, damaged escapes and all.
    const card = document.querySelector(':target')?.closest('.item-card')
    if (!card?.hidden) return
    form.reset()
    show('')
    card.scrollIntoView()
  }
}
