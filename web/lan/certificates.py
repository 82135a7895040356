"""A room's own certificate authority, and the laptop's certificate signed by it.

Browsers allow service workers only over https, and trust no self-signed certificate. So the
authority made here is installed on each tablet, and lasts a season. The laptop's certificate is
made again when its addresses change. The authority is limited to this laptop and to addresses of
local networks, so a stolen key cannot forge other sites.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from web.lan.addresses import constraints, named, permits
from web.lan.files import Files

AUTHORITY_DAYS = 90
# An authority with fewer days left is replaced, so that none runs out during an event.
LEAST_DAYS = 7
CLOCKS_DIFFER = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Authority:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def kept_certificate(files: Files) -> x509.Certificate | None:
    """The authority's certificate, when there is one that can be read."""
    if not files.authority.exists():
        return None
    try:
        return x509.load_pem_x509_certificate(files.authority.read_bytes())
    except ValueError:  # half of it, after a power cut or on a full disk
        return None


def fingerprint(certificate: x509.Certificate) -> str:
    """A certificate's fingerprint as tablets show it: pairs of hexadecimal digits."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def authority(*, files: Files, now: datetime, names: Iterable[str] = ()) -> Authority:
    """The authority stored in the folder. It is made at the first call, when it runs out within
    LEAST_DAYS, when it does not permit one of `names`, and when its two files are not of each
    other or cannot be read."""
    wanted = [named(name) for name in names]
    kept = _kept(files)
    if kept is not None:
        lasts = kept.certificate.not_valid_after_utc > now + timedelta(days=LEAST_DAYS)
        if lasts and all(permits(kept.certificate, name) for name in wanted):
            return kept
    made = _new_authority(now, wanted)
    files.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _write(files.authority_key, _pem(made.key))
    public = made.certificate.public_bytes(serialization.Encoding.PEM)
    _write(files.authority, public, mode=0o644)
    return made


def _kept(files: Files) -> Authority | None:
    certificate = kept_certificate(files)
    if certificate is None or not files.authority_key.exists():
        return None
    try:
        key = serialization.load_pem_private_key(files.authority_key.read_bytes(), None)
    except ValueError:
        return None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        return None
    return Authority(certificate, key) if key.public_key() == certificate.public_key() else None


def server(*, files: Files, names: Iterable[str], now: datetime) -> Path:
    """A certificate with its key, for these names and addresses, signed by the authority."""
    listed = list(dict.fromkeys(names))
    signer = authority(files=files, now=now, names=listed)
    key = ec.generate_private_key(ec.SECP256R1())
    until = signer.certificate.not_valid_after_utc
    certificate = (
        _begun(listed[0], signer.certificate.subject, key, now, until)
        .add_extension(x509.SubjectAlternativeName([named(name) for name in listed]), False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.key.public_key()), False
        )
        .sign(signer.key, hashes.SHA256())
    )
    _write(files.server, _pem(key) + certificate.public_bytes(serialization.Encoding.PEM))
    return files.server


def _new_authority(now: datetime, names: Iterable[x509.GeneralName]) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    # Named after its laptop and day, so that two authorities can be told apart on a tablet.
    subject = f"Mus · {socket.gethostname()} · {now:%Y-%m-%d}"
    usage = x509.KeyUsage(
        key_cert_sign=True, crl_sign=True, digital_signature=False, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip
    certificate = (
        _begun(subject, None, key, now, now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(constraints(names), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


def _begun(
    name: str,
    issuer: x509.Name | None,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    until: datetime,
) -> x509.CertificateBuilder:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer or subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(until)
    )


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _write(path: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Writes the file under another name and then renames it. So a full disk, a second run or a
    power cut never leaves half a file or an empty one."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)  # of a process of this number that lost its power
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _to_disk(path.parent)
    finally:
        part.unlink(missing_ok=True)


def _to_disk(folder: Path) -> None:
    """Flushes this folder to the disk, so that a new name in it survives a power cut. Does nothing
    on Windows, which opens no folder."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
