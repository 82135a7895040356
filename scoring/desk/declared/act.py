"""What the declaration of an act says: its fields, its words, where it leads, what follows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import StrOrPromise

Words = Mapping[str, StrOrPromise]
"""Who enters ("pairs", "clubs", "players") → words; "pairs" stands for a missing one."""
Says = Callable[..., Sequence[StrOrPromise]]
"""Sentences on what the act will do, given the `tournament` and what it is done to."""
On = Literal[
    "tournament", "pair", "match", "consolation", "pause", "table", "device", "referee", "case",
    "game", "hand", "ruling", "appeal", "call", "person", "seated table",
]  # fmt: skip
"""A key of `SUBJECTS` (`subjects.py`), but for acts with a page and a method of their own."""


def _always(**_subject: object) -> bool:
    return True


def _nothing(**_subject: object) -> Any:
    return None


@dataclass(frozen=True, slots=True)
class Field:
    """An entry of the form, and a key of the API's body. `label`, `help`: on the form; `program`:
    in the API's document. `asked`: whether the form has it, given the subject. `initial`: its
    first value. `omissible`: a program may leave out what the form requires; `nullable`: it may
    send null. `overrides`: the page says itself what it overrides, so the preview takes it as
    given. A "moment" and an "hour" (of today) are by the clock of the place. `least`, `most`: of a
    number; `most`: letters of a text. A number that is "kept" is the one the page showed, sent
    back. A "pair" is the number of one that is entered, "lines" a text of several, a "file" stands
    in its place. `choices`: of a choice or a menu, given the subject; `among`: all there can be.
    "games", "stones": of A and of B; "sides", "numbers": several of them; "own": read by a form and
    a body of its own.

    On a page of its own, `parts`: the entries that it is made of, as patterns. `only`: the surface
    that has it."""

    name: str
    type: Literal[
        "reason",
        "flag",
        "moment",
        "hour",
        "text",
        "number",
        "choice",
        "menu",
        "kept",
        "pair",
        "lines",
        "file",
        "games",
        "stones",
        "sides",
        "numbers",
        "own",
    ]
    label: StrOrPromise | Callable[..., StrOrPromise] = ""
    help: StrOrPromise = ""
    program: str = ""
    asked: Callable[..., bool] = _always
    initial: Callable[..., Any] = _nothing
    required: bool = True
    omissible: bool = False
    nullable: bool = False
    overrides: bool = False
    least: int = 0
    most: int = 500
    among: tuple[Any, ...] = ()
    choices: Callable[..., Sequence[tuple[Any, StrOrPromise]]] = _nothing
    parts: tuple[str, ...] = ()
    only: Literal["", "page", "program"] = ""


REASON = Field("reason", "reason")
PERHAPS_REASON = Field("reason", "reason", required=False)


@dataclass(frozen=True, slots=True)
class DeskAct:
    """`on`: what its address names. `name`, `tag`: of its method, "pairs.withdraw"; `address`:
    below that; `page`, `page_address`: the name and address of its page. `do`: its service, which
    names its kind of event; `names`: the arguments that name to it what it is done to, in place of
    those of the subject.

    On its page: `before`: what is read before the act, for `says`, `ready` and `done`. `larger`:
    the change that a result came with, to be taken back whole instead. `offered`: whether its
    button is shown. `ready`: whether its form is; until then the page only says what it waits for.
    `versioned`: its service compares the version that was seen. `reaches`: later matches can fall
    with it, which are then agreed to. `foreseen`: the page shows what follows, as it does of an act
    that `reaches`. `considered`: it changes hands already played, and the page shows what before
    it is confirmed. `asks`: its page asks first; otherwise its button does it. `done`: the message,
    or what makes it of the result and the subject. `to`, `back`: the names of the pages it leads
    to, "its own": that of its subject; `at`: the part of it. `stands_on`: the page of others on
    which its form stands; a view there sends it (`send` of `web/organizer/declared.py`).
    `own_page`: why its page is written by hand (`web/organizer/views/`).

    In the API: `body`, `summary`: for the document. `operation`: its name there where its address
    takes other methods, too (`at` of `api/urls.py`). `creates`: the status is 201. `answers`: what
    is sent (`ANSWERS` of `api/declared.py`). `own_method`: the name of its method, written by hand
    (`api/views/`); `no_method`: why it has none."""

    on: On
    page: str
    do: Callable[..., Any]
    name: str = ""
    tag: str = ""
    address: str = ""
    summary: str = ""
    done: StrOrPromise | Callable[..., StrOrPromise] = ""
    to: str = ""
    answers: str = ""
    title: StrOrPromise = ""
    button: Words = field(default_factory=dict)
    body: tuple[str, str] = ("Nothing", "")
    page_address: str | None = None
    back: str = ""
    tab: str = "desk"
    fields: tuple[Field, ...] = ()
    says: Says = lambda **_subject: ()
    before: Callable[..., Any] = _nothing
    larger: Callable[..., Any] = _nothing
    offered: Callable[..., bool] = _always
    ready: Callable[..., bool] = _always
    names: Callable[..., dict[str, Any]] | None = None
    at: Callable[..., str] = lambda **_subject: ""
    stands_on: str = ""
    own_page: str = ""
    own_method: str = ""
    no_method: str = ""
    operation: str = ""
    creates: bool = False
    versioned: bool = False
    foreseen: bool = False
    considered: bool = False
    reaches: bool = False
    asks: bool = True
    danger: bool = True

    @property
    def is_in_document(self) -> bool:
        """Whether its method of the API is made from this declaration."""
        return not self.own_method and not self.no_method

    @property
    def method(self) -> str:
        """The name of its method in the API's document; "" where it has none."""
        if self.no_method:
            return ""
        return self.own_method or self.operation or f"{self.tag}.{self.name}"

    def message(self, result: Any, **subject: Any) -> str:
        """The message after the act, of what it returned and was done to."""
        return str(self.done(result, **subject) if callable(self.done) else self.done)

    def button_for(self, entrants: str) -> str:
        """What its button says, where pairs, clubs or players enter; "" for its title."""
        return str(self.button.get(entrants, self.button.get("pairs", "")))

    def is_foreseen(self) -> bool:
        """Whether what follows is known before anything is typed but a reason."""
        return (
            not self.considered
            and (self.reaches or self.foreseen)
            and not any(
                one.required and not one.overrides
                for one in self.fields
                if one.type not in ("reason", "flag")
            )
        )


@dataclass(frozen=True, slots=True)
class Subject:
    """What an act is done to. `page`, `address`: where it is below its tournament, on pages and in
    the API. `find`: it, by the tournament and what the address names; raises NotFound. `names`: the
    arguments that name it to a service. `words`: what titles and messages say of it. `own`: the
    name of its page with what that address names."""

    page: str
    address: str
    find: Callable[..., Any]
    names: Callable[[TournamentView, Any], dict[str, Any]]
    words: Callable[[Any], dict[str, Any]] = lambda _thing: {}
    own: Callable[[Any], tuple[Any, ...]] = lambda _thing: ("",)


def counted(words: Any) -> Callable[..., str]:
    """The message after an act on several things: `words`, a lazy text for singular and plural
    with the number `n` of what the act returned."""
    return lambda things, **_subject: str(words % {"n": len(things)})
