// Lighthouse on some pages, one after the other in one browser, on its phone profile.
//
// node lighthouse.mjs CATEGORIES FLAGS URL...: prints as JSON what each page is given, by category. Lighthouse's own
// command starts anew for each page, and waits some seconds at its end for connections that nobody uses any more.

import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const [categories, flags, ...urls] = process.argv.slice(2)
const chrome = await launch({ chromeFlags: flags.split(' ') })
const settings = { port: chrome.port, onlyCategories: categories.split(','), disableFullPageScreenshot: true }
const found = []
try {
  for (const url of urls) {
    const { lhr } = await lighthouse(url, settings)
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
    found.push(Object.fromEntries(Object.entries(lhr.categories).map(([name, { score }]) => [name, score])))
  }
} finally {
  chrome.kill()
}
process.stdout.write(JSON.stringify(found), () => process.exit())
