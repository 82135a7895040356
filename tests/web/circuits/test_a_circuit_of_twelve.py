"""A circuit of 12 tournaments by 4 organizers and its final of 8, from which two decline: through
the pages, and counted by an outsider from the files."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from season.models import Circuit, PublishedRanking
from season.queries.ranking import ranking
from tests.season import seasons
from tests.tournament import play
from tournament.entries.models import Pair
from tournament.matches.services import results

pytestmark = pytest.mark.django_db

PAIRS = [f"Town {n}, Village {n}" for n in range(12)]
POINTS = {1: 100, 2: 70, 3: 40}


def entered(number: int) -> tuple[str, ...]:
    """Four pairs of a tournament: everybody plays four times, and against others each time."""
    return tuple(PAIRS[(number + n) % 12] for n in (0, 1, 4, 6))


def rows(content: bytes) -> Iterator[dict]:
    """The rows of a tournament's file."""
    for line in content.decode().splitlines():
        read = json.loads(line)
        if read["kind"] == "row":
            yield read["data"]


def counted(content: bytes) -> Counter[str]:
    """The points of each pair by the file of a knockout of four: whoever loses in the first round
    is third."""
    found = list(rows(content))
    named = {
        row["id"]: f"{row['player_1']} – {row['player_2']}" for row in found if row["row"] == "pair"
    }
    points: Counter[str] = Counter()
    for match in (row for row in found if row["row"] == "match"):
        sides = {"A": match["pair_a"], "B": match["pair_b"]}
        won = named[sides.pop(match["winner"])]
        (lost,) = (named[pair] for pair in sides.values())
        if match["round"] == 2:
            points[won] += POINTS[1]
            points[lost] += POINTS[2]
        else:
            points[lost] += POINTS[3]
    return points


def test_a_circuit_of_twelve_and_a_final_of_eight_from_which_two_decline(desk, arizkun, in_english):
    organizers = [User.objects.create_user(f"club{n}") for n in range(4)]
    browsers = [Client() for _one in organizers]
    for browser, user in zip(browsers, organizers, strict=True):
        browser.force_login(user)

    def at(name: str, *args: object) -> str:
        return reverse(f"circuits:{name}", args=args)

    settings = {
        "name": "Coast Circuit", "carried_by": "pair", "same_names": "all",
        "points": "1: 100\n2: 70\n3-4: 40", "taking_part": "0", "best_of": "",
    }  # fmt: skip
    desk.post(at("create"), settings)
    coast = Circuit.objects.get()
    home = (coast.slug,)

    # Twelve tournaments, offered by their organizers and admitted.
    cups = []
    for number in range(12):
        owner = organizers[number % 4]
        cup = seasons.cup(
            f"Cup {number}", entered(number), owner=owner, day=7 * number, seed=f"cup {number}"
        )
        offered = {"tournament": cup.pk, "circuit": coast.pk}
        browsers[number % 4].post(at("offer"), offered)
        desk.post(at("take_in", *home), {"tournament": cup.pk})
        cups.append(cup)

    def from_files() -> Counter[str]:
        total: Counter[str] = Counter()
        for cup in cups:
            answer = desk.get(f"/t/{cup.slug}/tournament.mustour")
            total += counted(answer.getvalue())
        return total

    assert seasons.sums(coast) == dict(from_files())

    # January is corrected after the ranking was published.
    desk.post(at("publish_ranking", *home))
    first = play.match(cups[0], 2, 0)
    games = (first.games_b, first.games_a)
    actor = seasons.actor_of(organizers[0])
    results.replace_result(match_id=first.pk, games=games, reason="the sheet", actor=actor)
    page = desk.get(at("desk", *home)).text
    assert "has changed since it was published" in page
    assert "the sheet" in page
    assert "has changed since it was published" in browsers[0].get(at("mine")).text
    assert seasons.sums(coast) == dict(from_files())
    desk.post(at("publish_ranking", *home))
    assert PublishedRanking.objects.count() == 2

    # Eight are invited to the final: the second and the last of them decline.
    final = play.tournament(name="Final", owner=arizkun)
    query = {"first": 8, "tournament": final.pk}
    shown = desk.get(at("qualifiers", *home), query).context["invite"]
    names = [line.person.name for line in ranking(circuit=seasons.view(coast)).lines]
    assert list(shown.names) == names
    desk.post(at("invite", *home), {**query, "seen": shown.seen})

    def invited() -> dict[str, str]:
        found = desk.get(at("invitations", coast.slug, final.pk)).context["final"]
        return {one.name: one.standing for one in found.lines}

    def say(name: str, answer: str) -> None:
        found = desk.get(at("invitations", coast.slug, final.pk)).context["final"]
        (line,) = (one for one in found.lines if one.name == name)
        to = at("answer_invitation", coast.slug, final.pk, line.id)
        desk.post(to, {"answer": answer, "seen": found.seen})

    places = list(invited().values()).count("invited")
    for name, reserve in ((names[1], names[places]), (names[places - 1], names[places + 1])):
        assert f"{reserve} moves up" in desk.get(at("invitations", coast.slug, final.pk)).text
        say(name, "declined")
        assert invited()[reserve] == "invited"
    coming = [name for name, standing in invited().items() if standing == "invited"]
    assert len(coming) == places
    for name in coming:
        say(name, "accepted")
    page = desk.get(at("invitations", coast.slug, final.pk)).text
    seen = re.search(r'name="seen" value="([\d ]+)">\s*<ul', page)
    assert seen
    desk.post(at("enter_invited", coast.slug, final.pk), {"seen": seen[1]})
    assert [
        pair.name for pair in Pair.objects.filter(tournament=final).order_by("number")
    ] == coming
    assert set(invited().values()) <= {"accepted", "declined", "reserve"}
