"""The API of servers and sandboxes."""
