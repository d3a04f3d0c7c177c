// What rolls and works out: the panel, random tables and sheets. Loaded when a page is first asked for any of them.

import { pageLanguages } from './games.js'
import { makePanel } from './panel.js'
import { makeTables } from './randomtable.js'
import { makeSheets } from './sheets.js'
import { linked } from './visit.js'

const panel = makePanel()
const tables = makeTables(pageLanguages)
makeSheets(pageLanguages)

globalThis.rulebookDice = {
  ...panel,
  /** Roll what a button of the page shows. */
  roll: from => (from.dataset.table ? tables : panel).roll(from),
  /** Show the roll that the address asks for; a die of the page, or else the tray, gets the focus back. */
  follow(dice, tray) {
    const thrown = linked()
    if (thrown.table) tables.show(thrown)
    else if (tray) panel.show(thrown, dice.find(button => button.textContent.trim() === thrown.text) ?? tray)
  },
}
