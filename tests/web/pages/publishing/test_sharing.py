"""What opens by a link that shares a page, and what does not."""

import html
import json
import re
from io import BytesIO
from itertools import product
from typing import Any

from django.http import HttpResponse
from django.test import Client
from PIL import Image

from benchlab.models import LogLine, Reveal, Revision, Run, ShareLink, State
from benchlab.models.comparisons.baseline import combination_of_parameters
from benchlab.models.runs import deletion
from tests import factories
from tests.experiment_records import make_experiment
from tests.report_records import make_report
from tests.web.pages.reader import Reader

SECRET = "planted"
STRUCTURE = {
    *("kind", "phase", "figure", "operator", "method", "on_error", "arrival", "flavour", "role", "name", "unit"),
    *("label", "conditions"),
}
"""Of a plan: words of benchlab's own, what phases and statements are called, and what the definition says of a study's
figures, which are shown on purpose."""

REVEALED = {
    Reveal.SERVERS: f"{SECRET}-server.example.org",
    Reveal.HOSTS: f"{SECRET} host",
    Reveal.PEOPLE: f"{SECRET}-user",
    Reveal.SETTINGS: f"{SECRET} changed",
    Reveal.WORDS: f"{SECRET} warning",
}


def share(client: Client, query: str, **given: Any) -> str:
    """The path of a new link."""
    answer = client.post(f"/shares/new/?{query}", {"title": "What we saw", "days": "7", "shows": "live", **given})
    assert answer.status_code == 200, answer.content.decode()
    return re.search(r'<pre id="address">https?://[^/]+(/shared/[^<]+)</pre>', answer.content.decode())[1]


def opened(path: str) -> str:
    answer = Reader().get(path)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def drawn(text: str) -> dict:
    return json.loads(re.search(r"data-charts>(.*?)</script>", text)[1])


def queries() -> dict[str, str]:
    """One of each kind, of runs on one server."""
    runs = [factories.make_run(State.FINISHED, seconds=5).pk for _ in range(2)]
    choice = combination_of_parameters(Run.objects.get(pk=runs[0]).plan.parameters)
    experiment = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4).pk
    return {
        "run": f"kind=run&run={runs[0]}",
        "comparison": f"kind=comparison&run={runs[0]}&run={runs[1]}",
        "experiment": f"kind=experiment&experiment={experiment}",
        "comparison of an experiment": f"kind=comparison&experiment={experiment}",
        "trend": f"kind=trend&benchmark=notes&server=db1&choice={choice}",
    }


def test_a_link_of_each_kind_opens_signed_out_and_leads_nowhere(sharer: Client) -> None:
    for (kind, query), shows in product(queries().items(), ("live", "frozen")):
        path = share(sharer, query, shows=shows)
        text = opened(path)

        assert "What we saw" in text, kind
        assert drawn(text)["panels"], kind
        assert not re.search(r"<a[\s>]|<form|<iframe|hx-|data-detail|data-poll|csrf", text), kind
        addresses = re.findall(r"""(?:href|src|action)=["']([^"'#]*)""", text)
        assert [each for each in addresses if not each.startswith("/static/")] == [], kind
        told = re.findall(r'content="(https?://[^"]+)"', text)
        assert told == [f"http://testserver{path}preview.png"], kind


def test_a_live_comparison_shows_what_is_left_of_its_runs_until_there_is_nothing_to_compare(sharer: Client) -> None:
    experiment = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4)
    path = share(sharer, f"kind=comparison&experiment={experiment.pk}")
    first, *others = experiment.runs.order_by("cell", "repeat")

    assert "deleted" not in opened(path)
    deletion.remove(first)
    text = opened(path)
    assert "compared with <strong>clients 1</strong>" in text
    assert "1 of its runs was deleted" in text
    assert sharer.get(f"/shares/new/?kind=comparison&run={first.pk}&run={others[0].pk}").status_code == 404

    for run in others[:2]:
        deletion.remove(run)
    assert Reader().get(path).status_code == 404


def test_a_live_comparison_of_two_groups_ends_with_its_baseline(sharer: Client) -> None:
    baseline, *others = [factories.make_run(State.FINISHED, seconds=5) for _ in range(3)]
    path = share(sharer, f"kind=comparison&against={baseline.pk}&run={others[0].pk}&run={others[1].pk}")

    deletion.remove(baseline)

    assert Reader().get(path).status_code == 404


def test_a_shared_report_leads_no_further_than_itself(sharer: Client) -> None:
    run = factories.make_run(State.FINISHED, seconds=5).pk
    experiment = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4).pk
    report = make_report(run=run, experiment=experiment).pk

    for shows in ("live", "frozen"):
        path = share(sharer, f"kind=report&report={report}", shows=shows)
        text = opened(path)

        addresses = re.findall(r"""(?:href|src|action)=["']([^"']*)""", text)
        assert [each for each in addresses if not each.startswith(("/static/", "#"))] == []
        assert not re.search(r"<form|<iframe|hx-|csrf", text)
        assert Reader().get(f"{path}preview.png")["Content-Type"] == "image/png"


