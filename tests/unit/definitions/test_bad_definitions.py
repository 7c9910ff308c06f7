"""Whatever is wrong with a definition is said with its place."""

import pytest

from benchlab.definitions import Definition
from tests.unit.definitions.samples import SMALL, refusal

BAD = {
    "malformed YAML": ("name: small\n", "name: [small\ntitle: ", "The YAML is malformed"),
    "a name with spaces": ("name: small", "name: so small", "“so small” is not a name"),
    "an unknown key": ("title: A small one", "titel: A small one", "Did you mean “title”?"),
    "an unknown type": ("type: integer", "type: intger", "Did you mean “integer”?"),
    "a default out of bounds": ("default: 2,", "default: 200,", "200 is out of bounds: give 1 to 100"),
    "a default that is no choice": ("default: plain", "default: round", "“round” is not among the choices"),
    "an unknown parameter in a phase": ("{{ clients }}", "{{ clinets }}", "Did you mean “clients”?"),
    "an unknown parameter in a branch": ('layout == "cut"', 'layuot == "cut"', "Did you mean “layout”?"),
    "a malformed template": ("{% endif %}", "{% endfi %}", "The template is malformed"),
    "an unknown generator": ("amount: {decimal:", "amount: {decimel:", "Did you mean “decimal”?"),
    "a generator's bounds the wrong way round": ("[0.01, 9.99]", "[9.99, 0.01]", "first bound is above its second"),
    "a repeat of no times": ("- query: {name: total", "- repeat: {times: 0, phases: []", "“0” is not above 0"),
    "a reason for what is not left out": ("repeat: 3}", "repeat: 3, otherwise: no}", "only a phase with “when” can be"),
    "more texts than there are": ("{start: 1}", "{start: 1}}\n  text: {word: {count: 1, distinct: 10k}", "1 to 5,832"),
    "an error code that is none": ("- query: {name: total", "- sql: {may_fail: [no lock]", "“no lock” is not a"),
    "a session variable that is none": (
        "- query: {name: total",
        "- sql: {session: {a b: 1}",
        "not the name of a session",
    ),
    "a restart that is neither": ("- query: {name: total", "- restart: {cache: cool", "Did you mean “cold”?"),
    "an unknown phase": ("- query:", "- qwery:", "Did you mean “query”?"),
    "an unknown key of a phase": ("repeat: 3", "repaet: 3", "Did you mean “repeat”?"),
    "a value that nobody defined": (":amount)", ":amuont)", "Did you mean “amount”?"),
    "a table that nobody defined": ("table: sale", "table: sales", "Did you mean “sale”?"),
    "two phases of one name": ("name: total", "name:  insert", "There are two phases “insert”"),
    "a duration that is none": ("for: 5s", "for: soon", "“soon” is not a duration"),
    "no clients": ('clients: "{{ clients }}"', "clients: 0", "“0” is not above 0"),
    "a check on a phase that is not there": ("phase: insert", "phase: inserts", "Did you mean “insert”?"),
    "a check on a figure that is none": ("latency_ms.p99", "latency_ms.p98", "is not a figure of a phase"),
    "a check without a limit": ("p99, below: 1s}", "p99 }", "Say one of “below”"),
    "another schema": ("SELECT SUM(amount) FROM sale", "SELECT * FROM mysql.user", "reaches for the schema mysql"),
    "a change of schema": ("SELECT SUM(amount) FROM sale", "USE mysql", "It changes the schema"),
    "a file of the server": ("FROM sale", "INTO OUTFILE '/tmp/x' FROM sale", "a file of the server"),
    "a time and a count": ("for: 5s", "for: 5s\n      count: 10", "not both"),
    "a rate and a pace": ("for: 5s", "for: 5s\n      rate: 10/s\n      pace: 1/s", "of each, not both"),
    "a drive without an end": ("      for: 5s\n", "", "Say when the drive ends"),
    "a key that stands twice": ("repeat: 3", "repeat: 3, repeat: 4", "“repeat” is here twice"),
    "a template without its quotes": ('"{{ clients }}"', "{{ clients }}", "A template needs quotes around it"),
    "an unknown filter": ("{{ clients }}", "{{ clients | double }}", "No filter named 'double'"),
    "a missing key": ('sql: "SELECT SUM(amount) FROM sale", ', "", "“sql” is missing"),
    "an argument that a generator does not have": ("{start: 1}", "{strat: 1}", "Did you mean “start”?"),
    "two generators in one value": ("{start: 1}}", "{start: 1}, integer: 3}", "has one generator, not 2"),
    "a date that is none": ("amount: {decimal: [0.01, 9.99]}", "amount: {date: 2026-02-30}", "not a date such as"),
    "bounds the wrong way round": ("min: 1, max: 100", "min: 100, max: 1", "“max” is below “min”"),
    "bounds of a choice": ("choices: [plain, cut]", "choices: [plain, cut], min: 1", "type choice has no bounds"),
    "a word of the templates as a parameter": ("  preload: {type", "  loop: {type", "can not be a parameter's name"),
    "a column that the table has not": (
        "table: sale,",
        "table: sale, columns: {amuont: amount},",
        "Did you mean “amount”?",
    ),
    "a list where one value stands": ("for: 5s", "for: [5s]", "A single value is expected here"),
    "an empty transaction": ('["INSERT INTO sale VALUES (:id, :amount)"]', "[]", "At least one statement is expected"),
    "a setting that is no variable": (
        "title: A small one",
        "title: A small one\nsettings: {a b: 1}",
        "not the name of a global variable",
    ),
    "an unknown need": ("title: A small one", "title: A small one\nneeds: [trigers]", "Did you mean “triggers”?"),
    "a demo value out of bounds": (
        "title: A small one",
        "title: A small one\ndemo: {clients: 101}",
        "101 is out of bounds",
    ),
}


