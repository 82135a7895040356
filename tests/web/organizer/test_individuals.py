"""A day of individuals by its pages: set up, drawn, finished, read by everybody, printed."""

import pytest
from django.urls import reverse

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.draw import services as draw
from tournament.entries.services import departures, pairs
from tournament.formats.regulations import REGULATIONS
from tournament.seatings import services as seatings
from tournament.seatings.models import SeatedRound
from web import words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def day(arizkun):
    """Five players, three at a table, two rounds, in entry."""
    made = play.tournament(
        owner=arizkun, regulation="short-rules", format_options={"seats": 3, "rounds": 2}
    )
    names = "\n".join(f"Jugador de Orio {n}" for n in range(1, 6))
    pairs.enter_list(tournament_id=made.pk, text=names, actor=play.PROGRAM)
    return made


@pytest.fixture
def drawn(day):
    draw.make(tournament_id=day.pk, actor=play.PROGRAM, seed="s")
    return day


def tables_of(day: Tournament, number: int) -> list[list[int]]:
    tables = SeatedRound.objects.get(tournament=day, number=number).tables
    return [one["seats"] for one in tables]


def public(name: str, *args: object) -> str:
    return reverse(f"public:{name}", args=args)


def in_order(seats: list[int]) -> dict[str, str]:
    return {f"place_{player}": str(place) for place, player in enumerate(seats, start=1)}


def test_an_organizer_leads_a_day_from_the_form_to_the_winner(desk, at, client):
    form = {
        "name": "Orio", "starts_at": "2026-11-27T10:00", "tables": 1, "courtesy_minutes": 15,
        "regulation": "short-rules", "format": "individuals", "seats": 3, "rounds": 1,
        "points": "5, 3, 1",
    }  # fmt: skip
    assert desk.post(at("create"), form).status_code == 302
    day = Tournament.objects.get()
    assert day.format_options == {"seats": 3, "rounds": 1, "points": [5, 3, 1]}
    page = desk.get(at("entries", day.slug)).text
    assert "Enter a player" in page
    assert "player_2" not in page
    for number in range(1, 6):
        desk.post(at("enter_pair", day.slug), {"player_1": f"Jugador de Orio {number}"})
    assert "players entered" in desk.get(at("draw", day.slug)).text
    desk.post(at("make_draw", day.slug), {})
    assert "Draw the tables" in desk.get(at("desk", day.slug)).text
    desk.post(at("seat_round", day.slug), {})
    for table, seats in enumerate(tables_of(day, 1), start=1):
        assert "deals first" in desk.get(at("desk", day.slug)).text
        where = at("order_of_finish", day.slug, 1, table)
        assert desk.post(where, {}).status_code == 400
        assert desk.post(where, in_order(seats)).status_code == 302
    day.refresh_from_db()
    assert day.status == "finished"
    assert day.champion.name in desk.get(at("desk", day.slug)).text
    for name in ("bracket", "standings", "pairs", "rules", "log", "tv", "proof", "draw"):
        assert client.get(public(name, day.slug)).status_code == 200
    assert "First places" in client.get(public("standings", day.slug)).text
    assert "5 points" in client.get(public("pair", day.slug, day.champion.number)).text
    for name in ("seats", "standings", "diplomas", "entries"):
        assert desk.get(at("sheet", day.slug, name)).content[:4] == b"%PDF"


