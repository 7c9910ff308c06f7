"""Why a run ends as failed where nothing is wrong with benchlab."""


class UnfitError(Exception):
    """The run can not go on; the message is a sentence for people."""
