"""A season as one story, through pages and API: tournaments of several organizers, a league over
weeks, a final by qualifiers, a correction after the fact and an erasure; each act of the circuit is
taken back and done again. Ranking and ratings follow from the files of the tournaments alone."""

import json
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.proof.services.files import rebuild
from season.models import Circuit, CircuitEvent
from tests.api.conftest import Api
from tests.night import of_many, seed_of
from tests.tampering.trials import forget_everything
from tests.tournament import play
from tournament.log.rules.events import ERASED

TOURNAMENTS = of_many(2, nightly=30)
ORGANIZERS = of_many(2, nightly=10)
ENTERED = of_many(4, nightly=16)
WEEKS = of_many(4, nightly=14)
"""The last one is for what was postponed; as many pairs play in the league."""
POOL = tuple(f"Player {n}, Partner {n}, Bar {n % 3}" for n in range(1, 2 * ENTERED + 1))
ALIAS = "Player Last, Partner Last"
SETTINGS = {
    "name": "Coast Circuit", "points": "1: 100\n2: 70\n3-4: 40", "taking_part": 5,
    "best_of": of_many(2, nightly=8),
}  # fmt: skip
HOME = "/circuits/coast-circuit/"
PAGES = "/organizer/circuits/c/coast-circuit/"


class Organizer:
    """Somebody with an account: a browser, and programs that speak to the API as the same."""

    def __init__(self, name: str) -> None:
        self.user = User.objects.create_user(name)
        self.browser = Client(headers={"accept-language": "en"})
        self.browser.force_login(self.user)
        self.api = Api(self.browser)

    def does(self, path: str, body: Any = None, method: str = "POST") -> Any:
        """What the API answers to an act, or to a question."""
        answer = self.api.ask(method, path, body)
        assert answer.status_code < 300, (path, answer.content)
        return answer.json() if answer.content else None

    def reads(self, path: str) -> Any:
        return self.does(path, method="GET")

    def presses(self, address: str, **fields: Any) -> str:
        """What the page says after a form is sent or a button pressed."""
        answer = self.browser.post(address, fields, follow=True)
        assert answer.redirect_chain, answer.content.decode()
        html = answer.content.decode()
        assert "notice--bad" not in html, html
        return html

    def holds(self, name: str, entered: tuple[str, ...], day: int, **fields: Any) -> str:
        """A tournament of these pairs, drawn; its slug."""
        starts = (play.NOON + timedelta(days=day)).isoformat()
        made = self.does("/tournaments/", {"name": name, "starts_at": starts, **fields})
        home = f"/tournaments/{made['slug']}/"
        if entered:
            self.does(f"{home}pairs/bulk/", {"text": "\n".join(entered)})
            self.does(f"{home}draw/", {"seed": name})
        return str(made["slug"])


class Season:
    """The organizers, dice, and the tournaments of the circuit."""

    def __init__(self) -> None:
        self.dice = Random(seed_of(7))
        self.organizers = [Organizer(f"club{n}") for n in range(ORGANIZERS)]
        self.runner = self.organizers[0]
        self.slugs: list[str] = []
        self.runner.does("/circuits/", {**SETTINGS, "name": "Coast"})
        assert self.runner.does("/circuits/coast/remove/") is None
        self.runner.does("/circuits/", SETTINGS)

    def play(self, by: Organizer, slug: str) -> None:
        """Every match to the end, with the dice's results."""
        home = f"/tournaments/{slug}/matches/"
        while ready := by.reads(f"{home}?status=ready"):
            for match in ready:
                wins = match["wins_needed"]
                lost = self.dice.randrange(wins)
                games = [wins, lost] if self.dice.random() < 0.6 else [lost, wins]
                by.does(f"{home}{match['id']}/result/", {"games": games})
        first = [one for one in by.reads(f"/tournaments/{slug}/standings/") if one["place"] == 1]
        if by.reads(f"/tournaments/{slug}/")["status"] != "finished":  # a tie for the title (T9)
            order = ", ".join(str(one["pair"]["number"]) for one in first)
            by.does(f"/tournaments/{slug}/ties/", {"how": "lot", "order": order, "reason": "a hat"})
        assert by.reads(f"/tournaments/{slug}/")["status"] == "finished"

    def joins(self, by: Organizer, slug: str) -> None:
        """The organizer offers it, and those who run the circuit take it in."""
        which = {"tournament": slug}
        by.does(f"{HOME}offer/", which)
        if by is not self.runner:
            by.does(f"{HOME}withdraw-offer/", which)
            by.does(f"{HOME}offer/", which)
            self.runner.does(f"{HOME}take-in/", which)
            self.runner.does(f"{HOME}take-out/", which)
            assert "offered" in self.runner.browser.get(PAGES).content.decode()
            pk = by.reads(f"/tournaments/{slug}/")["id"]
            self.runner.presses(f"{PAGES}take-in/", tournament=pk)
        self.slugs.append(slug)

    def told(self, slug: str = "coast-circuit") -> dict[str, Any]:
        """All that everybody reads of a circuit, without the ids of this database."""
        home = f"/circuits/{slug}/"
        whole = self.runner.reads(f"{home}?page_size=100")
        rated = self.runner.reads(f"{home}ratings/?page_size=100")
        lines = whole["ranking"]["results"]
        assert whole["ranking"]["pages"] == rated["ratings"]["pages"] == 1
        for row in (*lines, *rated["ratings"]["results"]):
            row["person"].pop("key")
        for one in (one for row in lines for one in row["results"]):
            one.pop("entry")
        for one in whole["tournaments"]:
            one.pop("id")
        return {"tournaments": whole["tournaments"], "ranking": lines, **rated}


