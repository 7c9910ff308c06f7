"""Whatever is wrong with a definition is said with its place."""

import pytest

from tests.unit.definitions.samples import SMALL, refusal

BAD = {
    "malformed YAML": ("name: small\n", "name: [small\ntitle: ", "The YAML is malformed"),
    "a name with spaces": ("name: small", "name: so small", "“so small” is not a name"),
    "an unknown key": ("title: A small one", "titel: A small one", "Did you mean “title”?"),
    "an unknown type": ("type: integer", "type: intger", "Did you mean “integer”?"),
    "a default out of bounds": ("default: 2,", "default: 200,", "the most allowed"),
    "a default that is no choice": ("default: plain", "default: round", "“round” is not one of plain, cut"),
    "an unknown parameter in a phase": ("{{ clients }}", "{{ clinets }}", "Did you mean “clients”?"),
    "an unknown parameter in a branch": ('layout == "cut"', 'layuot == "cut"', "Did you mean “layout”?"),
    "a malformed template": ("{% endif %}", "{% endfi %}", "The template is malformed"),
    "an unknown generator": ("amount: {decimal:", "amount: {decimel:", "Did you mean “decimal”?"),
    "a generator's bounds the wrong way round": ("[0.01, 9.99]", "[9.99, 0.01]", "first bound is above its second"),
    "an unknown phase": ("- query:", "- qwery:", "Did you mean “query”?"),
    "an unknown key of a phase": ("repeat: 3", "repaet: 3", "Did you mean “repeat”?"),
    "a value that nobody defined": (":amount)", ":amuont)", "Did you mean “amount”?"),
    "a table that nobody defined": ("table: sale", "table: sales", "Did you mean “sale”?"),
    "two phases of one name": ("name: total", "name:  insert", "There are two phases “insert”"),
    "a duration that is none": ("for: 5s", "for: soon", "“soon” is not a duration"),
    "no clients": ('clients: "{{ clients }}"', "clients: 0", "0 is not above 0"),
    "a check on a phase that is not there": ("phase: insert", "phase: inserts", "Did you mean “insert”?"),
    "a check on a figure that is none": ("latency_ms.p99", "latency_ms.p98", "is no figure of a phase"),
    "a check without a limit": ("p99, below: 1s}", "p99 }", "Say one of “below”"),
    "another schema": ("SELECT SUM(amount) FROM sale", "SELECT * FROM mysql.user", "It names the schema mysql"),
    "a change of schema": ("SELECT SUM(amount) FROM sale", "USE mysql", "It changes the schema"),
    "a file of the server": ("FROM sale", "INTO OUTFILE '/tmp/x' FROM sale", "a file of the server"),
    "a time and a count": ("for: 5s", "for: 5s\n      count: 10", "not both"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_definition_is_refused_with_its_place_and_what_to_do(what: str) -> None:
    right, wrong, said = BAD[what]
    assert right in SMALL
    spoilt = SMALL.replace(right, wrong)

    problems = refusal(spoilt).problems

    [line] = [problem.line for problem in problems if said in problem.message]
    assert line == last_line_of(wrong, spoilt)


def test_a_table_that_is_no_create_table_is_refused() -> None:
    assert "is a CREATE TABLE statement" in str(refusal(SMALL.replace("CREATE TABLE sale", "DROP TABLE sale")))


def last_line_of(part: str, text: str) -> int:
    return text[: text.index(part) + len(part)].count("\n") + 1


def test_every_problem_is_told_and_not_only_the_first() -> None:
    spoilt = SMALL.replace("repeat: 3", "repaet: 3").replace("for: 5s", "for: soon").replace(":amount)", ":amuont)")

    assert len(refusal(spoilt).problems) == 3


def test_what_stands_in_the_branch_of_another_choice_is_checked_too() -> None:
    spoilt = SMALL.replace("PARTITIONS 4 {% endif %}", "PARTITIONS {{ 1 / 0 }} {% endif %}")

    assert "can not be expanded" in str(refusal(spoilt))


def test_a_template_that_grows_for_ever_is_refused() -> None:
    spoilt = SMALL.replace("repeat: 3", """repeat: "{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}" """)

    assert "can not be expanded" in str(refusal(spoilt))


def test_a_template_reaches_nothing_of_python() -> None:
    spoilt = SMALL.replace("repeat: 3", """repeat: "{{ ''.__class__.__mro__ }}" """)

    assert "can not be expanded" in str(refusal(spoilt))
