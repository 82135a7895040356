"""What a version of the program says about its database, by its public addresses alone.

It imports nothing of the project, so the same file can be run by the version that made a kept
database and by today's: tests/kept/README.md says how.
"""

import json
import re
from html.parser import HTMLParser
from typing import Any

from django.test import Client

# A word that tells of the day and not of the page's wording: a name of somebody, a number, cards.
DATUM = re.compile(r"\w*\d[\w.:–-]*|[A-ZÁÉÍÓÚÑ][\w’'-]+")
SKIPPED = {"script", "style", "svg", "template"}
EVERY_NTH_HAND = 5


def read(*, hands: bool = True) -> dict[str, Any]:
    """The API's answers and the words of the public pages of every tournament, all in English;
    with the pages of `hands`, or without."""
    client = Client(headers={"accept-language": "en"})
    tournaments = _all(client, "/api/v1/tournaments/")
    return {one["slug"]: _tournament(client, one["slug"], hands) for one in tournaments}


def words_of(html: str) -> str:
    """The text between a page's `<main>` and `</main>`, in one line."""
    text = _Text()
    text.feed(html)
    return " ".join(" ".join(text.parts).split())


ADVICE = re.compile(
    r"Who could meet next .*? The organizers decide\."
    r"|(?:40 mostly|Usually 40); 30 in the Basque championship"
)
"""What is no fact of the day: pairs proposed for the consolation, by the rules of today's version
and kept nowhere, and how many stones are usual elsewhere."""


def data_of(words: str, names: frozenset[str]) -> list[str]:
    """The numbers, cards and names in the words of a page, in alphabetical order."""
    found = (one.strip(".:–-") for one in DATUM.findall(ADVICE.sub("", words)))
    return sorted(one for one in found if any(c.isdigit() for c in one) or one in names)


def names_in(answers: dict[str, Any]) -> frozenset[str]:
    """Every word of the pairs' and players' names."""
    texts = [
        str(pair.get(key, ""))
        for pair in answers["pairs"]
        for key in ("name", "player_1", "player_2")
    ]
    return frozenset(one for text in texts for one in DATUM.findall(text))


def _tournament(client: Client, slug: str, hands: bool) -> dict[str, Any]:
    at = f"/api/v1/tournaments/{slug}/"
    matches = _all(client, f"{at}matches/")
    answers = {
        "tournament": _json(client, at),
        "bracket": _json(client, f"{at}bracket/"),
        "matches": matches,
        "standings": _all(client, f"{at}standings/"),
        "consolation_standings": _all(client, f"{at}consolation/standings/"),
        "pairs": _all(client, f"{at}pairs/"),
        "hands": {str(m["id"]): _json(client, f"{at}matches/{m['id']}/hands/") for m in matches},
        "texts": {str(m["id"]): _read(client, f"{at}matches/{m['id']}/text/") for m in matches},
        "log": [_seal(line) for line in _read(client, f"/t/{slug}/log.jsonl").splitlines()],
    }
    pages = _pages(answers) + (_pages_of_hands(answers) if hands else [])
    return {**answers, "pages": {page: words_of(_read(client, page)) for page in pages}}


def _pages(answers: dict[str, Any]) -> list[str]:
    at = f"/t/{answers['tournament']['slug']}/"
    pages = [
        at,
        *(f"{at}{name}/" for name in ("standings", "consolation", "pairs", "rules", "log")),
    ]
    pages += [f"{at}pairs/{pair['number']}/" for pair in answers["pairs"]]
    return pages + [f"{at}match/{match['id']}/" for match in answers["matches"]]


def _pages_of_hands(answers: dict[str, Any]) -> list[str]:
    at = f"/t/{answers['tournament']['slug']}/"
    pages = [
        f"{at}match/{match['id']}/hand/{hand['game']}/{hand['number']}/"
        for match in answers["matches"]
        for hand in answers["hands"][str(match["id"])]["history"]
    ]
    return pages[::EVERY_NTH_HAND]


def _seal(line: str) -> list[Any]:
    event = json.loads(line)
    return [event["number"], event["kind"], event["hash"]]


def _read(client: Client, address: str) -> str:
    answer = client.get(address)
    if answer.status_code == 404:
        return "404"
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    return b"".join(answer).decode()


def _json(client: Client, address: str) -> Any:
    return json.loads(_read(client, address))


def _all(client: Client, address: str) -> list[Any]:
    """Every item of a list that is answered whole or page by page."""
    found = _json(client, address)
    if isinstance(found, list):
        return found
    items = list(found["results"])
    while found.get("next"):
        found = _json(client, found["next"])
        items += found["results"]
    return items


class _Text(HTMLParser):
    """Collects the text inside `<main>`, without what no reader sees."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._main = False
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._main = self._main or tag == "main"
        if tag in SKIPPED:
            self._skipped.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self._main = False
        if self._skipped and tag == self._skipped[-1]:
            self._skipped.pop()

    def handle_data(self, data: str) -> None:
        if self._main and not self._skipped:
            self.parts.append(data)


if __name__ == "__main__":
    # reading.py FILE [--without-hands]: writes what this version says of its database
    import gzip
    import sys
    from pathlib import Path

    import django

    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    said = json.dumps(
        read(hands="--without-hands" not in sys.argv), ensure_ascii=False, sort_keys=True
    )
    Path(sys.argv[1]).write_bytes(gzip.compress(said.encode(), mtime=0))
