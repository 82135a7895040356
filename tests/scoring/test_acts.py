"""Whatever people do, the tournament is the one that its log tells, act by act."""

import json
import os
import subprocess
import sys

import pytest

from tests.night import of_many, seed_of
from tests.scoring import acts
from tournament.formats.registry import FORMATS
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match

SEED = seed_of(1122)
ACTS = int(os.environ.get("ACTS", "300"))


@pytest.mark.django_db
def test_the_log_tells_a_tournament_act_by_act():
    crowd = acts.a_crowd(seed=SEED)
    crowd.check()
    for _act in range(60):
        crowd.act()
        crowd.check()
    assert verify_log(tournament_id=crowd.cup.pk).ok


@pytest.mark.django_db
def test_what_a_preview_says_is_what_the_act_does():
    crowd = acts.a_crowd(seed=SEED, kind=acts.Foreseeing)
    for _act in range(of_many(60, nightly=120)):
        crowd.act()


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("day", range(12))
@pytest.mark.parametrize("format_", FORMATS)
def test_a_day_of_any_format_survives_whatever_people_do(format_, day):
    """Replay one with `-k "[knockout-7]"` and the RUN_SEED of its run."""
    survives(format_, SEED + day, acts_done=ACTS)


@pytest.mark.sampled(2)
@pytest.mark.django_db
@pytest.mark.parametrize("format_", FORMATS)
def test_an_hour_of_any_format_survives_whatever_people_do(format_):
    survives(format_, SEED, acts_done=25)


def survives(format_: str, seed: int, *, acts_done: int) -> None:
    """Random acts: each is what its preview said, or is refused as its preview was; no pair is
    called to two matches; the log tells it all, and no reduction makes a match longer."""
    sys.stdout.write(f"format {format_}, seed {seed}\n")
    crowd = acts.a_crowd(seed=seed, pairs_entered=7, kind=acts.Foreseeing, format=format_)
    for number in range(acts_done):
        crowd.act()
        called = Match.objects.filter(tournament=crowd.cup, status__in=["ready", "playing"])
        pairs = [pair for match in called for pair in match.pairs]
        assert len(pairs) == len(set(pairs)), f"a pair is called twice after act {number}"
        crowd.check(whole=number % 10 == 0)
    crowd.check()
    assert verify_log(tournament_id=crowd.cup.pk).ok


@pytest.mark.long
@pytest.mark.service
def test_the_log_tells_what_clients_at_two_processes_did_at_once(postgres_url):
    env = {**os.environ, "DATABASE_URL": postgres_url}
    command = [sys.executable, "-m", "tests.scoring.storm"]
    made = subprocess.run([*command, "make"], env=env, check=True, capture_output=True, text=True)
    acts_each = str(of_many(30, nightly=ACTS // 2))
    running = [
        subprocess.Popen(
            [*command, made.stdout.strip(), str(SEED + process), acts_each],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for process in range(2)
    ]  # fmt: skip
    for process in running:
        out, err = process.communicate(timeout=1800)
        assert process.returncode == 0, err[-4000:]
        sys.stdout.write(json.dumps(json.loads(out), indent=1) + "\n")
    done = subprocess.run(
        [*command, made.stdout.strip(), "0", "0"], env=env, check=True, capture_output=True,
        text=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["log"] is True
