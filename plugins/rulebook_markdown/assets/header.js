// Buttons that every page has in the theme's header.

import { h, svg } from './dom.js'

/** A button with a drawing, in Material's header; on no page yet where there is none. */
export function headerButton(name, drawing, attributes) {
  const button = h('button', { type: 'button', class: 'rulebook-tray', title: name, 'aria-label': name, ...attributes },
    svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: drawing })))
  const title = document.querySelector('.md-header__title')
  if (title) {
    button.classList.add('md-header__button', 'md-icon')
    title.after(button)
  }
  return button
}
