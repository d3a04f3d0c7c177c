"""Books that say nothing of themselves: what belongs together, and how it reads."""

from itertools import pairwise
from pathlib import Path

import pytest

from rulebook.loading.reading import read_book, read_paths
from rulebook_core.findings import Severity
from rulebook_proof.analysis import Report, analyse
from rulebook_rules.checks.hosting import is_docsify, knows_notes_by_address
from rulebook_rules.config import load_config
from rulebook_rules.systems import load_system
from rulebook_syntax.dialects import page as page_of
from tests.checking import shown


def check(*paths: Path) -> Report:
    return analyse(read_paths(paths, find_system=load_system))


def write(root: Path, **texts: str) -> None:
    """`__` in a name stands for `/`, and its last `_` for the point before the ending."""
    for name, text in texts.items():
        path = root / ".".join(name.replace("__", "/").rsplit("_", 1))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_a_vault_is_one_dialect_also_where_a_note_shows_nothing_of_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        Rules__Combat__Rest_md="# Rest\n\n[a](Rules/Combat/Combat.md), [b](Rules/Combat/Combat.md#rest)",
        Rules__Combat__Combat_md="# Combat\n\n## Rest\n\nText",
    )
    assert [finding.rule for finding in check(tmp_path).findings] == ["unknown-target"] * 2
    (tmp_path / ".obsidian").mkdir()
    assert check(tmp_path / "Rules").findings == ()


def test_a_note_shows_itself_by_ids_with_spaces(tmp_path: Path) -> None:
    """Many a vault is published without its settings."""
    write(
        tmp_path,
        Careers__Thief_md="# Thief\n\n[a](Talents.md#two%20blades), [b](talents.md#grit), [c](talents.md#no%20luck)\n",
        Talents_md="# Talents\n\n|a|b|\n|-|-|\n|c|d|\n## **Two Blades**\n\nx\n\n## Grit\n\n[a](#Two%20Blades) y\n",
    )
    assert [shown(found) for found in check(tmp_path).findings] == ["3:68 unknown-anchor 'no%20luck'"]
    write(tmp_path, mkdocs_yml="site_name: X\ndocs_dir: .\n")
    assert len(check(tmp_path).findings) == 5


@pytest.mark.parametrize(
    ("severity", "path", "settings"),
    [
        pytest.param("warning", "a.md", None, id="nobody-knows-what-makes-pages-of-it"),
        pytest.param("error", "a.md", {"mkdocs_yml": "site_name: X\ndocs_dir: docs\n"}, id="MkDocs"),
        pytest.param(
            "warning", "a.md", {"mkdocs_yml": "site_name: X\nplugins: [makes-pages]\n"}, id="a-plugin-unknown"
        ),
        pytest.param("warning", "b.adoc", None, id="AsciiDoc"),
        pytest.param("error", "game.md", None, id="a-game"),
    ],
)
def test_where_a_link_leads_is_proved_where_it_is_known_what_makes_the_site(
    severity: str, path: str, settings: dict[str, str] | None, tmp_path: Path
) -> None:
    link = "# Ale\n\n[a](#alee)\n"
    texts = {
        "a.md": link,
        "game.md": f"---\nsystem: plain\n---\n{link}",
        "b.adoc": "= Ale\n\nlink:b.adoc#alee[a] {gone}\n",
    }
    write(tmp_path, **(settings or {}), **{f"docs__{path.replace('.', '_')}": texts[path]})
    told = [found for found in check(tmp_path).findings if found.severity > Severity.INFO]
    assert told
    assert {str(found.severity) for found in told} == {severity}


def test_an_address_beyond_what_was_asked_for_is_its_hosts(tmp_path: Path) -> None:
    write(tmp_path, a__b_md="# B\n\n[a](../../issues) [b](../../wiki/Home#x) [c](../x.md)\n")
    found = check(tmp_path / "a").findings
    assert [(shown(one), one.severity) for one in found] == [("3:46 unknown-target '../x.md'", Severity.WARNING)]


@pytest.mark.parametrize("asked", ["", "ch", "ch/a.adoc"])
def test_the_book_is_what_was_asked_for(asked: str, tmp_path: Path) -> None:
    write(tmp_path, attributes_adoc=":sides: 6\n", ch__a_adoc="= A\n\ninclude::../attributes.adoc[]\n\nText {sides}\n")
    findings = check(tmp_path / asked).findings
    told = ["3:10 unknown-target '../attributes.adoc'", "5:6 unresolved-attribute '{sides}'"]
    assert [shown(finding) for finding in findings] == (told if asked else [])


def test_obsidian_passes_over_the_signs_of_a_heading(tmp_path: Path) -> None:
    text = "# Pain (all, *but* Will)\n\n[[#Pain all but Will]] [[#Pain (all, *but* Will)]] [[#Pain all]]\n"
    write(tmp_path, A_md=text)
    (tmp_path / ".obsidian").mkdir()
    assert [shown(found) for found in check(tmp_path).findings] == ["3:55 unresolved-wikilink 'Pain all'"]


def test_a_link_from_the_root_may_count_from_any_folder_above_its_note(tmp_path: Path) -> None:
    write(tmp_path, site__notes__lands__A_md="# A\n\n![[map.png]] ![x](/img/map.png) ![x](/img/no.png)\n")
    (tmp_path / "site" / "img").mkdir()
    (tmp_path / "site" / "img" / "map.png").write_bytes(b"")
    assert [shown(found) for found in check(tmp_path).findings] == ["3:38 unknown-target '/img/no.png'"]


def test_who_publishes_a_vault_knows_its_notes_by_their_addresses(tmp_path: Path) -> None:
    text = "# A\n\n[[tags/wood]] [[lands/|all]] [[seas/]] [[lands/Ox-s Inn]] ![x](/img/map.png) [[seas|the seas]]\n"
    write(
        tmp_path,
        content__lands__A_md=text,
        content__lands__Ox_s_Inn_md="# Inn\n\nText\n",
        site__public__img__map_png="",
    )
    write(tmp_path, content__seas__index_md="# Seas\n\nText\n")
    assert len(check(tmp_path).findings) == 4
    (tmp_path / "quartz.config.ts").write_text("export default {}")
    knows_notes_by_address.cache_clear()
    assert check(tmp_path).findings == ()


def test_collections_of_jekyll_may_all_be_served_from_one_folder(tmp_path: Path) -> None:
    write(
        tmp_path,
        docs___skills__A_md="# A\n\n[b](B.md#b) [c](B.md#c) [d](D.md)\n",
        docs___roles__B_md="# B\n\nText\n",
        docs__roles__D_md="# D\n\nText\n",
    )
    told = ["3:22 unknown-anchor 'c'", "3:29 unknown-target 'D.md'"]
    assert [shown(found) for found in check(tmp_path).findings] == told


