// Drives the real server through the protocol library that the extension has, in plain Node.

import assert from "node:assert/strict"
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { after, before, test } from "node:test"
import { pathToFileURL } from "node:url"
import {
  CodeLensRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type ProtocolConnection,
} from "vscode-languageserver-protocol/node"
import { findCommand } from "../src/finding"
import { SHOW_NUMBERS, type Dice, type Odds, type Rolled, type Rule, type Status } from "../src/protocol"
import { oddsPage, rollText, statusText } from "../src/wording"

const RULES = "game: Walk\nvalues:\n  Reach: 1..6\n  Pace: {is: Reach / 2, round: up, unit: streets}\n"
const SETTINGS = "site_name: Walk\nplugins: [rulebook: {books: {.: {system: docs/rules.yml}}}]\n"
const PAGE = "# Walking\n\nWhoever has Reach 3 has a Pace of 2 streets.\n\nYou roll 2d6 and wait 15 days.\n"

let folder: string
let server: ChildProcess
let connection: ProtocolConnection
let uri: string
const shown: Diagnostic[][] = []
const waiting: (() => void)[] = []

/** Wait until the diagnostics of the page are as wanted. */
async function until(isWanted: (diagnostics: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
  for (;;) {
    const last = shown.at(-1)
    if (last !== undefined && isWanted(last)) return last
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
}

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "book-"))
  mkdirSync(path.join(folder, "docs"))
  writeFileSync(path.join(folder, "mkdocs.yml"), SETTINGS)
  writeFileSync(path.join(folder, "docs", "rules.yml"), RULES)
  writeFileSync(path.join(folder, "docs", "a.md"), PAGE)
  uri = pathToFileURL(path.join(folder, "docs", "a.md")).toString()
  const found = findCommand({
    setting: process.env["RULEBOOK_COMMAND"] ?? "",
    folders: [process.cwd(), path.join(process.cwd(), "..", "..")],
    platform: process.platform,
    env: process.env,
    isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
  })
  assert.ok(found, "the server is not installed: run `make test-packages`")
  server = spawn(found.command, ["lsp"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] })
  assert.ok(server.stdout && server.stdin)
  connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin))
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    if (params.uri === uri) shown.push(params.diagnostics)
    for (const resolve of waiting.splice(0)) resolve()
  })
  connection.onRequest("client/registerCapability", () => null)
  connection.listen()
  const result = await connection.sendRequest(InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} })
  assert.equal(result.serverInfo?.name, "rulebook")
  await connection.sendNotification(InitializedNotification.type, {})
  const textDocument = { uri, languageId: "markdown", version: 1, text: PAGE }
  await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument })
  await until((diagnostics) => diagnostics.length === 0)
})

after(async () => {
  await connection?.sendRequest(ShutdownRequest.type)
  const ended = once(server, "exit")
  await connection?.sendNotification(ExitNotification.type)
  const [code] = await ended
  connection?.dispose()
  rmSync(folder, { recursive: true, maxRetries: 5 })
  assert.equal(code, 0)
})

test("the status of the page is what the status bar shows", async () => {
  const status = await connection.sendRequest<Status>("rulebook/status", { uri })
  assert.equal(status.game, "Walk")
  assert.equal(statusText(status), "2 of 5 guarded")
})

test("the line above the page counts unguarded numbers and says where they are", async () => {
  const lenses = await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } })
  const command = lenses?.[0]?.command
  assert.equal(command?.title, "3 numbers unguarded")
  assert.equal(command?.command, SHOW_NUMBERS)
  const [where, , places] = command?.arguments ?? []
  assert.equal(where, uri)
  assert.equal(places.length, 3)
  assert.deepEqual(places[0].range.start, { line: 4, character: 9 })
})

test("dice are rolled, and their odds make a page", async () => {
  const [dice] = await connection.sendRequest<Dice[]>("rulebook/dice", { uri })
  assert.equal(dice?.text, "2d6")
  const rolled = await connection.sendRequest<Rolled>("rulebook/roll", { uri, text: "2d6", game: dice?.game })
  assert.match(rollText(rolled), /^2d6: total \d+$/)
  const odds = await connection.sendRequest<Odds>("rulebook/odds", { uri, text: "2d6", game: dice?.game })
  assert.equal(odds.exact, true)
  assert.match(oddsPage(odds), /<th scope="row">7<\/th><td class="number">16\.7 %/)
  const none = await connection.sendRequest<Rolled>("rulebook/roll", { uri, text: "no dice" })
  assert.ok(none.error)
})

test("a slip is shown as it is typed, and its rule is explained", async () => {
  const contentChanges = [{ text: PAGE.replace("Pace of 2", "Pace of 3") }]
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges,
  })
  const [finding] = await until((diagnostics) => diagnostics.length > 0)
  assert.match(finding?.message ?? "", /the rules give 2, the text says `3`/)
  const rule = await connection.sendRequest<Rule>("rulebook/explain", { rule: finding?.code })
  assert.equal(rule.rule, finding?.code)
  assert.ok(rule.text.length > 40)
})
