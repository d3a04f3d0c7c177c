"""The reference pages of the writer's guide, made from the software itself: every finding, setting and command.

`python -m tests.edition.reference docs/guide` writes them; a test holds the written ones against it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import yaml

from rulebook.cli import COMMANDS
from rulebook.cli import main as cli
from rulebook.scaffold.ready import ready_game, ready_games
from rulebook_core.store.files import write
from rulebook_core.system.parts import own_parts
from rulebook_rules.catalogue import load_rules
from rulebook_rules.settings.looks import LOOK
from rulebook_rules.settings.options import BOOK, PAPER, PLUGIN
from rulebook_rules.systems import load_system
from rulebook_text.words import LANGUAGES
from rulebook_text.words.fields import fields_of, groups_of_fields, tables_of
from rulesmod.plain_dice import FORMS
from tests.edition.interface import interface_page

_INDENT = re.compile(r"\n[ ]*")
_BLANK = "\n\n"
GRAMMAR = Path(__file__).parent / "pages/grammar.md"
"""The section on grammars of a notation, for those who write a game in Python."""
ELSEWHERE = Path(__file__).parents[1] / "dice" / "elsewhere.md"
"""The table of other tools' dice, which `tests/dice/test_peers.py` works out."""


def rules_page() -> str:
    """Every rule by its name, with the documentation that `rulebook explain` prints."""
    lines = [
        "# Every finding {#rules}",
        "",
        "This page is made from the software. `rulebook explain RULE` prints the same, and",
        "[When the checker is wrong](findings.md) says how to read one, and how to allow it.",
        "",
        "| Finding | Severity | Meaning |",
        "| --- | --- | --- |",
    ]
    for name, rule in load_rules().items():
        lines.append(f"| [`{name}`](#{name}) | {rule.severity} | {_folded(rule.documentation.partition(_BLANK)[0])} |")
    for name, rule in load_rules().items():
        summary, _, rest = rule.documentation.partition(_BLANK)
        lines += ["", f"## `{name}` {{#{name}}}", "", f"*{rule.severity}:* {_lowered(_folded(summary))}"]
        lines += [part for text in rest.split("\n\n") if text.strip() for part in ("", _folded(text))]
    return "\n".join(lines) + "\n"


def commands_page() -> str:
    """Every command with its arguments and options."""
    lines = [
        "# The command line {#commands}",
        "",
        "This page is made from the software. `rulebook COMMAND --help` prints the same.",
        "",
        "## How a command ends {#exit-codes}",
        "",
        "| Exit code | Says |",
        "| --- | --- |",
        "| 0 | there is nothing to object to |",
        "| 1 | there is: `check` has a finding from `--fail-on` up, `ledger` is below `--floor`, `mutate` has a "
        "change that nobody noticed, `lock` would let go of a claim, `fix` cannot apply a remedy, or has mended "
        "something where `CI` is set, `convert` has named something that Markdown cannot hold |",
        "| 2 | it could not do its work: it was called wrongly, no file was checked, a file or folder cannot be "
        "read, something cannot be written, or nobody reads its output any more (as in `rulebook check \\| head`) |",
        "| 130 | Ctrl-C has ended it; `mkdocs build` ends with 1 |",
        "",
        "A line says which, where anybody reads it. Files are written whole, or stay as they were.",
        "",
        "Signs that the output does not know, as in a pipe of Windows, are printed by number (`\\u2192`). JSON and",
        "JUnit are ASCII, so that they get through any pipe, and what `convert` prints is UTF-8 everywhere.",
    ]
    context = click.Context(cli)
    for name in sorted({*COMMANDS, *own_parts("rulebook.commands")}):
        command = cli.get_command(context, name)
        assert command is not None
        lines += ["", f"## `rulebook {name}` {{#{name}}}", "", *_command(name, command)]
    return "\n".join(lines) + "\n"


SETTINGS = (
    (PLUGIN, "Of the plugin"),
    (BOOK, "Of each of its `books`"),
    (PAPER, "Of the `paper` of a book"),
    (LOOK, "Of a `look` {#look}"),
)
_VARIABLES = (
    "| Colours | Variables |",
    "| --- | --- |",
    "| buttons and marks, and the text on them | `--rulebook-accent`, `--rulebook-on-accent` |",
    "| text, and lesser text | `--rulebook-ink`, `--rulebook-soft` |",
    "| the ground of cards, and of parts of them | `--rulebook-paper`, `--rulebook-wash` |",
    "| lines | `--rulebook-line` |",
    "| findings in `mkdocs serve` | `--rulebook-wrong` |",
)


def settings_page() -> str:
    """Every option of the plugin, with what it is for."""
    lines = [
        "# Every setting {#settings}",
        "",
        "This page is made from the software. [Publish](setup.md#mkdocs) tells how the settings work together.",
        "",
        "All of them stand below `rulebook` in the list of `plugins` in mkdocs.yml (or mkdocs.yaml). What is misspelt",
        "there, set twice or of another type is an [`invalid-setting`](rules.md#invalid-setting), with its line and",
        "the nearest name that would fit; `rulebook check` and `mkdocs build` say so in the same words.",
    ]
    for options, title in SETTINGS:
        lines += ["", f"## {title}", "", "| Option | What it is | What it is for |", "| --- | --- | --- |"]
        lines += [f"| `{name}` | {kind.says} | {about} |" for name, kind, about in options.listed()]
    lines += ["", "## Of a style sheet {#variables}", "", *_VARIABLES]
    return "\n".join(lines) + "\n"


