"""The sign-up page, the waiting list, a pair's own page, and what the desk sees besides."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair, name_of_both
from tournament.entries.rules.entry import both_players
from tournament.errors import NotFound
from tournament.fields import same_fields
from tournament.log.rules import text as texts
from tournament.signup.models import Payment, SignUp, Single, Terms

# Whether a waiting pair can come in: nobody plays in two pairs. And the sum of fees.


# One amount with its currency: where a fee says more, such as “10 € a player”, it has no sum.
_AMOUNT = re.compile(r"(\D{0,4}?)(\d{1,6})(?:([.,])(\d{1,2}))?(\D{0,5})")


@dataclass(frozen=True, slots=True)
class Taken:
    """A player who plays in an entered pair, and the number of that pair. `is_out`: that pair is
    disqualified, and the player waits for the desk's word."""

    player: str
    number: int
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class Seats:
    """Key of a player's name → the number of the pair: `entered` for pairs that are entered, `out`
    for pairs that are disqualified (T6)."""

    entered: dict[str, int]
    out: dict[str, int]

    def taken(self, players: Iterable[str]) -> Taken | None:
        """The first of these players who is in an entered pair, else in a disqualified one."""
        names = tuple(players)
        barred = taken(names, self.out)
        return taken(names, self.entered) or (barred and replace(barred, is_out=True))


def taken_in(entered: Iterable[tuple[int, str, str]]) -> dict[str, int]:
    """The number of each player's pair by the key of the name, from (number, player 1, player 2).
    The pair that comes last counts."""
    named = ((name, number) for number, *names in entered for name in names if name)
    return {texts.folded(name): number for name, number in named}


def taken(players: Iterable[str], seats: Mapping[str, int]) -> Taken | None:
    """The first of these players who is in a pair of `seats`, as `taken_in` gives them."""
    numbers = ((name, seats.get(texts.folded(name))) for name in players)
    return next((Taken(name, number) for name, number in numbers if number is not None), None)


def sum_of_fees(fee: str, count: int) -> str:
    """The fees of so many pairs, written like one; empty where the fee is no amount."""
    amount = _AMOUNT.fullmatch(fee.strip())
    if not amount:
        return ""
    before, whole, mark, cents, after = amount.groups()
    total = Decimal(f"{whole}.{cents or 0}") * count
    number = f"{total:.{len(cents)}f}".replace(".", mark) if cents else f"{total:.0f}"
    return f"{before}{number}{after}"


