"""T6: a club or bar may enter by its name alone, where the settings say so."""

import json

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from scoring.explain.queries.lines import player_names
from scoring.proof.services.erasing import erase
from scoring.proof.services.files import rebuild, write_file
from tests.refusals import named_faults, refusal
from tests.scoring import table
from tests.tampering.trials import forget_everything
from tests.tournament import play
from tests.tournament.play import PROGRAM, must_hold
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.queries import preview_entries
from tournament.entries.services import pairs
from tournament.log.models import Event
from tournament.log.rules.events import ERASED
from tournament.matches.queries.matches import match_card
from tournament.matches.services import matches
from tournament.signup.queries import waiting_list
from tournament.signup.services.desk import set_terms
from web.seats import players_of

pytestmark = pytest.mark.django_db
CLUBS = {"settings": {"entrants": "clubs"}}


def enter(cup, *names, **fields):
    given = dict(zip(("player_1", "player_2"), names, strict=False))
    return pairs.enter(tournament_id=cup.pk, actor=PROGRAM, **given, **fields)


def test_T6_a_club_enters_by_its_name_beside_pairs():
    cup = play.tournament(**CLUBS)
    bar = enter(cup, "Bar Lezo", club="Lezo")
    two = enter(cup, "Orio", "Aia")
    assert (bar.name, bar.players) == ("Bar Lezo", ("Bar Lezo 1", "Bar Lezo 2"))
    assert two.name == "Orio – Aia"
    assert refusal(enter, cup, "bar lezo") == ("duplicate_pair",)
    enter(cup, "Bar Aia")


def test_T6_without_the_setting_both_players_are_named():
    assert named_faults(enter, play.tournament(), "Bar Lezo") == [("player_2", "required")]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Bar Lezo\nOrio, Aia\n3. Peña Getaria", ["Bar Lezo", "Orio – Aia", "Peña Getaria"]),
        ("Pareja;Club\nBar Lezo;Lezo\nOrio - Aia;Orio", ["Bar Lezo", "Orio – Aia"]),
        ("Jugador 1;Jugador 2;Club\nBar Lezo;;Lezo\nOrio;Aia;Orio", ["Bar Lezo", "Orio – Aia"]),
    ],
)
def test_T6_a_list_names_clubs_and_pairs(text, names):
    cup = play.tournament(**CLUBS)
    preview = preview_entries(tournament_id=cup.pk, text=text)
    assert preview.problems == ()
    pairs.enter_list(tournament_id=cup.pk, text=text, actor=PROGRAM)
    assert [one.name for one in Pair.objects.filter(tournament=cup)] == names
    other = preview_entries(tournament_id=play.tournament().pk, text=text)
    assert [problem.code for problem in other.problems][:1] in (["one_player"], ["required"])


def test_T6_a_day_of_clubs_is_played_on_the_tablet_checked_and_told_again():
    cup = play.tournament(**CLUBS)
    for name in ("Bar Lezo", "Bar Orio", "Peña Aia"):
        enter(cup, name)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    begun = play.start(next(one for one in cup.matches.filter(round=1) if one.pair_b))
    a, b = begun.pair_a.name, begun.pair_b.name
    assert players_of(match_card(match_id=begun.pk)) == {
        "A": (f"{a} 1", f"{a} 2"), "B": (f"{b} 1", f"{b} 2"),
    }  # fmt: skip
    table.record(table.read(begun), table.plain())
    must_hold(cup)
    content = write_file(tournament_id=cup.pk)
    forget_everything()
    rebuilt = rebuild(content=content)
    must_hold(rebuilt)


def test_T6_nobody_of_a_club_alone_is_replaced():
    bar = enter(play.tournament(**CLUBS), "Bar Lezo")
    assert refusal(
        pairs.substitute, pair_id=bar.pk, out=1, player="Aia", reason="ill", actor=PROGRAM
    ) == ("no_players",)


def test_T6_a_club_that_became_a_pair_and_back_is_changed_on_its_page():
    cup = play.tournament(**CLUBS)
    bar = enter(cup, "Bar Lezo")
    named = pairs.change(pair_id=bar.pk, actor=PROGRAM, player_1="Orio", player_2="Aia")
    assert named.name == "Orio – Aia"
    again = pairs.change(pair_id=bar.pk, actor=PROGRAM, player_1="Bar Lezo", player_2="")
    assert again.name == "Bar Lezo"