def test_badges_of_contributors_lead_nowhere_by_design(tmp_path: Path) -> None:
    list_ = '<!-- ALL-CONTRIBUTORS-LIST:START -->\n<a href="#code-ada">x</a>\n\n<!-- ALL-CONTRIBUTORS-LIST:END -->'
    write(tmp_path, README_md=f"# A\n\n{list_}\n\n[a](#rest-here)\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["8:6 unknown-anchor 'rest-here'"]


def test_code_in_a_quote_may_stand_right_behind_its_sign(tmp_path: Path) -> None:
    write(tmp_path, A_md="# A\n\n> ```meta\n>a line\n> ```\n\n> ```meta\n> a line\n>> ```\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["7:3 malformed-markup '```meta'"]


def test_a_head_that_adds_to_its_die_says_not_what_it_shows(tmp_path: Path) -> None:
    rows = "| --- | --- |\n| 2-3 | mild |\n| 4-5 | cold |\n| 6-7 | frost |\n| 8-12 | ice |\n"
    write(tmp_path, A_md=f"# A\n\nRoll d6 and add the month.\n\n| d6+ | Weather |\n{rows}")
    assert check(tmp_path).findings == ()


def test_above_the_root_of_a_vault_is_its_root(tmp_path: Path) -> None:
    write(
        tmp_path, beasts__ox_md="[a](../../rules/fight.md) [b](../../fight.md)\n", rules__fight_md="# Fight\n\nText\n"
    )
    assert len(check(tmp_path).findings) == 2
    (tmp_path / ".obsidian").mkdir()
    assert [shown(found) for found in check(tmp_path).findings] == ["1:31 unknown-target '../../fight.md'"]


def test_docsify_counts_paths_from_its_root(tmp_path: Path) -> None:
    text = "[a](../rules/fight.md) [b](rules/fight.md#blow) [c](../../rules/fight) [d](rules/rest.md)\n"
    write(tmp_path, pages__ox_md=text, rules__fight_md="# Fight\n\n## Blow\n\nText\n", index_html="<script></script>")
    assert len(check(tmp_path).findings) == 2
    write(tmp_path, index_html="<script>window.$docsify = {}</script>")
    is_docsify.cache_clear()
    assert [shown(found) for found in check(tmp_path).findings] == ["1:76 unknown-target 'rules/rest.md'"]


def test_words_that_stand_for_others_are_shown_by_their_signs(tmp_path: Path) -> None:
    write(tmp_path, a_md="# A\n\nSay <your name> and <b>more.\n")
    assert [found.details.remedies[0].title for found in check(tmp_path).findings] == [
        "write `&lt;your name>`",
        "add `</b>`",
    ]


def test_addresses_on_pages_that_nobody_says_how_to_publish_may_lead_anywhere(tmp_path: Path) -> None:
    text = "[a](combat/#rest) [b](combat) [c](combat.md?id=rest) <img src='left.png'> [d](combat.md) ![e](left.png)"
    text += " [f](combat.html) [g](../rules/combat.htm#rest)"
    write(tmp_path, rest_md=text)
    assert [shown(finding) for finding in check(tmp_path).findings] == [
        "1:79 unknown-target 'combat.md'",
        "1:95 unknown-target 'left.png'",
    ]


def test_images_count_from_the_address_of_their_page_too(tmp_path: Path) -> None:
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "map.png").write_bytes(b"")
    write(tmp_path, rest_md="# Rest\n\n![d](../img/map.png)\n")
    write(
        tmp_path, rules__rest_md="# Rest\n\n![a](../../img/map.png) ![b](../../img/plan.png) [c](../../img/map.png)\n"
    )
    assert [shown(finding) for finding in check(tmp_path).findings] == [
        "3:30 unknown-target '../../img/plan.png'",
        "3:54 unknown-target '../../img/map.png'",
    ]


def test_what_mkdocs_leaves_as_it_is_counts_from_the_address_of_its_page(tmp_path: Path) -> None:
    write(tmp_path, mkdocs_yml="site_name: X\n", _gitignore="docs/maps/**\n", docs__img__map_png="")
    write(
        tmp_path,
        docs__rules__rest_md="# Rest\n\n![a](../../img/map.png) [b](../../img/map.png) ![c](../../img/plan.png)"
        " [d](../../maps/far.png) ![e](../../../img/map.png) [f](../../rest.md)\n",
        docs__rules__index_md="# Rules\n\n![a](../../img/map.png)\n",
        docs__rest_md="# Rest\n",
    )
    told = [shown(found) for found in check(tmp_path).findings if found.severity > Severity.INFO]
    assert told == ["3:53 unknown-target '../../img/plan.png'", "3:128 unknown-target '../../rest.md'"]


def test_a_part_has_what_the_book_around_it_says(tmp_path: Path) -> None:
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "map.png").write_bytes(b"")
    part = "= Lands\n\nimage::map.png[]\n\n= Seas\n\nimage::sea.png[]\n\nLose {Limb}, or a {limb}.\n"
    write(tmp_path, book_adoc="= Book\n:imagesdir: img\n\ninclude::lands.adoc[leveloffset=+1]\n", lands_adoc=part)
    assert [shown(finding) for finding in check(tmp_path).findings] == [
        "7:8 unknown-target 'sea.png'",
        "9:19 unresolved-attribute '{limb}'",
    ]


def test_what_a_program_has_made_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, rest_md="# Rest\n", _build__rest_md="# Rest\n\n[a](gone.md)\n")
    assert check(tmp_path).findings == ()


def test_ids_are_also_those_that_other_hosts_give_headings(tmp_path: Path) -> None:
    text = "# L'art d'agir\n\n## 1. Été\n\n[a](#l-art-d-agir) [b](#_1-ete) [c](#été) [d](#été-2) [e](#l-art)\n"
    write(tmp_path, rest_md=f"{text}\n## Rest & Food\n\n[f](#rest-&-food)\n")
    assert [shown(found) for found in check(tmp_path).findings if found.rule == "unknown-anchor"] == [
        "5:48 unknown-anchor 'été-2'",
        "5:60 unknown-anchor 'l-art'",
    ]


def test_github_keeps_the_mark_of_an_emoji_that_it_drops(tmp_path: Path) -> None:
    write(tmp_path, clans_md="# Clans\n\n## Iron \N{SHIELD}\ufe0f\n\n[a](#iron-\ufe0f) [b](#steel-\ufe0f)\n")
    assert [shown(found)[:19] for found in check(tmp_path).findings] == ["5:19 unknown-anchor"]


def test_what_fills_in_a_template_reads_its_front_matter(tmp_path: Path) -> None:
    template = '---\ntitle: {{title}}\nday: <% date "x" %>\n---\n# Session\n\n[a](gone.md)\n'
    write(tmp_path, session_md=template)
    assert [found.rule for found in check(tmp_path).findings if found.severity > 1] == ["unknown-target"]
    write(tmp_path, mkdocs_yml="site_name: X\n", docs__session_md=template)
    site = analyse(read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system))
    assert [found.rule for found in site.findings] == ["invalid-setting"]


def test_a_fence_may_stand_further_in_than_its_code(tmp_path: Path) -> None:
    write(tmp_path, a_md="# A\n\n1. Open it:\n\n    ```shell\n   one\n    ```\n\nSee [b](gone.md).\n")
    assert [found.rule for found in check(tmp_path).findings] == ["unknown-target"]


def test_the_grammar_of_bare_prose_is_that_of_a_game(tmp_path: Path) -> None:
    text = "ROLLING DICE:\n\nRoll 1d6.\n\nTHE OTHER TERMINAL\n\nSee the Lost Tables section.\n"
    write(tmp_path, a_txt=text)
    book = read_paths([tmp_path / "a.txt"], find_system=load_system)
    assert [found.rule for found in analyse(book).findings if found.severity > Severity.INFO] == []


def test_brackets_where_nothing_is_defined_may_be_a_form(tmp_path: Path) -> None:
    texts = {"a_md": "# A\n\nDraw a [Cost][Rarity] card.\n", "b_md": "# B\n\n[the end][ending] of [it]\n\n[it]: a.md\n"}
    write(tmp_path, mkdocs_yml="site_name: X\n", **{f"docs__{name}": text for name, text in texts.items()})
    assert [(found.rule, found.severity) for found in check(tmp_path).findings if found.severity > Severity.INFO] == [
        ("unknown-reference", Severity.WARNING),
        ("unknown-reference", Severity.ERROR),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Roll a d6: a whole husk rises (2 hearts, D6 damage), or else a part of one (1 hearts, 1 damage).",
        "Roll a d20. On a result of 1, you sleep for 3 rounds.",
        "Roll a d6. It is blind for 1 round, and deaf for 3 rounds.",
        "Roll a d6: it takes two (1 heart, 3 coins).",
    ],
)
def test_what_is_counted_besides_is_no_series(text: str, tmp_path: Path) -> None:
    write(tmp_path, a_md=f"# A\n\n{text}\n")
    assert check(tmp_path).findings == ()


def test_a_pattern_is_no_footnote(tmp_path: Path) -> None:
    write(tmp_path, a_md='# A\n\nSee [^1] and [^2] here.\n\n("[^ \\t:*?<>|]+")\n\n[^1]: One.\n')
    assert [shown(found) for found in check(tmp_path).findings] == ["3:15 unknown-reference '^2'"]


