"""Light or dark, large type, and the language: kept in cookies, and the page stays."""

import pytest

pytestmark = pytest.mark.django_db

PAGE = "/accounts/login/"


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_theme_is_kept_and_shown(client, theme):
    assert client.post("/appearance/", {"theme": theme, "next": PAGE}).headers["Location"] == PAGE
    assert f'data-theme="{theme}"' in client.get(PAGE).text


def test_large_type_is_kept_and_leaves_the_theme_alone(client):
    client.post("/appearance/", {"theme": "dark"})
    client.post("/appearance/", {"size": "large"})
    assert 'data-theme="dark" data-size="large"' in client.get(PAGE).text


@pytest.mark.parametrize("value", ["", "neon", '"><script>'])
def test_an_unknown_theme_changes_nothing(client, value):
    assert client.post("/appearance/", {"theme": value}).cookies == {}
    client.cookies["theme"] = "neon"
    assert 'data-theme="auto"' in client.get(PAGE).text


def test_choosing_never_leads_to_another_site(client):
    response = client.post("/appearance/", {"theme": "dark", "next": "https://evil.example/"})
    assert response.headers["Location"] == "/"


def test_looking_is_not_choosing(client):
    assert client.get("/appearance/").status_code == 405


def test_the_site_speaks_spanish_unless_asked(client):
    assert '<html lang="es"' in client.get(PAGE).text


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_language_is_kept_and_the_page_stays(client, language):
    response = client.post("/i18n/setlang/", {"language": language, "next": PAGE + "?next=/t/"})
    assert response.headers["Location"] == PAGE + "?next=/t/"
    assert f'<html lang="{language}"' in client.get(PAGE).text
