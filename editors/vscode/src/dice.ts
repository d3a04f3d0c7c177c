// Dice on a page: a click with Ctrl or Cmd rolls them, and so does the line above them where it is wanted.

import * as vscode from "vscode"
import type { LanguageClient } from "vscode-languageclient/node"
import { ROLL_DICE, type Dice, type Odds, type Rolled } from "./protocol"
import { oddsPage, rollText } from "./wording"

type Server = () => LanguageClient | undefined

async function diceOf(server: Server, document: vscode.TextDocument): Promise<Dice[]> {
  return (await server()?.sendRequest<Dice[] | null>("rulebook/dice", { uri: document.uri.toString() })) ?? []
}

function range(dice: Dice): vscode.Range {
  const { start, end } = dice.range
  return new vscode.Range(start.line, start.character, end.line, end.character)
}

function commandUri(command: string, uri: vscode.Uri, dice: Dice): vscode.Uri {
  return vscode.Uri.parse(`command:${command}?${encodeURIComponent(JSON.stringify([uri.toString(), dice.text, dice.game]))}`)
}

/** Links over all dice of a page. */
export class DiceLinks implements vscode.DocumentLinkProvider {
  constructor(private readonly server: Server) {}

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    const dice = await diceOf(this.server, document)
    return dice.map((one) => {
      const link = new vscode.DocumentLink(range(one), commandUri(ROLL_DICE, document.uri, one))
      link.tooltip = `Roll ${one.text}`
      return link
    })
  }
}

/** What the pointer shows on dice besides their odds: the ways to roll them and to see the odds as a chart. */
export class DiceHover implements vscode.HoverProvider {
  constructor(private readonly server: Server) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const dice = await diceOf(this.server, document)
    const here = dice.find((one) => range(one).contains(position))
    if (here === undefined) return undefined
    const [roll, odds] = [ROLL_DICE, "rulebook.showOdds"].map((one) => commandUri(one, document.uri, here).toString())
    const text = new vscode.MarkdownString(`[Roll](${roll}) · [Odds](${odds})`)
    text.isTrusted = { enabledCommands: [ROLL_DICE, "rulebook.showOdds"] }
    return new vscode.Hover(text, range(here))
  }
}

/** A line above dice that rolls them; off unless the setting wants it. */
export class DiceLenses implements vscode.CodeLensProvider {
  private readonly changed = new vscode.EventEmitter<void>()
  readonly onDidChangeCodeLenses = this.changed.event

  constructor(private readonly server: Server) {}

  refresh(): void {
    this.changed.fire()
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!vscode.workspace.getConfiguration("rulebook", document).get("codeLens.dice", false)) return []
    const dice = await diceOf(this.server, document)
    return dice.map((one) => {
      const args = [document.uri.toString(), one.text, one.game]
      return new vscode.CodeLens(range(one), { title: `Roll ${one.text}`, command: ROLL_DICE, arguments: args })
    })
  }
}

interface Wanted {
  uri: string
  text: string
  game?: string
}

/** Return the dice that a command is about: its arguments, the selection, those at the cursor, or what the writer types. */
async function wanted(server: Server, uri?: string, text?: string, game?: string): Promise<Wanted | undefined> {
  const editor = vscode.window.activeTextEditor
  if (uri !== undefined && text !== undefined) return { uri, text, game }
  const here = editor?.document.uri.toString() ?? ""
  if (editor !== undefined) {
    const chosen = editor.document.getText(editor.selection).trim()
    if (chosen) return { uri: here, text: chosen }
    const dice = await diceOf(server, editor.document)
    const near = dice.find((one) => range(one).contains(editor.selection.active))
    if (near !== undefined) return { uri: here, text: near.text, game: near.game }
  }
  const typed = await vscode.window.showInputBox({ prompt: "Dice", placeHolder: "2d6+1" })
  return typed ? { uri: here, text: typed } : undefined
}

async function answer<T extends { error?: string }>(server: Server, method: string, dice: Wanted): Promise<T | undefined> {
  const client = server()
  if (client === undefined) {
    void vscode.window.showWarningMessage("Rulebook: the language server is not running.")
    return undefined
  }
  const found = await client.sendRequest<T | null>(method, dice)
  if (found?.error !== undefined) void vscode.window.showWarningMessage(`Rulebook: ${found.error.split("\n")[0] ?? ""}`)
  return found === null || found.error !== undefined ? undefined : found
}

/** Return the commands that roll dice and show their odds. */
export function diceCommands(server: Server, log: vscode.LogOutputChannel): vscode.Disposable[] {
  const roll = async (uri?: string, text?: string, game?: string): Promise<Rolled | undefined> => {
    const dice = await wanted(server, uri, text, game)
    const rolled = dice && (await answer<Rolled>(server, "rulebook/roll", dice))
    if (rolled === undefined) return undefined
    log.info(rolled.report)
    const again = "Roll again"
    void vscode.window.showInformationMessage(rollText(rolled), again, "Show the dice").then((choice) => {
      if (choice === again) void roll(dice?.uri, dice?.text, dice?.game)
      else if (choice !== undefined) log.show(true)
    })
    return rolled
  }
  const showOdds = async (uri?: string, text?: string, game?: string): Promise<Odds | undefined> => {
    const dice = await wanted(server, uri, text, game)
    const odds = dice && (await answer<Odds>(server, "rulebook/odds", dice))
    if (odds === undefined) return undefined
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }
    const panel = vscode.window.createWebviewPanel("rulebook.odds", `Odds: ${odds.expression}`, beside, {})
    panel.webview.html = oddsPage(odds)
    return odds
  }
  return [
    vscode.commands.registerCommand(ROLL_DICE, roll),
    vscode.commands.registerCommand("rulebook.showOdds", showOdds),
  ]
}