def test_places_are_shared_corrected_with_a_reason_and_taken_back(desk, at, drawn):
    seatings.seat(tournament_id=drawn.pk, actor=play.PROGRAM)
    first, second, third = tables_of(drawn, 1)[0]
    where = at("order_of_finish", drawn.slug, 1, 1)
    places = {f"place_{first}": "2", f"place_{second}": "1", f"place_{third}": "2"}
    desk.post(where, places)
    tables = SeatedRound.objects.get().tables
    assert tables[0]["order"] == [[second], sorted((first, third))]
    page = desk.get(where)
    seen = page.context["form"]["seen"].value()
    assert "Correct the result" in page.text
    changed = {**places, f"place_{third}": "3", "seen": seen}
    assert desk.post(where, changed).status_code == 400  # without a reason
    for other in ("1", "9" * 5_000):
        assert desk.post(where, {**changed, "reason": "misread", "seen": other}).status_code == 409
    assert desk.post(where, {**changed, "reason": "misread"}).status_code == 302
    assert SeatedRound.objects.get().tables[0]["order"] == [[second], [first], [third]]
    told = {one.kind: one.number for one in drawn.events.filter(kind__startswith="round.order")}
    entered, corrected = (
        at("undo_act", drawn.slug, told[kind])
        for kind in ("round.order_entered", "round.order_corrected")
    )
    assert corrected in desk.get(at("desk", drawn.slug)).text
    together = {"together": desk.get(entered).context["form"].initial["together"]}
    desk.post(entered, {"reason": "they play on", **together})
    assert SeatedRound.objects.get().tables[0]["order"] is None


def test_whoever_has_left_needs_no_place(desk, at, drawn):
    seatings.seat(tournament_id=drawn.pk, actor=play.PROGRAM)
    gone, *stay = tables_of(drawn, 1)[0]
    departures.withdraw(
        pair_id=drawn.pairs.get(number=gone).pk, actor=play.PROGRAM, reason="gone home"
    )
    where = at("order_of_finish", drawn.slug, 1, 1)
    assert "has left" in desk.get(where).text
    assert desk.post(where, in_order(stay)).status_code == 302


@pytest.mark.parametrize(
    "where",
    [("order_of_finish", 9, 1), ("order_of_finish", 1, 9)],
    ids=str,
)
def test_a_table_that_does_not_exist_is_a_404(desk, at, drawn, where):
    seatings.seat(tournament_id=drawn.pk, actor=play.PROGRAM)
    name, *parts = where
    assert desk.get(at(name, drawn.slug, *parts)).status_code == 404


def test_a_day_of_pairs_has_no_such_pages(desk, at, arizkun):
    cup = play.tournament(entered=4, drawn=True, owner=arizkun)
    assert desk.get(at("order_of_finish", cup.slug, 1, 1)).status_code == 404
    assert desk.get(at("sheet", cup.slug, "seats")).status_code == 404
    assert desk.post(at("seat_round", cup.slug), {}).status_code == 302
    assert not SeatedRound.objects.exists()


def test_the_rules_of_a_day_without_pairs_name_no_match_and_no_partner(client, day):
    text = client.get(public("rules", day.slug)).text
    assert "3 players at a table, or fewer" in text
    assert "The player who first has 40 stones wins the game" in text
    assert "of the regulation, the rules of a hand apply" in text
    assert "the player who made it" in text
    of_pairs = (
        "wins the match", "between partners", "Games to win", "the pair", "A pair", "partner",
        "last game", "late",
    )  # fmt: skip
    body = text.split("<h2>")[1:]
    assert not [words for words in of_pairs for part in body if words in part]


def test_what_only_a_match_can_have_is_offered_to_pairs_alone_and_passed_over(desk, at, day):
    form = desk.get(at("create")).context["form"]
    pairs_alone = {
        rule["field"].name for rule in form.sentences() if "individuals" not in rule["formats"]
    }
    assert {"match_minutes", "last_game_stones", "late_match", "false_words"} <= pairs_alone
    assert not {"kings", "target", "first_hand", "first_mano_by"} & pairs_alone
    tournaments.change(
        tournament_id=day.pk, actor=play.PROGRAM,
        settings={"match_minutes": 60, "target": 30, "late_match": 15},
    )  # fmt: skip
    given = {"name": "Orio", "regulation": "short-rules", "match_minutes": 60, "step": "rules"}
    looked = desk.post(at("create"), given)
    assert "The chosen format does not use this: no effect." in looked.text
    assert "The player who first has 40 stones wins the game" in looked.text
    assert "Who enters the results" not in desk.get(at("change", day.slug)).text
    short = str(words.regulation_means(REGULATIONS["short-rules"]))
    assert "Format: Individuals." in short
    assert "ames to win" not in short


