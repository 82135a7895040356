"""security.txt, Permissions-Policy, and who may register."""

import pytest

from config import env

pytestmark = pytest.mark.django_db
THERE = "/.well-known/security.txt"


def test_security_txt_names_whom_to_tell(client, settings):
    assert client.get(THERE).status_code == 404
    settings.SECURITY_CONTACT = "safety@mus.example"
    text = client.get(THERE).text
    assert "Contact: mailto:safety@mus.example\n" in text
    assert "Expires: 20" in text
    settings.SECURITY_CONTACT = "https://mus.example/safety"
    assert "Contact: https://mus.example/safety\n" in client.get(THERE).text


@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/nothing"])
def test_browsers_are_told_which_powers_a_page_has(client, address):
    policy = client.get(address).headers["Permissions-Policy"]
    assert "microphone=()" in policy
    assert "geolocation=()" in policy
    assert "camera" not in policy  # for pages of the site itself, as everywhere


@pytest.mark.parametrize(
    ("hosts", "is_public"),
    [
        (["localhost", "127.0.0.1", "[::1]"], False),
        (["192.168.1.20", "mus.local"], False),
        (["laptop"], False),
        (["mus.example"], True),
        (["localhost", "8.8.8.8"], True),
        (["*"], True),
        ([".example"], True),
    ],
)
def test_a_site_for_everybody_is_known_by_its_names(hosts, is_public):
    assert env.is_public(hosts) is is_public
