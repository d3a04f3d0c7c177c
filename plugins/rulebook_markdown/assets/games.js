// The games of the site: a page brings the notations of its own, a file that is loaded when asked for those of all.

import { h } from './dom.js'

// Only a site with games says where that file is, beside this script; once loaded, its content stands in that place.
const { rulebookGames: file } = globalThis
const here = document.currentScript.src

let all

/** Whether the site has games at all. */
export const hasGames = !!file

/** The notations of the page as it is now, by game: a theme may have replaced its content. */
export function pageLanguages() {
  const data = document.getElementById('rulebook-data')
  return data ? JSON.parse(data.textContent) : {}
}

/** Every game of the site, `{title, example, language}` by name; fails where the file cannot be had. */
export const allGames = () =>
  (all ??= new Promise((resolve, reject) => {
    const done = () => {
      if (globalThis.rulebookGames !== file) return resolve(globalThis.rulebookGames)
      all = null
      reject()
    }
    document.head.append(h('script', { src: new URL(file, here), onload: done, onerror: done }))
  }))

/** The game of the page's dice, or of the book that it is in; undefined where it is in none. */
export function gameOfPage(games) {
  const names = Object.keys(games)
  const rolled = pageLanguages()
  const title = document.querySelector('.rulebook[data-book]')?.dataset.book
  return names.find(name => name in rolled) ?? names.find(name => games[name].title === title)
}
