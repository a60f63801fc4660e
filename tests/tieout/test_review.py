"""The review page's server without a browser: who is let in, and what is refused."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from schemas.statement import Parsed
from schemas.tables import empty
from tests.made import claim, document, finding
from tieout import desk as desks
from tieout.decisions import files
from tieout.history import History, Seen
from tieout.report.build import Results, desk
from tieout.review import guard
from tieout.review.app import create
from tieout.review.room import Room
from tieout.rows import Sound, tables
from tieout.store import made
from tieout.tabled import encoded

HOST = "127.0.0.1:8765"
POST = document("It is 17x faster. Its bar says 27x.")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output folder with a run of one finding."""
    claims = (claim(POST, "17x"), claim(POST, "27x"))
    parsed, one = Parsed(POST, claims, (), ()), finding(*claims, likely_wrong=1)
    past = History({one.finding_id: Seen("", "", "new")}, empty("findings"))
    run = tmp_path / "out" / "latest"
    run.mkdir(parents=True)
    (run / desks.FILE).write_bytes(desks.dump(desk(Results("ab", [parsed], {}, (), [one], past), {})))
    for name, content in encoded(tables([parsed], {}, (), Sound(empty("findings"), ()))).items():
        (run / name).write_bytes(b"".join(made(content)))
    return tmp_path / "out"


def client(out: Path, *, token: str = "", hosts: tuple[str, ...] = (HOST,), name: str = "Ada") -> TestClient:
    gate = guard.Gate(guard.key(out.parent / "state"), hosts, token)
    made = TestClient(
        create(Room(out, out.parent / "decisions"), gate), base_url=f"http://{HOST}", follow_redirects=False
    )
    if name:
        made.cookies.set(guard.NAME, quote(name))
    return made


@pytest.fixture
def page(out: Path) -> Iterator[TestClient]:
    with client(out) as made:
        yield made


def token_of(page: TestClient) -> str:
    found = re.search(r'name="csrf" content="([0-9a-f]{64})"', page.get("/").text)
    assert found
    return found[1]


def key() -> str:
    claims = (claim(POST, "17x"), claim(POST, "27x"))
    return finding(*claims).fingerprint


def test_a_decision_is_written(page: TestClient, out: Path) -> None:
    headers = {"x-csrf-token": token_of(page), "origin": f"http://{HOST}"}
    answer = page.post(f"/decide/{key()}", data={"status": "confirmed", "head": ""}, headers=headers)
    assert answer.status_code == 204
    (made,) = files.read(out.parent / "decisions")
    assert (made.status, made.by, made.fingerprint) == ("confirmed", "Ada", key())
    assert "confirmed" in answer.headers["hx-trigger"]
    again = page.post(f"/decide/{key()}", data={"status": "unsure", "head": ""}, headers=headers)
    assert again.status_code == 409
    assert "that of Ada" in again.text
    assert len(files.read(out.parent / "decisions")) == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),  # no token of ours
        ({"x-csrf-token": "0" * 64}, 403),
        ({"x-csrf-token": "é"}, 403),
        ({"x-csrf-token": "OURS", "origin": "http://evil.example"}, 403),
        ({"x-csrf-token": "OURS", "origin": "null"}, 403),
        ({"x-csrf-token": "OURS", "sec-fetch-site": "cross-site"}, 403),
        ({"x-csrf-token": "OURS", "host": "evil.example:8765"}, 421),
    ],
)
def test_a_foreign_page_decides_nothing(page: TestClient, out: Path, headers: dict[str, str], status: int) -> None:
    ours = token_of(page)
    given = [(name.encode(), (ours if value == "OURS" else value).encode()) for name, value in headers.items()]
    for path in (f"/decide/{key()}", "/bulk", "/undo", "/name"):
        answer = page.post(path, data={"status": "confirmed", "head": "", "name": "Eve"}, headers=given)
        assert answer.status_code == status
    assert files.read(out.parent / "decisions") == ()


