"""Importing a match from its file: everything follows as if people had entered it, or nothing."""

from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from jobs import beside
from scoring.course.models import Game, Hand
from scoring.course.queries.states import match_state
from scoring.matchfiles.queries import files as files_read
from scoring.matchfiles.queries.files import LONGEST_TEXT, MOST_PROBLEMS
from scoring.matchfiles.queries.importing import match_import
from scoring.matchfiles.queries.notation import match_mus
from scoring.matchfiles.services import import_match
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from scoring.wording.reasons import FILE_WENT_ON
from tests.refusals import refusal
from tests.scoring import files, table
from tests.scoring.files import PLAIN, WON_BY_A, WON_BY_B, text, two_games
from tests.scoring.table import PROGRAM
from tests.tournament import play
from tournament.errors import Conflict, NotAllowed, Refusal
from tournament.log.queries.log import verify_log
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db

FALSE_CLAIM = "AA44/RRR7/CS74/S654 P++-- J-++- !0"


@pytest.fixture
def match() -> Match:
    return files.ready()


def bring_in(match: Match, mus: object, **options: Any) -> dict[str, Any]:
    answer = import_match(match_id=match.pk, text=mus, **{"actor": PROGRAM, **options})
    match.refresh_from_db()
    return answer.body


def whole_database() -> dict[str, list[Any]]:
    """Table → its rows, each value as the database has it."""
    found = {}
    with connection.cursor() as cursor:
        for app in ("tournament", "scoring"):
            for model in apps.get_app_config(app).get_models():
                table, pk = map(
                    connection.ops.quote_name, (model._meta.db_table, model._meta.pk.column)
                )
                cursor.execute(f"SELECT * FROM {table} ORDER BY {pk}")
                found[model._meta.label] = cursor.fetchall()
    return found


def refused(match: Match, mus: object, **options: Any) -> list[tuple[str, str]]:
    """Field and code of each problem, the same in the preview; and nothing has changed."""
    before = whole_database()
    with pytest.raises(Refusal) as looked:
        match_import(match_id=match.pk, text=mus, **options)
    with pytest.raises(Refusal) as tried:
        bring_in(match, mus, **options)
    assert looked.value.problems == tried.value.problems or looked.value.codes == tried.value.codes
    assert all(str(problem.message).strip() for problem in tried.value.problems)
    assert whole_database() == before
    return [(problem.field, problem.code) for problem in tried.value.problems]


def line_of(mus: str, start: str) -> str:
    lines = mus.splitlines()
    return f"lines[{1 + next(n for n, line in enumerate(lines) if line.startswith(start))}]"


# What follows from it


def test_a_whole_match_is_recorded_settled_and_ended(match):
    answer = bring_in(match, two_games(match))

    assert (match.status, match.winner, match.ended_by) == ("finished", "A", "games")
    assert (match.games_a, match.games_b) == (2, 0)
    assert [game.winner for game in Game.objects.order_by("number")] == ["A", "A"]
    hands = Hand.objects.order_by("game__number", "number")
    assert [hand.score for hand in hands] == [(7, 1), (40, 1), (7, 1), (40, 1)]
    assert hands[0].record["id"] == f"m{match.pk}-g1-h1"
    assert answer["state"]["status"] == "finished"
    assert answer["games_won"] == [2, 0]
    assert not Ruling.objects.exists()


def test_the_log_tells_the_start_the_file_and_every_hand_and_holds_together(match):
    before = match.tournament.event_number
    bring_in(match, two_games(match))

    log = table.log(match.tournament)[before:]
    assert log == [
        "match.started", "match.imported", "hand.recorded", "hand.recorded", "match.games",
        "hand.recorded", "hand.recorded", "match.games", "match.finished",
    ]  # fmt: skip
    told = match.tournament.events.get(kind="match.imported").data
    assert (told["hands"], told["sides"]) == (4, "AB")
    assert told["names"] == [match.pair_a.name, match.pair_b.name]
    assert len(told["sha256"]) == 64
    assert verify_log(tournament_id=match.tournament_id).ok


