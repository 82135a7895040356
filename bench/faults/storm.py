"""A storm of hands: tablets that send until they have a definite answer, as the real ones do."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bench.hands import TABLES, hands_of

STORED = """
import json
from scoring.models import Hand
from tournament.championship.models import Tournament
from tournament.log.queries.log import verify_log
keys = list(Hand.objects.exclude(key="").values_list("key", flat=True))
wrong = [one.slug for one in Tournament.objects.all() if not verify_log(tournament_id=one.pk).ok]
print(json.dumps({"keys": keys, "wrong": wrong}))
"""
TABLES_SCRIPT = TABLES


@dataclass
class Came:
    """What came of a storm. `lost`: acknowledged and not stored; `doubled`: stored twice;
    `wrong`: logs that do not hold together; `answers`: how often each status was given."""

    acknowledged: int
    lost: int
    doubled: int
    wrong: int
    answers: dict[str, int]
    cut: int
    without_retry_after: int

    @property
    def ok(self) -> bool:
        bad = self.lost or self.doubled or self.wrong or self.without_retry_after
        return not bad and not any(int(status) == 500 for status in self.answers)


@dataclass
class Storm:
    """Tablets at `tables` (match, token), sending to any of `ports`."""

    ports: list[int]
    tables: list[Any]
    acknowledged: set[str] = field(default_factory=set)
    answers: Counter[int] = field(default_factory=Counter)
    cut: int = 0
    without_retry_after: int = 0

    def __post_init__(self) -> None:
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._tablet, args=(number, *table), daemon=True)
            for number, table in enumerate(self.tables)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def until(self, acknowledged: int, seconds: float = 60) -> None:
        """Waits for so many hands, or until every match is over. Raises TimeoutError."""
        end = time.monotonic() + seconds
        while len(self.acknowledged) < acknowledged and any(t.is_alive() for t in self._threads):
            if time.monotonic() > end:
                said = dict(self.answers)
                raise TimeoutError(f"{len(self.acknowledged)} of {acknowledged} hands; {said}")
            time.sleep(0.02)

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(30)

    def compared(self, stored: dict[str, Any]) -> Came:
        """What was acknowledged beside what is stored: `STORED`, run in the installation."""
        times = Counter(stored["keys"])
        return Came(
            acknowledged=len(self.acknowledged),
            lost=len(self.acknowledged - set(times)),
            doubled=sum(count > 1 for count in times.values()),
            wrong=len(stored["wrong"]),
            answers={str(status): count for status, count in sorted(self.answers.items())},
            cut=self.cut,
            without_retry_after=self.without_retry_after,
        )

    def _tablet(self, number: int, match: int, token: str) -> None:
        for method, path, headers, body in hands_of(0, match, token):
            key = json.loads(body)["actions"][0]["key"]
            while not self._over.is_set():
                outcome = self._sent(number, method, path, headers, body)
                if outcome == "applied":
                    self.acknowledged.add(key)
                    break
                if outcome:  # the match is over
                    return
                time.sleep(0.05 + random.random() / 10)
            if self._over.is_set():
                return

    def _sent(
        self, number: int, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> str:
        """The outcome of the action; "" when nobody answered, or not definitely."""
        port = random.choice(self.ports)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            told = answer.read()
        except (OSError, http.client.HTTPException):
            self.cut += 1
            return ""
        finally:
            connection.close()
        self.answers[answer.status] += 1
        if answer.status == 503 and not answer.headers.get("Retry-After"):
            self.without_retry_after += 1
        if answer.status != 200:
            return ""
        result: dict[str, Any] = json.loads(told)["results"][0]
        if result["outcome"] in ("applied", "repeated"):
            return "applied"
        return str(result["outcome"])
