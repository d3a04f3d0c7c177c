// The games of the site: a page brings the notations of its own, a file that is loaded when asked for those of all.

import { GAMES, given, late } from './page.js'

/**
 * The notations of a page as it is now, by game: a theme may have replaced its content. Those that it only names are in
 * the file of all games, which `late` loads with the script that rolls.
 */
export const pageLanguages = page => {
  const all = given('notations', page) ?? {}
  for (const name in all) all[name] ??= globalThis[GAMES]?.[name].language
  return all
}

/** The notations of any page: another one may name games that this one does not. */
export async function languagesOf(page) {
  if (page !== document) await late(GAMES).catch(() => {})
  return pageLanguages(page)
}

/** Every game of the site, `{title, example, language}` by name; fails where the file cannot be had. */
export const allGames = () => late(GAMES)

/** The game of the page's dice, or of the book that it is in; undefined where it is in none. */
export function gameOfPage(games) {
  const names = Object.keys(games)
  const rolled = pageLanguages()
  const title = document.querySelector('.rulebook[data-book]')?.dataset.book
  return names.find(name => games[name].title === title) ?? names.find(name => name in rolled)
}
