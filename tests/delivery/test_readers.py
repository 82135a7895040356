"""What headers say about a reader."""

import pytest

from delivery.readers import MOST_KNOWN, MOST_SAID, Readers, encoding_of


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("", ""),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP", "gzip"),
        ("br;q=0, gzip;q=0.3", "gzip"),
        ("br;q=0.0, gzip; q=0", ""),
        ("identity, zstd", ""),
        ("br;q=1.0", "br"),
    ],
)
def test_the_best_encoding_that_is_taken(accepted: str, encoding: str) -> None:
    assert encoding_of(accepted) == encoding


def test_what_is_remembered_of_headers_is_bounded() -> None:
    readers = Readers()
    for number in range(MOST_KNOWN + 10):
        assert readers.reader({b"host": b"localhost", b"accept-language": b"es;%d" % number})
    assert len(readers._known) <= MOST_KNOWN


def test_long_headers_are_read_and_not_kept() -> None:
    readers = Readers()
    cookie = b"looks=" + b"x" * MOST_SAID
    assert readers.reader({b"host": b"localhost", b"cookie": cookie})
    assert not readers._known
