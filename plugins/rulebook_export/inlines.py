"""Running text of HTML as Markdown: emphasis, code, links, and whatever has no sign of its own as the element it is."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping

from rulebook_syntax.dialects.terms import names_a_term
from rulebook_syntax.html_elements import Element

INLINE = frozenset(
    {
        "a", "abbr", "b", "bdi", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q", "s",
        "samp", "small", "span", "strong", "sub", "sup", "u", "var", "wbr",
    }
)  # fmt: skip
"""Elements of running text."""

_SIGNS = {"em": "*", "i": "*", "strong": "**", "b": "**"}
_SPECIAL = re.compile(
    r"[\\`*]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # Within a word it is none.
    r"|<(?=[a-zA-Z/!?])|&(?=#\w|\w+;)"
    r"|\[(?=[^\[\]]*\][\[(:])|\[(?=\^)"
    r"|\{(?=\s*[:#.])|\{(?=[^{}]*\}\s*$)"  # Behind all else in a cell, braces are attributes.
)
_ENTITIES = {"<": "&lt;", "&": "&amp;"}
_LINE_START = re.compile(
    r"#|[-+](?=\s)|>|\d+(?=[.)]\s)"
    r"|(?P<entity>[=|:-](?=[=|: -]*$)|:(?=\s)|[~?]{3}|!{3}(?=\s)|\|)"
)
_BAR = re.compile(r"\\.|(?P<ticks>`+).+?(?P=ticks)|\|")


def cell_text(parts: Iterable[Element | str], notes: Mapping[str, str]) -> str:
    """Markdown for a cell of a table: one line, in which no bar ends the cell."""
    text = "".join(_inline(part, notes) for part in parts)
    return _BAR.sub(lambda match: "\\|" if match[0] == "|" else match[0], " ".join(text.split()))


def inline_text(parts: Iterable[Element | str], notes: Mapping[str, str]) -> str:
    """Markdown for running text, its line ends kept; `notes` has the labels of footnotes by what refers to them."""
    pieces = "".join(_inline(part, notes) for part in parts)
    lines = [" ".join(line.split(" ")).strip() if not line.endswith("  ") else line.lstrip() for line in _lines(pieces)]
    return "\n".join(_line_start(line) for line in lines if line.strip())


def _lines(text: str) -> list[str]:
    return re.sub(r"[ \t]*\n[ \t]*(?=\n|$)", "\n", re.sub(r"[ \t\r\f]+(?!\n)", " ", text)).split("\n")


def _line_start(line: str) -> str:
    """A line that begins with what would make another block of it."""
    match = _LINE_START.match(line)
    if match is None:
        return line
    if match["entity"]:
        return f"&#{ord(line[0])};{line[1:]}"
    return f"{match[0]}\\{line[match.end() :]}" if match[0].isdigit() else f"\\{line}"


def escaped(text: str) -> str:
    """Text in which nothing is taken for markup."""
    return _SPECIAL.sub(lambda match: _ENTITIES.get(match[0]) or f"\\{match[0]}", text)


def _inline(part: Element | str, notes: Mapping[str, str]) -> str:
    if isinstance(part, str):
        return escaped(part)
    if (leaf := _leaf(part, notes)) is not None:
        return leaf
    inner = "".join(_inline(child, notes) for child in part.content)
    if part.tag == "a" and "href" in part.attributes:
        return _link(part, inner)
    if part.tag in _SIGNS and not part.id and inner.strip():
        # Emphasis ends at a word; space within it belongs outside.
        sign, bare = _SIGNS[part.tag], inner.strip()
        before, after = inner[: len(inner) - len(inner.lstrip())], inner[len(inner.rstrip()) :]
        return f"{before}{sign}{bare}{sign}{after}"
    if part.tag == "span" and set(part.attributes) == {"class"} and names_a_term(part.classes) and "*" not in inner:
        return f"*{inner}*{{ .{' .'.join(part.classes)} }}" if inner == inner.strip() and inner else inner
    if part.tag in INLINE and (part.attributes or part.tag not in ("span", "i", "b", "em", "strong")):
        return f"{opening(part)}{inner}</{part.tag}>"
    return inner


def _leaf(part: Element, notes: Mapping[str, str]) -> str | None:
    """Return the Markdown of an element whose content is not markup of its own; None for any other."""
    if part.tag == "!--":
        return f"<!--{part.text}-->"
    if label := next((notes[e.id] for e in (part, *part.all("a")) if e.id in notes), None):
        return f"[^{label}]"
    if part.tag == "br":
        return "  \n"
    if part.tag == "img":
        return _image(part)
    if part.tag == "code" and not any(part.all("a", "img")):
        is_plain = not part.id and not part.classes
        return code_span(part.text) if is_plain else f"{opening(part)}{html.escape(part.text, quote=False)}</code>"
    return None


def _link(part: Element, inner: str) -> str:
    title = f' "{part.attributes["title"]}"' if "title" in part.attributes else ""
    link = f"[{inner}]({_target(part.attributes['href'])}{title})"
    return f'<a id="{html.escape(part.id)}"></a>{link}' if part.id else link


def opening(element: Element) -> str:
    """An element's opening tag, with what it says besides its looks."""
    values = {name: value for name, value in element.attributes.items() if name != "style"}
    attributes = "".join(f' {name}="{html.escape(value)}"' for name, value in values.items())
    return f"<{element.tag}{attributes}>"


def code_span(text: str) -> str:
    """Inline code, between as many ticks as it needs."""
    if not text:
        return ""
    text = text.replace("\n", " ")  # What begins a line would be taken for a block, or escaped.
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    ticks = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def _image(image: Element) -> str:
    alt, source = image.attributes.get("alt", ""), image.attributes.get("src", "")
    if not source.strip() or re.search(r'[\[\]"<>&\n\t]', alt + source):
        # Markdown has no sign for these that all readers take alike.
        return opening(image)
    sizes = " ".join(f'{name}="{image.attributes[name]}"' for name in ("width", "height") if name in image.attributes)
    named = f"#{image.id} " if image.id else ""
    extra = f"{{ {named}{sizes} }}" if named or sizes else ""
    return f"![{escaped(alt)}]({_target(source)}){extra}"


def _target(href: str) -> str:
    return f"<{href}>" if re.search(r"[\s()]", href) else href
