// Boxes as the theme of the site has them: admonitions, examples and sidebars.

import { Html5Converter } from '@asciidoctor/core'

const KINDS = { note: 'note', tip: 'tip', important: 'important info', warning: 'warning', caution: 'caution danger' }

/** One box: a title, if there is one, and what is in it. */
async function box(node, tag, kind, title) {
  const content = await node.content()
  const id = node.id ? ` id="${node.id}"` : ''
  const role = node.role ? ` ${node.role}` : ''
  const head = title ? `<p class="admonition-title">${title}</p>\n` : ''
  const body = node.contentModel === 'simple' ? `<p>${content}</p>` : content
  return `<${tag}${id} class="admonition ${kind}${role}">\n${head}${body}\n</${tag}>`
}

const { convert_example } = Html5Converter.prototype

Object.assign(Html5Converter.prototype, {
  convert_admonition(node) {
    const name = node.getAttribute('name')
    const title = node.hasTitle() ? node.title : node.getAttribute('textlabel')
    return box(node, 'div', KINDS[name] ?? name, title)
  },

  convert_example(node) {
    if (node.hasOption('collapsible')) return convert_example.call(this, node)
    return box(node, 'div', 'example', node.hasTitle() ? node.captionedTitle() : '')
  },

  convert_sidebar(node) {
    return box(node, 'aside', 'abstract sidebar', node.hasTitle() ? node.title : '')
  },
})
