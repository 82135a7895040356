"""A draw that hangs on a secret fixed first and on words said after."""

import pytest

from tests.refusals import refusal
from tests.tournament import play
from tests.tournament.play import PROGRAM, must_hold
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.commitment import services as commitment
from tournament.commitment.models import DrawCommitment
from tournament.commitment.queries import (
    draw_stories,
    drawn_again,
    takes_words,
    words_code,
)
from tournament.commitment.rules import commitment_of, seed_of, story_faults
from tournament.draw import services as draw
from tournament.entries.services import departures, pairs
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    return play.tournament(entered=6)


def prepared(cup: Tournament, *words: str) -> DrawCommitment:
    kept = commitment.commit(tournament_id=cup.pk, actor=PROGRAM)
    for one in words:
        commitment.add_words(tournament_id=cup.pk, words=one, actor=PROGRAM)
    return kept


def test_the_commitment_is_in_the_log_and_the_secret_is_not(cup):
    kept = prepared(cup, "a red barn")
    told = "".join(str(event.data) for event in Event.objects.filter(tournament=cup))
    assert kept.commitment in told
    assert kept.secret not in told


def test_the_draw_follows_from_the_secret_and_every_word_in_its_order(cup):
    kept = prepared(cup, "a red barn", "eleven geese")
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    made = Event.objects.get(tournament=cup, kind="draw.made").data
    assert made["seed"] == seed_of(secret=kept.secret, words=["a red barn", "eleven geese"])
    assert made["commitment"]["secret"] == kept.secret
    (story,) = draw_stories(tournament_id=cup.pk)
    assert story_faults(story) == ()
    assert drawn_again(format="knockout", options={}, story=story) == story.matches
    must_hold(cup)


def test_other_words_are_another_seed_and_another_list_another_commitment():
    one = seed_of(secret="s", words=["a", "b"])
    assert one not in (seed_of(secret="s", words=["b", "a"]), seed_of(secret="s", words=["a"]))
    given = {"algorithm": "mus-draw/1", "head": "h", "secret": "s"}
    assert commitment_of(numbers=[2, 1], **given) == commitment_of(numbers=[1, 2], **given)
    assert commitment_of(numbers=[1, 2], **given) != commitment_of(numbers=[1, 3], **given)


def test_nothing_is_drawn_around_a_prepared_draw(cup):
    prepared(cup)
    given = {"tournament_id": cup.pk, "actor": PROGRAM}
    assert refusal(draw.make, seed="mine", **given) == ("already_committed",)
    assert refusal(commitment.commit, **given) == ("already_committed",)
    assert refusal(commitment.reveal, **given) == ("no_words",)


def test_a_pair_that_leaves_after_the_commitment_is_struck_out_and_nobody_moves(cup):
    prepared(cup, "a red barn")
    departures.withdraw(pair_id=play.pair(cup, 3).pk, reason="ill", actor=PROGRAM)
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    (story,) = draw_stories(tournament_id=cup.pk)
    assert story.numbers == (1, 2, 3, 4, 5, 6)
    assert [kind for _number, kind in story.late] == ["pair.withdrawn"]
    assert 3 in {number for match in story.matches for number in match}
    left = Match.objects.filter(tournament=cup, round=1, status="finished", ended_by="withdrawal")
    assert left.count() + Match.objects.filter(ended_by="bye", pair_a__number=3).count() == 1
    must_hold(cup)


def test_a_pair_that_comes_after_the_commitment_is_on_the_record_and_not_in_the_draw(cup):
    prepared(cup, "a red barn")
    pairs.enter(tournament_id=cup.pk, player_1="Zumaia", player_2="Deba", actor=PROGRAM)
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    (story,) = draw_stories(tournament_id=cup.pk)
    assert [kind for _number, kind in story.late] == ["pair.entered"]
    assert 7 not in {number for match in story.matches for number in match}
    must_hold(cup)


def test_a_cancelled_commitment_is_opened_and_keeps_its_reason(cup):
    kept = prepared(cup, "a red barn")
    assert refusal(commitment.cancel, tournament_id=cup.pk, actor=PROGRAM, reason=" ")
    commitment.cancel(tournament_id=cup.pk, actor=PROGRAM, reason="a pair came late")
    (story,) = draw_stories(tournament_id=cup.pk)
    assert (story.cancelled, story.secret) == ("a pair came late", kept.secret)
    given = {"tournament_id": cup.pk, "actor": PROGRAM}
    assert refusal(commitment.reveal, **given) == ("not_committed",)
    assert refusal(commitment.add_words, words="late", **given) == ("not_committed",)
    again = prepared(cup, "other words")
    assert again.secret != kept.secret


