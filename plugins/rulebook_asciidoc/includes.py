"""Resolve `include::` directives to files within the folder of the book.

Asciidoctor asks for every file that an `include::` names. What cannot be had is left out of the page, and is a
finding at its place; a missing file in the header must not make the next line the author.
"""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulebook_asciidoc.antora import module_of, named
from rulebook_asciidoc.engine import IncludeRequest
from rulebook_core import workspace
from rulebook_core.source import Source, Span, UnreadableSourceError, read_source, shown_path
from rulebook_core.store.files import lies_elsewhere
from rulebook_syntax.dialects.excerpts import Excerpt, merged
from rulebook_syntax.dialects.options import ReadingOptions
from rulesmod.dice.digits import to_int

MAX_DEPTH = 32
MAX_FILES = 1_000
MAX_CHARACTERS = 4 * 2**20
"""How much a document may take in: a chapter that includes the one before it twice doubles with every chapter."""

_ADDRESS = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+:|//|\\\\")
_TAG = re.compile(r"\b(?:tag|(?P<end>e)nd)::(?P<name>\S+?)\[\](?=$|[ \r])")
_LINES = re.compile(r"(?P<first>\d+)(?:(?:\.\.|-)(?P<last>-?\d*))?$")


_LINE_END = re.compile(r"\r\n|\r|\n")


_OFFSET = re.compile(r"(?P<sign>[+-]?)\d{1,3}|")
_INDENT = re.compile(r"\d{1,3}")
_OTHER_WAY = str.maketrans("+-", "-+")


class _Answer(NamedTuple):
    """An included text, with its name and the attributes of its directive."""

    name: str
    text: str
    attributes: Mapping[str, Any]


class Refusal(NamedTuple):
    """An include that was left out: the line that leads to it in the document itself, its target, and why."""

    line: int
    target: str
    reason: str

    @property
    def is_outside(self) -> bool:
        """Return whether the target lies outside the book."""
        return self.reason in (_OUTSIDE, _ABSOLUTE)

    @property
    def is_elsewhere(self) -> bool:
        """Return whether the target is outside this checkout.

        It is in a missing submodule or another component of Antora.
        """
        return self.reason == _ELSEWHERE


class Includes:
    """Answers the includes of one document.

    Attributes:
        refusals: what was left out.
        lines: the line of the document that takes in the file of a name.
    """

    def __init__(self, options: ReadingOptions) -> None:
        self.refusals: list[Refusal] = []
        self._excerpts: dict[Path, list[Excerpt]] = {}
        self.lines: dict[str, int] = {}
        self._file = options.file.absolute() if options.file is not None else None
        self._root = Path(workspace.real_path(options.root or (options.file.parent if options.file else Path())))
        self._files: dict[str, tuple[Path, str | None]] = {}
        """By the name it was given: a file, and the name of the one that takes it in."""
        self._characters = 0
        self._answers: dict[tuple[str | None, int], _Answer] = {}
        """By the file that asks, and the line of its directive there."""

    def __call__(self, request: IncludeRequest) -> tuple[str, str] | None:
        """The lines asked for, and a name for them; None where the directive is to vanish."""
        including = request.path if request.path in self._files else None
        line = self.lines[including] if including is not None else request.line
        result = self._find(request, including)
        if isinstance(result, str):
            optional = "optional-option" in request.attributes
            refusal = Refusal(line, request.target, result)
            if refusal.is_outside or (not optional and (including is None or result.startswith(_CIRCLE))):
                self.refusals.append(refusal)
            return None
        file, source = result
        name = f"{file.as_posix()}?{len(self._files)}{file.suffix}"
        self._files[name] = (file, including)
        self.lines[name] = line
        region = Region(*(str(request.attributes.get(key) or "") for key in ("lines", "tags", "tag")))
        alone = module_of(file) is not None
        self._excerpts.setdefault(file, []).append(
            Excerpt(source, (region,) if any(region) else (), counts_alone=alone)
        )
        text = "".join(source.text[start:end] for start, end in region.stretches(source.text))
        self._characters += len(text)
        self._answers[including, request.line] = _Answer(name, text, request.attributes)
        return text, name

    def written_out(self, text: str, name: str | None = None, level: int = 0) -> str | None:
        """A text with what its directives took in, in their place; None where that cannot be written.

        Args:
            text: the document, or what it took in by that name.
            name: see above.
            level: by how much the levels of its headings are moved already.
        """
        lines = text.splitlines() if name is not None else _LINE_END.split(text)
        for number, answer in ((at, self._answers.get((name, at + 1))) for at in range(len(lines))):
            if answer is None:
                continue
            offset, indent = (str(answer.attributes.get(key) or "") for key in ("leveloffset", "indent"))
            moved, indented = _OFFSET.fullmatch(offset), _INDENT.fullmatch(indent)
            if moved is None or (indent and indented is None):
                return None
            result = textwrap.indent(textwrap.dedent(answer.text), " " * to_int(indent)) if indent else answer.text
            inner = self.written_out(
                result, answer.name, level * (not offset or bool(moved["sign"])) + to_int(offset or 0)
            )
            if inner is None:
                return None
            # Asciidoctor sets an offset without a sign whatever was there, and sets that again behind it.
            back = offset.translate(_OTHER_WAY) if moved["sign"] else level
            lines[number] = f":leveloffset: {offset}\n\n{inner}\n\n:leveloffset: {back}" if offset else inner
        return "\n".join(lines)

    @property
    def sources(self) -> tuple[Excerpt, ...]:
        """The files taken in, each once."""
        return tuple(merged(value) for value in self._excerpts.values())

    def _find(self, request: IncludeRequest, including: str | None) -> tuple[Path, Source] | str:
        """The file that is asked for, or why it is not to be had."""
        if self._file is None:
            return "a text without a file can include nothing"
        here = self._files[including][0] if including is not None else self._file
        file = _named_file(request.target, here)
        if isinstance(file, str):
            return file
        if refusal := self._refusal(file, including, request.depth):
            return refusal
        if file in self._excerpts:
            return file, self._excerpts[file][0]
        try:
            return file, read_source(file, shown_path(file))
        except UnreadableSourceError as error:
            return _ELSEWHERE if lies_elsewhere(file) else str(error)

    def _refusal(self, file: Path, including: str | None, depth: int) -> str:
        """Return why a file may not be included here; empty if it may."""
        assert self._file is not None
        if not file.is_relative_to(self._root):
            return _OUTSIDE
        if file == Path(workspace.real_path(self._file)):
            return _CIRCLE
        around = including
        while around is not None:
            if self._files[around][0] == file:
                return "it is being included already"
            around = self._files[around][1]
        if depth >= MAX_DEPTH:
            return f"more than {MAX_DEPTH} files include one another"
        is_full = len(self._files) >= MAX_FILES or self._characters > MAX_CHARACTERS
        return "the document takes in more than a page can hold" if is_full else ""


