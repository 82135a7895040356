"""Static files named by their content, and the plain ones where nobody collected them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client, override_settings
from django.urls import reverse

FOR_EVER = "public, max-age=31536000, immutable"
STYLE = "css/tokens.css"
NAMED = re.compile(r"/static/css/tokens\.[0-9a-f]{12}\.css")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What `make run` serves, of our own files."""
    folder = tmp_path_factory.mktemp("static")
    finders = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    with override_settings(STATIC_ROOT=folder, STATICFILES_FINDERS=finders):
        call_command("collectstatic", interactive=False, verbosity=0)
    with override_settings(STATIC_ROOT=folder, WHITENOISE_USE_FINDERS=False):
        yield folder


def get(url: str, **headers: str):
    response = Client().get(url, headers=headers)
    response.whole = b"".join(response) if response.streaming else response.content
    return response


def test_a_named_file_is_kept_for_a_year(collected):
    url = static(STYLE)
    assert NAMED.fullmatch(url)
    assert get(url).headers["Cache-Control"] == FOR_EVER


def test_a_plain_name_is_still_answered_and_soon_asked_for_again(collected):
    response = get(f"/static/{STYLE}")
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "max-age=300, public"


def test_a_name_of_another_content_is_not_kept(collected):
    old = collected / "css/tokens.0123456789ab.css"
    old.write_text("a page of the last release still asks for it")
    try:
        assert get("/static/css/tokens.0123456789ab.css").headers["Cache-Control"] != FOR_EVER
    finally:
        old.unlink()


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_a_named_file_leaves_compressed_beforehand(collected, encoding):
    response = get(static(STYLE), accept_encoding=encoding)
    assert response.headers["Content-Encoding"] == encoding
    assert len(response.whole) < (collected / STYLE).stat().st_size / 2


def test_what_a_style_asks_for_is_named_too(collected):
    fonts = re.findall(rb'url\("\.\./(vendor/[^"]+)"\)', get(static(STYLE)).whole)
    assert len(set(fonts)) == 2
    for font in fonts:
        assert get(f"/static/{font.decode()}").headers["Cache-Control"] == FOR_EVER


@pytest.mark.parametrize("script", ["js/page.js", "js/mus/index.js"])
def test_what_a_module_imports_is_named_too(collected, script):
    url = static(script)
    imported = re.findall(rb'from "\./([^"]+)"', get(url).whole)
    assert imported
    for name in imported:
        found = get(f"{url.rpartition('/')[0]}/{name.decode()}")
        assert found.headers["Cache-Control"] == FOR_EVER


def test_a_page_asks_for_named_files_alone(collected, db):
    text = get("/").whole.decode()
    urls = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', text))
    assert len(urls) > 3
    for url in urls:
        assert get(url).headers["Cache-Control"] == FOR_EVER, url


def test_the_tablets_worker_keeps_its_icon_under_its_name(collected, client):
    text = client.get(reverse("referee:service-worker")).content.decode()
    icons = re.findall(r'"(/static/icons/[^"]+\.[0-9a-f]{12}\.svg)"', text)
    assert icons
    assert get(icons[0]).headers["Cache-Control"] == FOR_EVER


def test_a_file_that_is_not_there_breaks_no_page(collected):
    assert static("css/never-was.css") == "/static/css/never-was.css"
    assert get("/static/css/never-was.css").status_code == 404


def test_without_collecting_the_pages_ask_for_plain_names(settings, db):
    settings.WHITENOISE_USE_FINDERS = True
    assert static(STYLE) == f"/static/{STYLE}"
    assert 'href="/static/packed/site.css"' in get("/").whole.decode()
    assert get(f"/static/{STYLE}").headers["Cache-Control"] == "max-age=300, public"


def test_the_program_that_checked_rounds_is_the_one_that_checks_every_draw(collected):
    draws = get("/static/proof/verify_draw.py").whole
    assert get("/static/proof/verify_rounds.py").whole == draws
