from benchlab.definitions.values import generator_arguments
from benchlab.engine.generator.sequence_positions import Sequences

VALUES = {
    "id": generator_arguments.check("sequence", {"start": 100}),
    "amount": generator_arguments.check("integer", [1, 2]),
}


def test_only_sequences_have_positions():
    assert Sequences(VALUES).bases(["id", "amount"]) == {"id": 0}


def test_what_one_takes_the_next_does_not_get():
    sequences = Sequences(VALUES)

    assert sequences.reserve(["id"], 10) == {"id": 0}
    assert sequences.reserve(["id"], 5) == {"id": 10}
    assert sequences.bases(["id"]) == {"id": 15}


def test_positions_never_move_back():
    sequences = Sequences(VALUES)
    sequences.move_past({"id": 20})

    sequences.move_past({"id": 12})

    assert sequences.bases(["id"]) == {"id": 20}
