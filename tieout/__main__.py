"""`python -m tieout`."""

from tieout.cli import main

main(prog_name="tieout")
