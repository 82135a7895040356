"""What a request takes with room for its calls in one piece of memory, and without.

    python -m bench.room            measures, writes its part of bench/RESULTS.md
    python -m bench.room --print    prints only
    python -m bench.room --json     the figures as JSON

The same application, asked in turns by two pools of one thread: as it is served, and with a frame
as small as Python makes it. Processor time of this process, SQLite: how much work there is,
whatever the machine is doing beside.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any

from bench.in_turn import ACTIONS, OTHER, PLAIN, InTurn
from bench.parts import options, told, where_and_when

EACH = 60


@dataclass(frozen=True)
class Figures:
    """Request → milliseconds of processor, the median without room and with it."""

    found: dict[str, tuple[float, float]]
    where: str


Ask = Callable[[str, bytes, str], tuple[float, bytes]]
"""Address, body, token → milliseconds of processor, and the answer."""


def measure() -> Figures:
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    from bench.hands import TABLES
    from config.threads import InThreads
    from tournament.matches.models import Match

    class Bare(InThreads):
        """Without room: the function's own code, as it was compiled."""

        def _ask(self, environ: Any, put: Any) -> None:
            try:
                self._answer(environ, put)
            except BaseException as error:
                put(error)
            else:
                put(None)

    application = get_wsgi_application()
    call_command("migrate", verbosity=0)
    with redirect_stdout(io.StringIO()) as said:
        exec(TABLES.format(tablets=2), {})
    matches = json.loads(said.getvalue().strip().splitlines()[-1])
    pools = [_asking(kind(application, threads=1)) for kind in (Bare, InThreads)]
    found: dict[str, list[list[float]]] = {}
    for pool, (match, token) in enumerate(matches):
        slug = Match.objects.select_related("tournament").get(pk=match).tournament.slug
        paths = {
            "a bracket": f"/t/{slug}/",
            "standings": f"/t/{slug}/standings/",
            "a match with as many hands": f"/t/{slug}/match/{match}/",
        }
        hands = InTurn(match, "r")
        for _time in range(EACH):
            for name, path in paths.items():
                for turn in (pool, 1 - pool):
                    spent = pools[turn](path, b"", "")[0]
                    found.setdefault(name, [[], []])[turn].append(spent)
            for turn in (pool, 1 - pool):
                spent = _saved(hands, pools[turn], token)
                found.setdefault("a hand saved by a tablet", [[], []])[turn].append(spent)
    medians = {
        name: (round(statistics.median(bare), 2), round(statistics.median(roomy), 2))
        for name, (bare, roomy) in found.items()
    }
    return Figures(medians, where_and_when())


def _saved(hands: InTurn, ask: Ask, token: str) -> float:
    """Milliseconds of processor for the next hand."""
    spent, answer = ask(ACTIONS, hands.body(PLAIN if hands.sent % 2 else OTHER), token)
    hands.hear(answer)
    return spent


def _asking(pool: Any) -> Ask:
    def ask(path: str, body: bytes, token: str) -> tuple[float, bytes]:
        headers = [(b"host", b"localhost"), (b"content-length", str(len(body)).encode())]
        if token:
            headers.append((b"authorization", f"Device {token}".encode()))
            headers.append((b"content-type", b"application/json"))
        scope = {
            "type": "http", "http_version": "1.1", "method": "POST" if body else "GET",
            "path": path, "query_string": b"", "scheme": "http", "headers": headers,
            "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        }  # fmt: skip
        answer: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            answer.append(message)

        began = time.process_time()
        asyncio.run(pool(scope, receive, send))
        spent = 1_000 * (time.process_time() - began)
        whole = b"".join(one.get("body", b"") for one in answer)
        if answer[0]["status"] != 200:
            raise SystemExit(f"{path}: {answer[0]['status']} {whole[:300]!r}")
        return spent, whole

    return ask


def report(found: Figures) -> str:
    lines = [
        f"`python -m bench.room`, {found.where}. Milliseconds of processor, medians of {2 * EACH}, "
        "in turns: with the frames of a request in pieces of 16 KB, and in one piece.",
        "",
        "| a request | pieces | one piece | |",
        "|---|--:|--:|--:|",
        *(
            f"| {name} | {bare:.2f} | {roomy:.2f} | {100 * (roomy / bare - 1):+.0f} % |"
            for name, (bare, roomy) in found.found.items()
        ),
    ]
    return "\n".join(lines)


def main() -> None:
    chosen = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{folder}/mus.sqlite3",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        import django

        django.setup()
        figures = measure()
    told(chosen, "room", figures, report(figures))


if __name__ == "__main__":
    main()
