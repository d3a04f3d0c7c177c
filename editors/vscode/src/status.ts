// The status item: how many numbers of the book with the page in front are guarded.

import * as vscode from "vscode"
import type { LanguageClient } from "vscode-languageclient/node"
import type { Status } from "./protocol"
import { statusText, statusTip } from "./wording"

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("rulebook.status", vscode.StatusBarAlignment.Right, 90)
  private asked = 0
  private isMissing = false

  constructor(private readonly server: () => LanguageClient | undefined) {
    this.item.name = "Rulebook"
  }

  /** Show the numbers of the book of the page in front; nothing for what is no page of a game. */
  async refresh(): Promise<void> {
    const asked = ++this.asked
    const document = vscode.window.activeTextEditor?.document
    const isWanted = vscode.workspace.getConfiguration("rulebook").get("statusBar", true)
    const client = this.server()
    if (!isWanted) return this.item.hide()
    if (client === undefined && this.isMissing) return this.showMissing()
    if (document === undefined || client === undefined) return this.item.hide()
    const status = await client.sendRequest<Status | null>("rulebook/status", { uri: document.uri.toString() })
    if (asked !== this.asked) return
    if (status === null) return this.item.hide()
    this.item.text = `$(checklist) ${statusText(status)}`
    this.item.tooltip = statusTip(status)
    this.item.command = "rulebook.showUnguarded"
    this.item.show()
  }

  /** Say whether the checker is missing. */
  set missing(isMissing: boolean) {
    this.isMissing = isMissing
    void this.refresh()
  }

  private showMissing(): void {
    this.item.text = "$(warning) Rulebook is not installed"
    this.item.tooltip = "Click for the commands that install it"
    this.item.command = "rulebook.install"
    this.item.show()
  }

  dispose(): void {
    this.item.dispose()
  }
}
