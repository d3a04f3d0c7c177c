// Links that show a roll again.

/**
 * A roll as it is kept and linked: its game, expression, opponent, the seed that gives its dice, who rolled; and the
 * random table that it was rolled on, how many times, and the reader's values in it. A roll on a table is shown on its
 * `page`, any other one everywhere.
 */
export const FIELDS = ['system', 'text', 'seed', 'target', 'against', 'by', 'table', 'times', 'given']

/** The address that shows a throw again: nothing of it leaves the browser, for it is all in the fragment. */
export function linkTo(thrown) {
  const fields = FIELDS.map(name => [name, thrown[name]]).filter(([, value]) => value)
  return `${(thrown.page ?? location.href).split('#')[0]}#roll?${new URLSearchParams(fields)}`
}

/** The throw that the address asks for. Nothing about it has been checked. */
export function linked() {
  const fields = new URLSearchParams(location.hash.slice(6))
  return Object.fromEntries(FIELDS.map(name => [name, fields.get(name) ?? '']))
}

/** Whether an address that somebody else may have written leads to a page of this site. */
export function isOfThisSite(page) {
  const { origin, protocol } = new URL(page, location)
  return origin === location.origin && protocol === location.protocol
}