PUBLISHED = "published:\n  - {label: x, phase: insert, per_second: 5, when: {clients: 1}}\n"
BAD_PUBLISHED = {
    "an unknown phase": ("phase: insert", "phase: inserts", "Did you mean “insert”?"),
    "an unknown parameter": ("{clients: 1}", "{cleints: 1}", "Did you mean “clients”?"),
    "a value that the parameter can not have": ("{clients: 1}", "{clients: 0}", "0 is out of bounds"),
    "a figure that does not stand before it": (
        "per_second: 5",
        "per_second: 5, against: y",
        "There is no figure “y” before this one",
    ),
    "a figure that is none": ("per_second: 5", "figure: per_minute, value: 5", "is not a figure of a phase"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_definition_is_refused_with_its_place_and_what_to_do(what: str) -> None:
    right, wrong, said = BAD[what]
    assert right in SMALL
    spoilt = SMALL.replace(right, wrong)

    problems = refusal(spoilt).problems

    [line] = [problem.line for problem in problems if said in problem.message]
    assert line == last_line_of(wrong, spoilt) if wrong.strip() else line


@pytest.mark.parametrize("what", BAD_PUBLISHED)
def test_a_bad_published_figure_is_refused_with_its_line(what: str) -> None:
    right, wrong, said = BAD_PUBLISHED[what]
    assert right in PUBLISHED
    spoilt = SMALL + PUBLISHED.replace(right, wrong)

    [problem] = refusal(spoilt).problems

    assert said in problem.message
    assert problem.line == spoilt.count("\n")


def test_a_table_that_is_no_create_table_is_refused() -> None:
    assert "given by its CREATE TABLE statement" in str(refusal(SMALL.replace("CREATE TABLE sale", "DROP TABLE sale")))


def test_a_table_that_draws_a_value_is_refused() -> None:
    assert "a CREATE TABLE statement can not use values" in str(
        refusal(SMALL.replace("id INT NOT", "id INT DEFAULT :id NOT"))
    )


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


def test_what_is_wrong_in_several_templates_is_told_at_once_and_hides_nothing_else() -> None:
    spoilt = SMALL.replace("{{ preload }}", "{{ preload / 0 }}").replace("{{ clients }}", "{{ clinets }}")

    said = [problem.message for problem in refusal(spoilt.replace("for: 5s", "for: soon")).problems]

    assert len(said) == 3


def test_a_bad_parameter_is_not_told_again_wherever_it_is_used() -> None:
    [problem] = refusal(SMALL.replace("type: integer", "type: intger")).problems

    assert problem.where == "parameters.clients.type"


def test_what_goes_wrong_with_one_choice_only_names_it() -> None:
    spoilt = SMALL.replace("PARTITIONS 4 {% endif %}", "PARTITIONS 4, UNKNOWN :id {% endif %}")

    [problem] = refusal(spoilt).problems

    assert problem.message.startswith("With layout = cut: “:id”")


def test_a_phase_that_never_runs_by_default_is_checked_too() -> None:
    spoilt = SMALL.replace("name: total,", 'name: total, when: "{{ clients > 50 }}", repaet: 1,')

    [problem] = refusal(spoilt).problems

    assert "Did you mean “repeat”?" in problem.message


def test_what_came_out_of_a_template_of_a_phase_that_is_left_out_is_no_problem() -> None:
    left_out = SMALL.replace("name: total,", 'name: total, when: "{{ clients > 50 }}",')

    assert Definition.parse(left_out.replace("repeat: 3", 'repeat: "{{ clients - 2 }}"'))


def test_a_check_on_a_phase_that_comes_later_is_refused() -> None:
    check = "  - check: {name: early, expect: [{phase: insert, figure: per_second, at_least: 1}]}\n"
    spoilt = SMALL.replace("  - drive:\n", check + "  - drive:\n")

    [problem] = refusal(spoilt).problems

    assert "No phase “insert” comes before this check" in problem.message
    assert problem.line == last_line_of("name: early", spoilt)


def test_a_line_within_a_long_template_is_the_one_that_is_named() -> None:
    spoilt = SMALL.replace("{% if layout", "\n    {{ unheard_of }}\n    {% if layout")

    [problem] = refusal(spoilt).problems

    assert problem.line == last_line_of("{{ unheard_of", spoilt)


@pytest.mark.parametrize(
    "text",
    ["", "words", "- a list", "name: &a [*a]", "\tname: x", "[" * 3000, "{" * 3000, "name: \x00", "a: 1\n---\nb: 2\n"],
)
def test_a_text_that_is_no_definition_is_refused(text: str) -> None:
    assert refusal(text).problems[0].line


def test_aliases_of_aliases_do_not_fill_the_memory() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]" for level in range(1, 9)]

    assert "too many nodes" in str(refusal("\n".join(lines)))


@pytest.mark.parametrize("endless", ["{{ 'x' * 10**9 }}", "{{ 9 ** 999999999 }}", "{{ range(10**9) | list }}"])
def test_a_template_can_not_take_the_machine(endless: str) -> None:
    assert "can not be expanded" in str(refusal(SMALL.replace("repeat: 3", f'repeat: "{endless}"')))
