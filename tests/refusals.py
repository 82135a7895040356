"""What an act is refused for."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournament.play import PROGRAM
from tournament.errors import Refusal


def refusal(act: Callable[..., Any], /, *args: Any, **given: Any) -> tuple[str, ...]:
    """The codes by which an act is refused."""
    with pytest.raises(Refusal) as caught:
        act(*args, **given)
    return caught.value.codes


def faults_of(act: Callable[..., Any], /, **given: Any) -> list[tuple[str, str]]:
    """The fields and codes by which an act of this program is refused."""
    return named_faults(act, **{"actor": PROGRAM, **given})


def named_faults(act: Callable[..., Any], /, *args: Any, **given: Any) -> list[tuple[str, str]]:
    """The fields and codes by which an act is refused."""
    with pytest.raises(Refusal) as caught:
        act(*args, **given)
    return [(problem.field, problem.code) for problem in caught.value.problems]
