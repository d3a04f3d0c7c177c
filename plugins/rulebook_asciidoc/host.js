// Asciidoctor inside QuickJS: converts one text, asks for what it includes, and says where everything came from.
//
// Python calls `begin(text, options)`, lets the pending jobs run, answers each `request()` for a file with
// `answer(...)`, and takes the `result()`: the HTML of the body, the tree of blocks with their lines, the log.

import { AbstractNode, Extensions, IncludeProcessor, Inline, MemoryLogger, load } from '@asciidoctor/core'

import './converter.js'

const seen = Symbol('texts')
const busy = Symbol('busy')
const passing = Symbol('passing')

/** Attribute references as Asciidoctor finds them in running text. */
const REFERENCE = /\{([\p{Alphabetic}\p{N}\p{Pc}][\p{Alphabetic}\p{N}\p{Pc}-]*)\}/gu

/** Attributes that every document has. */
const INTRINSIC =
  /^(?:startsb|endsb|vbar|caret|asterisk|tilde|plus|backslash|backtick|blank|empty|sp|two-colons|two-semicolons|nbsp|deg|zwsp|quot|apos|[lr][sd]quo|wj|brvbar|pp|cpp|cxx|amp|lt|gt)$/i

/** Attributes that change how a text is read. */
const SETTINGS = ['experimental', 'hide-uri-scheme', 'icons', 'imagesdir', 'stem']

let wanted = null
let outcome = null

// Every text of a block passes here, as written and as converted: what Python lays side by side. What Asciidoctor
// makes of macros and formatted text is put between tags of ours, `<rb-3>`..`</rb-3>`, and told in `elements`. Calls
// within a call (the text of a passthrough, of a footnote) are parts of the outer one.
const { applySubs, restorePassthroughs } = AbstractNode.prototype
AbstractNode.prototype.applySubs = async function (text, subs) {
  if (this[busy]) {
    const passed = this[passing]
    this[passing] = false
    const converted = await applySubs.call(this, text, subs)
    this[passing] = passed
    return passed ? tagged(this[busy], { kind: 'passed' }, converted) : converted
  }
  const elements = (this[busy] = [])
  try {
    const raw = Array.isArray(text) ? text.join('\n') : text
    const defined = attributes(this, raw)
    const converted = await applySubs.call(this, text, subs)
    const html = Array.isArray(converted) ? converted.join('\n') : converted
    ;(this[seen] ??= []).push({ raw, html, attributes: defined, subs: subs ?? null, elements })
    return converted
  } finally {
    this[busy] = null
  }
}

AbstractNode.prototype.restorePassthroughs = async function (text) {
  this[passing] = true
  try {
    return await restorePassthroughs.call(this, text)
  } finally {
    this[passing] = false
  }
}

const { convert } = Inline.prototype
Inline.prototype.convert = async function () {
  const html = await convert.call(this)
  const elements = this.parent?.[busy]
  const kind = elements && html !== null ? kindOf(this) : null
  return kind ? tagged(elements, { kind, ...inline(this) }, html) : html
}

const ANCHORS = { xref: 'reference', link: 'link', ref: 'anchor', bibref: 'anchor' }

/** What a macro or formatted text is to Python; nothing where only its words count. */
function kindOf(node) {
  if (node.context === 'anchor') return ANCHORS[node.type]
  if (node.context === 'image' || node.context === 'footnote') return node.context
  if (node.context !== 'quoted' || node.type === 'double' || node.type === 'single') return null
  return node.type === 'monospaced' ? 'code' : node.role || node.id ? 'text' : null
}

function inline(node) {
  const target = node.context === 'anchor' && node.type === 'xref' ? node.attributes.refid : (node.target ?? null)
  return {
    roles: node.role ? node.role.split(' ').filter(Boolean) : [],
    id: node.id ?? null,
    target: target ?? null,
    href: node.target ?? null,
    text: node.type === 'xref' && node.context === 'footnote' ? null : (node.text ?? null),
  }
}

let number = 0

function tagged(elements, element, html) {
  number += 1
  elements.push({ number, ...element })
  return `<rb-${number}>${html}</rb-${number}>`
}

