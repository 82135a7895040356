"""Settings with values that other programs define: a time zone, a level of logging, an address.
Pure, like `env`."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from config.env import EnvError, one_of, words

WEB = ("http", "https")
REDIS = ("redis", "rediss", "unix")
BROKERS = ("redis", "rediss", "redis+socket", "sentinel", "amqp", "amqps", "pyamqp")
LEVELS = ("warning", "debug", "info", "error", "critical")


def time_zone(env: Mapping[str, str]) -> str:
    """TIME_ZONE; Europe/Madrid when it is empty. Raises EnvError."""
    name = env.get("TIME_ZONE", "").strip() or "Europe/Madrid"
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):  # not there, not a name, or a folder
        raise EnvError(f"TIME_ZONE={name!r} is unknown: write a name such as UTC.") from None


def log_level(env: Mapping[str, str]) -> str:
    """LOG_LEVEL as `logging` writes it; WARNING when it is empty. Raises EnvError."""
    return one_of(env, "LOG_LEVEL", LEVELS).upper()


def address(env: Mapping[str, str], name: str, schemes: Sequence[str] = WEB) -> str:
    """An address of one of these schemes, without a slash at its end; "" when there is none.
    Raises EnvError."""
    url = env.get(name, "").strip().rstrip("/")
    _must_be_address(name, url, schemes)
    return url


def origins(env: Mapping[str, str], name: str) -> list[str]:
    """Addresses of the web, separated by commas. Raises EnvError."""
    addresses = words(env, name)
    for url in addresses:
        _must_be_address(name, url, WEB)
    return addresses


def _must_be_address(name: str, url: str, schemes: Sequence[str]) -> None:
    scheme, between, rest = url.partition("://")
    # The value is not shown, because it may contain a password.
    if url and (scheme not in schemes or not between or not rest):
        raise EnvError(f"{name} is no address: begin it with {schemes[0]}://.")
