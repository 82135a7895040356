"""What headers say about a reader."""

import pytest

from delivery import looks
from delivery.looks import MOST_BYTES, Looks, encoding_of, looks_of, reader_of


@pytest.fixture(autouse=True)
def _nothing_is_cached() -> None:
    looks._read.cache_clear()


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
def test_the_best_encoding_that_is_taken(accepted, encoding):
    assert encoding_of(accepted) == encoding


def test_headers_are_read_once_as_long_as_they_are_short():
    for _twice in range(2):
        assert reader_of({b"host": b"localhost", b"cookie": b"theme=dark"})
    assert looks._read.cache_info()[:2] == (1, 1)
    assert reader_of({b"host": b"localhost", b"cookie": b"x=" + b"x" * MOST_BYTES})
    assert looks._read.cache_info().currsize == 1, "long ones would fill the memory"


def test_the_looks_are_said_to_a_view_as_a_reader_would():
    for one in (Looks("eu"), Looks("fr", "dark", "large", "letters", been=True)):
        headers = {name.decode(): value.decode() for name, value in one.headers()}
        cookies = dict(part.split("=") for part in headers.get("cookie", "").split("; ") if part)
        assert looks_of(cookies, headers["accept-language"]) == one