def test_dice_that_are_counted_are_no_results(tmp_path: Path) -> None:
    write(
        tmp_path,
        a_md="# A\n\nRoll:\n\n- **Ahead**: roll **2 Chance Dice**, keep one.\n- **Behind**: roll **2 Risk Dice**.\n",
    )
    assert check(tmp_path).findings == ()


def test_github_finds_a_heading_in_any_case(tmp_path: Path) -> None:
    text = "# Rest\n\n## Long Rest\n\n[a](#Rest) [b](#Long-Rest) [c](#Longest-Rest)\n"
    write(tmp_path, rest_md=text)
    assert [shown(found) for found in check(tmp_path).findings if found.rule == "unknown-anchor"] == [
        "5:33 unknown-anchor 'Longest-Rest'"
    ]
    write(tmp_path, mkdocs_yml="site_name: X\n", docs__rest_md=text)
    site = analyse(read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system))
    assert [found.message for found in site.findings if found.rule == "unknown-anchor"][:1] == [
        "there is no id `Rest` on this page; its case differs"
    ]


def test_raw_html_may_be_read_by_a_host(tmp_path: Path) -> None:
    text = "# Gear\n\n<div>\n| **_Melee_** |\n| **_Ranged (2) |\n</div>\n"
    write(tmp_path, gear_md=text)
    assert [shown(found) for found in check(tmp_path).findings if found.severity > 1] == ["5:3 stray-mark '**'"]
    write(tmp_path, mkdocs_yml="site_name: X\n", docs__gear_md=text)
    site = analyse(read_book(load_config(tmp_path / "mkdocs.yml"), find_system=load_system))
    assert [shown(found) for found in site.findings if found.rule == "stray-mark"][:1] == ["4:3 stray-mark '**'"]


def test_the_markup_of_a_template_is_to_be_filled_in(tmp_path: Path) -> None:
    write(tmp_path, x_template__New_md="# A\n\n**<Who it is>**\n", a_md="# A\n\n**<Who it is>**\n")
    told = [(Path(found.place.source.path).stem, str(found.severity)) for found in check(tmp_path).findings]
    assert told == [("New", "info"), ("a", "warning")] or told == [("a", "warning"), ("New", "info")]


def test_the_links_of_a_template_are_to_be_filled_in(tmp_path: Path) -> None:
    write(tmp_path, Templates__beast_md="# Name\n\n[a](lair.md)\n", beast_md="# Ox\n\n[a](lair.md)\n")
    assert [(str(one.severity), one.place.source.path[-8:]) for one in check(tmp_path).findings] == [
        ("info", "beast.md"),
        ("warning", "beast.md"),
    ]


def test_an_id_may_stand_right_behind_its_title(tmp_path: Path) -> None:
    write(tmp_path, a_md="# Gifts\n\n## Rest{#rest .wide }\n\n## Food{ #food }\n\n[a](#rest) [b](#food) [c](#feed)\n")
    write(
        tmp_path,
        b_md="# Ale\n\n## Price\n\n1\n\n# Mead\n\n## Price\n\n2\n\n[a](#price-1) [b](#price-2) [c](#price-3)\n",
    )
    told = [shown(found) for found in check(tmp_path).findings if found.rule == "unknown-anchor"]
    assert told == ["7:28 unknown-anchor 'feed'", "13:34 unknown-anchor 'price-3'"]


def test_docsify_takes_the_ids_that_are_written_behind_titles(tmp_path: Path) -> None:
    write(
        tmp_path,
        rest_md="# Food & Sleep\n\n## (12) A Long Rest\n\n### 3. Fire :id=a-fire\n\n"
        "[a](#food-sleep) [b](#_12-a-long-rest) [c](#a-fire) [d](#_3-fire)\n",
    )
    assert [shown(found) for found in check(tmp_path).findings if found.rule == "unknown-anchor"] == [
        "7:58 unknown-anchor '_3-fire'"
    ]


def test_parts_of_a_book_know_its_titles_and_one_fault_in_them_is_told_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        book_adoc="= Book\n\ninclude::rest.adoc[]\n\ninclude::gear.adoc[]\n",
        rest_adoc="== Rest\n\nSee <<Warm Clothes>>, <<Cold Clothes>>, <<rope,it>>, <<lamp,one>>.\n",
        gear_adoc="== Gear\n\n=== Warm Clothes\n\n[[rope]] *Rope* ::\nLong.\n\n[[lamp]]\nA lamp.\n\n[[lamp]]\nTwo.\n",
    )
    assert [(found.place.source.path[-9:], shown(found)) for found in check(tmp_path).findings] == [
        ("gear.adoc", "11:3 duplicate-anchor 'lamp'"),
        ("rest.adoc", "3:25 unknown-anchor 'Cold Clothes'"),
    ]


def test_a_heading_of_a_note_ends_the_table_or_the_list_above_it(tmp_path: Path) -> None:
    text = "[[#Two]] [[#Three]] [[#Four]]\n\n| a | b |\n|---|---|\n| 1 | 2 |\n## Two\n\n- item\n## Three\n\nText\n"
    write(tmp_path, A_md=text)
    (tmp_path / ".obsidian").mkdir()
    assert [shown(found) for found in check(tmp_path).findings] == ["1:24 unresolved-wikilink 'Four'"]


def test_parts_that_something_puts_together_know_the_ids_of_all(tmp_path: Path) -> None:
    part = "# {0}\n\nText, and see [it](#{1}) or [this](#{1}_{1}), [that](#nowhere).\n"
    names = ("air", "fire", "sea", "air")
    texts = {f"{one}_md": part.format(one.title(), other) for one, other in pairwise(names)}
    write(tmp_path, **texts)
    assert [finding.message for finding in check(tmp_path).findings] == ["there is no id `nowhere` on this page"] * 3
    (tmp_path / "sea.md").write_text("# Sea\n\nAlone\n", encoding="utf-8")
    assert len(check(tmp_path).findings) == 6, "two pages may as well have been one that somebody split"


def test_a_list_of_contents_for_other_pages_knows_the_ids_of_all(tmp_path: Path) -> None:
    names = [f"part-{letter}" for letter in "abcdefghijk"]
    contents = "# Contents\n\n" + "".join(f"- [{name}](#{name})\n" for name in (*names, "nowhere"))
    write(tmp_path, contents_md=contents, all_md="# All\n\n" + "".join(f"## {name}\n\nText\n\n" for name in names))
    assert [finding.message for finding in check(tmp_path).findings] == ["there is no id `nowhere` on this page"]
    (tmp_path / "contents.md").write_text(f"{contents}- [Contents](#contents)\n", encoding="utf-8")
    assert len(check(tmp_path).findings) == 12, "a page with links of its own may have been split"


def test_a_site_whose_pages_are_still_to_be_made_is_read_as_it_lies_there(tmp_path: Path) -> None:
    write(tmp_path, A_md="# A\n\n[[B]], ![[b.png]] and [[C]]\n", B_md="# B\n\nText\n", assets__b_png="")
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: A\ndocs_dir: .made\n", encoding="utf-8")
    assert sorted(finding.message for finding in check(tmp_path).findings) == [
        "the docs_dir `.made` is not a folder",
        "there is no note `C`",
    ]


def test_a_shortcode_is_no_tag(tmp_path: Path) -> None:
    write(tmp_path, a_md='# A\n\n{{<button href="x">}} Roll {{< /button >}} and <b>more\n')
    assert [shown(found) for found in check(tmp_path).findings] == ["3:48 malformed-markup '<b>'"]


