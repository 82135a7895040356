"""A circuit of 200 tournaments and 5,000 players: how long its pages take.

    python -m bench.circuit            measures, writes its part of bench/RESULTS.md
    python -m bench.circuit --print    measures and only prints

One knockout of 32 pairs is simulated; the 200 are copies of its rows with other pairs: 2,500
take turns. Each page is asked for in this process, beside a floor in the same run: a Django
view that returns as many bytes, through the same middleware.
"""

import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta

from bench.parts import options, publish, where_and_when

TOURNAMENTS, PAIRS, PLAYERS, RUNS = 200, 32, 5_000, 5


def fill() -> str:
    """The circuit's tournaments in an empty database; returns its slug."""
    from django.core.management import call_command

    from season.models import Circuit, CircuitTournament
    from season.rules.points import USUAL
    from tournament.championship.models import Tournament
    from tournament.entries.models import Pair
    from tournament.log.models import Event
    from tournament.matches.models import Match

    call_command("migrate", verbosity=0)
    call_command("simulate", pairs=PAIRS, results_only=True, format="knockout", quiet=True)
    tournament = Tournament.objects.get()
    tables = [list(model.objects.filter(tournament=tournament)) for model in (Pair, Match, Event)]
    champion, slug, start = tournament.champion_id, tournament.slug, tournament.starts_at
    settings = {"carried_by": "player", "same_names": "all", "points": USUAL.to_json()}
    circuit = Circuit.objects.create(slug="season", name="Season", **settings)
    for number in range(TOURNAMENTS):
        tournament.pk, tournament.slug = None, f"{slug}-{number}"
        tournament.is_rehearsal, tournament.champion = False, None
        tournament.starts_at = start + timedelta(days=number)
        tournament.save()
        pairs: dict[int | None, int] = {}
        for model, rows in zip((Pair, Match, Event), tables, strict=True):
            copies = []
            for at, row in enumerate(rows):
                values = {field.attname: getattr(row, field.attname) for field in row._meta.fields}
                values |= {"id": None, "tournament_id": tournament.pk}
                if model is Pair:
                    who = (number * PAIRS + at) % (PLAYERS // 2)
                    values |= {"player_1": f"North {who}", "player_2": f"South {who}"}
                if model is Match:
                    sides = ("pair_a_id", "pair_b_id")
                    values |= {side: pairs.get(values[side]) for side in sides}
                    values["finished_at"] += timedelta(days=number)
                copies.append(model(**values))
            new_rows = model._default_manager.bulk_create(copies)
            if model is Pair:
                pairs = {old.pk: new.pk for old, new in zip(rows, new_rows, strict=True)}
        tournament.champion_id = pairs[champion]
        tournament.save()
        CircuitTournament.objects.create(circuit=circuit, tournament=tournament, status="in")
    return circuit.slug


def measure(slug: str) -> list[str]:
    """A row of the table for each page, and for one rebuild of ranking and ratings."""
    from django.test import Client

    from season.queries import corrections, known, who
    from season.queries.circuits import get_public
    from season.queries.ranking import ranking, ratings

    def seconds(work: Callable[..., object], *arguments: object, **named: object) -> float:
        began = time.process_time()
        work(*arguments, **named)
        return time.process_time() - began

    client, circuit = Client(), get_public(slug=slug)
    line = ranking(circuit=circuit).lines[0]
    home, rows = f"/circuits/{slug}/", []
    pages = {
        "ranking": home, "ratings": f"{home}ratings/", "a player": f"{home}who/{line.person.key}/",
        "CSV": f"{home}ranking.csv", "feed": f"{home}results.atom",
        "API: ranking": f"/api/v1/circuits/{slug}/?page_size=100",
        "API: ratings": f"/api/v1/circuits/{slug}/ratings/?page_size=100",
    }  # fmt: skip
    gc.collect()
    gc.freeze()  # as config.asgi does
    gc.set_threshold(10_000, 10, 10)  # as config.server does
    for what, address in pages.items():
        answer = client.get(address)
        assert answer.status_code == 200, what
        size = len(answer.content)
        both = [
            (seconds(client.get, address), seconds(client.get, f"/bench/{size}"))
            for _run in range(RUNS)
        ]
        own, floor = map(statistics.median, zip(*both, strict=True))
        rows.append(f"| {what} | {size:,} | {own:.3f} | {floor:.4f} |")
    for what, work in (("rebuild of the ranking", ranking), ("rebuild of the ratings", ratings)):
        runs = []
        for _run in range(RUNS):
            for remembered in (
                known._places, known._ranking, known._ratings, corrections._corrections, who._who
            ):  # fmt: skip
                remembered.clear()
            runs.append(seconds(work, circuit=circuit))
        rows.append(f"| {what} | – | {statistics.median(runs):.3f} | – |")
    return rows


def main() -> None:
    chosen = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {"VAR_DIR": var, "DATABASE_URL": f"sqlite:///{var}/db.sqlite3"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django
        from django.test import override_settings

        django.setup()
        with override_settings(ROOT_URLCONF="bench.floor", ALLOWED_HOSTS=["*"]):
            rows = measure(fill())
    text = "\n".join([
        f"## A season\n\n`python -m bench.circuit`: {TOURNAMENTS} tournaments of {PAIRS} pairs, "
        f"{PLAYERS:,} players. Seconds of the processor, the median of {RUNS}.",
        "Rebuild: with nothing remembered of any tournament. Floor: a view of as many bytes. "
        f"At {where_and_when()}.\n",
        "| what | bytes | seconds | floor |",
        "|---|--:|--:|--:|",
        *rows,
    ])  # fmt: skip
    publish(chosen, "season", text)


if __name__ == "__main__":
    main()
