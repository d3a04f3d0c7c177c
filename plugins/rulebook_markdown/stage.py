"""The script of a stage: what esbuild made of `assets/stage.js`, and behind it the game, translated from Python."""

from __future__ import annotations

from functools import lru_cache

from rulebook_markdown.files import BundleFile, hashed, read_bundle
from rulebook_render.script import PlainModule, modules_of, translate

EXPORTS = (
    *("SAMPLE", "SIDES", "asker", "automatic", "board", "carried_items", "casts_ranked", "choice_text"),
    *("ending", "is_idle", "log_lines", "open_stage", "question_text", "ranking_text", "rosters", "whole_game"),
)
"""The names of a game's modules that the page's script calls."""


def stage_files(name: str, module: str) -> tuple[BundleFile, BundleFile]:
    """The script and the style of a game's stage.

    Args:
        name: of the stage.
        module: the dotted name of the game's module that the page calls.

    Raises:
        MissingPartError: see `read_bundled`.
        NotPlainError: the game's modules are outside the subset that can be translated.
    """
    game = _game_script(tuple(modules_of(module)))
    script = read_bundle("stage.js") + f"\nrulebookStage.open({game});\n".encode()
    return hashed(f"stage-{name}.js", script), hashed(f"stage-{name}.css", read_bundle("stage.css"))


@lru_cache(maxsize=4)  # A served site is built again and again.
def _game_script(modules: tuple[PlainModule, ...]) -> str:
    """Return a game as a script."""
    return translate(modules, EXPORTS)