def test_every_other_address_asks_a_stranger_to_sign_in(sharer: Client, stranger: Client) -> None:
    path = share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}")
    stranger.get(path)

    for address in ("/", "/runs/", "/shares/", "/shares/new/", f"{path}series.json", "/runs/1/", "/comparison/"):
        answer = stranger.get(address)
        assert answer.status_code in (302, 404), address
        if answer.status_code == 302:
            assert answer["Location"].startswith("/sign-in/")


def test_a_shared_page_sets_no_cookie_and_is_kept_from_indexes_and_caches(sharer: Client, stranger: Client) -> None:
    answer = stranger.get(share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}"))

    assert not answer.cookies
    assert "noindex" in answer["X-Robots-Tag"]
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["Cache-Control"] == "no-store"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_whoever_is_signed_in_sees_what_a_stranger_sees(sharer: Client) -> None:
    path = share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}")

    assert _without_time(sharer.get(path)) == _without_time(Reader().get(path))


def _without_time(answer: HttpResponse) -> str:
    return re.sub(r"As of [\d :-]+ UTC", "", answer.content.decode())


def test_a_preview_has_title_and_figures(sharer: Client) -> None:
    text = opened(share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}"))

    assert '<meta property="og:title" content="What we saw">' in text
    assert re.search(r'og:description" content="Finished. Transactions per second: 18,420 /s, Response time p99', text)


def test_a_preview_has_a_picture_that_counts_as_no_opening(sharer: Client, stranger: Client) -> None:
    for query in queries().values():
        for shows in ("live", "frozen"):
            answer = stranger.get(f"{share(sharer, query, shows=shows)}preview.png")

            assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
            assert Image.open(BytesIO(answer.content)).size == (1200, 630)
            assert "noindex" in answer["X-Robots-Tag"]
            assert ShareLink.objects.first().opened == 0


def test_the_picture_of_a_link_ends_with_it(sharer: Client, stranger: Client) -> None:
    path = share(sharer, f"kind=run&run={factories.make_run(seconds=5).pk}")
    ShareLink.objects.get().revoke()

    assert stranger.get(f"{path}preview.png").status_code == 404
    assert stranger.get("/shared/never-made/preview.png").status_code == 404


def test_a_shared_run_has_its_layout_its_checks_and_the_figures_of_the_study(sharer: Client) -> None:
    text = opened(share(sharer, f"kind=run&run={factories.make_run().pk}"))

    assert "Layout of table transaction" in text
    assert "insert latency_ms.max" in text
    assert "InnoDB, 10 clients" in text


def test_layouts_that_differ_stand_beside_each_other_on_a_shared_comparison(sharer: Client) -> None:
    one, other = (factories.make_run().pk for _ in range(2))

    assert "Layouts side by side" in opened(share(sharer, f"kind=comparison&run={one}&run={other}"))


def test_grade_and_durability_are_on_every_shared_page(sharer: Client) -> None:
    asked = queries()
    Run.objects.update(grade="B", durability="loses up to 1 s on crash")

    for kind, query in asked.items():
        text = opened(share(sharer, query))
        assert "trust B" in text, kind
        assert "loses up to 1 s on crash" in text, kind


def test_figures_that_are_not_to_be_trusted_are_said_to_be_so_wherever_they_are_shared(sharer: Client) -> None:
    asked = queries()
    Run.objects.update(grade="D", trust_reasons=["CPU was busy for 74 %."], warnings=["The disk was slow."])

    for kind, query in asked.items():
        path = share(sharer, query, shows="frozen")
        text = opened(path)
        description = re.search(r'og:description" content="([^"]*)', text)[1]

        assert description.startswith("Figures not to be trusted: "), kind
        assert description == ShareLink.objects.first().frozen["description"], kind  # It is in the picture, too.
        assert 'class="sign grade grade-d"' in text, kind
        assert kind == "run" or text.count(" have trust D.") == 3, kind  # Twice in what a preview reads.
        assert not re.search(r"sign-good[^>]*>(<svg.*?</svg>)?(faster|slower)", text), kind


def test_a_shared_comparison_counts_what_it_leaves_out(sharer: Client) -> None:
    query = queries()["comparison of an experiment"]
    for percent, run in enumerate(Run.objects.all(), start=74):
        Run.objects.filter(pk=run.pk).update(trust_reasons=[f"CPU was busy for {percent} %."], warnings=["Slow disk."])

    hidden, told = opened(share(sharer, query)), opened(share(sharer, query, reveals=[Reveal.WORDS]))

    assert "2 warnings about these results are not shown on this shared page" in hidden
    assert "Slow disk." in told
    assert "Slow disk." not in hidden


