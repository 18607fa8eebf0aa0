"""One chat from its first line to its end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

from familiar_memory.chat.chat import Chat
from familiar_memory.chat.exchange import ChatEnd, Exchange
from familiar_memory.errors import FamiliarError
from familiar_memory.interfaces.cli.chat.chat_view import TerminalView
from familiar_memory.interfaces.cli.chat.json_view import JsonView
from familiar_memory.interfaces.cli.chat.loop_thread import LoopThread
from familiar_memory.interfaces.cli.chat.opening import ChatRoom, Wishes, open_chat, unopened
from familiar_memory.interfaces.cli.chat.said_lines import Command, said_lines
from familiar_memory.interfaces.cli.frame.run import Run

__all__ = ["Wishes", "hold_chat"]

_View: TypeAlias = TerminalView | JsonView


def hold_chat(run: Run, wishes: Wishes) -> ChatEnd:
    """Talk until the lines end, somebody ends it, or Ctrl-C does; what was done at the end."""
    familiar, paths = unopened(run.call, wishes)
    with LoopThread() as loop, _ended_like_ctrl_c():
        try:
            chat, room = loop.do(open_chat(familiar, paths, wishes, run.out))
            view = _view_of(run, room)
            view.begun()
            # Whoever ends a chat ends no program: what was said is to be written up.
            with suppress(KeyboardInterrupt):
                _Conversation(chat, view, loop).go_on()
            if view.prompt is not None:
                run.out.print()
            end = loop.do(chat.end())
            view.ended(end)
        finally:
            loop.do(familiar.close())
    return end


def _view_of(run: Run, room: ChatRoom) -> _View:
    if run.out.is_json:
        return JsonView(run.out, is_incognito=room.is_incognito)
    is_watched = sys.stdin.isatty() and sys.stdout.isatty()
    return TerminalView(run.out, room, is_watched=is_watched)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """A polite kill ends a chat as Ctrl-C does."""
    before = None
    # Elsewhere than in the main thread signals are somebody else's business.
    with suppress(ValueError):
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)


class _Conversation:
    """Line by line: what is said is answered, what is a command is done."""

    def __init__(self, chat: Chat, view: _View, loop: LoopThread) -> None:
        self._chat = chat
        self._view = view
        self._loop = loop
        self._last: Exchange | None = None

    def go_on(self) -> None:
        """Until the lines end, or a command ends it."""
        for line in said_lines(self._view.prompt):
            if isinstance(line, Command):
                if line.name == "/end":
                    return
                self._obey(line)
                self._view.gap()
            else:
                self._answer(line)

    def _answer(self, text: str) -> None:
        with self._view.waiting():
            said = self._chat.say(text, incognito=self._view.is_incognito)
            self._last = self._loop.do(said)
        self._view.exchange(self._last)

    def _obey(self, command: Command) -> None:
        view = self._view
        if command.name == "/recalled":
            view.recalled(self._last)
        elif command.name == "/learned":
            self._show_learned()
        elif command.name == "/write":
            self._write()
        elif command.name == "/incognito":
            fixed = self._chat.is_incognito
            view.incognito(fixed or not view.is_incognito, is_fixed=fixed)
        elif command.name == "/help":
            view.help()
        else:
            view.unknown(command)

    def _show_learned(self) -> None:
        try:
            learned = self._loop.do(self._chat.learned())
        except FamiliarError as error:
            self._view.problem(f"what was learned cannot be shown: {error.problem}")
            return
        self._view.learned(learned)

    def _write(self) -> None:
        problems: list[str] = []
        try:
            report = self._loop.do(self._chat.write())
        except FamiliarError as error:
            self._view.problem(f"nothing was written: {error.problem}")
            return
        self._view.written(report, self._loop.do(self._chat.news(problems)))
        for problem in problems:
            self._view.problem(problem)
