"""Patterns that are compiled late find what others do."""

from __future__ import annotations

import re
import subprocess
import sys

from rulebook_core.lazy_regex import LazyPattern, lazily


def test_a_late_pattern_is_one_like_any_other() -> None:
    late, usual = lazily(r"(?P<die>d\d+)", re.IGNORECASE), re.compile(r"(?P<die>d\d+)", re.IGNORECASE)
    for text in ("2D6 and d8", "none"):
        assert [match.span("die") for match in late.finditer(text)] == [m.span("die") for m in usual.finditer(text)]
        assert bool(late.search(text, 2)) == bool(usual.search(text, 2))
    assert late.groupindex == usual.groupindex


def test_it_is_compiled_by_who_uses_it_first() -> None:
    late = LazyPattern(r"\d", 0)
    assert "compiled" not in vars(late)
    assert late.search("7")
    assert "compiled" in vars(late)


def test_to_load_what_checks_a_book_compiles_none_of_them() -> None:
    code = (
        "import re, sys, rulebook.commands.check, rulebook.stored.summaries, rulebook.loading.reading\n"
        "from rulebook_core.lazy_regex import LazyPattern\n"
        "first = 'rulebook_core.system.parts'\n"  # It says what else there is to load.
        "loaded = {name: module for name, module in sys.modules.items() if name.startswith('rulebook')}\n"
        "modules = [(name, vars(module)) for name, module in loaded.items() if name != first]\n"
        "held = [(name, one) for name, module in modules for one in module.values()]\n"
        "late = [one for _, one in held if type(one) is LazyPattern]\n"
        "print(len(late) > 100, sum('compiled' in vars(one) for one in late))\n"
        "print({name for name, one in held if type(one) is re.Pattern})"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines() == ["True 0", "set()"]
