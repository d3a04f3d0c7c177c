"""Make pages lighter: defer long folds and the theme's script, and drop blank lines.

The odds of a bestiary's dice are hundreds of rows, more than all else on its page, and nobody sees them before opening
their fold. As `noscript` they are one text to a browser with scripts. The script of the page makes them when the fold
opens, the page is printed or searched, or an address leads there. Without scripts they are there from the start.
"""

from __future__ import annotations

_MAX_ROWS = 60
"""Rows that a fold has as elements: some hundred elements are made in no time."""
_POOL = '<div class="rulebook-pool"'
_THEME = "assets/javascripts/bundle."
_AS_WRITTEN = ("<pre", "<textarea", "`")
"""Signs of text whose blank lines count."""
_FOLD_ENDS = "</details>"
_INSTANT = '"navigation.instant", '
"""Among the features of the theme, in the settings on each page."""
_MAX_ADDRESSES = 250
"""For instant navigation the theme makes each address of a page absolute, in one task before anything else runs."""


def with_folded_odds(output: str) -> str:
    """Return a page whose long folds of odds wait for their reader."""
    parts = []
    start = output.find(_POOL)
    while start >= 0:
        end = output.find(_FOLD_ENDS, start)
        if end < 0:
            break
        odds = output[start:end]
        waits = odds.count("<tr>") > _MAX_ROWS and "noscript" not in odds and output.endswith("</summary>", 0, start)
        parts += [output[:start], f"<noscript>{odds}</noscript>" if waits else odds]
        output = output[end:]
        start = output.find(_POOL)
    return "".join([*parts, output])


def without_instant(output: str) -> str:
    """Return a page; one with many addresses leaves instant navigation to others, and loads the next page whole."""
    return output.replace(_INSTANT, "", 1) if output.count("href=") > _MAX_ADDRESSES else output


def with_deferred_theme(output: str) -> str:
    """Return a page whose theme starts when the page is parsed, in a task of its own.

    It stays as it is where a script behind the theme's expects that to have run.
    """
    before, mark, behind = output.rpartition(_THEME)
    start = before.rfind("<script")
    rest = behind.partition("</script>")[2]
    scripts = [each.partition(">")[0] for each in rest.split("<script")[1:]]
    if not mark or start < 0 or not all(" defer" in each for each in scripts):
        return output
    return f"{output[:start]}<script defer{output[start + len('<script') :]}"


def without_blank_lines(output: str) -> str:
    """Return a page without the blank lines that templates leave around its text, a twentieth of what it weighs."""
    before, start, text = output.partition("<article")
    text, end, behind = text.rpartition("</article>")
    if not start or not end:
        return output
    return f"{_dense(before)}{start}{text}{end}{_dense(behind)}"


def _dense(part: str) -> str:
    if any(sign in part for sign in _AS_WRITTEN):
        return part
    return "\n".join(filter(str.strip, part.split("\n")))
