import assert from "node:assert/strict"
import { test } from "node:test"
import { makesBook } from "../src/books"

const SETTINGS: [string, boolean][] = [
  ["plugins:\n  - search\n  - rulebook\n", true],
  ["plugins:\n  - rulebook:\n      books: {}\n", true],
  ["plugins: [search, rulebook]\n", true],
  ["plugins: [rulebook: {books: {}}]\r\n", true],
  ["plugins: {search: {}, rulebook: {}}\n", true],
  ["plugins:\n  - 'rulebook'\n", true],
  ["plugins:\n  - search\n# - rulebook\n", false],
  ["site_name: The rulebook of Ann\nplugins: [search]\n", false],
  ["plugins:\n  - rulebook-like\n", false],
  ["", false],
]

test("a mkdocs.yml makes a book where it names the plugin", () => {
  for (const [text, expected] of SETTINGS) assert.equal(makesBook("mkdocs.yml", text), expected, text)
})

test("a rules.yml makes a book where it has a game", () => {
  assert.equal(makesBook("rules.yml", "game: Walk\nvalues:\n  Reach: 1..6\n"), true)
  assert.equal(makesBook("rules.yml", "groups:\n  - name: alerts\n"), false)
})
