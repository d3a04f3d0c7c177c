"""Replace the controls of a screen by what a book can show: titled tabs, and signs for check boxes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rulebook_syntax.html_elements import Element

TABS = "tabs"
TAB = "tab"
TAB_TITLE = "tab-title"
CHECK_BOX = "check-box"
TASK = "task-list-item"
"""Classes of what replaces a control; Material for MkDocs styles the last one."""
SIGNS: Mapping[bool, str] = MappingProxyType({True: "☑", False: "☐"})
"""The sign of a check box, by whether it is checked."""


def without_controls(element: Element) -> Element:
    """Copy an element, with tabs below each other and check boxes as signs.

    Forms stay as they are: a volume drops them, or prints them blank.
    """
    if element.tag == "form":
        return element
    if (tabs := _titled_tabs(element)) is not None:
        element = Element("div", {**element.attributes, "class": TABS}, tabs)
    content = list(_replaced(element.content))
    if element.tag == "li" and _is_task(content) and TASK not in element.classes:
        attributes = {**element.attributes, "class": " ".join((*element.classes, TASK))}
        return Element("li", attributes, content, element.start, element.end)
    return Element(element.tag, element.attributes, content, element.start, element.end)


def _replaced(parts: Sequence[Element | str]) -> Iterator[Element | str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif _type(part) == "checkbox":
            yield Element("span", {"class": CHECK_BOX}, [SIGNS["checked" in part.attributes]])
            yield " "
        elif part.tag == "label":
            if not _is_of_a_field(part):
                yield from without_controls(part).content
        else:
            yield without_controls(part)


def _type(element: Element) -> str:
    return element.attributes.get("type", "").lower() if element.tag == "input" else ""


def _is_of_a_field(label: Element) -> bool:
    """Return whether a label asks for something that a book does not take: anything but a check."""
    return any(part.tag != "input" or _type(part) != "checkbox" for part in label.all("input", "select", "textarea"))


def _is_task(content: Sequence[Element | str]) -> bool:
    """Return whether a list item begins with a check box."""
    first = next((part for part in content if not isinstance(part, str) or part.strip()), None)
    if not isinstance(first, Element):
        return False
    return CHECK_BOX in first.classes or (first.tag == "p" and _is_task(first.content))


def _titled_tabs(element: Element) -> list[Element | str] | None:
    """Return the content of a set of tabs, each below its title; None for any other element.

    All forms of tabs have radio buttons, each with a label and a panel. The labels stand in a strip above the panels,
    or each before its own.
    """
    radios = [child for child in element.children if _type(child) == "radio" and child.id]
    if not radios:
        return None
    strips = [div for div in _tagged("div", element) if div.child("label")]
    divs = [div for div in _tagged("div", element) if not div.child("label")]
    labels = _tagged("label", element, *strips)
    titles = {label.attributes.get("for", ""): label for label in labels}
    panels = _tagged("div", *divs) if len(divs) == 1 and len(radios) > 1 else divs
    if len(panels) != len(radios) or not titles.keys() >= {radio.id for radio in radios}:
        return None
    used = {id(part) for part in (*radios, *labels, *strips, *divs)}
    parts = [part for part in element.content if id(part) not in used]
    return [*parts, *(_tab(radio, titles[radio.id], panel) for radio, panel in zip(radios, panels, strict=True))]


def _tagged(tag: str, *holders: Element) -> list[Element]:
    return [child for holder in holders for child in holder.children if child.tag == tag]


def _tab(radio: Element, label: Element, panel: Element) -> Element:
    title = Element("p", {"class": TAB_TITLE}, [Element("strong", {}, label.content)])
    return Element("div", {"class": TAB, "id": radio.id}, [title, *panel.content])
