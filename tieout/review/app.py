"""The review page as a Starlette application: what each address answers."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote as percent
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from schemas.errors import TieoutError
from tieout.decisions import acting, files
from tieout.decisions.ladder import Decided
from tieout.decisions.model import STATUSES, WORDS, ConflictError, DecisionError, Entry
from tieout.report.render import ASSETS, environment
from tieout.report.text import visible
from tieout.report.view import Item
from tieout.review.answers import card_answer, page, rows, told
from tieout.review.guard import NAME, YEAR_S, Gate, Guard, form
from tieout.review.room import Now, Room

STATIC = Path(__file__).parent / "static"
SANDBOX = {"content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"}
MAX_NAME = 80
MAX_TOLD = 90  # characters of a message in a notice
Handler = Callable[["Desk", Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Desk:
    """What every answer needs: the room, and the gate that forms go through."""

    room: Room
    gate: Gate


def create(room: Room, gate: Gate) -> Starlette:
    """The application."""
    desk = Desk(room, gate)

    def bound(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                return await handler(desk, request)
            except TieoutError as error:
                return PlainTextResponse(str(error), 409 if isinstance(error, ConflictError) else 422)

        return answer

    get = [("/", home), ("/card/{key}", one_card), ("/standing", standings), ("/captures/{source}/{file}", capture)]
    post = [("/name", name), ("/decide/{key}", decide), ("/bulk", bulk), ("/undo", undo)]
    return Starlette(
        routes=[
            *(Route(path, bound(handler), methods=["GET"]) for path, handler in get),
            *(Route(path, bound(handler), methods=["POST"]) for path, handler in post),
            Route("/pictures/{file}", bound(picture), methods=["GET"]),
            Mount("/static/assets", StaticFiles(directory=ASSETS)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, gate=gate)],
    )


async def home(desk: Desk, request: Request) -> Response:
    """The queue, or the question who is asking."""
    me = _me(request)
    if not me:
        return HTMLResponse(environment().get_template("name.html.j2").render(csrf=_csrf(request)))
    return HTMLResponse(await run_in_threadpool(page, desk.room.now(), me, _csrf(request)))


async def one_card(desk: Desk, request: Request) -> Response:
    """A finding with the bar to decide on it."""
    now = await run_in_threadpool(desk.room.now)
    return card_answer(now, request.path_params["key"], _me(request))


async def standings(desk: Desk, request: Request) -> Response:
    """How all findings stand, when that changed since the version that the page knows."""
    now = await run_in_threadpool(desk.room.now)
    if request.query_params.get("version") == now.version:
        return Response(status_code=204)
    return JSONResponse({"version": now.version, "run": now.run.desk.run_id, "rows": rows(now, now.run.items)})


async def name(desk: Desk, request: Request) -> Response:
    """Keep the name that was given."""
    fields = await form(request, desk.gate)
    given = " ".join((fields or {}).get("name", "").split())[:MAX_NAME]
    if fields is None or not given:
        return PlainTextResponse("This form is not ours, or has no name in it. Load the page again.", 403)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(NAME, percent(given), max_age=YEAR_S, httponly=True, samesite="strict")
    return answer


async def decide(desk: Desk, request: Request) -> Response:
    """Append what was decided, noted or assigned on one finding."""
    fields, me, key = await form(request, desk.gate), _me(request), request.path_params["key"]
    if fields is None or not me:
        return _refused()
    now = await run_in_threadpool(desk.room.now)
    item = now.run.items.get(key)
    if item is None:
        return card_answer(now, key, me)
    try:
        made = acting.entry(item.finding, _status(fields), me, fields.get("head", ""), **_said(fields))
        await run_in_threadpool(files.append, desk.room.decisions, [made])
    except ConflictError as error:
        after = await run_in_threadpool(desk.room.now)
        why = f"Nothing was written: {error}. Look at it again, and decide once more if you still want to."
        return told(card_answer(after, key, me, why, 409), after, [key], "Somebody else was faster.", moves=False)
    after = await run_in_threadpool(desk.room.now)
    moves = made.status in STATUSES
    done = f"{WORDS[made.status].capitalize()}: {_short(item.finding.message)}"
    return told(Response(status_code=204) if moves else card_answer(after, key, me), after, [key], done, moves=moves)


async def bulk(desk: Desk, request: Request) -> Response:
    """The same decision on every open finding of a check or a document."""
    fields, me = await form(request, desk.gate), _me(request)
    if fields is None or not me:
        return _refused()
    now = await run_in_threadpool(desk.room.now)
    chosen = _open_of(now, fields.get("by", ""), fields.get("what", ""))
    if fields.get("count") != str(len(chosen)):
        raise ConflictError(f"there are {len(chosen)} open ones now; look at the list again")
    heads = {key: thread.head for key, thread in now.threads.items()}
    status, said = _status(fields), _said(fields)
    entries = [
        acting.entry(one.finding, status, me, heads.get(one.finding.fingerprint, ""), **said) for one in chosen.values()
    ]
    await run_in_threadpool(files.append, desk.room.decisions, acting.together(entries))
    after = await run_in_threadpool(desk.room.now)
    done = f"{WORDS[status].capitalize()}: {len(chosen)} findings"
    return told(Response(status_code=204), after, chosen, done, moves=True)


def _open_of(now: Now, by: str, what: str) -> dict[str, Item]:
    """Open findings of a check, or of a document; one a fingerprint, because that is what a decision names."""
    if by not in {"check", "document"}:
        raise DecisionError("bulk goes by check or by document")
    nobody = Decided()
    found = {
        key: one
        for key, one in now.run.items.items()
        if what in ([one.finding.check] if by == "check" else map(visible, one.documents))
        and not now.applied.by_finding.get(one.finding.finding_id, nobody).settled
    }
    return {key: one for key, one in found.items() if key == one.finding.fingerprint}


async def undo(desk: Desk, request: Request) -> Response:
    """Take back the last thing that this reviewer did."""
    fields, me = await form(request, desk.gate), _me(request)
    if fields is None or not me:
        return _refused()
    now = await run_in_threadpool(desk.room.now)
    entries = acting.withdrawals(now.threads, me)
    if not entries:
        raise DecisionError("there is nothing of yours to take back")
    await run_in_threadpool(files.append, desk.room.decisions, entries)
    after = await run_in_threadpool(desk.room.now)
    fingerprints = {one.fingerprint for one in entries}
    keys = [key for key, one in after.run.items.items() if one.finding.fingerprint in fingerprints]
    words = f"Taken back: {_short(entries[0].about)}" if len(entries) == 1 else f"Taken back: {len(entries)} decisions"
    return told(Response(status_code=204), after, keys, words, moves=False, show=keys[:1])


def _status(fields: Mapping[str, str]) -> Entry:
    wanted = fields.get("status", "")
    known: tuple[Entry, ...] = (*STATUSES, "note", "assigned")
    for status in known:
        if status == wanted:
            return status
    raise DecisionError(f"{wanted!r} is no decision")


def _said(fields: Mapping[str, str]) -> dict[str, str]:
    expires = fields.get("expires", "")
    if expires and not files.is_date(expires):
        raise DecisionError(f"{expires!r} is no date")
    return {name: fields.get(name, "") for name in ("reason", "note", "assignee")} | {"expires": expires}


def _short(text: str) -> str:
    return text if len(text) <= MAX_TOLD else f"{text[:MAX_TOLD]}…"


def _refused() -> Response:
    return PlainTextResponse("This form is not of this page, or you have no name yet. Load the page again.", 403)


def _me(request: Request) -> str:
    return unquote(request.cookies.get(NAME, ""))[:MAX_NAME]


def _csrf(request: Request) -> str:
    token: str = request.scope["tieout"]["csrf"]
    return token


async def picture(desk: Desk, request: Request) -> Response:
    """A picture that lies beside the report."""
    return _file(desk.room.now().run.directory / "pictures", request.path_params["file"])


async def capture(desk: Desk, request: Request) -> Response:
    """The bytes as captured, in a sandbox: a page that we captured must not act in our name."""
    source, file = request.path_params["source"], request.path_params["file"]
    answer = _file(desk.room.out / "captures" / source if "." not in source else Path(), file)
    answer.headers.update(SANDBOX)
    return answer


def _file(folder: Path, name: str) -> Response:
    known = {path.name: path for path in folder.iterdir()} if folder.is_dir() and folder != Path() else {}
    return FileResponse(known[name]) if name in known and known[name].is_file() else PlainTextResponse("not here", 404)
