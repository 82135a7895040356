"""A tournament that is being brought in while its worker is killed: Redis, PostgreSQL, and real
workers. It is in once, and before that nothing of it is."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.jobs.test_worker import LOST, STATES, TICK, Machine, machine
from tests.services import becomes

__all__ = ["machine"]
pytestmark = pytest.mark.service

PLAYED = """
from pathlib import Path
from tests.tampering.trials import forget_everything
from scoring.proof.services.files import write_file
from tests.scoring import table
from tests.tournament import play
made = play.tournament(entered=6, drawn=True)
match = play.start(made.matches.filter(status="ready", round=1).order_by("slot")[0])
table.record(match, table.plain())
Path("{file}").write_bytes(write_file(tournament_id=made.pk))
forget_everything()
"""
ASK = """
from pathlib import Path
from django.contrib.auth.models import User
from operations.imports.services import ask_for
by, _made = User.objects.get_or_create(username="operator", is_superuser=True)
ask_for(content=Path("{file}").read_bytes(), organizers="operator", by=by)
"""
LOOK = """
import json
from jobs.models import Product
from operations.imports.queries import import_list
from scoring.course.models import Hand
from scoring.proof.queries.verify import verify_tournament
from tournament.championship.models import Tournament
from tournament.matches.models import Match
[sent] = import_list()
print(json.dumps({
    "cups": list(Tournament.objects.values_list("slug", flat=True)),
    "rows": Match.objects.count() + Hand.objects.count(),
    "holds": all(verify_tournament(tournament_id=one.pk).ok for one in Tournament.objects.all()),
    "look": sent.look, "slug": sent.slug, "code": sent.code, "done": sent.done, "of": sent.of,
    "given": Product.objects.exclude(given=None).count(),
    "organizers": sum(one.organizers.count() for one in Tournament.objects.all()),
}))
"""


@pytest.fixture
def file(machine: Machine) -> Path:
    machine.env["REDIS_URL"] = machine.env["CELERY_BROKER_URL"]
    made = machine.folder / "cup.mustour"
    machine.shell(PLAYED.format(file=made))
    return made


def look(machine: Machine) -> dict[str, object]:
    found: dict[str, object] = json.loads(machine.shell(LOOK))
    return found


@pytest.mark.long
def test_a_worker_killed_in_mid_import_leaves_no_row_and_another_brings_it_in_once(machine, file):
    first = machine.start("tests/jobs/halting.py")
    machine.shell(ASK.format(file=file))
    becomes(lambda: machine.lines("halted"), 1)
    halted = look(machine)
    assert (halted["look"], halted["cups"], halted["rows"]) == ("running", [], 0)
    assert 0 < int(str(halted["done"])) < int(str(halted["of"])), "the page sees how far it is"
    os.killpg(first.pid, signal.SIGKILL)
    first.wait(60)
    machine.shell(ASK.format(file=file))  # sent again meanwhile: the same job
    assert machine.shell(STATES) == "running"
    machine.start()
    machine.shell(LOST)
    machine.shell(TICK)
    machine.shell(TICK)  # two beats
    becomes(lambda: machine.shell(STATES).split()[-1], "done")
    done = look(machine)
    assert done["cups"] == [done["slug"]]
    assert (done["holds"], done["organizers"], done["given"]) == (True, 1, 0)


@pytest.mark.long
def test_a_worker_refuses_a_forged_file_and_keeps_nothing(machine, file):
    file.write_bytes(file.read_bytes().replace(b"Zarautz", b"Getaria", 1))
    machine.start()
    machine.shell(ASK.format(file=file))
    becomes(lambda: look(machine)["look"], "failed")
    refused = look(machine)
    assert (refused["code"], refused["cups"], refused["rows"]) == ("wrong_seal", [], 0)
    assert refused["given"] == 0
