"""The application: documents in, findings out. Imports no Prefect; flows/ is a thin layer around it."""
