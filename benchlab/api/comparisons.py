"""Groups of runs against the first of them, and a verdict on each."""

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from benchlab.api.access import may
from benchlab.api.shapes import Document, Number, Text, answers
from benchlab.models.comparing import MOST_RUNS, compared

router = Router(tags=["Comparisons"])


class Choice(Schema):
    """Runs by number, ``?run=12&run=13``; ``against`` others as one group; ``factor`` names what is compared."""

    run: list[Number] = Field(max_length=MOST_RUNS)
    against: list[Number] = Field([], max_length=MOST_RUNS)
    factor: list[Text] = Field([], max_length=50)
    anyway: bool = False


@router.get("", response=answers(Document), auth=may("view"))
def compare(request: HttpRequest, given: Query[Choice]) -> Document:  # noqa: ARG001
    """As `bench compare --json`."""
    return compared(given.run, against=given.against, factors=given.factor, anyway=given.anyway).to_json()
