"""The columns of an entry list, and the names by which its first line may call them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.log.rules import text as texts

MOST_COLUMNS = 40
"""Columns that a person may give a meaning; of later ones a list without header says nothing."""
# Further names of columns, `folded`: without case, accents or punctuation.
_HEADER_WORDS = {
    "player_1": "player 1|player1|jugador 1|jugador1|jugadora 1|jugador a 1|jokalari 1|"
    "1 jokalaria|joueur 1|joueur1|joueuse 1|name 1|nombre 1|izena 1|nom 1|"
    "player a|jugador a|jokalari a|joueur a|speaker1 name|speaker 1 name|speaker 1",
    "player_2": "player 2|player2|jugador 2|jugador2|jugadora 2|jugador a 2|jokalari 2|"
    "2 jokalaria|joueur 2|joueur2|joueuse 2|name 2|nombre 2|izena 2|nom 2|"
    "player b|jugador b|jokalari b|joueur b|speaker2 name|speaker 2 name|speaker 2",
    "pair": "pair|pareja|bikotea|bikote|paire|players|jugadores|jokalariak|joueurs|"
    "team|equipo|taldea|equipe|name|nombre|izena|nom",
    "club": "club|kluba|klub|sociedad|pena|elkartea|societe|institution",
    "contact": "contact|contacto|kontaktua|kontaktu|phone|telephone|telefono|telefonoa|email|"
    "e mail|correo|movil|mobile|courriel|portable",
    "number": "number|numero|n|no|nr|num|zenbakia|zk|orden|ordre|ordena|dorsal",
    "seed": "seed|seeded|cabeza|cabeza de serie|cabezas de serie|serieburua|serieburuak|"
    "tete de serie|tetes de serie",
    "paid": "paid|fee|pagado|pagada|cuota|ordainduta|kuota|paye|payee|cotisation",
}
for _number in "12":
    _HEADER_WORDS[f"first_{_number}"] = "|".join(
        f"{word} {_number}" for word in ("first name", "nombre de pila", "prenom")
    )
    _HEADER_WORDS[f"last_{_number}"] = "|".join(
        f"{word} {_number}"
        for word in ("last name", "surname", "apellido", "apellidos", "abizena", "abizenak")
    )
_HEADERS = {word: field for field, words in _HEADER_WORDS.items() for word in words.split("|")}
# Words by which a longer name of a column is known, as forms ask for it: "Nombre del jugador 1".
_WORDS_OF = {
    name: frozenset(words.split())
    for name, words in {
        "contact": "contact contacto kontaktua phone telephone telefono telefonoa tfno tel movil "
        "mobile whatsapp email mail correo courriel",
        "paid": "paid pagado pagada ordainduta paye payee cuota",
        "club": "club kluba sociedad pena elkartea societe",
        "pair": "pair pareja bikotea bikotearen paire team equipo taldea taldearen equipe",
        "number": "n no num numero zenbakia number",
        "player": "player jugador jugadora jokalari jokalaria jokalariaren joueur joueuse",
        "last": "last surname apellido apellidos abizena abizenak",
        "first": "first name nombre izena izen nom prenom",
        "1": "1 1er 1o 1a primer primero primera lehen lehenengo premier premiere",
        "2": "2 2o 2a 2e segundo segunda second bigarren deuxieme",
    }.items()
}
_LONGEST_NAME = 60
UNKNOWN = "unknown"
"""The meaning of a column that is left out."""
BESIDE_FIELDS = (
    "pair", "first_1", "last_1", "first_2", "last_2", "number", "seed", "paid", UNKNOWN,
)  # fmt: skip
"""What a column of a list may hold beside a field of a pair: both players or the pair's name, first
and last name apart, a number, the pair's place among the seeded ones, and whether the fee is
paid."""
LEFT_OUT = frozenset({"number", "seed", "paid", UNKNOWN})
"""Meanings of columns that give no text of a pair."""
MAY_REPEAT = LEFT_OUT | {"contact", "first_1", "first_2", "last_1", "last_2"}
"""What a list may have in two columns: both surnames, a telephone number and an address."""
# Names of columns that may stand once for each player, without a number.
_FIRST = frozenset({
    "nombre", "izena", "prenom", "first name", "given name", "nombre de pila", "name", "nom",
})  # fmt: skip
_LAST = frozenset({
    "apellido", "apellidos", "primer apellido", "segundo apellido", "abizena", "abizenak",
    "lehen abizena", "bigarren abizena", "surname", "last name", "family name", "nom de famille",
})  # fmt: skip
_WHOLE = frozenset({
    "jugador", "jugadora", "player", "jokalaria", "jokalari", "joueur", "joueuse",
    "nombre y apellidos", "apellidos y nombre", "izen abizenak", "izen-abizenak", "full name",
    "nombre completo", "nom et prenom", "prenom et nom", "participante", "participantes",
    "participant", "participants", "partaidea", "partehartzailea", "inscrito", "socio", "kidea",
})  # fmt: skip
OF_PLAYERS = frozenset({"player_1", "player_2", *BESIDE_FIELDS[:5]})
"""Meanings of columns that name players."""


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a pair that a list may hold. `titles`: names of its column, `folded`."""

    name: str
    longest: int
    is_required: bool
    is_public: bool
    titles: frozenset[str] = frozenset()


def titles_of(columns: Sequence[Column]) -> dict[str, str]:
    """Name of a column, `folded` → field."""
    return {**{title: column.name for column in columns for title in column.titles}, **_HEADERS}


