"""Both pairs agree to the end of a game, or of the match, at their table."""

import json
from typing import Any

import pytest

from scoring.outbox.services.actions import confirm
from tests.scoring import signing, table
from tests.scoring.table import PROGRAM, a_device, quick, read, record
from tournament import notify
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.tables.models import Device

pytestmark = pytest.mark.django_db
GAME = quick(0, 0, game_winner="A")


@pytest.fixture
def match() -> Match:
    found = table.a_match()
    record(found, GAME)
    return found


@pytest.fixture
def device(match: Match) -> Actor:
    return a_device(match)


def agree(match: Match, actor: Actor = PROGRAM, **given: Any) -> Any:
    agreed = {"by": ["A", "B"], "game": 1, "score": [40, 0], **given}
    return confirm(match_id=match.pk, actor=actor, **agreed)


def refused(match: Match, actor: Actor = PROGRAM, **given: Any) -> tuple[tuple[str, str], ...]:
    before = Event.objects.count()
    with pytest.raises(Refusal) as found:
        agree(match, actor, **given)
    assert Event.objects.count() == before
    return tuple((problem.field, problem.code) for problem in found.value.problems)


def test_a_game_is_agreed_to_in_one_event(match, device):
    answer = agree(match, device, key="k1")
    told = Event.objects.latest("number")
    assert (told.kind, told.actor_label) == ("game.confirmed", device.label)
    assert (told.data["game"], told.data["score"], told.data["by"]) == (1, [40, 0], ["A", "B"])
    assert told.data["match"]["id"] == match.pk
    assert not answer.repeated
    assert answer.body["state"]["games_won"] == (1, 0)


def test_it_tells_those_who_watch_the_match(match, django_capture_on_commit_callbacks):
    told: list[notify.LogProgress] = []
    stop = notify.subscribe(told.append)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            agree(match)
    finally:
        stop()
    assert [set(change.topics) for change in told] == [{"desk", f"match:{match.pk}"}]


@pytest.mark.parametrize("by", [[], ["C"], ["A", "C"], "AB", None, ["A", "A"]], ids=str)
def test_it_says_which_pairs_agree(match, by):
    assert refused(match, by=by) == (("by", "bad_side"),)


@pytest.mark.parametrize("game", [0, 2, -1, 10_000, True, "1", 1.0], ids=repr)
def test_a_game_that_was_not_played_is_not_agreed_to(match, game):
    assert refused(match, game=game) == (("game", "no_such_game"),)


def test_a_game_in_progress_is_not_agreed_to(match):
    record(match, quick(5, 0))
    assert refused(match, game=2, score=[5, 0]) == (("game", "not_ended"),)


def test_another_table_agrees_to_nothing(match):
    stranger = a_device(match, table=2)
    assert refused(match, stranger, key="k") == (("match", "not_this_table"),)


def signed(match: Match, **given: Any) -> dict[str, Any]:
    said = {"game": 1, "score": [40, 0], "hands": 1, "by": ["A", "B"], **given}
    mark = signing.signed(slug=match.tournament.slug, match=match.pk, **said)
    return {"signed": mark, "hands": said["hands"], "key": "s"}


def test_an_agreement_is_kept_with_the_signature_of_its_tablet(match, device):
    given = signed(match)
    agree(match, device, **given)
    told = Event.objects.latest("number").data
    assert told["signed"] == {**given["signed"], "hands": 1}
    assert Device.objects.get(pk=device.id).public_key == signing.key()


def test_without_a_signature_it_says_so(match, device):
    agree(match, device, key="s")
    assert Event.objects.latest("number").data["signed"] is None


@pytest.mark.parametrize(
    "other", [{"game": None}, {"score": [40, 1]}, {"by": ["A"]}, {"hands": 2}, {"seed": 2}], ids=str
)
def test_a_signature_over_something_else_is_refused(match, device, other):
    given = {**signed(match, **other), "hands": 1}
    given["signed"]["key"] = signing.key()
    assert refused(match, device, **given) == (("signed", "bad_signature"),)


@pytest.mark.parametrize("mark", [{}, [], "x", 5, {"key": 5}, {"key": ""}], ids=repr)
def test_what_is_no_signature_is_refused(match, device, mark):
    assert refused(match, device, signed=mark, key="s") == (("signed", "bad_signature"),)


def test_what_is_no_key_is_refused(match, device):
    mark = {"key": "rsa:AAAA", "signature": ""}
    assert refused(match, device, signed=mark, key="s") == (("public_key", "bad_key"),)


def test_a_tablet_keeps_its_key(match, device):
    agree(match, device, **signed(match, by=["A"]), by=["A"])
    other = {**signed(match, by=["B"], seed=2), "key": "t"}
    assert refused(match, device, **other, by=["B"]) == (("signed.key", "other_key"),)


def test_nobody_but_a_tablet_signs(match):
    assert refused(match, **{**signed(match), "key": ""}) == (("signed", "bad_signature"),)


def test_the_same_key_is_answered_again_and_for_nothing_else(match, device):
    first = agree(match, device, key="k1")
    record(match, quick(5, 0))
    again = agree(match, device, key="k1")
    assert again.repeated
    assert again.body == json.loads(json.dumps(first.body))
    for other in ({"by": ["A"]}, {"score": [1, 1]}, {"game": 2}):
        assert refused(match, device, key="k1", **other) == (("key", "key_reused"),)
    elsewhere = Match.objects.filter(tournament=match.tournament, status="ready").first()
    assert elsewhere is not None
    assert refused(read(elsewhere), device, key="k1") == (("key", "key_reused"),)


def test_the_match_is_agreed_to_by_its_games(match):
    assert refused(match, game=None, score=[1, 0]) == (("match", "not_ended"),)
    record(match, GAME)
    agree(match, game=None, score=[2, 0])
    told = Event.objects.latest("number")
    assert (told.kind, told.data["game"], told.data["score"]) == ("match.confirmed", None, [2, 0])
