"""A cache of recent results in memory: bounded, and the least recently used goes first.

A key contains everything that its value depends on, so no value is ever out of date.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Key → value, safe in threads. `weigh`: how much of `most` a value takes; 1 by default."""

    def __init__(self, most: int, weigh: Callable[[V], int] | None = None) -> None:
        self._most = most
        self._weigh = weigh or (lambda _value: 1)
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def __len__(self) -> int:
        return len(self._values)

    def clear(self) -> None:
        """Drops all values."""
        with self._lock:
            self._values.clear()
            self.weight = 0

    def get(self, key: K) -> V | None:
        """The value of the key, if any. Reading counts as use."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Stores a value; drops the least recently used ones when there are too many."""
        with self._lock:
            old = self._values.pop(key, None)
            self.weight += self._weigh(value) - (0 if old is None else self._weigh(old))
            self._values[key] = value
            while self.weight > self._most:
                _key, oldest = self._values.popitem(last=False)
                self.weight -= self._weigh(oldest)
