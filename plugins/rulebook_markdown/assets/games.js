// The games of the site: a page brings the notations of its own, a file that is loaded when asked for those of all.

import { given, late } from './page.js'

/** The notations of the page as it is now, by game: a theme may have replaced its content. */
export const pageLanguages = () => given('notations') ?? {}

/** Every game of the site, `{title, example, language}` by name; fails where the file cannot be had. */
export const allGames = () => late('rulebookGames')

/** The game of the page's dice, or of the book that it is in; undefined where it is in none. */
export function gameOfPage(games) {
  const names = Object.keys(games)
  const rolled = pageLanguages()
  const title = document.querySelector('.rulebook[data-book]')?.dataset.book
  return names.find(name => name in rolled) ?? names.find(name => games[name].title === title)
}
