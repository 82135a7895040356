"""An official decides a game, or takes the decision back (G1, D7)."""

from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.act import REASON, DeskAct, Field
from scoring.desk.declared.matches import SIDES, sides_of
from scoring.rulings.queries.deciding import game_in_progress
from scoring.rulings.services import games
from tournament.errors import StrOrPromise

CLAUSES = {
    "G1": _("G1: second false claim"),
    "T7": _("T7: late or absent"),
    "D7": _("D7: another ruling"),
}


def _what_a_forfeit_does(given: dict[str, str], **_more: object) -> list[StrOrPromise]:
    says: list[StrOrPromise] = [
        _("The pair loses the game in progress, or the next one; its hands stay readable.")
    ]
    if given.get("clause", "G1") == "G1":
        says.append(
            _(
                "The second false claim of the tournament costs the game; the third goes to the "
                "Disciplinary Tribunal."
            )
        )
    return says


FORFEIT = DeskAct(
    on="match", name="forfeit", tag="games", address="forfeit/", page="forfeit",
    do=games.forfeit,
    title=_("Forfeit a game"),
    button={"pairs": _("Forfeit the game")},
    done=_("The game is forfeited."),
    to="its own", answers="game",
    summary="Decide a game against a pair: a repeated false claim (G1), or lateness (T7).",
    body=("Forfeit", ""),
    fields=(
        # Two officials who do so forfeit one game: the form keeps the one that it showed.
        Field(
            "game", "kept", program="Left out: the one in progress.", least=1,
            initial=lambda match, **_more: game_in_progress(match_id=match.id),
        ),
        Field(
            "loser", "choice", _("Who loses the game"), among=SIDES,
            choices=lambda match, **_more: sides_of(match),
        ),
        Field(
            "clause", "choice", _("Why"), omissible=True, among=tuple(CLAUSES),
            choices=lambda **_more: list(CLAUSES.items()), initial=lambda **_more: "G1",
        ),
        REASON,
    ),
    says=_what_a_forfeit_does,
    versioned=True,
    reaches=True,
    considered=True,
)  # fmt: skip

RULE_GAME = DeskAct(
    on="game", name="rule", tag="games", address="rule/", page="rule_game",
    do=games.rule,
    title=_("Rule who wins game %(game)s"),
    button={"pairs": _("Decide this way")},
    done=_("The game is ruled."),
    to="its own", answers="game",
    summary="Decide who wins a game, whatever its hands (D7).",
    body=("GameRuling", ""),
    fields=(
        Field(
            "winner", "choice", _("Who wins the game"), among=SIDES,
            choices=lambda game, **_more: sides_of(game.match),
        ),
        REASON,
    ),
    says=lambda **_more: [
        _(
            "The game is the pair's whatever its hands say; they stay readable, and can be "
            "corrected."
        )
    ],
    versioned=True,
    reaches=True,
    considered=True,
)  # fmt: skip

TAKE_GAME_BACK = DeskAct(
    on="game", name="take_back", tag="games", address="take-back/", page="take_back",
    do=games.take_back,
    title=_("Take the decision on game %(game)s back"),
    button={"pairs": _("Take it back")},
    done=_("The decision is taken back."),
    to="its own", answers="game",
    summary="Revert a game decision: the hands decide again. `reason` is required.",
    body=("GameDecisionBack", "A game decision is reverted; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [_("The score of this game follows from its hands again.")],
    versioned=True,
    reaches=True,
    considered=True,
)  # fmt: skip