def test_who_leaves_is_a_player_on_the_buttons_and_in_the_log(desk, at, client, drawn):
    seatings.seat(tournament_id=drawn.pk, actor=play.PROGRAM)
    page = desk.get(at("change_pair", drawn.slug, 2)).text
    assert "Withdraw the player" in page
    assert "Disqualify the player" in page
    assert "The points stay" in desk.get(at("withdraw_pair", drawn.slug, 2)).text
    departures.withdraw(pair_id=play.pair(drawn, 2).pk, actor=play.PROGRAM, reason="ill")
    assert "Bring the player back" in desk.get(at("change_pair", drawn.slug, 2)).text
    [table, *_others] = tables_of(drawn, 1)
    order = [[player] for player in table if player != 2]
    seatings.enter_order(tournament_id=drawn.pk, number=1, table=1, order=order, actor=play.PROGRAM)
    log = client.get(public("log", drawn.slug)).text
    assert "A player withdrew" in log
    assert "Players were entered" in log
    assert "round 1 · table 1" in log
    assert "pair" not in log.split("<tbody>")[1].split("</tbody>")[0].replace("/pairs/", "")


def test_the_head_counts_the_players_who_left(desk, at, client, drawn):
    ways = {2: departures.withdraw, 3: departures.disqualify}
    for number, leave in ways.items():
        leave(pair_id=play.pair(drawn, number).pk, actor=play.PROGRAM, reason="gone home")
    for page in (desk.get(at("desk", drawn.slug)), client.get(public("bracket", drawn.slug))):
        assert "5 players, 1 withdrawn, 1 disqualified" in " ".join(page.text.split())
    said = client.get(public("bracket", drawn.slug), headers={"accept-language": "es"}).text
    assert "5 jugadores, 1 baja, 1 descalificado" in " ".join(said.split())


def test_the_keys_and_the_search_of_the_log_have_no_acts_of_matches(desk, at, client, drawn):
    page = desk.get(at("desk", drawn.slug)).text
    keys = page.split('id="keys"')[1]
    for act in ("a late player", "who is here", "players", "big screen"):
        assert f"<dd>{act}</dd>" in keys
    for act in ("match", "appeals", "referees", "rulings", "consolation", "pair"):
        assert act not in keys
    for key in "hlb":
        assert f'data-press="{key}"' in page
    log = client.get(public("log", drawn.slug))
    kinds = dict(log.context["form"].fields["kind"].choices)
    assert {"draw.made", "round.seated", "pair.withdrawn", "pause.announced"} <= kinds.keys()
    of_matches = {"match.finished", "hand.recorded", "tables.count_set", "results.terms_set"}
    assert not of_matches & kinds.keys()
    assert "match" not in log.context["form"].fields
    assert log.context["form"].fields["pair"].label == "Player"


def test_a_pasted_list_is_one_of_players(desk, at, day):
    page = desk.get(at("import_pairs", day.slug)).text
    assert "Each line: player, club, contact." in page
    assert "Player 2" not in page
    box = {"text": "Jugador de Lezo\nJugador de Irun"}
    looked = desk.post(at("import_pairs", day.slug), {**box, "step": "look"}).text
    assert "Paste a list of players" in looked
    assert "2 lines understood" in looked
    assert "Enter these 2 players" in looked
    entered = desk.post(at("import_pairs", day.slug), {**box, "step": "enter"}, follow=True).text
    assert "2 players are in." in entered
    assert "Withdraw the ticked players" in entered


def test_points_are_read_as_people_type_them_and_refused_at_their_field(desk, at, day):
    page = desk.get(at("change", day.slug))
    form = {
        name: one.value() or ""
        for name, one in zip(page.context["form"].fields, page.context["form"], strict=True)
    }
    answer = desk.post(at("change", day.slug), {**form, "points": "1, 2"})
    assert answer.status_code == 400
    assert "the most first" in answer.text
    desk.post(at("change", day.slug), {**form, "points": "7-4-2"})
    day.refresh_from_db()
    assert day.format_options["points"] == [7, 4, 2]
    with pytest.raises(Exception, match="points"):
        tournaments.change(
            tournament_id=day.pk, actor=play.PROGRAM, format_options={"points": [1, 2]}
        )
