"""A browser that was not here yet gets the style sheets of a published page within it."""

import re
from base64 import b64encode
from hashlib import sha256
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User

from tests.tournament import play
from tournament.championship.models import Tournament
from web.styled import is_first_visit
from web.templatetags.styles import _read_cached

pytestmark = [pytest.mark.django_db, pytest.mark.first_visit]

STYLE = re.compile(r"<style>(.*?)</style>", re.S)
ICON = re.compile(r"""<link rel="icon"[^>]*? href=("[^"]*"|'[^']*')""")
LINK = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
HASH = re.compile(r"'(sha256-[^']+)'")
AT_HOME = {"cookie": "been=1"}


@pytest.fixture
def cup() -> Tournament:
    return play.tournament(entered=4, drawn=True)


@pytest.fixture
def paths(cup: Tournament) -> list[str]:
    """The pages that people come to first."""
    at = f"/t/{cup.slug}/"
    return ["/", at, f"{at}match/{play.match(cup, 1, 0).pk}/", f"{at}now/", f"{at}standings/"]


def of(text: str) -> str:
    """The hash of a style as a policy names it."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def test_a_first_visit_asks_for_no_style_sheet_and_the_policy_allows_just_those_within(
    client, paths
):
    for path in paths:
        answer = client.get(path)
        page = answer.text
        within = STYLE.findall(page)
        assert within, path
        assert LINK.findall(page) == [], path
        policy = answer["Content-Security-Policy"]
        assert HASH.findall(policy) == [of(text) for text in within]
        assert "unsafe-inline" not in policy


def test_a_first_page_has_the_icon_of_its_window_in_it_and_the_next_asks_for_the_file(
    client, paths, root
):
    drawing = re.sub(r">\s+<", "><", (root / "static/icons/favicon.svg").read_text().strip())
    for path in paths:
        [icon] = ICON.findall(client.get(path).text)
        assert unquote(icon) == f"'data:image/svg+xml,{drawing}'"
        assert "#" not in icon, "a browser would take the rest for a place in the drawing"
        [icon] = ICON.findall(client.get(path, headers=AT_HOME).text)
        assert icon.endswith('favicon.svg"')


def test_a_font_is_asked_for_where_it_is(client):
    fonts = re.findall(r"url\(([^)]+woff2)\)", client.get("/").text)
    assert fonts
    for address in set(fonts):
        font = client.get(address)
        assert font.status_code == 200
        font.close()


def test_the_next_visit_asks_for_files_that_the_browser_keeps(client, paths):
    for path in paths:
        answer = client.get(path, headers=AT_HOME)
        assert LINK.findall(answer.text), path
        assert STYLE.findall(answer.text) == [], path
        assert HASH.findall(answer["Content-Security-Policy"]) == [], path


def test_the_rest_of_both_pages_is_the_same(client, paths):
    for path in paths:
        first, next_ = (
            client.get(path, headers=said).text.partition("<body")[2] for said in ({}, AT_HOME)
        )
        assert first == next_


def test_who_is_logged_in_has_been_here(client, paths):
    client.force_login(User.objects.create_user("walker"))
    assert STYLE.findall(client.get(paths[1]).text) == []


def test_a_page_of_which_nothing_is_kept_asks_for_files(client):
    assert STYLE.findall(client.get("/accounts/login/").text) == []


@pytest.mark.long
def test_a_page_with_styles_in_it_is_not_given_the_policy_of_one_without(client, paths):
    for path in paths[1:]:
        known = {"if-none-match": client.get(path)["ETag"]}
        again = client.get(path, headers=known)
        assert again.status_code == 200 or HASH.findall(again["Content-Security-Policy"])
        known = {"if-none-match": client.get(path, headers=AT_HOME)["ETag"]}
        assert client.get(path, headers=AT_HOME | known).status_code == 304


def test_what_is_refused_before_anybody_is_known_is_no_first_visit(rf):
    assert not is_first_visit(rf.get("/"))


def test_a_page_whose_style_is_not_there_asks_for_its_address(client, monkeypatch):
    _read_cached.cache_clear()
    monkeypatch.setattr("web.templatetags.styles.finders.find", lambda _name: None)
    page = client.get("/")
    assert page.status_code == 200
    assert LINK.findall(page.text)