def a_league(season: Season) -> None:
    """A league over weeks: a match by agreement, one postponed, one not played, the rest."""
    by = season.organizers[-1]
    few = (*POOL[: WEEKS - 1], ALIAS)
    options = {"format": "round_robin", "format_options": {"any_order": True}}
    slug = by.holds("Winter League", few, 90, **options)
    home = f"/tournaments/{slug}/"
    by.does(f"{home}results/terms/", {"entered_by": "pairs"}, method="PUT")
    now = timezone.now().replace(microsecond=0)
    *days, last = [(now + timedelta(days=7 * n)).isoformat() for n in range(WEEKS)]
    by.does(f"{home}match-days/", {"days": days}, method="PUT")
    matches = by.reads(f"{home}matches/")
    missed = next(one for one in matches if one["round"] == 1)
    late = next(one for one in matches if one["round"] == len(days))
    agreed = next(one for one in matches if one["round"] == 2)

    # Taken back, and said again.
    postponed = f"{home}matches/{late['id']}/postpone/"
    for until in (last, None, last):
        by.does(postponed, {"until": until, "reason": "snow"} if until else {"until": None})
    links = {row["pair_id"]: row["link"] for row in by.reads(f"{home}results/links/")}
    a, b = (f"/our-result/{links[agreed[side]['id']]}/" for side in ("pair_a", "pair_b"))
    meeting = {
        "match": agreed["id"], "at": (now + timedelta(days=2)).isoformat(), "venue": "Casino",
    }  # fmt: skip
    anyone = Api(Client())
    for link, act, body in (
        (a, "propose/", meeting), (b, "accept/", meeting),
        (a, "call-off/", {"match": agreed["id"]}),
        (b, "propose/", meeting), (a, "accept/", meeting),
    ):  # fmt: skip
        assert anyone.post(f"{link}{act}", body).status_code == 200, (act, body)
    assert "Casino" in by.browser.get(reverse("public:match-days", args=[slug])).content.decode()
    # They have played it sooner: without the appointment its week counts, which has begun.
    said = {"match": agreed["id"], "games": [agreed["wins_needed"], 0]}
    assert anyone.post(f"{a}say/", said).json()["errors"][0]["code"] == "too_early"
    assert anyone.post(f"{a}call-off/", {"match": agreed["id"]}).status_code == 200
    for link, act in ((a, "say/"), (b, "say/")):
        assert anyone.post(f"{link}{act}", said).status_code == 200

    # By now the first match day is over: nobody came, which is taken back and entered again.
    of_missed = f"{home}matches/{missed['id']}/"
    for act, body in (
        ("not-played/", {"loses": "A", "reason": "nobody came"}),
        ("reopen/", {"reason": "they came late"}),
        ("not-played/", {"loses": "both", "reason": "nobody came"}),
    ):
        by.does(f"{of_missed}{act}", body)
    season.play(by, slug)
    season.joins(by, slug)


def two_are_the_same(season: Season) -> None:
    """A pair that played the league under another name, by the word of those who run it: on the
    page, taken back there, and by the API."""
    runner = season.runner
    people = runner.reads(f"{HOME}people/")["people"]
    keys = {one["person"]["name"]: one["person"]["key"] for one in people}
    # Somebody of a cup who is not in the league, where the other name plays.
    other = next(name for name in map(_named, POOL[WEEKS - 1 :]) if name in keys)
    both = {"one": keys[_named(ALIAS)], "other": keys[other]}
    before = season.told()
    runner.presses(f"{PAGES}people/merge/", **both)
    assert season.told() != before
    (merge,) = runner.reads(f"{HOME}people/")["merges"]
    runner.presses(reverse("circuits:split", args=["coast-circuit", merge["id"]]))
    assert season.told() == before
    runner.does(f"{HOME}people/merge/", both)


def a_player_is_known(season: Season) -> None:
    """An account says who it is by the link of a pair, is confirmed, is not named, and is again."""
    by, slug = season.organizers[-1], season.slugs[-1]
    link = by.reads(f"/tournaments/{slug}/results/links/")[0]["link"]
    player, before = Organizer("player"), season.told()
    player.does("/me/claims/", {"link": link, "seat": 1})
    (claim,) = season.runner.reads(f"{HOME}claims/")
    season.runner.presses(reverse("circuits:confirm_claim", args=["coast-circuit", claim["id"]]))
    assert player.reads("/me/")[0]["results"]
    private = f"/me/claims/{claim['id']}/private/"
    player.does(private, {"is_private": True})
    assert ERASED in str(season.told()["ranking"])
    player.does(private, {"is_private": False})
    season.runner.does(f"{HOME}claims/{claim['id']}/take-back/")
    player.presses(reverse("circuits:withdraw_claim", args=[claim["id"]]))
    assert season.told() == before


