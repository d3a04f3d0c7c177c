import assert from "node:assert/strict"
import { test } from "node:test"
import type { Odds } from "../src/protocol"
import { oddsPage, percent, rollText, statusText, statusTip } from "../src/wording"

const BOOK = { numbers: 60, guarded: 46, waived: 2, unguarded: 12 }
const STATUS = { game: "Walk", numbers: 9, guarded: 7, waived: 0, unguarded: 2, book: BOOK }

test("the status bar counts what is guarded or waived", () => {
  assert.equal(statusText(STATUS), "48 of 60 guarded")
  assert.match(statusTip(STATUS), /^Walk: of 60 numbers in the book, 46 guarded, 2 waived, 12 unguarded; of 9 numbers on this page, 7 guarded,/)
})

test("chances are percents", () => {
  assert.deepEqual(["1/6", "1/1", "0/1", "1/5000"].map(percent), ["16.7 %", "100.0 %", "0.0 %", "<0.1 %"])
  assert.equal(percent([0.25, 0.26]), "25.0 %")
})

test("a roll is told in a line", () => {
  const outcome = { total: 9, sap: true }
  assert.equal(rollText({ expression: "2d6", report: "", seed: "", outcome }), "2d6: total 9, sap yes")
})

const ODDS: Odds = {
  expression: "d2 <b>",
  system: "plain",
  exact: true,
  distribution: [
    [{ total: 1 }, "1/2"],
    [{ total: 2 }, "1/2"],
  ],
  mean: "3/2",
  deviation: 0.5,
  at_least: [
    [1, "1/1"],
    [2, "1/2"],
  ],
  report: "",
}

test("the page of odds has each result, and nothing of it is markup or a script", () => {
  const page = oddsPage(ODDS)
  assert.match(page, /<h1>d2 &lt;b&gt;<\/h1>/)
  assert.match(page, /Average 1\.50, deviation 0\.50/)
  assert.match(page, /<th scope="row">2<\/th><td class="number">50\.0 %<\/td>.*<td class="number">50\.0 %<\/td>/)
  assert.equal(page.match(/<tr><th scope="row">/g)?.length, 2)
  assert.match(page, /default-src 'none'/)
  assert.doesNotMatch(page, /<script/)
})

test("odds of several results at once are named, and those that are not exact say so", () => {
  const distribution: Odds["distribution"] = [[{ total: 0, sap: 1 }, [0.5, 0.6]]]
  const page = oddsPage({ ...ODDS, exact: false, distribution })
  assert.match(page, /total 0, sap 1/)
  assert.match(page, /lower bounds/)
})
