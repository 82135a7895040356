"""Help in every language: the same steps, the words of the pages, nothing unescaped."""

import re

import polib
import pytest
from django.conf import settings

from bench.pictures import MOST_BYTES
from tests.servers import ROOT
from web.help.views import LABEL, PICTURE, TOPICS, to_html

LANGUAGES = [code for code, _name in settings.LANGUAGES]
HELP = ROOT / "docs/help"
WITHOUT = ("trouble", "privacy")
"""Pages of answers, not of steps."""
ALL = [(language, topic) for language in LANGUAGES for topic in TOPICS]


def text_of(language, topic):
    return (HELP / language / f"{topic}.md").read_text()


@pytest.mark.parametrize(("language", "topic"), ALL)
def test_every_language_has_the_same_steps_as_english(language, topic):
    def shape(text):
        return [re.match(r" *(#+|-|\d+\.|!|)", line)[1] for line in text.splitlines()]

    assert shape(text_of(language, topic)) == shape(text_of("en", topic))
    named = [sorted(LABEL.findall(text_of(one, topic))) for one in (language, "en")]
    assert named[0] == named[1]


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_button_that_is_named_is_one_of_the_pages(language):
    catalogue = polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"))
    known = {entry.msgid for entry in catalogue if entry.msgstr and not entry.obsolete}
    for topic in TOPICS:
        assert set(LABEL.findall(text_of(language, topic))) <= known


@pytest.mark.parametrize(("language", "topic"), ALL)
def test_the_tablets_words_are_those_of_the_tablet(language, topic):
    words = (ROOT / f"tablet/src/ui/{language}.js").read_text()
    for named in ("join", "save_hand", "undo", "quick", "call"):
        said = re.search(rf'^  {named}: "([^"]+)"', words, re.MULTILINE)
        assert said
        if topic == "referee":
            assert f"**{said[1]}**" in text_of(language, topic)


def test_spanish_addresses_its_reader_as_usted():
    for topic in TOPICS:
        words = set(re.findall(r"\w+", text_of("es", topic).lower()))
        assert (
            words & {"tú", "tu", "tus", "te", "ti", "contigo", "vosotros", "vosotras", "os"}
            == set()
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_tablet_shows_with_a_number_or_a_tick_is_named_without_it(language):
    """“2 need you” is **need you** on the page; of [needs|need] either form may stand there."""
    words = (ROOT / f"tablet/src/ui/{language}.js").read_text()
    page = text_of(language, "referee").lower()
    for named in (
        "all_confirmed",
        "n_here",
        "n_attention",
        "enter_hand",
        "say_quiero",
        "say_no_quiero",
    ):
        said = re.search(rf'^  {named}: "([^"]+)"', words, re.MULTILINE)
        assert said, named
        bare = " ".join(re.sub(r"\s?:?\s?\{\w+\}\.?|✓", "", said[1]).split()).lower()
        forms = {re.sub(r"\[([^|\]]+)\|([^\]]+)\]", rf"\{form}", bare) for form in (1, 2)}
        assert any(f"**{form}**" in page for form in forms), (named, forms)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "topic"), ALL)
def test_a_page_is_in_the_readers_language(client, language, topic):
    page = client.get(f"/help/{topic}/", headers={"accept-language": language})
    assert page.status_code == 200
    title = text_of(language, topic).splitlines()[0].removeprefix("# ")
    assert f"<h1>{title}</h1>" in page.text
    assert "[[" not in page.text
    assert "**" not in page.text


@pytest.mark.django_db
def test_the_index_and_what_there_is_not(client):
    assert client.get("/help/").text.count('href="/help/') >= len(TOPICS)
    footer = client.get("/").text.partition("site-footer__links")[2]
    for way in ("/help/", "/help/privacy/", "/api/v1/docs/"):
        assert f'href="{way}"' in footer
    assert client.get("/help/nothing/").status_code == 404
    assert client.post("/help/").status_code == 405


STEP = re.compile(r"^\d+\. .*\n(?: +[^ !].*\n)*( +!\[.+\]\([a-z-]+\.webp\)\n)?", re.MULTILINE)


@pytest.mark.parametrize(("language", "topic"), [one for one in ALL if one[1] not in WITHOUT])
def test_every_step_of_a_guide_has_a_picture(language, topic):
    steps = list(STEP.finditer(text_of(language, topic)))
    assert len(steps) >= 5
    assert [step[0] for step in steps if not step[1]] == []


@pytest.mark.parametrize("folder", [*(f"help/{code}" for code in LANGUAGES), "tutorials"])
def test_the_pictures_that_are_named_are_those_that_are_kept(folder):
    """`python -m bench.pictures` makes them again; tests/e2e/test_guides.py walks its way."""
    where = ROOT / "docs" / folder
    texts = [page.read_text() for page in where.glob("*.md")]
    named = [name for text in texts for _words, name in PICTURE.findall(text)]
    kept = {file.name: file.read_bytes() for file in where.glob("*.webp")}
    assert sorted(kept) == sorted(named), "each is named once"
    for name, file in kept.items():
        assert (file[:4], file[8:12]) == (b"RIFF", b"WEBP"), name
        assert len(file) <= MOST_BYTES, name


@pytest.mark.django_db
def test_a_picture_is_shown_in_the_step_that_names_it(client):
    page = client.get("/help/organizer/", headers={"accept-language": "eu"}).text
    [first, *_more] = re.findall(r'<img src="([^"]+)" alt="Txapelketa bat sortu"', page)
    answer = client.get(first)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/webp")
    assert first == "/help/pictures/eu/new.webp"
    for other in ("eu/nothing", "de/new", "eu/organizer"):
        assert client.get(f"/help/pictures/{other}.webp").status_code == 404


def test_a_step_goes_on_in_its_next_line_and_shows_its_picture():
    html = to_html("1. One\n   and more\n   ![A page](one.webp)\n2. Two", pictures="/p/")
    shown = '<figure><img src="/p/one.webp" alt="A page" loading="lazy"></figure>'
    assert html == f"<ol><li>One and more{shown}</li><li>Two</li></ol>"


def test_nothing_is_taken_for_html():
    assert "<script>" not in to_html("# a <script>\n\n- **<b>**\n\n`x < y`")
    assert "<code>x &lt; y</code>" in to_html("`x < y`")
