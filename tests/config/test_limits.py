"""What no page and no API address ever sees: bodies without end, NULs, foreign hosts."""

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_body_over_the_limit_is_refused(client, settings):
    settings.MAX_BODY_BYTES = 1_000
    response = client.post("/accounts/login/", b"x" * 1_001, content_type="application/json")
    assert response.status_code == 413


@pytest.mark.parametrize("length", ["-5", "many", "²"])
def test_a_length_that_is_no_number_is_refused(client, length):
    response = client.get("/accounts/login/", headers={"content-length": length})
    assert response.status_code == 400


@pytest.mark.parametrize("length", ["9" * 30, "0" * 4400 + "2"])
def test_a_length_of_thousands_of_digits_is_refused(client, length):
    response = client.get("/accounts/login/", headers={"content-length": length})
    assert response.status_code == 413


BROWSER = {"accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize(
    ("language", "too_large", "unreadable", "no_length"),
    [
        ("es", "Es demasiado", "no se puede leer", "no dice cuánto ocupa"),
        ("eu", "Gehiegi da", "ezin da irakurri", "ez du esaten"),
        ("fr", "C’est trop", "est illisible", "ne dit pas"),
    ],
)
def test_a_browser_is_told_in_its_language_why_it_is_refused(
    client, settings, language, too_large, unreadable, no_length
):
    settings.MAX_BODY_BYTES = 1_000
    browser = {**BROWSER, "accept-language": language}
    where = {"path": "/accounts/login/", "headers": browser}
    large = client.post(**where, data=b"x" * 1_001, content_type="text/plain")
    assert (large.status_code, large["Content-Type"]) == (413, "text/html; charset=utf-8")
    assert too_large in large.text
    assert "1000" in large.text
    nul = client.get("/?page=%00", headers=browser)
    assert (nul.status_code, unreadable in nul.text) == (400, True)
    chunked = {**browser, "transfer-encoding": "chunked"}
    endless = client.generic("POST", "/accounts/login/", headers=chunked)
    assert (endless.status_code, no_length in endless.text) == (411, True)
    in_address = client.get(f"/{language}/?page=%00", headers=BROWSER)
    assert unreadable in in_address.text


def test_a_program_is_told_as_text_or_as_the_api_does(client, settings):
    settings.MAX_BODY_BYTES = 1_000
    long = {"data": b"x" * 1_001, "content_type": "application/json"}
    plain = client.post("/accounts/login/", **long, headers={"accept-language": "es"})
    assert plain["Content-Type"] == "text/plain; charset=utf-8"
    assert plain.text == "The body may have 1000 bytes.\n"
    api = client.post("/api/v1/settle/", **long, headers={**BROWSER, "accept-language": "es"})
    assert api["Content-Type"] == "application/json"
    assert api.json()["errors"][0]["code"] == "too_large"


def test_who_waited_too_long_to_write_is_asked_to_send_it_again(client, monkeypatch, in_english):
    def locked(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("web.public.home.tournament_list", locked)
    page = client.get("/")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert "Too many are saving at once" in page.content.decode()
    monkeypatch.setattr("api.views.tournaments.tournament_list", locked)
    answer = client.get("/api/v1/tournaments/")
    assert answer.status_code == 503
    assert answer.json()["errors"][0]["code"] == "service_unavailable"


class TestBesideHttps:
    @pytest.mark.parametrize("address", ["/accounts/login/?next=/organizer/", "/organizer/"])
    def test_accounts_are_sent_there(self, client, settings, address):
        settings.SECURE_PORT = 8443
        response = client.get(address, headers={"host": "localhost:8000"})
        assert response.status_code == 302
        assert response.headers["Location"] == f"https://localhost:8443{address}"

    def test_tables_and_readers_stay(self, client, settings):
        settings.SECURE_PORT = 8443
        for address in ("/", "/healthz"):
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/t/a%00b/", "/?page=%00", "/accounts/login/?next=/%00"])
def test_a_nul_in_the_address_is_refused(client, address):
    assert client.get(address).status_code == 400


@pytest.mark.parametrize("host", ["evil.example", "a b", "localhost:port", "[::1", "ä.example"])
def test_a_host_that_is_not_ours_is_refused(client, host):
    response = client.get("/accounts/login/", headers={"host": host})
    assert response.status_code == 400


def test_a_nul_in_a_form_is_an_error_of_its_field(client, in_english):
    response = client.post("/accounts/register/", {"username": "a\0b", "password1": "x"})
    assert response.status_code == 400
    assert "Null characters are not allowed." in response.text


@pytest.mark.parametrize("address", ["/nothing/here", "/api/v1/nothing/", "/t/%FF%FE/"])
def test_an_unknown_address_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_a_form_without_its_token_is_refused_with_a_page_that_says_what_to_do(in_english):
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"username": "a"})
    assert response.status_code == 403
    assert "The form had expired" in response.text
