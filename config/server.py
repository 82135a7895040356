"""`python -m config.server`: uvicorn as this product wants it.

Takes uvicorn's own options after its defaults here, for example
`python -m config.server --host 0.0.0.0 --port 8001 --forwarded-allow-ips 10.0.0.2`.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

APPLICATION = "config.asgi:application"
# Streams end when asked to; what has not ended after three seconds is cut.
DEFAULTS = ("--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "3")


def command(*options: str) -> list[str]:
    """The command line that starts a server with these options, for another process."""
    return [sys.executable, "-m", "config.server", *options]


def main(options: Sequence[str]) -> None:
    """Serves until it is told to stop. Ends the process with uvicorn's own exit status."""
    gc.set_threshold(50_000, 20, 50)  # what is loaded stays (config/asgi.py freezes it)
    from uvicorn.config import HTTP_PROTOCOLS
    from uvicorn.main import main as uvicorn

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    HTTP_PROTOCOLS["httptools"] = "config.connections:PatientProtocol"
    uvicorn.main(args=[APPLICATION, *DEFAULTS, "--http", "httptools", *options])


if __name__ == "__main__":
    main(sys.argv[1:])