def test_T6_the_form_asks_for_no_partner_where_clubs_enter(client):
    owner = User.objects.create_user("arizkun")
    client.force_login(owner)
    cup = play.tournament(owner=owner, **CLUBS)
    page = client.get(reverse("organizer:entries", args=[cup.slug])).content.decode()
    assert "club" in page
    sent = client.post(
        reverse("organizer:enter_pair", args=[cup.slug]), {"player_1": "Bar Lezo"}, follow=True
    )
    assert "Bar Lezo" in sent.content.decode()
    listed = client.get(reverse("organizer:import_pairs", args=[cup.slug])).content.decode()
    assert "su nombre en una línea" in listed
    bar = Pair.objects.get(tournament=cup)
    change = client.get(reverse("organizer:change_pair", args=[cup.slug, bar.number]))
    assert reverse("organizer:substitute_player", args=[cup.slug, 1]) not in change.content.decode()


def test_T6_clubs_sign_up_by_their_names_alone_and_wait_apart(client):
    cup = play.tournament(**CLUBS)
    set_terms(tournament_id=cup.pk, is_open=True, cap=2, fee="", note="", actor=PROGRAM)
    address = reverse("pair:sign_up", args=[cup.slug])
    assert "o un club solo" in client.get(address).content.decode()
    for name in ("Bar Lezo", "Bar Aia", "Bar Deba", "Bar Orio"):
        sent = client.post(address, {"player_1": name, "phone": "600 000 000"}, follow=True)
        assert f"<h1>{name}</h1>" in sent.content.decode()
    entered = Pair.objects.filter(tournament=cup)
    assert [pair.name for pair in entered] == ["Bar Lezo", "Bar Aia"]
    assert [one.taken for one in waiting_list(tournament_id=cup.pk)] == [None, None]
    own = sent.request["PATH_INFO"]
    client.post(own, {"player_1": "Peña Orio", "phone": "600 000 000"})
    assert "Peña Orio" in client.get(own).content.decode()


