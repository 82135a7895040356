"""Puts a mutant into the functions that live in this process, and takes it out again."""

from __future__ import annotations

import ast
import functools
import gc
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from bench.mutation.changes import Mutant, path_of

OURS = ("mus", "tournament", "scoring", "publication", "web", "api")


@functools.cache
def living(path: Path) -> dict[str, FunctionType]:
    """The functions of a file as they live in this process, by their qualified names."""
    # Not `isinstance`, at which an object that is made lazily makes itself.
    return {
        each.__code__.co_qualname: each
        for each in gc.get_objects()
        if type(each) is FunctionType and each.__code__.co_filename == str(path)
    }


_caches: list[Any] = []


def empty_caches() -> None:
    """Forgets what the project's own functions have remembered."""
    if not _caches:
        kind = functools._lru_cache_wrapper
        found = [each for each in gc.get_objects() if type(each) is kind]
        _caches.extend(each for each in found if each.__module__.partition(".")[0] in OURS)
    for each in _caches:
        each.cache_clear()


class Put:
    """A mutant that can be put in and taken out, as often as one likes. `fits` tells whether it
    can at all."""

    def __init__(self, mutant: Mutant) -> None:
        path = path_of(mutant.module)
        self.mutant = mutant
        self.function = living(path).get(mutant.function)
        whole = compile(mutant.code, str(path), "exec", dont_inherit=True)
        self.code = _code_of(whole, mutant.function)
        self.fits = (
            self.function is not None
            and self.code is not None
            and self.code.co_freevars == self.function.__code__.co_freevars
        )
        if function := self.function:
            self.before = function.__code__, function.__defaults__, function.__kwdefaults__

    def on(self) -> None:
        function, code = self.function, self.code
        assert function is not None
        assert code is not None
        function.__code__ = code
        _apply_defaults(function, self.mutant)
        empty_caches()

    def off(self) -> None:
        function = self.function
        assert function is not None
        function.__code__, function.__defaults__, kwdefaults = self.before
        function.__kwdefaults__ = kwdefaults
        empty_caches()


def _code_of(code: CodeType, name: str) -> CodeType | None:
    if code.co_qualname == name:
        return code
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return next((found for each in inner if (found := _code_of(each, name))), None)


def _apply_defaults(function: FunctionType, mutant: Mutant) -> None:
    body: list[ast.stmt] = ast.parse(mutant.code).body
    node: Any = None
    for part in mutant.function.split("."):
        node = next(each for each in body if getattr(each, "name", None) == part)
        body = node.body

    def value(default: ast.expr) -> object:
        return eval(compile(ast.Expression(default), "default", "eval"), function.__globals__)

    if function.__defaults__:
        function.__defaults__ = tuple(map(value, node.args.defaults))
    if function.__kwdefaults__:
        pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        function.__kwdefaults__ = {each.arg: value(given) for each, given in pairs if given}
