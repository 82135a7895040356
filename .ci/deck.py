"""Draws the Spanish deck of the pages: static/icons/deck.svg, one symbol a card.

    python .ci/deck.py            writes it
    python .ci/deck.py --check    fails when the file is not as it is drawn here

A card is known by its token: `12o` is the king of coins, `7` a seven whose suit nobody wrote
down. `12o-s` is the same card for a small place: its number and its suit alone.
"""

# ruff: noqa: E501  (a path is one line)

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

DECK = Path(__file__).resolve().parent.parent / "static/icons/deck.svg"

INK = "#2b2118"
GOLD = "#dca935"
SKIN = "#f3cfa4"
LINEN = "#fffaf0"
PAPER = "#fffdf8"
# The colour a card's number and figure go by, and the second colour of its figure.
COLOURS = {
    "o": ("#a36a00", "#b5372a"),
    "c": ("#a3261d", "#2c6e8f"),
    "e": ("#1c4f86", "#a8322a"),
    "b": ("#1f6b45", "#8c5a16"),
    "": ("#5f584a", "#93897a"),
}
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
# The gaps of the frame tell the suit to whoever sees only the edge of a card: the "pinta".
GAPS = {"o": 0, "c": 1, "e": 2, "b": 3, "": 0}

# Digits of one stroke, in a box of 10 by 16.
DIGITS = {
    "0": "M5 1C1.500 1 1 5 1 8s.5 7 4 7 4-4 4-7-.5-7-4-7z",
    "1": "M1.500 4.500 5.500 1.300V15M2 15h7",
    "2": "M1.200 5C1.200 2.500 2.800 1 5 1s3.800 1.400 3.800 3.800C8.800 8 4 10 1.200 15H9",
    "3": "M1.500 2.800C2.200 1.600 3.500 1 5 1c2.200 0 3.700 1.300 3.700 3.300S7 7.500 4.200 7.500"
    "C7.200 7.500 9 9 9 11.200S7.300 15 4.900 15C3.200 15 1.800 14.300 1 13",
    "4": "M7 15V1L.8 10.700h8.700",
    "5": "M8.500 1H2.300L1.700 7.200C2.600 6.500 3.700 6.200 4.800 6.200 7.300 6.200 9 7.900 9 10.500"
    "S7.300 15 4.700 15C3.100 15 1.800 14.400 1 13.200",
    "6": "M8.300 2.500C7.500 1.500 6.500 1 5.300 1 2.500 1 1 4.200 1 8.500 1 12.700 2.500 15 5 15"
    "s4-1.800 4-4.400S7.400 6.300 5.200 6.300C3.200 6.300 1.600 7.500 1 9.500",
    "7": "M1 1h8C6.500 5 5 9.500 4.500 15M2.500 8h5.500",
}

