// What the script that rolls lends to the one that works sheets out, which does not come without it.

export const { PATIENT, QUICK, allow, capital, describeFault, evaluate, pageLanguages, parse, percent, read, target, throwFor } = globalThis.rulebookDice.lent
