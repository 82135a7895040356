"""What was worked out last, kept in memory: bounded, least recently used out first.

A key says everything that decides its value, so nothing in here is ever old.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Key → value, in any thread. `weigh`: what of `most` a value takes; 1 unless it is given."""

    def __init__(self, most: int, weigh: Callable[[V], int] | None = None) -> None:
        self._most = most
        self._weigh = weigh or (lambda _value: 1)
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def clear(self) -> None:
        """Lets go of everything."""
        with self._lock:
            self._values.clear()
            self.weight = 0

    def get(self, key: K) -> V | None:
        """What is kept there; it counts as used."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
            return found

    def put(self, key: K, value: V) -> None:
        """Keeps a value; lets go of those that nobody has used longest."""
        with self._lock:
            old = self._values.pop(key, None)
            self.weight += self._weigh(value) - (0 if old is None else self._weigh(old))
            self._values[key] = value
            while self.weight > self._most:
                _key, oldest = self._values.popitem(last=False)
                self.weight -= self._weigh(oldest)
