"""A page that has not changed costs a reader nothing but the question."""

import gzip

import pytest

pytestmark = pytest.mark.django_db


def test_the_same_page_again_is_not_sent_again(client):
    first = client.get("/")
    again = client.get("/", headers={"if-none-match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


def test_a_public_page_sets_no_cookie_for_somebody_who_only_reads(client):
    assert client.get("/").cookies == {}


def test_pages_travel_compressed(client):
    response = client.get("/accounts/login/", headers={"accept-encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert b"<html" in gzip.decompress(response.content)
