"""The language in the address: /eu/t/… is the page in Basque for whoever follows the link."""

import pytest
from django.conf import settings
from django.urls import get_script_prefix, reverse

from delivery.looks import parted
from delivery.marks import place_of
from tests.scoring import table
from tests.tournament import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return play.tournament(entered=4, drawn=True)


@pytest.mark.parametrize(
    ("path", "language", "rest"),
    [
        ("/eu/t/cup/", "eu", "/t/cup/"),
        ("/fr/", "fr", "/"),
        ("/t/eu/", "", "/t/eu/"),
        ("/de/t/cup/", "", "/de/t/cup/"),
        ("/eu", "", "/eu"),
        ("/", "", "/"),
    ],
)
def test_an_address_is_parted_from_its_language(path, language, rest):
    assert parted(path) == (language, rest)


def test_the_address_decides_whatever_the_browser_asks_for(client, cup):
    client.cookies["django_language"] = "fr"
    for language, word in (("es", "Cuadro"), ("eu", "Koadroa"), ("en", "Bracket")):
        response = client.get(f"/{language}/t/{cup.slug}/", headers={"accept-language": "es"})
        page = response.text
        assert f'<html lang="{language}"' in page
        assert response["Content-Language"] == language
        assert word in page


def test_every_link_of_the_page_stays_in_its_language(client, cup):
    page = client.get(f"/eu/t/{cup.slug}/").text
    assert f'href="/eu/t/{cup.slug}/standings/"' in page
    assert f'href="/t/{cup.slug}/standings/"' not in page
    assert 'href="/static/' in page
    assert get_script_prefix() == "/"
    assert reverse("public:home") == "/"


def test_a_kept_hand_leads_on_in_the_language_of_its_own_page(client):
    match = table.a_match()
    table.record(match, table.plain())
    path = reverse("public:match", args=[match.tournament.slug, match.pk])
    client.cookies["django_language"] = "eu"
    for begins, other in (("", "/eu"), ("/eu", "")):
        page = client.get(begins + path).text
        assert f'href="{begins}{path}hand/' in page
        assert f'href="{other}{path}hand/' not in page


@pytest.mark.parametrize("begins", ["", "/eu"])
def test_a_page_names_itself_in_the_other_languages(client, cup, begins):
    page = client.get(f"{begins}/t/{cup.slug}/rules/").text
    for language, _name in settings.LANGUAGES:
        address = f"/{language}/t/{cup.slug}/rules/"
        whole = f"http://testserver{address}"
        assert f'<link rel="alternate" hreflang="{language}" href="{whole}">' in page
        assert f'<a href="{address}" hreflang="{language}"' in page
    site = f"http://testserver/t/{cup.slug}/rules/"
    assert f'<link rel="alternate" hreflang="x-default" href="{site}">' in page
    assert f'<link rel="canonical" href="http://testserver{begins}/t/{cup.slug}/rules/">' in page


def test_the_front_page_too(client):
    page = client.get("/fr/").text
    assert '<html lang="fr"' in page
    assert 'hreflang="eu" href="http://testserver/eu/"' in page


def test_a_page_with_its_language_is_published_and_the_api_has_none(client, cup):
    assert place_of(f"/eu/t/{cup.slug}/", b"") == place_of(f"/t/{cup.slug}/", b"")
    assert client.get("/eu/api/v1/").status_code == 404


def test_behind_a_language_nobody_gets_in_without_signing_in(client, cup):
    response = client.get(f"/eu/organizer/t/{cup.slug}/")
    assert response.status_code == 302
    assert "/accounts/login/" in response.url
