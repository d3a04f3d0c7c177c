"""Makes Markdown of every shape: fragments nested in each other, from a seed."""

from __future__ import annotations

from random import Random

_WORD_LINE = "pool die skill rank level roll health über naïve cost [x] a_b_c 2*3*4 don't 4 < 5 AT&T (aside) `code` é"
WORDS = _WORD_LINE.split()
LABELS = ("one", "Two", "three words", "o-n-e", "skill lp")
TARGETS = (
    "#one", "page.md", "page.md#two", "../up.md", "http://example.org/a_b", "a(b)c.md", "<with space.md>", "img.png",
    "", "x.md?q=1&r=2", "#é", "a\\_b.md",
)  # fmt: skip


class Fragments:
    """A source of random Markdown."""

    def __init__(self, seed: int, *, full: bool) -> None:
        self.random = Random(seed)
        self.full = full
        self.top = 0

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    # -- inline --

    def words(self, low: int = 1, high: int = 6) -> str:
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(low, high)))

    def target(self) -> str:
        title = self.pick("", "", "", ' "title"', " 'it\"s'", ' "a (b) c"')
        return self.random.choice(TARGETS) + title

    def link_text(self) -> str:
        """What may stand in a link. Links in links are left out: Python-Markdown reads their rests anew."""
        return self.words(1, 3) + self.pick(
            "", "", " *em*", " **strong**", " `co]de`", " ![a](i.png)", " [b]", " <b>x</b>"
        )

    def inline(self, depth: int = 2) -> str:
        kind = self.random.randrange(26)
        text = self.link_text()
        label = self.random.choice(LABELS)
        if kind < 6:
            return self.words()
        if kind < 9:
            return f"[{text}]({self.target()})"
        if kind == 9:
            return f"![{self.words(1, 2)}]({self.target()})"
        if kind == 10:
            return f"[![alt]({self.target()})]({self.target()})"
        if kind < 13:
            return f"[{text}]{self.pick('', ' ')}[{self.pick(label, label.upper(), 'undefined')}]"
        if kind == 13:
            return f"[{label}]" + self.pick("", "[]", "[]")
        if kind == 14:
            return f"![{self.words(1, 2)}][{label}]"
        if kind == 15:
            return self.pick("`[a](b)`", "``[a](b) ` c``", "`` ` ``", "`a", "\\`[a](b)\\`", "`` [one] `")
        if kind == 16:
            return self.pick("\\[no\\](link)", "\\[one]", "[one\\]", "\\\\[one]", "!\\[one](x)", "\\![one](x.md)")
        if kind == 17:
            return self.pick("<http://example.org/?a=b&c=d>", "<someone@example.org>", "<b>", "</b>", "a < b > c")
        if kind == 18:
            attribute = self.pick('id="s{0}"', "id=s{0}", "id='s{0}' class=\"x\"").format(self.random.randrange(99))
            return f"<span {attribute}>{self.inlines(depth - 1) if depth else text}</span>"
        if kind == 19:
            href, src = self.pick("#one", "p.md"), self.pick("i.png", "i j.png")
            return self.pick(f'<a href="{href}">{text}</a>', f'<img src="{src}" alt="a [b]">', '<a name="n1"></a>')
        if kind == 20:
            mark = self.pick("*", "**", "_", "__")
            return mark + (self.inlines(depth - 1) if depth else text) + mark
        if kind == 21:
            return self.pick("<!-- [a](b) -->", "<!-- x -- > -->", "&copy;", "&#91;one&#93;", "<br>", "<br/>")
        if kind == 22:
            nested = ("[a [b](c) d](e)", "[a [one] d](e)") if depth == 2 else ()
            return self.pick("a](b)", "(a)[b", "[[one]](c)", "[]()", "[](x)", *nested)
        if kind == 23:
            return f"[{text}\n{self.words(1, 2)}]" + self.pick("(x.md)", "[one]", "[three\nwords]")
        if kind == 24 and self.full:
            return self.pick(
                "[link](x.md){ #i1 .c }", "`code`{ #i2 }", "**bold**{: #i3 }", "text{ #no }", "[one]{#i4 data-x='}'}"
            )
        if kind == 25 and self.full:
            return self.pick("[^1]", "[^note]", "[^undefined]", "[one][^1]")
        return self.words()

    def inlines(self, depth: int = 2) -> str:
        return " ".join(self.inline(max(depth, 0)) for _ in range(self.random.randint(1, 4)))

    # -- blocks --

    def paragraph(self) -> str:
        lines = [self.inlines().lstrip(" ") for _ in range(self.random.randint(1, 3))]
        if self.full and self.random.random() < 0.1:
            lines.append(f"{{: #p{self.random.randrange(99)} .lead }}")
        return "\n".join(lines)

    def heading(self) -> str:
        title = self.inlines(1).replace("\n", " ")
        if self.full and self.random.random() < 0.3:
            title += self.pick(" {#h1}", " { #h2 .x }", " {: #h3 }", "{#nospace}", " {#h4", " {a} {#h5}")
        if self.random.random() < 0.15:
            return f"{title.strip()}\n" + self.pick("=====", "-----", "-", "===  ")
        return "#" * self.random.randint(1, 6) + self.pick(" ", " ", "") + title + self.pick("", "", " ##", "#")

    def definition(self) -> str:
        label = self.random.choice(LABELS)
        target = self.random.choice([target for target in TARGETS if target and " " not in target])
        return self.pick("", "", "  ") + f"[{label}]: {target}" + self.pick("", ' "title"', "\n  'title'", " (t)", " x")

    def table(self) -> str:
        columns = self.random.randint(1, 3)
        cell = lambda: self.inline(1).replace("\n", " ").replace("|", "\\|")  # noqa: E731
        rows = [" | ".join(cell() for _ in range(columns)) for _ in range(self.random.randint(1, 3))]
        edge = self.random.random() < 0.7
        rows.insert(1, " | ".join(["---"] * columns))
        return "\n".join(f"| {row} |" if edge else row for row in rows)

    def code(self) -> str:
        lines = ["# no heading", "[a](b)", "<div id='no'>", "[no]: x"]
        if self.random.random() < 0.5:
            fence = self.pick("```", "~~~", "````")
            return "\n".join([fence + self.pick("", "python", " text"), *lines, fence])
        return "\n".join("    " + line for line in lines)

    def html(self, depth: int) -> str:
        number = self.random.randrange(99)
        inner = self.pick(
            self.inlines(1), self.blocks(1), f"<p id='r{number}'>[a](b)</p>", "<ul><li><a href='#one'>x</a></ul>"
        )
        shapes = [
            f'<div id="d{number}">\n{inner}</div>',
            f"<div id='d{number}'>\n  {self.words()}\n\n  <p>{self.words()}</p>\n</div>",
            f'<table id="t{number}"><tr><td><a href="x.md">[one]</a></td></tr>\n</table>',
            "<!-- <div id='no'> [a](b)\n\n# no -->",
            f"<p>[one]</p> {self.inlines(1)}",
            f"<hr>\n{self.words()}",
            "<details><summary>[a](b)</summary>\n\n[one]\n\n</details>",
        ]
        if self.full:
            shapes += [
                f'<div markdown="1" id="m{number}">\n{self.blocks(depth)}\n</div>',
                f"<div markdown id=m{number}>\n\n{self.blocks(depth)}\n\n</div>\n{self.inlines(1)}",
                f'<section markdown="block">\n{self.paragraph()}\n<p id=q{number} markdown=span>[one]</p>\n</section>',
                f'<p markdown="1">{self.inlines(1)}</p>',
            ]
        return self.random.choice(shapes)

    def item(self, depth: int) -> str:
        body = self.blocks(depth - 1) if depth > 0 and self.random.random() < 0.5 else self.inlines(1)
        if self.full and self.random.random() < 0.1:
            body = self.pick("[ ] ", "[x] ") + body
        return body

    def list(self, depth: int) -> str:
        gap = self.pick("\n", "\n", "\n\n")
        items = []
        for number in range(self.random.randint(1, 3)):
            mark = self.pick("* ", "- ", "*   ", f"{number + 1}. ", "1.  ")
            items.append(mark + indent(self.item(depth), "    ", first=False))
        return gap.join(items)

    def block(self, depth: int) -> str:
        kind = self.random.randrange(16)
        if kind < 5:
            return self.paragraph()
        if kind < 7:
            return self.heading()
        if kind == 7:
            # Within a footnote a definition is read last, and then it counts: kept out of deeper places.
            return self.definition() if depth >= self.top else self.paragraph()
        if kind == 8:
            return self.table()
        if kind == 9:
            return self.code()
        if kind == 10:
            return self.html(max(depth - 1, 0))
        if kind == 11:
            return self.pick("---", "* * *", "***", "_____")
        if kind < 14:
            return self.list(depth)
        if kind == 14:
            inner = self.blocks(depth - 1) if depth > 0 else self.paragraph()
            lazy = "```" not in inner and "~~~" not in inner and self.random.random() < 0.2
            return "> " + inner if lazy else indent(inner, "> ")
        if self.full:
            inner = self.blocks(depth - 1) if depth > 0 else self.paragraph()
            return self.pick(
                f'!!! note "{self.words(1, 2)}"\n' + indent(inner, "    "),
                "!!! tip\n" + indent(inner, "    "),
                "??? note\n" + indent(inner, "    "),
                '=== "Tab"\n' + indent(inner, "    "),
                f"[^1]: {self.inlines(1)}",
                "[^note]:\n" + indent(inner, "    "),
                f"{self.words(1, 2)}\n:   " + indent(inner, "    ", first=False),
            )
        return self.paragraph()

    def blocks(self, depth: int = 2) -> str:
        gaps = ["\n\n", "\n\n", "\n\n", "\n\n\n", "\n"]
        text = self.block(depth)
        for _ in range(self.random.randint(0, 3)):
            text += self.random.choice(gaps) + self.block(depth)
        return text

    def document(self, depth: int = 2) -> str:
        self.top = depth
        parts = [self.blocks(depth) for _ in range(self.random.randint(1, 4))]
        parts += [f"[{label}]: #{number}" for number, label in enumerate(LABELS)]
        return "\n\n".join(parts) + self.pick("", "\n", "\n\n")


def indent(text: str, prefix: str, *, first: bool = True) -> str:
    lines = [prefix + line if line else line for line in text.split("\n")]
    if not first:
        lines[0] = lines[0].removeprefix(prefix)
    return "\n".join(lines)
