"""A public demo: visitors try everything, accounts stay as they are, and each night it is reset."""

from dataclasses import dataclass
from datetime import time
from pathlib import Path

from django.conf import settings

RESET_AT = time(4)
"""The hour of the nightly reset, in the installation's time zone."""
USER = "demo"
"""The account that visitors sign in with: `manage.py demo` makes it, and keeps its password in
VAR_DIR."""


@dataclass(frozen=True, slots=True)
class Banner:
    """What each page of a demo site says at its top. `password`: "" while there is none."""

    hour: str
    zone: str
    user: str
    password: str


def banner() -> Banner:
    """The banner, with the login that visitors may use."""
    file = Path(settings.VAR_DIR) / "demo_password"
    password = file.read_text(encoding="ascii").strip() if file.exists() else ""
    return Banner(f"{RESET_AT:%H:%M}", settings.TIME_ZONE, USER, password)
