"""The log of a circuit: chained, complete, without names, and what is found when it is changed."""

from __future__ import annotations

import importlib
import io
import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import translation

from operations.removal.services import remove_account, remove_tournament
from scoring.proof.queries.tables import tournament_file
from scoring.proof.services import erasing
from scoring.statements.queries import link_of
from scoring.statements.services import set_terms
from season import tasks
from season.models import Circuit, CircuitEvent, CircuitTournament, Difference, Merge
from season.queries.alike import alike, seen_of
from season.queries.carrying import circuit_file
from season.queries.log import (
    event_page,
    events_after,
    log_page,
    public_log,
    verify_log,
)
from season.queries.ranking import ranking
from season.rules.log import CIRCUIT_KINDS
from season.services import acting, circuits, claims, merging
from season.services.carrying import bring_in
from static.proof import verify_circuit
from tests.refusals import refusal
from tests.season.seasons import FOUR, actor_of, circuit, cup, key_of, view
from tests.servers import ROOT
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.log.rules.events import ERASED
from tournament.log.rules.roles import Actor
from tournament.witness.queries import public_key
from web.templatetags.circuitwords import CIRCUIT_EVENTS

pytestmark = pytest.mark.django_db
TWO_NAMES = ("Getaria, Oriotarra", *FOUR[1:])


@pytest.fixture
def cups(runner: User) -> tuple[Tournament, Tournament]:
    return cup(owner=runner), cup("Spring Cup", TWO_NAMES, owner=runner, day=7)