SUITS = {
    # Each in a box of 40 by 40.
    "o": f"""<circle cx="20" cy="20" r="18" fill="{GOLD}" stroke="#7c5306" stroke-width="2"/>
<circle cx="20" cy="20" r="13" fill="#f3d27a" stroke="#7c5306" stroke-width="1.200"/>
<path d="M20 8.500 22.800 16 30.500 14.500 25.500 20 30.500 25.500 22.800 24 20 31.500 17.200 24 9.500 25.500 14.500 20 9.500 14.500 17.200 16z" fill="#b5372a"/>
<circle cx="20" cy="20" r="3.600" fill="{GOLD}" stroke="#7c5306"/>
<g fill="#7c5306"><circle cx="20" cy="4.600" r="1"/><circle cx="20" cy="35.400" r="1"/><circle cx="4.600" cy="20" r="1"/><circle cx="35.400" cy="20" r="1"/><circle cx="9.100" cy="9.100" r="1"/><circle cx="30.900" cy="9.100" r="1"/><circle cx="9.100" cy="30.900" r="1"/><circle cx="30.900" cy="30.900" r="1"/></g>""",
    "c": f"""<g stroke="#6f1812" stroke-width="1.600" stroke-linejoin="round"><path d="M6 4h28c0 11-4 18.500-11 20v6c5 .8 8 3 8.500 7h-23c.5-4 3.500-6.200 8.500-7v-6C10 22.500 6 15 6 4z" fill="{GOLD}"/>
<path d="M6.300 8.500h27.400c-.4 3-1 5.500-2 7.800H8.300c-1-2.300-1.600-4.800-2-7.800z" fill="#b5372a"/><path d="M17 27h6M9 36.900h22" fill="none"/></g>
<path d="M11 12.300h18" stroke="#f3d27a" stroke-width="2" stroke-dasharray="2.500 1.800"/><path d="M10 5.500c.3 4 .8 8 3.500 12" stroke="#f9e6b0" stroke-width="1.500" fill="none" opacity=".7"/>""",
    "e": f"""<g transform="translate(3 0) scale(.85 1)" stroke-linejoin="round"><path d="M20 0 25 7.500V25H15V7.500z" fill="#cfe0ef" stroke="#1c4f86" stroke-width="1.500"/><path d="M20 5v19M18 10v13" stroke="#1c4f86" fill="none"/>
<path d="M7 23c0 4 4 4.500 5.500 2.500h15C29 27.500 33 27 33 23c-2.500.8-4.500.5-7 0H14c-2.500.5-4.500.8-7 0z" fill="{GOLD}" stroke="#6d480b" stroke-width="1.300"/>
<path d="M16.500 27.500h7l-.6 7h-5.800z" fill="#b5372a" stroke="#6f1812" stroke-width="1.300"/><path d="M17 30.500h6" stroke="{GOLD}" stroke-width="1.400"/><circle cx="20" cy="36.700" r="3" fill="{GOLD}" stroke="#6d480b" stroke-width="1.300"/></g>""",
    "b": """<g transform="translate(6 0) scale(.7 1)"><g stroke="#154a2c" stroke-width="1.500" stroke-linejoin="round"><path d="M10.500 10.500 6 9.500 5 15l6.500 2zM29.500 16l5.500-2.500 2 5-6.500 4zM12.500 24l-5-.5-.5 4.500 6 1.500z" fill="#a9cf8f"/>
<path d="M15.500 38.500Q20 40.500 24.500 38.500 25.500 31 28.500 24.500 31.500 17 31 9.500 30 1 20.500.8 10.500 1.500 10 10 9.800 17.500 12.500 24.500 15 31 15.500 38.500z" fill="#5ea565"/>
<path d="M16.500 5.500Q18 14 17.800 22M22.500 4.500Q25 13 23 24M20 27v7" fill="none" opacity=".6"/><ellipse cx="20.500" cy="12" rx="2.400" ry="3" fill="#a9cf8f"/></g><path d="M15.300 34.300q4.800 1.600 9.500 0" stroke="#b5372a" stroke-width="2.600" fill="none"/></g>""",
}