def test_a_word_is_not_misspelt_that_stands_as_it_is_said(tmp_path: Path) -> None:
    write(tmp_path, a_md="# Breakin' the law\n\nText\n\n# Breakin the law\n\nText\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["5:3 misspelt-term 'Breakin'"]


def test_a_bar_that_cuts_a_wikilink_in_a_cell_is_what_is_told(tmp_path: Path) -> None:
    write(tmp_path, Rest_md="# Rest\n\nText\n", A_md="| a | b |\n|---|---|\n| 1 | [[Rest|a rest]] |\n| 2 | [[Rest] |\n")
    (tmp_path / ".obsidian").mkdir()
    assert [found.message for found in check(tmp_path).findings] == [
        "the `|` of this wikilink ends its cell",
        "a bracket of this wikilink is missing",
    ]


def test_an_image_may_lie_where_a_program_serves_it(tmp_path: Path) -> None:
    write(tmp_path, a_md="![a](images/a.png) ![b](images/b.png)\n", web__public__images__a_png="")
    assert [shown(found) for found in check(tmp_path).findings] == ["1:25 unknown-target 'images/b.png'"]


def test_a_fence_may_have_behind_it_what_other_programs_read(tmp_path: Path) -> None:
    write(tmp_path, a_md="# A\n\n```js{4}\nroll()\n```\n\n```md\n::: info\n```\n\nText\n")
    assert check(tmp_path).findings == ()


def test_a_page_in_another_language_may_end_with_a_licence_in_english(tmp_path: Path) -> None:
    words = "Pravila igre vode igrače kroz svijet, a kocke odlučuju tko pobjeđuje i tko bježi. " * 20
    write(tmp_path, a_md=f"# Dokument\n\n{words}\n\nIt is free for all of you, and it is yours to share with all.\n")
    assert check(tmp_path).findings == ()
    write(tmp_path, a_md="# Dokument\n\nIt is free for all of you, and it is yours to share with all.\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["1:3 misspelt-term 'Dokument'"]


RIGHT = """There are two kinds: Red and Blue. There are two sides: Left and Right. There are two ends: North and South.
"""
HABITS = {
    "lines that are labelled": "# Frost\n\nRoll 1d6.\n\n**Range:** 60 feet\n**Components:** V, S\n",
    "each sentence of its own": "# A\n\nBeasts have 4 or fewer Hit Dice. Giants of 5 or more HD resist. Roll a d20.\n",
    "results, and no count": "# A\n\n## Beasts\n\n### 1) Hunter\n\nOne\n\n### 4) Bear\n\nTwo\n\n### 16-17. Boar\n\nA\n",
    "a name of letters and digits": "# OpenD6\n\nA game of OpenD6, and of OpenD66.\n",
    "definitions below other text": "# A\n\nText\n\n## B {#b}\n\nIt goes on.\n\n[b]: #b\n[c]: #a\n\n[b][], [c][]\n",
    "dice with words in code": "# A\n\nRoll `1d20 + BAB`, `1d6/level` or `1d8 + skill`.\n",
    "faces of dice without numbers": "# A\n\nRoll 4dF.\n\n-+0+ = +1<br/>\n+-00 = <br/>\n+++- = "
    "+2<br/>\n-000 = −1<br/>\n",
    "a value for each range": "# A\n\nRoll 3d6.\n\n[Table: 3 = -4; 4 = -3; 5-6 = -2; 7-8 = -1; 9-12 = +0]\n",
    "a quotient that is rounded": "# A\n\nRoll a d6: 20 ÷ 6 = 3,33, nahoru na 4, and 10 / 3 = 3.33.\n",
    "more of a part of a range": "# A\n\n- If there are none, roll a d20, and on a score of 11-20 "
    "take an item. On a roll of 14-16 "
    "hide it, and on a roll of 17-20 take two.\n",
    "more of an open range": "# A\n\n* Each test is: **roll 2d6 + modifier**.\n* Result:\n\n  * **6 "
    "or less** – failure with a "
    "cost\n  * **7–9** – success at a cost (a loss)\n  * **10+** – full success\n  * **12** – great "
    "success (more of it)\n",
    "what things can do": f"# A\n\nRoll 1d6. {RIGHT}\n * **Leather** (Light)\n * 2 **Daggers** (Melee "
    "1d4, Thrown 1d4, Light)\n",
    "first this, second that": f"# A\n\nRoll 1d6. {RIGHT}\nIt comes with two important conditions: "
    "First, this gift never touches "
    "towns or hamlets, so it does not count there. Second, folk will see it, and flee.\n",
    "two lists of one item": "# A\n\n- **Blow** of 1d6. There are two different ways:\n    1. Hide.\n    2. Flank.\n\n"
    "    If one holds, you may:\n\n    - **Hit** it\n    - **Throw** it\n    - **Trip** it\n",
    "lines of their own": "# A\n\nRoll 1d6.\n\nRange: Touch<br>\nDuration: 8 hours<br>\nComponent: "
    "V, S, M<br>\na feather\n",
    "groups of what is counted": "# A\n\nRoll 1d6 for one of 26 domains:\n\n- of play\n- of boards\n",
    "a size": "# A\n\nRoll 1d6. A tile is 6×8 = 48×64 pixels.\n",
    "labels for other pages": "[d4]: #d4\n[d6]: #d6\n",
    "words of a form": "# A\n\nI get +2 when I [pick one: boldly, slyly][pick one: attack, flee] in [a place].\n",
    "links by the name of a folder": "# A\n\n![a](~./images/a.png) [b](@/b.md) [c](~assets/c.pdf)\n",
    "a route of a script": "# A\n\n<a href='#/'>All</a> [b](#!b)\n",
    "the look of a table": "# A\n\n| Level | Life | {.compact}\n| --- | --- |\n| 1 | 2 |\n",
    "Markdown within HTML": "# A\n\n[b](#might-and-main)\n\n<section>\n\n## Might and Main\n\nIt is `<spell> (R)`.\n\n"
    "</section>\n",
    "tags in brackets": "# A\n\n[gate][loop] It opens.\n\n[gate][emit] It rings.\n\n[gate][loop] It ends.\n",
    "values in brackets": "# A\n\n**Dread**[reach=two][dN] scares all.\n",
    "years above years": f"# A\n\nRoll 1d6. {RIGHT}\n## Wars (107–78 BC)\n\nThey met (101 BC), and again (88 BC).\n",
    "a result that more is added to": "# A\n\nRoll 1d6, and pay 2 + 2 = 4 + 3 points.\n",
    "a list in another language": f"# A\n\nRoll 1d6. {RIGHT}\nHay 5 artes (Trotar, Morder, Silbar, Olfato y Mito).\n",
    "somebody's skills": f"# A\n\nRoll 1d6. {RIGHT}\nIt needs two fighters' skills (Might, Wit, Grit, Luck).\n",
    "a list of those before": f"# A\n\nRoll 1d6. {RIGHT}\nTwo guards pass all three tests (Anna, Bert).\n",
    "a remark before the list": f"# A\n\nRoll 1d6. {RIGHT}\nThe three questions (a triad, rule 4) are hard.\n",
    "numbers within an item": "# A\n\n1. **Roll** a die. 2. **Read** it.\n3. **Tell** it. 4. **Go on**.\n",
    "a longer end of a fence": "# A\n\n```markdown\n- Die\n    - *d10*\n````\n\nText\n",
    "a fence that its quote ends": "# A\n\n> ```js\n> roll()\n\nText\n\n> ```js\n> roll()\n",
    "keys": "# A\n\nPress <Ctrl/Cmd>-P.\n",
    "a word that its writer means": "# A\n\n"
    + "\n\n".join(f"- **controle** is the {n} of this, and of all that you see with it." for n in "abcde"),
    "half of a word": f"# What you couldn't see\n\nIt is all of this that you see. {RIGHT}\n",
    "a least value": "# Roll 3d6\n\n| Score | What it is |\n|---|---|\n| 1 | The least |\n| 6 or less | Frail |\n"
    "| 7 | Poor |\n| 8 or 9 | Fair |\n| 10 | Good |\n| 11 or 12 | Fine |\n| 13 or more | Best |\n",
    "ranges from nothing": "# Train\n\n| 1d20 | What |\n|---|---|\n| 16-20 | a |\n| 10-15 | b |\n| 0-9 | c |\n",
    "ranges said in two ways": "# Hope\n\nRoll 2d6: On 10+, it comes; 7-9, it may. On a 2-6, it fails.\n",
    "signs of times that make italics": "# Hurt\n\nRoll d6: 4x(9/2 + 18*2 + 15) = 222, and 3*(5*2 + 15) = 75\n",
    "a letter of its own": "# Far\n\n- **(D)istant** beyond the Eye\n\nRoll d6. See (d)istant.\n",
    "a count beside what may be another list": "# Rank\n\nRoll d6. 4 levels: *Low*, *Mid* *Fair* and *High*.\n",
    "dice of an item, and not of the list": "# A\n\n96-97 **Hand:** Take 1d10 from it.\n\n- 98 **Eye:** Roll a die.\n"
    "- 99 **Arm:** Roll it.\n- 00 **All:** Roll it.\n",
    "a ten that is a zero": "# A\n\nRoll 1d6.\n\n## B\n\n- 1-5 A dud. Roll again.\n- 6-8 Smoke.\n- 9-0 All.\n",
    "what each needs": "# A\n\nRoll d20.\n\n- THAC0 17 [+2]: needs a 13.\n- With Might 13–15 (+1): needs 12.\n"
    "- With Might 16–17 (+2): needs 11.\n- With Might 18 (+3): needs 10.\n",
    "brackets in a row": "# A\n\nA call is [Mark][Damage/Effect][Length].\n",
    "half of a compound": f"# All low-lifes\n\nIt is all of this that you see. {RIGHT}\n",
    "fractions that stand for counts": "# A\n\nRoll d6.\n\n```\n2/6 = 15 + 47 +\n2/5 = 10 + 47 + 39\n```\n",
    "a table below each row": "# A\n\n| D4 | D6 | What |\n|---|---|---|\n| 1 | 1-2 | a |\n| | 3-4 | b |\n| | 5-6 | c |"
    "\n| 2 | 1-3 | d |\n| | 4-6 | e |\n| 3 | 1 | f |\n| | 2-5 | g |\n| | 6 | h |\n| 4 | 1-6 | Roll again |\n",
    "a sign that is lost": "# A\n\nRoll 1d6 (1: Arm, 2: Leg, 3: Blood, 4: A wound 5: A tear, 6: All of it).\n\n"
    "It hurts (roll 1d6, 1: Arm, 2: Leg, 3: Blood, 4: A wound 5: A tear, 6: All of it).\n",
    "comments that are definitions": "# A\n\n[//]: # (later)\n\nText\n\n[//]: # (more of it)\n",
    "what several have": "# A\n\nRoll d6.\n\n| Who | A score |\n|---|---|\n| a | 4-5 |\n| b | 6-7 |\n| c | 8-9 |"
    "\n| d | 10-15 |\n| e | 16-35 |\n| f | 26-35 |\n| g | 30-40 |\n| h | 36-55 |\n| i | 56-75 |\n",
    "downwards": "# A\n\nRoll d6.\n\n## B\n\nThe card shows the points:\n\n* 13: King\n* 12: Queen\n* 11: Jack\n"
    "* 10 down to 5: itself\n* 4, 3, or 2: none\n",
    "levels beyond": "# A\n\nRoll d6.\n\n| Level | XP |\n|---|---|\n| 7 | 10 |\n| 8 | 20 |\n| 9 | 40 |\n| 9+ | +40 |\n",
    "where nothing is added": "# A\n\nRoll d6.\n\n| The Score | XP |\n|---|---|\n| 15+ | +10% |\n| 13-14 | +5% |\n"
    "| 7-8 | -10% |\n| 6- | -20% |\n",
    "a head that Obsidian has a plugin for": "# A\n\n-tx-\n| a |||  b | c |\n|---|---|\n| [[#A]] | d | e |\n",
    "what somebody has": "# A\n\nIt has 1/4 d8 (1 hp), 8d10+8 plus 4d6 (66 hp), 38d10 (420 hp) and 6d8+30 (62 hp)."
    "\n\nIt does 2d8+3 plus 1d6 fire damage (16 avg total).\n",
    "dice rolled anew for each level": "# Loot\n\n| Level | d% | Coins | d% | Gems |\n|---|---|---|---|---|\n"
    "| 1st | 01-50 | 1d6 | 01-90 | none |\n| | 51-90 | 2d6 | 91-100 | one |\n| | 91-100 | 1d10 | | |\n"
    "| 2nd | 01-10 | none | 01-20 | none |\n| | 11-100 | 1d6 | 21-100 | two |\n",
    "dice rolled anew within a row": "# Loot\n\n| d% | What |\n|---|---|\n| 01-17 | Flasks |\n| 01-12 | Acid |\n"
    "| 13-100 | Oil |\n| 18-60 | Mail |\n| 01-40 | Shirt |\n| 41-100 | A shield |\n| 01-50 | Small |\n"
    "| 51-100 | Large |\n| 61-100 | Gear |\n",
    "half of one": "# Swarm\n\nRoll d6.\n\n| Hit Dice | XP |\n|---|---|\n| 1/2 | 10 |\n| 1 | 20 |\n| 2-3 | 40 |\n"
    "| 4-5 | 80 |\n| 6-7 | 90 |\n",
    "two dice read as digits": "# Gear\n\n| D44 | What |\n|---|---|\n"
    + "".join(f"| {tens}{ones} | a{tens}{ones} |\n" for tens in "1234" for ones in "1234"),
    "a fraction among numbers": "# Roll for it\n\n| Range | Die | By |\n|---|---|---|\n| a | d10 | 5/6 |\n"
    "| b | d12 | 4 |\n| c | d12 | 3 |\n| d | d10 | 2 |\n| e | d12 | 2 |\n",
    "a name among names": f"# Who\n\nIt is all of this that you see. {RIGHT}\n#### Okhil\n\na\n\n#### Thenon\n\n"
    "b\n\n#### Brigh\n\nA bright one.\n\n#### Aretto\n\nc\n\n#### Zelfin\n\nd\n",
    "a remark in another language": f"# Tests [changed, försök komma ihåg]\n\nAll of this is what you see. {RIGHT}\n",
    "a list that goes on": "# Steps\n\n1. a\n2. b\n3. c\n\n**Then**\n\n4. d\n2. e\n3. f\n\n**Last**\n\n7. g\n2. h\n",
    "verbs with a word of their own": "# Who\n\nYou fit in in this town, and you are good to the end of it.\n",
    "notes side by side": "# Who\n\n[a][a] See [[Town]][[Tower]] for this.\n\n[a]: #who\n",
    "a note below a table": "# Gear\n\n| What | Cost |\n|---|---|\n| Rope** | 2 |\n\n* All\n\n"
    "* of it\n** But not at night\n*** Nor at noon\n",
    "a form of brackets": "# Gear\n\n[Cost][Rarity]\n\nText\n",
    "braces in running text": "# Keys\n\nalias on={#do +a} off={#do -a}, on+={#do +b} and off+={#do -b}\n",
    "words for others to fill in": "# A\n\nWelcome, \\<your name>.\n",
    "numbers said in two ways": "# A\n\nOn a d4: take one (1) rope, two (2) torches, four (4) lamps.\n",
    "nothing but cases of each other": "# A\n\nRoll 1d6.\n\n| Gun | TL | ST |\n|---|---|---|\n| 5 | 4 | 10† |\n"
    "| 6 | 4 | 10† |\n",
    "another table beside it": "# A\n\n| d6 | Sort | | d6 | Art |\n|---|---|---|---|---|\n| 1-3 | Art | | 1 | a |\n"
    "| 4-6 | Rite | | 2 | b |\n| | | | 3 | c |\n| | | | 4 | d |\n| | | | 5 | e |\n| | | | 6 | f |\n",
    "parts of a table": "# A\n\n## 1-4: Folk\n\n| d10 | Who |\n|---|---|\n| 1-2 | a |\n| 3-4 | b |\n\n"
    "## 5-9: Beasts\n\n| d10 | Which |\n|---|---|\n| 5-6 | c |\n| 7-8 | d |\n| 9 | e |\n\n## 10: All\n\nRoll twice.\n",
    "what spreads": "# A\n\nHit: 7.5 (1d6+4) damage, and 4.5 (1d8) damage.\n\nThe standard deviation is 2.42 (2d6).\n",
    "levels up to the last": "# A\n\nRoll d6.\n\n## B\n\n| Level | Coins |\n|---|---|\n| 5-6 | 10 |\n"
    "| 7-8 | 20 |\n| 9-10 | 40 |\n| 10+ | 90 |\n",
    "a box with other code in it": "# A\n\n```ad-note\ntitle: B\n```dataview\nLIST\n```\n\nText\n",
    "a script that is a note": "/*\nIt draws.\n```js\n*/\n\ndraw();\n",
    "code behind a lost mark": "# A\n\nIt is a block (**```box of `<name>`**) of its own.\n",
    "how much of it there is": "# A\n\n| Scene | Rolls |\n|---|---|\n| Short | 0–1 |\n| Usual | 2–5 |\n"
    "| Long | 4–10 |\n",
    "whose it was": "# A\n\nRoll 1d6.\n\n- First Rules, Copyright 2000, by Ann; 6 points\n"
    "- More Rules, Copyright 2000-2003, by Bob\n- All Rules, Copyright 2004, by Cid\n",
    "somebody who speaks": "# A\n\n[主持人]: 你們到了門前。\n[主持人]: 門開了。\n\nIt is [主持人].\n",
    "how many of each": "# A\n\nRoll 1d6:\n\n- **New:** 1–2 gifts\n- **Old:** 2–3 gifts\n- **Dead:** 4–6 gifts\n",
    "what lies in a box": "# A\n\nRoll d6.\n\n## Components\n\n- 1 board\n- 2-4 pawns for each player\n"
    "- 4 shells (used as dice)\n",
    "notes of a bracket": "# A\n\nIt is told of old.^[[Wick vs. Tallow]] And so it was.^[[Tallow]]\n",
    "parts of a sentence with and": "# A\n\nRoll a D6 (1-2 = a scratch, 3-5 = down and 6 = out of it).\n",
    "a value that is rounded on": "# A\n\nRoll d6.\n\n```\n= 17 / 4 = 4.25 = 5 points\n```\n",
    "several lists in a paragraph": "# A\n\n1 Roll 1d8: 1–5 = a coin, 6–8 = 1\nring\n2 Roll 1d8: 1–5 = no, 6–8 = red\n"
    "3 Roll 1d4: 1 = wet, 2 = dry, 3 = old, 4 = new\n",
    "signs with and without a space": "# A\n\nRoll 1d6: 1=brawn, 2= grace, 3= health, 4=wit, 5= calm, 6=charm.\n",
    "what dice can show": "# A\n\nIt has a 40% chance of giving 3d6 (3–18) coins and 30% chance of 4d6 (4–24) gems.\n",
    "what comes on top of a sum": "# A\n\nRoll d6. 爪：9+8+8+5+3=33+4 远：1\n",
    "what ranges of large numbers are worth": "# A\n\nRoll d6. 4,001-8,000 = 2; 8,001-12,000 = 3.\n"
    "The cards from 2,5-36,5 = 18 values.\n",
    "how many there are of each": "# A\n\nRoll d6. Cards (2×4 + 3×1 + 3×2 + 3×5 + 3×7 = 14).\n\n"
    "Tiles: 10×1, 8×2, 20×5, 10×10 = 48\n",
    "what numbers stand for": "# A\n\nRoll d6. Schools of 5 = 10 / 6 = 15, of 2 = 1.\n",
    "results that are as likely": "# A\n\nRoll 2d6: 2/12=3%, 3/11=6%, 4/10=8%, 5/9=11%, 6/8=14%, 7=17%; 3/11 (11%).\n",
    "numbers of dice in brackets": "# A\n\nRoll 2d6, flee on 4+. A refusal costs a roll (2 dice − wit, 4+ leaves).\n",
    "notes over several lines": "# A\n\nIt holds\nmore***\n** Then it\nends.\n*** Nor the rod** and\nits\n",
    "fences in a preformatted text": "# A\n\n<pre>```\nif a {\n}\n```\n</pre>\n\n```\nif b {\n}\n```\n",
    "a section of what is included": "# A\n\n## B\n\n{% include 'rest.md' %}\n\n## C\n\n<!-- @include: rest.md -->\n",
}


@pytest.mark.parametrize("habit", HABITS)
def test_what_strangers_do_is_no_fault(habit: str, tmp_path: Path) -> None:
    write(tmp_path, a_md=HABITS[habit])
    assert [shown(found) for found in check(tmp_path).findings if str(found.severity) != "info"] == []


def test_any_row_of_dashes_is_the_head_of_a_table_for_jekyll(tmp_path: Path) -> None:
    write(tmp_path, a_md="# A\n\n| a | b | c |\n|---|\n| d | e | f |\n")
    assert [finding.rule for finding in check(tmp_path).findings] == ["malformed-markup"]
    other = tmp_path / "site"
    write(other, a_md=(tmp_path / "a.md").read_text(), _config_yml="title: A\n")
    assert check(other).findings == ()


def test_a_label_with_code_is_found_by_all_but_mkdocs(tmp_path: Path) -> None:
    write(tmp_path, a_md="# A\n\nGet [`dice`] and [`cards`][].\n\n[`dice`]: https://a.b\n[`cards`]: #a\n")
    assert check(tmp_path).findings == ()
    write(tmp_path, mkdocs_yml="site_name: X\ndocs_dir: .\n")
    assert "unknown-reference" in {finding.rule for finding in check(tmp_path).findings}


def test_wikilinks_that_hardly_ever_lead_to_a_note_are_made_into_something_else(tmp_path: Path) -> None:
    links = " ".join(f"[[Feat {number}: x]]" for number in range(18))
    write(tmp_path, a_md=f"# A\n\n{links} [[b]] [[a]]\n", b_md="# B\n\n[[a]]\n")
    assert {str(finding.severity) for finding in check(tmp_path).findings} == {"info"}
    (tmp_path / "a.md").write_text("# A\n\n[[Feat 1: x]] [[b]] [[a]]\n")
    assert [str(finding.severity) for finding in check(tmp_path).findings] == ["warning"]


def test_links_of_what_pages_include_count_from_them(tmp_path: Path) -> None:
    write(tmp_path, _includes__a_md="# A\n\n[b](#bonds), ![c](../c.png)\n", d_md="# D\n\n[b](#bonds)\n")
    told = [(finding.rule, str(finding.severity)) for finding in check(tmp_path).findings]
    assert sorted(told) == [("unknown-anchor", "info"), ("unknown-anchor", "warning"), ("unknown-target", "info")]


def test_what_git_leaves_alone_is_with_the_writer(tmp_path: Path) -> None:
    write(tmp_path, maps__a_md="# A\n\n![a](../img/a.png) ![b](../img/b.svg)\n")
    assert len(check(tmp_path).findings) == 2
    other = tmp_path / "book"
    write(other, maps__a_md=(tmp_path / "maps" / "a.md").read_text(), _gitignore="*.png\n")
    assert [shown(found) for found in check(other).findings] == ["3:25 unknown-target '../img/b.svg'"]


def test_chapters_of_quarto_are_pandocs(tmp_path: Path) -> None:
    chapter = "# Ale {#ale}\n\n::: {.callout-note}\n[a](b.qmd#mead), [b](b.qmd#mad)\n:::\n"
    write(tmp_path, a_qmd=chapter, b_qmd="# Mead\n\nText\n", c_Rmd="# C\n\n[a](a.qmd#alee) [as it][C] [of it][D E]\n")
    told = ["4:28 unknown-anchor 'mad'", "3:11 unknown-anchor 'alee'", "3:36 unknown-reference 'D E'"]
    assert [shown(found) for found in check(tmp_path).findings] == told


def test_bookdown_makes_one_text_of_all_chapters(tmp_path: Path) -> None:
    text = "# Ale\n\nSee [it](#mead), [of it][Old Mead], [that](#meal) and [of that][Old Meal].\n"
    write(tmp_path, a_Rmd=text, b_Rmd="# Mead\n\n## Old Mead\n\nText\n", _bookdown_yml="output_dir: out\n")
    told = ["3:45 unknown-anchor 'meal'", "3:65 unknown-reference 'Old Meal'"]
    assert [shown(found) for found in check(tmp_path).findings] == told


def test_notes_beside_a_site_are_those_of_their_vault(tmp_path: Path) -> None:
    write(tmp_path, mkdocs_yml="site_name: A\n", docs__index_md="# A\n", img__ale_png="", inns__Ale_md="# Ale\n")
    write(tmp_path, notes__a_md="# A\n\n![[ale.png]] [[Ale]] [[Mead]]\n")
    (tmp_path / ".obsidian").mkdir()
    assert [shown(found) for found in check(tmp_path).findings] == ["3:24 unresolved-wikilink 'Mead'"]


def test_what_lies_in_a_submodule_that_is_not_here_is_with_the_writer(tmp_path: Path) -> None:
    write(
        tmp_path,
        book__a_md="# A\n\n![a](../maps/a.png) ![b](../art/b.png)\n",
        book__b_adoc="= B\n\ninclude::../maps/names.adoc[]\n\ninclude::../art/c.adoc[]\n\n{town}\n",
    )
    assert len(check(tmp_path).findings) == 5
    write(tmp_path, _gitmodules='[submodule "maps"]\n\tpath = maps\n\turl = x\n')
    (tmp_path / "maps").mkdir()
    told = [shown(found) for found in check(tmp_path).findings if found.severity > Severity.INFO]
    assert told == ["3:26 unknown-target '../art/b.png'", "5:10 unresolved-include '../art/c.adoc'"]
    write(tmp_path, maps__names_adoc="text\n")
    assert len(check(tmp_path).findings) == 4


def test_pages_with_scripts_in_them_are_told_of(tmp_path: Path) -> None:
    write(tmp_path, a_md="# A\n\nText\n", b_mdx="import B from 'b'\n\n# B\n\n<B x={1}>Roll 1d6, 2d6 or 3d6.</B>\n")
    assert [Path(path).name for path in check(tmp_path).reach.left_out] == ["b.mdx"]


def test_mdbook_finds_what_is_defined(tmp_path: Path) -> None:
    write(tmp_path, a_md="# A\n\nHit Points\n: What you have.\n\n[a](#hit-points) [b](#points-hit)\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["6:23 unknown-anchor 'points-hit'"]


def test_what_git_brings_from_elsewhere_may_be_with_the_writer(tmp_path: Path) -> None:
    write(
        tmp_path,
        a_md="# A\n\n[a](core/wounds.md) [b](cores/wounds.md)\n\n[[Wounds]]\n",
        _gitmodules='[submodule "core"]\n\tpath = core\n\turl = https://example.org/core\n',
    )
    (tmp_path / "core").mkdir()
    (tmp_path / ".obsidian").mkdir()

    def told() -> list[str]:
        return [f"{shown(found)} {found.severity}" for found in check(tmp_path).findings]

    assert told() == ["3:25 unknown-target 'cores/wounds.md' warning", "5:3 unresolved-wikilink 'Wounds' info"]
    write(tmp_path, core__cuts_md="# Cuts\n")
    assert [line.rpartition(" ")[2] for line in told()] == ["warning"] * 3


def test_levels_that_a_book_leaves_out_throughout_are_one_note_each_at_most(tmp_path: Path) -> None:
    write(tmp_path, a_adoc="= A\n\n=== B\n\nText\n\n=== C\n\nText\n")
    findings = check(tmp_path).findings
    assert [(shown(found), str(found.severity)) for found in findings] == [("3:1 heading-jump '=== B'", "info")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("|===\n|a |b\n\n|c\n|===\n", ["10:1 error malformed-markup"]),
        ("====\nText\n", ["7:1 error malformed-markup"]),
        ("----\ncode <1>\n----\n<2> two\n", ["10:1 warning malformed-markup"]),
        ("==== C\n\nMore\n", ["7:1 info heading-jump"]),
        ("1. one\n3. two\n", ["8:1 warning misnumbered-item"]),
    ],
)
def test_what_asciidoctor_warns_of_has_its_place_and_its_weight(text: str, told: list[str], tmp_path: Path) -> None:
    write(tmp_path, a_adoc=f"= A\n\n== B\n\nText\n\n{text}")
    findings = check(tmp_path).findings
    places = [finding.place.source.position(finding.place.span.start) for finding in findings]
    assert [
        f"{at.line}:{at.column} {one.severity} {one.rule}" for at, one in zip(places, findings, strict=True)
    ] == told


def test_a_vault_is_read_as_its_program_reads_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        A_md="> [!infobox]\n>  |\n> ---|---|\n> **Kin** | `Elf` |\n\n> [!info]- Fights\n> ```dataview\n> LIST\n\nText "
        "[a](#^d4e5) [b](#^f6)\n\n%% ^d4e5 %%\n",
    )
    (tmp_path / ".obsidian").mkdir()
    read = read_paths([tmp_path], find_system=load_system)
    assert [shown(found) for found in analyse(read).findings] == ["10:23 unknown-anchor '^f6'"]
    (page,) = read.pages
    (table,) = page.document.prose.tables
    assert [[cell.text for cell in row] for row in table.rows] == [["Kin", "Elf"]]
    text = page_of(page.document, page.document.source.text, lambda target: target).text
    assert "> LIST\n> ```\n" in text or "    LIST\n    ```\n" in text


def test_a_vault_finds_by_their_paths_what_links_lead_to_and_headings_that_nobody_sees(tmp_path: Path) -> None:
    write(
        tmp_path,
        Game__Sheet_md="![a](Game/Art/a.svg) [b](Game/Art/b.svg) ![[Skills#Climb]] ![[Skills#Swim]]\n",
        Game__Skills_md="# Skills\n\n###### %%Climb%%\n\nHold on.\n",
        Game__Art__a_svg="",
    )
    (tmp_path / ".obsidian").mkdir()
    told = [shown(found) for found in check(tmp_path).findings]
    assert told == ["1:26 unknown-target 'Game/Art/b.svg'", "1:70 unresolved-embed 'Swim'"]


def test_rows_that_slipped_in_dice_that_are_rolled_anew_are_told_by_themselves(tmp_path: Path) -> None:
    rows = (
        "| 1st | 1-10 | a |\n| | 11-20 | b |\n| 2nd | 1-9 | c |\n| | 10-20 | d |\n| 3rd | 1-5 | e |\n| | 6-19 | f |\n"
    )
    write(tmp_path, a_md=f"# Loot\n\n| Level | d20 | What |\n|---|---|---|\n{rows}")
    assert [shown(found) for found in check(tmp_path).findings] == ["10:5 table-gap '6-19'"]
    rows = "| 1-5 | a |\n| 6-10 | b |\n| 1-15 | c |\n| 16-20 | d |\n"
    write(tmp_path, a_md=f"# Loot\n\n| d20 | What |\n|---|---|\n{rows}")
    assert [shown(found) for found in check(tmp_path).findings] == ["7:3 table-gap '1-15'"]
    rows = "".join(f"| {tens}{ones} | a |\n" for tens in "1234" for ones in "1234" if tens + ones != "33")
    write(tmp_path, a_md=f"# Gear\n\n| D44 | What |\n|---|---|\n{rows}")
    assert [shown(found) for found in check(tmp_path).findings] == ["14:3 table-gap '32'"]


def test_the_language_of_a_page_is_that_of_its_words_and_of_its_book(tmp_path: Path) -> None:
    query = "```\n" + "TABLE this FROM that AND of WITH it\n" * 20 + "```\n"
    write(
        tmp_path,
        a_md=f"# Breve termine\n\n{'Chi cade perde un turno e tira di nuovo il dado. ' * 9}\n\n{query}",
        b_md="# Langage\n\nIl parle.\n",
        c_md=f"# C\n\n{'Celui qui tombe lance encore le dé, puis il passe son tour. ' * 30}\n",
    )
    assert [shown(found) for found in check(tmp_path).findings] == []
    (tmp_path / "b.md").unlink()
    write(tmp_path, d_md=f"# Apendix\n\n{'It is the one of you that falls. ' * 30}\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["1:3 misspelt-term 'Apendix'"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A <stong>die</strong> here.", "1:3 malformed-markup '<stong>': write `<strong>`"),
        ('<dvi class="x">\n\nText\n\n</div>', '1:1 malformed-markup \'<dvi class="x">\': write `<div class="x">`'),
        ("<div>\n\nText\n\n</dvi>", "5:1 malformed-markup '</dvi>': write `</div>`"),
    ],
)
def test_a_misspelt_element_is_one_fault(text: str, told: str, tmp_path: Path) -> None:
    write(tmp_path, a_md=f"{text}\n")
    (found,) = check(tmp_path).findings
    assert f"{shown(found)}: {found.details.remedies[0].title}" == told


