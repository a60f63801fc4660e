"""`python -m tieout`; what keeps the command line from starting at all is said here, since nobody else can."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - an older one would stop at the first import, with a traceback
    sys.exit("tieout: needs Python 3.11 or newer, and this is %d.%d" % sys.version_info[:2])  # noqa: UP031

try:
    from tieout.cli import main
except ModuleNotFoundError as missing:
    hint = "`uv sync` or `pip install --require-hashes -r requirements.lock` installs what is needed"
    sys.exit(f"tieout: the package {missing.name} is not installed; {hint}")

main(prog_name="tieout")
