"""The room's own authority, and the laptop's certificate that tablets then believe."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from web.lan.certificates import Files, authority, fingerprint, server

NOW = datetime(2026, 5, 24, 8, 0, tzinfo=UTC)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "lan")


def leaf(files: Files, *names: str, now: datetime = NOW) -> x509.Certificate:
    made = server(files=files, names=names or ("192.168.1.20", "mus.local"), now=now)
    return x509.load_pem_x509_certificate(made.read_bytes())


def test_the_server_is_signed_by_the_authority_for_its_addresses(files: Files) -> None:
    certificate = leaf(files)
    certificate.verify_directly_issued_by(authority(files=files, now=NOW).certificate)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["mus.local"]
    assert [str(ip) for ip in names.get_values_for_type(x509.IPAddress)] == ["192.168.1.20"]


def test_the_authority_stays_the_same_while_the_server_is_made_anew(files: Files) -> None:
    first, second = leaf(files, "192.168.1.20"), leaf(files, "10.0.0.7")
    assert first.serial_number != second.serial_number
    assert first.issuer == second.issuer
    kept = authority(files=files, now=NOW).certificate
    assert fingerprint(kept) == fingerprint(authority(files=files, now=NOW).certificate)


def test_the_server_lasts_no_longer_than_apple_believes(files: Files) -> None:
    certificate = leaf(files)
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert lasts < timedelta(days=825)


def test_a_tablet_whose_clock_is_a_day_behind_believes_it(files: Files) -> None:
    assert leaf(files).not_valid_before_utc < NOW - timedelta(days=1)
    made = authority(files=files, now=NOW).certificate
    assert made.not_valid_before_utc < NOW - timedelta(days=1)


def test_an_authority_that_runs_out_is_replaced(files: Files) -> None:
    before = authority(files=files, now=NOW).certificate
    later = NOW + timedelta(days=3600)
    assert authority(files=files, now=later).certificate.serial_number != before.serial_number


def test_only_the_laptop_can_read_the_keys(files: Files) -> None:
    leaf(files)
    for path in (files.authority_key, files.server):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"PRIVATE" not in files.authority.read_bytes()


def test_an_authority_signs_servers_alone(files: Files) -> None:
    constraints = authority(files=files, now=NOW).certificate.extensions
    basic = constraints.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)
