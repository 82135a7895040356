"""Paper over the API: asked for, watched, fetched; the same jobs as the page."""

from jobs import services as jobs
from jobs.models import Job
from tests.api.conftest import codes
from tournament import paper
from tournament.championship.queries.tournaments import get_public


def test_a_file_is_asked_for_watched_and_fetched(desk, at, drawn):
    assert desk.get(f"{at}/paper/").json() == []
    asked = desk.post(f"{at}/paper/", {"what": "actas", "language": "eu"})
    assert asked.status_code == 202
    file = asked.json()
    assert file["file_name"] == f"{drawn.slug}-actas-eu.pdf"
    assert (file["state"], file["size"]) == ("queued", 0)
    one = f"{at}/paper/{file['id']}/"
    assert codes(desk.get(f"{one}content/")) == ["not_ready"]
    jobs.run(Job.objects.get().pk)
    done = desk.get(one).json()
    assert (done["state"], done["done"]) == ("done", done["of"])
    answer = desk.get(f"{one}content/")
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert len(answer.content) == done["size"]
    assert [line["id"] for line in desk.get(f"{at}/paper/").json()] == [file["id"]]


def test_while_nothing_has_changed_it_is_the_same_file(desk, at):
    first, again = (desk.post(f"{at}/paper/", {"what": "everything"}).json() for _time in (1, 2))
    assert first["id"] == again["id"]
    assert first["file_name"].endswith("-en.pdf"), "in the language of the request"


def test_the_page_shows_what_was_asked_for_over_the_api(desk, at, drawn):
    file = desk.post(f"{at}/paper/", {"what": "actas"}).json()
    page = desk.client.get(f"/en/organizer/t/{drawn.slug}/paper/", follow=True)
    assert file["file_name"] in page.content.decode()


def test_other_files_are_asked_for_only_so_often_and_the_same_one_at_any_time(desk, at, drawn):
    """The address that the site is asked by is in the key: a port is enough for another file."""
    found = get_public(slug=drawn.slug)
    for port in range(paper.NEW_FILES.most):
        paper.ask_for(tournament=found, what="actas", language="es", base=f"http://mus:{port}")
    answer = desk.post(f"{at}/paper/", {"what": "actas"})
    assert (answer.status_code, codes(answer)) == (429, ["too_often"])
    assert int(answer["Retry-After"]) > 0
    assert Job.objects.count() == paper.NEW_FILES.most
    paper.ask_for(tournament=found, what="actas", language="es", base="http://mus:1")


def test_a_wrong_wish_names_its_field(desk, at):
    answer = desk.post(f"{at}/paper/", {"what": "confetti", "language": "xx"})
    assert answer.status_code == 400
    assert {error["path"] for error in answer.json()["errors"]} == {"what", "language"}
    assert codes(desk.get(f"{at}/paper/999/")) == ["no_such_file"]
