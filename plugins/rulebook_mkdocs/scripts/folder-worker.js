// A worker for pages that are opened from a folder, where browsers allow none: its script runs in a frame without any
// inline script, as a strict policy wants it.
window.Worker = class extends EventTarget {
  constructor(url) {
    super()
    this.frame = document.createElement("iframe")
    this.frame.hidden = true
    document.body.append(this.frame)
    const inner = this.inner = this.frame.contentWindow
    // Some browsers put a new document into an empty frame later, unless one is written.
    inner.document.open()
    inner.document.write("<!doctype html><body>")
    inner.document.close()
    const load = script => new Promise((loaded, failed) => {
      const element = inner.document.createElement("script")
      Object.assign(element, { src: script, onload: loaded, onerror: failed })
      inner.document.body.append(element)
    })
    inner.postMessage = data => setTimeout(() => {
      const event = new MessageEvent("message", { data: structuredClone(data) })
      this.dispatchEvent(event)
      this.onmessage?.(event)
    })
    inner.importScripts = (...scripts) => scripts.reduce((before, script) => before.then(() => load(script)), Promise.resolve())
    this.ready = load(url)
    this.ready.catch(() => this.dispatchEvent(new Event("error")))
  }

  postMessage(data) {
    this.ready.then(() => this.inner.dispatchEvent(new this.inner.MessageEvent("message", { data: structuredClone(data) })), () => {})
  }

  terminate() {
    this.frame.remove()
  }
}
