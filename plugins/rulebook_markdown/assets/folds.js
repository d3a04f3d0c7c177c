// Long folds, which wait as text for who opens, prints or searches them, or comes by an address of theirs.

export function makeFolds() {
  document.addEventListener('toggle', ({ target }) => target.matches('.rulebook-fold') && unfold(), true)
  addEventListener('beforeprint', unfold)
  // The browser's own search finds elements.
  addEventListener('keydown', ({ key, ctrlKey, metaKey }) => (ctrlKey || metaKey) && key === 'f' && unfold())
}

/** Make their elements. */
export function unfold() {
  for (const text of document.querySelectorAll('.rulebook-fold > noscript')) text.outerHTML = text.textContent
}
