// Characters that this browser saves, by game and sheet. Each tab reads them anew before it changes one.

const KEY = 'rulebook-characters:'
export const MAX_CHARACTERS = 100
const MAX_NAME = 80
const MAX_FIELDS = 1000
const MAX_TEXT = 500

const isText = (value, limit) => typeof value === 'string' && value.length <= limit

/** What is a character of data that anybody may have written: texts by the keys of fields, under a name. */
export function readCharacter(data) {
  const { id, name, values, rolls } = data ?? {}
  const fields = Object.entries(values ?? {})
  if (!isText(name, MAX_NAME) || !name.trim() || fields.length > MAX_FIELDS || !fields.every(([, text]) => isText(text, MAX_TEXT))) return
  return {
    id: isText(id, MAX_NAME) && id ? id : newId(),
    name: name.trim(),
    values: Object.fromEntries(fields),
    rolls: (Array.isArray(rolls) ? rolls : []).filter(roll => Array.isArray(roll) && roll.length === 2 && roll.every(text => isText(text, MAX_TEXT))),
  }
}

const newId = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 10)

/** The characters of a sheet. What changes them returns why that could not be saved: 'full', 'off', 'many', or ''. */
export function charactersOf(system, sheet) {
  const key = `${KEY}${system}:${sheet}`

  function load() {
    try {
      const { open, list } = JSON.parse(localStorage.getItem(key)) ?? {}
      return { open, list: (list ?? []).map(readCharacter).filter(Boolean) }
    } catch {
      return { list: [] }  // storage is off, or has something else
    }
  }

  function save(data) {
    if (data.list.length > MAX_CHARACTERS) return 'many'
    try {
      localStorage.setItem(key, JSON.stringify(data))
      return ''
    } catch ({ name }) {
      return /quota/i.test(name) ? 'full' : 'off'
    }
  }

  return {
    key,
    get all() {
      return load().list
    },
    /** The one that was open last. */
    get open() {
      const { open, list } = load()
      return list.find(({ id }) => id === open)
    },
    set open(character) {
      save({ ...load(), open: character?.id })
    },
    /** Put a character in: in the place of the one with its id, else behind another one, else last; it is open then. */
    put(character, behind) {
      const { list } = load()
      const whole = { rolls: [], ...character, id: character.id || newId() }
      const at = list.findIndex(({ id }) => id === whole.id)
      const next = list.findIndex(({ id }) => id === behind) + 1
      if (at >= 0) list[at] = { ...list[at], ...character }
      else list.splice(next || list.length, 0, whole)
      return [save({ open: whole.id, list }), whole.id]
    },
    /** Have these characters, and no others. */
    replace(list) {
      return save({ ...load(), list })
    },
  }
}

/** The characters of a game, sheet by sheet. */
export function rostersOf(system) {
  const begin = `${KEY}${system}:`
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(begin)).map(key => charactersOf(system, key.slice(begin.length)))
  } catch {
    return []  // storage is off
  }
}

/** A name that none has yet: the same with a number. */
export function freeName(name, list) {
  const stem = name.replace(/ \d+$/, '')
  const names = new Set(list.map(other => other.name))
  let number = 2
  while (names.has(`${stem} ${number}`)) number++
  return `${stem} ${number}`
}

/** One file of characters, as text. */
export const exported = (system, sheet, list) =>
  JSON.stringify({ format: 'rulebook-characters', system, sheet, characters: list.map(({ name, values, rolls }) => ({ name, values, rolls })) }, null, 1)

/** The characters of such a file, and how many of them nobody can read; undefined where it is of another sheet. */
export function imported(system, sheet, text) {
  try {
    const data = JSON.parse(text)
    if (data.format !== 'rulebook-characters' || data.system !== system || data.sheet !== sheet) return
    const found = data.characters.map(character => readCharacter({ ...character, id: '' })).filter(Boolean)
    return { found, refused: data.characters.length - found.length }
  } catch { /* no JSON, or something else */ }
}

export const isAlike = (one, other) => one.name === other.name && JSON.stringify(sorted(one.values)) === JSON.stringify(sorted(other.values))
const sorted = values => Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))
