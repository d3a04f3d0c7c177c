// What the script of every page lends to the one that rolls. That comes without it in a worker, where nothing is shown.

export const { GAMES, announce, button, copy, dice, during, given, h, late, lend, place, say, svg, words } = globalThis.rulebookPage ?? { say: text => text }