def test_the_preview_says_exactly_what_is_recorded(match):
    mus = text(
        match, "Game 1", f"0 0-0 {PLAIN} =9-1", "1 7-1 Q1-5", f"2 8-6 {WON_BY_B}",
        "Game 2", f"1 0-0 {FALSE_CLAIM}",
    )  # fmt: skip
    looked = match_import(match_id=match.pk, text=mus)
    assert not Hand.objects.exists()

    bring_in(match, mus)

    stored = Hand.objects.select_related("game").order_by("game__number", "number")
    assert [
        (h.game.number, h.number, h.record, h.settlement, h.stones, h.score, h.game_winner)
        for h in stored
    ] == [
        (h.game, h.number, h.record, h.settlement, h.stones, h.score, h.game_winner)
        for h in looked.hands
    ]
    assert looked.games_won == (match.games_a, match.games_b) == (0, 1)


def test_a_match_that_is_not_over_goes_on_where_the_file_ends(match):
    answer = bring_in(match, text(match, "Game 1", f"2 0-0 {PLAIN}"))

    assert (match.status, match.first_mano, answer["winner"]) == ("playing", 2, None)
    following = match_state(match_id=match.pk).next
    assert (following.game, following.hand, following.mano) == (1, 2, 3)
    table.record(match, table.plain())


def test_t4_four_kings_are_agreed_when_the_file_was_played_so(match):
    mus = two_games(match, Ruleset="brisbane-2024,kings=4")
    bring_in(match, mus)

    assert match.four_kings
    assert Hand.objects.first().record["ruleset"] == {"preset": "brisbane-2024", "kings": 4}
    assert Hand.objects.first().settlement["ok"]


def test_rules_that_are_the_same_under_another_name_are_the_same(match):
    bring_in(match, two_games(match, Ruleset="nabo"))
    assert match.four_kings


def test_the_seats_are_those_that_the_file_names(match):
    mus = two_games(
        match,
        Seat0=match.pair_a.player_2,
        Seat1=match.pair_b.player_1.upper(),
        FirstMano="3",
    )
    looked = match_import(match_id=match.pk, text=mus)
    bring_in(match, mus)

    assert match.seating == {"A": [2, 1], "B": [1, 2]}
    assert match.first_mano == 3
    assert looked.players == (
        match.pair_a.player_2, match.pair_b.player_1, match.pair_a.player_1, match.pair_b.player_2,
    )  # fmt: skip


def test_h1_without_a_word_on_it_who_led_the_first_hand_spoke_first(match):
    bring_in(match, text(match, "Game 1", f"3 0-0 {PLAIN}"))
    assert (match.first_mano, match.seating) == (3, {"A": [1, 2], "B": [1, 2]})


def test_the_start_of_a_match_taken_back_leaves_room_for_its_file(match):
    play.start(match)
    table.record(match, table.plain())
    table.undo(match, reason="the wrong match")
    matches.undo_start(match_id=match.pk, actor=PROGRAM, reason="the wrong match")

    bring_in(match, two_games(match))

    assert match.winner == "A"
    counting = Hand.objects.filter(is_current=True, is_void=False)
    assert counting.count() == 4
    assert Hand.objects.filter(version=2).count() == 1


# Whose hands they are


def test_the_seats_of_a_file_the_other_way_round_are_the_same_people(match):
    mus = two_games(
        match, A=match.pair_b.name, B=match.pair_a.name, FirstMano="3",
        Seat0=match.pair_b.player_2, Seat1=match.pair_a.player_2,
    )  # fmt: skip
    bring_in(match, mus)

    # Seat 0 of the file is seat 1 here, seat 1 is seat 2, seat 3 is seat 0.
    assert match.seating == {"A": [1, 2], "B": [2, 1]}
    assert match.first_mano == 0


