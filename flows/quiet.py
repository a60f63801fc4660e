"""A quiet and safe start of Prefect: defaults for what the user has not set. Import this before prefect.

Prefect reads its settings once, on import; so this module works by being imported, and `TIEOUT_STATE` (the
state folder, .tieout when unset) has to be set before as well.
"""

import os
from pathlib import Path

STATE = Path(os.environ.get("TIEOUT_STATE", ".tieout")).absolute()

DEFAULTS = {
    # Runs of this checkout stay with it; a user's own Prefect home and database are not touched.
    "PREFECT_HOME": str(STATE / "prefect"),
    "DO_NOT_TRACK": "1",
    # Otherwise a name look-up error in the log, and now and then "database is locked".
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    # The default of 20 s is too short for a first start on a busy machine.
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
    "PREFECT_LOGGING_LEVEL": "WARNING",
}

for _name, _value in DEFAULTS.items():
    os.environ.setdefault(_name, _value)

if os.environ["PREFECT_HOME"] == DEFAULTS["PREFECT_HOME"]:
    # Prefect makes the last folder only; without its parent every start of its server fails, after two minutes.
    Path(DEFAULTS["PREFECT_HOME"]).mkdir(parents=True, exist_ok=True)
