"""What strangers get to see of a report."""

import json
import re
from typing import Any

from django.test import Client

from benchlab.charts.reports.document import document_of, freeze, open_document_of
from benchlab.charts.reports.export_formats import EXPORTS
from benchlab.models import Report, Reveal, User
from benchlab.models.publishing.report import SectionKind
from tests.report_records import show_all, trend_of
from tests.web.pages.publishing.test_sharing import REVEALED, SECRET, plant
from tests.web.pages.reader import Reader
from tests.web.pages.reports.reading import text_of


def shared_text(runner: Client, report: Report, **given: Any) -> str:
    form = {"title": "What we saw", "days": "7", "shows": "live", **given}
    made = runner.post(f"/shares/new/?kind=report&report={report.pk}", form)
    path = re.search(r'<pre id="address">https?://[^/]+(/shared/[^<]+)</pre>', made.content.decode())[1]
    return text_of(Reader(), path)


def test_nothing_planted_is_in_a_shared_report_but_what_is_ticked(runner: Client, report: Report) -> None:
    plant()
    Report.objects.update(created_by=User.objects.get(username=f"{SECRET}-user"))
    trend = next(section for section in report.sections.all() if section.kind == SectionKind.TREND)
    trend.query = trend.query.replace("server=db1", f"server={SECRET}-server.example.org")
    trend.save()

    for shows in ("live", "frozen"):
        text = shared_text(runner, report, shows=shows)
        assert SECRET not in text, re.findall(f".{{60}}{SECRET}.{{30}}", text)
        assert text.count('<svg class="plot') > 20
        assert not re.search(r'<a href="[^#]|<form|hx-', text)
    for reveals, shown in REVEALED.items():
        text = shared_text(runner, report, reveals=[reveals])
        assert [each for each in REVEALED.values() if each in text] == [shown]


def test_disks_have_numbers_for_strangers_and_gaps_no_names(short: Report) -> None:
    short.sections.update(shows=["chart:disk-rate-vda", "chart:disk-rate-secret-disk"])

    team, strangers = (json.dumps(told) for told in (document_of(short), open_document_of(short, ())))

    assert "Throughput, vda" in team
    assert "Throughput, 1" in strangers
    assert "Run 1 has no such chart any more." in strangers
    assert not re.search("vda|secret-disk", strangers)


def test_a_file_for_others_has_nothing_planted(viewer: Client, short: Report) -> None:
    plant()
    show_all(short, SectionKind.TREND, trend_of(1))

    for form in EXPORTS:
        address = f"/reports/{short.pk}/report.{form}"
        assert (SECRET in viewer.get(address).content.decode()) == (form != "csv"), form
        assert SECRET not in viewer.get(f"{address}?others=1").content.decode(), form


def test_a_frozen_report_reveals_what_was_decided_when_it_was_frozen(runner: Client, short: Report) -> None:
    plant()
    freeze(short, reveals=[Reveal.SERVERS], by="ann")
    short.refresh_from_db()

    offered = runner.get(f"/shares/new/?kind=report&report={short.pk}").content.decode()
    text = shared_text(runner, short)

    assert 'name="reveals"' not in offered
    assert [each for each in REVEALED.values() if each in text] == [REVEALED[Reveal.SERVERS]]
    assert "by ann" not in text
    short.delete()
    assert not Report.objects.exists()