@pytest.mark.parametrize("between", [" / ", " y ", ", ", " - ", " "])
def test_a_pair_is_recognized_however_its_two_names_are_written(match, between):
    a = match.pair_a
    bring_in(match, two_games(match, A=f"{a.player_2.upper()}{between}{a.player_1}"))
    assert match.winner == "A"


@pytest.mark.parametrize("sides", ["A", "", 3, ["AB"], {}])
def test_any_other_word_on_the_sides_is_refused(match, sides):
    assert refused(match, two_games(match), sides=sides) == [("sides", "bad_sides")]


@pytest.mark.parametrize("name", ["", "a\\u0000b", "x" * 300, "\\u202eabc"])
def test_a_name_that_cannot_be_shown_is_refused_whatever_is_said_of_the_sides(match, name):
    mus = two_games(match).replace(f'[A "{match.pair_a.name}"]', f'[A "{name}"]')
    for sides in (None, "AB"):
        assert line_of(mus, "[A ") in {field for field, _code in refused(match, mus, sides=sides)}


# What the file says beside the hands


def test_remarks_on_hands_are_counted_because_they_are_not_kept(match):
    mus = text(match, "Game 1", f"0 0-0 {PLAIN} ; a card fell")
    (note,) = match_import(match_id=match.pk, text=mus).notes
    assert note.code == "remarks_not_kept"


def test_d7_what_the_rules_leave_to_an_official_stays_open(match):
    mus = text(match, "Game 1", f"0 0-0 {FALSE_CLAIM} !1")
    looked = match_import(match_id=match.pk, text=mus)
    bring_in(match, mus)

    assert looked.hands[0].questions == ("needs_ruling",)
    assert Ruling.objects.get().kind == "needs_ruling"


def test_g1_false_claims_of_other_matches_count_and_hold_the_match_up(match):
    once = text(match, "Game 1", f"0 0-0 {FALSE_CLAIM}")
    a, b = match_import(match_id=match.pk, text=once).hands[0].score
    mus = text(
        match, "Game 1", f"0 0-0 {FALSE_CLAIM}", f"1 {a}-{b} Q40-0",
        "Game 2", f"2 0-0 {FALSE_CLAIM}", f"3 {a}-{b} Q40-0",
    )  # fmt: skip
    looked = match_import(match_id=match.pk, text=mus)
    assert [hand.questions for hand in looked.hands] == [(), (), ("repetition",), ()]
    assert (looked.winner, looked.waits) == ("A", True)

    answer = bring_in(match, mus)

    assert match.status == "playing"
    assert answer["state"]["awaiting_ruling"]
    ruling = Ruling.objects.get(kind="repetition")
    assert ruling.proposed == {"clause": "G1", "time": 2, "loser": "A", "tribunal": False}
    rulings.dismiss(ruling_id=ruling.pk, actor=PROGRAM, reason="a word, not a claim")
    match.refresh_from_db()
    assert match.winner == "A"


def test_s8_a_claim_that_could_turn_a_game_is_settled_by_the_rules_where_the_file_goes_on(match):
    mus = text(
        match, "Game 1", "0 0-0 Q33-0", f"1 33-0 {PLAIN} =6-1", "Game 2", f"2 0-0 {PLAIN}"
    )  # fmt: skip
    bring_in(match, mus)

    claim = Ruling.objects.get()
    assert (claim.kind, claim.status, claim.reason) == ("claim", "confirmed", FILE_WENT_ON)
    assert [(game.winner, game.score_a) for game in Game.objects.order_by("number")] == [
        ("A", 40), ("", 7),
    ]  # fmt: skip


# An official's words


