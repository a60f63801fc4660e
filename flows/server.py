"""A Prefect server for one run and all of its workers, where the user has named none; it ends with the run's process.

Prefect would start one too, but imports the whole server into the flow's own process first, and again into the process
of every worker, each of which would start another. Nothing here imports Prefect before the server is on its way: both
load at once.

    python -m flows.server FD    (of a bound socket; serves until standard input ends)
"""

from flows import quiet  # noqa: F401  # above prefect, which reads on import what this sets

# isort: split

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from schemas.errors import TieoutError

ENDS_WITHIN_S = 5
# As Prefect starts its own for one run: without pages to look at.
_ALONE = {"PREFECT_UI_ENABLED": "0", "PREFECT__SERVER_EPHEMERAL": "1", "PREFECT__SERVER_FINAL": "1"}


class ServerError(TieoutError):
    """The server of this run ended before the run did."""


@contextmanager
def served() -> Iterator[None]:
    """A server in PREFECT_API_URL for as long as the block lasts; none where that is set, or Prefect was imported.

    Prefect reads its settings once, on import: whoever has imported it has said where its server is. Raises ServerError
    when the server ends within the block and that makes it fail.
    """
    if os.environ.get("PREFECT_API_URL") or "prefect" in sys.modules:
        yield
        return
    with socket.create_server(("127.0.0.1", 0)) as listening:
        os.environ["PREFECT_API_URL"] = f"http://127.0.0.1:{listening.getsockname()[1]}/api"
        process = _start(listening)
    # Closed here, open there: were it open here too, a server that died would be waited for, and never refused.
    try:
        yield
    except Exception as error:
        if (code := _ended(process)) is not None:
            told = "its own words are above; .tieout/prefect or TIEOUT_STATE is its home"
            raise ServerError(f"the Prefect server of this run ended with code {code} ({told})") from error
        raise
    finally:
        del os.environ["PREFECT_API_URL"]
        _end(process)


def _start(listening: socket.socket) -> "subprocess.Popen[bytes]":
    """The server, on a socket that listens already: whoever asks before it is ready waits, and is answered."""
    return subprocess.Popen(  # noqa: S603  # this interpreter and this module
        [sys.executable, "-m", "flows.server", str(listening.fileno())],
        stdin=subprocess.PIPE,  # ends with this process, however it ends
        env={**os.environ, **_ALONE},
        pass_fds=[listening.fileno()],
        start_new_session=True,  # Ctrl-C is for the flow, which tells the server how it ended
    )


def _ended(process: "subprocess.Popen[bytes]") -> int | None:
    """The exit code of a server that has ended, or is about to."""
    try:
        return process.wait(1)
    except subprocess.TimeoutExpired:
        return None


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    finally:
        if process.stdin:
            process.stdin.close()


def main() -> None:
    """Serve on the socket whose descriptor is named until standard input ends."""
    import uvicorn
    from prefect.server.api.server import create_app

    server = uvicorn.Server(uvicorn.Config(create_app, factory=True, log_level="error", lifespan="on"))
    Thread(target=_end_with_parent, args=(server,), daemon=True).start()
    server.run(sockets=[socket.socket(fileno=int(sys.argv[1]))])


def _end_with_parent(server: object) -> None:
    sys.stdin.buffer.read()
    server.should_exit = True  # type: ignore[attr-defined]  # a uvicorn.Server, which only main imports


if __name__ == "__main__":
    main()
