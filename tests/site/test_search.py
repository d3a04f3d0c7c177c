"""The search of the real site finds the thing, and not only its page: definitions first, by every name and form.

Most of it runs Material's own worker in QuickJS; what a reader sees of it is looked at in the browser.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rulebook_proof.analysis import Report
from rulebook_render.presentation.addresses import page_url
from rulebook_render.presentation.pages import Presenter
from rulebook_rules.book import Book
from rulebook_rules.book import Page as BookPage
from tests.material_search import Search
from tests.our_books import our_books
from tests.site.sites import Open, Site, Watched

GAMES = ("cavea", "drama", "dry-cereal", "masque", "sda")
AT_START = 2
"""Chapters of the source with `split_level` that stay on its first page."""
MAX_OF_PLAIN = 1.1
"""How large the compressed index may be, with names, trails and weights, beside the same index without."""


@cache
def presenter() -> Presenter:
    return Presenter(our_books(), Report((), {}, 0), lambda uri: page_url(uri, directories=False))


@pytest.fixture(scope="module")
def search(real_site: Site) -> Search:
    return Search(json.loads(Path(real_site.folder, "search/search_index.json").read_text(encoding="utf-8")))


def plural(word: str) -> str:
    """The regular plural, told apart from what the search makes of words."""
    if word.casefold().endswith(("ed", "s", "x", "z", "ch", "sh", "dice")) or word.casefold() in ("elf", "dwarf"):
        return word
    if word.casefold().endswith(" die"):
        return f"{word[:-1]}ce"
    return f"{word[:-1]}ies" if re.search("[^aeiou]y$", word) else f"{word}s"


def bare(name: str) -> str:
    return re.sub(r"\s*[(\[][^()\[\]]*[)\]]", "", name).strip()


def key(name: str) -> str:
    return " ".join(re.sub("(?<=[^s])s$", "", word) for word in re.findall(r"[\w'+]+", name.casefold()))


def definitions(game: str) -> Iterator[tuple[str, str]]:
    """The names of what a book defines, full and short, each with where it does."""
    shown = presenter()
    for lexicon in shown.lexicons:
        for entry in lexicon.glossary():
            system = shown.book.by_uri[entry.uri].system
            if system is not None and system.name == game:
                url, _, id_ = (shown.defined(entry, "") or "").partition("#")
                location = f"{chapter(shown.book.by_uri[entry.uri], entry.place.span.start) or url}#{id_}"
                for name in (bare(entry.term), *re.findall(r"\(([^()]+)\)", entry.term)):
                    yield name, location
    for page in pages(shown.book, game):
        for entity in page.document.entities:
            if entity.kind in ("monster", "item", "figure"):
                yield bare(entity.title), f"{chapter(page, entity.span.start) or shown.url(page.uri)}#{entity.id}"


def chapter(page: BookPage, offset: int) -> str:
    """The page of its own that a chapter of the one source with `split_level` has; "" for all others."""
    headings = [heading for heading in page.document.headings if heading.level == 2][AT_START:]
    begun = [heading for heading in headings if heading.span.start <= offset]
    return f"masque/{begun[-1].id}.html" if begun and page.uri == "masque/masque.txt" else ""


def pages(book: Book, game: str) -> list[Any]:
    return [page for page in book.pages if page.system is not None and page.system.name == game]


@cache
def places() -> dict[str, set[str]]:
    """Where any of the books defines a name."""
    found: dict[str, set[str]] = {}
    for game in GAMES:
        for name, location in definitions(game):
            found.setdefault(key(name), set()).add(location)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_term_and_entry_is_the_first_hit_for_its_names(search: Search, game: str) -> None:
    wrong = []
    names = list(definitions(game))
    assert len(names) >= 10
    for name, location in names:
        for query in dict.fromkeys((name, plural(name).lower())):
            found = [[document["location"] for document in page] for page in search.all(query)]
            if not found or found[0][0] not in places()[key(name)] or not any(location in page for page in found):
                wrong.append((query, found[:1], location))
    assert not wrong


@pytest.mark.parametrize("game", ["cavea", "dry-cereal", "sda"])
def test_each_captioned_table_is_the_first_hit_for_its_caption(search: Search, game: str) -> None:
    tables = [
        (part.title, f"{presenter().url(page.uri)}#{part.id}")
        for page in pages(presenter().book, game)
        for part in page.document.prose.parts
        if part.title and part.kind == "table"
    ]
    assert tables
    for caption, location in tables:
        assert search.hits(caption)[0]["location"] == location


@pytest.mark.parametrize("system", ["dry-cereal"])
def test_each_skill_and_extra_is_the_first_hit_for_its_name(search: Search, system: str) -> None:
    (game,) = (game for game in presenter().book.systems if game.name == system)
    headings = {bare(heading.title) for page in pages(presenter().book, system) for heading in page.document.headings}
    names = {name for words in game.vocabularies for name in words.entries.values()} & headings
    assert len(names) >= 20
    for name in names:
        assert bare(shown(search.hits(name)[0])[0]) == name


def shown(document: dict[str, Any]) -> tuple[str, str]:
    """The title of a hit, and where it says that it stands."""
    title, _, trail = re.sub("</?mark>", "", document["title"]).partition("<small>")
    return title.strip(), re.sub("[\u2063]|</small>", "", trail)


@pytest.mark.parametrize(
    ("query", "title", "trail"),
    [
        ("LP", "Level Pool (LP)", "Cavea › Glossary"),
        ("level pools", "Level Pool (LP)", "Cavea › Glossary"),
        ("SAP", "Specific Advancement Points (SAP)", "Cavea › Glossary"),
        ("HPs", "Health Points (HP)", "Cavea › Glossary"),
        ("MoS", "Measure of success (MoS)", "SdA › Glossary"),
        ("bSt", "Body Strength (bSt)", "Cavea › Physical attributes › The body"),
        ("rolling", "Roll", "SdA › Glossary"),
        ("rolled", "Roll", "SdA › Glossary"),
        ("rolls", "Roll", "SdA › Glossary"),
        ("dicepool", "Dice-pool", "SdA › Glossary"),
        ("dice pools", "Dice-pool", "SdA › Glossary"),
        ("abilities", "Bonus Ability", "Masque › Opponent Role Actors"),
        ("polyhedral die", "Polyhedral dice", "SdA › Glossary"),
        ("elves", "Elf", "Masque › Bestiary"),
        ("groot", "Fell G'root", "Masque › Bestiary"),
        ("Smiting blacksword", "Anglachel", "Masque › Stock Items › Named weapons"),
        ("saving throws", "Saving throw (SV)", "Masque › Glossary"),
        ("scenario", "Story", "Underlying Concepts › Glossary"),
        ("skill cavea", "Skill", "Cavea › Glossary"),
        ("skill dry cereal", "Skill", "Dry Cereal › Glossary"),
    ],
)
def test_names_forms_and_synonyms(search: Search, query: str, title: str, trail: str) -> None:
    assert shown(search.hits(query)[0]) == (title, trail)
    assert all(search.hits(query)[0]["terms"].values())  # "Missing: ..."


@pytest.mark.parametrize("query", ["GM", "Game Master", "Director", "referee"])
def test_whoever_leads_the_game_is_found_by_the_word_of_any_book(search: Search, query: str) -> None:
    found = [document["location"] for document in search.hits(query)[:6]]
    for page in ("cavea/glossary.html", "drama/glossary.html", "dry-cereal/glossary.html", "sda/glossary.html"):
        assert any(location.startswith(page) for location in found), page


@pytest.mark.parametrize(
    ("query", "location"),
    [
        ("vampires", "masque/opponent-role-actors.html"),  # An introduction whose chapter lists figures,
        ("hit points", "cavea/glossary.html#hp"),  # what other games say,
        ("XP", "cavea/glossary.html#advancement-points"),
        ("NPCs", "drama/roles.html#non-player-actors"),
        ("Rd", "drama/glossary.html#term-risk-dice-nrd"),
        ("botch", "sda/glossary.html#term-complete-failure"),
    ],
)
def test_what_readers_bring_from_elsewhere_is_found(search: Search, query: str, location: str) -> None:
    assert location in [document["location"] for page in search.all(query)[:3] for document in page]


def questions(file: str = "questions.txt") -> Iterator[tuple[str, str, set[str]]]:
    """The folder of a book, what readers ask there, and the places that answer it."""
    folder = ""
    for line in Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines():
        if line.endswith("/"):
            folder = line
        elif " = " in line:
            asked, _, places_ = line.partition(" = ")
            yield folder, asked, {f"{folder}{place}" for place in places_.split()}


def ranks_of(search: Search, file: str) -> tuple[list[int], dict[str, list[str]]]:
    """The rank of the answer to each question of a file, and what comes first instead of those that are not first."""
    known = {document["location"] for document in search.documents}
    missed, ranks = {}, []
    for folder, asked, answers in questions(file):
        assert answers <= known, asked
        found = [document["location"] for document in search.hits(asked, folder.rstrip("/"))]
        ranks.append(next((number for number, place in enumerate(found, 1) if place in answers), len(known)))
        if ranks[-1] > 1:
            missed[asked] = found[:3]
    return ranks, missed


def test_questions_find_their_answers(search: Search) -> None:
    ranks, missed = ranks_of(search, "questions.txt")
    assert len(ranks) == 90
    assert sum(rank == 1 for rank in ranks) >= 79, missed
    assert sum(rank <= 3 for rank in ranks) >= 88, missed


def test_words_of_the_genre_find_what_a_book_calls_otherwise(search: Search) -> None:
    ranks, missed = ranks_of(search, "asked.txt")
    assert len(ranks) == 60
    assert sum(rank == 1 for rank in ranks) >= 54, missed
    assert sum(rank <= 3 for rank in ranks) >= 57, missed
    assert sum(1 / rank for rank in ranks) / len(ranks) > 0.9


def test_the_guide_never_answers_first_in_a_game(search: Search) -> None:
    for file in ("questions.txt", "asked.txt"):
        for folder, asked, _ in questions(file):
            found = search.hits(asked, folder.rstrip("/"))
            games = [document for document in found if "guide" not in document]
            assert not games or "guide" not in found[0], asked
    assert search.hits("mkdocs.yml", "guide")[0]["location"].startswith("guide/")


def test_the_book_one_reads_comes_first(search: Search) -> None:
    for game in ("cavea", "dry-cereal", "sda"):  # Drama defines no skill.
        assert search.hits("skill", game)[0]["location"].startswith(f"{game}/")


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("When does a character die in Cavea?", "Health Points"),  # A die is thrown, too;
        ("Which dice are fitting for skilled Ghouls?", "Ghoul"),  # forms of a word are one;
        ("What happens on a botch?!", "Complete failure"),  # signs and little words are no words to look for;
        ("alley armour", "Alley armor"),  # other spellings are;
        ("2d6 -d4", "Ghoul"),  # and dice are one word,
        ("2d6-d4", "Ghoul"),  # however they are spaced
        ("1:d4 / 2:d6/4:d20", "A seasoned character"),  # and parted as they may be.
    ],
)
def test_what_is_typed_is_taken_as_it_is_meant(search: Search, query: str, title: str) -> None:
    assert title in [shown(document)[0] for document in search.hits(query)[:3]]


def test_no_word_has_forms_that_nobody_writes(search: Search) -> None:
    found = {word for document in search.documents for word in str(document.get("forms", "")).split()}
    assert {"goblins", "abilities", "rolled"} <= found
    assert found.isdisjoint({"thed", "thes", "thing", "withs", "fored", "ofs"})


def test_short_words_are_no_beginnings(search: Search) -> None:
    assert all("ap" not in document["terms"] or "AP" in json.dumps(document) for document in search.hits("AP")[:1])
    assert search.all("di") == []


def test_lists_of_numbers_are_no_hits(search: Search) -> None:
    """The page of what is verified quotes all books; who looks for their words wants the books."""
    found = [document["location"] for query in ("phrase", "waived") for page in search.all(query) for document in page]
    assert "verified.html" in found
    assert not [location for location in found if location.startswith("verified.html#")]


def test_every_hit_within_a_page_says_where_it_stands(search: Search) -> None:
    for query in ("dice", "skill", "points", "hit", "level"):
        for page in search.all(query):
            for document in page:
                if "#" in document["location"]:
                    assert shown(document)[1], document["location"]


def test_words_of_the_trail_are_no_words_to_look_for(search: Search) -> None:
    found = {document["location"] for page in search.all("Glossary") for document in page}
    assert "cavea/glossary.html" in found
    assert "cavea/glossary.html#lp" not in found


def test_suggestions_are_words_of_titles(search: Search) -> None:
    titles = " ".join(document["title"] for page in search.all("skill") for document in page).casefold()
    assert search.suggestions("skil")
    assert all(word in titles for word in search.suggestions("skil"))


def test_the_index_stays_small(real_site: Site) -> None:
    index = json.loads(Path(real_site.folder, "search/search_index.json").read_bytes())
    plain = [{key: found[key] for key in ("location", "title", "text")} for found in index["docs"]]
    assert compressed(index) <= MAX_OF_PLAIN * compressed({**index, "docs": plain})


def compressed(index: object) -> int:
    """How many bytes it has as JSON in gzip."""
    return len(gzip.compress(json.dumps(index, separators=(",", ":")).encode(), 9))


def ask(page: Page, words: str) -> None:
    """Look for words, and no more for those before them."""
    if not page.locator(".md-search__input:focus").count():
        page.keyboard.press("s")
    page.keyboard.press("Control+A")
    page.keyboard.type(words)


def first_hit(page: Page) -> Locator:
    return page.locator(".md-search-result__item").first.locator("a:has(h2)").first


SAMPLE = [
    ("LP", "Level Pool (LP)", "Cavea › Glossary", r"cavea/glossary\.html.*#lp$"),
    ("level pools", "Level Pool (LP)", "Cavea › Glossary", r"cavea/glossary\.html.*#lp$"),
    ("rolled", "Roll", "SdA › Glossary", r"sda/glossary\.html.*#term-roll$"),
    ("Ghouls", "Ghoul", "Masque › Bestiary", r"masque/bestiary\.html.*#ghoul$"),
    ("fencing foil", "Fencing foil", "Masque › Stock Items › Arms", r"masque/stock-items\.html.*#fencing-foil$"),
    ("stealth", "Stealth", "Dry Cereal › Skills › List of Skills", r"dry-cereal/skills\.html.*#stealth$"),
    ("referee", "Director", "Underlying Concepts › Glossary", r"drama/glossary\.html.*#term-director$"),
]


def test_in_the_search_box(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/index.html")
    for words, title, trail, target in SAMPLE:
        ask(page, words)
        hit = first_hit(page)
        expect(hit.locator("h2")).to_have_text(re.compile(rf"^{re.escape(title)}\W+{re.escape(trail)}\W*$"))
        expect(hit).to_have_attribute("href", re.compile(target))
        expect(hit.locator("small")).to_be_visible()
        expect(hit.locator("small")).to_have_css("display", "block")


@pytest.mark.parametrize(
    ("url", "hits"),
    [
        # The book that is open comes first, and no others are lost.
        ("cavea/health.html", [("skill", "Skill", "Cavea › Glossary"), ("goblin", "Goblin", "Masque › Bestiary")]),
        ("sda/odds.html", [("skill", "Skill", "SdA › Glossary")]),
        (
            "index.html",
            [
                ("skill list", "List of Skills", "Dry Cereal › Skills"),  # All words tell more than one,
                ("gobblin", "Goblin", "Masque › Bestiary"),  # and a slip of the finger finds it still.
                ("trolll", "Troll", "Masque › Bestiary"),
            ],
        ),
    ],
    ids=["of cavea", "of sda", "of none"],
)
def test_hits_come_in_the_order_that_a_reader_expects(
    real_site: Site, open_page: Open, url: str, hits: list[tuple[str, str, str]]
) -> None:
    for address in (f"{real_site.url}/{url}", Path(real_site.folder, url).as_uri()):
        page = open_page(address)
        for words, title, trail in hits:
            ask(page, words)
            heading = first_hit(page).locator("h2")
            expect(heading).to_have_text(re.compile(rf"^{re.escape(title)}\W+{re.escape(trail)}\W*$"))


def test_one_book_alone_can_be_searched(real_site: Site, open_page: Open) -> None:
    for address in (f"{real_site.url}/cavea/health.html", Path(real_site.folder, "cavea/health.html").as_uri()):
        page = open_page(address)
        ask(page, "skill")
        trails = page.locator(".md-search-result__item h2 small, .md-search-result__item h1 small")
        expect(trails.filter(has_text="SdA").first).to_be_attached()
        page.get_by_role("button", name="This game", exact=True).click()
        expect(trails.filter(has_text="SdA")).to_have_count(0)
        expect(trails.filter(has_text="Cavea").first).to_be_attached()
        page.get_by_role("button", name="All games").click()
        expect(trails.filter(has_text="SdA").first).to_be_attached()


def test_a_search_in_a_game_finds_no_page_of_the_guide(real_site: Site, open_page: Open) -> None:
    for path, count in (("cavea/health", 0), ("guide/settings", 1)):
        page = open_page(f"{real_site.url}/{path}.html")
        page.keyboard.press("s")
        page.keyboard.type("mkdocs.yml")
        expect(page.locator(".md-search-result__meta")).not_to_have_text("Type to start searching")
        found = page.locator(".md-search-result__link[href*='guide/']")
        expect(found.first).to_be_visible() if count else expect(found).to_have_count(0)


def test_the_index_is_loaded_by_who_looks_for_something(real_site: Site, open_page: Open, watched: Watched) -> None:
    page = open_page(f"{real_site.url}/cavea/health.html")
    watched.settle(page)
    assert not [url for url in watched.requests if "search" in url]
    page.keyboard.press("s")
    watched.settle(page)
    page.keyboard.type("skill")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    assert [url for url in watched.requests if "search_index" in url]


def test_what_is_not_there_is_not_found(real_site: Site, open_page: Open) -> None:
    page = open_page(f"{real_site.url}/index.html")
    ask(page, "xyzzyq plugh")
    expect(page.locator(".md-search-result__meta")).to_have_text("No matching documents")


def test_in_the_search_box_of_a_folder(real_site: Site, open_page: Open) -> None:
    page = open_page(Path(real_site.folder, "drama", "dice.html").as_uri())
    ask(page, "level pools")
    hit = first_hit(page)
    expect(hit).to_contain_text("Cavea › Glossary")
    hit.click()
    page.wait_for_url(re.compile("glossary.html.*#lp$"))


@pytest.mark.parametrize("width", [320, 1100])
def test_hits_keep_within_the_page(real_site: Site, open_page: Open, width: int) -> None:
    page = open_page(f"{real_site.url}/index.html", viewport={"width": width, "height": 700})
    ask(page, "hybor")
    hit = page.locator(".md-search-result__item h2").first
    expect(hit).to_contain_text("Masque › Bestiary")
    box = hit.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
