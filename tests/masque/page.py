"""The set-to as the page has it: translated from Python, run by QuickJS."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import quickjs

from rulebook_render.script import modules_of, translate

ASSETS = Path(__file__).parents[2] / "plugins" / "rulebook_markdown" / "assets"
ROOT = "rulesmod.masque.showing"
EXPORTS = (
    *(
        "open_stage",
        "whole_game",
        "automatic",
        "log_lines",
        "board",
        "question_text",
        "choice_text",
        "asker",
        "rosters",
    ),
    *("casts_ranked", "ending"),
)
GLUE = """
globalThis.page = {
  // A set-to with these answers, and what is asked on the way.
  replay: (troupe, entourage, seed, answers) => {
    const stage = engine.open_stage(troupe, entourage, random(seed))
    const game = engine.whole_game(stage)
    const asked = []
    let step = game.next()
    for (const answer of answers) {
      const question = step.value
      asked.push([
        engine.asker(question),
        engine.question_text(stage, question),
        question.choices.map(choice => engine.choice_text(stage, choice)),
        engine.casts_ranked(stage, question),
      ])
      step = game.next(answer)
    }
    const ending = engine.ending(stage)
    return { done: step.done, asked, ending, log: engine.log_lines(stage, 0), board: engine.board(stage) }
  },
  // A set-to by a policy.
  play: (troupe, entourage, seed, policy) => {
    const stage = engine.open_stage(troupe, entourage, random(seed))
    const game = engine.whole_game(stage)
    let step = game.next()
    while (!step.done) step = game.next(engine.automatic(stage, step.value, policy))
    return { answers: stage.answers, log: engine.log_lines(stage, 0), board: engine.board(stage) }
  },
}
"""


def module(name: str) -> tuple[str, list[str]]:
    """A module of the page without its exports, and what they were called."""
    text = (ASSETS / f"{name}.js").read_text(encoding="utf-8")
    return re.sub(r"^export ", "", text, flags=re.MULTILINE), re.findall(
        r"^export (?:const|function) (\w+)", text, re.M
    )


def runtime() -> str:
    """The module that translated Python calls, as `$`."""
    text, names = module("plain")
    return f"const $ = (() => {{\n{text}\nreturn {{ {', '.join(names)} }}\n}})()\n"


class Page:
    """A page with the stage's script."""

    def __init__(self) -> None:
        self._context = quickjs.Context()
        script = translate(modules_of(ROOT), EXPORTS)
        self._context.eval(f"{runtime()}{module('rng')[0]}const engine = {script}($)\n{GLUE}")

    def call(self, name: str, *arguments: Any) -> Any:
        written = ", ".join(json.dumps(item) for item in arguments)
        return json.loads(self._context.eval(f"JSON.stringify(page.{name}({written}))"))
