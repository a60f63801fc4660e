"""`tieout review`: the auditor's page on this machine."""

import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemas.errors import TieoutError

if TYPE_CHECKING:
    from tieout.review.guard import Gate

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command(name="review")
@click.option("--out", type=click.Path(path_type=Path), default=Path("out"), show_default=True, help="Output folder.")
@click.option(
    "--decisions", type=click.Path(path_type=Path), default=Path("decisions"), show_default=True, help="Their folder."
)
@click.option(
    "--state",
    type=click.Path(path_type=Path),
    default=Path(".tieout"),
    show_default=True,
    help="Where the key is kept.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 for any free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Another interface needs --token.")
@click.option("--token", default="", metavar="TEXT", help="What readers must bring; 16 characters or more.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in your browser.")
def command(out: Path, decisions: Path, state: Path, port: int, host: str, token: str, open_page: bool) -> None:
    """Decide on the findings of the newest run: the evidence beside the queue, one key a decision.

    Decisions are YAML files under DECISIONS, one each, never changed; commit them. The page answers on this machine
    only. Stop it with Ctrl+C; nothing is lost.

    \b
    Example:
      tieout review
      tieout review --port 0 --open

    Exit codes: 0 ended, 2 there is no run to review, or the address is taken.
    """
    import uvicorn

    from tieout.review.app import create
    from tieout.review.room import Room

    room = Room(out.absolute(), decisions.absolute())
    room.now()  # a missing run or a malformed decision is said here, not on a page
    gate = _gate(host, token, state)
    bound = _bind(host, port)
    gate, address = _known_as(gate, host, bound.getsockname()[1])
    click.echo(f"review page: {address}/{f'?token={token}' if token else ''}  (Ctrl+C ends it)")
    sys.stdout.flush()
    if open_page:
        click.launch(address)
    config = uvicorn.Config(create(room, gate), log_level="warning", access_log=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[bound])


def _gate(host: str, token: str, state: Path) -> "Gate":
    from tieout.review import guard

    if host not in LOOPBACK and len(token) < guard.MIN_TOKEN:
        raise click.UsageError(f"--host {host} is for everybody who can reach it: it needs a --token of 16 characters")
    return guard.Gate(guard.key(state), (), token)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    # Without this, a restarted server waits a minute for its own address.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
        bound.listen()  # from here on a browser waits instead of being refused
    except OSError as error:
        raise TieoutError(f"{host}:{port}: {error.strerror}; another --port, or 0 for any") from error
    return bound


def _known_as(gate: "Gate", host: str, port: int) -> tuple["Gate", str]:
    """The gate with the names that the page answers to: its own, or with a token any."""
    from dataclasses import replace

    from tieout.review import guard

    shown = f"[{host}]" if ":" in host else host
    if host not in LOOPBACK:
        return gate, f"http://{shown}:{port}"
    return replace(gate, hosts=tuple(f"{name}:{port}" for name in guard.LOOPBACK)), f"http://{shown}:{port}"
