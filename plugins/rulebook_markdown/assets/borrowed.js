// What the script that rolls lends to a sheet, which comes before it.

export let PATIENT, QUICK, allow, capital, describeFault, evaluate, pageLanguages, parse, percent, read, target, throwFor

export function borrow({ lent }) {
  ({ PATIENT, QUICK, allow, capital, describeFault, evaluate, pageLanguages, parse, percent, read, target, throwFor } = lent)
}
