// Long folds, which wait as text for who opens, prints or searches them, or comes by an address of theirs.

const WAITING = '.rulebook-fold > noscript'
const soon = globalThis.requestIdleCallback ?? setTimeout

export function makeFolds() {
  document.addEventListener('toggle', ({ target }) => target.matches('.rulebook-fold') && unfold(), true)
  addEventListener('beforeprint', () => unfold())
  // The browser's own search finds elements.
  addEventListener('keydown', ({ key, ctrlKey, metaKey }) => (ctrlKey || metaKey) && key === 'f' && unfold())
  // A finger searches by a menu that tells no page of it: where there is no keyboard, all is there before, fold by fold.
  document.addEventListener('touchend', () => soon(unfoldNext), { passive: true })
}

function unfoldNext() {
  const next = document.querySelector(WAITING)
  if (!next) return
  unfold([next])
  soon(unfoldNext)
}

/** Make their elements. */
export function unfold(folded = document.querySelectorAll(WAITING)) {
  for (const text of folded) text.outerHTML = text.textContent
}
