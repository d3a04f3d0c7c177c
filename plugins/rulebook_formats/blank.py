"""Blank sheets: a form of the site as tables to fill in with a pencil."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook_syntax.html_elements import Element

SHEET = "rulebook-sheet"
"""The class of a form that is printed as a sheet."""
WIDGET = "rulebook-widget"
"""The class of a sheet that only rolls, which paper cannot."""


def blank_sheet(form: Element) -> Element:
    """A sheet without its values and buttons, with the tables that it counts with behind it."""
    content: list[Element | str] = []
    for part in form.children:
        if part.tag == "p" and "rulebook-sheet-title" in part.classes:
            content.append(_titled(part.text))
        elif part.tag == "p" and "rulebook-sheet-off" not in part.classes:
            content.append(part)
        elif part.tag == "fieldset":
            content += _parts(part)
        elif part.tag == "details":
            content += part.all("table")
    return Element("section", {"class": "blank-sheet", "id": form.id}, content)


def _titled(text: str) -> Element:
    return Element("p", {"class": "summary"}, [Element("strong", {}, [text])])


def _parts(fieldset: Element) -> Iterator[Element]:
    """Yield a group of fields on paper: its title, nested groups, tables and rows."""
    rows: list[Element] = []
    for part in fieldset.children:
        if part.tag == "legend":
            yield _titled(part.text)
        elif part.tag == "fieldset":
            yield from _parts(part)
        elif part.tag == "table":
            yield _table(part)
        else:
            rows += _rows(part)
    if rows:
        yield Element("table", {"class": "blank-fields"}, [Element("tbody", {}, list(rows))])


def _rows(part: Element) -> Iterator[Element]:
    """A line for each field, and for each result that is not a roll."""
    for label in part.all("label"):
        text = "".join(item for item in label.content if isinstance(item, str))
        yield Element("tr", {}, [Element("th", {"scope": "row"}, [text.strip()]), _cell(label)])
    for pair in part.all("div"):
        term, value = pair.child("dt"), pair.child("dd")
        if term is not None and value is not None and not _rolls(value):
            yield Element("tr", {}, [Element("th", {"scope": "row"}, [term.text]), _cell(value)])


def _table(table: Element) -> Element:
    """Its rows with empty cells, without the columns that roll; the head of a column says what one may choose there."""
    rows = [list(row.children) for row in table.all("tr")]
    rolling = {index for row in rows for index, cell in enumerate(row) if _rolls(cell)}
    choices = {index: _choices(cell) for row in rows for index, cell in enumerate(row) if _choices(cell)}
    lines = [
        [
            _blank(cell, choices.get(index, "") if row is rows[0] else "")
            for index, cell in enumerate(row)
            if index not in rolling
        ]
        for row in rows
    ]
    return Element(
        "table", {"class": "blank-rows"}, [Element("tbody", {}, [Element("tr", {}, [*row]) for row in lines])]
    )


def _blank(cell: Element, choices: str) -> Element:
    if cell.tag != "th":
        return Element("td")
    return Element("th", cell.attributes, [*cell.content, f": {choices}"]) if choices else cell


def _rolls(cell: Element) -> bool:
    return next(cell.all("rulebook-dice"), None) is not None


def _cell(cell: Element) -> Element:
    """An empty cell, or one with what there is to choose from."""
    choices = _choices(cell)
    return Element("td", {}, [choices] if choices else [])


def _choices(cell: Element) -> str:
    return " / ".join(option.text for option in cell.all("option") if option.text)
