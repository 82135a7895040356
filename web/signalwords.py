"""The signals of a regulation in the reader's words (H8)."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from mus.ruleset import RuleSet
from mus.signals import signals_of
from tournament.errors import StrOrPromise

# The engine's words, repeated here so that they are translated.
_WORDS: dict[str, StrOrPromise] = {
    "Bite the lower lip": _("Bite the lower lip"),
    "Bite the lower lip to one side": _("Bite the lower lip to one side"),
    "Bite the lower lip twice": _("Bite the lower lip twice"),
    "Show the tip of the tongue": _("Show the tip of the tongue"),
    "Show the tip of the tongue to one side": _("Show the tip of the tongue to one side"),
    "Show the tip of the tongue twice": _("Show the tip of the tongue twice"),
    "Twist the lips a little, pressed to one side": _(
        "Twist the lips a little, pressed to one side"
    ),
    "Twist the mouth to one side": _("Twist the mouth to one side"),
    "Raise the eyebrows": _("Raise the eyebrows"),
    "Raise both eyebrows": _("Raise both eyebrows"),
    "Wink": _("Wink"),
    "Wink once pares has been played": _("Wink once pares has been played"),
    "Close or lower both eyes": _("Close or lower both eyes"),
    "Two kings, for grande": _("Two kings, for grande"),
    "Three kings, for grande": _("Three kings, for grande"),
    "Two aces, for chica": _("Two aces, for chica"),
    "Three aces, for chica": _("Three aces, for chica"),
    "Two kings": _("Two kings"),
    "Four kings": _("Four kings"),
    "Two aces": _("Two aces"),
    "Four aces": _("Four aces"),
    "Medias": _("Medias"),
    "Duples": _("Duples"),
    "Juego of 31": _("Juego of 31"),
    "Thirty, for punto": _("Thirty, for punto"),
    "Bad cards (ciego)": _("Bad cards (ciego)"),
}


@dataclass(frozen=True, slots=True)
class SignalWords:
    """A signal: the gesture, and its meaning."""

    gesture: StrOrPromise
    meaning: StrOrPromise


def signals_in_words(ruleset: RuleSet) -> tuple[SignalWords, ...]:
    """The signals allowed under a rule set, in the order of its source."""
    return tuple(
        SignalWords(_WORDS[signal.gesture], _WORDS[signal.meaning])
        for signal in signals_of(ruleset)
    )
