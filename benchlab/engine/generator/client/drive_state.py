"""The state of a drive that the clients of one process share."""

import sys
import threading
from dataclasses import dataclass, field

from benchlab import mysql
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.engine import error_messages
from benchlab.engine.generator.client.client_connection import Answer, answer_of
from benchlab.engine.generator.process_messages import Failed
from benchlab.engine.generator.statement_rendering import Script
from benchlab.engine.run_clock import NS

NEVER_NS = sys.maxsize


@dataclass
class DriveState:
    phase: DrivePhase
    start_ns: int = NEVER_NS
    window_ns: int = NEVER_NS
    """When the measured window begins."""
    end_ns: int = NEVER_NS
    """Set to an earlier time when the drive is stopped."""
    failure: Failed | None = None
    finished: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.statements = {each.name: each.sql for one in self.phase.transactions for each in one.statements}
        self.script = Script(self.phase.transactions)
        # The last entry is that of BEGIN and COMMIT, whose number is -1.
        self.answers: list[Answer] = [*(answer_of(self.statements[name]) for name in self.script.statements), "nothing"]

    def begin_at(self, start_ns: int) -> None:
        self.start_ns = start_ns
        self.window_ns = start_ns + int(self.phase.warmup_s * NS)
        if self.phase.duration_s is not None:
            self.end_ns = self.window_ns + int(self.phase.duration_s * NS)

    def fail(self, failed: Failed) -> None:
        """The first failure counts; the drive is over at once."""
        self.failure = self.failure or failed
        self.end_ns = 0
        self.finished.set()

    def fail_by_system(self, said: str) -> None:
        """``said`` is a system call with the reason of its failure."""
        self.fail(
            Failed(
                f"The load process of the phase “{self.phase.name}” could not watch its connections ({said}). Use "
                "fewer clients, or raise fs.epoll.max_user_watches and the limit of open files (ulimit -n)."
            )
        )

    def fail_at(self, statement: bytes, error: mysql.Error) -> None:
        quoted = error_messages.quoted_sql(statement.decode(errors="replace"))
        doing = f"The statement “{quoted}” of the phase “{self.phase.name}”"
        self.fail(Failed(error_messages.sentence(error, doing=doing), mysql.error_code(error)))
