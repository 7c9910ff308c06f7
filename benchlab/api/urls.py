"""The API's addresses alone: the command line resolves them without reading the pages."""

from django.urls import path

from benchlab.api.v1 import api

urlpatterns = [path("api/v1/", api.urls)]
