import assert from "node:assert/strict"
import { test } from "node:test"
import { installLines, quoted, runLine, startFault } from "../src/installing"

test("the commands that install it are those of the system", () => {
  assert.deepEqual(installLines("mkdocs-rulebook[lsp]", "linux"), [
    "python3 -m venv .venv",
    ".venv/bin/python -m pip install 'mkdocs-rulebook[lsp]'",
  ])
  assert.deepEqual(installLines("mkdocs-rulebook[lsp]", "win32"), [
    "py -m venv .venv",
    ".venv\\Scripts\\python -m pip install 'mkdocs-rulebook[lsp]'",
  ])
})

test("the wheel of a release is one word of the command", () => {
  const wheel = "mkdocs-rulebook[lsp] @ https://example.org/a/b.whl"
  assert.equal(installLines(wheel, "linux")[1], `.venv/bin/python -m pip install '${wheel}'`)
})

test("no part of a setting becomes a command of its own", () => {
  assert.equal(quoted("a; rm -rf b", "linux"), "'a; rm -rf b'")
  assert.equal(quoted("Ann's", "linux"), "'Ann'\\''s'")
  assert.equal(quoted("Ann's & co", "win32"), "'Ann''s & co'")
  assert.equal(quoted("a\\b", "linux"), "'a\\b'")
})

test("a command with blanks in its path runs", () => {
  assert.equal(runLine("/my book/.venv/bin/rulebook", ["check"], "darwin"), "'/my book/.venv/bin/rulebook' check")
  assert.equal(runLine("C:\\my book\\rulebook.exe", ["check"], "win32"), "& 'C:\\my book\\rulebook.exe' check")
  assert.equal(runLine("C:\\book\\rulebook.exe", ["check"], "win32"), "C:\\book\\rulebook.exe check")
})

test("a server that does not start says why", () => {
  const lacking = "rulebook: the language server is not installed; it comes with `pip install 'mkdocs-rulebook[lsp]'`\n"
  assert.deepEqual(startFault(2, lacking), { needsExtra: true, text: lacking.trim() })
  assert.deepEqual(startFault(1, "one\ntwo\n"), { needsExtra: false, text: "two" })
  assert.deepEqual(startFault(null, ""), { needsExtra: false, text: "it ended with code none" })
})
