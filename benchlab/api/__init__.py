"""The API: what the pages do, as JSON. Like views it decides: read the request, call one model verb, answer."""
