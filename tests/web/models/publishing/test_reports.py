"""What may be done to a report, and what not once it is frozen."""

import pytest

from benchlab.definitions.language.problems import Refused
from benchlab.models import AuditEntry, Report
from benchlab.models.publishing.report import MOST_SECTIONS, SectionKind
from tests import factories


@pytest.fixture
def report(db) -> Report:
    made = Report.make("What we saw", by=factories.make_user("bob"))
    for heading in ("one", "two", "three"):
        made.add(SectionKind.TEXT, heading=heading)
    return made


def headings(report: Report) -> list[str]:
    return [section.heading for section in report.sections.all()]


def test_a_section_moves_up_and_down_and_no_further_than_the_ends(report):
    one, _, three = report.sections.all()

    three.move(-1)
    assert headings(report) == ["one", "three", "two"]
    one.move(-1)
    assert headings(report) == ["one", "three", "two"]
    one.move(1)
    assert headings(report) == ["three", "one", "two"]


def test_an_order_names_each_section_once(report):
    one, two, three = (section.pk for section in report.sections.all())

    report.arrange([three, one, two])

    assert headings(report) == ["three", "one", "two"]
    for wrong in ([one, two], [one, one, two, three], [one, two, three + 1]):
        with pytest.raises(Refused):
            report.arrange(wrong)


def test_a_report_ends_somewhere(report):
    for _ in range(MOST_SECTIONS - 3):
        report.add(SectionKind.TEXT)

    with pytest.raises(Refused, match="60 sections"):
        report.add(SectionKind.TEXT)


def test_a_frozen_report_refuses_every_change_and_is_frozen_once(report):
    assert report.freeze({"kept": 1}, open_content={}, reveals=["hosts"], by="bob")
    assert not report.freeze({"kept": 2}, open_content={}, reveals=[], by="eve")
    report.refresh_from_db()
    assert (report.content, report.frozen_by, report.reveals) == ({"kept": 1}, "bob", ["hosts"])
    section = report.sections.first()

    changes = (
        lambda: report.add(SectionKind.TEXT),
        lambda: report.rename("x", authors=""),
        lambda: report.arrange([each.pk for each in report.sections.all()]),
        lambda: section.rewrite(heading="x"),
        lambda: section.move(1),
        section.remove,
    )
    for change in changes:
        with pytest.raises(Refused, match="frozen"):
            change()
    assert headings(report) == ["one", "two", "three"]


def test_a_copy_of_a_frozen_report_is_a_draft_of_its_own(report):
    report.freeze({}, open_content={}, reveals=[], by="bob")
    ann = factories.make_user()

    copy = report.copy(by=ann)
    copy.sections.first().rewrite(heading="other")

    assert (copy.title, copy.is_frozen, copy.created_by) == ("What we saw (copy)", False, ann)
    assert (headings(copy), headings(report)) == (["other", "two", "three"], ["one", "two", "three"])


def test_what_is_done_to_a_report_is_in_the_audit_log(report):
    report.freeze({}, open_content={}, reveals=[], by="bob")
    copied = report.copy(by=None)
    names = str(report), str(copied)
    copied.remove()

    told = [(entry.action, entry.subject) for entry in AuditEntry.objects.all()]
    assert told[:3] == [("deleted", names[1]), ("added", names[1]), ("froze", names[0])]
    assert told[-1] == ("added", names[0])