def test_T6_the_API_enters_a_club_alone(client):
    owner = User.objects.create_user("arizkun")
    client.force_login(owner)
    cup = play.tournament(owner=owner, **CLUBS)
    at = f"/api/v1/tournaments/{cup.slug}/pairs/"
    body = json.dumps({"player_1": "Bar Lezo"})
    answer = client.post(at, body, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert (answer.json()["name"], answer.json()["player_2"]) == ("Bar Lezo", "")


@pytest.fixture
def two_bars():
    """A match between two bars, ready to begin."""
    cup = play.tournament(**CLUBS)
    for name in ("Bar Lezo", "Bar Orio"):
        enter(cup, name)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    return play.match(cup, 1, 0)


NAMES = {"A": ["Getaria", "Zarautz"]}


def test_T6_who_plays_is_named_when_the_match_begins_and_stands_in_log_hands_and_file(two_bars):
    begun = play.start(two_bars, names=NAMES)
    b = begun.pair_b.name
    assert players_of(match_card(match_id=begun.pk)) == {
        "A": ("Getaria", "Zarautz"), "B": (f"{b} 1", f"{b} 2"),
    }  # fmt: skip
    assert player_names(begun) == ("Getaria", f"{b} 1", "Zarautz", f"{b} 2")
    event = Event.objects.latest("number")
    assert (event.kind, event.data["names"]) == ("match.started", [["Getaria", "Zarautz"], []])
    must_hold(begun.tournament)
    content = write_file(tournament_id=begun.tournament_id)
    forget_everything()
    rebuilt = rebuild(content=content)
    must_hold(rebuilt)
    assert rebuilt.matches.get().names == [["Getaria", "Zarautz"], []]


def test_T6_a_start_taken_back_forgets_who_played(two_bars):
    begun = play.start(two_bars, names=NAMES)
    matches.take_back_start(match_id=begun.pk, actor=PROGRAM)
    begun.refresh_from_db()
    assert begun.names == []
    must_hold(begun.tournament)
    assert play.start(begun).names == []


def test_T6_names_of_a_clubs_players_can_be_erased(two_bars):
    begun = play.start(two_bars, names=NAMES)
    erase(
        tournament_id=begun.tournament_id,
        words=["Zarautz"],
        asked_by="person",
        reason="wants it",
        actor=PROGRAM,
    )
    begun.refresh_from_db()
    assert begun.names == [["Getaria", ERASED], []]
    must_hold(begun.tournament)


@pytest.mark.parametrize(
    ("names", "field", "code"),
    [
        ({"A": ["Getaria"]}, "names.A", "two_names"),
        ({"A": ["Getaria", "?"]}, "names.A", "no_letter"),
        ({"A": ["Getaria", "getaria"]}, "names.A", "plays_elsewhere"),
        ({"A": ["Getaria", ""], "B": ["", "Getaria"]}, "names.B", "plays_elsewhere"),
        ({"C": ["Getaria", "Aia"]}, "names", "bad_names"),
        (["Getaria", "Aia"], "names", "bad_names"),
    ],
)
def test_T6_what_names_nobody_is_refused(two_bars, names, field, code):
    assert named_faults(play.start, two_bars, names=names) == [(field, code)]


@pytest.mark.parametrize(
    ("names", "stored"),
    [({"A": ["", "Zarautz"]}, [["", "Zarautz"], []]), ({"A": ["", ""], "B": []}, [])],
)
def test_T6_a_club_may_name_one_player_or_none(two_bars, names, stored):
    begun = play.start(two_bars, names=names)
    assert begun.names == stored
    a, second = begun.pair_a.name, "Zarautz" if stored else f"{begun.pair_a.name} 2"
    assert player_names(begun)[::2] == (f"{a} 1", second)
    assert players_of(match_card(match_id=begun.pk))["A"] == (f"{a} 1", second)
    must_hold(begun.tournament)


def test_T6_nobody_plays_for_two_clubs_at_the_same_time():
    cup = play.tournament(**CLUBS)
    for name in ("Bar Lezo", "Bar Orio", "Bar Aia", "Bar Deba"):
        enter(cup, name)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    first, other = play.match(cup, 1, 0), play.match(cup, 1, 1)
    play.start(first, names=NAMES)
    assert refusal(play.start, other, names={"B": ["zarautz", ""]}) == ("plays_elsewhere",)
    play.win(first)
    assert play.start(other, names={"B": ["Zarautz", ""]}).names == [[], ["Zarautz", ""]]


def test_T6_a_pair_with_names_keeps_them():
    drawn = play.match(play.tournament(entered=2, drawn=True), 1, 0)
    assert refusal(play.start, drawn, names=NAMES) == ("not_a_club",)


def test_T6_the_page_asks_who_plays_and_needs_no_answer(client, two_bars):
    client.force_login(User.objects.create_superuser("desk"))
    at = reverse("organizer:start_match", args=[two_bars.tournament.slug, two_bars.pk])
    assert "Bar Lezo 1" in client.get(at).content.decode()
    given = {"first_of_a": 1, "first_of_b": 1, "mano": "A1", "name_b1": "Aia", "name_b2": "Usurbil"}
    assert client.post(at, given).status_code == 302
    two_bars.refresh_from_db()
    assert two_bars.names == [[], ["Aia", "Usurbil"]]


def test_T6_the_name_of_a_club_alone_can_be_erased():
    cup = play.tournament(**CLUBS)
    for name in ("Bar Lezo", "Bar Orio"):
        enter(cup, name)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    erase(tournament_id=cup.pk, words=["Lezo"], asked_by="person", reason="asked", actor=PROGRAM)
    bar = Pair.objects.get(tournament=cup, number=1)
    assert (bar.name, bar.players) == (ERASED, (f"{ERASED} 1", f"{ERASED} 2"))
    must_hold(cup)


def test_T7_the_page_of_a_match_offers_no_substitute_for_a_club_alone(client):
    owner = User.objects.create_user("arizkun")
    client.force_login(owner)
    cup = play.tournament(owner=owner, **CLUBS)
    enter(cup, "Bar Lezo")
    enter(cup, "Orio", "Aia")
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    page = client.get(reverse("organizer:match", args=[cup.slug, play.match(cup, 1, 0).pk]))
    offered = [
        reverse("organizer:substitute_player", args=[cup.slug, one]) in page.content.decode()
        for one in (1, 2)
    ]
    assert offered == [False, True]
