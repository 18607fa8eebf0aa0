"""A night in a line, and where it goes."""

import json
import socket
import threading
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from fake_nights import FakeStep, given, slept

from familiar_memory.errors import UsageError
from familiar_memory.life.sleep import listeners
from familiar_memory.life.sleep.report import DoneStep, SleepReport
from familiar_memory.life.sleep.summary import news_of, numbers_told, summary_line
from familiar_memory.life.sleep.webhook import WebhookError, post_line
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus

AT = datetime(2026, 2, 3, 2, tzinfo=UTC)
CURATED = DoneStep(
    "curate",
    StepReport(
        StepStatus.DONE,
        {"appended": 2, "removed": 1, "new headings": 0},
        ("people/Rowan.md",),
        ("Rowan loves tea",),
    ),
)


def _line(*steps, **options):
    return summary_line(SleepReport("sleep", AT, steps), **options)


def test_a_summary_has_numbers_and_names_of_notes():
    """No words of notes; what was nothing is left out."""
    days = DoneStep("days", StepReport(StepStatus.DONE, {"appended": 4, "removed": 0}))
    failed = DoneStep("retain", StepReport(StepStatus.FAILED, problem="zyzzyva"))
    nothing = DoneStep("housekeep", StepReport(StepStatus.NOTHING))
    assert _line(days, CURATED, failed, nothing) == (
        "sleep: days +4 appended; people/Rowan.md curated: +2 appended, -1 removed,"
        " +0 new headings; retain failed"
    )


def test_one_of_a_thing_is_told_as_one():
    """Whatever is counted in its plural."""
    one = {"turns": 1, "added": 1, "messages": 1, "rooms": 1, "messages emptied": 1}
    more = dict.fromkeys(("versions dropped", "audit entries dropped"), 1)
    assert numbers_told({**one, **more}) == (
        "1 turn, +1 added, 1 message, 1 room, 1 message emptied, 1 version dropped,"
        " 1 audit entry dropped"
    )
    assert numbers_told({"turns": 2, "rooms": 0}) == "2 turns, 0 rooms"
    assert numbers_told({"rooms": 1, "of days": 3}) == "1 room, 3 into days"


def test_curation_may_be_left_out():
    """A setting."""
    assert _line(CURATED, with_curation=False) == ""


LOOKED = [
    ("write", {"turns": 5, "added": 0, "retired": 0}, "5 turns read, nothing added"),
    ("days", {"appended": 0, "messages": 269}, "269 messages read, nothing added"),
    (
        "days",
        {"messages": 1, "not shown": 2, "refused": 1},
        "1 message read, 2 not shown, 1 refused, nothing added",
    ),
    ("channels", {"rooms": 8, "appended": 0, "of days": 0}, "8 rooms read, nothing added"),
    ("channels", {"left as too old": 2}, "2 left as too old, nothing added"),
    ("curate", {"appended": 0, "removed": 0, "rejected": 2}, "2 rejected, nothing added"),
    ("curate", {"appended": 0, "removed": 0, "new headings": 0}, ""),
]


@pytest.mark.parametrize(("step", "counts", "told"), LOOKED)
def test_a_night_of_which_nothing_came_has_no_line(step, counts, told):
    """Nobody wants to hear of it; on the screen it says what was looked at."""
    done, nothing = StepReport(StepStatus.DONE, counts), StepReport(StepStatus.NOTHING)
    assert _line(DoneStep(step, done), DoneStep("housekeep", nothing)) == ""
    assert news_of(counts) == told


def test_a_line_has_the_steps_alone_of_which_something_came():
    """Added, removed, proposed or failed; a step that is called as its cycle is named once."""
    rooms = DoneStep("channels", StepReport(StepStatus.DONE, {"rooms": 8, "appended": 1}))
    old = DoneStep("retain-channels", StepReport(StepStatus.NOTHING))
    assert summary_line(SleepReport("channels", AT, (rooms, old))) == (
        "channels: 8 rooms, +1 appended"
    )
    held = DoneStep("curate", StepReport(StepStatus.DONE, {"appended": 0, "held": 1}))
    days = DoneStep("days", StepReport(StepStatus.DONE, {"messages": 269}))
    assert _line(days, held) == "sleep: notes curated: +0 appended, 1 held"
    failed = StepReport(StepStatus.PARTLY, {"messages": 2}, failures=(StepFailure("#tea", "x"),))
    assert _line(DoneStep("days", failed)) == "sleep: days failed in part: #tea (x)"