def a_final(season: Season) -> None:
    """The first of the ranking, entered in one step, and played."""
    by = season.runner
    slug = by.holds("The Final", (), 200)
    wanted = {"tournament": slug, "first": 4}
    shown = by.does(f"{HOME}qualifiers/", wanted)
    page = by.browser.get(f"{PAGES}qualifiers/", {
        "tournament": by.reads(f"/tournaments/{slug}/")["id"], "first": 4,
    }).content.decode()  # fmt: skip
    assert all(name in page for name in shown["names"])
    entered = by.does(f"{HOME}qualifiers/", {**wanted, "seen": shown["seen"]})
    assert entered["entering"] == len(by.reads(f"/tournaments/{slug}/pairs/")) >= 4
    by.does(f"/tournaments/{slug}/draw/", {"seed": "other"})
    by.does(f"/tournaments/{slug}/draw/undo/", {"reason": "a seed by the public"})
    by.does(f"/tournaments/{slug}/draw/", {"seed": "final"})
    season.play(by, slug)
    season.joins(by, slug)


def corrected(season: Season) -> None:
    """A final of the first tournament was misread: the ranking changes, and says why."""
    slug, by = season.slugs[0], season.runner
    final = max(by.reads(f"/tournaments/{slug}/matches/"), key=lambda one: one["round"])
    address = f"/tournaments/{slug}/matches/{final['id']}/replace-result/"
    games = [final["games_a"], final["games_b"]]
    before = season.told()
    for those in (games[::-1], games, games[::-1]):
        by.does(address, {"games": those, "reason": "misread"})
    after = season.told()
    assert after["ranking"] != before["ranking"]
    kinds = [one["kind"] for one in after["tournaments"][0]["corrections"]]
    assert kinds == ["match.replaced"] * 3
    page = Client(headers={"accept-language": "en"}).get("/circuits/coast-circuit/")
    assert "A result was replaced: misread" in page.content.decode()


def erased(season: Season) -> None:
    """A player of the first tournament asks for it, and the organizer erases the name."""
    slug = season.slugs[0]
    name = season.runner.reads(f"/tournaments/{slug}/pairs/")[0]["player_1"]
    season.runner.presses(
        reverse("organizer:erase_names", args=[slug]),
        words=name, asked_by="person", reason="asked", sure="on",
    )  # fmt: skip
    assert any(ERASED in row["person"]["name"] for row in season.told()["ranking"])


def rebuilt(season: Season) -> dict[str, Any]:
    """The same from nothing but the public files of the tournaments and that of the circuit, in a
    database without anything."""
    anyone = Client()
    files = [
        b"".join(anyone.get(reverse("public:tournament-file", args=[slug])))
        for slug in season.slugs
    ]
    address = reverse("circuits:circuit_file", args=["coast-circuit"])
    carried = season.runner.browser.get(address).content
    CircuitEvent.objects.all().delete()
    Circuit.objects.all().delete()
    forget_everything()
    operator = Organizer("operator")
    User.objects.filter(pk=operator.user.pk).update(is_superuser=True)
    text = {"text": carried.decode()}
    assert operator.api.post("/circuit-files/", text).json()["errors"][0]["code"] == (
        "missing_tournaments"
    )
    for content in files:
        rebuild(content=content)
    operator.presses(
        reverse("circuits:bring_in"), file=SimpleUploadedFile("coast.muscircuit", carried)
    )
    again = Circuit.objects.get()
    read = json.loads(carried)
    address = reverse("circuits:circuit_file", args=[again.slug])
    written = json.loads(operator.browser.get(address).content)
    (beginning,) = written["log"]
    assert beginning["data"]["head"] == read["log"][-1]["hash"]
    of_its_own = {part: written[part] for part in ("log", "head")}
    assert written == {**read, **of_its_own}, "and it is written the same again"
    season.runner = operator
    return season.told(again.slug)


def _named(line: str) -> str:
    return " – ".join(line.split(", ")[:2])


@pytest.mark.django_db
def test_ranking_and_ratings_of_a_season_follow_from_the_files_of_its_tournaments():
    season = Season()
    for number in range(TOURNAMENTS):
        by = season.organizers[number % ORGANIZERS]
        slug = by.holds(f"Cup {number}", tuple(season.dice.sample(POOL, ENTERED)), number)
        season.play(by, slug)
        season.joins(by, slug)
    a_league(season)
    a_player_is_known(season)
    two_are_the_same(season)
    a_final(season)
    corrected(season)
    erased(season)
    before = season.told()
    assert rebuilt(season) == before
