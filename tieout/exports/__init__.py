"""Findings for other tools: SARIF, CSV, Markdown for a pull request, annotations, and a baseline to compare with."""
