"""The packed styles and script of the pages: made of today's sources, and enough for each page."""

import hashlib
import json
import re
from pathlib import Path

import pytest

PACK_AGAIN = "run npm run pack in tablet/"
SELECTOR = re.compile(r"\.([a-z][a-z0-9_-]*)")
ASKS_ITSELF = "public/pairs_table.html"  # before the draw, with its style sheet beside it
BESIDE_IT = "public/prizes_panels.html"  # in the same place, behind that style sheet
ITS_OWN = "public/sections.html"  # what is not one bracket: it asks for its style sheets itself
TABLES = "public/seatings.html"  # a day of individuals asks for it, too
LINK = re.compile(r'{% (?:static|style) "(packed/[^"]+)" %}')
MORE = re.compile(
    r"<(?:select|textarea|fieldset|table|details|hr|pre|kbd|h4|dd)\b|<[uo]l(?![^>]*class=)"
)
"""Elements of which only packed/more.css says something, as it does of lists without a class."""
LATER = re.compile(r'import\("\./([^"]+)"\)')


def rules(style: Path) -> set[str]:
    """The classes that a style sheet says something of."""
    return set(SELECTOR.findall(re.sub(r"{[^{}]*}", "", style.read_text("utf-8"))))


def template(root: Path, name: str) -> str:
    """A template with all that it includes and extends."""
    text = (root / "templates" / name).read_text("utf-8")
    more = re.findall(r'{% (?:include|extends) "([^"]+)"', text)
    return text + "".join(template(root, other) for other in more)


def test_the_packed_files_were_made_from_todays_sources(root):
    kept = json.loads((root / "static/packed/sources.json").read_text())
    now = {
        name: hashlib.sha256((root / "static" / name).read_bytes()).hexdigest()[:16]
        for name in kept
    }
    assert kept == now, PACK_AGAIN
    assert {"css/tokens.css", "css/print.css", "js/page.js", "js/live.js"} <= kept.keys()


def test_every_page_asks_for_packed_files_that_are_there(root):
    texts = (path.read_text("utf-8") for path in root.glob("templates/**/*.html"))
    asked = {name for text in texts for name in LINK.findall(text)}
    for script in sorted(root.glob("static/packed/*.js")):
        asked |= {f"packed/{name}" for name in LATER.findall(script.read_text("utf-8"))}
    kept = {path.relative_to(root / "static").as_posix() for path in root.glob("static/packed/*")}
    assert asked == kept - {"packed/sources.json"}


ALONE = '{% block site_styles %}\n  {% style "packed/bracket.css" %}'


@pytest.mark.parametrize(
    ("page", "without", "own"),
    [
        ("public/bracket.html", ALONE, ["packed/bracket.css"]),
        ("public/home.html", "{% block styles %}{% endblock %}", ["packed/town.css"]),
        ("public/tv.html", '"packed/wall.css" %}', ["packed/wall.css", "css/tv.css"]),
        ("public/embed.html", '"packed/wall.css" %}', ["packed/wall.css", "css/embed.css"]),
    ],
)
def test_a_page_without_the_second_style_sheet_needs_none_of_it(root, page, without, own):
    text = (root / "templates" / page).read_text("utf-8")
    assert without in text
    text = template(root, page)
    for asking in (ASKS_ITSELF, BESIDE_IT, ITS_OWN, TABLES):
        text = text.replace(template(root, asking), "")
    packed = root / "static/packed"
    said = set().union(*(rules(root / "static" / name) for name in own))
    missed = rules(packed / "more.css") - rules(packed / "site.css") - said
    assert len(missed) > 50
    used = set(re.findall(r'" "([a-z_-]+)" %}', text))  # the class of an icon
    text = re.sub(r"{[%#{].*?[%#}]}", " ", text)
    used |= set(re.findall(r"[a-z][a-z0-9_-]*", " ".join(re.findall(r'class="([^"]*)"', text))))
    assert not used & missed
    assert not MORE.findall(text)


def test_the_pairs_before_the_draw_come_with_their_style_sheet(root):
    before = (root / "templates/public/bracket.html").read_text("utf-8").partition(ASKS_ITSELF)[0]
    assert LINK.findall(before)[-1:] == ["packed/more.css"]
    assert before.index("data-live") < before.index('packed/more.css" %}')


def test_what_is_for_paper_alone_does_not_hold_up_the_screen(root):
    text = (root / "static/css/print.css").read_text("utf-8")
    outside = re.sub(r"/\*.*?\*/", "", text, flags=re.S).strip()
    assert outside.startswith("@media print {")
    assert outside.count("@media") == 1
