"""Tables as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from rulebook_export.content.contents import PageContent
from rulebook_export.ways.shared import Files, slug, unique


def to_csv(pages: Sequence[PageContent], title: str) -> Files:
    """A file for each table, called like its page and its section."""
    files: dict[str, str] = {}
    names: dict[str, int] = {}
    for page in pages:
        for table in page.tables:
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerows([table.header, *table.rows] if any(table.header) else table.rows)
            stem = slug(page.name)
            files[f"{unique(names, f'{stem}-{slug(table.title)}')}.csv"] = text.getvalue()
    return files


def to_json(pages: Sequence[PageContent], title: str) -> Files:
    """All tables of a book in one file, those that are rolled on with their dice and faces."""
    tables = [
        {"page": page.name, "title": table.title, "columns": table.header, "rows": table.rows}
        for page in pages
        for table in page.tables
    ]
    rollables = [
        {
            "page": page.name,
            "id": one.id,
            "title": one.title,
            "dice": one.dice,
            "rows": [{"from": row.low, "to": row.high, "text": row.text} for row in one.rows],
        }
        for page in pages
        for one in page.rollables
    ]
    whole = {"book": title, "tables": tables, "random_tables": rollables}
    return {"tables.json": json.dumps(whole, ensure_ascii=False, indent=2) + "\n"}