# The figures, in the box of the card. Main colour: the fill they are used with; second: currentColor.
HAND = f'fill="{SKIN}" stroke="{INK}" stroke-width="1.100"'
FACE = f'<g fill="{INK}"><circle cx="{{l}}" cy="{{y}}" r="1"/><circle cx="{{r}}" cy="{{y}}" r="1"/></g>'
KING = f"""<g stroke="{INK}" stroke-width="1.300" stroke-linejoin="round"><path d="M31 64Q50 52 69 64L82 139Q50 148 18 139z"/>
<path d="M41 62h18l6 79q-15 3-30 0z" fill="currentColor"/><path d="M50 66v75" stroke="{GOLD}" stroke-width="2.400"/>
<path d="M44 76h12M43 90h14M42 104h16M41 118h18" stroke="{GOLD}" fill="none"/>
<path d="M19 131.500q31 9 62 0l1.200 8Q50 149 17.800 139.500z" fill="{LINEN}"/><path d="M33 66q17 13 34 0l-3-9q-14 7-28 0z" fill="{LINEN}"/>
<path d="M34 65Q23 76 21 92l10 3q2-10 8-16zM66 65q11 11 13 25l-9 4q-2-9-8-15z"/></g>
<g fill="{INK}"><path d="M26 136l1 3 1-3zM38 138.500l1 3 1-3zM50 139.500l1 3 1-3zM62 138.500l1 3 1-3zM74 136l1 3 1-3zM40 64l1 2.500 1-2.500zM50 66.500l1 2.500 1-2.500zM59 64l1 2.500 1-2.500z"/></g>
<path d="M76 58 70 122" stroke="#6d480b" stroke-width="3.600"/><path d="M76 58 70 122" stroke="{GOLD}" stroke-width="2"/><circle cx="76.300" cy="55" r="3.800" fill="{GOLD}" stroke="#6d480b"/>
<circle cx="73" cy="92" r="4.300" {HAND}/><circle cx="26.500" cy="93.500" r="4.300" {HAND}/>
<path d="M38 38q-2 14 3 20h18q5-6 3-20z" fill="#6b4a2b" stroke="{INK}"/><path d="M40 36h20v9q0 11-10 12-10-1-10-12z" {HAND}/>
<path d="M40 46q4 4 6.500 2.200Q50 46 53.500 48.200 56 50 60 46q1 13-10 18-11-5-10-18z" fill="#6b4a2b" stroke="{INK}"/><path d="M47 51.500q3 1.600 6 0" stroke="#b5372a" stroke-width="1.500" fill="none"/>
{FACE.format(l=45.500, r=54.500, y=42)}<path d="M50 42v4M43.500 39.500h4M52.500 39.500h4" stroke="{INK}" stroke-width=".9"/>
<path d="M37.500 37 35 21l8 7 7-11.500 7 11.500 8-7-2.500 16q-12.500 4-25 0z" fill="{GOLD}" stroke="#6d480b" stroke-width="1.300" stroke-linejoin="round"/><path d="M38 33q12 3.500 24 0" stroke="#6d480b" fill="none"/>
<g fill="#b5372a"><circle cx="35" cy="20.500" r="1.800"/><circle cx="50" cy="16" r="2"/><circle cx="65" cy="20.500" r="1.800"/></g>"""
KNIGHT = f"""<g stroke="{INK}" stroke-width="1.300" stroke-linejoin="round"><path d="M80 98q10 5 8 29-3 3-5 1 1-12-6-20z" fill="#7d7465"/>
<path d="M66 112q-4 6 0 12l7 3-2 11h-7l1-7-9-5q-3-7 2-15z" fill="#d8cbb2"/>
<path d="M15 88l3-8q6-10 12-13l1-8 5 5q9 3 14 18 14-2 24 2 11 4 11 16l-2 12q-2 8 0 14l5 13h-9l-5-13q-1-8-8-12l-20 1q-3 8-10 11l3 10h-8l-4-12q0-5 8-9-3-10-1-18-3-6-5-9l-4 3q-1 4-4 3-4-1-6-6z" fill="{LINEN}"/>
<path d="M31 66q8 5 11 24M34 62q10 6 13 22" fill="none" stroke="#7d7465" stroke-width="2.600"/>
<path d="M26 137l2 5h9l-.5-5zM80 138l1.500 4.500H90l-2-4.500z" fill="{INK}"/>
<path d="M50 86q12-4 23-1l2 22q-12 4-23 0z" fill="currentColor"/><path d="M51.500 103q11 4 23.300.3" stroke="{GOLD}" stroke-width="2" fill="none"/>
<path d="M52 62q9-7 17 0l4 26H51z"/><path d="M56 88l-3 19-7 8q-2 3 2 3.500l9-.5 4-9 8-20z" fill="currentColor"/><path d="M46 115q-2 3 2 3.500l9-.5 2-5-10 .5z" fill="{INK}"/>
<path d="M66 64q12 4 14 22l-8 2q-2-10-8-14z" /><path d="M51 84.500h21.500" stroke="{GOLD}" stroke-width="2.600"/>
<path d="M58 63q-10 1-16-6l-4 4q7 11 20 11z"/></g><path d="M17 82l10 4M27 71l2 18M29 88q12 6 24 2" stroke="#b5372a" stroke-width="1.700" fill="none"/>
<circle cx="27.500" cy="74.500" r="1.300" fill="{INK}"/><circle cx="17.500" cy="89" r=".8" fill="{INK}"/><circle cx="40" cy="57" r="4" {HAND}/>
<path d="M53 40q-2 12 2 17 8 4 14 0 3-6 1-17z" fill="#6b4a2b" stroke="{INK}"/><path d="M53 41h15v9q0 9-7.500 9.500Q53 59 53 50z" {HAND}/>
{FACE.format(l=56.500, r=63, y=47.500)}<path d="M59 47.500l-1 3.500 1.500.3" stroke="{INK}" stroke-width=".9" fill="none"/><path d="M57 54.500q3 1.500 5 0" stroke="#b5372a" stroke-width="1.400" fill="none"/>
<path d="M48 42q2-4 6-4 1-10 8-11 9 1 9 11 3 1 5 4-14 4-28 0z" stroke="{INK}" stroke-width="1.300" stroke-linejoin="round"/><path d="M69 33q10-10 17-3-4 8-14 8z" fill="{LINEN}" stroke="{INK}"/>"""
JACK = f"""<g stroke="{INK}" stroke-width="1.300" stroke-linejoin="round"><path d="M37 64q-13 24-10 58l11-3zM63 64q14 24 11 58l-12-3z" fill="currentColor"/>
<path d="M41 104l-1 34h8l2-28 2 28h8l-1-34z" fill="{LINEN}"/><path d="M40.500 120h7.800M51.700 120h7.800" stroke="currentColor" stroke-width="2.400"/>
<path d="M34 142q0-5 6-6h8v6zM66 142q0-5-6-6h-8v6z" fill="{INK}"/>
<path d="M36 64q14-9 28 0l5 45q-19 7-38 0z"/><path d="M43 61.500 41 111M50 60v52M57 61.500l2 49.500" stroke="currentColor" stroke-width="2" fill="none"/>
<path d="M34.500 85q15.500 4 31 0" stroke="{GOLD}" stroke-width="3.400" fill="none"/><path d="M31.500 105q18.500 7 37 0l.5 4.500q-19 7-38 0z" fill="{GOLD}"/>
<path d="M37 64q-13 8-15 27l8 4q3-10 9-16zM64 64q14 9 15 24l-12 7-4-6 7-5q-2-5-8-7z"/><path d="M38 66q12 10 24 0l-2-7q-10 6-20 0z" fill="{LINEN}"/></g>
<circle cx="26" cy="94" r="4.300" {HAND}/><circle cx="65" cy="92.500" r="4" {HAND}/>
<path d="M38 38q-3 14 0 22 4 2 6-1h12q3 3 6 1 3-8 0-22z" fill="#8a5a2b" stroke="{INK}"/><path d="M41 38h18v9q0 11-9 12-9-1-9-12z" {HAND}/>
{FACE.format(l=46, r=54, y=46)}<path d="M50 46v4M44.500 43.300h3.500M52 43.300h3.500" stroke="{INK}" stroke-width=".9"/><path d="M47 54q3 1.800 6 0" stroke="#b5372a" stroke-width="1.500" fill="none"/>
<path d="M35 39q-1-6 5-8 2-9 11-9 9 1 10 9 5 2 4 8-15 5-30 0z" stroke="{INK}" stroke-width="1.300" stroke-linejoin="round"/><path d="M37 36.500q13 4 26 0" stroke="{GOLD}" stroke-width="2" fill="none"/>
<path d="M59 28q8-14 17-7 1 7-13 13z" fill="{LINEN}" stroke="{INK}"/>"""
FIGURES = {10: ("sota", JACK), 11: ("caballo", KNIGHT), 12: ("rey", KING)}
# The middle of the hand that holds the suit. A coin or a cup stands on it, a sword or a club is
# held by its end.
HANDS = {10: (26.0, 94.0), 11: (40.0, 57.0), 12: (26.5, 93.5)}
TALL = "eb"
# How much larger the pips of a tall suit are in an ace, a three, a six.
STRETCHED = {1: 1.7, 3: 1.08, 6: 1.16}

