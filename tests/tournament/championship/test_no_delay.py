"""Tournaments of an earlier version, which had a delay of publication."""

import pytest

from scoring.proof.rules.lines import read, written
from scoring.proof.services.files import rebuild, write_file
from tests.operations.conftest import filled, filled_once
from tests.tampering.trials import forget_everything
from tests.tournament import play
from tournament.log import services as events
from tournament.log.rules import kinds

__all__ = ["filled", "filled_once"]
SLUG = "SELECT slug FROM tournament_tournament ORDER BY id LIMIT 1"


@pytest.mark.long
def test_the_upgrade_shows_them_live_and_names_them(filled):
    ((slug,),) = filled.ask(SLUG)
    assert filled.manage("migrate", "tournament", "0023", "--verbosity", "0") == (0, "")
    # SQLite lost the column when a later migration made the table anew: the others have none.
    late = f"CASE slug WHEN '{slug}' THEN 3 ELSE 0 END"
    filled.ask(f"UPDATE tournament_tournament SET delay_minutes = {late}")
    status, said = filled.manage_alone("migrate", "--no-input")
    assert (status, said.count("is shown live from now on")) == (0, 1), said
    assert f"{slug} was shown 3 minutes late" in said
    status, said = filled.manage("verify_log", str(slug))
    assert status == 0, said


@pytest.mark.django_db
def test_a_log_and_a_file_with_a_delay_still_hold(monkeypatch):
    cup = play.tournament(entered=4, drawn=True)
    monkeypatch.setattr(events, "KINDS", kinds.KINDS | kinds.RETIRED)
    events.append(
        tournament=cup,
        kind="publication.delay_set",
        actor=play.PROGRAM,
        data={"minutes": 3, "was": 0},
    )
    play.must_hold(cup)
    lines = [(line.kind, dict(line.data)) for line in read(write_file(tournament_id=cup.pk))]
    for _kind, data in lines:
        if data.get("row") == "tournament":
            data["delay_minutes"] = 3
    forget_everything()
    rebuilt = rebuild(content="".join(written(lines)).encode())
    play.must_hold(rebuilt)
    assert rebuilt.events.filter(kind="publication.delay_set").exists()


def test_no_service_sets_a_delay_any_more(db):
    with pytest.raises(ValueError, match="no kind of event"):
        events.append(
            tournament=play.tournament(),
            kind="publication.delay_set",
            actor=play.PROGRAM,
            data={"minutes": 3, "was": 0},
        )
