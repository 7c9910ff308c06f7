"""Verdicts as JUnit's XML, which CI servers show as tests."""

from collections.abc import Sequence
from xml.etree import ElementTree

from benchlab.analysis.comparison import Comparison
from benchlab.analysis.verdict import Verdict


def junit(comparison: Comparison, failed: Sequence[bool]) -> str:
    """A test for each group but the first; ``failed`` says which of them fail the pipeline."""
    suite = ElementTree.Element("testsuite", name="benchlab compare", tests=str(len(failed)))
    for at, (verdict, fails) in enumerate(zip(comparison.verdicts, failed, strict=True), start=1):
        _add(suite, f"{comparison.sides[at].label} against {comparison.sides[0].label}", verdict, fails=fails)
    suite.set("failures", str(sum(failed)))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _add(suite: ElementTree.Element, name: str, verdict: Verdict, *, fails: bool) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname="benchlab", name=name)
    if fails:
        ElementTree.SubElement(case, "failure", message=verdict.reason, type=verdict.word)
    elif verdict.word in ("too few repeats", "not comparable"):
        ElementTree.SubElement(case, "skipped", message=verdict.reason)
    said = ElementTree.SubElement(case, "system-out")
    said.text = "\n".join((f"{verdict.word}: {verdict.reason}", *verdict.cautions))
