// The extension: starts the server in a book, and gives its commands to the editor.

import { execFile } from "node:child_process"
import { statSync } from "node:fs"
import * as path from "node:path"
import * as vscode from "vscode"
import type { LanguageClient } from "vscode-languageclient/node"
import { makesBook } from "./books"
import { makeClient, PAGES } from "./client"
import { diceCommands, DiceHover, DiceLenses, DiceLinks } from "./dice"
import { findCommand, foldersFrom, type Found } from "./finding"
import { installLines, runLine, startFault } from "./installing"
import { SHOW_NUMBERS, type Rule } from "./protocol"
import { StatusItem } from "./status"

const MAX_FILES = 50
/** Files that may make a folder a book are looked for among so many. */
const LEFT_OUT = "**/{node_modules,.venv,venv,site,.git}/**"
const SCHEME = "rulebook-rule"

/** What tests and other extensions see of it. */
export interface Api {
  /** Resolves once the server has started; undefined if there is no book, or no command. */
  started: Promise<Found | undefined>
}

export function activate(context: vscode.ExtensionContext): Api {
  const extension = new Extension(context)
  context.subscriptions.push(extension)
  return { started: extension.start() }
}

class Extension implements vscode.Disposable {
  private client: LanguageClient | undefined
  private folder: string | undefined
  private found: Found | undefined
  private links: vscode.Disposable | undefined
  private readonly log = vscode.window.createOutputChannel("Rulebook: rolls and search", { log: true })
  private readonly status = new StatusItem(() => this.client)
  private readonly lenses = new DiceLenses(() => this.client)
  private readonly seen = new Set<string>()

  constructor(context: vscode.ExtensionContext) {
    const server = () => this.client
    const pages = { scheme: "file", pattern: PAGES }
    const command = vscode.commands.registerCommand
    context.subscriptions.push(
      ...diceCommands(server, this.log),
      command(SHOW_NUMBERS, showNumbers),
      command("rulebook.showUnguarded", () => this.showUnguarded()),
      command("rulebook.explain", (rule?: string) => this.explain(rule)),
      command("rulebook.check", () => this.check()),
      command("rulebook.install", () => this.install()),
      command("rulebook.restart", () => this.start()),
      vscode.languages.registerHoverProvider(pages, new DiceHover(server)),
      vscode.languages.registerCodeLensProvider(pages, this.lenses),
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        provideTextDocumentContent: (uri) => this.explanation(uri.query),
      }),
      vscode.window.onDidChangeActiveTextEditor(() => void this.status.refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (["command", "guide"].some((name) => event.affectsConfiguration(`rulebook.${name}`))) void this.start()
        else if (event.affectsConfiguration("rulebook")) this.refresh()
      }),
      // A file that makes a folder a book may come later.
      vscode.workspace.onDidSaveTextDocument((document) => {
        const name = path.basename(document.fileName)
        if (this.client === undefined && ["mkdocs.yml", "rules.yml"].includes(name)) void this.start()
      }),
    )
    this.relink()
  }

  dispose(): void {
    this.links?.dispose()
    this.status.dispose()
    this.log.dispose()
    void this.client?.stop()
  }

  /** Start the server, or start it anew. */
  async start(): Promise<Found | undefined> {
    const before = this.client
    this.client = undefined
    await before?.stop().catch(() => undefined)
    const folder = await bookFolder()
    if (folder === undefined) return undefined
    this.folder = folder
    const found = (this.found = await this.search(folder))
    if (found === undefined) {
      this.offerToInstall("Rulebook: the checker is not installed for this book.")
      return undefined
    }
    this.log.info(`${found.command}, by ${found.origin}`)
    const client = makeClient(found.command, folder, { looked: (uri) => this.looked(uri) })
    try {
      await client.start()
    } catch {
      const fault = await whyNot(found.command, folder)
      this.log.error(fault.text)
      if (fault.needsExtra) this.offerToInstall("Rulebook: the checker is installed without its language server.")
      else void vscode.window.showErrorMessage(`Rulebook: the language server does not start: ${fault.text}`)
      return undefined
    }
    this.client = client
    this.status.missing = false
    this.refresh()
    return found
  }

  private async search(folder: string): Promise<Found | undefined> {
    const root = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder))?.uri.fsPath ?? folder
    return findCommand({
      setting: vscode.workspace.getConfiguration("rulebook", vscode.Uri.file(folder)).get("command", ""),
      folders: foldersFrom(folder, root, process.platform),
      platform: process.platform,
      env: process.env,
      interpreter: await interpreter(folder),
      isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
    })
  }

  private looked(uri: vscode.Uri): void {
    if (uri.toString() === vscode.window.activeTextEditor?.document.uri.toString()) void this.status.refresh()
    this.lenses.refresh()
    // The editor asks for links once, often before the book is read; a provider that is new is asked again.
    if (!this.seen.has(uri.toString())) {
      this.seen.add(uri.toString())
      this.relink()
    }
  }

  private relink(): void {
    this.links?.dispose()
    const pages = { scheme: "file", pattern: PAGES }
    this.links = vscode.languages.registerDocumentLinkProvider(pages, new DiceLinks(() => this.client))
  }

  private refresh(): void {
    void this.status.refresh()
    this.lenses.refresh()
  }

  private async showUnguarded(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document
    if (document === undefined || this.client === undefined) return
    const uri = document.uri.toString()
    type Lens = { command?: { command: string; arguments?: Parameters<typeof showNumbers> } }
    const lenses = await this.client.sendRequest<Lens[] | null>("textDocument/codeLens", { textDocument: { uri } })
    const first = lenses?.find((lens) => lens.command?.command === SHOW_NUMBERS)?.command?.arguments
    if (first !== undefined) await showNumbers(...first)
  }

  private async explain(rule?: string): Promise<void> {
    const chosen = rule ?? (await ruleAtCursor())
    if (chosen === undefined) return
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `${chosen}.md`, query: chosen })
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri)
  }

  private async explanation(name: string): Promise<string> {
    const rule = await this.client?.sendRequest<Rule | null>("rulebook/explain", { rule: name })
    return rule ? `# ${rule.rule}\n\n*${rule.severity}*\n\n${rule.text}\n` : `There is no rule \`${name}\`.\n`
  }

  private check(): void {
    if (this.found === undefined || this.folder === undefined) return this.offerToInstall("Rulebook: nothing to run.")
    this.inTerminal([runLine(this.found.command, ["check"], process.platform)])
  }

  private install(): void {
    const requirement = vscode.workspace.getConfiguration("rulebook").get("package", "")
    this.inTerminal(installLines(requirement, process.platform))
    const done = "It is installed"
    void vscode.window
      .showInformationMessage("Rulebook: when the commands in the terminal have ended, start the server.", done)
      .then((choice) => (choice === done ? this.start() : undefined))
  }

  private inTerminal(lines: readonly string[]): void {
    const cwd = this.folder ?? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath
    const terminal = vscode.window.createTerminal({ name: "Rulebook", cwd })
    terminal.show()
    for (const line of lines) terminal.sendText(line)
  }

  private offerToInstall(message: string): void {
    this.status.missing = true
    const [install, choose] = ["Install it in a terminal", "Choose the command"]
    void vscode.window.showWarningMessage(message, install, choose).then((choice) => {
      if (choice === install) this.install()
      else if (choice === choose) void vscode.commands.executeCommand("workbench.action.openSettings", "rulebook.command")
    })
  }
}

