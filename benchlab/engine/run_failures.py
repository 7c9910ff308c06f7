"""Expected failures of a run: ``execute`` turns their sentence into its last event."""


class PhaseFailedError(Exception):
    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class HaltedError(Exception):
    """The run is cancelled, or failed elsewhere: this phase ends without a message."""
