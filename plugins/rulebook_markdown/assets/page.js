// What the script of every page lends to the one that rolls, which does not come without it.

export const { announce, button, copy, given, h, late, place, say, svg, words } = globalThis.rulebookPage
