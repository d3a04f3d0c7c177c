// A dialog for what lasts an evening: a column beside the text where there is room, else in front of it.

import { button, h, say } from './page.js'
import styles from './column.css'

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)

const isWide = matchMedia('(min-width: 76.25em)')

/**
 * Make one, which is empty and closed.
 *
 * @returns the `dialog`; `fill` takes its title and what is below that, `show` opens it, and `leave` closes it where it
 *   stands in front of the page
 */
export function makeColumn(name) {
  const title = h('span', { id: `${name}-title` })
  const close = button('×', () => dialog.close())
  close.ariaLabel = say('Close')
  const head = h('div', { class: 'rulebook-head' }, title, close)
  const dialog = h('dialog', { class: `rulebook-column ${name}`, 'aria-labelledby': title.id }, head)
  // A click beside it closes it, as it closes the card of a roll.
  dialog.addEventListener('click', event => event.target === dialog && dialog.close())
  dialog.addEventListener('keydown', ({ key }) => key === 'Escape' && dialog.close())
  isWide.addEventListener('change', () => dialog.close())
  return {
    dialog,
    fill(words, ...parts) {
      title.textContent = words
      dialog.replaceChildren(head, ...parts)
    },
    show() {
      // A dialog that was opened otherwise would not hold the focus.
      document.querySelector(':popover-open')?.hidePopover()
      if (!dialog.isConnected) document.body.append(dialog)
      if (dialog.open) return
      for (const other of document.querySelectorAll('.rulebook-column[open]')) other.close()
      if (isWide.matches) dialog.show()
      else dialog.showModal()
    },
    leave() {
      if (!isWide.matches) dialog.close()
    },
  }
}
