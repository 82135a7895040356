"""How many files and functions of the project a story passes through: what a newcomer must read.

    python -m bench.hops                  this checkout
    python -m bench.hops --at DIR         another checkout of the project, with its own code
    python -m bench.hops --list STORY     the functions in call order, with their lines

Each story is one request over the API, made a second time, so that nothing that is only done once
in a process counts. A function is counted once however often it is called.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("config", "web", "api", "delivery", "scoring", "tournament", "mus")
ENGINE = ("mus/", "scoring/rules/")  # where it is, and where it was before the rooms
APPS = ("scoring/", "tournament/")
HAND: dict[str, Any] = {
    "cards": ["A A 4 4", "R R R 7", "C S 7 4", "S 6 5 4"],
    "declared": {"pares": [True, True, False, False], "juego": [False, True, True, False]},
}
CALLS = [{"by": "A", "call": "envido", "stake": 2}, {"by": "B", "call": "quiero"}]
OTHER_HAND = {**HAND, "bets": {"grande": CALLS}}
RUN = 5


class Call(NamedTuple):
    """The first call of a function: its depth among the project's functions, its length."""

    file: str
    function: str
    depth: int
    lines: int


Story = Callable[[], Any]
Hops = dict[str, list[Call]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", type=Path, default=ROOT)
    parser.add_argument("--list", metavar="STORY", default="")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        print(json.dumps(dict(measured())))
        return
    hops = measure(options.at.resolve())
    print(listed(hops[options.list]) if options.list else table(hops))


def measure(checkout: Path) -> Hops:
    """Story → functions in the order of their calls, of the code in `checkout`."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        env |= {"DATABASE_URL": f"sqlite:///{folder}/mus.sqlite3", "PYTHONPATH": str(checkout)}
        program = (sys.executable, str(Path(__file__).resolve()), "--child")
        for command in ((sys.executable, "manage.py", "migrate", "--verbosity", "0"), program):
            done = subprocess.run(command, cwd=checkout, env=env, capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(done.stderr)
    hops = json.loads(done.stdout.splitlines()[-1])
    return {story: [Call(*call) for call in calls] for story, calls in hops.items()}


def table(hops: Hops) -> str:
    lines = [
        "| one request | files, functions | in the rooms | in the engine |",
        "|---|---|---|---|",
    ]
    for story, calls in hops.items():
        engine = [call for call in calls if call.file.startswith(ENGINE)]
        rooms = [call for call in calls if call.file.startswith(APPS) and call not in engine]
        counts = (
            f"{len({call.file for call in part})}, {len(part)}" for part in (calls, rooms, engine)
        )
        lines.append(f"| {story} | {' | '.join(counts)} |")
    return "\n".join(lines)


def listed(calls: Iterable[Call]) -> str:
    return "\n".join(
        f"{call.lines:4} {'  ' * call.depth}{call.function}    {call.file}" for call in calls
    )


def measured() -> Iterator[tuple[str, list[Call]]]:
    """Each story's name and its calls; runs inside the checkout, under Django."""
    import django

    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    room = Room()
    for name, story in room.stories():
        yield name, watched(story)


def watched(story: Story) -> list[Call]:
    """The first call of each of the project's functions that is called while `story` runs."""
    calls: dict[tuple[str, str], Call] = {}
    here = f"{Path.cwd()}{os.sep}"

    def ours(frame: FrameType) -> str:
        """The file of the frame's function, or "" when it is not the project's."""
        if frame.f_code.co_name.startswith("<") or not frame.f_code.co_filename.startswith(here):
            return ""
        file = frame.f_code.co_filename.removeprefix(here)
        return file if file.split(os.sep)[0] in ROOMS else ""

    def watch(frame: FrameType, event: str, _arg: object) -> None:
        file, code = ours(frame), frame.f_code
        if event != "call" or not file or (file, code.co_qualname) in calls:
            return
        depth, caller = 0, frame.f_back
        while caller is not None:
            depth, caller = depth + bool(ours(caller)), caller.f_back
        last = max(line for _, _, line in code.co_lines() if line)
        lines = last - code.co_firstlineno + 1
        calls[file, code.co_qualname] = Call(file, code.co_qualname, depth, lines)

    sys.setprofile(watch)
    try:
        story()
    finally:
        sys.setprofile(None)
    return list(calls.values())


class Room:
    """A tournament made over the API, with two matches going on and a tablet at each table."""

    def __init__(self) -> None:
        from django.contrib.auth import get_user_model
        from django.test import Client

        self.desk = Client()
        self.desk.force_login(get_user_model().objects.create_user("bench"))
        fields = {"name": "Bench", "starts_at": "2026-11-21T12:00:00Z", "tables": 4}
        self.at = f"/api/v1/tournaments/{self.post('/api/v1/tournaments/', fields)['slug']}/"
        for n in range(1, 9):
            entered = {"player_1": f"Player {n}", "player_2": f"Partner {n}"}
            self.post(f"{self.at}pairs/", entered)
        self.post(f"{self.at}draw/", {"seed": "bench"})
        answer = self.desk.get(f"{self.at}matches/?status=ready").json()
        self.matches = answer if isinstance(answer, list) else answer["results"]
        for table, match in enumerate(self.matches, start=1):
            self.post(f"{self.at}matches/{match['id']}/start/", {"table_number": table})
        self.tablets = [
            self.joined(link) for link in self.desk.get(f"{self.at}tables/links/").json()
        ]

    def joined(self, link: dict[str, Any]) -> str:
        token = link.get("token") or link["url"].rstrip("/").rpartition("/")[2]
        answer: dict[str, Any] = self.post("/api/v1/devices/join/", {"token": token})
        return f"Device {answer['device_token']}"

    def post(self, address: str, body: Any, **headers: str) -> Any:
        answer = self.desk.post(address, body, content_type="application/json", headers=headers)
        if answer.status_code >= 300:
            raise SystemExit(f"{address}: {answer.status_code} {answer.content.decode()}")
        return answer.json() if answer.content else None

    def stories(self) -> Iterator[tuple[str, Story]]:
        one, other, third, last = (f"{self.at}matches/{match['id']}/" for match in self.matches)
        corrected = {"record": OTHER_HAND, "reason": "read wrongly"}
        pairs = [match["pair_a"]["id"] for match in self.matches]
        gone = {"reason": "unwell"}
        self.post(f"{one}hands/", {"record": HAND})
        yield "a hand saved over the API", lambda: self.post(f"{one}hands/", {"record": HAND})
        self.post(f"{one}games/1/hands/1/correct/", corrected)
        self.post(f"{one}hands/", {"record": HAND})
        yield "a hand corrected", lambda: self.post(f"{one}games/1/hands/2/correct/", corrected)
        self.post(f"{one}hands/undo/", {"game": 1, "hand": 3, "reason": "twice"})
        self.post(f"{other}hands/", {"record": HAND})
        undo = {"game": 1, "hand": 1, "reason": "twice"}
        yield "a hand taken back", lambda: self.post(f"{other}hands/undo/", undo)
        self.send(2, third, "w")
        yield f"a tablet's run of {RUN} hands", lambda: self.send(3, last, "r")
        self.post(f"{self.at}pairs/{pairs[0]}/withdraw/", gone)
        yield "a pair withdrawn", lambda: self.post(f"{self.at}pairs/{pairs[1]}/withdraw/", gone)

    def send(self, table: int, match: str, key: str) -> None:
        """A run of hands from a tablet, all new to the server."""
        number = int(match.rstrip("/").rpartition("/")[2])
        actions = [
            {
                "key": f"{key}{n}",
                "kind": "hand.record",
                "match": number,
                "game": 1,
                "hand": n,
                "record": HAND,
            }
            for n in range(1, RUN + 1)
        ]
        answer = self.post(
            "/api/v1/table/actions/", {"actions": actions}, authorization=self.tablets[table]
        )
        outcomes = {result["outcome"] for result in answer["results"]}
        if outcomes != {"applied"}:
            raise SystemExit(f"the run was not applied: {answer['results']}")


if __name__ == "__main__":
    main()
