"""The room's own authority, and the laptop's certificate that tablets then believe."""

import os
import stat
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from web.lan.certificates import Authority, authority, fingerprint, kept_certificate, server
from web.lan.files import Files

NOW = datetime(2026, 5, 24, 8, 0, tzinfo=UTC)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "lan")


def leaf(files: Files, *names: str, now: datetime = NOW) -> x509.Certificate:
    made = server(files=files, names=names or ("192.168.1.20", "mus.local"), now=now)
    return x509.load_pem_x509_certificate(made.read_bytes())


def test_the_server_is_signed_by_the_authority_for_its_addresses(files):
    certificate = leaf(files)
    certificate.verify_directly_issued_by(authority(files=files, now=NOW).certificate)
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == ["mus.local"]
    assert [str(ip) for ip in names.get_values_for_type(x509.IPAddress)] == ["192.168.1.20"]


def test_the_authority_stays_the_same_while_the_server_is_made_anew(files):
    first, second = leaf(files, "192.168.1.20"), leaf(files, "10.0.0.7")
    assert first.serial_number != second.serial_number
    assert first.issuer == second.issuer
    kept = authority(files=files, now=NOW).certificate
    assert fingerprint(kept) == fingerprint(authority(files=files, now=NOW).certificate)


def test_a_tablet_whose_clock_is_a_day_behind_believes_it(files):
    assert leaf(files).not_valid_before_utc < NOW - timedelta(days=1)
    made = authority(files=files, now=NOW).certificate
    assert made.not_valid_before_utc < NOW - timedelta(days=1)


@pytest.mark.parametrize("which", ["authority", "authority_key", "server"])
@pytest.mark.parametrize("content", ["", "-----BEGIN CERTIFICATE-----\nMIIB", "its first half"])
def test_a_file_of_which_half_was_written_is_made_again(files, which, content):
    leaf(files)
    path: Path = getattr(files, which)
    whole = path.read_text()
    path.write_text(whole[: len(whole) // 2] if content == "its first half" else content)
    assert which != "authority" or kept_certificate(files) is None
    leaf(files).verify_directly_issued_by(authority(files=files, now=NOW).certificate)
    assert kept_certificate(files)


def test_a_key_that_is_not_of_its_certificate_signs_nothing(files, tmp_path):
    leaf(files)
    other = Files(tmp_path / "other")
    leaf(other)
    files.authority_key.write_bytes(other.authority_key.read_bytes())
    leaf(files).verify_directly_issued_by(authority(files=files, now=NOW).certificate)


def test_a_key_that_others_could_read_is_written_for_the_laptop_alone(files):
    leaf(files)
    files.server.chmod(0o644)
    leaf(files)
    assert stat.S_IMODE(files.server.stat().st_mode) == 0o600
    assert sorted(one.name for one in files.folder.iterdir()) == [
        "authority.crt", "authority.key", "server.pem",
    ]  # fmt: skip


def test_a_power_cut_after_it_was_made_leaves_the_whole_certificate(files, monkeypatch):
    done: list[str] = []
    sync, move = os.fsync, Path.replace

    def synced(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def moved(path: Path, target: Path) -> Path:
        done.append("name")
        return move(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", moved)
    leaf(files)
    assert done == ["file", "name", "folder"] * 3, "two files of the authority, one of the server"


def test_only_the_laptop_can_read_the_keys(files):
    leaf(files)
    for path in (files.authority_key, files.server):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"PRIVATE" not in files.authority.read_bytes()


def test_an_authority_signs_servers_alone(files):
    constraints = authority(files=files, now=NOW).certificate.extensions
    basic = constraints.get_extension_for_class(x509.BasicConstraints)
    assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, 0)


# What a stolen key could do


def permitted(files: Files, *names: str) -> list[x509.GeneralName]:
    made = authority(files=files, now=NOW, names=names).certificate
    found = made.extensions.get_extension_for_class(x509.NameConstraints)
    assert found.critical
    return list(found.value.permitted_subtrees or [])


def test_the_authority_lasts_90_days_and_the_server_no_longer(files):
    made = authority(files=files, now=NOW, names=["mus.local"]).certificate
    assert made.not_valid_after_utc - NOW == timedelta(days=90)
    assert leaf(files).not_valid_after_utc <= made.not_valid_after_utc


def test_the_authority_vouches_for_local_addresses_and_nothing_else(files):
    names = permitted(files, "192.168.1.20", "mus.local")
    dns = {name.value for name in names if isinstance(name, x509.DNSName)}
    assert dns == {"local", "localhost"}
    networks = [name.value for name in names if isinstance(name, x509.IPAddress)]
    assert networks
    assert all(network.is_private for network in networks)


def test_what_the_laptop_is_called_besides_is_permitted_by_name(files):
    names = permitted(files, "mus-laptop", "203.0.113.9")
    assert x509.DNSName("mus-laptop") in names
    assert "203.0.113.9/32" in [str(name.value) for name in names]


def test_an_authority_that_may_not_vouch_for_a_new_address_is_replaced(files):
    before = authority(files=files, now=NOW, names=["192.168.1.20"]).certificate
    kept = authority(files=files, now=NOW, names=["10.1.2.3"]).certificate
    after = authority(files=files, now=NOW, names=["203.0.113.9"]).certificate
    assert kept == before
    assert after.serial_number != before.serial_number


def test_an_authority_about_to_run_out_is_replaced_before_the_event(files):
    before = authority(files=files, now=NOW).certificate
    assert authority(files=files, now=NOW + timedelta(days=80)).certificate == before
    assert authority(files=files, now=NOW + timedelta(days=84)).certificate != before


@pytest.mark.parametrize(
    ("name", "believed"), [("mus.local", True), ("bank.example", False)], ids=["room", "bank"]
)
def test_a_device_believes_the_key_for_this_room_alone(files, tmp_path, name, believed):
    """OpenSSL judges, as it would on a tablet: a certificate signed with the stolen key."""
    signer = authority(files=files, now=NOW, names=["mus.local"])
    made = _signed_for(name, signer, begun=NOW)
    path = tmp_path / "stolen.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    ran = subprocess.run(
        ["openssl", "verify", "-attime", str(int(NOW.timestamp())), "-CAfile",
         str(files.authority), str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode == 0) is believed, ran.stdout + ran.stderr


def _signed_for(name: str, signer: Authority, *, begun: datetime) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(signer.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begun - timedelta(days=1))
        .not_valid_after(begun + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=True)
        .sign(signer.key, hashes.SHA256())
    )


def test_what_a_process_of_the_same_number_left_half_written_is_in_nobodys_way(files):
    """In a container each run has the same number."""
    leaf(files)
    left = files.server.with_name(f"{files.server.name}.{os.getpid()}.part")
    left.write_text("half of a key")
    leaf(files).verify_directly_issued_by(authority(files=files, now=NOW).certificate)
    assert not left.exists()
