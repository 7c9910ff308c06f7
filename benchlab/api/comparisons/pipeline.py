"""Comparisons for CI pipelines: an exit code, and JUnit XML, which CI servers show as tests."""

from collections.abc import Sequence
from xml.etree import ElementTree

from benchlab.analysis.comparisons.comparison import Comparison
from benchlab.analysis.comparisons.verdict import Verdict
from benchlab.cli.console import Exit


def exits_of(comparison: Comparison, threshold: float | None, *, fails_unjudged: bool) -> list[Exit]:
    """The exit code for all groups but the first; ``threshold`` is the tolerated loss as a fraction."""
    unjudged = Exit.FAILED if fails_unjudged else Exit.FINISHED
    return [
        unjudged if verdict.word == "not comparable" else _exit(verdict, comparison, threshold)
        for verdict in comparison.verdicts
    ]


def junit(comparisons: Sequence[tuple[str, Comparison]], exits: Sequence[Sequence[Exit]]) -> str:
    """A test case for each group but the first of each labelled comparison; any exit code but 0 fails it."""
    suite = ElementTree.Element("testsuite", name="benchlab compare")
    for (label, comparison), codes in zip(comparisons, exits, strict=True):
        first, *others = (side.label for side in comparison.sides)
        for other, verdict, code in zip(others, comparison.verdicts, codes, strict=True):
            _add(suite, label or f"{other} against {first}", verdict, fails=code != Exit.FINISHED)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _exit(verdict: Verdict, comparison: Comparison, threshold: float | None) -> Exit:
    if threshold is None:
        return Exit.MISSED if verdict.word == "slower" else Exit.FINISHED
    judged = verdict.word in ("slower", "too few repeats")
    return Exit.MISSED if judged and _loss(verdict, comparison) > threshold else Exit.FINISHED


def _loss(verdict: Verdict, comparison: Comparison) -> float:
    """The loss as a fraction of the baseline; without a ratio, any “slower” exceeds the threshold."""
    if verdict.ratio is None or comparison.primary is None:
        return float("inf") if verdict.word == "slower" else 0.0
    ratio = verdict.ratio.value
    return 1 - ratio if comparison.primary.better == "higher" else ratio - 1


def _add(suite: ElementTree.Element, name: str, verdict: Verdict, *, fails: bool) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname="benchlab", name=name)
    if fails:
        ElementTree.SubElement(case, "failure", message=verdict.reason, type=verdict.word)
    elif verdict.word in ("too few repeats", "not comparable"):
        ElementTree.SubElement(case, "skipped", message=verdict.reason)
    said = ElementTree.SubElement(case, "system-out")
    said.text = "\n".join((f"{verdict.word}: {verdict.reason}", *verdict.cautions))
