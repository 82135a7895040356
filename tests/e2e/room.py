"""A room for the tablet's tests: a server with a drawn tournament, and tablets at its tables."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.servers import Server
from tests.services import expect, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

SETUP = """
import json
from tests.tournament import play
from tournament.models import Match
from tournament.tables.queries import join_tokens
from tournament.matches.services import matches
rooms = []
for _ in range({rooms}):
    made = play.tournament(entered={pairs}, drawn=True, tables={tables}, **{options})
    matches.assign_free_tables(tournament_id=made.pk, actor=play.PROGRAM)
    at = dict(Match.objects.filter(tournament=made, table__isnull=False, round=1)
              .values_list("table__number", "pk"))
    rooms.append([made.pk, made.slug, dict(join_tokens(tournament_id=made.pk)), at])
print(json.dumps(rooms))
"""
HANDS = """
select h.key, g.match_id, g.number, h.number, h.version, h.is_void, h.stones_a, h.stones_b
from scoring_hand h join scoring_game g on g.id = h.game_id
join tournament_match m on m.id = g.match_id where m.tournament_id = {id} order by h.id
"""
RULINGS = """
select r.kind, r.status, r.proposed, r.outcome from scoring_ruling r
join tournament_match m on m.id = r.match_id where m.tournament_id = {id} order by r.id
"""
# A skilled hand's time for one key, without thinking (Card, Moran and Newell 1980: "K").
PRACTISED = 0.28
CARDS = ("7 7 2 A", "3 3 S 2", "R R S A", "C C C 6")


class StoredHand(NamedTuple):
    """One version of a hand, as the database holds it."""

    key: str
    match: int
    game: int
    number: int
    version: int
    is_void: bool
    stones: tuple[int, int]


class Room:
    """A server with one tournament; `matches[n]` is the match at table n."""

    def __init__(self, server: Server, told: list[Any]) -> None:
        self.server = server
        self.id, self.slug, tokens, matches = told
        self.tokens = {int(n): token for n, token in tokens.items()}
        self.matches = {int(n): match for n, match in matches.items()}

    @classmethod
    def several(
        cls, server: Server, rooms: int, *, pairs: int = 4, tables: int = 2, **options: Any
    ) -> list[Room]:
        """Rooms made in one go: starting Django is what takes the time."""
        code = SETUP.format(rooms=rooms, pairs=pairs, tables=tables, options=options)
        made = server.shell(code).strip().splitlines()[-1]
        return [cls(server, told) for told in json.loads(made)]

    @property
    def hands(self) -> list[StoredHand]:
        """Every version of every hand of the tournament, in the order of writing."""
        rows = self._select(HANDS)
        return [
            StoredHand(key, match, game, number, version, bool(void), (a, b))
            for key, match, game, number, version, void, a, b in rows
        ]

    @property
    def stones(self) -> list[tuple[int, int]]:
        return [hand.stones for hand in self.hands]

    def rulings(self, kind: str) -> list[tuple[str, dict[str, Any]]]:
        """Status and content of what waits, or waited, at the desk."""
        rows = self._select(RULINGS)
        return [
            (status, _read(proposed)) for is_kind, status, proposed, _ in rows if is_kind == kind
        ]

    @property
    def became(self) -> list[str]:
        """What became of each rejected action; "open" while it waits at the desk."""
        rows = self._select(RULINGS)
        outcomes = [_read(outcome) or {} for kind, _, _, outcome in rows if kind == "attention"]
        return [outcome.get("became", "open") for outcome in outcomes]

    def match(self, table: int = 1) -> dict[str, Any]:
        names = "status, winner, first_mano, four_kings, games_a, games_b"
        [row] = self._select(
            f"select {names} from tournament_match where id = {self.matches[table]}"
        )
        return dict(zip(names.split(", "), row, strict=True))

    def agreements(self) -> list[dict[str, Any]]:
        """What pairs agreed to here, as the log has it."""
        rows = self._select(
            "select sealed from tournament_event where kind = 'game.confirmed' "
            "and tournament_id = {id} order by number"
        )
        return [_read(told) for (told,) in rows]

    def _select(self, query: str) -> list[Any]:
        url = self.server.env["DATABASE_URL"]
        query = query.format(id=self.id)
        if url.startswith("sqlite"):
            with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20)) as database:
                return database.execute(query).fetchall()
        import psycopg

        with psycopg.connect(url) as connection:
            return connection.execute(query).fetchall()

    def run(self, code: str) -> None:
        self.server.shell(code)

    @property
    def records(self) -> list[dict[str, Any]]:
        """What was entered, hand by hand."""
        asked = (
            "select h.record from scoring_hand h join scoring_game g on g.id = h.game_id"
            " join tournament_match m on m.id = g.match_id where m.tournament_id = {id}"
            " order by h.id"
        )
        return [_read(record) for (record,) in self._select(asked)]

    def new_code(self, table: int) -> None:
        """Another link for a table, as the organizer makes one."""
        code = (
            "from tests.tournament.play import PROGRAM\n"
            "from tournament.tables.queries import join_tokens\n"
            "from tournament.tables.services import tables\n"
            f"tables.rotate(tournament_id={self.id}, number={table}, actor=PROGRAM)\n"
            f"print(dict(join_tokens(tournament_id={self.id}))[{table}])"
        )
        told = self.server.shell(code)
        self.tokens[table] = told.strip().splitlines()[-1]

    @property
    def devices(self) -> list[str]:
        """The names of the devices at the tables, in the order in which they came."""
        asked = (
            "select d.label from tournament_device d join tournament_table t on t.id = d.table_id"
            " where t.tournament_id = {id} order by d.id"
        )
        return [label for (label,) in self._select(asked)]

    def revoke_all(self) -> None:
        self.run(
            "from tournament.models import Device\n"
            "from django.utils import timezone\n"
            f"Device.objects.filter(table__tournament={self.id}).update(revoked_at=timezone.now())"
        )


def _read(value: Any) -> Any:
    """A JSON column: SQLite gives its text, PostgreSQL what it says."""
    return json.loads(value) if isinstance(value, str) else value


class Tablet:
    """One tablet: a browser of its own, and the fingers on it. Counts taps."""

    def __init__(self, context: BrowserContext, room: Room, table: int = 1) -> None:
        self.context, self.room, self.table = context, room, table
        self.faults: list[str] = []
        self.taps = 0
        self.pace = 0.0  # seconds from one tap to the next, at least
        self._tapped = 0.0
        self.page: Page = context.new_page()
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "console",
            lambda said: (
                self.faults.append(said.text)
                if said.type == "error" and "Content Security" in said.text
                else None
            ),
        )

    @property
    def app(self) -> str:
        return f"{self.room.server.url}/referee/app/"

    def open(self) -> Tablet:
        self.page.goto(self.app)
        return self

    def join(self) -> Tablet:
        return self.scan().bind()

    def scan(self) -> Tablet:
        """Opens the link of the table's code."""
        self.page.goto(f"{self.app}#join={self.room.tokens[self.table]}")
        return self

    def bind(self) -> Tablet:
        """Joins, and waits until the answer has come and the form, a panel too, has gone."""
        self.page.get_by_role("button", name="Join the table").click()
        self.page.locator("form.panel").wait_for(state="detached")
        self.page.get_by_text(f"Table {self.table}", exact=True).first.wait_for()
        self.page.locator(".panel, .board").first.wait_for()
        return self

    def ready_offline(self) -> Tablet:
        """Waits until the service worker keeps everything."""
        until(
            self.page,
            "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
            " && (await caches.keys()).length > 0"
            " && Boolean(await caches.match(document.querySelector('meta[name=words]')"
            ".content.replace('words-es', `words-${document.documentElement.lang}`)))",
        )
        return self

    def tap(
        self, name: str, *, exact: bool = True, within: str | None = None, at_once: bool = False
    ) -> None:
        """`at_once`: as a keyboard presses a key, which no cover of a new screen holds up."""
        self.taps += 1
        if (early := self._tapped + self.pace - time.monotonic()) > 0:
            self.page.wait_for_timeout(early * 1000)
        self._tapped = time.monotonic()
        place = self.page.locator(within) if within else self.page
        key = place.get_by_role("button", name=name, exact=exact, disabled=False).first
        if at_once:
            key.dispatch_event("click")
        else:
            key.click()

    def begin(self, mano: int = 0) -> Tablet:
        self.tap("Seat the pairs")
        self.page.locator(f".round__seat--{mano}").click()
        self.tap("Begin the match")
        self.page.locator(".next").wait_for()
        return self

    def type_cards(self, cards: tuple[str, ...] = CARDS) -> None:
        names = {
            "R": "king", "C": "knight", "S": "jack", "7": "seven", "6": "six",
            "5": "five", "4": "four", "3": "three", "2": "two", "A": "ace",
        }  # fmt: skip
        for four in cards:
            for rank in four.split():
                self.tap(f"{rank} {names[rank]}", within=".keys--ranks")
        if "✓" in self.page.locator(".cards__now").inner_text():
            self.tap("Bets ›")
            self.page.locator(".lances").wait_for()

    def save(self) -> None:
        """Has the hand read back, and saves it."""
        self.tap("Review")
        self.tap("Save")

    def quick(self, a: int, b: int) -> None:
        """A hand by its stones alone, quicker than a finger."""
        self.tap("Without cards: stones only", at_once=True)
        for digit in str(a):
            self.tap(digit, within=".keys--digits", at_once=True)
        self.tap("B took", at_once=True)
        for digit in str(b):
            self.tap(digit, within=".keys--digits", at_once=True)
        self.tap("Review", at_once=True)
        self.tap("Save", at_once=True)
        self.page.locator(".board").wait_for()

    def says(self, where: str, *texts: str) -> None:
        """Waits until the place on the screen holds the texts."""
        for text in texts:
            self.page.locator(where, has_text=text).first.wait_for()

    def stands(self, a: int, b: int) -> None:
        """Waits until these are the stones on the board."""
        expect(self.page.locator(".stones__number")).to_have_text([str(a), str(b)])

    def until_confirmed(self) -> None:
        self.page.locator(".delivery--ok").wait_for()

    def has_all(self) -> Tablet:
        """Has looked at a screen that is loaded later, so that the device keeps all of them. By
        itself the app asks for them after the first hand or a minute (tablet/src/loading.js)."""
        where = self.page.evaluate("location.hash")
        self.page.evaluate("location.hash = '#/settings'")
        self.page.locator(".facts").wait_for()
        self.page.evaluate("(where) => { location.hash = where; }", where)
        self.page.locator(".facts").wait_for(state="detached")
        return self

    def goes_offline(self) -> None:
        """Once all that was entered is confirmed, and the whole app is there without network."""
        self.until_confirmed()
        self.ready_offline()
        self.has_all()
        self.context.set_offline(True)

    def comes_back(self) -> None:
        """The network is back, and all that waited is confirmed."""
        self.context.set_offline(False)
        self.until_confirmed()

    def held(self) -> list[dict[str, Any]]:
        """What the outbox holds, read from the browser's own store."""
        held: list[dict[str, Any]] = self.page.evaluate(
            """() => new Promise((resolve, reject) => {
              const opening = indexedDB.open("mus-tablet");
              opening.onerror = () => reject(opening.error);
              opening.onsuccess = () => {
                const db = opening.result;
                const asked = db.transaction("outbox").objectStore("outbox").getAll();
                asked.onsuccess = () => { db.close(); resolve(asked.result); };
              };
            })"""
        )
        return sorted(held, key=lambda item: item["seq"])


@contextmanager
def server_in(folder: Path, *, env: Mapping[str, str] | None = None) -> Iterator[Server]:
    with Server(folder, env=env) as server:
        yield server


@contextmanager
def tablets(chromium: Browser) -> Iterator[Callable[..., Tablet]]:
    """Opens tablets, each in a context of its own; at the end none may have seen an error."""
    opened: list[Tablet] = []

    def another(room: Room, table: int = 1, **options: Any) -> Tablet:
        context = chromium.new_context(
            **{"locale": "en", "viewport": {"width": 360, "height": 740}, **options}
        )
        tablet = Tablet(context, room, table)
        opened.append(tablet)
        return tablet

    try:
        yield another
        faults = [fault for tablet in opened for fault in tablet.faults]
        assert not faults, "\n".join(faults)
    finally:
        for tablet in opened:
            tablet.context.close()
