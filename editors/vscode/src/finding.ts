// Finds the `rulebook` command on Windows, macOS and Linux. Knows nothing of VS Code, so that tests can run it anywhere.

import * as path from "node:path"

/** What the search depends on. */
export interface Search {
  /** The setting `rulebook.command`; empty if it is not set. */
  setting: string
  /** The folders that may have an environment, the nearest first. */
  folders: readonly string[]
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  /** The interpreter that the Python extension has chosen, if any. */
  interpreter?: string
  isFile(file: string): boolean
}

/** A command, and where it was found: in words, for the log and the status. */
export interface Found {
  command: string
  origin: string
}

const ENVIRONMENTS = [".venv", "venv"]

/** Return the paths of a system; those of another one can be tested, too. */
function paths(platform: NodeJS.Platform): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix
}

/** Return the command in the folder of an environment. */
export function commandIn(environment: string, platform: NodeJS.Platform): string {
  return platform === "win32"
    ? path.win32.join(environment, "Scripts", "rulebook.exe")
    : path.posix.join(environment, "bin", "rulebook")
}

function* fromSetting(search: Search): Generator<Found> {
  const { join, isAbsolute } = paths(search.platform)
  const home = search.env["HOME"] ?? search.env["USERPROFILE"] ?? ""
  for (const folder of search.folders.length > 0 ? search.folders : [""]) {
    const written = search.setting.replaceAll("${workspaceFolder}", folder).replace(/^~(?=[/\\])/, home)
    const command = isAbsolute(written) ? written : join(folder, written)
    yield { command, origin: "the setting rulebook.command" }
    if (search.platform === "win32" && !/\.exe$/i.test(command)) {
      yield { command: `${command}.exe`, origin: "the setting rulebook.command" }
    }
  }
}

function* fromFolders(search: Search): Generator<Found> {
  const { join } = paths(search.platform)
  for (const folder of search.folders) {
    for (const name of ENVIRONMENTS) {
      yield { command: commandIn(join(folder, name), search.platform), origin: join(folder, name) }
    }
  }
}

function* fromElsewhere(search: Search): Generator<Found> {
  const { dirname, join, delimiter } = paths(search.platform)
  const name = search.platform === "win32" ? "rulebook.exe" : "rulebook"
  if (search.interpreter) {
    const folder = dirname(search.interpreter)
    yield { command: join(folder, name), origin: "the interpreter of the Python extension" }
    // The Python of a Windows installation lies above the folder of its commands.
    if (search.platform === "win32") {
      yield { command: join(folder, "Scripts", name), origin: "the interpreter of the Python extension" }
    }
  }
  const active = search.env["VIRTUAL_ENV"]
  if (active) yield { command: commandIn(active, search.platform), origin: "VIRTUAL_ENV" }
  const searched = search.env["PATH"] ?? search.env["Path"] ?? ""
  for (const folder of searched.split(delimiter)) {
    if (folder) yield { command: join(folder, name), origin: "PATH" }
  }
}

/** Return the first command that is there. A setting that leads nowhere is not replaced by something else. */
export function findCommand(search: Search): Found | undefined {
  const candidates = search.setting ? [fromSetting(search)] : [fromFolders(search), fromElsewhere(search)]
  for (const ways of candidates) {
    for (const found of ways) if (search.isFile(found.command)) return found
  }
  return undefined
}

/** Return a folder and those above it, up to the folder of the workspace that it lies in. */
export function foldersFrom(folder: string, root: string, platform: NodeJS.Platform): string[] {
  const { dirname, relative, isAbsolute } = paths(platform)
  const below = relative(root, folder)
  if (below.startsWith("..") || isAbsolute(below)) return [folder]
  const folders = [folder]
  for (let here = folder; here !== root && dirname(here) !== here; ) {
    here = dirname(here)
    folders.push(here)
  }
  return folders
}
