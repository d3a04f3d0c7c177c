// Texts that the editor shows: pure functions, so that tests can read them.

import type { Chance, Counts, Odds, Result, Rolled, Status } from "./protocol"

/** Return the text of the status bar: the numbers of the book. */
export function statusText({ book }: Status): string {
  return `${book.guarded + book.waived} of ${book.numbers} guarded`
}

/** Return what the status bar says when the pointer rests on it. */
export function statusTip(status: Status): string {
  return `${status.game}: ${counted(status.book, "in the book")}; ${counted(status, "on this page")}. Click to see those of this page that nothing guards.`
}

function counted(counts: Counts, where: string): string {
  return `of ${counts.numbers} numbers ${where}, ${counts.guarded} guarded, ${counts.waived} waived, ${counts.unguarded} unguarded`
}

/** Return a roll in a line: "2d6: total 9 (seed ...)". */
export function rollText(rolled: Rolled): string {
  const results = Object.entries(rolled.outcome).map(([name, value]) => `${name} ${shown(value)}`)
  return `${rolled.expression}: ${results.join(", ")}`
}

function shown(value: unknown): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value)
}

/** Return the lower bound of a chance as a number. */
export function chanceOf(chance: Chance): number {
  if (typeof chance !== "string") return chance[0]
  const [over, under] = chance.split("/")
  return Number(over) / Number(under ?? 1)
}

/** Return a chance in percent: "16.7 %", and "<0.1 %" for one that is not 0. */
export function percent(chance: Chance): string {
  const value = 100 * chanceOf(chance)
  return value > 0 && value < 0.1 ? "<0.1 %" : `${value.toFixed(1)} %`
}

/** Return a fraction as a reader writes it: "7" and not "7/1". */
function plain(mean: string | number): string {
  const value = typeof mean === "number" ? mean : chanceOf(mean)
  return Number.isInteger(value) ? String(value) : value.toFixed(2)
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Return a text for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

function row(label: string, chance: Chance, reached: Chance | undefined, widest: number): string {
  const width = widest > 0 ? (100 * chanceOf(chance)) / widest : 0
  const more = reached === undefined ? "" : `<td class="number">${escaped(percent(reached))}</td>`
  return (
    `<tr><th scope="row">${escaped(label)}</th><td class="number">${escaped(percent(chance))}</td>` +
    `<td class="bar"><meter min="0" max="100" value="${width.toFixed(2)}"></meter></td>${more}</tr>`
  )
}

/** Return a page with the odds of dice: no script, and nothing from outside. */
export function oddsPage(odds: Odds): string {
  const reached = new Map((odds.at_least ?? []).map(([result, chance]) => [String(result), chance]))
  const first = odds.distribution[0]
  const fields = first === undefined ? [] : Object.keys(first[0])
  const isPlain = fields.length === 1 && reached.size > 0
  const widest = Math.max(0, ...odds.distribution.map(([, chance]) => chanceOf(chance)))
  const label = (outcome: Record<string, Result>): string =>
    fields.length === 1
      ? shown(Object.values(outcome)[0])
      : Object.entries(outcome)
          .map(([name, value]) => `${name} ${shown(value)}`)
          .join(", ")
  const rows = odds.distribution.map(([outcome, chance]) =>
    row(label(outcome), chance, isPlain ? reached.get(String(Object.values(outcome)[0])) : undefined, widest),
  )
  const mean = odds.mean === undefined ? "" : `<p>Average ${escaped(plain(odds.mean))}, deviation ${odds.deviation?.toFixed(2) ?? "?"}.</p>`
  const doubt = odds.exact ? "" : "<p>These odds are lower bounds; exact ones take too long.</p>"
  const head = `<tr><th scope="col">${escaped(fields.length === 1 ? (fields[0] ?? "") : "result")}</th><th scope="col">chance</th><th></th>${isPlain ? '<th scope="col">at least</th>' : ""}</tr>`
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Odds</title>
<style>
body { font-family: var(--vscode-font-family); color: var(--vscode-foreground); }
table { border-collapse: collapse; }
th, td { padding: 0.1rem 0.6rem; text-align: left; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
meter { width: 16rem; }
</style>
</head>
<body>
<h1>${escaped(odds.expression)}</h1>
${mean}${doubt}
<table><thead>${head}</thead><tbody>
${rows.join("\n")}
</tbody></table>
</body>
</html>`
}
