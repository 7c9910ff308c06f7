"""Version 1 of the API, at /api/v1/."""

from django.http import HttpRequest
from ninja import Router

from benchlab import jobs
from benchlab.api import errors
from benchlab.api.accounts import people
from benchlab.api.accounts.access import may
from benchlab.api.benchmarks import benchmarks
from benchlab.api.comparisons import baselines, comparisons, trends
from benchlab.api.document import DocumentedAPI
from benchlab.api.experiments import experiments
from benchlab.api.notifications import notifications
from benchlab.api.publishing import reports, saved_filters, share_links
from benchlab.api.reading import TextParser, refuses_unknown_queries
from benchlab.api.runs import annotations, measurements, runs
from benchlab.api.schedules import schedules
from benchlab.api.servers import servers
from benchlab.api.shapes import Document, answers

DESCRIPTION = """\
Everything the pages do, as JSON. Create a token on the page “API tokens” and send it with each request, as
`Authorization: Bearer benchlab_...`. Every error response is a refusal document: a list of problems, each
with its place and a sentence.
"""

api = DocumentedAPI(
    title="benchlab",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    docs_url=None,
    openapi_url=None,
    parser=TextParser(),
)
errors.add_handlers(api)
api.add_decorator(refuses_unknown_queries)
workers = Router(tags=["Workers"])


@workers.get("", response=answers(Document), auth=may("view"))
def live(request: HttpRequest) -> Document:  # noqa: ARG001
    """The live workers; ``trouble`` is the reason if there are none."""
    found = jobs.live()
    return {"names": list(found.names), "trouble": found.trouble}


@api.get("/openapi.json", auth=may("view"), include_in_schema=False, url_name="openapi")
def schema(request: HttpRequest) -> Document:  # noqa: ARG001
    return dict(api.get_openapi_schema())


api.add_router("/benchmarks", benchmarks.router)
api.add_router("/definitions", benchmarks.definitions)
api.add_router("/servers", servers.router)
api.add_router("/sandboxes", servers.sandbox_router)
api.add_router("/runs", runs.router)
api.add_router("/runs", measurements.router)
api.add_router("/runs", annotations.router)
api.add_router("/experiments", experiments.router)
api.add_router("/schedules", schedules.router)
api.add_router("", baselines.router)
api.add_router("/comparison", comparisons.router)
api.add_router("/trends", trends.router)
api.add_router("/regressions", trends.regressions)
api.add_router("/shares", share_links.router)
api.add_router("/reports", reports.router)
api.add_router("/workers", workers)
api.add_router("/me", people.router)
api.add_router("/invitations", people.invitations)
api.add_router("/audit", people.audit_router)
api.add_router("/filters", saved_filters.router)
api.add_router("/webhooks", notifications.router)
api.add_router("/deliveries", notifications.deliveries)