def _command(name: str, command: click.Command) -> Iterator[str]:
    yield from _paragraphs(command.help or "")
    context = click.Context(command, info_name=f"rulebook {name}")
    yield "```console"
    yield f"$ rulebook {name} {' '.join(command.collect_usage_pieces(context))}"
    yield "```"
    records = [param.get_help_record(context) for param in command.params]
    options = [record for record in records if record and record[1]]
    if options:
        yield ""
        yield "| Option | What it does |"
        yield "| --- | --- |"
        for option, text in options:
            yield f"| `{option}` | {_folded(text)} |"


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield _folded(paragraph)
        yield ""


def _folded(text: str) -> str:
    return _INDENT.sub(" ", text.replace("\b", "").strip())


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def dice_page() -> str:
    """Everything that ordinary dice can be written as."""
    lines = [
        "# Every dice notation {#dice-notation}",
        "",
        "This page is made from the software. Every notation below works in the text, in code spans, in the dice box",
        "of a page, in `rules.yml`, and in a terminal (`rulebook roll '4d6kh3'`, `rulebook odds '4d6kh3'`). Case and",
        "spaces do not matter, except for the `D` of `3D`. Operations on dice apply in this order, however they are",
        "written: reroll, explode, minimum and maximum, keep or drop, count.",
        "",
        "| Written | Rolls | Elsewhere |",
        "| --- | --- | --- |",
    ]
    for form in FORMS:
        written = ", ".join(f"`{one}`" for one in form.written)
        lines.append(f"| {written} | {form.means} | {form.elsewhere} |")
    lines += [
        "",
        "<!-- rulebook: allow unread-dice, an example of dice that do not roll -->",
        "",
        "A name in a roll, as in `1d20+STR`, is a number that only the reader knows: the page asks for it once and",
        "keeps it in the browser. What cannot be rolled says why, at its place, and what works instead: `3d6<=12`",
        "would count every die, so write `{3d6}<=12` for the sum, or `3d6<=4` to count dice. On a page of ordinary",
        "dice `rulebook check` reports such code as [`unread-dice`](rules.md#unread-dice).",
        "",
        "A sentence may say how its dice count. `4d6 and drop the lowest`, `half of 3d6, rounded up` and the like",
        "roll as they say, in English, German, French, Spanish and Italian; where a sentence says more, or only on a",
        "condition, its dice have no button.",
        "",
    ]
    return "\n".join((*lines, ELSEWHERE.read_text(encoding="utf-8"), GRAMMAR.read_text(encoding="utf-8")))


def words_page() -> str:
    """Which words each language has, by what they serve."""
    codes = [language.code for language in LANGUAGES]
    titles = [tables_of(code)["language"] for code in codes]
    present = {code: fields_of(code)[0] for code in codes}
    groups = {title: set(names) for title, names in groups_of_fields().items()}
    lines = [
        "# Words of each language {#words}",
        "",
        "This page is made from the software. A language reads a kind of sentence by its words. *All* is said of",
        "a language that has each field, or declares that it has no such word.",
        "",
        f"| Language | {' | '.join(groups)} |",
        f"| --- |{' --- |' * len(groups)}",
    ]
    for code, title in zip(codes, titles, strict=True):
        lacks = fields_of(code)[1]
        cells = [
            "all" if names <= present[code] | lacks else f"{len(names & present[code])} of {len(names)}"
            for names in groups.values()
        ]
        lines.append(f"| {title} | {' | '.join('–' if cell.startswith('0 ') else cell for cell in cells)} |")
    return "\n".join(lines) + "\n"


def games_page() -> str:
    """Every ready game with what its rules hold, and where its facts are from."""
    lines = [
        "# Ready games {#ready-games}",
        "",
        "This page is made from the software. A ready game has what games of its kind share, in our own words.",
        "",
        "| To | Write |",
        "| --- | --- |",
        "| begin a book with its rules and a page of examples | `rulebook new my-book --game old-school` |",
        "| use its rules as they are | `--system old-school`, or `system: old-school` for one of your `books` |",
        "| see what a newer version changes | `rulebook diff --game my-book/docs/rules.yml` |",
        "",
        "| Game | What it is |",
        "| --- | --- |",
    ]
    games = {name: ready_game(name) for name in ready_games()}
    rules = {name: yaml.safe_load(game.rules) for name, game in games.items()}
    lines += [f"| [`{name}`](#{name}) | {rules[name]['about']} |" for name in games]
    for name, game in games.items():
        system = load_system(name)
        lines += [
            "",
            f"## `{name}` {{#{name}}}",
            "",
            f"Version {game.version}. {rules[name]['about'].capitalize()}.",
            "",
        ]
        lines += [f"- Values: {', '.join(one.name for one in system.quantities)}"] if system.quantities else []
        lines += [f"- Tables: {', '.join(one.title for one in system.tables)}"] if system.tables else []
        lines += [f"- Phrases: {', '.join(one.name.replace('-', ' ') for one in system.phrases)}"]
        lines += [f"- Source: {source}" for source in rules[name]["sources"]]
    return "\n".join(lines) + "\n"


PAGES = {
    "dice.md": dice_page,
    "rules.md": rules_page,
    "settings.md": settings_page,
    "commands.md": commands_page,
    "interface.md": interface_page,
    "words.md": words_page,
    "ready-games.md": games_page,
}


def main(folder: Path) -> None:
    """Write all reference pages into a folder."""
    for name, page in PAGES.items():
        write(folder / name, page())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