/** Show numbers that nothing guards, as the editor shows references. */
async function showNumbers(
  uri: string,
  at: { line: number; character: number },
  places: { uri: string; range: { start: { line: number; character: number }; end: { line: number; character: number } } }[],
): Promise<void> {
  const locations = places.map(
    ({ uri, range: { start, end } }) =>
      new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(start.line, start.character, end.line, end.character)),
  )
  const position = new vscode.Position(at.line, at.character)
  await vscode.commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(uri), position, locations)
}

/** Return the folder of the first book in the workspace: the one that lies highest. */
async function bookFolder(): Promise<string | undefined> {
  const files = await vscode.workspace.findFiles("**/{mkdocs,rules}.yml", LEFT_OUT, MAX_FILES)
  const ordered = files.filter((file) => file.scheme === "file").sort((one, other) => depth(one) - depth(other))
  for (const file of ordered) {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file))
    if (makesBook(path.basename(file.fsPath), text)) return path.dirname(file.fsPath)
  }
  return undefined
}

function depth(uri: vscode.Uri): number {
  // Beside a rules.yml, a mkdocs.yml says more of the book.
  return 2 * uri.path.split("/").length + (uri.path.endsWith("/rules.yml") ? 1 : 0)
}

/** Return the interpreter that the Python extension has chosen for a folder. */
async function interpreter(folder: string): Promise<string | undefined> {
  const python = vscode.extensions.getExtension("ms-python.python")
  if (python === undefined) return undefined
  try {
    const api = (await python.activate()) as {
      environments?: { getActiveEnvironmentPath(resource: vscode.Uri): { path: string } }
    }
    return api.environments?.getActiveEnvironmentPath(vscode.Uri.file(folder)).path
  } catch {
    return undefined
  }
}

/** Run the server without an editor, and return why it ends: its input is empty. */
async function whyNot(command: string, folder: string): Promise<{ needsExtra: boolean; text: string }> {
  return new Promise((resolve) => {
    const child = execFile(command, ["lsp"], { cwd: folder, timeout: 20_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : null
      resolve(startFault(code, `${stdout}${stderr}` || (error?.message ?? "")))
    })
    child.stdin?.end()
  })
}

/** Return the rule of the finding at the cursor, or one that the writer picks among those of the page. */
async function ruleAtCursor(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor
  if (editor === undefined) return undefined
  const named = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((one) => one.source === "rulebook")
    .map((one) => ({ rule: String(typeof one.code === "object" ? one.code.value : one.code), range: one.range }))
  const here = named.find((one) => one.range.contains(editor.selection.active))
  return here?.rule ?? vscode.window.showQuickPick([...new Set(named.map((one) => one.rule))], { title: "Explain a finding" })
}
