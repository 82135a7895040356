"""The share button in a browser: the device's sheet, a copied link, a link to WhatsApp; and the
page's policy reports no data for search engines."""

import pytest

pytestmark = pytest.mark.browser

FILL = """
from tests.scoring import table
table.record(table.a_match(pairs=4, name="Shared"), table.plain())
"""
SHEET = "navigator.share = (what) => { window.sent = what; return Promise.resolve(); }"
NO_SHEET = "Object.defineProperty(navigator, 'share', { value: undefined })"
BUTTON = "[data-share]"


def test_the_devices_own_sheet_gets_the_pages_address(chromium, site):
    page = chromium.new_context(locale="en").new_page()
    page.add_init_script(SHEET)
    page.goto(f"{site.url}/t/shared/")
    page.locator(BUTTON).click()
    page.wait_for_function("() => window.sent")
    assert page.evaluate("window.sent.url") == f"{site.url}/t/shared/"
    assert page.evaluate("window.sent.text") == "Shared"


@pytest.mark.long
def test_without_a_sheet_the_link_is_copied_and_said(chromium, site):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"], locale="en")
    page = context.new_page()
    page.add_init_script(NO_SHEET)
    page.goto(f"{site.url}/t/shared/")
    page.locator(BUTTON).click()
    page.get_by_text("Link copied").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site.url}/t/shared/"


@pytest.mark.long
def test_without_script_the_button_leads_to_whatsapp(chromium, site):
    page = chromium.new_context(java_script_enabled=False, locale="en").new_page()
    page.goto(f"{site.url}/t/shared/")
    assert page.locator(BUTTON).get_attribute("href").startswith("https://wa.me/?text=Shared")


@pytest.mark.long
def test_the_policy_reports_no_data_for_search_engines(chromium, site):
    page, told = chromium.new_page(), []
    page.on("console", lambda message: told.append(message.text))
    page.goto(f"{site.url}/t/shared/", wait_until="load")
    data = page.locator('script[type="application/ld+json"]').text_content()
    assert '"SportsEvent"' in data
    assert not [text for text in told if "Content Security Policy" in text]


HOST = """<!doctype html><body style="background:{color};margin:0"><p>Bar Kaia</p>
<iframe src="{url}/t/shared/match/{match}/embed/" width="100%" height="900"></iframe>
<script async src="{url}/embed.js"></script>"""


def around(page, address, text):
    """Puts a page of somebody else at this address."""
    page.unroute_all()
    page.route(address, lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(address)


def test_a_frame_has_the_height_of_its_match_and_the_light_of_the_page_around_it(page, site):
    page.goto(f"{site.url}/t/shared/")
    match = page.locator("a.tie--playing").first.get_attribute("href").split("/")[4]
    for color, theme in (("#111", "dark"), ("#fafafa", "light")):
        text = HOST.format(color=color, url=site.url, match=match)
        around(page, f"{site.url}/around/", text)
        frame = page.frame_locator("iframe")
        frame.locator(f"html[data-theme={theme}]").wait_for(state="attached")
        page.wait_for_function("() => document.querySelector('iframe').clientHeight < 400")