def fields_named(
    cells: Sequence[str], keys: Sequence[str], titles: Mapping[str, str]
) -> list[str] | None:
    """The fields of a header line; None when the line is not one. `keys`: the cells, folded."""
    fields = [
        titles.get(key) or (_named_by_words(cell, key) if at < MOST_COLUMNS else UNKNOWN)
        for at, (cell, key) in enumerate(zip(cells, keys, strict=True))
    ]
    fields = _of_each_player(fields, keys)
    for number in "12":  # "Nombre 1" beside "Apellidos 1" is the first name alone, "Nom 1" beside
        player, first, last = f"player_{number}", f"first_{number}", f"last_{number}"
        other = first if last in fields else last if first in fields else player  # "Prénom 1" last
        fields = [other if field == player else field for field in fields]
    if all(
        OF_PLAYERS.intersection(fields)
        & ({f"player_{number}", f"first_{number}", f"last_{number}"})
        for number in "12"
    ):
        return fields
    return fields if "pair" in fields else None


def _of_each_player(fields: list[str], keys: Sequence[str]) -> list[str]:
    """The fields with names that stand once for each player, as "Nombre, Apellidos, Nombre,
    Apellidos", given to the first and to the second player; those that leave a doubt as they
    are."""
    last = _LAST | ({"nom"} if "prenom" in keys else frozenset())
    parts = [
        "whole" if key in _WHOLE else "last" if key in last else "first" if key in _FIRST else ""
        for key in keys
    ]
    leading = next(filter(None, parts), None)
    has_numbers = not {"player_1", "player_2"}.isdisjoint(fields)
    player = 0
    numbered = list(fields)
    for at, (part, behind) in enumerate(zip(parts, ["", *parts], strict=False)):
        if fields[at] in ("player_1", "player_2"):  # "Jugador 1, Apellidos, Jugador 2, Apellidos"
            player = int(fields[at][-1])
        elif not has_numbers and part == leading and (part != "last" or behind != "last"):
            player += 1
        if part and player in (1, 2):
            numbered[at] = f"player_{player}" if part == "whole" else f"{part}_{player}"
    if player != 2:
        return fields
    if "first_1" in numbered and not {"last_1", "player_1"}.intersection(numbered):
        numbered = [name.replace("first", "player") for name in numbered]
    return numbered


def fields_of_one(
    cells: Sequence[str], keys: Sequence[str], titles: Mapping[str, str]
) -> list[str] | None:
    """The fields of a header that names one player a row, the player's name as "player_1", or as
    "first_1" and "last_1"; None when the line is no such header."""
    last = _LAST | ({"nom"} if "prenom" in keys else frozenset())
    fields: list[str] = []
    for at, (cell, key) in enumerate(zip(cells, keys, strict=True)):
        by_words = _named_by_words(cell, key) if at < MOST_COLUMNS else UNKNOWN
        is_player = not _WORDS_OF["player"].isdisjoint(key.split()) and by_words == UNKNOWN
        if key in _WHOLE or (is_player and key not in titles):
            fields.append("player_1")
        elif key in last or key in _FIRST:
            fields.append("last_1" if key in last else "first_1")
        else:
            fields.append(titles.get(key) or by_words)
    if "pair" in fields and {"player_1", "first_1"}.intersection(fields):
        fields[fields.index("pair")] = "number"  # what both of a pair have: its number or its name
    names = [field for field in fields if field in OF_PLAYERS - LEFT_OUT]
    if names == ["first_1"]:
        fields[fields.index("first_1")] = names[0] = "player_1"
    is_one = names == ["player_1"] or sorted(names) == ["first_1", "last_1"]
    known = [field for field in fields if field != UNKNOWN]
    return fields if is_one and len(known) > 1 else None


def blocks_of(fields: Sequence[str], cells: Sequence[str]) -> list[list[int]]:
    """The columns of each block where a list has several pairs side by side, under the same names
    of columns; all columns in one block otherwise."""
    named = [at for at, cell in enumerate(cells) if cell]
    names = [fields[at] for at in named]
    for count in range(len(named), 1, -1):
        width, rest = divmod(len(named), count)
        if not rest and names == names[:width] * count and _has_players(names[:width]):
            return [named[at * width : (at + 1) * width] for at in range(count)]
    return [list(range(len(fields)))]


def _has_players(fields: Sequence[str]) -> bool:
    return "pair" in fields or any(f"{part}_2" in fields for part in ("player", "first", "last"))


def in_doubt(fields: Sequence[str], cells: Sequence[str], keys: Sequence[str]) -> list[int]:
    """The columns that somebody must say the meaning of: two of one meaning, surnames of nobody,
    and one without a name behind player 1, as a name over both cells leaves it."""
    return [
        at
        for at, field in enumerate(fields)
        if (field not in MAY_REPEAT and list(fields).count(field) > 1)
        or (field == UNKNOWN and at < len(keys) and keys[at] in _LAST)
        or (at < len(cells) and not cells[at] and list(fields[at - 1 : at]) == ["player_1"])
    ]


def _named_by_words(cell: str, key: str) -> str:
    """The field that a longer name of a column means; UNKNOWN for none. What stands in brackets
    explains the name."""
    if not cell or len(cell) > _LONGEST_NAME:
        return UNKNOWN
    if cell == "#":
        return "number"
    words = set((texts.folded(cell.partition("(")[0]) if "(" in cell else key).split())

    def has(name: str) -> bool:
        return not _WORDS_OF[name].isdisjoint(words)

    for field in ("contact", "paid"):
        if has(field):
            return field
    digits = {"1", "2"}.intersection(words)
    number = digits.pop() if len(digits) == 1 else "1" if has("1") else "2" if has("2") else ""
    if has("club"):
        return UNKNOWN if number else "club"
    if has("pair") and not has("player"):
        return "number" if has("number") else "pair"
    if not number or not (has("player") or has("last")):
        return UNKNOWN
    return f"last_{number}" if has("last") and not has("first") else f"player_{number}"
