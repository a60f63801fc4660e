"""The command line: which commands there are, and the one place where errors become exit code 2."""

import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from schemas.errors import TieoutError

# What `tieout --help` says of each, in the order in which a newcomer meets them. It stands here and not with the
# commands, because to ask those loads all that they need, which takes seconds.
COMMANDS: Mapping[str, str] = {
    "run": "Capture, parse, tie out and publish every source.",
    "text": "Print the text layer of one document, exactly.",
    "extract": "Print every figure with its place and what it is about.",
    "tables": "Print every table as printed.",
    "check": "Hold every figure of these documents against every other.",
    "explain": "Say what a check holds, why, what it flags and passes.",
    "names": "List the names that the vocabulary does not know, or add one.",
    "review": "Decide on the findings of the newest run, in a browser.",
    "decisions": "Show decisions beside the findings of the newest run.",
    "digest": "Tell what is new, worse, fixed and stale, on one page.",
    "capture": "Fetch the sources whose schedule came by, or some.",
    "sources": "List the sources and how they stand, or propose an entry.",
    "verify": "Hash every capture anew against its receipt.",
    "doctor": "Check what a run needs: Python, packages, folders, disk.",
    "drift": "Show what changed between the last two captures.",
    "ledger": "Show the latest runs, and how each ended.",
    "warc": "Write every attempt at these sources as WARC records.",
    "release": "Publish the tables of a run as a release.",
    "releases": "What is published, and what changed between two releases.",
    "sql": "Open DuckDB over the newest release.",
    "completion": "Print what a shell needs to complete all this.",
}


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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with what COMMANDS says of them: none is loaded for it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so: none is loaded for that either, or each press of Tab would take seconds."""
        found = [CompletionItem(name, help=said) for name, said in COMMANDS.items() if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

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