SALT = "tournament.signup.link"
SINGLE_SALT = "tournament.signup.single"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a pair that signs up now can expect. `free`: places left, None without a cap.
    `waiting`: pairs of the waiting list that can come in; `for_desk`: those that only the desk lets
    in."""

    is_open: bool
    cap: int | None
    fee: str
    note: str
    entered: int
    waiting: int
    is_drawn: bool
    for_desk: int = 0

    @property
    def free(self) -> int | None:
        return None if self.cap is None else max(0, self.cap - self.entered)

    @property
    def takes(self) -> bool:
        """Whether a pair can sign up, at least for the waiting list."""
        return self.is_open and not self.is_drawn

    @property
    def must_wait(self) -> bool:
        """Whether a pair that signs up now goes on the waiting list."""
        return self.waiting > 0 or self.free == 0


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A sign-up as the pair itself sees it. `ahead`: how many pairs wait before this one."""

    id: int
    tournament_id: int
    slug: str
    player_1: str
    player_2: str
    club: str
    phone: str
    email: str
    contact_2: str
    wants_mail: bool
    state: str
    number: int | None
    pair_id: int | None
    ahead: int
    may_change: bool

    @property
    def name(self) -> str:
        return name_of_both(self.player_1, self.player_2)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pair of the waiting list, for the desk. `taken`: a player of it who plays in an entered
    pair, or in a disqualified one (T6); such a pair is let in by the desk alone."""

    id: int
    name: str
    club: str
    contact: str
    at: datetime
    taken: Taken | None


def offer(*, tournament_id: int) -> Offer:
    """The present terms of a tournament, with its counts. Four queries, and one more
    while somebody waits."""
    terms = Terms.objects.filter(tournament_id=tournament_id).first()
    states = Tournament.objects.values_list("status", "is_called_off")
    status, is_called_off = states.get(pk=tournament_id)
    listed = waiting_list(tournament_id=tournament_id)
    waiting = sum(one.taken is None for one in listed)
    return Offer(
        is_open=terms is not None and terms.is_open and not is_called_off,
        cap=terms.cap if terms else None,
        fee=terms.fee if terms else "",
        note=terms.note if terms else "",
        entered=Pair.objects.filter(
            tournament_id=tournament_id, status=Pair.Status.ENTERED
        ).count(),
        waiting=waiting,
        is_drawn=status != Tournament.Status.ENTRY,
        for_desk=len(listed) - waiting,
    )


def waiting_list(*, tournament_id: int) -> tuple[Waiting, ...]:
    """The waiting list, earliest first, with contacts: for organizers. At most two queries."""
    signups = list(
        SignUp.objects.filter(tournament_id=tournament_id, state="waiting").order_by("at", "id")
    )
    seats = players_of_pairs(tournament_id=tournament_id) if signups else Seats({}, {})
    return tuple(
        Waiting(
            signup.pk, signup.name, signup.club,
            contact_of(signup.phone, signup.email, signup.contact_2),
            signup.at,
            seats.taken((signup.player_1, signup.player_2)),
        )
        for signup in signups
    )  # fmt: skip


def players_of_pairs(*, tournament_id: int) -> Seats:
    """The players of the pairs that are entered, and of those that are disqualified. One query."""
    pairs = Pair.objects.filter(tournament_id=tournament_id).order_by("-number")
    rows = list(pairs.values_list("number", "player_1", "player_2", "status"))
    entered, out = Pair.Status.ENTERED, Pair.Status.DISQUALIFIED
    return Seats(
        taken_in(row[:3] for row in rows if row[3] == entered),
        taken_in(row[:3] for row in rows if row[3] == out),
    )


def waits_for_the_desk(*, tournament_id: int, player_1: str, player_2: str) -> bool:
    """Whether a player of this pair is in a disqualified one (T6): only the desk lets it in."""
    seats = players_of_pairs(tournament_id=tournament_id)
    return taken((player_1, player_2), seats.out) is not None


def entered_at_desk(*, tournament_id: int) -> dict[frozenset[str], Pair]:
    """The entered pairs that no sign-up has, by their two players. One query."""
    pairs = Pair.objects.filter(
        tournament_id=tournament_id, status=Pair.Status.ENTERED, sign_up__isnull=True
    )
    return {both_players(pair.player_1, pair.player_2): pair for pair in pairs}


def pair_of(signup: SignUp) -> Pair | None:
    """The pair of a sign-up. Of one that waits: the pair of the same two players, if the desk has
    entered it meanwhile."""
    if signup.pair is not None or signup.state != SignUp.State.WAITING:
        return signup.pair
    at_desk = entered_at_desk(tournament_id=signup.tournament_id)
    return at_desk.get(both_players(signup.player_1, signup.player_2))


def contact_of(*parts: str) -> str:
    """Telephones and e-mails as one text."""
    return ", ".join(filter(None, parts))


def link_of(sign_up: SignUp) -> str:
    """The secret part of a pair's own link. It is valid as long as SECRET_KEY does not change."""
    return signing.Signer(salt=SALT).sign(f"{sign_up.pk}.{sign_up.link_version}")


def of_link(*, link: str) -> int:
    """The sign-up that a link opens. Raises NotFound (no_such_link)."""
    try:
        number, version = signing.Signer(salt=SALT).unsign(link).split(".")
    except (signing.BadSignature, ValueError) as error:
        raise _no_such_link() from error
    rows = SignUp.objects.filter(pk=int(number), link_version=int(version))
    pk = rows.values_list("pk", flat=True).first()
    if pk is None:
        raise _no_such_link()
    return pk


