"""What the editor offers is what the validator knows, each word with a line of help."""

import re
from collections.abc import Iterator

import pytest

from benchlab.definitions import catalog
from benchlab.definitions.editor.help_texts import EVERY_PHASE, EVERYWHERE, help_by_place
from benchlab.definitions.editor.vocabulary import words
from benchlab.definitions.language import yaml_document
from benchlab.definitions.language.yaml_document import Node
from tests.unit.definitions.samples import SMALL, refusal

SHARED = {EVERYWHERE, EVERY_PHASE, "values.*.*"}


def test_every_word_has_a_line_of_help():
    silent = [(place, word) for place, known in words().items() for word, help_ in known["words"].items() if not help_]

    assert silent == []


def test_every_help_is_on_a_word_that_can_be_written():
    written = {(place, word) for place, known in words().items() for word in known["words"]}
    offered = {word for _, word in written}

    stale = [
        (place, word)
        for place, helped in help_by_place().items()
        for word in helped
        if (place, word) not in written and not (place in SHARED and word in offered)
    ]

    assert stale == []


def test_every_kind_of_phase_and_every_list_of_figures_has_words_of_its_own():
    kinds = {f"phases[].{kind}" for kind in words()["phases[]"]["words"]}

    assert kinds | {"published[]", "compared[]", "primary"} <= set(words())


@pytest.mark.parametrize("name", catalog.shipped())
def test_every_key_of_a_shipped_definition_is_offered(name: str):
    missing = [
        f"{place}: {key}"
        for node in _mappings(yaml_document.read(catalog.shipped()[name]))
        for place, known in words().items()
        if known["keys"] and "names" not in known and _is_at(node, place)
        for key in node.value
        if key not in known["words"]
    ]

    assert missing == []


@pytest.mark.parametrize(
    ("place", "names"),
    [
        ("phases[].load.table", "tables"),
        ("phases[].load.columns.*", "values"),
        ("demo", "parameters"),
        ("primary.phase", "phases"),
    ],
)
def test_where_a_name_of_the_document_stands_its_names_are_offered(place: str, names: str):
    assert words()[place] == {"words": {}, "keys": place == "demo", "names": names}


def test_a_problem_with_a_word_says_what_to_write_instead():
    [problem] = refusal(SMALL.replace("repeat: 3", "repaet: 3")).problems

    assert (problem.word, problem.instead) == ("repaet", "repeat")
    assert {"sql", "repeat"} <= set(problem.known)
    assert problem.to_json()["instead"] == "repeat"
    assert "known" not in problem.to_json()


@pytest.mark.parametrize(
    ("wrong", "where"), [("amount: {decimel:", "values.amount.decimel"), ("id: {sequence: {strat: 1}}", "strat")]
)
def test_a_word_of_a_generator_is_told_where_it_stands(wrong: str, where: str):
    text = re.sub(rf"{wrong.split(':')[0]}: .*", f"{wrong} [1, 2]}}" if "decimel" in wrong else wrong, SMALL, count=1)

    [problem] = [each for each in refusal(text).problems if each.word]

    line = text.splitlines()[(problem.line or 0) - 1]
    assert line[(problem.column or 0) - 1 :].startswith(problem.word)
    assert problem.where.endswith(where)


def _mappings(node: Node) -> Iterator[Node]:
    children: list[Node] = []
    if isinstance(node.value, dict):
        yield node
        children = list(node.value.values())
    elif isinstance(node.value, list):
        children = node.value
    for child in children:
        yield from _mappings(child)


def _is_at(node: Node, place: str) -> bool:
    where = re.sub(r"^.*phases\[\]", "phases[]", re.sub(r"\[\d+\]", "[]", node.where)) or "definition"
    return bool(re.fullmatch(re.escape(place).replace(r"\*", r"[^.]+"), where))