# Where the pips of a number lie: middles in the box of the card, and the side of a pip.
PIPS: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    1: (70, ((50, 77.5),)),
    2: (46, ((50, 46), (50, 109))),
    3: (38, ((50, 36), (50, 77.5), (50, 119))),
    4: (35, ((31, 48), (69, 48), (31, 107), (69, 107))),
    5: (32, ((31, 45), (69, 45), (50, 77.5), (31, 110), (69, 110))),
    6: (30, ((32, 42), (68, 42), (32, 77.5), (68, 77.5), (32, 113), (68, 113))),
    7: (27, ((33, 41), (67, 41), (50, 59.5), (33, 78), (67, 78), (33, 114), (67, 114))),
}


def number(text: str, x: float, y: float, size: float, width: float = 2.2) -> str:
    """A number of `size` times a digit's box, its middle at `x`, its top at `y`."""
    step = 11.5
    whole = step * len(text) - 1.5
    drawn = "".join(f'<use href="#d{digit}" x="{n * step:g}"/>' for n, digit in enumerate(text))
    at = f"translate({x - whole * size / 2:g} {y:g}) scale({size:g})"
    return f'<g transform="{at}" stroke-width="{width:g}">{drawn}</g>'


def frame(suit: str) -> str:
    """The frame with the gaps of its suit, at the top and the bottom."""
    gaps, left, right = GAPS[suit], 9, 91
    step = (right - left) / (gaps + 1)
    edges = []
    for y in (5, 150):
        path = f"M{left} {y}"
        for n in range(gaps):
            middle = left + step * (n + 1)
            path += f"H{middle - 4:g}M{middle + 4:g} {y}"
        edges.append(path + f"H{right}")
    corners = "M9 5Q5 5 5 9V146Q5 150 9 150M91 5Q95 5 95 9V146Q95 150 91 150"
    return f'<path d="{"".join(edges)}{corners}" stroke-width="1.1"/>'


