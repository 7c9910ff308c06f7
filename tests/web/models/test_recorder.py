"""What of an execution becomes a warning of its run."""

from benchlab.models import State
from benchlab.runner.recorder import Recorder
from tests import factories


def test_a_server_that_went_away_is_one_warning(server):
    recorder = Recorder(factories.make_run(State.RUNNING))

    recorder.warn(["The counters of server db1 could not be read for a while: gone (error 2013)", "Another thing."])
    recorder.warn(["Reading the layout failed: nobody answers there. (error 2002: Can't connect)"])

    assert recorder.warnings == [
        "The counters of server db1 could not be read for a while: gone (error 2013)",
        "Another thing.",
    ]
