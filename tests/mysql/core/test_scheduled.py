"""A schedule on its whole way: the keeper's process, an emptied Redis, and a real worker."""

from datetime import timedelta

import django_rq
from django.utils import timezone

from benchlab.models import Occurrence, Run, Schedule
from tests.mysql.core.conftest import Processes, eventually
from tests.mysql.core.test_faults import start_worker


def test_a_schedule_outlives_an_emptied_redis_and_is_launched_once_by_two_keepers(
    redis_server: str, processes: Processes, notes, target
):
    given = {"duration": "1s", "rows": "0"}
    schedule = Schedule(name="often", benchmark=notes, when="nightly at 02:00", given=given)
    schedule.keep([target], by=None)
    django_rq.get_connection().flushall()
    start_worker(processes)
    for _ in range(2):
        processes.start("keeper")

    Schedule.objects.update(next_at=timezone.now() - timedelta(seconds=1))

    told = eventually(lambda: Occurrence.objects.exclude(judged_at=None).first(), within_s=90, what="it is judged")
    assert (Run.objects.count(), Occurrence.objects.count()) == (1, 1)
    assert (told.launched.state, told.launched.by_schedule) == ("finished", "often")
