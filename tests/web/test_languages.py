"""Everybody reads in a language of the site, and no page is in two at once."""

import re
from io import BytesIO
from pathlib import Path

import polib
import pytest
from babel.messages.extract import extract
from django.conf import settings
from django.urls import reverse
from django.utils.translation.template import templatize

from tests.tournament import play

ROOT = Path(settings.BASE_DIR)
SOURCES = (
    "templates/**/*.html", "web/**/*.py", "api/**/*.py", "scoring/**/*.py", "season/**/*.py",
    "tournament/**/*.py", "config/**/*.py",
)  # fmt: skip
KEYWORDS = {
    "_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None,
    "ngettext": (1, 2), "ngettext_lazy": (1, 2), "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3),
}  # fmt: skip
LANGUAGES = [code for code, _name in settings.LANGUAGES]
TRANSLATED = [code for code in LANGUAGES if code != "en"]
HOLES = re.compile(r"%\(\w+\)[sd]|%%|</?\w+[^>]*>")


def texts_of(path: Path) -> set[tuple[str | None, str]]:
    """Context and text of everything to be translated in a template or a module."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        source = "\n".join(line.strip() for line in templatize(source).splitlines())
    found = extract("python", BytesIO(source.encode()), keywords=KEYWORDS)
    return {
        (context, text if isinstance(text, str) else text[0])
        for _line, text, _comments, context in found
    }


@pytest.fixture(scope="module", params=TRANSLATED)
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / request.param / "LC_MESSAGES/django.po"))


def is_translated(entry: polib.POEntry) -> bool:
    """Fuzzy ones too: they are shown, and wait for a speaker (docs/glossary.md)."""
    texts = [entry.msgstr, *entry.msgstr_plural.values()]
    return not entry.obsolete and any(texts) and ("" not in texts[1:])


@pytest.mark.sampled(3)
def test_everything_that_can_be_read_is_translated(catalogue):
    known = {(entry.msgctxt, entry.msgid) for entry in catalogue if is_translated(entry)}
    paths = {path for pattern in SOURCES for path in ROOT.glob(pattern) if path.is_file()}
    texts = set().union(*map(texts_of, paths))
    assert len(paths) > 300
    assert len(texts) > 1000
    assert sorted(texts - known, key=str) == []


def test_a_translation_has_the_places_of_its_text(catalogue):
    for entry in filter(is_translated, catalogue):
        given = [HOLES.findall(text) for text in (entry.msgid, entry.msgid_plural) if text]
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            if text:
                assert sorted(HOLES.findall(text)) in [sorted(each) for each in given], text


@pytest.mark.django_db
class TestPages:
    def switch(self, html: str) -> list[str]:
        return re.findall(r'name="language" value="(\w+)"', html)

    @pytest.mark.parametrize(
        ("language", "word"),
        [("es", "Cuadro"), ("eu", "Koadroa"), ("en", "Bracket"), ("fr", "Tableau")],
    )
    def test_the_public_pages_are_there_in_each(self, client, language, word):
        slug = play.tournament(entered=4, drawn=True).slug
        address = reverse("public:bracket", args=[slug])
        page = client.get(address, headers={"accept-language": language})
        html = page.text
        assert f'<html lang="{language}"' in html
        assert word in html
        # A public page has an address in each: what is chosen can be passed on.
        assert re.findall(r'<a href="/(\w+)/t/[^"]+" hreflang', html) == LANGUAGES
        assert all(f">{name}</a>" in html for _code, name in settings.LANGUAGES)
        assert page.headers["Content-Language"] == language

    @pytest.mark.parametrize(
        ("language", "word"),
        [("es", "Contraseña"), ("eu", "Pasahitza"), ("en", "Password"), ("fr", "Mot de passe")],
    )
    def test_so_are_the_pages_of_officials(self, client, language, word):
        for address in ("/accounts/login/", "/referee/"):
            html = client.get(address, headers={"accept-language": language}).text
            assert f'<html lang="{language}"' in html
            assert self.switch(html) == LANGUAGES
        login = client.get("/accounts/login/", headers={"accept-language": language})
        assert word in login.text

    def test_so_is_a_page_that_is_not_there(self, client):
        assert '<html lang="fr"' in client.get("/nowhere/", headers={"accept-language": "fr"}).text