def test_d7_a_ruling_in_the_file_is_on_record_with_its_reason(match):
    mus = text(match, "Game 1", f"0 0-0 {PLAIN} =9-1 ~9-1 ; all four agree", "1 9-1 Q1-0")
    bring_in(match, mus)

    hand = Hand.objects.get(number=1)
    ruling = Ruling.objects.get()
    assert (hand.stones, hand.settlement["stones"], hand.version) == ((9, 1), [7, 1], 1)
    assert (ruling.kind, ruling.status, ruling.reason) == ("overrule", "replaced", "all four agree")
    assert ruling.proposed == {"stones": [7, 1], "game_winner": None}
    assert "~9-1 ; all four agree" in match_mus(match_id=match.pk)


def test_d7_a_ruled_hand_may_be_one_that_could_not_have_been_played(match):
    unanswered = "AA44/RRR7/CS74/S654 GA2 P++-- J-++-"
    bring_in(match, text(match, "Game 1", f"0 0-0 {unanswered} ~1-0 ; the sheet is torn"))

    hand = Hand.objects.get()
    assert hand.settlement["ok"] is False
    assert (hand.stones, hand.score) == ((1, 0), (1, 0))
    assert match_state(match_id=match.pk).next.hand == 2
    assert f"{unanswered} ~1-0 ; the sheet is torn" in match_mus(match_id=match.pk)


def test_d7_a_game_that_an_official_decided_is_decided_again(match):
    mus = text(
        match, "Game 1", f"0 0-0 {PLAIN}", "Decided B ; a marked card",
        "Game 2", "Decided A ; late", "Game 3", f"1 0-0 {WON_BY_A}",
    )  # fmt: skip
    bring_in(match, mus)

    assert (match.winner, match.games_a, match.games_b) == ("A", 2, 1)
    games = Game.objects.order_by("number")
    assert [(g.winner, g.ended_by) for g in games] == [
        ("B", "ruling"),
        ("A", "ruling"),
        ("A", "hands"),
    ]
    assert [r.reason for r in Ruling.objects.order_by("id")] == ["a marked card", "late"]
    assert "Decided B ; a marked card" in match_mus(match_id=match.pk)


def test_d7_a_decision_against_the_hands_takes_a_match_already_won_back(match):
    mus = text(
        match, "Game 1", f"0 0-0 {WON_BY_A}", "Game 2", f"1 0-0 {WON_BY_A}", "Decided B ; G1",
        "Game 3", f"2 0-0 {WON_BY_B}",
    )  # fmt: skip
    bring_in(match, mus)

    assert (match.status, match.winner, match.games_a, match.games_b) == ("finished", "B", 1, 2)
    assert verify_log(tournament_id=match.tournament_id).ok


@pytest.mark.parametrize(
    ("reason", "code"), [(7, "not_text"), ("x" * 501, "too_long"), ("…", "reason_required")]
)
def test_a_reason_that_is_none_is_refused(match, reason, code):
    assert refused(match, two_games(match), reason=reason) == [("reason", code)]


# What is refused, with nothing changed


@pytest.mark.parametrize("nothing", ["", "  \r\n ", "\ufeff"])
def test_nothing_is_refused(match, nothing):
    assert refused(match, nothing) == [("text", "nothing_to_import")]


def test_a_file_without_a_hand_is_refused(match):
    assert refused(match, text(match)) == [("text", "nothing_to_import")]
    assert refused(match, text(match, "Game 1")) == [("text", "nothing_to_import")]


@pytest.mark.parametrize("sent", [None, 3, [], {"text": "x"}, b"x"])
def test_what_is_no_text_is_refused(match, sent):
    assert refusal(match_import, match_id=match.pk, text=sent) == ("not_text",)


def test_an_endless_text_is_refused_unread(match):
    assert refused(match, "x" * (LONGEST_TEXT + 1)) == [("text", "too_long")]


def test_a_long_text_is_read_in_a_separate_process_as_it_is_here(match, monkeypatch):
    mus, wrong = two_games(match), text(match, "Game 1", "0 0-0 ?")
    here = match_import(match_id=match.pk, text=mus)
    faults = refused(match, wrong)
    monkeypatch.setattr(files_read, "READ_HERE", 10)
    assert match_import(match_id=match.pk, text=mus) == here
    assert refused(match, wrong) == faults


