"""Django's own texts, in our words (docs/glossary.md): a form never says "Asegúrese de que"."""

from pathlib import Path

import django
import polib
import pytest
from django import forms
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils import translation

from web.djangotexts import TEXTS

DJANGO = Path(django.__file__).parent
HOMES = ("conf/locale", "contrib/auth/locale")


class Count(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=9)
    name = forms.CharField(max_length=2)


def test_django_still_says_each_text_that_is_translated_here():
    files = [str(DJANGO / home / "en/LC_MESSAGES/django.po") for home in HOMES]
    theirs = {entry.msgid for file in files for entry in polib.pofile(file)}
    assert [text for text in TEXTS if text not in theirs] == []


@pytest.mark.parametrize("language", ["es", "eu", "fr"])
def test_each_of_them_is_translated_here(root, language):
    ours = polib.pofile(str(root / f"locale/{language}/LC_MESSAGES/django.po"))
    said = {entry.msgid for entry in ours if entry.msgstr and not entry.obsolete}
    assert [text for text in TEXTS if text not in said] == []


@pytest.mark.parametrize(
    ("language", "number", "name", "password"),
    [
        (
            "es",
            "Escriba 1 o más.",
            "Escriba 2 caracteres como mucho; hay 3.",
            "La contraseña es demasiado corta. Escriba al menos 8 caracteres.",
        ),
        (
            "eu",
            "Idatzi 1 edo gehiago.",
            "Idatzi gehienez 2 karaktere; 3 daude.",
            "Pasahitza laburregia da. Idatzi gutxienez 8 karaktere.",
        ),
        (
            "fr",
            "Écrivez 1 ou plus.",
            "Écrivez 2 caractères au plus\xa0; il y en a 3.",
            "Le mot de passe est trop court. Écrivez au moins 8 caractères.",
        ),
    ],
)
def test_a_form_refuses_in_our_words(language, number, name, password):
    with translation.override(language):
        errors = Count({"number": "0", "name": "abc"}).errors
        assert (errors["number"], errors["name"]) == ([number], [name])
        with pytest.raises(ValidationError, match=password.replace(".", r"\.")):
            MinimumLengthValidator(8).validate("abc")
