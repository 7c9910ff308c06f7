"""Saying on the next page why something was not done."""

from django.contrib import messages
from django.http import HttpRequest

from benchlab.definitions.problems import Refused


def say_why(request: HttpRequest, refused: Refused) -> None:
    messages.error(request, " ".join(problem.message for problem in refused.problems))
