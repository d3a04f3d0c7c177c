// Making elements, in as few words as the widget needs.

const SVG = 'http://www.w3.org/2000/svg'

/** An element with attributes (`onclick` and its like are listeners; true, false and null as in HTML) and children. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children)
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children)
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value != null) element.setAttribute(name, value)
  }
  element.append(...children.flat(Infinity).filter(child => child != null && child !== false))
  return element
}

let lent = {}

/** What was put into the page for the script (see presentation/data.py): the last, for ours stands behind all text. */
export const given = (name, within = document) =>
  (within === document && lent[name]) || JSON.parse([...within.querySelectorAll('template')]
    .map(({ content }) => content.querySelector(`script[data-rulebook=${name}]`)).findLast(Boolean)?.textContent ?? null)

/** Add to that what another page has of it. */
export const lend = (name, data) => (lent = { ...lent, [name]: { ...given(name), ...data } })

let ending

/** Begin another page: what was lent to the one before is gone, and what it listened to. */
export function turn() {
  lent = {}
  dispatchEvent(new Event('rulebook-leave'))
  ending?.abort()
  ending = new AbortController()
  document.querySelector('dialog:modal')?.close()
}

/** Listen to a window while the page lasts: a theme may put another one in its place. */
export const during = (kind, listener) => addEventListener(kind, listener, { signal: ending.signal })

/** Whether data names the address of a page, which may lie in a folder, and nothing that would run. */
export const isPage = address => /^(https?|file):/.test(new URL(address, location))

/** A small button; `done` is what it says for a moment after it worked, and `work` returns what went wrong. */
export function button(label, work, done) {
  return h('button', {
    type: 'button',
    async onclick(event) {
      const { currentTarget } = event
      if (await work(event) || !done) return
      currentTarget.textContent = done
      announce(done)
      setTimeout(() => (currentTarget.textContent = label), 1500)
    },
  }, label)
}

/** Copy text; where the browser keeps the clipboard to itself (plain http), by way of a selection. */
export async function copy(text, beside) {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = h('textarea', { class: 'rulebook-unseen', 'aria-hidden': 'true', tabindex: -1 })
    area.value = text
    beside.after(area)
    area.select()
    document.execCommand('copy')
    area.remove()
    beside.focus()
  }
}

/** Have a screen reader say something, whatever has the focus. */
export function announce(text) {
  let region = document.querySelector('body > .rulebook-unseen')
  if (!region) document.body.append(region = h('div', { role: 'status', class: 'rulebook-unseen' }))
  // Said again when it is the same text: a region that does not change stays silent.
  region.textContent = ''
  setTimeout(() => (region.textContent = text), 20)
}

/**
 * Put an open popover below `anchor`, above or beside it where there is more room.
 * It stays in the column of the text where it fits there, so that it hides no part of a list of links beside it.
 * It hangs by its upper edge, so that what grows in it moves nothing above. What hangs at something that does not scroll does not either.
 */
export function place(popover, anchor) {
  const fixed = anchor.matches('.rulebook-tray, .rulebook-log')
  const gap = 8
  // The strip of rolls stays in view.
  const floor = innerHeight - (document.querySelector('body > .rulebook-log')?.offsetHeight ?? 0)
  const box = anchor.getBoundingClientRect()
  const { style, offsetWidth } = popover
  style.maxHeight = `${floor - 2 * gap}px`
  const height = popover.offsetHeight
  const page = document.documentElement.getBoundingClientRect()
  const column = anchor.closest('.md-content')?.getBoundingClientRect()
  const room = column?.width >= offsetWidth + 2 * gap ? column : page
  const spans = ({ left, right }) => [left + gap, right - gap - offsetWidth]
  const [nearest, farthest] = spans(room)
  let left = Math.max(nearest, Math.min(box.left, farthest))
  let top = box.bottom + gap
  if (top + height + gap > floor) {
    const above = box.top - gap - height
    const beside = [room, page].map(spans).flatMap(([first, last]) =>
      [box.right + gap, box.left - gap - offsetWidth].filter(at => first <= at && at <= last))[0]
    if (above >= gap) top = above
    else if (beside !== undefined) [left, top] = [beside, floor - gap - height]
    else if (box.top > innerHeight / 2) top = gap
  }
  style.position = fixed ? 'fixed' : ''
  style.left = `${left + !fixed * scrollX}px`
  style.top = `${top + !fixed * scrollY}px`
  style.maxHeight = `${Math.max(floor - top - gap, 200)}px`
}