@pytest.fixture
def coast(runner: User, cups: tuple[Tournament, Tournament]) -> Circuit:
    """Two tournaments, a pair that is the same in both, and one that is not."""
    made = circuit(runner, *cups)
    keys = [key_of(made, name) for name in ("Getaria – Orio", "Getaria – Oriotarra")]
    merging.merge(circuit_id=made.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    set_apart(made, "Lezo – Deba", actor_of(runner))
    return made


def set_apart(made: Circuit, name: str, actor: Actor) -> None:
    lines = ranking(circuit=view(made)).lines
    (line,) = [one for one in lines if one.person.name == name]
    which = {"circuit_id": made.pk, "actor": actor}
    merging.set_apart(**which, person=line.person.key, entry=line.results[0].entry)


def code(made: Circuit) -> str:
    return verify_log(circuit_id=made.pk).code


def kinds(made: Circuit) -> list[str]:
    return list(made.events.values_list("kind", flat=True))


def test_every_act_is_one_event_and_the_circuit_is_the_one_that_its_log_tells(coast, cups, runner):
    one, _other = cups
    mutriku = User.objects.create_user("mutriku")
    me = {"circuit_id": coast.pk, "actor": actor_of(runner)}
    of = {"circuit_id": coast.pk, "tournament_id": one.pk}
    set_terms(tournament_id=one.pk, entered_by="pairs", actor=play.PROGRAM)
    link = link_of(pair_id=play.pair(one, 2).pk)
    settings = {"name": "Coast", "carried_by": "pair", "points": "1: 9", "taking_part": 1,
                "best_of": 2}  # fmt: skip
    change = partial(circuits.change, **me, **settings)
    acts: list[Callable[[], object]] = [
        lambda: change(same_names="all"),
        lambda: circuits.add_runner(**me, username="mutriku"),
        lambda: circuits.remove_runner(**me, user_id=mutriku.pk),
        lambda: circuits.take_out(**of, actor=actor_of(runner)),
        lambda: circuits.withdraw_offer(**of, actor=actor_of(runner)),
        lambda: circuits.offer(**of, actor=actor_of(runner)),
        lambda: merging.split(**me, merge_id=Merge.objects.get().pk),
        lambda: merging.rejoin(**me, difference_id=Difference.objects.get().pk),
        lambda: change(same_names="ask"),
        lambda: merging.part(**me, keys=alike(circuit=view(coast))[0].keys),
        lambda: merging.merge_alike(**me, seen=seen_of(alike(circuit=view(coast)))),
        lambda: merging.split(**me, merge_id=Merge.objects.first().pk, whole_act=True),
        lambda: claims.claim(link=link, seat=1, user=mutriku),
        lambda: claims.confirm(**me, claim_id=coast.claims.get().pk),
        lambda: claims.set_private(claim_id=mutriku.claims.get().pk, user=mutriku,
                                   is_private=True),
        lambda: claims.take_back(**me, claim_id=mutriku.claims.get().pk),
        lambda: claims.withdraw(claim_id=mutriku.claims.get().pk, user=mutriku),
        lambda: claims.claim(link=link, seat=2, user=mutriku),
        lambda: claims.dismiss(**me, claim_id=mutriku.claims.get().pk),
    ]  # fmt: skip
    for number, act in enumerate(acts, start=coast.events.count() + 1):
        act()
        assert coast.events.count() == number, kinds(coast)
        assert code(coast) == ""
    claims.claim(link=link, seat=2, user=mutriku)
    before = coast.events.count()
    claims.claim(link=link, seat=2, user=mutriku)
    assert coast.events.count() == before, "the same again changes nothing"
    assert set(kinds(coast)) <= CIRCUIT_KINDS


def test_every_kind_has_its_words_and_its_row_in_the_manual():
    own = {"pairs.qualified", "final.answered", "ranking.published", "claim.privacy_set"}
    assert CIRCUIT_EVENTS.keys() | own == CIRCUIT_KINDS
    page = (ROOT / "docs/seasons.md").read_text()
    assert [kind for kind in sorted(CIRCUIT_KINDS) if f"`{kind}`" not in page] == []


def test_neither_a_player_nor_an_account_is_named_in_what_everybody_has(coast, cups, runner):
    set_terms(tournament_id=cups[0].pk, entered_by="pairs", actor=play.PROGRAM)
    player = User.objects.create_user("lekeitio")
    claims.claim(link=link_of(pair_id=play.pair(cups[0], 1).pk), seat=1, user=player)
    public = [
        json.dumps(public_log(circuit_id=coast.pk)),
        circuit_file(circuit=view(coast)).decode(),
        str(event_page(circuit_id=coast.pk)),
        str(events_after(circuit_id=coast.pk, number=0)),
        *(str([line.account, line.runner]) for line in log_page(circuit_id=coast.pk).lines),
    ]
    names = [name for line in (*FOUR, *TWO_NAMES) for name in line.split(", ")]
    for text in public:
        for name in (*names, 'zarautz"', "'zarautz'", "lekeitio"):
            assert name not in text
    assert not any("lekeitio" in str(event.__dict__) for event in coast.events.all())
    known = log_page(circuit_id=coast.pk, with_accounts=True).lines
    assert {line.account for line in known} == {"", "zarautz"}
    assert coast.events.last().sealed == {}, "a claim says nothing of whose it is"


def test_a_removed_account_is_gone_from_beside_the_log_and_the_chain_stands(coast, runner):
    me = actor_of(runner)
    mutriku = User.objects.create_user("mutriku")
    circuits.add_runner(circuit_id=coast.pk, username="mutriku", actor=me)
    circuits.take_out(
        circuit_id=coast.pk, tournament_id=coast.entries.first().tournament_id,
        actor=actor_of(mutriku),
    )  # fmt: skip
    remove_account(user_id=mutriku.pk, by=runner)
    assert kinds(coast)[-2:] == ["runner.removed", "texts.erased"]
    assert code(coast) == ""
    lines = log_page(circuit_id=coast.pk, with_accounts=True).lines
    assert not any("mutriku" in str(line) for line in lines)
    assert [line.runner for line in lines if line.runner] == [ERASED, ERASED]
    assert "mutriku" not in str(list(coast.events.values_list("texts")))
    event = coast.events.get(kind="runner.added")
    event.texts = {key: ["salt", "mutriku"] for key in event.texts}
    event.save()
    assert code(coast) == "wrong_text"


def test_an_event_that_was_changed_removed_swapped_or_put_in_is_found(coast):
    first, second, *_more, last = coast.events.all()
    changes: list[Callable[[], object]] = [
        lambda: coast.events.filter(pk=second.pk).update(sealed={}),
        lambda: coast.events.filter(pk=second.pk).update(actor_label="operator"),
        lambda: coast.events.filter(pk=second.pk).update(at=first.at),
        lambda: coast.events.filter(pk=first.pk).update(kind="circuit.changed"),
        lambda: coast.events.filter(pk=first.pk).update(texts={}),
        lambda: coast.events.filter(pk=second.pk).delete(),
        lambda: coast.events.filter(pk=last.pk).delete(),
        lambda: CircuitEvent.objects.bulk_update(
            [CircuitEvent(pk=first.pk, sealed=second.sealed, kind=second.kind, hash=second.hash),
             CircuitEvent(pk=second.pk, sealed=first.sealed, kind=first.kind, hash=first.hash)],
            ["sealed", "kind", "hash"],
        ),
        lambda: CircuitEvent.objects.bulk_create(
            [CircuitEvent(circuit=coast, number=last.number + 1, kind=last.kind, at=last.at,
                          actor_kind="user", previous_hash=last.hash, hash=last.hash)]
        ),
        lambda: Circuit.objects.filter(pk=coast.pk).update(event_number=2, event_hash=second.hash),
    ]  # fmt: skip
    for change in changes:
        point = transaction.savepoint()
        change()
        assert code(coast), change
        transaction.savepoint_rollback(point)
    assert code(coast) == ""


def test_a_row_that_was_changed_behind_the_log_is_found(coast):
    changes = {
        "not_settings": lambda: Circuit.objects.filter(pk=coast.pk).update(best_of=1),
        "not_tournaments": lambda: coast.entries.first().delete(),
        "not_merges": lambda: coast.merges.all().delete(),
        "not_differences": lambda: coast.differences.all().delete(),
    }
    for expected, change in changes.items():
        point = transaction.savepoint()
        change()
        assert code(coast) == expected
        with pytest.raises(CommandError, match=expected):
            call_command("verify_circuit", coast.slug, stdout=io.StringIO())
        transaction.savepoint_rollback(point)
    said = io.StringIO()
    call_command("verify_circuit", stdout=said)
    assert coast.slug in said.getvalue()


@pytest.mark.postgres
def test_the_log_is_only_added_to(coast, monkeypatch):
    with pytest.raises(ProtectedError):
        coast.delete()
    last = coast.events.last()
    with pytest.raises(IntegrityError), transaction.atomic():
        CircuitEvent.objects.create(circuit=coast, number=last.number, kind="x", at=last.at,
                                    actor_kind="user")  # fmt: skip
    with pytest.raises(ValueError, match="no kind"):
        acting.append(coast, play.PROGRAM, "circuit.painted")
    # Somebody without the lock, whose head is not the stored one any more.
    monkeypatch.setattr(Circuit, "refresh_from_db", lambda self, **given: None)
    Circuit.objects.filter(pk=coast.pk).update(event_hash="f" * 64)
    with pytest.raises(RuntimeError):
        acting.append(coast, play.PROGRAM, "circuit.changed")


def test_a_removed_tournament_and_a_forgotten_name_are_in_the_log(coast, cups):
    one, other = cups
    erasing.erase(
        tournament_id=other.pk, words=["Oriotarra"], asked_by="person", reason="asked",
        actor=play.PROGRAM,
    )  # fmt: skip
    assert code(coast) == ""
    tasks.forget_erased()
    assert (kinds(coast)[-1], code(coast)) == ("people.forgotten", "")
    remove_tournament(tournament_id=one.pk, slug=one.slug)
    assert (kinds(coast)[-1], code(coast)) == ("tournament.removed", "")
    assert log_page(circuit_id=coast.pk).lines[0].about == ()


def test_nobody_of_a_removed_tournament_is_merged_any_more(coast, cups):
    remove_tournament(tournament_id=cups[1].pk, slug=cups[1].slug)
    assert code(coast) == ""
    tasks.forget_erased()
    assert (kinds(coast)[-1], code(coast)) == ("tournament.removed", "")


def test_a_removed_circuit_takes_its_log_along(runner):
    made = circuit(runner)
    circuits.remove(circuit_id=made.pk, actor=actor_of(runner))
    assert not CircuitEvent.objects.exists()


# The file


def _swapped(whole: dict[str, Any]) -> None:
    whole["log"][1], whole["log"][2] = whole["log"][2], whole["log"][1]


FAKES: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "no log": ("log", lambda whole: whole.pop("log")),
    "an empty log": ("log", lambda whole: whole.update(log=[])),
    "no event": ("log", lambda whole: whole["log"].append(3)),
    "an event changed": ("log[1]", lambda whole: whole["log"][0]["data"].pop("account")),
    "an event removed": ("log[2]", lambda whole: whole["log"].pop(1)),
    "two swapped": ("log[2]", _swapped),
    "the last cut off": ("head", lambda whole: whole["log"].pop()),
    "no head": ("head", lambda whole: whole.update(head="x")),
    "another head": ("head", lambda w: w.update(head=w["tournaments"][0]["head"])),
    "other settings": ("settings", lambda whole: whole.update(best_of=1)),
    "another name": ("settings", lambda whole: whole.update(name="Hill Circuit")),
    "one that counts no more": ("tournaments", lambda w: w["tournaments"][0].update(counts=False)),
    "other equal names": ("settings", lambda whole: whole.update(same_names="ask")),
    "a difference removed": ("differences", lambda whole: whole.update(differences=[])),
    "a merge removed": ("merges", lambda whole: whole.update(merges=[])),
    "another is the same": ("merges", lambda whole: whole["merges"][0][0].__setitem__(1, 3)),
    "a merge elsewhere": ("merges", lambda whole: whole["merges"][0][0].__setitem__(0, "x")),
    "another tournament": ("tournaments", lambda w: w["tournaments"][0].update(log="0" * 64)),
}


