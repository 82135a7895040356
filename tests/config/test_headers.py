"""Every answer tells browsers the same strict things."""

import pytest
from django.templatetags.static import static

pytestmark = pytest.mark.django_db

ADDRESSES = [
    "/",
    "/accounts/login/",
    "/accounts/register/",
    "/nothing/here",
    "/?page=%00",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_nothing_inline_nothing_from_elsewhere_and_no_frame_is_allowed(client, address):
    headers = client.get(address).headers
    parts = [part.split() for part in headers["Content-Security-Policy"].split(";")]
    rules = {words[0]: words[1:] for words in parts if words}
    allowed = {word for words in rules.values() for word in words}
    assert allowed <= {"'self'", "'none'", "data:"}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == rules["style-src"] == ["'self'"]
    assert rules["frame-ancestors"] == ["'none'"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "address", ["/healthz", "/api/v1/", "/api/v1/nothing/", static("icons/favicon.svg")]
)
def test_what_is_no_page_may_do_nothing_at_all_and_says_so_in_a_few_bytes(client, address):
    answer = client.get(address)
    assert answer.getvalue()  # read to its end, a file is closed
    headers = answer.headers
    assert headers["Content-Type"].startswith(("application/json", "image/"))
    rules = {part.strip() for part in headers["Content-Security-Policy"].split(";")}
    assert rules == {"default-src 'none'", "frame-ancestors 'none'"}
    assert "Permissions-Policy" not in headers
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_what_has_not_changed_has_no_policy_that_would_replace_the_pages(client):
    """A browser puts the headers of "not modified" in the place of those that it has."""
    page = client.get("/referee/app/")
    again = client.get("/referee/app/", headers={"If-None-Match": page["ETag"]})
    assert again.status_code == 304
    assert again["Content-Security-Policy"] == page["Content-Security-Policy"]
    assert "Permissions-Policy" not in again


@pytest.mark.parametrize("address", ADDRESSES[:3])
def test_pages_keep_to_the_policy_themselves(client, address):
    page = client.get(address).text
    assert " style=" not in page
    assert "<style" not in page
    assert "javascript:" not in page
    for script in page.split("<script")[1:]:
        assert "src=" in script.split(">")[0]