def face(value: int, suit: str) -> str:
    """What is between the corners: the figure with its suit, or the pips."""
    main, second = COLOURS[suit]
    if value in FIGURES:
        figure = f'<use href="#{FIGURES[value][0]}" fill="{main}" color="{second}"/>'
        return figure + (held(suit, *HANDS[value]) if suit else "")
    if not suit:
        return f'<g stroke="{main}">{number(str(value), 50, 45, 4, 1.8)}</g>'
    size, middles = PIPS[value]
    size *= STRETCHED.get(value, 1.2) if suit in TALL else 1
    return "".join(pip(suit, x - size / 2, y - size / 2, size) for x, y in middles)


def held(suit: str, x: float, y: float) -> str:
    """The suit in a hand, and the hand before it."""
    is_high = y < 60  # the knight's hand, beneath the corner
    size, above = ((46 if is_high else 60), (41 if is_high else 54)) if suit in TALL else (35, 33)
    hand = f'<circle cx="{x:g}" cy="{y:g}" r="4.3" {HAND}/>'
    return pip(suit, x - size / 2, y - above, size) + hand


def pip(suit: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{suit}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def card(value: int, suit: str) -> str:
    """A card in full: its frame, its face, its number in two corners."""
    main, _second = COLOURS[suit]
    x = 20 if value > 9 else 15
    corner = number(str(value), x, 10.5, 0.95, 2.3)
    # Paper around the number keeps it apart from a figure behind it.
    paper = f'<g stroke="{PAPER}">{number(str(value), x, 10.5, 0.95, 7)}</g>' if value > 9 else ""
    drawn = (
        f'<g stroke="{main}" fill="none">{frame(suit)}{paper}{corner}'
        f'<g transform="rotate(180 50 77.5)">{paper}{corner}</g></g>'
    )
    return symbol(f"{value}{suit}", face(value, suit) + drawn)


def small(value: int, suit: str) -> str:
    """A card for a small place: a large number and its suit."""
    main, _second = COLOURS[suit]
    size = 3.6 if value > 9 else 4.4
    top = (16 if value > 9 else 8) if suit else 42
    drawn = f'<g stroke="{main}">{number(str(value), 50, top, size, 2.3)}</g>'
    side, y = (71, 80) if suit in TALL else (62, 85)
    return symbol(f"{value}{suit}-s", drawn + (pip(suit, 50 - side / 2, y, side) if suit else ""))


def symbol(name: str, drawn: str, box: str = "0 0 100 155") -> str:
    return f'<symbol id="{name}" viewBox="{box}">{drawn}</symbol>'


def sprite() -> Iterator[str]:
    """The file, symbol by symbol."""
    yield '<svg xmlns="http://www.w3.org/2000/svg"><defs>'
    for digit, path in DIGITS.items():
        yield (
            f'<path id="d{digit}" d="{path}" fill="none" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
        )
    for name, drawn in FIGURES.values():
        yield f'<g id="{name}">{drawn}</g>'
    yield "</defs>"
    for suit, drawn in SUITS.items():
        yield symbol(suit, drawn, "0 0 40 40")
    for suit in COLOURS:
        for value in NUMBERS:
            yield card(value, suit)
            yield small(value, suit)
    yield "</svg>"


def main() -> int:
    text = "\n".join(sprite()) + "\n"
    if "--check" in sys.argv:
        return int(DECK.read_text(encoding="utf-8") != text)
    DECK.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
