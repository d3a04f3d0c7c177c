"""Typst in a process of its own: each layout takes hundreds of megabytes, which a process keeps until it ends.

Where there can be no such process, or it fails, typst works in this one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Compiled(NamedTuple):
    """A template as it is typeset.

    Attributes:
        value: of what was asked for, as JSON.
        diagnostic: what keeps the PDF from being one for archives (PDF/A).
        document: the PDF.
    """

    value: str
    diagnostic: str
    document: bytes


def compiled(template: Path, query: str, *, inputs: Mapping[str, str], fonts: Sequence[Path], made: int) -> Compiled:
    """Typeset a template.

    Args:
        template: all that it reads lies beside it.
        query: an expression whose value is wanted.
        inputs: what it finds as `sys.inputs`.
        fonts: folders of fonts, beside those of typst and of the system.
        made: when the PDF was made, in seconds since 1970.

    Raises:
        typst.TypstError: the template has a fault.
    """
    task = json.dumps([str(template), query, dict(inputs), [str(folder) for folder in fonts], made])
    # The option keeps Python from taking modules of the folder that the build runs in for its own.
    command = [sys.executable, "-P", "-m", __name__]
    try:
        done = subprocess.run(
            command, input=task.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return _work(task)
    said, _, document = done.stdout.partition(b"\n")
    value, diagnostic = json.loads(said)
    return Compiled(value, diagnostic, document)


def _work(task: str) -> Compiled:
    import typst

    template, query, inputs, fonts, made = json.loads(task)
    compiler = typst.Compiler(
        template, root=Path(template).parent, font_paths=typst.Fonts(font_paths=fonts), sys_inputs=inputs
    )
    value, document, diagnostic = compiler.eval(query), compiler.compile(format="pdf", timestamp=made), ""
    try:
        compiler.compile(format="pdf", pdf_standards="a-2b")
    except typst.TypstError as error:
        diagnostic = error.diagnostic
    return Compiled(value, diagnostic, document)  # type: ignore[arg-type]


if __name__ == "__main__":
    *said, document = _work(sys.stdin.read())
    sys.stdout.buffer.write(json.dumps(said).encode() + b"\n" + document)
