"""The documents as a site: every link leads somewhere, and the help says what the buttons say."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from tests.servers import ROOT


@pytest.fixture(scope="module")
def site() -> Any:
    spec = spec_from_file_location("docs_site", ROOT / ".ci/docs_site.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def laid_out(site, tmp_path_factory):
    target = tmp_path_factory.mktemp("docs")
    assert site.lay_out(target) == []
    return target


def test_the_help_names_the_buttons_in_the_language_of_the_page(laid_out):
    assert "**Parejas**" in (laid_out / "help/es/organizer.md").read_text()
    assert "**Pairs**" in (laid_out / "help/en/organizer.md").read_text()
    for page in laid_out.glob("help/*/*.md"):
        assert "[[" not in page.read_text(), page


def test_a_link_out_of_the_documents_leads_to_a_page_of_the_site_or_names_the_file(laid_out):
    assert "(bench/RESULTS.md)" in (laid_out / "README.md").read_text()
    assert "(../docs/" not in (laid_out / "CONTRIBUTING.md").read_text()
    assert "`deploy/nginx.conf`" in (laid_out / "operating.md").read_text()


def test_a_link_that_leads_nowhere_is_named(site, tmp_path, monkeypatch):
    nowhere: list[str] = []
    match = site.LINK.search("see [there](gone.md)")
    site._led(ROOT / "docs/README.md", "README.md", nowhere, match)
    assert nowhere == ["docs/README.md: gone.md"]
