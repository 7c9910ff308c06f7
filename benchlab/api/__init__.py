"""The API: everything the pages do, as JSON. Operations read the request, call one model method, and respond."""
