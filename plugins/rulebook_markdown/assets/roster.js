// The list of saved characters above a sheet, and what became of the one that is open.

import { announce, button, during, h, say } from './page.js'
import { MAX_CHARACTERS, charactersOf, exported, freeName, imported, isAlike } from './characters.js'

/** Bytes of a file to import: nobody has more characters. */
const MAX_FILE = 2_000_000

/**
 * Put the list into a form.
 *
 * @param sheet what the form says of its character: `read()` gives `{key, name, values, rolls}`, with the key of the
 *   field for the name; `fill(values)` takes values, `flush()` saves what has been typed just now, and `isTyping()` says
 *   whether there is such
 */
export function makeRoster(form, { read, fill, flush, isTyping }) {
  const { system, sheet } = form.dataset
  const saved = charactersOf(system, sheet)
  /** The id of the character in the form; none where it is not saved. */
  let id

  const list = h('ul')
  const summary = h('summary')
  const notice = h('p', { class: 'rulebook-kept' })
  const file = h('input', { type: 'file', accept: '.json,application/json', hidden: true, onchange: takeFile })
  const all = [button(say('Export'), save), button(say('Delete all'), () => remove(saved.all))]
  const actions = h('p', { class: 'rulebook-actions' }, all, button(say('Import'), () => file.click()), file)
  const fold = h('details', { class: 'rulebook-fold rulebook-roster' }, summary, h('div', {}, list, actions))
  form.querySelector('.rulebook-sheet-all').prepend(fold)
  form.querySelector('.rulebook-sheet-all > .rulebook-actions:last-child').before(notice)
  // A page that comes back from the browser's cache has missed what other tabs saved.
  for (const kind of ['storage', 'pageshow']) during(kind, ({ key }) => (key ?? saved.key) === saved.key && renew())
  show()

  return { begin, keep, leave, linked }

  /** Open the character of the last visit. */
  function begin() {
    if (saved.open) open(saved.open)
    else unnamed()
  }

  /** A link has filled the form: what it shows is saved already, or waits until it is changed. */
  function linked() {
    const current = read()
    id = saved.all.find(other => isAlike(other, current))?.id
    saved.open = { id }
    show()
    if (!current.name) unnamed()
    else if (id) tell('', current.name)
    else note(say('This came with a link and is not saved.'), button(say('Save'), keep))
  }

  /** Save what the form shows. */
  function keep() {
    const current = read()
    const old = saved.all.find(other => other.id === id)
    const name = current.name || old?.name
    if (!name) return unnamed()
    if (old && isAlike(old, { ...current, name })) return
    put({ ...current, name, id: old?.id })
  }

  function put(character, behind) {
    const [trouble, its] = saved.put(character, behind)
    if (!trouble) id = its
    tell(trouble, character.name)
    show()
    return !trouble
  }

  function tell(trouble, name) {
    if (!trouble) return note(say('Saved in this browser as {0}.', name))
    const words = {
      full: say('The storage of this browser is full, and {0} is not saved. Delete a character, or keep the link.', name),
      off: say('This browser saves nothing. Only the link keeps {0}.', name),
      many: say('There is room for {0} characters. Delete one to save another.', MAX_CHARACTERS),
    }[trouble]
    if (notice.textContent !== words) announce(words)
    note(words)
    notice.classList.add('rulebook-fault')
  }

  function unnamed() {
    note(say('With a name it is saved in this browser.'))
  }

  function note(words, ...further) {
    notice.classList.remove('rulebook-fault')
    notice.replaceChildren(words, ...further.flatMap(one => [' ', one]))
  }

  /** The form is blank again, and of no character. */
  function leave() {
    id = undefined
    saved.open = undefined
    show()
    unnamed()
  }

  /** Show what another tab has saved. What is being typed in this one is saved after it. */
  function renew() {
    show()
    if (!id || isTyping()) return
    const current = read()
    const now = saved.all.find(other => other.id === id)
    if (now) return isAlike(now, current) || fill(now.values)
    id = undefined
    note(say('{0} is deleted.', current.name), button(say('Save'), keep))
  }

  function open(character) {
    flush()
    id = character.id
    saved.open = character
    fill(character.values)
    show()
    tell('', character.name)
  }

  function show() {
    const characters = saved.all
    summary.textContent = say('Characters in this browser ({0})', characters.length)
    for (const one of all) one.disabled = !characters.length
    // A name is being typed in the list.
    if (list.querySelector('input')) return
    list.replaceChildren(...characters.map(item))
  }

  function item(character) {
    const { name } = character
    const doing = (word, label, work) => {
      const made = button(word, work)
      made.ariaLabel = label
      return made
    }
    return h('li', { 'data-id': character.id },
      h('button', { type: 'button', class: 'rulebook-name', 'aria-current': character.id === id && 'true', onclick: () => open(character) }, name),
      doing(say('Copy'), say('Copy {0}', name), () => duplicate(character)),
      doing(say('Rename'), say('Rename {0}', name), () => rename(character)),
      doing(say('Delete'), say('Delete {0}', name), () => remove([character])))
  }

  /** Give the focus to a character, as the list is shown anew. */
  function focus(its) {
    (list.querySelector(`[data-id="${CSS.escape(its)}"] .rulebook-name`) ?? summary).focus()
  }

  function duplicate({ id: of }) {
    flush()
    const { id: _, ...character } = saved.all.find(other => other.id === of)
    const name = freeName(character.name, saved.all)
    if (put({ ...character, name, values: { ...character.values, [read().key]: name } }, of)) open(saved.open)
    focus(id ?? of)
  }

  function rename({ id: of, name: before }) {
    flush()
    const entry = list.querySelector(`[data-id="${CSS.escape(of)}"]`)
    let isDone = false
    const done = (isTaken, isLeft) => {
      if (isDone) return
      isDone = true
      const name = input.value.trim()
      input.remove()
      const character = saved.all.find(other => other.id === of)
      if (isTaken && name && name !== before && character) {
        const [trouble] = saved.put({ ...character, name, values: { ...character.values, [read().key]: name } })
        tell(trouble, name)
        if (of === id && !trouble) open(saved.open)
        else saved.open = { id }
      }
      show()
      if (!isLeft) focus(of)
    }
    const input = h('input', {
      value: before, maxlength: 80, 'aria-label': say('Rename {0}', before),
      onblur: () => done(true, true),
      onkeydown(event) {
        if (event.key === 'Escape') done(false)
        if (event.key !== 'Enter') return
        event.preventDefault()
        done(true)
      },
    })
    entry.replaceChildren(input)
    input.select()
  }

  function remove(characters) {
    flush()
    const before = saved.all
    const gone = new Set(characters.map(character => character.id))
    const wasOpen = before.find(other => gone.has(other.id) && other.id === id)
    saved.replace(before.filter(other => !gone.has(other.id)))
    if (wasOpen) {
      fill({})
      leave()
    }
    show()
    const words = characters.length > 1 ? say('All characters are deleted.') : say('{0} is deleted.', characters[0].name)
    note(words)
    const undo = button(say('Undo'), () => {
      tell(saved.replace([...saved.all.filter(other => !gone.has(other.id)), ...before.filter(other => gone.has(other.id))]), words)
      told.remove()
      if (wasOpen) open(wasOpen)
      show()
      focus(characters[0].id)
    })
    const told = h('li', {}, words, ' ', undo)
    list.append(told)
    announce(words)
    undo.focus()
  }

  function save() {
    const address = URL.createObjectURL(new Blob([exported(system, sheet, saved.all)], { type: 'application/json' }))
    h('a', { href: address, download: `${system}-${sheet}.json` }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  async function takeFile() {
    const [chosen] = file.files
    const { found = [], refused } = (chosen && chosen.size <= MAX_FILE && imported(system, sheet, await chosen.text())) || {}
    file.value = ''
    const before = saved.all
    const fresh = found.filter(one => !before.some(other => isAlike(one, other)))
    const taken = fresh.slice(0, MAX_CHARACTERS - before.length)
    const trouble = taken[0] && saved.replace([...before, ...taken])
    if (trouble) tell(trouble, taken[0].name)
    else {
      const counts = [taken.length, found.length - fresh.length, fresh.length - taken.length, refused]
      note(found[0] ? say('Imported: {0}. Here already: {1}. No room for: {2}. Damaged: {3}.', ...counts)
        : say('This file has no characters of this sheet.'))
    }
    announce(notice.textContent)
    show()
  }
}
