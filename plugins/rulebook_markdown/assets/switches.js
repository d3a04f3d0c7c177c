// What a reader chooses about the dice tray: whether a key opens it, and which; whether dice are heard. Loaded when the
// tray opens in full, and where dice are heard.

import { button, h, late, say } from './page.js'
import { kept } from './kept.js'
import { rattle } from './rattle.js'
import styles from './switches.css'

const KEY = 'rulebook-key'
const SOUND = 'rulebook-sound'
/** Keys that the theme or browsers use for something else. */
const TAKEN = 'fsnp/,. '

/** A site without a game has no tray, but the panel of its dice. */
const hasTray = 'rulebookGames' in globalThis.rulebookFiles

const style = new CSSStyleSheet()
style.replaceSync(styles)
document.adoptedStyleSheets.push(style)

let sound

/** Let the dice of one roll be heard; a browser that cannot do so stays silent. */
function play() {
  if (!globalThis.AudioContext) return
  sound ??= new AudioContext()
  sound.resume()
  rattle(sound)
}

/** Put the switches at the end of the panel. */
function fill(place) {
  if (place.querySelector('.rulebook-switches')) return
  const key = h('input', {
    maxlength: 1, size: 1, autocomplete: 'off', spellcheck: 'false', value: kept(KEY) ?? 'd', 'aria-describedby': 'rulebook-key-how',
    // What was there gives way to what is typed.
    onfocus: () => key.select(),
    oninput() {
      if (TAKEN.includes(key.value.toLowerCase())) key.value = ''
      kept(KEY, key.value)
    },
  })
  const heard = h('input', {
    type: 'checkbox', checked: kept(SOUND) === 'on',
    onchange() {
      kept(SOUND, heard.checked ? 'on' : '')
      if (heard.checked) play()
    },
  })
  // Whoever has added somebody to an encounter finds it on every page.
  const encounter = kept('rulebook-encounter')?.length > 2 && button(say('Encounter'), async () => (await late('rulebookEncounter')).open())
  place.append(h('div', { class: 'rulebook-switches' }, encounter,
    h('label', {}, heard, ` ${say('Sound of dice')}`),
    hasTray && [h('label', {}, `${say('Key that opens the tray')} `, key), h('small', { id: 'rulebook-key-how' }, say('empty: none'))]))
}

globalThis.rulebookSwitches = { fill, play, rattle }
