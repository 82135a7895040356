"""Runs all checks of an installation. A check that fails does not stop the others."""

from collections.abc import Callable, Iterator

from operations.checks import machine, outside, settings, stores
from operations.checks.finding import Finding, bad

CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    settings.check,
    machine.check,
    stores.check,
)


def examine(url: str = "") -> list[Finding]:
    """All findings, in order. `url`: the public address, to be requested from outside."""
    findings: list[Finding] = []
    for check in CHECKS:
        findings += _as_far_as_it_goes(check())
    if url:
        findings += _as_far_as_it_goes(outside.from_outside(url))
    return findings


def _as_far_as_it_goes(check: Iterator[Finding]) -> Iterator[Finding]:
    try:
        yield from check
    except Exception as error:
        remedy = "Mend what is bad above, and ask again."
        yield bad("the doctor", f"A check broke off: {type(error).__name__}: {error}", remedy)
