"""`manage.py serve`: sets up and runs the site on this machine, in one command."""

import os
import socket
import sys
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand, CommandParser

from jobs.machine import become
from tournament.championship.queries.tournaments import tournament_list
from web.demosite import supervisor

PAGES = (
    ("everybody", "/"),
    ("organizers", "/organizer/"),
    ("referees", "/referee/"),
    ("programs", "/api/v1/docs/"),
)
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  (compared, not bound)


class Command(BaseCommand):
    help = "Migrates, loads the demo into an empty database, and serves the site with uvicorn."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or "8000")
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")
        parser.add_argument(
            "--demo-site", action="store_true",
            help="a public demo: accounts cannot be changed, nothing is sent, and the database is "
            "deleted and filled again each night at 04:00",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        _must_be_free(host, port)
        if options["demo_site"]:
            self._serve_demo_site(host, port)
            return
        try:
            supervisor.refuse_marked()
        except supervisor.NotForADemo as error:
            raise CommandError(str(error)) from error
        call_command("migrate", verbosity=0)
        self._say_where(host, port)
        if not options["no_demo"]:
            self._demo(host, port)
        self.stdout.write("\nStop with Ctrl+C.")
        self.stdout.flush()
        status = become(
            [sys.executable, "-m", "config.server", "--host", host, "--port", str(port)]
        )
        if status:
            raise CommandError(f"The server ended by itself (status {status}).")

    def _serve_demo_site(self, host: str, port: int) -> None:
        try:
            supervisor.claim(os.environ)
        except supervisor.NotForADemo as error:
            raise CommandError(str(error)) from error
        self._say_where(host, port)
        self.stdout.write("\nFilling the demo …")
        self.stdout.flush()
        try:
            status = supervisor.run(host=host, port=port, say=self._say)
        except KeyboardInterrupt:
            return
        raise CommandError(f"The server ended by itself (status {status}).")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _say_where(self, host: str, port: int) -> None:
        self.stdout.write("")
        for audience, path in PAGES:
            self.stdout.write(f"  {audience:<11} http://{_name(host)}:{port}{path}")

    def _demo(self, host: str, port: int) -> None:
        """Plays the demo into an empty database; when the demo is already there, prints its logins
        again."""
        empty = not tournament_list(with_rehearsals=True)
        if empty:
            self.stdout.write("\nThe database is empty: playing two championships for a look …")
            self.stdout.flush()
        if empty or (settings.VAR_DIR / "demo_password").exists():
            self.stdout.write("\nThe demo:")
            call_command("demo", host=_name(host), port=port, stdout=self.stdout)


def _name(host: str) -> str:
    return "127.0.0.1" if host in EVERYWHERE else host


def _must_be_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # As uvicorn does: a port whose old connections are only in TIME_WAIT counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise CommandError(
                f"Port {port} on {host} cannot be used ({error}). Another one: PORT=8001 make run"
            ) from error
