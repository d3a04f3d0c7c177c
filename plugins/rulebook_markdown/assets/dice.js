// What rolls: the panel and random tables. Loaded when a page is first asked for any of them, or has a sheet; and by the
// worker that counts odds for them.

import { serve } from './counting.js'
import { target } from './engine.js'
import { describeFault } from './fault.js'
import { PATIENT, QUICK, allow } from './fraction.js'
import { pageLanguages } from './games.js'
import { parse } from './language.js'
import { percent } from './odds.js'
import { makePanel } from './panel.js'
import { makeTables } from './randomtable.js'
import { read } from './reader.js'
import { evaluate } from './reading.js'
import { capital } from './result.js'
import { linked } from './visit.js'

// A theme may put a frame in the place of a worker, which has a document as well.
if (globalThis.rulebookPage) begin()
else serve()

function begin() {
  const panel = makePanel()
  const tables = makeTables(pageLanguages)

  globalThis.rulebookDice = {
    ...panel,
    lent: { PATIENT, QUICK, allow, capital, describeFault, evaluate, pageLanguages, parse, percent, read, target },
    /** Roll what a button of the page shows. */
    roll: from => (from.dataset.table ? tables : panel).roll(from),
    /** Show the roll that the address asks for; a die of the page, or else the tray, gets the focus back. */
    follow(dice, tray) {
      const thrown = linked()
      if (thrown.table) return tables.show(thrown)
      // A site without a game has no tray.
      const from = dice.find(button => (button.dataset.dice ?? button.textContent.trim()) === thrown.text) ?? tray ?? dice[0]
      if (from) panel.show(thrown, from)
    },
  }
}