def test_a_text_that_takes_too_much_to_read_is_refused_and_nothing_changes(match, monkeypatch):
    monkeypatch.setattr(files_read, "READ_HERE", 10)
    monkeypatch.setattr(beside, "MEMORY", 1_000_000)  # less than any process needs
    assert refused(match, two_games(match)) == [("text", "takes_too_much")]


def test_more_hands_than_any_match_has_are_refused(match):
    mus = text(match, "Game 1", *(f"{n % 4} 0-0 Q1-0 ~0-0" for n in range(1_001)))
    assert refused(match, mus, reason="all of them") == [("text", "too_many_hands")]


def test_of_endless_mistakes_only_the_first_are_told(match):
    found = refused(match, text(match, "Game 1", *["?"] * 300))
    assert len(found) == MOST_PROBLEMS + 1
    assert found[-1] == ("text", "too_many_problems")


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        pytest.param(
            ("Game 1", "0 0-0 772", "what is this", '[Late "header"]'),
            [
                ("0 0-0", "bad_cards"), ("what", "bad_mano"), ("what", "bad_score"),
                ("what", "bad_cards"), ("[Late", "bad_header"),
            ],
            id="not read",
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {PLAIN}", "1 7-1 AA44/RRR7/CS74/S654 GA2 P++-- J-++-"),
            [("1 7-1", "bet_unanswered")],
            id="against the rules",
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {PLAIN}", "1 8-1 Q1-0", "2 9-1 Q1-0"),
            [("1 8-1", "bad_course"), ("2 9-1", "bad_course")],
            id="another score (S2)",
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {PLAIN}", "3 7-1 Q1-0"),
            [("3 7-1", "bad_course")],
            id="another mano (H5)",
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {PLAIN} =99999-0"), [("0 0-0", "too_many_stones")], id="stones"
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {PLAIN} ~5-0 ; {'x' * 600}"), [("0 0-0", "too_long")], id="reason"
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {WON_BY_A}", "1 40-0 Q1-0"),
            [("1 40-0", "hand_after_game")],
            id="a hand after its game",
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {WON_BY_A}", "Game 2", f"1 0-0 {WON_BY_A}", "Game 3",
             f"2 0-0 {WON_BY_A}"),
            [("Game 3", "game_after_match")],
            id="a game after the match",
        ),
        pytest.param(
            ("Game 1", f"0 0-0 {PLAIN}", "Game 2", f"1 0-0 {PLAIN}"),
            [("Game 1", "game_open")],
            id="a game begun too early",
        ),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_is_refused_by_its_line(match, lines, wrong):
    mus = text(match, *lines)
    assert refused(match, mus) == [(line_of(mus, start), code) for start, code in wrong]


@pytest.mark.parametrize(
    ("headers", "wrong"),
    [
        ({"A": "Lezo – Deba", "B": "Eibar – Zumaia"}, [("[A ", "other_players"),
                                                      ("[B ", "other_players")]),
        ({"BestOf": "5"}, [("[BestOf", "other_best_of")]),
    ],
)  # fmt: skip
def test_a_header_that_is_not_of_this_match_is_refused_by_its_line(match, headers, wrong):
    mus = two_games(match, **headers)
    assert refused(match, mus) == [(line_of(mus, start), code) for start, code in wrong]


def test_another_rule_set_is_refused_in_the_header_and_in_a_hand(match):
    mus = two_games(match, Ruleset="euskal-herria")
    assert (line_of(mus, "[Ruleset"), "other_ruleset") in refused(match, mus)
    mus = two_games(match).replace("2 0-0", "@brisbane-2024,target=30 2 0-0")
    assert refused(match, mus) == [(line_of(mus, "@"), "other_ruleset")]


