"""Published pages leave without the indentation of their templates, and lose nothing by it."""

import pytest
from django.test import Client, RequestFactory

from tests.tournament import play
from web.tight import Tight, tight

WRITTEN = b"<p>one\n\n   two</p>\n  <p>three</p>"


def test_a_gap_over_lines_is_one_line_break() -> None:
    assert tight(WRITTEN) == b"<p>one\ntwo</p>\n<p>three</p>"
    assert tight("<p>uno  dos\u00a0tres</p>".encode()) == "<p>uno  dos\u00a0tres</p>".encode()


@pytest.mark.parametrize("tag", [b"pre", b"textarea"])
def test_text_that_is_shown_as_written_stays_so(tag: bytes) -> None:
    page = WRITTEN + b"<" + tag + b" id=x>a\n\n  b</" + tag + b">"
    assert tight(page) == page


@pytest.mark.django_db
def test_only_pages_that_everybody_reads_are_made_shorter(
    client: Client, rf: RequestFactory
) -> None:
    cup = play.tournament(entered=4, drawn=True)
    for path in ("/", f"/t/{cup.slug}/"):
        answer = client.get(path)
        page = answer.content
        assert page == tight(page)
        assert answer["Content-Length"] == str(len(page))
        assert b"\n\n" not in page
    assert b"\n  " in client.get("/accounts/login/").content

    def broken(_request: object) -> object:
        return client.get("/accounts/login/")

    request = rf.get("/")
    request.resolver_match = None  # refused before an address was looked for
    assert b"\n  " in Tight(broken)(request).content  # type: ignore[arg-type, attr-defined]
