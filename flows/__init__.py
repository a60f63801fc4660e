"""Prefect flows: retries, caching, schedules and artifacts around the functions of tieout/run.py."""