def test_t4_four_kings_where_nobody_may_agree_on_them_are_refused():
    match = files.ready(regulation="pagat")
    mus = two_games(match, Ruleset="pagat,kings=4")
    assert refused(match, mus) == [(line_of(mus, "[Ruleset"), "other_ruleset")]


def test_everything_that_is_wrong_with_the_headers_is_said_at_once(match):
    mus = two_games(match, A="Lezo – Deba", Ruleset="euskal-herria", BestOf="1", FirstMano="x")
    codes = {code for _field, code in refused(match, mus)}
    assert codes == {"other_players", "other_ruleset", "other_best_of", "bad_first_mano"}


def test_a_match_that_has_ended_or_waits_for_its_pairs_is_refused(match):
    mus = two_games(match)
    final = Match.objects.get(tournament=match.tournament, round=2)
    assert refused(final, mus) == [("match", "pairs_unknown")]
    matches.walkover(match_id=match.pk, winner="A", reason="late", actor=PROGRAM)
    assert refused(match, mus) == [("match", "match_finished")]


def test_a_busy_table_or_a_busy_pair_is_refused():
    match = files.ready()
    other = Match.objects.get(tournament=match.tournament, round=1, slot=1)
    play.start(other, table_number=2)
    matches.assign_table(match_id=match.pk, table_number=2, actor=PROGRAM)
    assert refused(match, two_games(match)) == [("table_number", "table_busy")]


# Who may, and how often


def test_only_officials_of_this_tournament_import(match, django_user_model):
    before = whole_database()
    device = Actor("device", 1, "table 1")
    stranger = Actor("user", django_user_model.objects.create_user("x").pk, "organizer x")
    for actor in (stranger, device):
        with pytest.raises(NotAllowed):
            import_match(match_id=match.pk, text=two_games(match), actor=actor, key="k")
    assert {**whole_database()} == before


def test_the_same_key_and_file_again_get_the_first_answer_again(match):
    mus = two_games(match)
    first = bring_in(match, mus, key="k")
    again = import_match(match_id=match.pk, text=mus, actor=PROGRAM, key="k")
    assert again.repeated
    assert again.body["games"] == first["games"]
    with pytest.raises(Conflict) as refusal:
        import_match(match_id=match.pk, text=mus + " ", actor=PROGRAM, key="k")
    assert refusal.value.codes == ("key_reused",)


@pytest.mark.parametrize("other", [{"sides": "AB"}, {"reason": "heard by the referee"}], ids=str)
def test_the_same_key_with_another_word_on_the_file_is_refused(match, other):
    mus = two_games(match)
    bring_in(match, mus, key="k")
    assert refusal(bring_in, match, mus, key="k", **other) == ("key_reused",)


def test_a_seat_for_somebody_else_or_for_one_twice_is_refused(match):
    mus = two_games(match, Seat0="Lezo", Seat1="Orio 1", Seat3="Orio 1", FirstMano="4")
    mus = mus.replace("Orio 1", match.pair_b.player_1)
    assert refused(match, mus) == [
        (line_of(mus, "[Seat0"), "bad_seat"),
        (line_of(mus, "[Seat3"), "bad_seat"),
        (line_of(mus, "[FirstMano"), "bad_first_mano"),
    ]


def test_an_officials_word_without_a_reason_is_refused_or_given_one_for_all(match):
    mus = text(match, "Game 1", f"0 0-0 {PLAIN} ~5-0", "1 5-0 Q1-0 ~2-0 ; …", "Decided B")
    assert refused(match, mus) == [
        (line_of(mus, "0 0-0"), "reason_required"),
        (line_of(mus, "1 5-0"), "reason_required"),
        (line_of(mus, "Decided"), "reason_required"),
    ]
    bring_in(match, mus, reason="From the sheet of table 4.")
    assert {r.reason for r in Ruling.objects.all()} == {"From the sheet of table 4."}