const bare = (html) => html.replace(/<\/?rb-\d+>/g, '')

function attributes(node, text) {
  const values = {}
  const { document } = node
  const names = text.includes('{') ? [...text.matchAll(REFERENCE)].map(([, name]) => name) : []
  for (const name of [...SETTINGS, ...names]) {
    const key = name.toLowerCase()
    if (Object.hasOwn(document.attributes, key)) values[key] = String(document.attributes[key])
    else if (INTRINSIC.test(name)) values[key] = node.subAttributes(`{${name}}`)
  }
  return values
}

/** Hands every include to Python, which alone knows what may be read. */
class Includes extends IncludeProcessor {
  handles() {
    return true
  }

  process(document, reader, target, attributes) {
    return new Promise((resolve) => {
      const [path, line] = [reader.path, reader.lineno - 1]
      wanted = { target, path, line, depth: reader.includeStack.length, attributes }
      wanted.resolve = (text, name) => {
        wanted = null
        if (text !== null) reader.pushInclude(text, name, name, 1, attributes)
        resolve()
      }
    })
  }
}

function texts(node) {
  return node[seen] ?? []
}

function place(node) {
  const location = node.sourceLocation
  return { line: location?.lineno ?? null, path: location?.path ?? null }
}

function described(node) {
  return {
    ...place(node),
    context: node.context,
    id: node.id ?? null,
    style: node.style ?? null,
    role: node.getAttribute?.('role') ?? null,
    level: node.level ?? null,
    model: node.contentModel ?? null,
    title: node.rawTitle ?? null,
    caption: node.caption ?? null,
    target: node.getAttribute?.('target') ?? null,
    folder: node.getAttribute?.('imagesdir') ?? null,
    texts: texts(node),
    lines: Array.isArray(node.lines) ? node.lines : null,
    text: typeof node._text === 'string' ? node._text : null,
  }
}

function tree(node) {
  const out = described(node)
  if (node.context === 'dlist') {
    out.items = node.blocks.map(([terms, item]) => ({ terms: terms.map(tree), item: item ? tree(item) : null }))
  } else if (node.context === 'table') {
    out.rows = node.rows.bySection().flatMap(([section, rows]) => rows.map((row) => ({ section, cells: row.map(cell) })))
  } else {
    out.blocks = (node.blocks ?? []).map(tree)
  }
  return out
}

function cell(node) {
  const inner = node.innerDocument
  return {
    ...described(node),
    columns: node.colspan ?? 1,
    spans: node.rowspan ?? 1,
    blocks: inner ? inner.blocks.map(tree) : null,
  }
}

function logged(message) {
  const said = message.message
  const location = said?.source_location
  return {
    severity: message.severity,
    text: typeof said === 'string' ? said : said.text,
    line: location?.lineno ?? null,
    path: location?.path ?? null,
  }
}

async function run(text, options) {
  const logger = new MemoryLogger()
  const registry = Extensions.create()
  registry.includeProcessor(Includes)
  const document = await load(text, {
    safe: 'secure',
    sourcemap: true,
    catalog_assets: true,
    extension_registry: registry,
    logger,
    attributes: options.attributes,
  })
  const html = bare(await document.convert())
  const header = document.header
  return {
    html,
    header: header ? { ...described(header), id: document.id ?? null } : null,
    blocks: document.blocks.map(tree),
    refs: Object.keys(document.catalog.refs),
    log: logger.messages.map(logged),
  }
}

globalThis.begin = (text, options) => {
  wanted = outcome = null
  number = 0
  run(text, JSON.parse(options)).then(
    (value) => (outcome = JSON.stringify({ value })),
    (error) => (outcome = JSON.stringify({ error: String(error?.message ?? error) })),
  )
}

globalThis.request = () => {
  if (!wanted) return null
  const { target, path, line, depth, attributes } = wanted
  return JSON.stringify({ target, path, line, depth, attributes })
}

globalThis.answer = (text, name) => wanted.resolve(text, name)

globalThis.result = () => outcome
