"""The page's dice modules, run by QuickJS: what they say, as Python values."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import quickjs

ASSETS = Path(__file__).parents[2] / "plugins" / "rulebook_markdown" / "assets"
MODULES = (
    "fraction",
    "reading",
    "hand",
    "chain",
    "series",
    "engine",
    "rng",
    "formulas",
    "reader",
    "language",
    "values",
    "meant",
    "measures",
    "worksheet",
)
GLUE = """
const say = (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, index) => values[index])
const asText = (key, value) => (typeof value == 'bigint' ? String(value) : value)
const answer = make => JSON.stringify(make() ?? null, asText)
globalThis.page = {
  distribution: text => answer(() => distribution(JSON.parse(text))),
  estimate: text => answer(() => estimate(JSON.parse(text))),
  undo: (text, measure) => answer(() => {
    const odds = new Map(JSON.parse(text).rows.map(([value, odds]) => [value, odds.map(BigInt)]))
    undo(odds, JSON.parse(measure))
    return [...odds]
  }),
  target: (text, number) => answer(() => target(JSON.parse(text), number)),
  contest: (mine, theirs) => answer(() => contest(JSON.parse(mine), JSON.parse(theirs))),
  rolls: (text, seed, count) => answer(() => {
    const [program, next] = [JSON.parse(text), random(seed)]
    return Array.from({ length: count }, () => roll(program, next))
  }),
  random: (seed, count) => answer(() => {
    const next = random(seed)
    return Array.from({ length: count }, next)
  }),
  parse: (language, text) => answer(() => {
    try {
      return { program: parse(JSON.parse(language), text) }
    } catch ({ message, start, end, expected, remedy }) {
      return { error: [message, start, end, expected, ...(remedy ? [remedy] : [])] }
    }
  }),
  asked: (language, text, values) =>
    answer(() => parseWith(given => parse(JSON.parse(language), text, given), JSON.parse(values))),
  meant: (language, text) => answer(() => {
    const found = meant(JSON.parse(language), text) ?? null
    return [found, found != null && isAlike(found, text)]
  }),
  limit: text => answer(() => {
    try {
      return limitDice([JSON.parse(text)])
    } catch ({ message }) {
      return message
    }
  }),
  bounded: text => answer(() => {
    allow(PATIENT)
    try {
      return distribution(JSON.parse(text)) && null
    } catch ({ message }) {
      return message
    } finally {
      allow(Infinity)
    }
  }),
  said: (sheet, language, inputs, index, results) => answer(() => {
    const { throws } = JSON.parse(sheet)
    const { ready, said } = workOut(JSON.parse(sheet), JSON.parse(language), JSON.parse(inputs))
    return [ready(throws[index]), said(throws[index], JSON.parse(results))]
  }),
  sheet: (sheet, language, inputs) => answer(() => {
    const { faults, ready, said, ...worked } = workOut(JSON.parse(sheet), JSON.parse(language), JSON.parse(inputs))
    const told = ({ message, start, end, remedy }) => [message, start, end, remedy]
    return { ...worked, faults: Object.fromEntries(Object.entries(faults).map(([key, fault]) => [key, told(fault)])) }
  }),
}
"""


def script() -> str:
    """All modules as one: their names do not clash, so imports and exports can go."""
    sources = [(ASSETS / f"{name}.js").read_text(encoding="utf-8") for name in MODULES]
    plain = re.sub(r"^import .*\n|^export (?=const|function|class)", "", "\n".join(sources), flags=re.MULTILINE)
    return plain + GLUE


class Page:
    """A page with the dice modules loaded."""

    def __init__(self) -> None:
        self._context = quickjs.Context()
        self._context.eval(script())

    def call(self, name: str, *arguments: Any) -> Any:
        """What a function of the glue answers; programs and languages go over as JSON texts."""
        texts = [json.dumps(item) if isinstance(item, dict) else item for item in arguments]
        written = ", ".join(json.dumps(text) for text in texts)
        return json.loads(self._context.eval(f"page.{name}({written})"))

    def distribution(self, program: dict[str, Any]) -> list[tuple[dict[str, Any], Fraction]]:
        rows = self.call("distribution", program)
        return [(outcome, Fraction(int(n), int(d))) for outcome, n, d in rows]

    def odds(self, name: str, *arguments: Any) -> dict[str, Fraction]:
        found = self.call(name, *arguments)
        return {key: Fraction(int(n), int(d)) for key, (n, d) in found.items()}
