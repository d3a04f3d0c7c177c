// What rolls: the panel and random tables. Loaded when a page is first asked for any of them, or has a sheet; and by the
// worker that counts odds for them.

import { serve } from './counting.js'
import { distribution, target } from './engine.js'
import { describeFault } from './fault.js'
import { PATIENT, QUICK, allow } from './fraction.js'
import { allGames, languagesOf, pageLanguages } from './games.js'
import { parse } from './language.js'
import { linked } from './links.js'
import { percent } from './odds.js'
import { late } from './page.js'
import { makePanel, summary, throwFor } from './panel.js'
import { makeTables } from './randomtable.js'
import { read } from './reader.js'
import { evaluate } from './reading.js'
import { capital, describe } from './result.js'
import { parseWith, valuesOf } from './values.js'

// A theme may put a frame in the place of a worker, which has a document as well.
if (globalThis.rulebookPage) begin()
else serve()

function begin() {
  const panel = makePanel()
  const tables = makeTables(languagesOf)

  globalThis.rulebookDice = {
    ...panel,
    lent: { PATIENT, QUICK, allow, capital, describeFault, distribution, evaluate, pageLanguages, parse, percent, read, target, throwFor },
    history: { allGames, describe, parseWith, summary, valuesOf },
    /** Roll what a button of the page shows. */
    roll: from => (from.dataset.table ? tables : panel).roll(from),
    /** Show the roll or rolls that the address asks for; a die of the page, or else the tray, gets the focus back. */
    async follow(dice, tray) {
      const show = thrown => panel.show(thrown, tray ?? dice[0])
      if (location.hash.startsWith('#rolls?')) return (await late('rulebookHistory')).follow(show)
      const thrown = linked()
      if (thrown.table) return tables.show(thrown)
      // A site without a game has no tray.
      const from = dice.find(button => (button.dataset.dice ?? button.textContent.trim()) === thrown.text) ?? tray ?? dice[0]
      if (from) panel.show(thrown, from)
    },
  }
}
