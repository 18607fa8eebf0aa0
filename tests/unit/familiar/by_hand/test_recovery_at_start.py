"""A familiar that was killed while it wrote starts whole."""

import asyncio
import contextlib

from familiar_memory import Familiar
from familiar_memory.store import Cause, ChangeState


class Killed(BaseException):
    """The process ends here."""


def test_an_interrupted_write_is_settled_when_the_familiar_is_opened_again(tmp_path, monkeypatch):
    """The old bytes stand, and the journal says that the change was given up."""

    async def write_and_die():
        async with Familiar.create("ember", home=tmp_path) as familiar:
            familiar.store.write_file("notes.md", "# Notes\n\nold\n", cause=Cause("cli"))
            monkeypatch.setattr("os.replace", _die)
            monkeypatch.setattr("os.rename", _die)
            with contextlib.suppress(Killed):
                familiar.store.write_file("notes.md", "# Notes\n\nnew\n", cause=Cause("cli"))
            monkeypatch.undo()

    async def open_again():
        async with Familiar.open("ember", home=tmp_path) as familiar:
            text = familiar.store.read_file("notes.md")
            states = [entry.state for entry in familiar.journal.entries("notes.md")]
            return text, states

    asyncio.run(write_and_die())
    text, states = asyncio.run(open_again())
    assert text == "# Notes\n\nold\n"
    assert ChangeState.INTENT not in states


def _die(*_args, **_options):
    raise Killed
