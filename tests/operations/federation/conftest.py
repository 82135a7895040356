"""Another installation that answers."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.operations.federation.elsewhere import Elsewhere


@pytest.fixture
def elsewhere(settings: Any) -> Iterator[Elsewhere]:
    settings.FEDERATION_PRIVATE = True
    made = Elsewhere()
    yield made
    made.close()
