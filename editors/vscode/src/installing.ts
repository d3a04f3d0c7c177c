// The commands that install the checker into an environment of its own, for a terminal that the writer sees.

/** Return a text as one word of a shell: PowerShell on Windows, a POSIX shell elsewhere. */
export function quoted(text: string, platform: NodeJS.Platform): string {
  if (/^[\w./:\\@%+=,-]+$/.test(text) && !(platform !== "win32" && text.includes("\\"))) return text
  return platform === "win32" ? `'${text.replaceAll("'", "''")}'` : `'${text.replaceAll("'", `'\\''`)}'`
}

/** Return the commands that make `.venv` in the current folder and install a package there. */
export function installLines(requirement: string, platform: NodeJS.Platform): string[] {
  const wanted = quoted(requirement, platform)
  return platform === "win32"
    ? ["py -m venv .venv", `.venv\\Scripts\\python -m pip install ${wanted}`]
    : ["python3 -m venv .venv", `.venv/bin/python -m pip install ${wanted}`]
}

/** Return the command that runs `rulebook` in a terminal. */
export function runLine(command: string, words: readonly string[], platform: NodeJS.Platform): string {
  const name = quoted(command, platform)
  return [platform === "win32" && name !== command ? `& ${name}` : name, ...words].join(" ")
}

/** Say why the server did not start, from its exit code and from what it wrote. */
export function startFault(code: number | null, output: string): { needsExtra: boolean; text: string } {
  const line = output.trim().split(/\r?\n/).at(-1) ?? ""
  return {
    needsExtra: code === 2 && output.includes("mkdocs-rulebook[lsp]"),
    text: line || `it ended with code ${code ?? "none"}`,
  }
}