def test_another_session_has_another_token(out: Path) -> None:
    with client(out) as ada, client(out) as eve:
        answer = eve.post(f"/decide/{key()}", data={"status": "confirmed"}, headers={"x-csrf-token": token_of(ada)})
    assert answer.status_code == 403


def test_only_its_own_name_is_answered(page: TestClient) -> None:
    assert page.get("/", headers={"host": "evil.example"}).status_code == 421
    assert page.get("/").status_code == 200


def test_the_policy_lets_nothing_foreign_in(page: TestClient) -> None:
    headers = page.get("/").headers
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert not re.search(r"<script>|\son\w+=|\sstyle=", page.get("/").text)


def test_nobody_without_a_name_decides(out: Path) -> None:
    with client(out, name="") as page:
        assert "Who is reviewing?" in page.get("/").text
        (token,) = re.findall(r'name="csrf" value="([0-9a-f]{64})"', page.get("/").text)
        assert page.post(f"/decide/{key()}", data={"status": "confirmed", "csrf": token}).status_code == 403
        assert page.post("/name", data={"name": "  ", "csrf": token}).status_code == 403
        answer = page.post("/name", data={"name": "Ben  Ö", "csrf": token})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "Ben Ö" in page.get("/").text


def test_behind_a_token_nothing_is_shown_without_it(out: Path) -> None:
    with client(out, token="a" * 16, hosts=()) as page:
        assert page.get("/").status_code == 401
        assert page.get("/static/review.js").status_code == 401
        assert page.get("/?token=" + "b" * 16).status_code == 401
        answer = page.get("/?token=" + "a" * 16)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert page.get("/").status_code == 200


def test_wrong_decisions_are_told(page: TestClient, out: Path) -> None:
    headers = {"x-csrf-token": token_of(page)}
    for data, told in (
        ({"status": "dismissed"}, "needs a reason"),
        ({"status": "withdrawn"}, "is no decision"),
        ({"status": "dismissed", "reason": "x", "expires": "soon"}, "is no date"),
        ({"status": "note"}, "needs words"),
    ):
        answer = page.post(f"/decide/{key()}", data=data, headers=headers)
        assert (answer.status_code, told in answer.text) == (422, True)
    assert page.post("/undo", headers=headers).status_code == 422
    assert page.post("/decide/" + "0" * 16, data={"status": "confirmed"}, headers=headers).status_code == 404
    assert (
        page.post(
            "/bulk", data={"status": "confirmed", "by": "check", "what": "x", "count": "9"}, headers=headers
        ).status_code
        == 409
    )
    assert page.post(f"/decide/{key()}", content=b"a=" + b"x" * 2_000_000, headers=headers).status_code == 403
    assert files.read(out.parent / "decisions") == ()


def test_captures_come_in_a_sandbox_and_only_captures(page: TestClient, out: Path) -> None:
    folder = out.parent / "raw" / "launch"
    folder.mkdir(parents=True)
    (folder / "a.html").write_text("<script>alert(1)</script>")
    (out.parent / "raw" / "sources.yml").write_text("secret")
    (out / "captures").symlink_to(out.parent / "raw")
    answer = page.get("/captures/launch/a.html")
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    for path in ("/captures/../sources.yml", "/captures/%2e%2e/desk.json.gz", "/captures/launch/%2e%2e%2fsources.yml"):
        assert page.get(path).status_code == 404
    assert page.get("/captures/./sources.yml").status_code == 404


def test_a_malformed_decision_is_told_and_hides_nothing(page: TestClient, out: Path) -> None:
    (out.parent / "decisions").mkdir()
    (out.parent / "decisions" / "x.yml").write_text("status: [")
    assert page.get("/").status_code == 422
    assert "x.yml" in page.get("/").text


def test_the_key_survives_a_restart_and_nobody_else_reads_it(tmp_path: Path) -> None:
    first = guard.key(tmp_path / "s")
    assert guard.key(tmp_path / "s") == first
    assert (tmp_path / "s" / "review.key").stat().st_mode & 0o077 == 0
    (tmp_path / "s" / "review.key").write_bytes(b"torn")
    assert len(guard.key(tmp_path / "s")) == 32
