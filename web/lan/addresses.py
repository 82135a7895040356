"""The addresses under which tablets in the room can reach a laptop."""

from __future__ import annotations

import ipaddress
import socket

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
