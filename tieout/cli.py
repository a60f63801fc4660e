"""The command line: which commands there are, and the one place where errors become exit code 2."""

import importlib
import os
import sys
from typing import Any

import click

from schemas.errors import TieoutError

COMMANDS = (
    "run",
    "text",
    "extract",
    "tables",
    "check",
    "explain",
    "names",
    "review",
    "decisions",
    "digest",
    "capture",
    "sources",
    "verify",
    "doctor",
    "drift",
    "ledger",
    "warc",
    "release",
    "releases",
    "sql",
    "completion",
)


class BadInputError(click.ClickException):
    """What stops a command, as the user sees it."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the message alone: it already names the document and the place."""
        click.echo(f"tieout: {self.message}", err=True, file=file)


class Commands(click.Group):
    """Imports a command's module only when it is called, and turns our errors into messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command from its module."""
        if cmd_name not in COMMANDS:
            return None
        try:
            command: click.Command = importlib.import_module(f"tieout.commands.{cmd_name}").command
        except ImportError as error:
            raise BadInputError(f"{cmd_name} cannot start: {error}; `tieout doctor` says what is missing") from error
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; whatever is wrong with the input ends here."""
        try:
            return self._invoke_and_flush(ctx)
        except TieoutError as error:
            raise BadInputError(str(error)) from error
        except KeyboardInterrupt:
            raise BadInputError("interrupted") from None
        except BrokenPipeError:
            # Without this, flushing stdout at exit fails once more and prints a traceback.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(2)

    def _invoke_and_flush(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        finally:
            # What is still buffered would otherwise meet a closed pipe at interpreter exit, out of our reach.
            sys.stdout.flush()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="tieout")
def main() -> None:
    """Tie out the performance figures that vendors publish.

    Every figure becomes a row that points at its exact words; rows that cannot all be true become findings.

    \b
    Example:
      tieout check blog.html chart-notes.pdf results.html

    Exit codes: 0 clean, 1 findings, 2 an error (bad input, with a message that names document and place).
    """
