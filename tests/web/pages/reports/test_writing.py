"""Writing, reading and freezing a report."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from benchlab.charts.reports.document import document_of
from benchlab.charts.reports.export_formats import EXPORTS
from benchlab.models import Report, Run, State
from benchlab.models.publishing.report import SectionKind
from tests import factories
from tests.experiment_records import make_experiment
from tests.report_records import show_all, trend_of
from tests.web.pages.reports.reading import tables_of, text_of


def test_nobody_has_written_a_report_yet(viewer: Client, runner: Client) -> None:
    assert "Runners and admins write reports" in text_of(viewer, "/reports/")
    assert "Create one here" in text_of(runner, "/reports/")


def test_a_report_is_begun_and_its_sections_added_rewritten_moved_and_removed(runner: Client) -> None:
    run = factories.make_run(State.FINISHED, pk=1, seconds=5)
    assert runner.post("/reports/new/", {"title": ""}).status_code == 422
    edit = runner.post("/reports/new/", {"title": "What we saw", "authors": "Ann and Bob"})["Location"]
    report = Report.objects.get()

    text = runner.post(f"/reports/{report.pk}/sections/")["Location"]
    runner.post(f"/reports/{report.pk}/sections/", {"source": str(run.pk)})
    runner.post(text, {"heading": "The question", "text": "What does it cost?"})

    assert [(each.heading, each.kind) for each in report.sections.all()] == [("The question", "text"), ("", "run")]
    assert "The question" in text_of(runner, edit)
    page = text_of(runner, report.get_absolute_url())
    assert "What does it cost?" in page
    assert "Ann and Bob" in page
    assert "18,420" in page

    said, _, outline = (
        runner.post(f"{text}place/", {"by": "1"}, headers={"HX-Request": "true"}).content.decode().partition("<ol")
    )
    assert outline.index("Run 1") < outline.index("The question")
    assert "The question is moved." in said
    runner.post(f"{text}removal/")
    assert report.sections.get().kind == "run"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("{run}", "run"),
        ("e{experiment}", "experiment"),
        ("https://testserver/runs/{run}/?tab=host", "run"),
        ("http://bench.example.org:8000/runs/{run}/", "run"),
        ("/experiments/{experiment}/", "experiment"),
        ("/comparison/?experiment={experiment}", "comparison"),
        ("/trends/notes/db1/", "trend"),
    ],
)
def test_what_is_added_is_named_by_number_or_by_the_address_of_its_page(
    runner: Client, settings: Any, source: str, kind: str
) -> None:
    settings.SITE_URL = "http://bench.example.org:8000"
    run = factories.make_run(State.FINISHED, seconds=5).pk
    experiment = make_experiment(repeats=1, states=[State.FINISHED] * 2).pk
    address = {"source": source.format(run=run, experiment=experiment)}

    shown = runner.get("/reports/add/", address)
    ticked = re.findall(r'name="shows" value="([^"]+)"[^>]* checked', shown.content.decode())
    runner.post(f"/reports/add/?source={address['source'].replace('?', '%3F')}", {"title": "New", "shows": ticked})

    section = Report.objects.get(title="New").sections.get()
    assert (section.kind, section.shows) == (kind, ticked)
    assert "article-gap" not in text_of(runner, Report.objects.get().get_absolute_url())


@pytest.mark.parametrize("source", ["", "99", "e99", "/servers/db1/", "https://[", "/comparison/?run=x", "٣", "9" * 40])
def test_what_is_not_there_can_not_be_added(runner: Client, source: str) -> None:
    report = Report.make("What we saw", by=None)

    assert runner.get("/reports/add/", {"source": source}).status_code == 404
    runner.post(f"/reports/{report.pk}/sections/", {"source": source})

    assert not report.sections.exists()


@pytest.mark.parametrize("there", ["http://evil.example", "//evil.example", "http://testserver:81"])
def test_an_address_of_another_benchlab_is_not_taken_for_ones_own(runner: Client, short: Report, there: str) -> None:
    source = {"source": f"{there}/runs/{Run.objects.get().pk}/"}

    answer = runner.post(f"/reports/{short.pk}/sections/", source, follow=True)

    assert f"another benchlab, {there.partition('//')[2]}; a report can only show runs of this one, testserver" in (
        answer.content.decode()
    )
    assert short.sections.count() == 1


def test_who_moves_or_removes_what_was_removed_meanwhile_gets_the_list_as_it_is(runner: Client, short: Report) -> None:
    gone = short.add(SectionKind.TEXT, heading="In the way")
    gone_at = f"/reports/{short.pk}/sections/{gone.pk}"
    gone.remove()

    for action in ("place", "removal"):
        scripted = runner.post(f"{gone_at}/{action}/", {"by": "-1"}, headers={"HX-Request": "true"})
        plain = runner.post(f"{gone_at}/{action}/", {"by": "-1"}, follow=True)

        for answer in (scripted, plain):
            assert answer.status_code == 200
            assert "This section has already been removed" in answer.content.decode()
            assert "Run 1" in answer.content.decode()
            assert "In the way" not in answer.content.decode()


def test_a_chart_of_a_page_is_added_alone(runner: Client) -> None:
    run = factories.make_run(State.FINISHED, pk=1, seconds=5)
    [link] = re.findall(
        r'href="(/reports/add/[^"]+chart%3Alatency|/reports/add/[^"]+chart:latency)"',
        runner.get(run.get_absolute_url()).content.decode(),
    )

    shown = runner.get(html.unescape(link)).content.decode()

    assert re.findall(r'name="shows" value="([^"]+)"[^>]* checked', shown) == ["chart:latency"]


def test_viewers_are_offered_nothing_to_write(viewer: Client, short: Report) -> None:
    for address in (short.get_absolute_url(), "/reports/", "/runs/1/"):
        assert not re.search(r"/reports/(add|new)|/edit/|/freezing/", text_of(viewer, address))


def test_every_part_of_every_kind_is_drawn_numbered_and_told_where_it_is_from(viewer: Client, report: Report) -> None:
    page = text_of(viewer, report.get_absolute_url())

    assert "article-gap" not in page
    for kind in ("Figure", "Table"):
        numbers = [int(number) for number in re.findall(rf"<strong>{kind} (\d+)\.</strong>", page)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) > 3
    assert page.count('<svg class="plot plot-wide"') == page.count('<svg class="plot plot-narrow"') > 10
    assert "What one run showed. <a class" in page
    assert page.index("The question") < page.index("One run") < page.index("Run after run")


def test_trust_durability_and_exclusions_follow_a_run_into_a_report(viewer: Client, short: Report) -> None:
    run = Run.objects.get()
    run.grade, run.trust_reasons, run.durability = "C", ["The host swapped 12 MB/s."], "loses up to 1 s on crash"
    run.save()
    run.exclude(by="ann", reason="backup ran meanwhile")

    page = text_of(viewer, short.get_absolute_url())

    assert page.count("Run 1, trust C, loses up to 1 s on crash, excluded</a>") == 2
    assert "Run 1: excluded from medians and comparisons: backup ran meanwhile." in page
    assert "Run 1: trust C, doubtful: something disturbed the results. The host swapped 12 MB/s." in page
    assert re.findall(r'<sup><a href="#note-(\d)"', page) == ["1", "2", "1", "2"]


def test_what_is_told_of_several_runs_is_one_note_and_captions_count_upwards(short: Report) -> None:
    first = Run.objects.get()
    second = factories.make_run(State.FINISHED, seconds=5)
    busy = "Other programs used {} % of the CPU while “insert” ran."
    for run, percent, more in ((first, 74, []), (second, 91, ["The host swapped."])):
        Run.objects.filter(pk=run.pk).update(
            grade="D", trust_reasons=[busy.format(percent), *more], warnings=[f"The disk was busy for {percent} s."]
        )
    short.add(SectionKind.RUN, query=f"run={second.pk}", shows=["phases"])
    short.add(SectionKind.COMPARISON, query=f"run={first.pk}&run={second.pk}", shows=["verdict"])

    document = document_of(short)

    both = f"Runs {first.pk}, {second.pk}"
    assert document["notes"] == [
        f"{both}: trust D, unusable: the results do not measure what they should. "
        f"{busy.format('74 to 91')} Run {second.pk}: The host swapped.",
        f"{both}: The disk was busy for 74 to 91 s.",
    ]
    pieces = [piece for section in document["sections"] for piece in section["pieces"]]
    assert [piece["notes"] for piece in pieces if "notes" in piece] == [[1, 2], [1, 2], [1, 2], [1]]


def test_changed_settings_stand_in_the_summary_or_in_a_table_of_their_own(viewer: Client, short: Report) -> None:
    words = "Settings changed from default"
    assert text_of(viewer, short.get_absolute_url()).count(words) == 1

    short.sections.get().rewrite(shows=["summary", "settings"])

    assert text_of(viewer, short.get_absolute_url()).count(words) == 1


@pytest.mark.parametrize("state", [State.QUEUED, State.RUNNING, State.FAILED, State.CANCELLED])
def test_a_run_that_is_no_result_says_so(viewer: Client, state: str) -> None:
    run = factories.make_run(state, pk=1, seconds=5)
    report = Report.make("What we saw", by=None)
    show_all(report, SectionKind.RUN, f"run={run.pk}")

    notes = document_of(report)["notes"]

    assert any(note.startswith("Run 1: ") for note in notes)
    assert text_of(viewer, report.get_absolute_url())


def test_groups_that_are_not_comparable_have_a_note(report: Report) -> None:
    runs = [factories.make_run(State.FINISHED, seconds=3) for _ in range(2)]
    runs[1].snapshot = {"start": {**(runs[1].snapshot or {}).get("start", {}), "version": "11.4.2"}}
    plan = {**runs[1].plan_json, "servers": [{**runs[1].plan_json["servers"][0], "version": "11.4.2-MariaDB"}]}
    Run.objects.filter(pk=runs[1].pk).update(plan_json=plan, snapshot=runs[1].snapshot)
    show_all(report, SectionKind.COMPARISON, "&".join(f"run={run.pk}" for run in runs))

    assert any("not comparable" in note for note in document_of(report)["notes"])


def test_what_was_deleted_leaves_a_gap_that_says_so(viewer: Client, report: Report) -> None:
    Run.objects.all().delete()
    for experiment in (section for section in report.sections.all() if section.kind == SectionKind.EXPERIMENT):
        experiment.query = "experiment=99"
        experiment.save()

    page = text_of(viewer, report.get_absolute_url())

    assert "Run 1 was deleted: what stood here is gone." in page
    assert "Experiment 99 was deleted" in page
    assert re.search(r"Run \d+, which the comparison needs, was deleted", page)
    for form in ("html", "md", "json"):
        assert "Run 1 was deleted" in html.unescape(EXPORTS[form].write(document_of(report))), form


def test_a_part_that_a_run_does_not_have_leaves_a_gap(viewer: Client, short: Report) -> None:
    run = Run.objects.get()
    show_all(short, SectionKind.TREND, trend_of(run.pk).replace("choice=", "choice=none"))
    assert "No finished run with these parameters is there any more." in text_of(viewer, short.get_absolute_url())
    short.sections.filter(kind=SectionKind.RUN).update(shows=["chart:none", "layout:none", "none"])

    assert text_of(viewer, short.get_absolute_url()).count("Run 1 has no such ") == 3


def test_a_frozen_report_shows_the_same_whatever_becomes_of_its_runs(runner: Client, short: Report) -> None:
    before = tables_of(short)
    runner.post(f"/reports/{short.pk}/freezing/")
    short.refresh_from_db()
    Run.objects.update(durability="durable", grade="D")
    Run.objects.all().delete()

    page = text_of(runner, short.get_absolute_url())

    assert tables_of(short) == before
    assert "18,420" in page
    assert re.search(r"frozen \d{4}-\d\d-\d\d, \d\d:\d\d UTC by the-runner", page)
    assert runner.get(f"/reports/{short.pk}/edit/").status_code == 302
    copied = runner.post(f"/reports/{short.pk}/copies/")["Location"]
    assert "Run 1 was deleted" in text_of(runner, copied.replace("edit/", ""))
