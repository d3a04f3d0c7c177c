// Asciidoctor under Node, as it comes: what our tests hold the dialect against.
// Reads a JSON list of texts, and writes a JSON list of the HTML of their bodies.

import { readFileSync } from 'node:fs'

import { NullLogger, convert } from '@asciidoctor/core'

const texts = JSON.parse(readFileSync(0, 'utf8'))
const pages = []
for (const text of texts) {
  pages.push(await convert(text, { safe: 'secure', logger: new NullLogger(), attributes: { relfilesuffix: '.adoc' } }))
}
process.stdout.write(JSON.stringify(pages))
