"""How fast what everybody reads leaves, and how soon a hand is on every open page.

    python -m bench.reads            measures, writes its part of bench/RESULTS.md
    python -m bench.reads --print    measures and only prints

Reads: requests a second by `wrk` (one thread, eight connections, three seconds), three runs, each
address alternating with its floor in the same run: a Django view that returns as many bytes from
memory, on the same server through the same WSGI bridge. Behind nginx with the file of deploy/, over
TLS: the floor is a file of as many bytes that nginx serves. After a hand: a hundred readers ask for
the page of its match at once.
"""

import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.parts import database, manage, options, publish, server, where_and_when
from tests.deploy.test_proxies import nginx
from tests.servers import free_port
from web.lan.certificates import server as certificate_of
from web.lan.files import Files

RUNS, SECONDS, READERS = 3, 3, 100
GZIP = "Accept-Encoding: gzip"
"""What every browser asks for; the floor sends as many bytes as then come."""

FLOOR = """
import os
from a2wsgi import WSGIMiddleware
from django.conf import settings
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x" * 50, MIDDLEWARE=[])
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
BODIES = {}
def body(request, size):
    return HttpResponse(BODIES.setdefault(size, b"x" * size))
urlpatterns = [path("", body, {"size": 11_000}), path("<int:size>/", body)]
application = WSGIMiddleware(get_wsgi_application(), workers=4)
"""
MATCH = """
from tests.scoring import table
match = table.a_match(best_of=9)
for _hand in range(18):
    table.record(match, table.plain())
print(match.tournament.slug, match.pk)
"""
HAND = """
import time
from tests.scoring import table
from tournament.models import Match
table.record(table.read(Match.objects.get(pk={match})), table.plain())
"""


@dataclass(frozen=True)
class Rate:
    """Requests a second of one address and of its floor, the median of the runs."""

    path: str
    size: int
    per_second: float
    floor: float


def main() -> None:
    chosen = options(__doc__).parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is needed: apt-get install wrk")
    with tempfile.TemporaryDirectory() as folder:
        publish(chosen, "reads", measured(Path(folder)))


def measured(folder: Path) -> str:
    """The part of RESULTS.md."""
    env = database(folder)
    slug, match = manage(env, "shell", "-v", "0", "-c", MATCH).split()[-2:]
    page = f"/t/{slug}/match/{match}/"
    paths = ("/", f"/t/{slug}/", page, f"/t/{slug}/standings/",
             f"/api/v1/tournaments/{slug}/bracket/")  # fmt: skip
    (folder / "floor.py").write_text(FLOOR)
    with server(env) as site, server(env, start=floor_command, folder=folder) as floor:
        here, there = f"http://127.0.0.1:{site.port}", f"http://127.0.0.1:{floor.port}"
        rates = [rate(path, here, there) for path in paths]
        with proxied(folder, site.port) as proxy:
            for size in {size_of(proxy, path) for path in paths[1:3] if proxy}:
                (folder / f"{size}.bytes").write_bytes(os.urandom(size))
            behind = [rate(path, proxy, proxy) for path in paths[1:3] if proxy]
        seconds = after_a_hand(env, site.port, page, int(match))
    return "\n".join([
        f"{where_and_when()}; median of three runs, alternating with the floor.",
        "",
        "| address, as gzip | bytes | a second | floor of as many bytes | ratio |",
        "|---|---|---|---|---|",
        *(
            f"| `{rate.path}` | {rate.size:,} | {rate.per_second:,.0f} | {rate.floor:,.0f}"
            f" | {rate.per_second / rate.floor:.1f} × |"
            for rate in rates
        ),
        "",
        *(
            f"Behind nginx with the file of `deploy/`, over TLS: `{rate.path}` "
            f"{rate.per_second:,.0f} a second, a file of its {rate.size:,} bytes "
            f"{rate.floor:,.0f}: {rate.per_second / rate.floor:.2f} ×."
            for rate in behind
        ),
        "",
        f"{READERS} readers of one match of 19 hands, asking at once right after its last hand: "
        f"the new page after {statistics.median(seconds):.2f} s in the median, "
        f"{max(seconds):.2f} s for the last.",
    ])  # fmt: skip


def floor_command(*options: str) -> list[str]:
    """The command line of the floor's server."""
    quiet = ("--log-level", "warning", "--no-access-log")
    return [sys.executable, "-m", "uvicorn", "floor:application", *quiet, *options]


@contextmanager
def proxied(folder: Path, site: int) -> Iterator[str]:
    """nginx in front of the site, with files of its own under /<bytes>/; "" where there is none."""
    if shutil.which("nginx") is None:
        yield ""
        return
    port, whole = free_port(), folder / "whole.conf"
    certificate = certificate_of(
        files=Files(folder / "lan"), names=["localhost"], now=datetime.now(UTC)
    )
    command = nginx(folder, port, site, certificate)
    own = (
        f"location ~ ^/[0-9]+/$ {{ gzip off; root {folder}; rewrite ^/(.+)/$ /$1.bytes break; }}"
        "\n    location / {"
    )
    whole.write_text(whole.read_text().replace("location / {", own))
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as proxy:
        time.sleep(1)
        yield f"https://localhost:{port}"
        proxy.terminate()


def rate(path: str, site: str, floor: str) -> Rate:
    size = size_of(site, path)
    both = [(wrk(floor, f"/{size}/"), wrk(site, path)) for _run in range(RUNS)]
    floors, rates = zip(*both, strict=True)
    return Rate(path, size, statistics.median(rates), statistics.median(floors))


def size_of(at: str, path: str) -> int:
    """The bytes of a page as they are sent."""
    process = subprocess.run(_curl(at, path), check=True, capture_output=True, text=True)
    return int(process.stdout)


def wrk(at: str, path: str) -> float:
    command = ["wrk", "-t1", "-c8", f"-d{SECONDS}s", "-H", GZIP, f"{at}{path}"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return next(float(line.split()[1]) for line in output.splitlines() if "Requests/sec" in line)


def after_a_hand(env: dict[str, str], port: int, path: str, match: int) -> list[float]:
    """Seconds until each of READERS has the page with the new hand."""
    before = asyncio.run(fetch(port, path))
    manage(env, "shell", "-v", "0", "-c", HAND.format(match=match))
    return asyncio.run(rush(port, path, before))


async def rush(port: int, path: str, before: bytes) -> list[float]:
    return list(await asyncio.gather(*(until_new(port, path, before) for _one in range(READERS))))


async def until_new(port: int, path: str, before: bytes) -> float:
    began = time.perf_counter()
    while await fetch(port, path) == before:
        await asyncio.sleep(0.01)
    return time.perf_counter() - began


async def fetch(port: int, path: str) -> bytes:
    """The body at `path`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    whole = await reader.read(-1)
    writer.close()
    return whole.partition(b"\r\n\r\n")[2]


def _curl(at: str, path: str) -> list[str]:
    where = ["-o", "/dev/null", "-w", "%{size_download}", "-H", GZIP]
    return ["curl", "-sk", *where, f"{at}{path}"]


if __name__ == "__main__":
    main()
