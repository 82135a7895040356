"""The paper of a day by each regulation at hand says its lengths, its stones and its kings."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import override

from tests.scoring.commands.test_simulate import simulate
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.consolation import services as consolation
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.formats.regulations import REGULATIONS, best_of_wins
from tournament.matches.models import Match
from tournament.matches.services import results
from web.paper import acta, flow, wall
from web.paper.pen import Pen

pytestmark = pytest.mark.django_db


@pytest.fixture
def printed(client, monkeypatch):
    """Prints a sheet in English for an organizer; returns what is written on it."""
    texts: list[str] = []
    paragraph, text = flow.paragraph, Pen.text

    def noted(words, *style, **how):
        texts.append(str(words))
        return paragraph(words, *style, **how)

    for module in (flow, acta, wall):
        monkeypatch.setattr(module, "paragraph", noted)
    monkeypatch.setattr(
        Pen, "text", lambda pen, x, y, words, **how: texts.append(str(words))
        or text(pen, x, y, words, **how),
    )  # fmt: skip
    client.force_login(User.objects.create_superuser("desk"))

    def sheet(name: str, *arguments: object, **query: str) -> list[str]:
        texts.clear()
        address = reverse(f"organizer:{name}", args=arguments)
        assert client.get(address, {"language": "en", **query}).content.startswith(b"%PDF-")
        return [*texts]

    return sheet


@pytest.mark.sampled(8)
@pytest.mark.parametrize("key", [one for one in REGULATIONS if one != "short-rules"])
def test_T1_the_paper_of_a_regulation_says_what_it_says(key, printed):
    regulation = REGULATIONS[key]
    simulate("--regulation", key, "--pairs", "8", "--seed", "3", "--results-only")
    cup = Tournament.objects.get()
    length = f"best of {regulation.best_of(8, {})}"
    kings = {4: "four kings", 8: "eight kings"}[regulation.kings]
    pack = " · without twos" if regulation.ruleset.without_twos else ""
    other = regulation.last_game({})
    stones = f"{regulation.target} stones" + (f" · the last game to {other}" if other else "")
    rules = f"{length} · to {stones} · {kings}{pack}"

    on_the_wall = " ".join(printed("sheet", cup.slug, "bracket"))
    assert rules in on_the_wall
    assert cup.champion.player_1 in on_the_wall
    final = regulation.final_games_to_win
    last = rf"Final( A)? · best of {best_of_wins(final or 1)}\b"
    assert final is None or re.search(last, on_the_wall)
    for name in ("entries", "standings"):
        assert any(rules in text for text in printed("sheet", cup.slug, name))

    for match in Match.objects.filter(tournament=cup).exclude(ended_by="bye"):
        sheet = printed("acta", cup.slug, match.pk)
        agreed = "four kings" if match.four_kings else kings
        own = f"best of {match.best_of} · to {stones} · {agreed}{pack}"
        assert any(own in text for text in sheet)
        assert match.pair_a.name in sheet

    diplomas = printed("sheet", cup.slug, "diplomas")
    assert diplomas.count("Champion") == diplomas.count("Runner-up") == 1
    assert cup.champion.player_1 in diplomas
    thirds = diplomas.count("Third place") + diplomas.count("Semi-finalist")
    assert thirds == (2 if diplomas.count("Semi-finalist") else 1)


def test_T4_the_acta_of_a_match_with_four_kings_by_agreement_says_four(printed):
    cup = play.tournament(entered=2, drawn=True)
    match = play.start(play.match(cup, 1, 0), four_kings=True)
    assert any("four kings" in text for text in printed("acta", cup.slug, match.pk))


def test_the_paper_names_a_regulation_of_which_a_rule_was_only_repeated_as_it_is(printed):
    cup = play.tournament(entered=4, drawn=True, settings={"target": 40, "last_game_stones": 20})
    told = " ".join(printed("sheet", cup.slug, "entries"))
    assert "Brisbane 2024, with changes" in told
    assert "the last game to 20" in told
    cup = play.tournament(entered=4, drawn=True, settings={"target": 40})
    assert "with changes" not in " ".join(printed("sheet", cup.slug, "entries"))


def test_the_paper_of_a_clubs_own_rules_has_their_name(printed):
    cup = play.tournament(entered=4, drawn=True, settings={"target": 30})
    told = " ".join(printed("sheet", cup.slug, "entries"))
    assert "Brisbane 2024, with changes · best of 5 · to 30" in told
    tournaments.change(tournament_id=cup.pk, actor=play.PROGRAM, rules_name="Bar Orio")
    assert any(
        "Bar Orio · best of 5 · to 30" in one for one in printed("sheet", cup.slug, "entries")
    )


def test_the_rules_are_printed_as_sentences_with_the_houses_own(printed):
    cup = play.tournament(
        entered=4, regulation="pagat", settings={"target": 30, "late_first_game": 10}
    )
    tournaments.change(
        tournament_id=cup.pk, actor=play.PROGRAM, house_rules="No smoking.\n\nPhones away."
    )
    sheet = printed("sheet", cup.slug, "rules")
    assert (
        "• Stones to win a game: 30. The pair that first has 30 stones wins the game. "
        "A pair that needs five or fewer is “inside”. (agreed for this tournament)"
    ) in sheet
    assert "• Kings: Eight kings. A 3 counts as a king and a 2 as an ace, always." in sheet
    assert any("A pair that is 10 minutes late loses its first game." in one for one in sheet)
    courtesy = "• Courtesy for a late pair: 15 minutes."
    assert not any(one.startswith(courtesy) for one in sheet)
    other = play.tournament(entered=4, regulation="pagat")
    assert any(one.startswith(courtesy) for one in printed("sheet", other.slug, "rules"))
    assert "• Time for appeals: Results are final at once" in sheet
    assert sheet[sheet.index("House rules") :][:3] == [
        "House rules", "• No smoking.", "• Phones away."
    ]  # fmt: skip


def test_the_standings_of_groups_have_a_table_for_each(printed):
    cup = play.tournament(entered=8, drawn=True, format="groups")
    with override("en"):
        sheet = printed("sheet", cup.slug, "standings")
    assert [text for text in sheet if text.startswith("Group ")] == ["Group A", "Group B"]
    assert sheet.count("Points") == 3


def test_a_third_place_that_was_played_for_has_its_diploma(printed):
    cup = play.tournament(entered=4, drawn=True, format_options={"third_place": True})
    play.play_out(cup)
    assert printed("sheet", cup.slug, "diplomas").count("Third place") == 1


def test_T3_who_won_the_consolation_has_a_diploma_and_its_table_a_place_on_paper(printed):
    cup = play.tournament(entered=4, drawn=True)
    play.play_out(cup)
    lost = [play.match(cup, 1, slot).pair_b for slot in (0, 1)]
    pairing = [(lost[0].number, lost[1].number)]
    (extra,) = consolation.create_matches(
        tournament_id=cup.pk, pairings=pairing, actor=play.PROGRAM
    )
    play.win(extra)
    assert "Winner of the consolation" not in printed("sheet", cup.slug, "diplomas")
    consolation.end(tournament_id=cup.pk, actor=play.PROGRAM)
    diplomas = printed("sheet", cup.slug, "diplomas")
    at = diplomas.index("Winner of the consolation")
    assert lost[0].player_1 in diplomas[at:]
    assert "Standings of the consolation" in printed("sheet", cup.slug, "standings")


def test_the_poster_names_a_round_that_is_longer_than_the_others(printed):
    cup = play.tournament(
        entered=4, drawn=True, settings={"games_to_win": 2, "final_games_to_win": 4}
    )
    assert "Final · best of 7" in printed("sheet", cup.slug, "bracket")


def test_S7_a_blank_sheet_says_the_stones_of_the_last_game(printed):
    simulate("--regulation", "colmenar-viejo-2", "--pairs", "2", "--seed", "3", "--results-only")
    cup = Tournament.objects.get()
    match = cup.matches.order_by("pk").first()
    games = games_on(printed("acta", cup.slug, match.pk, blank="yes"))
    assert len(games) == 7
    assert [game.endswith("to 20 stones") for game in games] == [False] * 6 + [True]


def test_T1_a_blank_sheet_has_rows_for_every_game_of_every_vaca(printed):
    simulate("--pairs", "2", "--seed", "3", "--results-only",
             "--setting", "vaca_games=2", "--setting", "games_to_win=2")  # fmt: skip
    cup = Tournament.objects.get()
    sheet = printed("acta", cup.slug, cup.matches.get().pk, blank="yes")
    assert len(games_on(sheet)) == 9
    assert any("best of 3 vacas to 2 games" in text for text in sheet)
    assert "Vacas" in printed("acta", cup.slug, cup.matches.get().pk)


def games_on(sheet: list[str]) -> list[str]:
    return [text for text in sheet if text.startswith("Game ")]


def test_T5_a_point_off_stands_on_the_paper_as_on_the_page(printed):
    cup = play.tournament(entered=4, format="round_robin", drawn=True)
    results.unplayed(
        match_id=Match.objects.filter(tournament=cup, status="ready")[0].pk,
        winner="B", costs_point=True, reason="nobody came", actor=play.PROGRAM,
    )  # fmt: skip
    assert "−1 (−1)" in printed("sheet", cup.slug, "standings")


def test_the_poster_has_each_bracket_with_its_winner_and_the_group_of_each_match(printed):
    options = {"qualifiers": 1, "brackets": 2}
    cup = play.tournament(entered=8, drawn=True, format="groups", format_options=options)
    play.play_out(cup)
    sheet = printed("sheet", cup.slug, "bracket")
    order = ["Final A", "Champion A", "Final B", "Champion B"]
    assert [text for text in sheet if text in order] == order
    assert sheet.count("A") == sheet.count("B") == 6


def test_T3_the_poster_of_a_knockout_has_bracket_b_with_its_winner(printed):
    options = {"consolation": "first_two_rounds", "third_place": True}
    cup = play.tournament(entered=11, drawn=True, format_options=options)
    play.play_out(cup)
    sheet = printed("sheet", cup.slug, "bracket")
    order = ["Final A", "Champion A", "Final B", "Champion B"]
    assert [text for text in sheet if text in order] == order


def test_the_poster_says_why_nobody_has_won_a_match(printed):
    cup = play.tournament(entered=4, format="round_robin", drawn=True)
    match = Match.objects.filter(tournament=cup, status="ready")[0]
    results.unplayed(
        match_id=match.pk, winner=None, costs_point=False, reason="rain", actor=play.PROGRAM
    )
    assert "not played" in printed("sheet", cup.slug, "bracket")


def test_where_clubs_enter_the_paper_standings_have_no_club_beside_them(printed):
    cup = play.tournament(entered=4, drawn=True, settings={"entrants": "clubs"})
    sheet = printed("sheet", cup.slug, "standings")
    assert sheet.count("Club") == 1
    assert "Pair" not in sheet


def test_paper_has_a_column_of_clubs_where_somebody_has_one(printed):
    for club, columns in (("", 0), (", Kaia", 1)):
        cup = play.tournament(name=f"Cup{club}")
        text = f"Getaria, Zarautz{club}\nOrio, Lezo"
        pairs.enter_list(tournament_id=cup.pk, text=text, actor=play.PROGRAM)
        draw.make(tournament_id=cup.pk, actor=play.PROGRAM)
        for sheet in ("standings", "entries"):
            written = printed("sheet", cup.slug, sheet)
            assert [written.count(text) for text in ("Club", "Kaia")] == [columns, columns]


def test_the_entry_list_of_individuals_and_of_clubs_is_called_so(printed):
    for fields, who in (
        ({"regulation": "short-rules"}, "Player"),
        ({"settings": {"entrants": "clubs"}}, "Club"),
    ):
        cup = play.tournament(name=f"Cup of {who}", **fields)
        heads = printed("sheet", cup.slug, "entries")
        assert who in heads
        assert "Pair" not in heads
        assert heads.count("Club") == (who == "Club")
