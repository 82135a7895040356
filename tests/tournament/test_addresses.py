"""Absolute addresses begin with PUBLIC_URL, whatever host a request names."""

from typing import Any

import pytest
from django.test import RequestFactory

from config import mail
from config.env import EnvError
from tournament.addresses import absolute_url, base_url, own_host

ELSEWHERE = "127.0.0.1:6666"


@pytest.fixture
def request_() -> Any:
    return RequestFactory().get("/t/kaia/?round=2", headers={"host": ELSEWHERE})


def test_the_host_of_a_request_is_not_in_them(request_, settings):
    settings.PUBLIC_URL = "https://mus.example"
    assert absolute_url(request_, "/t/orio/") == "https://mus.example/t/orio/"
    assert absolute_url(request_) == "https://mus.example/t/kaia/?round=2"
    assert base_url(request_) == "https://mus.example"
    assert own_host(request_) == "mus.example"


def test_without_a_public_url_they_are_those_of_the_request(request_, settings):
    settings.PUBLIC_URL = ""
    assert absolute_url(request_, "/t/orio/") == f"http://{ELSEWHERE}/t/orio/"
    assert own_host(request_) == "127.0.0.1"


def test_mail_needs_a_public_url_for_its_links():
    given = {"EMAIL_URL": "smtp://localhost:25?from=mus@example.org"}
    with pytest.raises(EnvError, match="PUBLIC_URL"):
        mail.settings_of(given)
    assert mail.settings_of({**given, "PUBLIC_URL": "https://mus.example"})["EMAIL_HOST"]
