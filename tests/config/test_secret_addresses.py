"""Addresses that contain a key: they are those of the URL map, and no log holds them."""

import pytest

from config.logs import without_keys
from config.secret_addresses import BEFORE_A_KEY, any_of_them, has_key
from tests.keyed import KEY, addresses_with_keys
from tests.servers import ROOT

KEYED = addresses_with_keys()


@pytest.mark.parametrize("address", KEYED)
def test_a_key_in_an_address_is_in_no_log(address):
    assert has_key(address)
    encoded = address.replace("/", "%2F")
    for path in (address, f"/eu{address}", f"/accounts/login/?next={address}", f"/?next={encoded}"):
        for text in (path, f"GET {path} HTTP/1.1", f'{{"raw_path": b"{path}"}}'):
            assert KEY not in without_keys(text), text


def test_no_address_is_named_that_is_not_there():
    assert len(KEYED) >= 30
    for one in BEFORE_A_KEY:
        before = one.replace("*", "7")
        assert any(f"/{before}/{KEY}/" in address for address in KEYED), one


@pytest.mark.parametrize("address", ["/t/cup/partner/", "/t/cup/draw/", "/accounts/me/", "/"])
def test_other_addresses_are_written_as_they_are(address):
    assert not has_key(address)
    assert without_keys(address) == address


@pytest.mark.parametrize(
    ("file", "times"), [("nginx.conf", 3), ("Caddyfile", 2), ("Caddyfile.many", 2)]
)
def test_the_proxies_know_the_same_addresses(file, times):
    assert (ROOT / "deploy" / file).read_text().count(any_of_them()) == times


@pytest.mark.django_db
def test_a_browser_tells_such_an_address_to_no_other(client):
    for address in ("/entry/5.abc/", "/eu/our-result/5.abc/"):
        assert client.get(address)["Referrer-Policy"] == "strict-origin"
    assert client.get("/accounts/login/")["Referrer-Policy"] == "same-origin"