PROSE = "HUNGER\n\nRoll 2d6 when you have not eaten, and 3d6 after a week. A d6 tells how long it takes.\n"


def test_bare_texts_of_a_folder_are_read_where_dice_are_all_over_them(tmp_path: Path) -> None:
    """Any project has texts besides: of dice programs even such as name dice."""
    others = {
        "README_txt": PROSE,
        "LICENCE_txt": PROSE,
        "requirements_txt": "dice==2\nd20>=1 --hash=sha256:2d6a3d4e5f\n",
        "ca_txt": "MIIDd8+d6/d4=\nd10k2d6+3d6\n" * 40,
        "notes_txt": f"{PROSE}{'There is much to be told of other things. ' * 400}",
        "once_txt": "We rolled d20 on Tuesday.\n",
        "broken_txt": "",
    }
    write(
        tmp_path, combat_md="# Combat\n\nRoll 2d6.\n", more__hunger_txt=PROSE, more__hunger2_txt="HUNGER\n\n3k6, 2W6.\n"
    )
    write(tmp_path, **others)
    (tmp_path / "broken.txt").write_bytes(b"\xff 2d6 3d6")
    report = check(tmp_path)
    assert report.findings == ()
    read = {page.document.source.path: page.document.dialect for page in report.book.pages}
    assert {Path(path).name for path in read} == {"combat.md", "hunger.txt", "hunger2.txt"}
    assert len(set(read.values())) == 2
    assert {Path(path).stem for path in report.reach.left_out} == {name.removesuffix("_txt") for name in others}
    assert check(tmp_path / "README.txt").files == 1


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("It comes to 2 + 2 = 5 points.", Severity.WARNING),
        ("One in six (18%) fail.", Severity.ERROR),
        ("1 in 6 (15%) fail.", Severity.WARNING),
        ("3/4 (50%) cover.", Severity.WARNING),
        ("3/4 = 50%", Severity.ERROR),
    ],
)
def test_only_what_no_convention_explains_is_an_error(tmp_path: Path, text: str, severity: Severity) -> None:
    write(tmp_path, a_md=f"# Dice\n\nRoll 1d6.\n\n{text}\n")
    assert [found.severity for found in check(tmp_path).findings] == [severity]


