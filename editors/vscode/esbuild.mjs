// Bundles the extension into dist/, with NOTICES.txt for the code of others in it; with --test, its tests into out/.

import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as esbuild from "esbuild"

const tests = process.argv.includes("--test")
const { metafile } = await esbuild.build({
  entryPoints: [tests ? "test/all.ts" : "src/extension.ts"],
  outfile: tests ? "out/all.js" : "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
  minify: !tests,
  metafile: true,
  logLevel: "warning",
})
if (!tests) writeFileSync("dist/NOTICES.txt", notices(Object.keys(metafile.inputs)))

/** Return the licences of the packages that files come from. */
function notices(files) {
  const folders = new Set(files.map((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0]).filter(Boolean))
  const parts = [...folders].sort().map((folder) => {
    const about = JSON.parse(readFileSync(`${folder}package.json`, "utf8"))
    const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
    if (!file) throw new Error(`${about.name} brings no licence`)
    const text = readFileSync(folder + file, "utf8").trim()
    return `${"=".repeat(80)}\n${about.name} ${about.version}, ${about.license}\n\n${text}\n`
  })
  return `The extension brings code of others, in its bundle.\n\n${parts.join("\n")}`
}