def test_a_file_that_was_tampered_with_is_refused_with_its_part(coast, runner):
    content = circuit_file(circuit=view(coast))
    for name, (part, fake) in FAKES.items():
        whole = json.loads(content)
        fake(whole)
        with pytest.raises(Refusal) as caught:
            bring_in(content=json.dumps(whole).encode(), actor=actor_of(runner), owner=runner)
        (problem,) = caught.value.problems
        assert problem.code in ("bad_file", "changed_file"), name
        with translation.override("en"):
            assert f"“{part}”" in str(problem.message), name
    assert Circuit.objects.count() == 1
    again = bring_in(content=content, actor=actor_of(runner), owner=runner)
    assert code(again) == ""
    assert again.events.get().sealed["head"] == coast.events.last().hash


def checked(tmp_path: Path, whole: object, *more: str) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "coast.muscircuit"
    file.write_text(json.dumps(whole))
    script = str(ROOT / "static/proof/verify_circuit.py")
    return subprocess.run(
        [sys.executable, script, str(file), *more], capture_output=True, text=True, check=False
    )


def test_the_program_that_stands_alone_checks_the_file(coast, cups, tmp_path):
    whole = json.loads(circuit_file(circuit=view(coast)))
    key, one = tmp_path / "key.txt", tmp_path / "cup.mustour"
    key.write_text(public_key())
    one.write_bytes(tournament_file(tournament_id=cups[0].pk))
    said = checked(tmp_path, whole, str(key), str(one))
    assert said.returncode == 0, said.stderr
    assert f"{coast.events.count()} events hold" in said.stdout
    assert "signed by this key" in said.stdout
    assert said.stdout.endswith("Not compared with their files: spring-cup\n")
    whole["head"] = whole["head"].replace("— mus-tournaments ", "— mus-tournaments A")
    assert "not signed" in checked(tmp_path, whole, str(key)).stderr


