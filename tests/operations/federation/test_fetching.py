"""Fetches from other installations: by https, from public addresses, bounded, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from operations.federation import fetching, services
from operations.federation.fetching import fetch
from tests.operations.federation.elsewhere import Elsewhere, raw_server
from tests.refusals import refusal
from tournament.errors import Refusal
from tournament.witness.queries import public_key
from web.lan.certificates import server
from web.lan.files import Files


@pytest.mark.parametrize(
    "address",
    ["", "mus.example", "http://mus.example", "https://a:b@mus.example", "https://mus.example/?a=1",
     "ftp://mus.example", "https://mus.example:x", "https://[", "https://müs.example", "file:///etc",
     "https://x example", "https://%00", "https://<script>", "https://mus.example:0",
     "https://-mus.example", "https://mus..example", "https://[fe80::1%25a]"],
)  # fmt: skip
def test_only_https_addresses_are_asked(address: str, db: None) -> None:
    assert refusal(services.trust, address=address, key=public_key()) == ("bad_address",)
    assert refusal(fetch, address, most=10) == ("bad_address",)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "10.1.2.3", "192.168.1.1", "169.254.169.254", "[::1]",
             "0.0.0.0", "[::ffff:10.0.0.1]", "224.0.0.1", "[64:ff9b::10.0.0.1]", "[fec0::1]",
             "[::10.0.0.1]", "[::ffff:0:10.0.0.1]", "[2002:a00:1::1]"],
)  # fmt: skip
def test_private_addresses_are_not_asked(host: str) -> None:
    assert refusal(fetch, f"https://{host}/", most=10) == ("private_address",)


def test_what_is_too_large_or_away_or_leads_elsewhere_is_refused(elsewhere: Elsewhere) -> None:
    elsewhere.answers |= {
        "/large": (200, b"x" * 1000), "/ok": (200, b"ok"), "/gone": (410, b""),
        "/moved": (302, f"{elsewhere.base}/ok".encode()),
    }  # fmt: skip
    assert fetch(f"{elsewhere.base}/ok", most=2) == b"ok"
    assert refusal(fetch, f"{elsewhere.base}/large", most=999) == ("too_large",)
    assert refusal(fetch, f"{elsewhere.base}/moved", most=999) == ("redirected",)
    assert refusal(fetch, f"{elsewhere.base}/gone", most=999) == ("bad_answer",)
    elsewhere.close()
    assert refusal(fetch, f"{elsewhere.base}/ok", most=2) == ("unreachable",)


HEAD = b"HTTP/1.1 200 OK\r\n"
ENDLESS = [HEAD + b"\r\n", *([b"X"] * 100)]
IN_PIECES = [HEAD + b"Transfer-Encoding: chunked\r\n\r\n", *([b"1\r\nX\r\n"] * 100)]


@pytest.mark.parametrize(
    ("scheme", "pieces"),
    [("http", [HEAD, *([b"X"] * 100)]), ("http", ENDLESS), ("http", IN_PIECES),
     ("https", [b"\x16\x03\x03\x40\x00", *([b"\x02"] * 100)])],
)  # fmt: skip
def test_headers_body_and_handshake_are_bounded_in_time(
    scheme: str, pieces: list[bytes], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.FEDERATION_PRIVATE = True
    monkeypatch.setattr(fetching, "SECONDS", 0.3)
    assert refusal(fetch, raw_server(pieces, 0.1, scheme), most=1000) == ("too_slow",)


@pytest.mark.parametrize(
    ("pieces", "code"),
    [([HEAD + b"Content-Length: 9\r\n\r\nok"], "bad_answer"),
     ([HEAD + b"\r\n", *([b"X" * 1000] * 100)], "too_large"),
     ([b"X" * 100_000], "unreachable"),
     ([HEAD + b"A: " + b"X" * 100_000], "unreachable"),
     ([b"SSH-2.0-OpenSSH_9.2\r\n"], "unreachable"), ([], "unreachable")],
)  # fmt: skip
def test_what_is_no_whole_answer_is_refused(pieces: list[bytes], code: str, settings: Any) -> None:
    settings.FEDERATION_PRIVATE = True
    assert refusal(fetch, raw_server(pieces, 0), most=10) == (code,)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """An authority of one's own, and a certificate of it for this computer."""
    made = Files(tmp_path / "ca")
    server(files=made, names=["localhost"], now=datetime.now(UTC))
    return made


@pytest.fixture
def by_https(settings: Any, files: Files) -> Iterator[Elsewhere]:
    settings.FEDERATION_PRIVATE = True
    made = Elsewhere(files.server)
    made.answers["/ok"] = (200, b"ok")
    yield made
    made.close()


def test_a_certificate_of_an_authority_of_ones_own_is_trusted_once_it_is_named(
    by_https: Elsewhere, files: Files, settings: Any, in_english: None
) -> None:
    with pytest.raises(Refusal) as refused:
        fetch(f"{by_https.base}/ok", most=2)
    assert refused.value.codes == ("bad_certificate",)
    assert "FEDERATION_CA" in str(refused.value.problems[0].message)
    settings.FEDERATION_CA = str(files.authority)
    assert fetch(f"{by_https.base}/ok", most=2) == b"ok"
    other = by_https.base.replace("localhost", "127.0.0.1")
    assert refusal(fetch, f"{other}/ok", most=2) == ("bad_certificate",), "of another name"


def test_a_certificate_that_has_run_out_is_not_trusted(
    settings: Any, files: Files, tmp_path: Path
) -> None:
    settings.FEDERATION_PRIVATE = True
    old = Files(tmp_path / "old")
    server(files=old, names=["localhost"], now=datetime.now(UTC) - timedelta(days=400))
    settings.FEDERATION_CA = str(old.authority)
    elsewhere = Elsewhere(old.server)
    assert refusal(fetch, f"{elsewhere.base}/ok", most=2) == ("bad_certificate",)
    elsewhere.close()


def test_a_peer_without_encryption_is_said_to_be_out_of_reach(elsewhere: Elsewhere) -> None:
    secure = elsewhere.base.replace("http:", "https:")
    assert refusal(fetch, f"{secure}/ok", most=2) == ("unreachable",)
