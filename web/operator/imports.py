"""Importing a tournament of another machine from its file."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from operations.imports.queries import import_list
from operations.imports.services import ask_for
from web.acting import submit
from web.operator.guard import for_operators


class FileForm(forms.Form):
    """The file, and who will run the tournament here."""

    file = forms.FileField(
        label=gettext_lazy("File (.mustour)"),
        help_text=gettext_lazy("From the log page of the tournament, where it was played."),
        widget=forms.FileInput(attrs={"accept": ".mustour"}),
    )
    organizers = forms.CharField(
        label=gettext_lazy("Who runs it here"),
        help_text=gettext_lazy("User names of accounts of this site, with commas between."),
        max_length=2000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


@for_operators("GET", "POST")
def page(request: HttpRequest) -> HttpResponse:
    """Takes a file, and shows the progress of the last day's imports."""
    posted = request.method == "POST"
    start = {"organizers": request.user.get_username()}
    form = FileForm(request.POST, request.FILES) if posted else FileForm(initial=start)
    return submit(
        request,
        form,
        do=lambda **data: ask_for(
            content=data["file"].read(), organizers=data["organizers"], by=request.user
        ),
        done=_("The file is here. Its progress is shown below."),
        to=reverse("operator:imports") + "#sent",
        again=lambda status: _show(request, form, status),
    )


def _show(request: HttpRequest, form: FileForm, status: int) -> HttpResponse:
    sent = import_list()
    context = {
        "tab": "imports", "form": form, "sent": sent,
        "is_coming": any(one.is_coming for one in sent) and not form.errors,
    }  # fmt: skip
    return render(request, "operator/imports.html", context, status=status)
