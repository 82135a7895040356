"""Forms for pairs: typed one by one, pasted, or from a file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.entries.files import read_file
from tournament.entries.models import ENTERED, PRIVATE
from tournament.entries.rules.sheets import Sheet
from tournament.errors import Refusal, StrOrPromise
from tournament.formats.regulations import MOST_PAIRS
from web.organizer.forms.pasted import PastedForm, file_field, text_field
from web.organizer.forms.reasons import Reason

Entrants = Literal["pairs", "clubs", "players"]
"""Who enters: pairs; clubs by their name alone, too; or players, each for himself."""


def text_fields(
    *, required: bool = True, entrants: Entrants = "pairs"
) -> dict[str, forms.CharField]:
    """A field for each text of a pair. They have no maximum length, because browsers would silently
    cut pasted text. The service checks it."""
    fields = {}
    first = {"clubs": _("Player 1, or a club alone"), "players": _("Player")}
    for field in ENTERED:
        if entrants == "players" and field.name == "player_2":
            continue
        attrs: dict[str, StrOrPromise | bool] = {"autocomplete": "off"}
        if field.name in PRIVATE:
            attrs["placeholder"] = _("Only organizers see it.")
        elif field.name == "club":
            attrs["list"] = "clubs"
        is_partner = entrants == "clubs" and field.name == "player_2"
        fields[field.name] = forms.CharField(
            label=first.get(entrants, field.verbose_name)
            if field.name == "player_1"
            else field.verbose_name,
            required=required and not field.blank and not is_partner,
            widget=forms.TextInput(attrs),
        )
    return fields


class PairForm(forms.Form):
    """One pair. Enter in any field sends it."""

    def __init__(self, *args: Any, entrants: Entrants = "pairs", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields = {**text_fields(entrants=entrants), **self.fields}
        # Focused by js/organizer.js, without scrolling away what the page says above it.
        self.fields["player_1"].widget.attrs["data-focus"] = True


class ChangeForm(PairForm):
    """An entered pair. Each field is sent with the value that the page showed, so that an unchanged
    field does not overwrite a change from another desk."""

    def __init__(
        self, data: QueryDict | None, *, initial: Mapping[str, str], entrants: Entrants = "pairs"
    ) -> None:
        super().__init__(data, initial=dict(initial), entrants=entrants)
        for name in initial:
            field = forms.CharField(required=False, widget=forms.HiddenInput, strip=False)
            self.fields[_seen(name)] = field
            self.initial[_seen(name)] = initial[name]

    def see_anew(self, now: Mapping[str, str]) -> None:
        """Takes the pair's present values as those shown, after a conflict: others' changes are
        then visible beside the typed text."""
        data = self.data.copy()
        for name in now:
            if data.get(name) == data.get(_seen(name)):
                data[name] = now[name]
            data[_seen(name)] = now[name]
        self.data = data

    def clean(self) -> dict[str, Any]:
        """Adds `seen`: the fields as the page showed them; None when the request has none."""
        data = super().clean() or {}
        seen = {name: data.pop(_seen(name), "") for name in text_fields()}
        return {**data, "seen": seen if _seen("player_1") in self.data else None}


def _seen(name: str) -> str:
    return f"seen_{name}"


class MendForm(ChangeForm):
    """A pair of a tournament that has a champion: a correction needs a reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Everybody can read it in the log."),
    )


class SubstituteForm(Reason):
    """A substitution. The form also sends who sat in the seat when the page was shown."""

    out = forms.TypedChoiceField(label=_("Who leaves"), coerce=int, widget=forms.RadioSelect)
    player = forms.CharField(
        label=_("Who comes"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    beyond_rule = forms.BooleanField(
        label=_("The organizers allow it, although the rules do not (T6)"), required=False
    )
    seen_1 = forms.CharField(required=False, widget=forms.HiddenInput)
    seen_2 = forms.CharField(required=False, widget=forms.HiddenInput)
    field_order = ["out", "player", "beyond_rule", "reason"]

    def __init__(
        self,
        *args: Any,
        players: tuple[str, str] = ("", ""),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["out"].choices = list(enumerate(players, start=1))
        self.initial = {**self.initial, "seen_1": players[0], "seen_2": players[1]}

    def see_anew(self, *players: str) -> None:
        """Takes these players as those shown, after a conflict."""
        self.fields["out"].choices = list(enumerate(players, start=1))
        self.data = self.data.copy()
        self.data.update({f"seen_{n}": player for n, player in enumerate(players, start=1)})

    def clean(self) -> dict[str, Any]:
        """Adds `leaves`: the player that the page showed in the seat; None when the request has
        none."""
        data = super().clean() or {}
        seen = {1: data.pop("seen_1", ""), 2: data.pop("seen_2", "")}
        return {**data, "leaves": seen.get(data.get("out", 0)) or None}


class LatePair(Reason):
    """A late pair, new or of the list and not drawn, and the free place it takes. Its contact is
    left out: it is at the desk."""

    place = forms.ChoiceField(label=_("Where it plays"), widget=forms.RadioSelect)
    pair = forms.TypedChoiceField(label=_("Pair"), required=False, coerce=int, empty_value=None)
    allow_duplicate = forms.BooleanField(
        label=_("They are different people with the same names"), required=False
    )
    inherits = forms.BooleanField(
        label=_("It takes over the results of the pair in whose place it plays"),
        required=False,
        help_text=_("Otherwise it begins without points, with its first match."),
    )

    LEFT_OUT = ("contact",)
    use_required_attribute = False  # the names are required of a new pair only

    def __init__(
        self,
        *args: Any,
        places: Sequence[tuple[str, StrOrPromise]] = (),
        waiting: Iterable[tuple[int, str]] = (),
        entrants: Entrants = "pairs",
        may_inherit: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not may_inherit:
            del self.fields["inherits"]
        waiting = list(waiting)
        texts = text_fields(required=not (waiting and self.data.get("pair")), entrants=entrants)
        for field in texts.values():
            field.error_messages["required"] = str(_("Give the name of this player."))
        self.fields |= {name: texts[name] for name in texts if name not in self.LEFT_OUT}
        self.order_fields(["place", "pair", *texts, "inherits", "allow_duplicate", "reason"])
        self.fields["place"].choices = list(places)
        self.fields["pair"].choices = [("", _("a new pair")), *waiting]
        if places:
            self.fields["place"].initial = places[0][0]
        if not waiting:
            del self.fields["pair"]


class ImportForm(PastedForm):
    """A list of pairs, in a box as high as the list. The frame around it scrolls, together with the
    line numbers."""

    nothing = _("Paste the list here, or choose a file.")
    text = text_field(label=_("One entry on each line"), rows=12)
    file = file_field(
        help_text=_("A spreadsheet (.xlsx, .ods, .xls), or CSV or text."),
        accept=".xlsx,.ods,.xls,.csv,.txt,.tsv,text/csv,text/plain",
    )

    read_sheet: Sheet | None = None
    """What was read of a spreadsheet with several sheets."""

    def read(self, content: bytes) -> str:
        """The text of a file: a sheet of a spreadsheet as lines; any other file as text."""
        try:
            sheet = read_file(content)
        except Refusal as refusal:
            for problem in refusal.problems:
                self.add_error("file", problem.message)
            return ""
        self.read_sheet = sheet if sheet.others else None
        return sheet.text

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        area = self.fields["text"].widget
        lines = str(self["text"].value() or "").count("\n") + 2
        area.attrs["rows"] = max(area.attrs["rows"], min(lines, MOST_PAIRS))