def test_the_program_that_stands_alone_finds_every_fake(coast):
    content = circuit_file(circuit=view(coast))
    verify_circuit.check(json.loads(content))
    for _part, fake in FAKES.values():
        whole = json.loads(content)
        fake(whole)
        with pytest.raises((SystemExit, *verify_circuit.NO_FILE)):
            verify_circuit.check(whole)


# Databases from before circuits had logs


def test_the_acts_of_an_earlier_version_become_the_log(coast, cups):
    """The migration reads `CircuitAct`, which is gone: rows like it stand in for it here."""
    chain = importlib.import_module("season.migrations.0009_acts_are_chained")
    pair = Pair.objects.get(tournament=cups[0], number=1)
    label, at = "organizer zarautz", coast.created_at
    acts = [
        Act(label, at, "created", {}),
        Act("organizer deba", at, "tournament_offered", {"tournament": cups[0].pk}),
        Act(label, at, "tournament_taken_in", {"tournament": 999_999}),
        Act(label, at, "runner_added", {"username": "mutriku"}),
        Act(label, at, "people_merged", {"people": [[pair.pk, 1], [999_999, 1]]}),
        Act("simulation", at, "qualified", {"tournament": cups[1].pk, "pairs": 4}),
        Act(label, at, "people_parted", {"people": [[pair.pk, 1], [pair.pk, 2]]}),
        Act(label, at, "alike_merged", {"names": 3}),
    ]
    coast.events.all().delete()
    CircuitTournament.objects.filter(tournament=cups[1]).update(status="offered")
    rows = Rows(acts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Circuit, "acts", rows, raising=False)
        chain.chain_acts(apps, None)
    assert rows.gone
    assert code(coast) == ""
    assert kinds(coast) == [
        "circuit.created", "tournament.offered", "tournament.taken_in", "runner.added",
        "people.merged", "pairs.qualified", "people.parted", "people.merged", "circuit.chained",
    ]  # fmt: skip
    lines = log_page(circuit_id=coast.pk, with_accounts=True).lines[::-1]
    assert [line.actor_label for line in lines] == [
        "runner", "organizer", "runner", "runner", "runner", "simulation", "runner", "runner",
        "upgrade",
    ]  # fmt: skip
    assert [line.account for line in lines[:2]] == ["zarautz", "deba"]
    assert lines[3].runner == "mutriku"
    assert lines[-1].data["acts"] == len(acts)
    assert not {"zarautz", "mutriku"} & set(json.dumps(public_log(circuit_id=coast.pk)).split('"'))
    circuits.take_in(circuit_id=coast.pk, tournament_id=cups[1].pk, actor=play.PROGRAM)
    assert code(coast) == ""


class Act:
    def __init__(self, label: str, at: object, kind: str, data: dict[str, Any]) -> None:
        self.actor_label, self.at, self.kind, self.data = label, at, kind, data


class Rows:
    """What the migration asks of the rows of a circuit."""

    def __init__(self, rows: list[Act]) -> None:
        self.rows, self.gone = rows, False

    def order_by(self, _by: str) -> list[Act]:
        return self.rows

    def all(self) -> Rows:
        return self

    def delete(self) -> None:
        self.gone = True


def test_a_file_of_an_earlier_version_comes_in(coast, runner):
    whole = json.loads(circuit_file(circuit=view(coast)))
    for part in ("log", "head"):
        del whole[part]
    for one in whole["tournaments"]:
        del one["log"]
    old = json.dumps({**whole, "format": "mus-circuit/1"}).encode()
    again = bring_in(content=old, actor=actor_of(runner), owner=runner)
    assert (kinds(again), code(again)) == (["circuit.brought_in"], "")
    assert refusal(
        bring_in, content=json.dumps(whole).encode(), actor=actor_of(runner), owner=runner
    ) == ("bad_file",)
