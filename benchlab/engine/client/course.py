"""What the clients of one process share while a drive goes on."""

import sys
import threading
from dataclasses import dataclass, field

from benchlab.definitions.plan import DrivePhase
from benchlab.engine.client.connection import Answer, answer_of
from benchlab.engine.messages import Failed
from benchlab.engine.rendering import Script

NEVER_NS = sys.maxsize


@dataclass
class Course:
    phase: DrivePhase
    start_ns: int = NEVER_NS
    end_ns: int = NEVER_NS
    """Comes closer when the drive is stopped before its time."""
    failure: Failed | None = None
    changed: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        statements = {each.name: each.sql for one in self.phase.transactions for each in one.statements}
        self.script = Script(self.phase.transactions)
        # The last entry is that of BEGIN and COMMIT, whose number is -1.
        self.answers: list[Answer] = [*(answer_of(statements[name]) for name in self.script.statements), "nothing"]
        kinds = set(self.answers[:-1])
        self.plain_answer: Answer = kinds.pop() if len(kinds) == 1 else "anything"

    @property
    def is_paced(self) -> bool:
        return bool(self.phase.rate_per_s or self.phase.pace_per_s)

    @property
    def is_plain(self) -> bool:
        """Nothing but one statement after the other: no pace, no transaction around them, no second try."""
        phase = self.phase
        return self.script.single and not (self.is_paced or phase.think_s or phase.retries)

    @property
    def is_light(self) -> bool:
        """Whether answers are read in no time: one thread can then wait for those of many clients."""
        return self.is_plain and self.plain_answer == "nothing"

    def fail(self, failed: Failed) -> None:
        """The first failure counts; the drive is over at once."""
        self.failure = self.failure or failed
        self.end_ns = 0
        self.changed.set()
