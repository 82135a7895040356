"""On the room's own network: over https the app starts without network, over http it says so."""

import base64
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.servers import ROOT, empty, free_port
from tests.services import CHROMIUM, CHROMIUM_ARGUMENTS, PATIENCE, until
from web.lan.certificates import lan_addresses

pytestmark = pytest.mark.browser


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """`manage.py lan` on this machine's own address: its https and its plain http address."""
    addresses = lan_addresses()
    if not addresses:
        pytest.skip("this machine has no address but its own loopback")
    secure, plain = free_port(), free_port()
    env = {
        **os.environ,
        "VAR_DIR": str(tmp_path),
        "DATABASE_URL": empty(tmp_path / "db.sqlite3"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [
        sys.executable, "manage.py", "lan", "--port", str(secure), "--plain-port", str(plain),
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    try:
        for port in (secure, plain):
            _wait_for(addresses[0], port)
        yield f"https://{addresses[0]}:{secure}", f"http://{addresses[0]}:{plain}"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def _wait_for(address: str, port: int) -> None:
    until = time.monotonic() + 300
    while True:
        try:
            socket.create_connection((address, port), 1).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def test_the_app_starts_without_network_over_https_and_says_over_http_that_it_cannot(
    chromium, laptop, tmp_path
):
    secure, plain = laptop
    trusting = f"--ignore-certificate-errors-spki-list={_key_of(tmp_path / 'lan/server.pem')}"
    context = chromium.browser_type.launch_persistent_context(
        tmp_path / "profile",
        executable_path=CHROMIUM,
        args=[*CHROMIUM_ARGUMENTS, trusting],
        locale="en",
    )
    context.set_default_timeout(1000 * PATIENCE)
    try:
        page = context.new_page()
        page.goto(f"{secure}/referee/app/")
        page.get_by_role("heading", name="Join a table").wait_for()
        until(
            page,
            "async () => (await navigator.serviceWorker.ready).active.state === 'activated' && "
            "Boolean(await caches.match(document.querySelector('meta[name=words]')"
            ".content.replace('words-es', 'words-en')))",
        )
        context.set_offline(True)
        page.reload()
        page.get_by_role("heading", name="Join a table").wait_for()
        context.set_offline(False)
        page.goto(f"{plain}/referee/app/#/settings")
        page.get_by_text("this address is not https").wait_for()
        assert page.evaluate("!isSecureContext && !('serviceWorker' in navigator)")
    finally:
        context.close()


def _key_of(pem: Path) -> str:
    """As Chromium is told of a key: what a tablet learns by installing the authority."""
    text = pem.read_bytes()
    certificate = x509.load_pem_x509_certificate(text[text.index(b"-----BEGIN CERT") :])
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(key).digest()).decode()
