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
  element.append(...children.flat().filter(child => child != null && child !== false))
  return element
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

let region

/** Have a screen reader say something, whatever has the focus. */
export function announce(text) {
  if (!region?.isConnected) {
    region = h('div', { role: 'status', class: 'rulebook-unseen' })
    document.body.append(region)
  }
  // Said again when it is the same text: a region that does not change stays silent.
  region.textContent = ''
  setTimeout(() => (region.textContent = text), 20)
}

/** Show a popover below `anchor`, or above it where there is more room; `null` puts it near the top of the window. */
export function place(popover, anchor) {
  const gap = 8
  const box = anchor?.getBoundingClientRect() ?? { left: innerWidth / 2, top: 0, bottom: innerHeight / 8 }
  const width = document.documentElement.clientWidth
  const below = innerHeight - box.bottom - 2 * gap
  const above = box.top - 2 * gap
  const up = below < Math.min(popover.scrollHeight, 420) && above > below
  const { style } = popover
  style.left = `${Math.max(gap, Math.min(box.left, width - popover.offsetWidth - gap)) + scrollX}px`
  style.top = up ? 'auto' : `${box.bottom + gap + scrollY}px`
  style.bottom = up ? `${innerHeight - box.top + gap - scrollY}px` : 'auto'
  style.maxHeight = `${Math.max(up ? above : below, 240)}px`
}
