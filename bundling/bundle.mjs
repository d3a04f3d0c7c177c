// Makes what the packages bring of JavaScript: the scripts and styles of the pages, and Asciidoctor for QuickJS; and
// NOTICES.txt, which says whose code was taken in, and under which licence.

import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as esbuild from "esbuild"
import { minify } from "terser"

const PAGES = "plugins/rulebook_markdown"
const SITE = "plugins/rulebook_mkdocs"
const ASCIIDOC = "plugins/rulebook_asciidoc"
/** A style sheet that a script brings with it is minified text there. */
const styles = {
  name: "styles",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await esbuild.transform(readFileSync(path, "utf8"), { loader: "css", minify: true, target: "es2022" })
      return { contents: code.trim(), loader: "text" }
    })
  },
}
const page = { bundle: true, format: "iife", outdir: `${PAGES}/bundle` }
const BUNDLES = [
  { ...page, entryPoints: { rulebook: `${PAGES}/assets/widget.js` }, terser: true },
  { ...page, entryPoints: { rulebook: `${PAGES}/assets/rulebook.css` } },
  { ...page, entryPoints: { start: `${PAGES}/assets/start.css` } },
  { ...page, entryPoints: { dice: `${PAGES}/assets/dice.js` }, terser: true },
  { ...page, entryPoints: { sheets: `${PAGES}/assets/sheets.js` }, plugins: [styles], terser: true },
  { ...page, entryPoints: { drawer: `${PAGES}/assets/drawer.js` }, plugins: [styles], terser: true },
  { ...page, entryPoints: { cards: `${PAGES}/assets/cards.js` }, plugins: [styles], terser: true },
  { ...page, entryPoints: { cite: `${PAGES}/assets/cite.js` }, terser: true },
  { ...page, entryPoints: { lists: `${PAGES}/assets/entries.js` }, terser: true },
  { ...page, entryPoints: { history: `${PAGES}/assets/history.js` }, plugins: [styles], terser: true },
  { ...page, entryPoints: { catalogue: `${PAGES}/assets/catalogue.js` }, plugins: [styles], terser: true },
  { ...page, entryPoints: { encounter: `${PAGES}/assets/encounter.js` }, plugins: [styles], terser: true },
  { ...page, entryPoints: { switches: `${PAGES}/assets/switches.js` }, plugins: [styles], terser: true },
  { ...page, entryPoints: { stage: `${PAGES}/assets/stage.js` }, globalName: "rulebookStage" },
  { ...page, entryPoints: { stage: `${PAGES}/assets/stage.css` } },
  // Not as one function each: they share names with one another, and with the theme.
  { entryPoints: ["theme", "search", "folder-worker"].map(name => `${SITE}/scripts/${name}.js`), outdir: `${SITE}/theme/assets/rulebook` },
  {
    entryPoints: [`${ASCIIDOC}/host.js`],
    inject: [`${ASCIIDOC}/before.js`],
    bundle: true,
    external: ["node:*"],
    format: "iife",
    outfile: `${ASCIIDOC}/bundle/asciidoctor.js`,
  },
]

const taken = new Set()
for (const { terser, ...options } of BUNDLES) {
  const { metafile } = await esbuild.build({
    ...options, minify: true, target: "es2022", charset: "utf8", metafile: true, logLevel: "warning",
  })
  for (const path of Object.keys(metafile.inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)
    if (name) taken.add(name[0])
  }
  if (terser) {
    for (const path of Object.keys(metafile.outputs)) {
      const { code } = await minify(readFileSync(path, "utf8"), {
        compress: { passes: 4, ecma: 2022, hoist_funs: true, lhs_constants: false, pure_getters: true, unsafe_arrows: true, unsafe_methods: true }, mangle: true,
      })
      writeFileSync(path, code)
    }
  }
}

const [, OURS] = readFileSync("LICENSE", "utf8").split(/^Copyright.*\n/m)
const notices = [...taken].sort().map(folder => {
  const about = JSON.parse(readFileSync(`${folder}package.json`, "utf8"))
  const file = readdirSync(folder).find(name => /^(licen[cs]e|copying)/i.test(name))
  const names = [about.author, ...(about.authors ?? [])].filter(Boolean).map(author => author.name ?? author)
  // Who says MIT without the text means the text that our own licence has.
  if (!file && (about.license !== "MIT" || !names.length)) throw new Error(`${about.name} brings no licence`)
  const text = file ? readFileSync(folder + file, "utf8") : `Copyright (c) ${names.join(", ")}\n${OURS}`
  return `${"=".repeat(80)}\n${about.name} ${about.version}, ${about.license}\n${about.homepage}\n\n${text.trim()}\n`
})
writeFileSync("NOTICES.txt", `mkdocs-rulebook brings code of others, in its bundles of JavaScript.\n\n${notices.join("\n")}`)