def test_a_call_of_a_site_generator_may_make_an_id_of_its_title(tmp_path: Path) -> None:
    call = '{{< box title="The Old Ox" >}}\n{% include card.html name="Ale" %}'
    text = f"# Inn\n\n{call}\n\n[a](#the-old-ox) <a href='#The Old Ox'>b</a> [c](#ale) [d](#mead)\n"
    write(tmp_path, inn_md=text)
    assert [shown(found) for found in check(tmp_path).findings] == ["6:61 unknown-anchor 'mead'"]


def test_what_knows_no_letters_but_those_of_english_drops_the_others(tmp_path: Path) -> None:
    write(tmp_path, a_md="# Rest\n\n## Café Été\n\n[a](#caf-t) [b](#caf)\n\nText\n")
    told = [shown(found) for found in check(tmp_path).findings if found.rule == "unknown-anchor"]
    assert told == ["5:18 unknown-anchor 'caf'"]


def test_mdbook_leaves_doubled_brackets_to_a_program_of_the_book(tmp_path: Path) -> None:
    write(tmp_path, src__a_md="# A\n\n[[hint|How to rest]]\n|\n|Sleep at night.\n\n[b](b.md)\n")
    assert [found.rule for found in check(tmp_path).findings] == ["malformed-markup", "unknown-target"]
    write(tmp_path, book_toml='[book]\ntitle = "A"\n')
    assert [found.rule for found in check(tmp_path).findings] == ["unknown-target"]
    (tmp_path / ".obsidian").mkdir()
    assert [found.rule for found in check(tmp_path).findings][:1] == ["malformed-markup"]


