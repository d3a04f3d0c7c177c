// Which folders are books: a mkdocs.yml that names the plugin, or a rules.yml.

const PLUGIN = /(?:^|[\s[{,-])["']?rulebook["']?[ \t]*(?=[:,\]}]|$)/
const RULES = /^(?:game|dice|values|tables|phrases)[ \t]*:/m

/** Return whether a mkdocs.yml names the plugin; what a comment says does not count. */
export function namesPlugin(text: string): boolean {
  return text.split(/\r?\n/).some((line) => PLUGIN.test(line.replace(/(?:^|\s)#.*$/, "").trimEnd()))
}

/** Return whether a rules.yml is one of a game: other programs have files of that name. */
export function hasRules(text: string): boolean {
  return RULES.test(text)
}

/** Return whether a file makes its folder a book, by its name and text. */
export function makesBook(name: string, text: string): boolean {
  return name === "rules.yml" ? hasRules(text) : namesPlugin(text)
}