def own_page(*, link: str) -> OwnPage:
    """The page that the link opens. Raises NotFound."""
    signup = SignUp.objects.select_related("pair", "tournament").get(pk=of_link(link=link))
    pair = pair_of(signup)
    state = _state_of(signup, pair)
    before = signup.tournament.status == Tournament.Status.ENTRY
    pair_or_signup = pair or signup
    own = {
        "slug": signup.tournament.slug,
        "player_1": pair_or_signup.player_1,
        "player_2": pair_or_signup.player_2,
        "club": pair_or_signup.club,
        "state": state,
        "number": pair.number if pair else None,
        "pair_id": pair.pk if pair else None,
        "ahead": _ahead(signup) if state == "waiting" else 0,
        "may_change": before and state != "left",
    }
    return OwnPage(**same_fields(signup, OwnPage) | own)


def _ahead(signup: SignUp) -> int:
    listed = waiting_list(tournament_id=signup.tournament_id)
    return sum(other.at < signup.at and other.taken is None for other in listed)


def _state_of(signup: SignUp, pair: Pair | None) -> str:
    """Where a sign-up stands. Once the sign-up has a pair, the status of the pair decides: the desk
    withdraws pairs, and brings back pairs that withdrew by their own link."""
    if pair is None:
        return signup.state
    return "in" if pair.is_in else "left"


# Players without a partner.


@dataclass(frozen=True, slots=True)
class Alone:
    """A player who looks for a partner. `contact`: for organizers alone, else ""."""

    id: int
    player: str
    club: str
    note: str
    contact: str = ""


@dataclass(frozen=True, slots=True)
class SinglePage:
    """What a player who looks for a partner sees. `asking`: those who would like to play with this
    one; `asks`: whom this one has asked; `others`: everybody else who looks. `pair_link`: of the
    pair's own page, once a partner is found."""

    id: int
    tournament_id: int
    slug: str
    player: str
    state: str
    takes: bool
    asking: tuple[Alone, ...]
    asks: Alone | None
    others: tuple[Alone, ...]
    pair: str
    pair_link: str


def singles(*, tournament_id: int, with_contact: bool = False) -> tuple[Alone, ...]:
    """The players who look for a partner, earliest first. One query."""
    looking = Single.objects.filter(tournament_id=tournament_id, state=Single.State.LOOKING)
    return tuple(_alone(one, with_contact=with_contact) for one in looking.order_by("at", "id"))


def _alone(single: Single, *, with_contact: bool = False) -> Alone:
    contact = contact_of(single.phone, single.email) if with_contact else ""
    return Alone(single.pk, single.player, single.club, single.note, contact)


def single_link_of(single: Single) -> str:
    """The secret part of the link of a player's own page."""
    return signing.Signer(salt=SINGLE_SALT).sign(str(single.pk))


def single_of(*, link: str) -> Single:
    """The player whose page a link opens. Raises NotFound (no_such_link)."""
    try:
        pk = int(signing.Signer(salt=SINGLE_SALT).unsign(link))
    except (signing.BadSignature, ValueError) as error:
        raise _no_such_link() from error
    single = Single.objects.select_related("tournament", "sign_up").filter(pk=pk).first()
    if single is None:
        raise _no_such_link()
    return single


def single_page(*, link: str) -> SinglePage:
    """The page that the link opens. Raises NotFound."""
    single = single_of(link=link)
    looking = Single.objects.filter(tournament=single.tournament, state=Single.State.LOOKING)
    other_singles = list(looking.exclude(pk=single.pk).order_by("at", "id"))
    asking = [other for other in other_singles if other.asks_id == single.pk]
    return SinglePage(
        id=single.pk,
        tournament_id=single.tournament_id,
        slug=single.tournament.slug,
        player=single.player,
        state=single.state,
        takes=offer(tournament_id=single.tournament_id).takes,
        asking=tuple(map(_alone, asking)),
        asks=next((_alone(other) for other in other_singles if other.pk == single.asks_id), None),
        others=tuple(
            _alone(other)
            for other in other_singles
            if other not in asking and other.pk != single.asks_id
        ),
        pair=single.sign_up.name if single.sign_up else "",
        pair_link=link_of(single.sign_up) if single.sign_up else "",
    )


def paid_numbers(*, tournament_id: int) -> frozenset[int]:
    """The numbers of the pairs that have paid. One query."""
    paid = Payment.objects.filter(pair__tournament_id=tournament_id)
    return frozenset(paid.values_list("pair__number", flat=True))


def _no_such_link() -> NotFound:
    return NotFound.one("link", "no_such_link", _("This link no longer works. Ask the organizers."))
