// The words that readers see, in the language of the site. The site's script begins with those of its language; what is
// not there, and all on a site in English, is shown as it is written here.

export const words = globalThis.rulebookWords ?? {}

/** A text in the site's language, with values for its `{0}`, `{1}` and so on. */
export const say = (text, ...values) => (words[text] ?? text).replace(/\{(\d)\}/g, (_, at) => values[at])
