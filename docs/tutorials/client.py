"""A worked client: a club's list becomes a tournament, and its bracket is followed.

python client.py http://127.0.0.1:8000 TOKEN < pairs.txt

Nothing but Python is needed. The token is made under `/accounts/`, with "Read and write".
"""

from __future__ import annotations

import json
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


class Mus:
    """The API of one installation, as the account of a token."""

    def __init__(self, site: str, token: str) -> None:
        self.site = site.rstrip("/")
        self.token = token
        self._etags: dict[str, tuple[str, Any]] = {}

    def get(self, path: str) -> Any:
        """The answer; asked again it costs next to nothing while nothing has changed."""
        etag, kept = self._etags.get(path, ("", None))
        try:
            answer, headers = self._ask("GET", path, None, {"If-None-Match": etag} if etag else {})
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return kept
            raise
        if etag := headers.get("ETag"):
            self._etags[path] = etag, answer
        return answer

    def post(self, path: str, body: Any) -> Any:
        """The answer. 429 and 503 say how long to wait: nothing was saved, so it is sent again."""
        while True:
            try:
                return self._ask("POST", path, body, {})[0]
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    faults = json.load(error)["errors"]
                    said = "; ".join(f"{fault['path']}: {fault['message']}" for fault in faults)
                    raise SystemExit(f"{path}: {said}") from error
                time.sleep(int(error.headers.get("Retry-After", 5)))

    def events(self, slug: str, after: int) -> Iterator[Any]:
        """All that happened after event number `after`, oldest first. A page has 200 at most."""
        while page := self.get(f"/tournaments/{slug}/events/?after={after}&size=200")["events"]:
            yield from page
            after = page[-1]["number"]

    def _ask(self, method: str, path: str, body: Any, more: dict[str, str]) -> tuple[Any, Any]:
        headers = {"Authorization": f"Token {self.token}", **more}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        url = f"{self.site}/api/v1{path}"
        request = urllib.request.Request(url, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer), answer.headers


def main(site: str, token: str) -> None:
    mus = Mus(site, token)
    cup = mus.post(
        "/tournaments/",
        {"name": "Club cup", "starts_at": "2026-08-15T10:00:00+02:00", "tables": 4},
    )
    at = f"/tournaments/{cup['slug']}"
    mus.post(f"{at}/pairs/bulk/", {"text": sys.stdin.read()})
    mus.post(f"{at}/draw/", {"seed": "the words that the room chose"})
    for match in mus.get(f"{at}/matches/?status=ready"):
        print(match["pair_a"]["name"], "–", match["pair_b"]["name"])
    for event in mus.events(cup["slug"], after=0):
        print(event["number"], event["kind"])


if __name__ == "__main__":
    main(*sys.argv[1:3])