def test_what_sets_printed_pages_needs_no_words_above_the_dashes(tmp_path: Path) -> None:
    text = "# A\n\n||\n|:--|:--|\n| a | b |\n\n| c |\n|:--|:--|\n| a | b |\n\n|\n--- | ---\n| a | b |\n"
    write(tmp_path, a_md=text)
    assert [shown(found) for found in check(tmp_path).findings] == ["8:1 malformed-markup '|:--|:--|'"]
    write(tmp_path, mkdocs_yml="site_name: X\n", docs__a_md=text)
    assert len(check(tmp_path / "docs").findings) == 3


def test_images_count_from_where_a_program_runs_and_may_be_made_by_one(tmp_path: Path) -> None:
    write(tmp_path, part__a_md="# A\n\n![a](img/a.png) ![b](img/b.png) ![c](maps/c.png)\n", img__a_png="")
    told = ["3:22 unknown-target 'img/b.png'", "3:38 unknown-target 'maps/c.png'"]
    assert [shown(found) for found in check(tmp_path).findings] == told
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "Makefile").write_text("all:\n", encoding="utf-8")
    assert [shown(found) for found in check(tmp_path).findings] == told[:1]


def test_front_matter_may_be_for_those_who_copy_it_to_fill_in(tmp_path: Path) -> None:
    write(tmp_path, a_md="---\nlevels: <first: last>\n---\n\n# A\n", b_md="---\nlevels: first: last\n---\n\n# B\n")
    told = [shown(found) for found in check(tmp_path).findings if found.severity > Severity.INFO]
    assert told == ["2:14 invalid-setting ''"]


