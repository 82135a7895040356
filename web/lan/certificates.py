"""A room's own certificate authority, and the laptop's certificate signed by it.

Browsers allow service workers only over https, and trust no self-signed certificate. So the
authority made here is installed on each tablet, and lasts a season. The laptop's certificate is
made again when its addresses change. The authority is limited to this laptop and to addresses of
local networks, so a stolen key cannot forge other sites.
"""

import ipaddress
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

from jobs.machine import flush_to_disk
from web.lan.files import Files

AUTHORITY_DAYS = 90
# An authority with fewer days left is replaced, so that none runs out during an event.
LEAST_DAYS = 7
CLOCKS_DIFFER = timedelta(days=2)


# Nothing is sent to this address: connecting a UDP socket to it only tells this machine's own
# address.
_SOMEWHERE = ("192.0.2.1", 9)


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses that others can reach, the most likely one first."""
    addresses = [*_outward(), *_by_name()]
    usable = (each for each in addresses if not ipaddress.ip_address(each).is_loopback)
    return list(dict.fromkeys(usable))


def lan_names() -> list[str]:
    """This machine's names in the room. Tablets find `name.local` without a server."""
    name = socket.gethostname().split(".")[0].lower()
    return [f"{name}.local", name] if name.isascii() and name.replace("-", "").isalnum() else []


def _outward() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def _by_name() -> list[str]:
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(each[4][0]) for each in infos]


LOCAL_NETWORKS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
    "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
LOCAL_NAMES = ("local", "localhost")


def named(name: str) -> x509.GeneralName:
    """A name or an IP address in the form of certificates."""
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def constraints(names: Iterable[x509.GeneralName]) -> x509.NameConstraints:
    """The constraints: local networks, and this laptop's own names and addresses."""
    local: list[x509.GeneralName] = [x509.DNSName(name) for name in LOCAL_NAMES]
    local += [x509.IPAddress(ipaddress.ip_network(each)) for each in LOCAL_NETWORKS]
    own = [_alone(name) for name in names if not any(_covers(each, name) for each in local)]
    return x509.NameConstraints([*local, *own], None)


def permits(certificate: x509.Certificate, name: x509.GeneralName) -> bool:
    """Whether an authority permits the name. An authority without constraints permits nothing
    here."""
    try:
        name_constraints = certificate.extensions.get_extension_for_class(
            x509.NameConstraints
        ).value
    except x509.ExtensionNotFound:
        return False
    return any(_covers(each, name) for each in name_constraints.permitted_subtrees or ())


def _covers(permitted: x509.GeneralName, name: x509.GeneralName) -> bool:
    if isinstance(permitted, x509.DNSName) and isinstance(name, x509.DNSName):
        return f".{name.value}".endswith(f".{permitted.value}")
    if isinstance(permitted, x509.IPAddress) and isinstance(name, x509.IPAddress):
        network, address = permitted.value, name.value
        return address.version == network.version and address in network  # type: ignore[operator]
    return False


def _alone(name: x509.GeneralName) -> x509.GeneralName:
    """A constraint that permits exactly this name or address."""
    if isinstance(name, x509.IPAddress):
        return x509.IPAddress(ipaddress.ip_network(str(name.value)))
    return name


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
    old_authority = _stored_authority(files)
    if old_authority is not None:
        lasts = old_authority.certificate.not_valid_after_utc > now + timedelta(days=LEAST_DAYS)
        if lasts and all(permits(old_authority.certificate, name) for name in wanted):
            return old_authority
    new_authority = _new_authority(now, wanted)
    files.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _write(files.authority_key, _pem(new_authority.key))
    public = new_authority.certificate.public_bytes(serialization.Encoding.PEM)
    _write(files.authority, public, mode=0o644)
    return new_authority


def _stored_authority(files: Files) -> Authority | None:
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
        flush_to_disk(part)
        part.replace(path)
        flush_to_disk(path.parent)
    finally:
        part.unlink(missing_ok=True)