def _named_file(target: str, here: Path) -> Path | str:
    """Return the file that a target names, or why it names none."""
    meant = named(target, here)
    if meant is not None and meant.path is None:
        return _ELSEWHERE
    if meant is None and _ADDRESS.match(target):
        return "only files of the book can be included"
    if target.startswith("/"):
        return _ABSOLUTE
    try:
        return Path(workspace.real_path(here.parent / (meant.path if meant and meant.path else target)))
    except (OSError, ValueError, RuntimeError):
        return "this is no path"


_CIRCLE = "the file would include itself"
_OUTSIDE = "it lies outside of the book"
_ELSEWHERE = "it lies in a submodule of git, or another part of the site, that is not here"
_ABSOLUTE = "its path has to count from the folder of this file"


class Region(NamedTuple):
    """The lines that an include asks for: by number (`lines`), by region (`tag`, `tags`), or all."""

    lines: str = ""
    tags: str = ""
    tag: str = ""

    def stretches(self, text: str) -> Iterator[Span]:
        """Yield the spans of the selected lines in order; the last line has no line end."""
        if not any(self):
            yield Span(0, len(text))
            return
        ends = [match.end() for match in _LINE_END.finditer(text)]
        spans = [Span(*pair) for pair in itertools.pairwise((0, *ends, len(text)))]
        if self.lines:
            yield from _by_number(spans, self.lines)
        else:
            yield from _by_tag(text, spans, re.split(r"[;,]", self.tags or self.tag))


def _by_number(lines: Sequence[Span], wanted: str) -> Iterator[Span]:
    numbers: set[int] = set()
    for part in re.split(r"[;,]", wanted):
        match = _LINES.match(part.strip())
        if match is None:
            continue
        first = _number(match["first"])
        last = first if match["last"] is None else _number(match["last"] or "-1")
        numbers.update(range(first, (len(lines) if last < 0 else min(last, len(lines))) + 1))
    return (line for number, line in enumerate(lines, start=1) if number in numbers)


def _number(written: str) -> int:
    """The number of a line; none has more digits than this, and of 4,300 Python makes no number."""
    return to_int(written[:12])


def _by_tag(text: str, lines: Sequence[Span], wanted: Sequence[str]) -> Iterator[Span]:
    """The regions of the wanted tags; `*` is any tag, `**` everything, `!` before a tag leaves it out."""
    choices = {tag.strip().lstrip("!"): not tag.strip().startswith("!") for tag in wanted if tag.strip()}
    everything = choices.pop("**", None)
    any_tag = choices.pop("*", None)
    outside = everything if everything is not None else not any(choices.values()) and any_tag is not True
    opened: list[tuple[str, bool]] = []
    taking = outside
    for span in lines:
        line = text[span.start : span.end].rstrip("\r\n")
        match = _TAG.search(line) if "::" in line and "[]" in line else None
        if match is None:
            if taking:
                yield span
            continue
        name = match["name"]
        if match["end"]:
            if any(open_name == name for open_name, _ in opened):
                while opened and opened.pop()[0] != name:
                    pass
                taking = opened[-1][1] if opened else outside
            continue
        default = taking if any_tag is None else any_tag
        taking = choices.get(name, default)
        opened.append((name, taking))
