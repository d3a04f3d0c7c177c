// What the script that rolls lends to those that do not come without it.

export const { capital, parse, read } = globalThis.rulebookDice.lent
