"""Many small modules into one script, as they are asked for: no build step, no tool.

A tablet on a crowded wifi loads one file instead of fifty, and never the modules of two versions.
Only what this project's modules use is understood: named imports and exports from the top level,
and comments that stand on lines of their own, or behind a line and hold no quote; they are left
out, with the indentation.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";', re.MULTILINE)
_PASSED_ON = re.compile(r'^export\s*\{([^}]*)\}\s*from\s*"([^"]+)";', re.MULTILINE)
_LISTED = re.compile(r"^export\s*\{([^}]*)\};?", re.MULTILINE)
_DECLARED = re.compile(r"^export\s+((?:async\s+)?function\*?|const|class)\s+(\w+)", re.MULTILINE)
_ANY = re.compile(r"^(?:import|export)\b[^(].*", re.MULTILINE)
_COMMENTS = re.compile(r"^[ \t]*(?://.*|/\*[\s\S]*?\*/[ \t]*)\n", re.MULTILINE)
_BEHIND = re.compile(r"[ \t]+//[ \t][^\n\"'`]*$", re.MULTILINE)
_INDENTS = re.compile(r"^\s+", re.MULTILINE)
# Spaces of the code alone: no text for people has one of these.
_OPERATORS = re.compile(r" (=>|[!=]==|&&|\|\||\?\?) |(\)) (?=\{)|(\b(?:const|let) [^=\n]+?) (=) ")
# A bracket, a comma or a semicolon ends what stands before it as well.
_LINE_ENDS = re.compile(r"(?<=[;{,])\n")


class CannotBundle(Exception):
    """A module uses something this does not understand, or two need each other."""


def bundle(entry: Path) -> str:
    """The module `entry` and all it imports as one module. Raises CannotBundle."""
    packer = _Packer(entry)
    packer.add(entry)
    return "".join(packer.out)


def stripped(source: str) -> str:
    """Without comments and without indentation."""
    return _INDENTS.sub("", _BEHIND.sub("", _COMMENTS.sub("", source)))


class _Packer:
    def __init__(self, entry: Path) -> None:
        self.entry = entry
        self.names: dict[Path, str] = {}
        self.open: list[Path] = []
        self.out: list[str] = []

    def add(self, path: Path) -> str:
        """Writes a module after those it imports; returns the name it has in the bundle."""
        if path in self.open:
            circle = " → ".join(each.name for each in [*self.open, path])
            raise CannotBundle(f"modules that need each other: {circle}")
        if path not in self.names:
            self.open.append(path)
            written = self._written(path)
            self.open.pop()
            self.names[path] = f"m{len(self.names)}"
            self.out.append(self._wrapped(path, *written))
        return self.names[path]

    def _written(self, path: Path) -> tuple[str, list[str]]:
        exports: list[str] = []

        def imported(found: re.Match[str]) -> str:
            return f"const {{{_bindings(found[1])}}}={self.add(_beside(path, found[2]))};"

        def passed_on(found: re.Match[str]) -> str:
            name = self.add(_beside(path, found[2]))
            for inner, outer in _pairs(found[1]):
                exports.append(f"{outer}:{name}.{inner}")
            return ""

        def listed(found: re.Match[str]) -> str:
            exports.extend(f"{outer}:{inner}" for inner, outer in _pairs(found[1]))
            return ""

        def declared(found: re.Match[str]) -> str:
            exports.append(found[2])
            return f"{found[1]} {found[2]}"

        source = path.read_text(encoding="utf-8")
        if "vendor" not in path.parts:
            source = stripped(source)
        source = _IMPORT.sub(imported, source)
        source = _PASSED_ON.sub(passed_on, source)
        source = _DECLARED.sub(declared, source)
        source = _LISTED.sub(listed, source) if "vendor" not in path.parts else source
        if "vendor" in path.parts:
            source = re.sub(r"export\s*\{([^}]*)\};?\s*$", listed, source)
        if left := _ANY.search(source):
            raise CannotBundle(f"{path.name}: {left[0]}")
        source = source.strip()
        if "vendor" not in path.parts:
            source = _LINE_ENDS.sub("", _OPERATORS.sub(r"\1\2\3\4", source))
        return source, exports

    def _wrapped(self, path: Path, source: str, exports: list[str]) -> str:
        if path == self.entry:
            return f"{source}\n"
        name = self.names[path]
        return f"const {name}=(()=>{{\n{source}\nreturn{{{','.join(exports)}}};\n}})();\n"


def _pairs(names: str) -> list[tuple[str, str]]:
    """ "a, b as c" → (a, a), (b, c)."""
    words = [name.split() for name in names.split(",") if name.strip()]
    return [(word[0], word[-1]) for word in words]


def _bindings(names: str) -> str:
    return ",".join(a if a == b else f"{a}:{b}" for a, b in _pairs(names))


def _beside(path: Path, name: str) -> Path:
    return (path.parent / name).resolve()
