"""Cuts the fonts of the pages to the letters and weights that they use: static/vendor/fonts/.

    python .ci/fonts.py FOLDER

FOLDER holds the two packages of `ORIGINALS` as `npm pack` gives them (static/vendor/README.md).
A cut font is a changed one, so that it has a name of its own, as its licence asks.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).resolve().parent.parent / "static/vendor/fonts"

WEST = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)]))
"""ASCII and Latin-1: the letters of Spanish, Basque, English and French but for two."""
LETTERS = WEST + "ŒœŸŠšŽž–—‘’‚“”„…‹›€−"
SIGNS = "→←↑↓▸▾▲●○✓✗"
"""What the pages draw with. A heading has none, and would take its neighbour in the style."""
FEATURES = ["kern", "lnum", "tnum"]
NAMES = {1: "{}", 3: "{} 1", 4: "{}", 6: "{0}-Regular", 16: "{}"}


@dataclass(frozen=True)
class Cut:
    """A font to make: of which file in which package, with which letters and weights."""

    name: str
    package: str
    digest: str
    path: str
    weights: tuple[int, int]
    text: str


CUTS = (
    Cut(
        "Mus Text",
        "source-sans-3.46.0.tgz",
        "54b855309ba0f03f388729b48f72f5e8eeacc38e7d191c854c6392a59f6692f7",
        "package/VAR/SourceSans3VF-Roman.ttf",
        (400, 700),
        LETTERS + SIGNS,
    ),
    Cut(
        "Mus Display",
        "fontsource-variable-alegreya-5.3.0.tgz",
        "ed1bfd849a64006c9dc1336d1f3075c4479deb393a04dd29f0e48b4355f1ef5c",
        "package/files/alegreya-latin-wght-normal.woff2",
        (760, 760),
        LETTERS,
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the packages are")
    folder = parser.parse_args().folder
    for cut in CUTS:
        target = FONTS / f"{cut.name.lower().replace(' ', '-')}.woff2"
        target.write_bytes(cut_font(cut, original(cut, folder)))
        sys.stdout.write(f"{target.name}: {target.stat().st_size} bytes\n")


def original(cut: Cut, folder: Path) -> bytes:
    """The font as its makers published it. Ends the program when the package is another one."""
    package = folder / cut.package
    if hashlib.sha256(package.read_bytes()).hexdigest() != cut.digest:
        sys.exit(f"{package} is not the package that the fonts were cut from.")
    with tarfile.open(package) as files:
        font_file = files.extractfile(cut.path)
        assert font_file is not None
        return font_file.read()


def cut_font(cut: Cut, font_file: bytes) -> bytes:
    """The font with the letters, the weights and the name of `cut`, as WOFF2."""
    font = TTFont(io.BytesIO(font_file), recalcTimestamp=False)
    _keep(font, cut.text)
    font = _again(font)
    low, high = cut.weights
    weights = {"wght": low if low == high else (low, high)}
    font = instantiateVariableFont(font, weights)
    for number, form in NAMES.items():
        if font["name"].getDebugName(number):
            font["name"].setName(form.format(cut.name).replace(" ", ""), number, 3, 1, 0x409)
    font.flavor = "woff2"
    return _written(font)


def _keep(font: TTFont, text: str) -> None:
    wanted = Options(layout_features=FEATURES, hinting=False, notdef_outline=True)
    wanted.name_IDs = [0, 1, 3, 4, 5, 6, 13, 14, 16]
    wanted.drop_tables += ["gasp", "prep", "MVAR"]
    cutter = Subsetter(wanted)
    cutter.populate(text=text)
    cutter.subset(font)


def _again(font: TTFont) -> TTFont:
    """The font read anew: what was left out is really gone."""
    return TTFont(io.BytesIO(_written(font)), recalcTimestamp=False)


def _written(font: TTFont) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


if __name__ == "__main__":
    main()
