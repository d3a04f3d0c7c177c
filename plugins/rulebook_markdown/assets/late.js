// Scripts that a page loads when it is first asked for what they bring; they lie beside this one.

import { h } from './dom.js'

// The site says what their files are called, by the global variables in which each leaves what it brings.
const files = globalThis.rulebookFiles ?? {}
const here = document.currentScript.src
const asked = {}

/** Whether the site has such a script. */
export const has = name => name in files

/** What a script brings; fails where it cannot be had. */
export const late = name =>
  (asked[name] ??= new Promise((resolve, reject) => {
    const done = () => {
      if (globalThis[name]) return resolve(globalThis[name])
      delete asked[name]
      reject()
    }
    document.head.append(h('script', { src: new URL(files[name], here), onload: done, onerror: done }))
  }))