def test_a_shared_report_says_that_some_of_its_figures_are_not_to_be_trusted(sharer: Client) -> None:
    runs = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4).pk
    report = make_report(run=factories.make_run(State.FINISHED, seconds=5).pk, experiment=runs)
    query, caution = f"kind=report&report={report.pk}", "Not all of its figures are to be trusted or compared"
    trusted = opened(share(sharer, query))

    Run.objects.filter(experiment=runs).update(grade="C")

    assert opened(share(sharer, query)).count(caution) == 3
    assert caution not in trusted


def test_nothing_planted_into_runs_is_on_a_shared_page(sharer: Client) -> None:
    asked = queries()
    plant()

    for kind, query in asked.items():
        query = re.sub("db1&choice=.*", f"{SECRET}-server.example.org", query)
        for shows in ("live", "frozen"):
            text = opened(share(sharer, query, shows=shows))
            assert SECRET not in text, (kind, re.findall(f".{{60}}{SECRET}.{{30}}", text))
        # What the picture of the preview is drawn from is kept beside the page.
        kept = ShareLink.objects.first().frozen
        assert kept["preview"], kind
        assert SECRET not in json.dumps(kept), kind


def test_what_the_sharer_ticks_is_shown_and_nothing_beside(sharer: Client) -> None:
    query = f"kind=run&run={factories.make_run(State.FINISHED, seconds=5).pk}"
    plant()

    for reveals, shown in REVEALED.items():
        text = opened(share(sharer, query, reveals=[reveals]))
        assert [each for each in REVEALED.values() if each in text] == [shown]


def test_values_that_may_be_paths_have_numbers_in_an_experiment(sharer: Client) -> None:
    experiment = make_experiment({"clients": "1,10"}, repeats=2, states=[State.FINISHED] * 4)
    experiment.grid = {"source": ["/srv/planted/a.csv", "/srv/planted/b.csv"], "server": ["planted.example.org"]}
    experiment.save()

    for query in (f"kind=experiment&experiment={experiment.pk}", f"kind=comparison&experiment={experiment.pk}"):
        text = opened(share(sharer, query))
        assert SECRET not in text
        assert "value 2" in text
        assert "server 1" in text


def plant() -> None:
    """Something recognisable in every field that people, servers or hosts fill."""
    name = f"{SECRET}-server.example.org"
    person = factories.make_user(f"{SECRET}-user")
    revision = Revision.objects.get()
    revision.text = revision.text.replace("parameters:\n", "parameters:\n  path: {type: text, default: x}\n")
    revision.save()
    for run in Run.objects.all():
        run.servers.update(name=name, host=f"{SECRET}.example.org", user=f"{SECRET}-account")
        run.label, run.worker, run.waiting_for = (f"{SECRET} {word}" for word in ("label", "worker", "waiting"))
        run.warnings, run.trust_reasons = [f"{SECRET} warning"], [f"{SECRET} reason"]
        run.error, run.durability, run.durability_reason = f"{SECRET} error", f"durable {SECRET}", f"{SECRET} reason"
        run.excluded_by, run.exclusion_reason, run.cancel_reason = (f"{SECRET} {word}" for word in "abc")
        run.snapshot = planted(run.snapshot, set())
        run.plan_json = planted(run.plan_json, STRUCTURE) | {"left_out": {"x": f"{SECRET} left out"}}
        run.plan_json["written"] = {"clients": "10", "path": f"/srv/{SECRET}.csv"}
        for published in run.plan_json["published"]:
            published["circumstances"] = {"clients": 5, "path": f"/srv/{SECRET}-too.csv"}
        run.plan_json["servers"][0]["name"] = name
        run.plan_json["parameters"] |= {"engine": f"{SECRET}/engine", "path": f"/srv/{SECRET}.csv"}
        run.created_by, run.grade = person, "B"
        run.save()
        run.notes.create(author=person, text=f"{SECRET} note")
        run.chunks.filter(source="disk:vda").update(source=f"disk:{SECRET}")
        LogLine.objects.create(run=run, message=f"{SECRET} line")
        for phase in run.phases.filter(result__isnull=False):
            phase.result["details"] = {**phase.result["details"], "refused": [{"message": f"{SECRET} refused"}]}
            phase.result["details"]["plan"] = [{"table": "note", "where": f"{SECRET} condition"}]
            phase.save()
        for capture in run.layouts.all():
            bounds = {"expression": f"{SECRET} expression", "description": f"{SECRET} bound"}
            capture.rows = [{**row, **bounds} for row in capture.rows]
            capture.save()
        run.folder.mkdir(parents=True, exist_ok=True)
        (run.folder / f"{SECRET}.txt").write_text(SECRET)


def planted(value: Any, kept: set[str], key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: planted(each, kept, name) for name, each in value.items()}
    if isinstance(value, list):
        return [planted(each, kept, key) for each in value]
    if not isinstance(value, str) or key in kept:
        return value
    return f"{SECRET} host" if key == "hostname" else f"{SECRET} changed" if key == "value" else f"{SECRET} {value}"
