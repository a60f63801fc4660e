"""One measurement told in two places."""
