// What Asciidoctor expects of its surroundings, and QuickJS has not: UTF-8, and expressions that are compiled once.

globalThis.TextEncoder = class {
  encode(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (character) => character.charCodeAt(0))
  }
}

globalThis.TextDecoder = class {
  decode(bytes) {
    return decodeURIComponent(escape(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')))
  }
}

// Asciidoctor makes a global copy of an expression each time it uses it. QuickJS would compile every copy, with its
// classes of Unicode letters, which takes longer than all the rest. Copies are only ever used from their beginning.
const known = new Map()
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [source, flags], self) {
    if (typeof source !== 'string' || typeof flags !== 'string') return Reflect.construct(target, [source, flags], self)
    const key = `${flags}/${source}`
    let regex = known.get(key)
    if (!regex) {
      if (known.size > 1000) known.clear()
      known.set(key, (regex = new target(source, flags)))
    }
    regex.lastIndex = 0
    return regex
  },
})

String.prototype.matchAll = function (regex) {
  if (!regex.global) throw new TypeError('only a global expression finds all matches')
  const text = String(this)
  const found = []
  regex.lastIndex = 0
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    found.push(match)
    if (match[0] === '') regex.lastIndex += regex.unicode && text.codePointAt(regex.lastIndex) > 0xffff ? 2 : 1
  }
  regex.lastIndex = 0
  return found[Symbol.iterator]()
}
