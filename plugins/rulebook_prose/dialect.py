"""The reader of bare prose, as the registry loads it."""

from __future__ import annotations

from rulebook_prose.page import prose_page
from rulebook_prose.reader import read_prose
from rulebook_prose.references import with_references
from rulebook_syntax.dialects.registry import Dialect

DIALECT = Dialect(read_prose, prose_page, with_references=with_references)
