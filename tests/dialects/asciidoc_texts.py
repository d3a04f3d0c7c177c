"""Generated AsciiDoc: every construct that rulebooks use, in all kinds of company."""

from __future__ import annotations

import random

WORDS = (
    "hero", "die", "dice", "roll", "damage", "skill", "4", "12", "2d6", "d20", "+1", "50%", "can't", "heroes'",
    "well-known", "(or 3)", "1--2", "so -- then", "wait...", "“quoted”", "naïve", "骰子", "a & b", "x < y", "5 > 4",
    "C++", "#1", "50 * 2", "2*3*4", "a_b_c", "1/2", "A+B", "{", "e.g.", "(sic)", "(C)",
)  # fmt: skip
INLINE = (
    "*{}*", "_{}_", "`{}`", "#{}#", "[lexicWord]#{}#", "**{}**", "__{}__", "``{}``", "[.small]##{}##", "+{}+",
    '"`{}`"', "'`{}`'", "^{}^", "~{}~", "pass:q[*{}*]", "<<first,{}>>", "<<first>> {}", "link:other.html[{}]",
    "xref:other.adoc#part[{}]", "https://example.org[{}]", "[[mark{n}]]{}", "{}footnote:[A note on {}.]", "\\*{}*",
    "image:pic.png[A pic] {}", "(({}))", "{} (((index,{})))", "{name} {}", "{} {nobody}", "\\{name} {}", "*_{}_*",
    "++{}++", "[.role]`{}`", "mailto:a@b.org[{}]", "{} <someone@example.org>", "kbd:[{}]", "{} https://example.org/a_b",
    "{amp} {}", "{}&#8212;{}",
)  # fmt: skip


class Writer:
    """Writes one text from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._number = 0
        self._lines: list[str] = []

    def text(self) -> str:
        header = ["= A {} Book".replace("{}", self.word()), ":name: The *Heroine*", ":experimental:"]
        lines = header[: self.pick((0, 1, 3))]
        lines += ["", "[[first]]", "== The first part", "", self.paragraph()]
        for _ in range(self._random.randint(2, 9)):
            lines += ["", self.block(0)]
        text = "\n".join(lines) + "\n"
        return text.replace("\n", "\r\n") if self._random.random() < 0.1 else text

    def pick(self, choices):  # type: ignore[no-untyped-def]
        return self._random.choice(choices)

    def word(self) -> str:
        return str(self.pick(WORDS))

    def phrase(self) -> str:
        words = " ".join(self.word() for _ in range(self._random.randint(1, 4)))
        if self._random.random() < 0.5:
            return words
        self._number += 1
        return str(self.pick(INLINE)).replace("{n}", str(self._number)).replace("{}", words.strip())

    def line(self) -> str:
        return "x " + " ".join(self.phrase() for _ in range(self._random.randint(1, 4)))

    def paragraph(self) -> str:
        lines = [self.line() for _ in range(self._random.randint(1, 3))]
        if self._random.random() < 0.1:
            lines.insert(1, "// a comment in between")
        if self._random.random() < 0.1:
            lines[0] += " +"
        return "\n".join(lines)

    def block(self, depth: int) -> str:
        kinds = [
            self.paragraph,
            self.heading,
            self.items,
            self.terms,
            self.table,
            self.code,
            self.admonition,
            self.rest,
        ]
        if depth < 2:
            kinds += [lambda: self.delimited(depth), lambda: self.delimited(depth)]
        title = f".{self.line()[2:]}\n" if self._random.random() < 0.15 else ""
        kind = self.pick(kinds)
        text = str(kind())
        return (
            title + text
            if title and kind not in (self.heading, self.rest) and not title.startswith((". ", ".."))
            else text
        )

    def heading(self) -> str:
        return f"[discrete]\n{'=' * self._random.randint(2, 5)} {self.line()}"

    def items(self) -> str:
        marks = self.pick((("*", "**", "***"), (".", "..", "..."), ("-", "*", "."), ("* [x]", "** [ ]", "*** [ ]")))
        lines = []
        depth = 0
        for _ in range(self._random.randint(1, 6)):
            depth = max(0, min(2, depth + self.pick((-1, 0, 0, 1)))) if lines else 0
            lines.append(f"{'  ' * depth if self._random.random() < 0.3 else ''}{marks[depth]} {self.line()}")
            chance = self._random.random()
            if chance < 0.15:
                lines.append(f"   {self.line()}")
            elif chance < 0.3:
                lines += ["+", self.paragraph()]
            elif chance < 0.35:
                lines += ["+", "----", f"code {self.word()}", "----"]
            elif chance < 0.45:
                lines.append("")
        return "\n".join(lines)

    def terms(self) -> str:
        lines = []
        for _ in range(self._random.randint(1, 3)):
            term = f"{self.line()}::"
            lines.append(self.pick((f"{term} {self.line()}", f"{term}\n  {self.line()}", f"{term}\n\n{self.line()}")))
        return "\n".join(lines)

    def table(self) -> str:
        width = self._random.randint(1, 3)
        columns = self.pick(("", f'[cols="{",".join("1" * width)}"]\n', f'[%header,cols="{width}*"]\n'))
        rows = []
        for _ in range(self._random.randint(1, 4)):
            cells = [self.pick((self.word(), self.phrase(), "", "a\\|b", "4")) for _ in range(width)]
            marker = self.pick(("|", "|", "|", "| ", "h|", "^|"))
            if columns and self._random.random() < 0.2:
                rows += [f"|{cell}" for cell in cells]
            else:
                rows.append(f"|{cells[0]}" + "".join(f" {marker}{cell}" for cell in cells[1:]))
        return columns + "\n".join(["|===", *rows, "|==="])

    def code(self) -> str:
        inner = "\n".join(
            self.pick((self.line(), f"  {self.word()} <1>", "")) for _ in range(self._random.randint(1, 3))
        )
        return str(
            self.pick((f"----\n{inner}\n----", f"....\n{inner}\n....", f" literal {self.word()}", f"```\n{inner}\n```"))
        )

    def admonition(self) -> str:
        kind = self.pick(("NOTE", "TIP", "WARNING"))
        return str(self.pick((f"{kind}: {self.line()}", f"[{kind}]\n====\n{self.paragraph()}\n====")))

    def delimited(self, depth: int) -> str:
        sign, style = self.pick((("====", ""), ("****", ""), ("____", ""), ("--", ""), ("====", "[#ex{n}]\n")))
        self._number += 1
        inner = "\n\n".join(
            self.block(depth + 2 if sign == "--" else depth + 1) for _ in range(self._random.randint(1, 3))
        )
        sign = sign if sign == "--" else sign + "=*_"["=*_".index(sign[0])] * depth
        return f"{style.replace('{n}', str(self._number))}{sign}\n{inner}\n{sign}"

    def rest(self) -> str:
        return str(
            self.pick((
                "'''", "<<<", "// a comment", "////\nmore of it\n////", ":other: 7", "ifdef::name[]\nshown\nendif::[]",
                "ifdef::nobody[]\nhidden\nendif::[]", "image::map.png[A map]", "++++\n<b>raw</b> text\n++++",
                "[quote, Someone]\nWords of " + self.word(), "[[anchor]]",
            ))
        )  # fmt: skip
