"""Wraps the public functions of all services, as tracing asks, when their modules are imported.

The services themselves know nothing of it, and without traces nothing is wrapped.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import FunctionType, ModuleType
from typing import Any

ROOMS = ("accounts", "jobs", "operations", "scoring", "tournament")

Verb = Callable[..., Any]
Wrap = Callable[[Verb], Verb]


class Following(MetaPathFinder):
    """An import finder: imports modules of services as usual, then wraps their functions."""

    def __init__(self, wrap: Wrap) -> None:
        self._wrap = wrap

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not is_of_services(fullname):
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is not None and found.loader is not None:
            _follow(found.loader, self._wrap)
        return found


def is_of_services(module: str) -> bool:
    """Whether a module belongs to services, such as `scoring.hands.services.hands`."""
    app, *rooms = module.split(".")
    return app in ROOMS and "services" in rooms


def follow(wrap: Wrap) -> None:
    """Starts wrapping modules imported from now on. May be called again."""
    if not any(isinstance(finder, Following) for finder in sys.meta_path):
        sys.meta_path.insert(0, Following(wrap))


def leave() -> None:
    """Stops wrapping modules imported from now on."""
    sys.meta_path[:] = [one for one in sys.meta_path if not isinstance(one, Following)]


def _follow(loader: Loader, wrap: Wrap) -> None:
    read = loader.exec_module

    def read_and_follow(module: ModuleType) -> None:
        read(module)
        for name, verb in list(vars(module).items()):
            if is_verb(name, verb, module):
                setattr(module, name, wrap(verb))

    loader.exec_module = read_and_follow  # type: ignore[method-assign]


def is_verb(name: str, value: object, module: ModuleType) -> bool:
    """Whether the value is a public function of this module that is finished when it returns. Only
    functions with keyword-only parameters count; others are helpers."""
    if not isinstance(value, FunctionType) or name.startswith("_"):
        return False
    itself = inspect.unwrap(value)
    if value.__module__ != module.__name__ or inspect.isgeneratorfunction(itself):
        return False
    given = inspect.signature(itself).parameters.values()
    return bool(given) and all(one.kind is one.KEYWORD_ONLY for one in given)
