"""Why a run can not go on: expected, said in a sentence, and turned into its last event by ``execute``."""


class PhaseFailedError(Exception):
    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class HaltedError(Exception):
    """The run is cancelled, or failed elsewhere: this phase ends without a word."""
