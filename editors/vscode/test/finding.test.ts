import assert from "node:assert/strict"
import { test } from "node:test"
import { findCommand, foldersFrom, type Search } from "../src/finding"

/** Search among files that are there. */
function find(files: readonly string[], search: Partial<Search>): string | undefined {
  const all: Search = { setting: "", folders: [], platform: "linux", env: {}, isFile: (file) => files.includes(file), ...search }
  return findCommand(all)?.command
}

const UNIX = "/home/ann/book/.venv/bin/rulebook"
const WINDOWS = "C:\\Users\\Ann\\book\\.venv\\Scripts\\rulebook.exe"

for (const platform of ["linux", "darwin"] as const) {
  test(`the environment of a book is found on ${platform}`, () => {
    const search = { platform, folders: ["/home/ann/book"], env: { PATH: "/usr/bin:/usr/local/bin" } }
    assert.equal(find([UNIX, "/usr/bin/rulebook"], search), UNIX)
    assert.equal(find(["/home/ann/book/venv/bin/rulebook"], search), "/home/ann/book/venv/bin/rulebook")
    assert.equal(find(["/usr/local/bin/rulebook"], search), "/usr/local/bin/rulebook")
    assert.equal(find([], search), undefined)
  })
}

test("the environment of a book is found on Windows", () => {
  const search = { platform: "win32", folders: ["C:\\Users\\Ann\\book"], env: { Path: "C:\\Windows;C:\\Tools" } } as const
  assert.equal(find([WINDOWS, "C:\\Tools\\rulebook.exe"], search), WINDOWS)
  assert.equal(find(["C:\\Tools\\rulebook.exe"], search), "C:\\Tools\\rulebook.exe")
  assert.equal(find(["C:\\Users\\Ann\\book\\.venv\\bin\\rulebook"], search), undefined)
})

test("an environment above the book is found, the nearest first", () => {
  const folders = foldersFrom("/home/ann/all/book", "/home/ann/all", "linux")
  assert.deepEqual(folders, ["/home/ann/all/book", "/home/ann/all"])
  assert.equal(find(["/home/ann/all/.venv/bin/rulebook"], { folders }), "/home/ann/all/.venv/bin/rulebook")
  assert.deepEqual(foldersFrom("/elsewhere", "/home/ann", "linux"), ["/elsewhere"])
  assert.deepEqual(foldersFrom("C:\\a\\b", "C:\\a", "win32"), ["C:\\a\\b", "C:\\a"])
})

test("the interpreter of the Python extension leads to the command beside it, before PATH", () => {
  const env = { PATH: "/usr/bin" }
  const there = "/home/ann/conda/bin/rulebook"
  assert.equal(find([there, "/usr/bin/rulebook"], { env, interpreter: "/home/ann/conda/bin/python" }), there)
  const windows = { platform: "win32", interpreter: "C:\\conda\\python.exe" } as const
  assert.equal(find(["C:\\conda\\Scripts\\rulebook.exe"], windows), "C:\\conda\\Scripts\\rulebook.exe")
})

test("an active environment counts", () => {
  const env = { VIRTUAL_ENV: "/opt/env", PATH: "/usr/bin" }
  assert.equal(find(["/opt/env/bin/rulebook", "/usr/bin/rulebook"], { env }), "/opt/env/bin/rulebook")
})

test("the setting comes first, and one that leads nowhere is not replaced", () => {
  const folders = ["/home/ann/book"]
  const files = [UNIX, "/home/ann/book/env/bin/rulebook", "/home/ann/own/rulebook"]
  assert.equal(find(files, { folders, setting: "env/bin/rulebook" }), "/home/ann/book/env/bin/rulebook")
  assert.equal(find(files, { folders, setting: "${workspaceFolder}/env/bin/rulebook" }), "/home/ann/book/env/bin/rulebook")
  assert.equal(find(files, { folders, setting: "~/own/rulebook", env: { HOME: "/home/ann" } }), "/home/ann/own/rulebook")
  assert.equal(find(files, { folders, setting: "nowhere/rulebook" }), undefined)
  const windows = { platform: "win32", folders: ["C:\\book"], setting: "env\\Scripts\\rulebook" } as const
  assert.equal(find(["C:\\book\\env\\Scripts\\rulebook.exe"], windows), "C:\\book\\env\\Scripts\\rulebook.exe")
})
