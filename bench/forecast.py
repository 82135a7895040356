"""The calibration table of docs/forecast.md: `python -m bench.forecast`. A few minutes."""

from tournament.clock.rules.replaying import calibrated
from tournament.formats.registry import FORMATS
from tournament.formats.setting import Setting

SIZES = ((8, 4), (16, 8), (16, 5), (12, 6))
DAYS = 168


def main() -> None:
    """Prints how often the real end lay in the range, by the share of the day gone."""
    keys = ("knockout", "groups", "swiss", "repesca", "three_losses", "round_robin", "fresh_draw")
    days = []
    for number in range(DAYS):
        pairs, tables = SIZES[number % len(SIZES)]
        made = FORMATS[keys[number % len(keys)]](Setting({}, "s", pairs))
        days.append((made, pairs, tables, 3))
    for line in calibrated(days, (0.1, 0.25, 0.5, 0.75), seed=7):
        inside = round(100 * line.inside / line.days)
        print(f"| {line.share:.0%} | {inside} % | {line.width:.0f} | {line.off:.0f} |")


if __name__ == "__main__":
    main()
