"""Which numbers of a page share a sign, where that stands, and what it says."""

from __future__ import annotations

import re

import pytest

from rulebook_render.presentation.proof_badges import with_signs

NUMBER = '<span class="rulebook-right" data-whys="why-{0}">{0}</span>'
ONE, TWO = NUMBER.format(1), NUMBER.format(2)
NAME = '<span class="rulebook-right" data-whys="why-1" data-named>Lancer</span>'
WRONG = '<span class="rulebook-wrong" data-whys="why-3">3</span>'
SIGN = re.compile(r'<a class="rulebook-sign[^>]*aria-label="([^"]*)"></a>')


@pytest.mark.parametrize(
    ("html", "signed"),
    [
        pytest.param("<p>A 1.</p>", "<p>A 1.</p>", id="nothing"),
        pytest.param(f"<p>A {ONE}.</p>", f"<p>A {ONE}.[1 number checked]</p>", id="paragraph"),
        pytest.param(
            f"<p>{ONE}</p><p>b</p><p>{TWO} {TWO}</p>",
            f"<p>{ONE}[1 number checked]</p><p>b</p><p>{TWO} {TWO}[2 numbers checked]</p>",
            id="each-paragraph",
        ),
        pytest.param(
            f"<table><tr><td>{ONE}</td><td><p>{TWO}</p></td></tr></table>",
            f"<table><tr><td>{ONE}</td><td><p>{TWO}</p></td></tr></table>"
            '<p class="rulebook-signs">[2 numbers checked]</p>',
            id="table",
        ),
        pytest.param(
            f'<div class="admonition example"><p>{ONE}</p><div><pre>{TWO}</pre></div></div><p>{ONE}</p>',
            f'<div class="admonition example"><p>{ONE}</p><div><pre>{TWO}</pre></div>'
            f'<p class="rulebook-signs">[2 numbers checked]</p></div><p>{ONE}[1 number checked]</p>',
            id="example",
        ),
        pytest.param(
            f"<ul><li>{ONE}<ol><li>{TWO}</li></ol></li></ul>",
            f'<ul><li>{ONE}<ol><li>{TWO}</li></ol></li></ul><p class="rulebook-signs">[2 numbers checked]</p>',
            id="lists",
        ),
        pytest.param(f"<div><p>{NAME}</p></div>", f"<div><p>{NAME}[1 name checked]</p></div>", id="name"),
        pytest.param(f"<p>{NAME} {ONE}</p>", f"<p>{NAME} {ONE}[1 number and 1 name checked]</p>", id="both"),
        pytest.param(f"<p>{ONE} {WRONG}</p>", f"<p>{ONE} {WRONG}[2 numbers checked, 1 wrong]</p>", id="wrong"),
        pytest.param(f"<h2>{ONE}</h2><p>b</p>", f"<h2>{ONE}</h2><p>b</p>", id="heading"),
        pytest.param(f"</table><p>{ONE}", f"</table><p>{ONE}", id="broken"),
        pytest.param(f"<!-- <table> --><p>{ONE}</p>", f"<!-- <table> --><p>{ONE}[1 number checked]</p>", id="comment"),
    ],
)
def test_where_a_sign_stands(html: str, signed: str) -> None:
    assert SIGN.sub(r"[\1]", with_signs(html)) == signed


def test_a_sign_opens_each_reason_once_and_leads_to_the_first() -> None:
    [sign] = re.findall(r"<a [^>]*>", with_signs(f"<p>{TWO} {ONE} {TWO}</p>"))
    assert 'href="#why-2" data-whys="rulebook-checked why-2 why-1"' in sign
