"""The contracts every package speaks in: values, tables, names, errors. Imports nothing of ours."""
