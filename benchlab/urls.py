"""The addresses. An action is a resource that is posted to."""

from django.urls import path

from benchlab.views import access, benchmarks, definitions, downloads, health, home, people, revisions, runs, servers

urlpatterns = [
    path("", home.first_page, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("sign-in/", access.sign_in, name="sign-in"),
    path("sign-in/<str:token>/", access.sign_in_by_link, name="sign-in-link"),
    path("sign-out/", access.sign_out, name="sign-out"),
    path("password/", access.change_password, name="password"),
    path("people/", people.people, name="people"),
    path("people/<int:pk>/", people.person, name="person"),
    path("people/<int:pk>/sign-in-link/", people.new_link, name="person-link"),
    path("servers/", servers.servers, name="servers"),
    path("servers/new/", servers.add, name="server-add"),
    path("servers/<str:name>/", servers.server, name="server"),
    path("servers/<str:name>/edit/", servers.edit, name="server-edit"),
    path("servers/<str:name>/check/", servers.check, name="server-check"),
    path("servers/<str:name>/deletion/", servers.delete, name="server-deletion"),
    path("benchmarks/", benchmarks.benchmarks, name="benchmarks"),
    path("definitions/new/", definitions.new, name="benchmark-new"),
    path("definitions/problems/", definitions.problems, name="definition-problems"),
    path("definitions/trial/", definitions.trial, name="definition-trial"),
    path("benchmarks/<slug:slug>/", benchmarks.benchmark, name="benchmark"),
    path("benchmarks/<slug:slug>/runs/", benchmarks.launch, name="launch"),
    path("benchmarks/<slug:slug>/preview/", benchmarks.preview, name="launch-preview"),
    path("benchmarks/<slug:slug>/rehearsal/", benchmarks.rehearsal, name="launch-rehearsal"),
    path("benchmarks/<slug:slug>/edit/", definitions.edit, name="benchmark-edit"),
    path("benchmarks/<slug:slug>/revisions/<int:number>/", revisions.revision, name="revision"),
    path("benchmarks/<slug:slug>/revisions/<int:number>/trial/", revisions.trial, name="revision-trial"),
    path("benchmarks/<slug:slug>/revisions/<int:number>/restoration/", revisions.restore, name="revision-restoration"),
    path("runs/", runs.runs, name="runs"),
    path("runs/<int:pk>/", runs.run, name="run"),
    path("runs/<int:pk>/update/", runs.update, name="run-update"),
    path("runs/<int:pk>/tabs/<slug:tab>/", runs.tab, name="run-tab"),
    path("runs/<int:pk>/tabs/<slug:tab>/series.json", runs.series, name="run-series"),
    path("runs/<int:pk>/cancellation/", runs.cancel, name="run-cancellation"),
    path("runs/<int:pk>/release/", runs.release, name="run-release"),
    path("runs/<int:pk>/deletion/", runs.delete, name="run-deletion"),
    path("runs/<int:pk>/notes/", runs.annotate, name="run-notes"),
    path("runs/<int:pk>/result.json", downloads.result, name="run-result"),
    path("runs/<int:pk>/export.zip", downloads.export, name="run-export"),
    path("runs/<int:pk>/files/<path:name>", downloads.artefact, name="run-file"),
]

handler403 = "benchlab.views.errors.forbidden"
handler404 = "benchlab.views.errors.not_found"
handler500 = "benchlab.views.errors.server_error"