def test_beside_letters_that_english_has_not_a_word_is_of_another_language(tmp_path: Path) -> None:
    write(tmp_path, a_md="# The Raison d'être\n\nIt is the one of you that falls.\n\n## The Raison\n\nText\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["5:8 misspelt-term 'Raison'"]


def test_what_hugo_begins_its_pages_with_is_no_page(tmp_path: Path) -> None:
    archetype = '---\ntitle: "{{ replace .Name "-" " " }}"\n---\n\n[a](gone.md)\n'
    write(tmp_path, content__rest_md="# Rest\n", archetypes__default_md=archetype)
    assert len(check(tmp_path).findings) > 0
    write(tmp_path, hugo_toml="")
    assert check(tmp_path).findings == ()


def test_a_target_that_a_program_fills_in_is_defined(tmp_path: Path) -> None:
    text = "# A\n\nSee [the map][map], [hills][], [sea].\n\n[map]: https://x.org/{{ site.name }}/map\n[sea]: b.md\n"
    write(tmp_path, a_md=text, b_md="# B\n\nText\n")
    assert [shown(found) for found in check(tmp_path).findings] == ["3:22 unknown-reference 'hills'"]


def test_a_note_of_another_vault_is_not_meant(tmp_path: Path) -> None:
    write(tmp_path, a__Rest_md="# Rest\n\nText\n", docs__Use__Rest_md="# Night\n\nText\n")
    write(tmp_path, docs__Way__Go_md="# Go\n\n[[Rest#Night]], [[Rest#Rest]]\n")
    for name in ("a", "docs"):
        (tmp_path / name / ".obsidian").mkdir()
    told = [found.message for found in check(tmp_path).findings if found.severity > Severity.INFO]
    assert [fact.endswith("docs/Use/Rest.md`") for fact in told] == [True]


def test_a_count_warns_of_the_list_of_items_right_below_it(tmp_path: Path) -> None:
    given = "There are four kinds of tide:\n\n- low\n- high\n- neap\n\nThere are five moons: Io, Ur, Ash and Vel.\n"
    (tmp_path / "tides.md").write_text(f"# Tides\n\nEach player rolls a d6.\n\n{given}", encoding="utf-8")
    assert [(found.severity, found.message) for found in check(tmp_path).findings] == [
        (Severity.WARNING, "the text says four kinds, and lists 3"),
        (Severity.INFO, "the text says five moons, and lists 4"),
    ]
