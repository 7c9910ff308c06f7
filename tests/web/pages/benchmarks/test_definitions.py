import re

from django.test import Client

from benchlab.models import Benchmark, Revision
from tests import factories

TEXT = factories.DEFINITION.format(name="notes", title="Notes")


def test_saving_keeps_a_new_revision_by_its_author(admin: Client) -> None:
    benchmark = factories.make_benchmark()

    admin.post(f"{benchmark.get_absolute_url()}edit/", {"text": TEXT.replace("default: 10", "default: 20")})

    assert [each.number for each in benchmark.revisions.all()] == [2, 1]
    assert benchmark.latest.created_by.username == "the-admin"


def test_line_ends_of_a_browser_are_no_change(admin: Client) -> None:
    benchmark = Benchmark.store(TEXT, by=None)

    admin.post(f"{benchmark.get_absolute_url()}edit/", {"text": TEXT.replace("\n", "\r\n")})

    assert benchmark.revisions.count() == 1


def test_a_text_with_problems_is_not_saved_and_keeps_what_was_written(admin: Client) -> None:
    response = admin.post("/definitions/new/", {"text": "name: mine\ntitle: [\n"})

    assert response.status_code == 422
    assert "title: [" in response.content.decode()
    assert not Revision.objects.exists()


def test_problems_are_told_with_line_and_column_while_one_types(admin: Client) -> None:
    page = admin.post(
        "/definitions/problems/", {"text": TEXT.replace("type: integer", "type: integre")}
    ).content.decode()

    assert "line 4" in page
    assert "integre" in page


def test_the_text_that_a_new_definition_begins_with_has_no_problem(admin: Client) -> None:
    page = admin.get("/definitions/new/")

    admin.post("/definitions/new/", {"text": page.context["form"]["text"].value()})

    assert Benchmark.objects.get().slug == "my-benchmark"


def test_a_definition_of_an_older_language_is_shown_with_its_problems(runner: Client) -> None:
    benchmark = factories.make_benchmark()
    benchmark.revisions.update(text="name: notes\nengine: sysbench\n")

    page = runner.get(benchmark.get_absolute_url()).content.decode()

    assert "This revision cannot be launched" in page


def test_an_old_revision_can_be_read(viewer: Client) -> None:
    factories.make_benchmark()

    page = viewer.get("/benchmarks/notes/revisions/1/").content.decode()

    assert "INSERT INTO note" in page


def test_the_editor_lets_in_what_bears_its_nonce_and_other_pages_nothing(admin: Client) -> None:
    editor, again = admin.get("/definitions/new/"), admin.get("/definitions/new/")
    other = admin.get("/benchmarks/")

    [nonce] = re.findall(r'<script type="importmap" nonce="([^"]+)"', editor.content.decode())
    assert f"script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'" in editor["Content-Security-Policy"]
    assert nonce not in again["Content-Security-Policy"]
    assert "nonce" not in other["Content-Security-Policy"]


def test_a_problem_offers_the_word_that_was_meant(admin: Client) -> None:
    page = admin.post("/definitions/problems/", {"text": "name: notes\ntitle: Notes\nphazes: []\n"}).content.decode()

    assert 'data-word="phazes" data-instead="phases"' in page
    assert "Replace with phases" in page
