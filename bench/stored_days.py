"""The stored days of docs/forecast.md: `VAR_DIR=$(mktemp -d) python -m bench.stored_days`.

Days with hands are played through the services at a pace that the forecast is not told, stored, and
replayed from their logs as `manage.py calibrate_forecast` does it. A few minutes.
"""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta

import django

SIZES = ((8, 4), (12, 5), (10, 3), (16, 8))
FORMATS = ("knockout", "groups", "swiss", "repesca", "fresh_draw", "three_losses")
DAYS = int(os.environ.get("DAYS", "36"))
FIRST = datetime(2025, 1, 4, 12, 0, tzinfo=UTC)


def main() -> None:
    """Fills the empty database of VAR_DIR, and prints the table."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.core.management import call_command

    from bench.paced import stored
    from scoring.management.simulation import Plan
    from scoring.proof.queries.days import calibration

    call_command("migrate", verbosity=0)
    for number in range(DAYS):
        pairs, tables = SIZES[number % len(SIZES)]
        plan = Plan(
            name=f"Stored day {number}",
            pairs=pairs,
            seed=number,
            starts_at=FIRST + timedelta(days=7 * number),
            tables=tables,
            preset="nabo",
            format=FORMATS[number % len(FORMATS)],
            consolation_share=0,
        )
        stored(plan)
        print(f"\r{number + 1}/{DAYS}", end="", file=sys.stderr)
    found = calibration(most=DAYS)
    print(f"{len(found.days)} days, left out: {len(found.left_out)}")
    for line in found.lines:
        inside = round(100 * line.inside / line.days)
        print(f"| {line.share:.0%} | {inside} % | {line.width:.0f} | {line.off:.0f} |")


if __name__ == "__main__":
    main()