class _Web:
    """A web server that notes what it is posted, and answers as told."""

    def __init__(self, status):
        asked = self.asked = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_POST  # noqa: N815 - as the server calls it

            def log_message(self, *_):
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/hook/zyzzyva"

    def __enter__(self):
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def test_a_line_is_posted_as_discord_and_slack_read_it():
    """Cut to what Discord takes."""
    with _Web(204) as web:
        post_line(web.address, "x" * 5000)
    (body,) = web.asked
    assert (len(body["content"]), body["content"][-1]) == (1900, "…")
    assert body == {"content": body["content"], "text": body["content"]}


@pytest.mark.parametrize("status", [302, 404, 500])
def test_an_address_that_does_not_take_it_is_no_part_of_the_error(status):
    """It is a secret; and no redirect is followed."""
    with _Web(status) as web, pytest.raises(WebhookError) as caught:
        post_line(web.address, "a line")
    assert caught.value.problem == f"the summary of the night could not be posted: HTTP {status}"
    assert len(web.asked) == 1


def test_a_server_that_answers_nonsense_ends_no_night(tmp_path, monkeypatch):
    """Nor does an address that is none; every cycle is gone through."""
    name = '\n[sleep_cycle]\nsummary_webhook_env = "NIGHT_WEBHOOK"\n'

    async def steps(familiar, clock):
        given(familiar, FakeStep("days"), FakeStep("channels"))
        return await familiar.sleep.run()

    with socket.create_server(("127.0.0.1", 0)) as server:

        def answers():
            for _ in range(2):
                with server.accept()[0] as asked:
                    asked.recv(65536)
                    asked.sendall(b"zyzzyva\r\n")

        thread = threading.Thread(target=answers)
        thread.start()
        monkeypatch.setenv("NIGHT_WEBHOOK", f"http://127.0.0.1:{server.getsockname()[1]}/x")
        reports = slept(tmp_path, steps, settings=name)
        thread.join()
    monkeypatch.setenv("NIGHT_WEBHOOK", "http://127.0.0.1:9/secret token")
    again = slept(tmp_path, steps)
    assert [len(one) for one in (reports, again)] == [3, 3]


def test_a_server_that_never_ends_its_answer_holds_up_no_night(tmp_path, monkeypatch):
    """Each piece of it comes in time, and there is always another."""
    name = '\n[sleep_cycle]\nsummary_webhook_env = "NIGHT_WEBHOOK"\n'
    monkeypatch.setattr(listeners, "_LONGEST_S", 0.2)
    ends = threading.Event()

    async def steps(familiar, clock):
        given(familiar, FakeStep("days"))
        (report,) = await familiar.sleep.run(["days"])
        return report.unposted

    with socket.create_server(("127.0.0.1", 0)) as server:

        def answers():
            with server.accept()[0] as asked:
                asked.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                while not ends.wait(0.02):
                    asked.sendall(b"z")

        thread = threading.Thread(target=answers)
        thread.start()
        monkeypatch.setenv("NIGHT_WEBHOOK", f"http://127.0.0.1:{server.getsockname()[1]}/x")
        try:
            told = slept(tmp_path, steps, settings=name)
        finally:
            ends.set()
            thread.join()
    assert told == "the summary of the night could not be posted: TimeoutError"


@pytest.mark.parametrize("address", ["file:///etc/passwd", "https://", "zyzzyva"])
def test_what_is_no_address_of_the_web_is_refused(address):
    """Without a word of it."""
    with pytest.raises(UsageError) as caught:
        post_line(address, "a line")
    assert caught.value.problem == "the webhook address must begin with http:// or https://"


def test_the_summary_of_a_night_goes_where_the_environment_says(tmp_path, monkeypatch):
    """The settings name the variable; a server that fails harms no night."""
    name = '\n[sleep_cycle]\nsummary_webhook_env = "NIGHT_WEBHOOK"\n'

    async def steps(familiar, clock):
        given(familiar, FakeStep("days"))
        return await familiar.sleep.run(["days"])

    with _Web(200) as web:
        monkeypatch.setenv("NIGHT_WEBHOOK", web.address)
        slept(tmp_path, steps, settings=name)
    (report,) = slept(tmp_path, steps)
    assert [one["text"] for one in web.asked] == ["run by hand: days +1 appended"]
    assert report.failed == ()


def test_an_address_in_the_settings_is_refused_and_not_repeated(tmp_path):
    """It belongs into the environment."""
    secret = '\n[sleep_cycle]\nsummary_webhook_env = "https://zyzzyva.example/1"\n'

    async def steps(familiar, clock):
        return None

    with pytest.raises(UsageError) as caught:
        slept(tmp_path, steps, settings=secret)
    assert caught.value.problem == (
        "setting 'sleep_cycle.summary_webhook_env' is not accepted: it is not the name of an"
        " environment variable, such as NIGHT_WEBHOOK"
    )
