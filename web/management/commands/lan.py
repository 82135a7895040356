"""`manage.py lan`: serves a room without internet from one laptop to its tablets, over https."""

import os
import signal
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from web.lan.certificates import authority, fingerprint, lan_addresses, lan_names, server
from web.lan.files import Files
from web.qr import qr_blocks


class Command(BaseCommand):
    help = (
        "Makes a local certificate authority and a certificate for this machine's addresses, and "
        "serves the site on the local network: over https for the tablets, and over plain http "
        "with a page that walks through trusting the authority."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8443, help="https (8443)")
        parser.add_argument("--plain-port", type=int, default=8000, help="http (8000)")
        parser.add_argument(
            "--address", action="append", default=[], help="an address or name of this machine"
        )
        parser.add_argument(
            "--certificates-only", action="store_true", help="make them and serve nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        names = [*options["address"], *lan_addresses()]
        if not names:
            raise CommandError(
                "This machine has no address in a local network. Connect it to the room's wifi, "
                "or name one with --address."
            )
        names += [*lan_names(), "localhost", "127.0.0.1"]
        files = Files(settings.VAR_DIR / "lan")
        certificate = server(files=files, names=names, now=timezone.now())
        signer = authority(files=files, now=timezone.now())
        self._say_where(names[0], fingerprint(signer.certificate), options)
        if options["certificates_only"]:
            return
        call_command("migrate", verbosity=0)
        self._serve(str(certificate), names, options)

    def _serve(self, certificate: str, names: list[str], options: dict[str, Any]) -> None:
        allowed = [*settings.ALLOWED_HOSTS, *names]
        env = {
            **os.environ,
            "ALLOWED_HOSTS": ",".join(dict.fromkeys(allowed)),
            "LAN_ADDRESS": names[0],
            "LAN_PORTS": f"{options['port']},{options['plain_port']}",
        }
        tls = ["--ssl-certfile", certificate, "--ssl-keyfile", certificate]
        # Both signals stop it, also as a background job, for which the shell ignores Ctrl+C.
        for stop_signal in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stop_signal, signal.default_int_handler)
        plain = subprocess.Popen(  # noqa: S603
            _uvicorn(options["plain_port"]), env={**env, "SECURE_PORT": str(options["port"])}
        )
        secure = subprocess.Popen(  # noqa: S603
            [*_uvicorn(options["port"]), *tls], env={**env, "SECURE_COOKIES": "1"}
        )
        try:
            status = secure.wait()
        except KeyboardInterrupt:
            return
        finally:
            for each in (secure, plain):
                each.terminate()
            for each in (secure, plain):
                each.wait(10)
        if status:
            raise CommandError(f"The server ended by itself (status {status}).")

    def _say_where(self, name: str, fingerprint: str, options: dict[str, Any]) -> None:
        first = f"http://{name}:{options['plain_port']}/referee/lan/"
        self.stdout.write(
            f"\n  1. on each tablet, once   {first}\n{self._code(first)}"
            f"  2. then everything        https://{name}:{options['port']}/\n\n"
            f"  fingerprint of the authority (SHA-256):\n  {fingerprint}\n\n"
            "Print the tables' codes from the https address. Stop with Ctrl+C."
        )
        self.stdout.flush()

    def _code(self, address: str) -> str:
        """The address as a QR code; empty where the terminal cannot show block characters."""
        blocks = qr_blocks(address)
        try:
            blocks.encode(getattr(self.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            return ""
        return "\n" + "".join(f"     {line}\n" for line in blocks.splitlines()) + "\n"


def _uvicorn(port: int) -> list[str]:
    return [
        sys.executable, "-m", "config.server",
        "--host", "0.0.0.0", "--port", str(port),  # noqa: S104  (the room is to reach it)
    ]  # fmt: skip
