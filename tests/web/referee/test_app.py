"""The tablet's app as it is served: small, whole, in every language, and never of two versions."""

import gzip
import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.conf import settings as deployed
from django.http import FileResponse, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse

from tests.tournament import play
from tournament.matches.services import matches
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from web.referee import app

FIRST_VISIT_BYTES = 60_000
LANGUAGES = [code for code, _name in deployed.LANGUAGES]


@pytest.fixture
def tablet(root: Path) -> Path:
    return root / "tablet/src"


def gzipped(content: bytes) -> int:
    return len(gzip.compress(content, 6))


HIDDEN_BY = 50
"""Bytes by which a compressed page hides its length: none to a hundred, here always as many as on
average, so that one page has one size."""


@pytest.fixture
def _one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GZipMiddleware, "max_random_bytes", 0)


@pytest.mark.usefixtures("_one_size")
@pytest.mark.parametrize("accepts", ["gzip", "gzip, deflate, br"], ids=["http", "https"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_visit_is_at_most_60_kb_in_each_language(client, root, language, accepts):
    """The files as they are sent: packed with gzip in a room without https, with Brotli over it."""
    made = app.current_app()
    paths = (
        "/referee/app/", "/referee/manifest.webmanifest", "/referee/sw.js",
        made.script_url, made.style_url, made.url(f"words-{language}.js"),
    )  # fmt: skip
    sizes = {path: body_sent(client, path, accepts) for path in paths}
    sizes["icon"] = gzipped((root / "static" / app.ICON).read_bytes())
    assert sum(sizes.values()) <= FIRST_VISIT_BYTES, sizes


@pytest.mark.usefixtures("_one_size")
@pytest.mark.parametrize("coding", ["gzip", "gzip, deflate, br"], ids=["http", "https"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_hand_is_on_the_server_60_kb_after_the_printed_code(db, language, coding):
    """All that is sent until then, heads of answers and what the worker fetches too: the page of
    the code, the app with all it loads, joining, the table, the beginning and a hand of sixteen
    cards. What is needed later is loaded later (tablet/src/loading.js)."""
    made = play.tournament(entered=4, drawn=True)
    matches.assign_free_tables(tournament_id=made.pk, actor=play.PROGRAM)
    there = Table.objects.get(tournament=made, number=1)
    client = Client(headers={"Accept-Language": language, "Accept-Encoding": coding})
    code = reverse("referee:join", args=[join_token(there)])
    paths = {code, app.current_app().url(f"words-{language}.js"), "/referee/manifest.webmanifest"}
    for page in (code, "/referee/app/"):
        paths |= {page, *loaded_by(plain(client.get(page)).decode())}
    sizes = {path: sent(path, client.get(path)) for path in paths}
    if "br" in coding:  # over https, where the app installs a worker, which asks for the page anew
        sizes["/referee/sw.js"] = sent("/referee/sw.js", client.get("/referee/sw.js"))
        known = {"If-None-Match": client.get("/referee/app/")["ETag"]}
        sizes["the page again"] = sent("", client.get("/referee/app/", headers=known))
    assert len(sizes) <= 9, sizes
    sizes |= {path: sent(path, answer) for path, answer in a_first_hand(client, there)}
    most = FIRST_VISIT_BYTES if "br" in coding else FIRST_HAND_OVER_HTTP
    assert sum(sizes.values()) <= most, sizes


FIRST_HAND_OVER_HTTP = 62_000
"""Over plain http browsers take no Brotli, and the app cannot work offline."""


def a_first_hand(client: Client, table: Table) -> Iterator[tuple[str, HttpResponse]]:
    """The answers of the API from joining to a hand that is saved, as the app asks for them."""
    kind = {"content_type": "application/json"}
    api = "/api/v1"
    joined = client.post(f"{api}/devices/join/", {"token": join_token(table), "label": ""}, **kind)
    assert joined.status_code == 201
    yield "join", joined
    mine = {
        "headers": {"Authorization": f"Device {read(joined)['device_token']}"},
        **kind,
    }
    told = client.get(f"{api}/table/", **mine)
    yield "table", told
    yield "seen", client.post(f"{api}/table/seen/", {"waiting": 0}, **mine)
    match = {"match": read(told)["next"][0]["id"], "made_at": "2026-05-24T12:10:00Z"}
    seating = {"A": [1, 2], "B": [1, 2]}
    start = {"kind": "match.start", "key": "start-01", "seating": seating, "first_mano": 0}
    record = {
        "mano": 0,
        "cards": ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"],
        "declared": {"pares": [True] * 4, "juego": [False, True, True, True]},
        "bets": {"grande": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]},
    }
    hand = {"kind": "hand.record", "key": "hand-001", "game": 1, "hand": 1, "record": record}
    for number, action in enumerate((start, hand)):
        answer = client.post(f"{api}/table/actions/", {"actions": [match | action]}, **mine)
        results = read(answer)["results"]
        assert [each["outcome"] for each in results] == ["applied"], results
        yield action["kind"], answer
        if number == 0:
            yield "table, begun", client.get(f"{api}/table/", **mine)


def loaded_by(page: str) -> list[str]:
    """What a page's head asks for at once."""
    tags = re.findall(r'<(?:link rel="(?:stylesheet|icon|preload)"|script)[^>]*>', page)
    found = [re.search(r'(?:href|src)="([^"]+)"', tag) for tag in tags]
    return [link[1] for link in found if link]


def body_sent(client: Client, path: str, accepts: str) -> int:
    response = client.get(path, headers={"Accept-Encoding": accepts})
    return length_sent(path, response)


def read(response: HttpResponse) -> Any:
    return json.loads(plain(response))


def plain(response: HttpResponse) -> bytes:
    packers = {"br": brotli.decompress, "gzip": gzip.decompress}
    coding = response.get("Content-Encoding")
    return packers[coding](response.content) if coding else response.content


FIRST_LINES = len(
    "HTTP/1.1 200 OK\r\ndate: Sun, 29 Nov 2026 15:50:03 GMT\r\nserver: uvicorn\r\n\r\n"
)


def sent(path: str, response: HttpResponse) -> int:
    """All bytes of an answer: head and body."""
    head = FIRST_LINES + sum(len(name) + len(value) + 4 for name, value in response.items())
    head += sum(len(each.output()) + 2 for each in response.cookies.values())
    return head + length_sent(path, response)


ALIKE_FOR_ALL = ("/referee/app/", "/referee/manifest.webmanifest", "/referee/sw.js")


def length_sent(path: str, response: HttpResponse) -> int:
    """What every tablet gets alike is packed as far as possible, and hides nothing."""
    if path.startswith(ALIKE_FOR_ALL):
        return len(response.content)
    if isinstance(response, FileResponse):
        return gzipped(b"".join(response))  # as `collectstatic` makes it
    packed = "Content-Encoding" in response
    return len(response.content) + (HIDDEN_BY if packed else 0)


def test_the_page_has_nothing_inline_and_knows_nobody(client):
    response = client.get("/referee/app/")
    page = response.text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bon\w+=|style=", page)
    assert not response.cookies
    assert "csrf" not in page
    assert response["Cache-Control"] == "no-cache"


def test_a_browser_too_old_for_the_program_is_told_so_in_each_language(client):
    """The page has no language of its own; the program takes the lines away as it starts."""
    page = client.get("/referee/app/").text
    assert page.index('<div id="app">') < page.index('class="too-old"')
    for code, _name in deployed.LANGUAGES:
        assert f'<p lang="{code}">' in page
    assert f'<a href="{reverse("referee:table")}">' in page


def test_the_styles_of_all_screens_are_one_file(client, root):
    folder = root / "tablet/css"
    joined = re.findall(r'@import "\./([^"]+)"', (folder / "index.css").read_text())
    screens = [path for path in folder.iterdir() if path.name != "index.css"]
    assert {path.name for path in screens} == set(joined)
    served = re.sub(r"\s", "", client.get(app.current_app().style_url).text)
    for path in screens:
        selector = re.search(r"^[.@\w][^,{]*", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert selector is not None
        assert re.sub(r"\s", "", selector[0]) in served, path.name
    assert client.get("/referee/app/").text.count('rel="stylesheet"') == 1


def test_what_the_app_is_made_of_can_be_kept_for_ever(client):
    for name, kind in (("app.js", "javascript"), ("app.css", "css"), ("words-fr.js", "javascript")):
        response = client.get(app.current_app().url(name))
        assert response.status_code == 200
        assert kind in response["Content-Type"]
        assert "immutable" in response["Cache-Control"]


def test_what_the_app_is_made_of_is_packed_for_who_can_unpack_it(client):
    url = app.current_app().url("app.js")
    plain = client.get(url)
    for accepted, coding, unpacked in (
        ("gzip", "gzip", gzip.decompress),
        ("gzip, br", "br", brotli.decompress),
    ):
        packed = client.get(url, headers={"Accept-Encoding": accepted})
        assert packed["Content-Encoding"] == coding
        assert unpacked(packed.content) == plain.content
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in packed["Vary"]


@pytest.mark.parametrize("path", ["0123456789ab/app.js", "{}/words-de.js", "{}/sw.js"])
def test_another_version_and_an_unknown_part_are_not_there(client, path):
    version = app.current_app().version
    assert client.get(f"/referee/app/{path.format(version)}").status_code == 404


@pytest.mark.parametrize(
    "path", ["/referee/app/", "/referee/sw.js", "/referee/manifest.webmanifest"]
)
def test_only_reading_is_allowed(client, path):
    assert client.post(path).status_code == 405
    assert client.head(path).status_code == 200


def test_the_manifest_names_icons_that_are_there_in_their_sizes(client, root):
    manifest = json.loads(client.get("/referee/manifest.webmanifest").content)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        # A PNG says its width and height in bytes 16 to 24.
        head = (root / icon["src"].lstrip("/")).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", head[16:])
        assert f"{width}x{height}" == icon["sizes"]


def test_the_worker_knows_every_file_by_its_version(client):
    source = client.get("/referee/sw.js").text
    known = json.loads(source.split("const KNOWN=", 1)[1].split(";\n", 1)[0])
    assert known["version"] == app.current_app().version
    assert known["icons"] == [static(app.ICON)]
    for name in [*known["files"], *known["more"]]:
        assert client.get(known["folder"] + name).status_code == 200


def test_a_changed_file_is_another_version(settings, root, tmp_path):
    import shutil

    settings.TABLET_DIST = Path(shutil.copytree(root / "tablet/dist", tmp_path / "dist"))
    before = app.current_app()
    words = tmp_path / "dist/words-fr.js"
    words.write_text(words.read_text() + "\n")
    assert app.current_app().version != before.version


# The words


def catalogue(path: Path) -> dict[str, str]:
    """A catalogue's texts: one key and one text a line, in quotes."""
    line = re.compile(
        r'^\s*"?([\w.]+)"?:\s*(?:\n\s*)?("(?:[^"\\]|\\.)*"),?\s*(?://.*)?$', re.MULTILINE
    )
    return {key: json.loads(text) for key, text in line.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("folder", ["i18n", "ui"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_with_the_same_parameters(tablet, folder, language):
    english = catalogue(tablet / folder / "en.js")
    other = catalogue(tablet / folder / f"{language}.js")
    assert english
    assert other.keys() == english.keys()
    holes = re.compile(r"\{\w+\}")
    for key, text in english.items():
        assert set(holes.findall(other[key])) <= set(holes.findall(text)), key


@pytest.mark.parametrize("folder", ["i18n", "ui"])
def test_french_keeps_its_signs_with_the_word_before_them(tablet, folder):
    texts = catalogue(tablet / folder / "fr.js").values()
    assert any("\u00a0:" in text for text in texts)
    assert not [text for text in texts if re.search(r" [:;?!»]|« ", text)]


def test_spanish_speaks_to_the_referee_as_the_pages_do(tablet):
    texts = catalogue(tablet / "ui/es.js") | catalogue(tablet / "i18n/es.js")
    familiar = re.compile(
        r"\b(tus?|te|ti|mira|toca|pega|llama|pon|sal|di|escanea|guarda la)\b", re.I
    )
    assert not [text for text in texts.values() if familiar.search(text)]


def test_every_text_the_app_asks_for_is_there(tablet):
    known = catalogue(tablet / "ui/en.js").keys() | catalogue(tablet / "i18n/en.js").keys()
    sources = " ".join(path.read_text(encoding="utf-8") for path in tablet.rglob("*.js"))
    asked = set(re.findall(r'\bt\(\s*"([\w.]+)"', sources))
    for either in re.findall(r'\bt\([^"`;()]*\? ("[\w.]+" : [^)]*)\)', sources):
        asked |= set(re.findall(r'"([\w.]+)"', either))
    assert "changes_open" in asked
    assert not asked - known
    for start in re.findall(r"\bt\(`([\w.]+)\$", sources):
        assert any(key.startswith(start) for key in known), start


# The words of the game in the project's glossary, Basque and French, by the text that uses them.
GLOSSARY = {
    "rank_R": ("errege", "roi"), "rank_C": ("zaldi", "cavalier"), "rank_S": ("sota", "valet"),
    "rank_A": ("bateko", "as"), "suit_o": ("urreak", "deniers"), "suit_c": ("kopak", "coupes"),
    "suit_e": ("ezpatak", "épées"), "suit_b": ("bastoiak", "bâtons"), "mano": ("esku", "main"),
    "paso": ("paso", "passe"), "call_envido": ("enbido", "inbido"),
    "envido_n": ("enbido", "inbido"), "bet_away": ("enbido", "inbido"),
    "bets_label": ("enbido", "inbido"), "reason_bets": ("enbido", "inbido"),
    "say_quiero": ("eduki", "iduki"), "call_quiero": ("eduki", "iduki"),
    "say_no_quiero": ("tira", "tira"), "call_no_quiero": ("tira", "tira"),
    "ordago": ("hordago", "hordago"),
    "call_ordago": ("hordago", "hordago"), "inside": ("barru", "barru"),
    "pair": ("bikote", "paire"), "games_won": ("joko", "manche"),
    "next_match": ("partida", "partie"), "table": ("mahai", "table"),
    "ruled_says": ("antolatzaile", "organisation"), "call_rule": ("arautegi", "règlement"),
    "quick_says": ("tanto", "points"), "same_result": ("tanto", "points"),
    "lance.grande": ("handia", "handia"), "lance.chica": ("txikia", "ttipia"),
    "lance.pares": ("pareak", "pareak"), "lance.juego": ("jokoa", "jokoa"),
    "lance.punto": ("puntua", "puntua"), "pares.2": ("mediak", "médias"),
    "field.bets": ("enbido", "inbido"),
}  # fmt: skip


@pytest.mark.parametrize(("place", "language"), [(0, "eu"), (1, "fr")])
def test_the_words_of_the_game_are_the_glossarys(tablet, place, language):
    texts = catalogue(tablet / f"ui/{language}.js") | catalogue(tablet / f"i18n/{language}.js")
    for key, words in GLOSSARY.items():
        assert words[place] in texts[key].lower(), key
    stones = texts["stones_label"]
    assert all(word in stones for word in ("hamarreko", ("tanto", "points")[place]))
    for other in (("harri", "txanka", "iduki"), (" mise", "pari"))[place]:
        assert not [key for key, text in texts.items() if other in text.lower()], other
