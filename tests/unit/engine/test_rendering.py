from collections import Counter

from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.definitions.values import generator_arguments
from benchlab.definitions.values.generators import seeded
from benchlab.engine.generator.statement_rendering import CONTROL, Block, Renderer, Script, Template, Values

SPECS = {
    "id": generator_arguments.check("sequence", {"start": 1}),
    "amount": generator_arguments.check("integer", [5, 5]),
}


def transaction(name: str, *sqls: str, weight: float = 1) -> Transaction:
    return Transaction(name, weight, tuple(Statement(f"{name} {number}", sql) for number, sql in enumerate(sqls)))


def renderer(*transactions: Transaction, lane: int = 0, lanes: int = 1) -> Renderer:
    script = Script(transactions)
    values = Values(SPECS, script.names, seed=1, path=("drive", lane), positions={"id": lane}, stride=lanes)
    return Renderer(script, values, seeded(1, "drive", lane))


def begin(block: Block, transactions: int) -> None:
    for i in range(int(block.bounds[transactions])):
        block.began[i] = 1


def test_values_stand_where_their_names_stood():
    block = renderer(transaction("insert", "INSERT INTO t VALUES (:id, ':id', :amount)")).block(2)

    assert block.statements == [b"INSERT INTO t VALUES (1, ':id', 5)", b"INSERT INTO t VALUES (2, ':id', 5)"]


def test_a_statement_without_values_is_repeated():
    assert renderer(transaction("ping", "SELECT 1")).block(3).statements == [b"SELECT 1"] * 3


def test_one_statement_is_not_wrapped_and_several_are():
    one, two = renderer(transaction("a", "DO 1")).block(1), renderer(transaction("b", "DO 1", "DO 2")).block(1)

    assert one.statements == [b"DO 1"]
    assert two.statements == [b"BEGIN", b"DO 1", b"DO 2", b"COMMIT"]
    assert two.numbers.tolist() == [CONTROL, 0, 1, CONTROL]


def test_a_name_means_one_value_throughout_a_transaction():
    block = renderer(transaction("a", "INSERT INTO t VALUES (:id)", "SELECT :id, :id")).block(2)

    assert [block.statements[i] for i in (1, 2, 5, 6)] == [
        b"INSERT INTO t VALUES (1)",
        b"SELECT 1, 1",
        b"INSERT INTO t VALUES (2)",
        b"SELECT 2, 2",
    ]


def test_clients_draw_from_lanes_that_never_meet():
    insert = transaction("insert", ":id")

    first, second = (renderer(insert, lane=lane, lanes=2).block(3).statements for lane in (0, 1))

    assert first == [b"1", b"3", b"5"]
    assert second == [b"2", b"4", b"6"]


def test_a_sequence_is_used_up_in_the_order_of_the_transactions():
    mix = transaction("write", ":id", weight=1), transaction("read", "SELECT 1", weight=1)

    statements = renderer(*mix).block(100).statements

    drawn = [int(each) for each in statements if each != b"SELECT 1"]
    assert drawn == list(range(1, len(drawn) + 1))
    assert 30 < len(drawn) < 70


def test_weights_are_shares():
    mix = transaction("often", "DO 1", weight=3), transaction("rarely", "DO 2", weight=1)

    counts = Counter(renderer(*mix).block(10_000).statements)

    assert 0.72 < counts[b"DO 1"] / 10_000 < 0.78


def test_only_what_was_begun_used_its_values():
    mix = transaction("write", ":id"), transaction("read", "SELECT 1")
    block = renderer(*mix).block(50)
    begin(block, 20)

    used = Script(mix).uses([int((block.begun == kind).sum()) for kind in (0, 1)])["id"]

    assert used == sum(each != b"SELECT 1" for each in block.statements[:20])


def test_the_same_seed_renders_the_same_statements():
    insert = transaction("insert", ":id, :amount")

    assert renderer(insert).block(20).statements == renderer(insert).block(20).statements


def test_a_template_knows_its_names():
    assert Template("SELECT :a, '12:30', :b").names == ("a", "b")
