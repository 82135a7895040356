"""A round changed by hand: on the page, in the log, in the proof, and changed back."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from scoring.desk.queries.latest import latest
from scoring.proof.queries.verify import verify_tournament
from tests.refusals import refusal
from tests.tournament import play
from tournament.errors import Conflict
from tournament.log.queries.log import entries_of
from tournament.matches.queries.matches import bracket
from tournament.matches.queries.pairing import to_change
from tournament.matches.services import pairing

ROOT = Path(__file__).parents[3]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def refused(**asked: Any) -> tuple[str, ...]:
    return refusal(pairing.pair_by_hand, **{"actor": play.PROGRAM, "reason": "a bus", **asked})


def test_a_round_is_changed_by_hand_marked_proved_and_changed_back(desk, at, arizkun, capsys):
    cup = play.tournament(entered=7, drawn=True, owner=arizkun, format="swiss")
    ask = {"tournament_id": cup.pk}
    assert refused(matches=[], **ask) == ("no_round_to_change",), "round 1 is the draw's"
    assert at("pair_by_hand", cup.slug) not in desk.get(at("desk", cup.slug)).text
    play.play_round(cup, 1)
    own = to_change(**ask).own
    (a, b), (c, d), (e, f), (resting, _nobody) = own
    met = next(iter(sorted(map(sorted, to_change(**ask).met))))
    rested = next(iter(to_change(**ask).byes))
    changed = [[a, c], [b, d], [e, f], [resting, None]]
    assert refused(matches=[[a, a], *changed[1:]], **ask) == (
        "paired_twice", "left_without_a_match",
    )  # fmt: skip
    assert refused(matches=[*changed[1:3], [a, c, 1]], **ask) == ("bad_pairing",)
    assert refused(matches=[*own[:-1], (99, None)], **ask)[0] == "not_in_this_round"
    assert refused(matches=own, **ask) == ("nothing_to_change",)
    others = [number for number in to_change(**ask).pairs if number not in met]
    rematch = [met, others[:2], others[2:4], [others[4], None]]
    assert "rematch" in refused(matches=rematch, **ask)
    rests = [n for n in to_change(**ask).pairs if n != rested]
    assert "second_bye" in refused(
        matches=[rests[:2], rests[2:4], rests[4:], [rested, None]], **ask
    )

    page = desk.get(at("pair_by_hand", cup.slug))
    sent = {name: field.initial or "" for name, field in page.context["form"].fields.items()}
    sent |= {"b0": str(c), "a1": str(b), "reason": "they came on one bus"}
    looked = desk.post(at("pair_by_hand", cup.slug), {**sent, "step": "look"})
    assert "Problems with it" in looked.text
    sent["looked_at"] = looked.context["form"]["looked_at"].value()
    desk.post(at("pair_by_hand", cup.slug), {**sent, "step": "do"})
    assert at("pair_by_hand", cup.slug) in desk.get(at("desk", cup.slug)).text
    assert latest(**ask)[0].page == "organizer:undo_act"
    now = to_change(**ask)
    assert (now.is_changed, now.own) == (True, own)
    assert {frozenset(both) for both in now.now} >= {frozenset((a, c)), frozenset((b, d))}
    assert bracket(tournament_id=cup.pk).rounds[1].by_hand == "they came on one bus"
    assert "they came on one bus" in desk.get(f"/t/{cup.slug}/").text
    with pytest.raises(Conflict):
        pairing.pair_by_hand(matches=own, instead_of=own, reason="late", actor=play.PROGRAM, **ask)

    told = desk.get(f"/t/{cup.slug}/log/").text
    assert "round 2 · they came on one bus" in told
    names = {n: f"{n}. {one.name}" for n, one in now.pairs.items()}
    one, before, after = min((a, b, c), (b, a, d), (c, d, a), (d, c, b))
    assert f"{names[one]}: {names[before]} → {names[after]}" in told
    assert "they came on one bus" in desk.get(f"/t/{cup.slug}/draw/").text
    report = verify_tournament(**ask)
    assert (report.ok, report.by_hand) == (True, ((2, report.events, "they came on one bus"),))
    cup.refresh_from_db()
    log = [json.loads(json.dumps(entry.to_json())) for entry in entries_of(tournament=cup)]
    check = runpy.run_path(str(ROOT / "static" / "proof" / "verify_rounds.py"))["check"]
    assert check(log) == 0
    assert (
        "round 2 changed by hand by the organizer: they came on one bus" in capsys.readouterr().out
    )
    undo = at("undo_act", cup.slug, cup.events.get(kind="round.paired_by_hand").number)
    desk.post(undo, {"reason": "no bus"})
    assert not to_change(**ask).is_changed
    assert to_change(**ask).now == own
    pairing.pair_by_hand(
        matches=changed, reason="a bus", despite_warnings=True, actor=play.PROGRAM, **ask
    )
    play.play_round(cup, 2)
    cup.refresh_from_db()
    assert cup.rounds_by_hand == [2]
    assert verify_tournament(**ask).ok


def test_unbeaten_and_beaten_pairs_are_not_mixed_by_hand(arizkun):
    cup = play.tournament(entered=8, drawn=True, owner=arizkun, format="repesca")
    play.play_round(cup, 1)
    (a, b), (c, d), *rest = to_change(tournament_id=cup.pk).own
    (e, f), *more = rest
    mixed = [[a, e], [c, d], [b, f], *more]
    assert refused(tournament_id=cup.pk, matches=mixed, despite_warnings=True) == (
        "not_in_one_pool",
    )
