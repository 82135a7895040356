"""`mus-tournaments`: the whole site on this computer, by one command.

The site's own packages (`tournament`, `web`, …) have names that another program could have, too.
They are therefore not installed beside other packages: they lie inside this one, and only the
processes that are started here can import them.
"""

import argparse
import io
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

HERE = Path(__file__).resolve().parent
SITE = HERE / "site" if (HERE / "site").is_dir() else HERE.parent
PORTS = range(8000, 8020)
PATIENCE = 120.0
"""Seconds that the browser waits for the first page: an empty database is filled first."""
EXCLUSIVE: int | None = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
"""On Windows, a port that a program has at every address can be taken again without this."""
GRACE = 6.0
"""Seconds that the site has to end by itself after Ctrl+C."""


def data_folder() -> Path:
    """The folder of this user for the database, keys and backups; `VAR_DIR` names another."""
    if named := os.environ.get("VAR_DIR"):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("mus-tournaments", appauthor=False)


def environment(data: Path) -> dict[str, str]:
    """The environment of the site's processes: where it lies, and UTF-8 on every system."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(SITE), os.environ.get("PYTHONPATH")])),
        "PYTHONUTF8": "1",
        "VAR_DIR": str(data),
    }


def free_port(wanted: int | None) -> int:
    """The port that was asked for, or the first free one from 8000 on. Raises SystemExit."""
    for port in PORTS if wanted is None else (wanted,):
        with closing(socket.socket()) as probe:
            try:
                if EXCLUSIVE is not None:
                    probe.setsockopt(socket.SOL_SOCKET, EXCLUSIVE, 1)
                probe.bind(("127.0.0.1", port))
            except (OSError, OverflowError):
                continue
            return port
    tried = wanted if wanted is not None else f"{PORTS.start} to {PORTS.stop - 1}"
    raise SystemExit(f"Port {tried} is in use. Name another one: mus-tournaments --port 9000")


def manage(data: Path, *arguments: str) -> int:
    """Runs a command of the site (`manage.py`) and returns its exit status."""
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, str(SITE / "manage.py"), *arguments], env=environment(data)
    )
    # Who stops this process means that one, too.
    before = signal.signal(signal.SIGTERM, lambda *_signal: process.terminate())
    try:
        return process.wait()
    except KeyboardInterrupt:
        with suppress(subprocess.TimeoutExpired):  # a terminal sends Ctrl+C to both
            return process.wait(GRACE)
        process.terminate()
        return process.wait()
    finally:
        signal.signal(signal.SIGTERM, before)


def open_when_it_answers(port: int) -> None:
    """Opens the first page in the browser as soon as the server accepts connections."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                webbrowser.open(f"http://127.0.0.1:{port}/")
                return
        time.sleep(0.3)


def serve(data: Path, options: argparse.Namespace) -> int:
    """Sets up the database and serves the site until Ctrl+C. Returns the exit status."""
    port = free_port(options.port)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a console may lack a letter of a user's name
        sys.stdout.reconfigure(errors="replace")
    sys.stdout.write(f"The tournaments are kept in {data}\n")
    sys.stdout.flush()
    if not options.no_browser:
        threading.Thread(target=open_when_it_answers, args=[port], daemon=True).start()
    kind = ["--demo-site"] if options.site else [] if options.demo else ["--no-demo"]
    return manage(data, "serve", "--port", str(port), *kind)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; without any, serves the site. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="mus-tournaments",
        description="Runs Mus tournaments from the entry list to the trophy, on this computer.",
        epilog="Any other command is passed on to the site: mus-tournaments help",
    )
    parser.add_argument("--data", type=Path, help="the folder of the database, keys and backups")
    parser.add_argument("--port", type=int, help="the port of the site (8000, or the next free)")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument(
        "--site", action="store_true",
        help="with demo: a public demo site, which is deleted and filled again each night",
    )  # fmt: skip
    parser.add_argument(
        "command", nargs="?", default="serve",
        help="serve (the default) · demo: two championships to look at · lan: a room without "
        "internet · doctor · backup · createsuperuser",
    )  # fmt: skip
    options, more = parser.parse_known_args(arguments)
    options.demo = options.command == "demo"
    if options.site and not options.demo:
        parser.error("--site belongs to demo: mus-tournaments demo --site")
    # A folder of its own: the tournaments of this user are not to be deleted each night.
    usual = data_folder() / "demo-site" if options.site else data_folder()
    data = (options.data or usual).expanduser().resolve()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds contacts and keys
    if options.command in {"serve", "demo"}:
        if more:
            parser.error(f"unknown option {more[0]}")
        return serve(data, options)
    return manage(data, options.command, *more)


if __name__ == "__main__":
    sys.exit(main())
