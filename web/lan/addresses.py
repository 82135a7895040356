"""The addresses under which tablets in the room can reach a laptop."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

from cryptography import x509

# Nothing is sent to this address: connecting a UDP socket to it only tells this machine's own
# address.
_SOMEWHERE = ("192.0.2.1", 9)


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses that others can reach, the most likely one first."""
    found = [*_outward(), *_by_name()]
    usable = (each for each in found if not ipaddress.ip_address(each).is_loopback)
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
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return [str(each[4][0]) for each in found]


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
        found = certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    except x509.ExtensionNotFound:
        return False
    return any(_covers(each, name) for each in found.permitted_subtrees or ())


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
