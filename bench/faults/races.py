"""Two referees enter the same hand at the same moment, at two processes: one is first.

    python -m bench.faults --postgres races --races 1000

One sends as a tablet does, the other by the form of the plain page; each at another process. They
say different stones, so it shows whose hand is kept.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from bench.faults.installation import Installation

HANDS = 38
"""As many hands of one stone as no game of 40 ends by."""
AT_ONCE = 4
HEAD_START, STEP = 0.03, 1.3
"""Seconds that a tablet waits at first, and by how much whoever was first is set back next time."""
CSRF = "a" * 32
MADE = """
import json
from tests.tournament import play
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices
made = []
for _ in range({matches}):
    one = play.tournament(entered=2, drawn=True, tables=1)
    match = play.start(play.match(one, 1, 0), table_number=1)
    link = join_token(Table.objects.get(tournament=one))
    made.append([match.pk, devices.join(token=link)[1], link])
print(json.dumps(made))
"""
STORED = """
import json
from scoring.models import Hand
from tournament.championship.models import Tournament
from tournament.log.queries.log import verify_log
raced = Tournament.objects.filter(matches__in={matches})
wrong = [one.slug for one in raced if not verify_log(tournament_id=one.pk).ok]
hands = Hand.objects.filter(game__match__in={matches})
places = hands.values_list("game__match_id", "game__number", "number")
print(json.dumps([hands.count(), len(set(places)), len(wrong)]))
"""


@dataclass
class Raced:
    """What came of the races. `nobody`, `both`: races with no first, or two; `stored` hands at
    `places`; `wrong`: logs that do not hold; `won`: how often which way was first."""

    races: int
    nobody: int
    both: int
    stored: int
    places: int
    wrong: int
    won: dict[str, int]
    answers: dict[str, int]

    @property
    def ok(self) -> bool:
        once = self.stored == self.places == self.races
        good = all(int(status) < 500 for status in self.answers)
        return once and good and not (self.nobody or self.both or self.wrong)


class Referee:
    """A browser or tablet at one match, and at one process."""

    def __init__(self, port: int, answers: Counter[int]) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.answers = answers

    def close(self) -> None:
        self.connection.close()

    def ask(self, path: str, body: bytes, **headers: str) -> tuple[int, bytes, list[str]]:
        self.connection.request("POST", path, body, headers)
        answer = self.connection.getresponse()
        told, cookies = answer.read(), answer.headers.get_all("Set-Cookie") or []
        self.answers[answer.status] += 1
        return answer.status, told, cookies


class Tablet(Referee):
    """Sends what it has to the API."""

    def __init__(self, port: int, answers: Counter[int], match: int, token: str) -> None:
        super().__init__(port, answers)
        self.match = match
        self.headers = {"Authorization": f"Device {token}", "Content-Type": "application/json"}

    def enters(self, number: int) -> bool:
        record: dict[str, Any] = {"quick": {"stones": [1, 0]}}
        action = {
            "key": f"tablet-{self.match}-{number}", "kind": "hand.record", "match": self.match,
            "game": 1, "hand": number, "record": {"mano": 0, **record} if number == 1 else record,
        }  # fmt: skip
        body = json.dumps({"actions": [action]}).encode()
        status, told, _cookies = self.ask("/api/v1/table/actions/", body, **self.headers)
        return status == 200 and json.loads(told)["results"][0]["outcome"] == "applied"


class Browser(Referee):
    """Types the hand into the plain page's form, without scripts."""

    def __init__(self, port: int, answers: Counter[int], match: int, link: str) -> None:
        super().__init__(port, answers)
        self.match = match
        self.headers = {
            "Cookie": f"csrftoken={CSRF}", "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        _status, _told, cookies = self._form(f"/referee/join/{link}/", label="Browser")
        kept = [cookie.partition(";")[0] for cookie in cookies if cookie.startswith("table-")]
        self.headers["Cookie"] += "; " + "; ".join(kept)

    def enters(self, number: int) -> bool:
        typed = {"stones_a": "0", "stones_b": "1", "step": "save", "expected": f"1.{number}"}
        typed |= {"mano": "0"} if number == 1 else {}
        key = f"browser-{self.match}-{number}"
        path = f"/referee/match/{self.match}/quick/"
        return self._form(path, **typed, key=key)[0] == 302

    def _form(self, path: str, **typed: str) -> tuple[int, bytes, list[str]]:
        body = urlencode({**typed, "csrfmiddlewaretoken": CSRF}).encode()
        return self.ask(path, body, **self.headers)


def raced(installation: Installation, races: int) -> Raced:
    """So many races at the first two servers, on as many matches as they need, four at a time."""
    whole, rest = divmod(races, HANDS)
    lengths = [HANDS] * whole + [rest] * bool(rest)
    made = installation.ask(MADE.format(matches=len(lengths)))
    answers: Counter[int] = Counter()
    ports = list(installation.web)[:2]

    def of_match(given: tuple[int, list[Any]]) -> list[tuple[bool, bool]]:
        number, (match, token, link) = given
        one, other = ports if number % 2 else reversed(ports)
        with (
            closing(Tablet(one, answers, match, token)) as tablet,
            closing(Browser(other, answers, match, link)) as browser,
        ):
            races, start = [], HEAD_START
            for hand in range(lengths[number]):
                races.append(_race(tablet, browser, hand + 1, start))
                start = start * STEP if races[-1][0] else start / STEP
            return races

    with ThreadPoolExecutor(AT_ONCE) as pool:
        ended = [race for match in pool.map(of_match, enumerate(made)) for race in match]
    stored = installation.ask(STORED.format(matches=[match for match, *_keys in made]))
    return Raced(
        races=len(ended),
        nobody=sum(not any(race) for race in ended),
        both=sum(all(race) for race in ended),
        stored=stored[0],
        places=stored[1],
        wrong=stored[2],
        won={"tablet": sum(one for one, _ in ended), "form": sum(other for _, other in ended)},
        answers={str(status): count for status, count in sorted(answers.items())},
    )


def _race(tablet: Tablet, browser: Browser, number: int, start: float) -> tuple[bool, bool]:
    gate = threading.Barrier(2)
    found = {}

    def runs(name: str, referee: Tablet | Browser, seconds: float = 0.0) -> None:
        gate.wait(10)
        time.sleep(seconds)
        found[name] = referee.enters(number)

    other = threading.Thread(target=runs, args=("browser", browser))
    other.start()
    # A page asks more before it comes to the lock, and how much longer that takes depends on the
    # machine: the tablet's wait follows it, so that both come at the same time.
    runs("tablet", tablet, random.uniform(0, 2 * start))
    other.join(60)
    return found["tablet"], found["browser"]
