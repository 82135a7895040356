"""`python -m config.server`: uvicorn with this product's options.

Takes uvicorn's own options after the defaults here, for example `python -m config.server --host
0.0.0.0 --port 8001 --forwarded-allow-ips 10.0.0.2`.
"""

import gc
import os
import sys
from collections.abc import Sequence

from jobs.machine import give_back_memory

APPLICATION = "config.asgi:application"
# Streams end when the server stops; anything still open after three seconds is cut.
DEFAULTS = ("--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "3")


def command(*options: str) -> list[str]:
    """The command line that starts a server with these options in another process."""
    return [sys.executable, "-m", "config.server", *options]


def main(options: Sequence[str]) -> None:
    """Serves until it is stopped. Ends the process with uvicorn's exit status."""
    give_back_memory()  # before threads start
    gc.set_threshold(10_000, 10, 10)  # loaded code stays (config/asgi.py freezes it)
    from click import ClickException
    from uvicorn.main import main as uvicorn

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.connections import PromptProtocol

    try:
        with uvicorn.make_context("uvicorn", [APPLICATION, *DEFAULTS, *options]) as context:
            # The command takes only protocols of its own; what it calls takes any.
            context.params["http"] = PromptProtocol
            uvicorn.invoke(context)
    except ClickException as error:
        error.show()
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main(sys.argv[1:])
