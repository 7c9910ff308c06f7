from benchlab.analysis.runs.time_left import FinishedRun, UpcomingRun, remaining_s


def test_a_cell_takes_as_long_as_it_took():
    finished = [FinishedRun(0, 0, 12, 10), FinishedRun(1, 14, 34, 10)]

    assert remaining_s(finished, [UpcomingRun(0, 10), UpcomingRun(1, 10)]) == (2 + 12) + (2 + 20)


def test_a_cell_that_has_not_finished_takes_as_much_more_than_planned_as_others_did():
    assert remaining_s([FinishedRun(0, 0, 13, 10)], [UpcomingRun(5, 40)]) == 43


def test_of_one_that_runs_what_has_passed_is_taken_off():
    assert remaining_s([FinishedRun(0, 0, 12, 10)], [UpcomingRun(0, 10, elapsed_s=7)]) == 5


def test_one_that_takes_longer_than_others_does_not_take_time_back():
    assert remaining_s([FinishedRun(0, 0, 12, 10)], [UpcomingRun(0, 10, elapsed_s=70)]) == 0


def test_without_a_finished_run_it_is_what_was_planned():
    assert remaining_s([], [UpcomingRun(0, 10, elapsed_s=4), UpcomingRun(1, 20)]) == 26
