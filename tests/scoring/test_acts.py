"""Whatever people do, the tournament is the one that its log tells, act by act."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import SystemRandom

import pytest

from tests.scoring import acts
from tournament.log.queries.log import verify_log

# The same acts in every run unless others are asked for: ACTS_SEED=any draws a seed.
ASKED = os.environ.get("ACTS_SEED", "1122")
SEED = SystemRandom().randrange(10**6) if ASKED == "any" else int(ASKED)
ACTS = int(os.environ.get("ACTS", "300"))


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [SEED, 7], ids=["asked", "7"])
def test_the_log_tells_a_tournament_act_by_act(seed: int) -> None:
    sys.stdout.write(f"seed {seed}: ACTS_SEED={seed} repeats it" + "\n")
    crowd = acts.a_crowd(seed=seed)
    crowd.check()
    for _act in range(60):
        crowd.act()
        crowd.check()
    assert verify_log(tournament_id=crowd.cup.pk).ok


@pytest.mark.service
def test_the_log_tells_what_clients_at_two_processes_did_at_once(postgres_url: str) -> None:
    sys.stdout.write(f"seed {SEED}: ACTS_SEED={SEED} ACTS={ACTS} repeats the choices" + "\n")
    env = {**os.environ, "DATABASE_URL": postgres_url}
    command = [sys.executable, "-m", "tests.scoring.storm"]
    made = subprocess.run([*command, "make"], env=env, check=True, capture_output=True, text=True)
    running = [
        subprocess.Popen(
            [*command, made.stdout.strip(), str(SEED + process), str(ACTS // 2)],
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
