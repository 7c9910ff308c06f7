"""A report in files that others open, and what people wrote in it."""

import csv
import json
import re
from html.parser import HTMLParser
from io import StringIO

import pytest
from django.test import Client
from markdown_it import MarkdownIt

from benchlab.charts.render.markdown import as_article, as_html, as_markdown
from benchlab.charts.reports.document import document_of
from benchlab.charts.reports.export_formats import EXPORTS
from benchlab.models import Report, Run
from benchlab.models.publishing.report import SectionKind
from tests.web.pages.reports.reading import tables_of, text_of

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


def test_words_of_people_are_no_markup_anywhere(viewer: Client, short: Report) -> None:
    Report.objects.update(title=HOSTILE[:120], authors=HOSTILE)
    markdown = f"{HOSTILE}\n\n# {HOSTILE}\n\n[link](javascript:alert(1)) ![p](http://evil.example/p.png)"
    short.add(SectionKind.TEXT, heading=HOSTILE[:120], text=markdown)
    short.sections.filter(kind=SectionKind.RUN).update(caption=HOSTILE, heading=HOSTILE, text=markdown)
    short.refresh_from_db()

    for shown in (viewer.get(short.get_absolute_url()).content.decode(), EXPORTS["html"].write(document_of(short))):
        assert "<script>alert" not in shown
        assert "<img" not in re.sub(r'<img src="/static[^>]*>', "", shown)
        assert 'href="javascript' not in shown
        assert 'src="http' not in shown


def test_headings_of_a_text_stand_beneath_that_of_its_section() -> None:
    assert as_article("## One\n\n### Two", highest=3) == "<h3>One</h3>\n<h4>Two</h4>\n"
    assert as_article("# One", highest=2) == "<h2>One</h2>\n"
    assert "<table>" in as_article("| a |\n|---|\n| 1 |", highest=3)


def test_a_picture_is_a_link_to_it() -> None:
    address = "http://evil.example/x.png"
    link = f'<a href="{address}">pic</a>'

    for written in (as_article(f"See ![pic]({address})", highest=3), as_html(f"See ![pic]({address})")):
        assert written == f"<p>See {link}</p>\n"
    within = as_article(f"[![pic]({address})](/there)", highest=3)
    assert within == '<p><a href="/there">pic</a></p>\n'
    assert as_article('![<b>](http://x/"onload=)', highest=3) == '<p><a href="http://x/%22onload=">&lt;b&gt;</a></p>\n'


READERS = [MarkdownIt("commonmark", {"html": True}), MarkdownIt("gfm-like", {"html": True, "linkify": False})]


@pytest.mark.parametrize(
    "hostile",
    [
        HOSTILE,
        "<!-- a --> <?php ?> </p>",
        "![pic](http://evil.example/x.png) !![pic](x) ![pic][there]\n\n[there]: http://evil.example/x.png",
        r"\\<b> \\![pic](x) \`<b>\`",
        "a ` b\n\n<b> `",
        "`a\n`<b>` c",
        "- a\n\n    <b>\n\n  ```\n<b>\n  ```",
        "```\n<b>",
        "> ```\n<b>",
    ],
)
def test_markdown_of_people_is_harmless_to_whoever_reads_the_file(short: Report, hostile: str) -> None:
    for text in (hostile, "```\n<code>\n```", hostile):
        short.add(SectionKind.TEXT, text=text)

    written = EXPORTS["md"].write(document_of(short))

    for reader in READERS:
        inline = [child for token in reader.parse(written) for child in (token, *(token.children or ()))]
        assert not [each for each in inline if each.type in ("html_block", "html_inline", "image")]


def test_markdown_keeps_what_its_author_wrote() -> None:
    text = "a < b, **c**, `d`, <https://example.org/> ![e](http://f)\n\n```sql\nSELECT '<b>'\n```"

    assert as_markdown(text) == text.replace("![e]", "[e]")


class Asked(HTMLParser):
    """What a page would ask for, or run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.found += [tag] if tag in ("script", "link", "iframe", "img", "object", "embed", "form", "base") else []
        self.found += [value for name, value in given.items() if name in ("src", "action", "xlink:href", "style")]
        self.found += [value for name, value in given.items() if name == "href" and not value.startswith("#")]
        self.found += [name for name in given if name.startswith("on")]


def test_the_html_file_asks_for_nothing(report: Report) -> None:
    written = EXPORTS["html"].write(document_of(report))

    asked = Asked()
    asked.feed(written)
    assert asked.found == []
    assert "default-src 'none'" in written
    assert not re.search(r"url\(|@import", written)
    assert written.count('<svg class="plot') > 20
    assert set(re.findall(r'href="#([\w-]+)"', written)) <= set(re.findall(r'id="([\w-]+)"', written))


def test_the_csv_has_the_figures_of_the_page(viewer: Client, report: Report) -> None:
    answer = viewer.get(f"/reports/{report.pk}/report.csv")
    rows = list(csv.DictReader(StringIO(answer.content.decode())))
    page = text_of(viewer, report.get_absolute_url())

    assert answer["Content-Disposition"] == f'attachment; filename="report-{report.pk}.csv"'
    by_cell = {(row["name"], row["row"], row["column"]): row for row in rows}
    for table in tables_of(report):
        for cells in table["rows"]:
            for column, cell in list(zip(table["columns"], cells, strict=True))[1:]:
                row = by_cell[table["name"], cells[0]["text"], column["title"]]
                assert row["text"] == cell["text"]
                assert row["text"] in page
                assert row["value"] == ("" if cell.get("value") is None else str(cell["value"]))
    insert = by_cell["Table 1", "insert", "Per second"]
    assert (insert["text"], float(insert["value"])) == ("18,420", 18420.4)
    assert {row["name"] for row in rows} == set(re.findall(r"<strong>((?:Figure|Table) \d+)\.</strong>", page))


def test_a_spreadsheet_takes_no_words_for_a_formula(short: Report) -> None:
    short.sections.update(heading="=HYPERLINK(1)", caption="@SUM(1)")

    rows = list(csv.reader(StringIO(EXPORTS["csv"].write(document_of(short)))))

    assert {tuple(row[:1]) for row in rows[1:]} == {("'=HYPERLINK(1)",)}


def test_markdown_has_tables_charts_as_tables_and_footnotes(short: Report) -> None:
    Run.objects.get().exclude(by="ann", reason="a | b")
    Report.objects.update(title="2 * 2 < 5")
    short.refresh_from_db()

    written = EXPORTS["md"].write(document_of(short))

    assert written.startswith("# 2 \\* 2 \\< 5\n")
    assert "**Table 1.** Phases. *Run 1, loses up to 1 s on crash, excluded*" in written
    assert re.search(r"\| insert \| 18,420 \| ", written)
    assert re.search(r"\| time, s \| insert, /s \|\n\| --- \| --- \|\n", written)
    assert "[^1]: Run 1: excluded from medians and comparisons: a \\| b." in written


def test_json_is_the_document(viewer: Client, short: Report) -> None:
    told = json.loads(viewer.get(f"/reports/{short.pk}/report.json").content)

    assert (told["format"], told["title"], told["frozen"]) == ("benchlab.report/1", "What we saw", None)
    assert {**told, "drawn_at": ""} == {**document_of(short), "drawn_at": ""}
    assert viewer.get(f"/reports/{short.pk}/report.exe").status_code == 404
