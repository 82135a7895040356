"""Federation: whom this installation trusts, and the days it takes in from them."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from operations.federation import queries, services
from tournament.witness.queries import public_key
from web.acting import press, submit
from web.operator.guard import for_operators


class TrustForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Its address"),
        max_length=200,
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
    key = forms.CharField(
        label=gettext_lazy("Its key"),
        help_text=gettext_lazy("Its operator reads it to you from this page there."),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class DayForm(forms.Form):
    """The address of a tournament on an installation that is trusted."""

    address = forms.CharField(
        label=gettext_lazy("Address of the tournament"),
        max_length=300,
        widget=forms.URLInput(attrs={"placeholder": "https://…/t/cup/"}),
    )


@for_operators("GET", "POST")
def page(request: HttpRequest) -> HttpResponse:
    """Shows all of it; POST takes in a day."""
    form = DayForm(request.POST if request.method == "POST" else None)
    return submit(
        request,
        form,
        do=lambda address: services.ask_for(address=address, by=request.user),
        done=_("It is being fetched. Its progress is shown below."),
        to=reverse("operator:federation"),
        again=lambda status: _show(request, TrustForm(), form, status),
    )


@for_operators("POST")
def trust(request: HttpRequest) -> HttpResponse:
    form = TrustForm(request.POST)
    return submit(
        request,
        form,
        do=services.trust,
        done=_("It is trusted from now on."),
        to=reverse("operator:federation"),
        again=lambda status: _show(request, form, DayForm(), status),
    )


@for_operators("POST")
def distrust(request: HttpRequest, peer_id: int) -> HttpResponse:
    return press(
        request,
        do=lambda: services.distrust(peer_id=peer_id),
        done=_("It is not trusted any more. What came from it stays."),
        to=reverse("operator:federation"),
    )


def _show(request: HttpRequest, form: TrustForm, day: DayForm, status: int) -> HttpResponse:
    coming = queries.on_their_way()
    context = {
        "tab": "federation", "form": form, "day": day, "key": public_key(),
        "peers": queries.peers(), "days": queries.taken_days(), "coming": coming,
        "is_coming": any(one.is_coming for one in coming) and not day.errors,
    }  # fmt: skip
    return render(request, "operator/federation.html", context, status=status)