def test_a_draw_that_was_undone_stays_beside_the_next_one(cup):
    prepared(cup, "a red barn")
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    draw.undo(tournament_id=cup.pk, reason="a pair was missing", actor=PROGRAM)
    draw.make(tournament_id=cup.pk, seed="plain", actor=PROGRAM)
    first, second = draw_stories(tournament_id=cup.pk)
    assert (first.undone, bool(first.commitment)) == ("a pair was missing", True)
    assert (second.undone, second.commitment, second.seed) == ("", "", "plain")
    must_hold(cup)


def test_words_come_by_the_code_that_the_room_sees_and_by_no_other(cup):
    kept = prepared(cup)
    code = words_code(commitment=kept.commitment)
    assert takes_words(tournament_id=cup.pk, code=code)
    commitment.add_words_by_code(tournament_id=cup.pk, code=code, words="from my phone")
    with pytest.raises(NotAllowed):
        commitment.add_words_by_code(tournament_id=cup.pk, code="0" * 10, words="guessed")
    commitment.cancel(tournament_id=cup.pk, actor=PROGRAM, reason="enough")
    assert not takes_words(tournament_id=cup.pk, code=code)


def test_words_are_one_line_and_not_too_many(cup, monkeypatch):
    prepared(cup)
    given = {"tournament_id": cup.pk, "actor": PROGRAM}
    for words in ("", "a\nb", "x" * 101):
        assert refusal(commitment.add_words, words=words, **given)
    monkeypatch.setattr(commitment, "MOST_WORDS", 1)
    commitment.add_words(words="one", **given)
    assert refusal(commitment.add_words, words="two", **given) == ("too_many_words",)


def test_a_draw_is_not_opened_by_another_recipe_than_its_print_says(cup):
    prepared(cup, "a red barn")
    tournaments.change(tournament_id=cup.pk, actor=PROGRAM, format="swiss")
    (code,) = refusal(commitment.reveal, tournament_id=cup.pk, actor=PROGRAM)
    assert code == "another_recipe"
    tournaments.change(tournament_id=cup.pk, actor=PROGRAM, format="")
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    (story,) = draw_stories(tournament_id=cup.pk)
    assert [kind for _number, kind in story.late] == ["tournament.changed"] * 2
    assert story_faults(story) == ()


def test_seeds_and_a_name_changed_after_the_print_are_no_late_change(cup):
    prepared(cup, "a red barn")
    for more in ({"name": "Getaria"}, {"format_options": {"seeds": [2]}}):
        tournaments.change(tournament_id=cup.pk, actor=PROGRAM, **more)
    (story,) = draw_stories(tournament_id=cup.pk)
    assert story.late == ()


def test_an_edited_commitment_is_found(cup):
    prepared(cup, "a red barn")
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    (story,) = draw_stories(tournament_id=cup.pk)
    changed = {**{name: getattr(story, name) for name in story.__slots__}}
    assert story_faults(type(story)(**{**changed, "secret": "0" * 64})) == ("commitment", "seed")
    assert story_faults(type(story)(**{**changed, "words": ("other",)})) == ("seed",)
    assert story_faults(type(story)(**{**changed, "numbers": (1, 2)})) == ("commitment",)


def test_the_seeds_of_the_print_are_those_of_the_draw(cup):
    def options(**chosen: object) -> None:
        tournaments.change(tournament_id=cup.pk, actor=PROGRAM, format_options=chosen)

    options(seeds=[1, 2])
    prepared(cup, "a red barn")
    options(seeds=[3])
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    assert Event.objects.get(kind="draw.made").data["seeds"] == [1, 2]


@pytest.mark.parametrize("by_lot", [False, True])
def test_T2_the_print_names_whether_the_seeds_rest_first(by_lot):
    cup = play.tournament(
        entered=7, format_options={"seeds": [1, 2], "byes_by_lot": by_lot}
    )  # fmt: skip
    prepared(cup, "a red barn")
    options = {"seeds": [1, 2], "byes_by_lot": not by_lot}
    tournaments.change(tournament_id=cup.pk, actor=PROGRAM, format_options=options)
    commitment.reveal(tournament_id=cup.pk, actor=PROGRAM)
    (story,) = draw_stories(tournament_id=cup.pk)
    assert (story_faults(story), story.late) == ((), ())
    other = play.tournament(slug="other", entered=7, format_options=options)
    prepared(other, "a red barn")
    (its_story,) = draw_stories(tournament_id=other.pk)
    assert story.promised != its_story.promised
