// The client of the language server: what the editor shows differently from what the server says.

import * as vscode from "vscode"
import { LanguageClient, type Executable, type LanguageClientOptions } from "vscode-languageclient/node"
import { SHOW_NUMBERS } from "./protocol"

export const PAGES = "**/*.{md,markdown,adoc,asciidoc,qmd,rmd,Rmd,txt}"
const SETTINGS = "**/{mkdocs,rules}.yml"

/** Return the address that explains a rule within the editor. */
export function explanation(rule: string): vscode.Uri {
  return vscode.Uri.parse(`command:rulebook.explain?${encodeURIComponent(JSON.stringify([rule]))}`)
}

/** What the client tells the extension. */
export interface Listener {
  /** Something was said of a file: the book has been read, or the page looked at. */
  looked(uri: vscode.Uri): void
}

/** Return a client that has not started. */
export function makeClient(command: string, folder: string, listener: Listener): LanguageClient {
  const settings = vscode.workspace.getConfiguration("rulebook")
  const run: Executable = { command, args: ["lsp"], options: { cwd: folder } }
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", pattern: PAGES },
      { scheme: "file", pattern: SETTINGS },
    ],
    initializationOptions: { guide: settings.get<string>("guide", "") },
    markdown: { isTrusted: { enabledCommands: ["rulebook.rollDice", "rulebook.showOdds"] } },
    middleware: {
      handleDiagnostics(uri, diagnostics, next) {
        for (const one of diagnostics) {
          if (typeof one.code === "string") one.code = { value: one.code, target: explanation(one.code) }
        }
        next(uri, diagnostics)
        listener.looked(uri)
      },
      async provideCodeLenses(document, token, next) {
        const lenses = (await next(document, token)) ?? []
        const isWanted = vscode.workspace.getConfiguration("rulebook", document).get("codeLens.numbers", true)
        return lenses.filter((lens) => lens.command?.command !== SHOW_NUMBERS || isWanted)
      },
    },
  }
  return new LanguageClient("rulebook", "Rulebook", run, options)
}
