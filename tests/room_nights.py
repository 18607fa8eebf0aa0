"""Rooms in which people settle things, and nights in which it is kept, with and without a model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from people_and_places import TAVERN

from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import ModelError
from familiar_memory.history.base import History
from familiar_memory.llm.base import ChatRequest, Completion
from familiar_memory.maintenance.channels.room_rules import RoomRules
from familiar_memory.maintenance.channels.step import ChannelStep
from familiar_memory.maintenance.sleep.going_back import ask_to_go_back
from familiar_memory.maintenance.sleep.step import Night, StepReport
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.operations.place_labels import labels_when_needed
from familiar_memory.store.base import NoteStore
from familiar_memory.store.journal.base import JournalReader

__all__ = ["DAY", "NIGHT", "RoomLife", "item", "line_of", "replied"]

DAY = datetime(2026, 2, 2, 18, 0, tzinfo=UTC)
NIGHT = datetime(2026, 2, 3, 3, 0, tzinfo=UTC)
PEOPLE = {"Rowan": "42", "Bex": "7", "Gus": "9"}
Says = Callable[[dict[str, Any]], object]
"""From the page that a model is shown to its reply; an error of a model is raised."""


class RoomLife:
    """Its history and tree; what a model was asked is kept."""

    def __init__(
        self,
        history: History,
        store: NoteStore,
        rules: RoomRules | None = None,
        journal: JournalReader | None = None,
    ) -> None:
        self.history = history
        self.store = store
        self.rules = rules or RoomRules()
        self.journal = journal
        self.asked: list[ChatRequest] = []
        self._said = 0

    def say(self, who: str, text: str, *, place: Place = TAVERN, **more: Any) -> Turn:
        """Record a message; `day` 0 is that before the first night, and they come minute by minute.

        One whose `who` has a number behind it ("Bex 8") has that id.
        """
        self._said += 1
        name, _, user_id = who.partition(" ")
        day = more.pop("day", 0)
        given = {
            "ref": f"t{self._said}",
            "timestamp": DAY + timedelta(days=day, seconds=20 * self._said),
            "place": place,
            "author": Author("discord", user_id or PEOPLE[name], name),
            "text": text,
        }
        turn = Turn(**{**given, **more})
        self.history.record(turn)
        return turn

    def step(self) -> ChannelStep:
        """A step of a new process."""
        register = TreeRegister(self.store)
        notes = replace(self.rules.notes, labels=labels_when_needed(self.history, register))
        rules = replace(self.rules, notes=notes)
        return ChannelStep(self.history, self.store, register, rules, self.journal)

    def sleep(self, says: Says | None = None, *, days: int = 0, **more: Any) -> StepReport:
        """A night; with `says` there is a model."""
        at = NIGHT + timedelta(days=days)
        since = more.pop("since", None)
        if since is not None and more.get("is_dry_run"):
            more["since"] = since
        elif since is not None:
            ask_to_go_back(self.history, ["channels"], since, at)
        run = self.step().run(Night(at, UTC, f"night-{days}", has_model=says is not None, **more))
        try:
            request = next(run)
            while True:
                self.asked.append(request)
                assert says is not None
                try:
                    said = says(json.loads(request.messages[1].text))
                except ModelError as error:
                    request = run.throw(error)
                    continue
                reply = said if isinstance(said, Completion) else Completion(_text(said))
                request = run.send(reply)
        except StopIteration as ended:
            report: StepReport = ended.value
            return report

    def pages(self) -> list[dict[str, Any]]:
        """What a model was shown, page by page."""
        return [json.loads(one.messages[1].text) for one in self.asked]

    def tree(self) -> dict[str, str]:
        """Every note, by path."""
        return {path: self.store.read_file(path) for path in sorted(self.store.glob("**/*.md"))}

    def lines(self, path: str) -> list[str]:
        """The lines of a note with a bullet, without their tails and ids."""
        text = self.tree().get(path, "")
        return [line_of(one) for one in text.splitlines() if one.startswith("- ")]


def line_of(line: str) -> str:
    """A bullet without what stands behind its words."""
    struck = "~~" if line.startswith("- ~~") else ""
    words = line.removeprefix("- ").removeprefix("~~").rpartition(" ^")[0] or line
    return f"{struck}{words.partition(' (2026-')[0]}"


def item(page: dict[str, Any], at: int, kind: str, text: str, quote: str) -> dict[str, Any]:
    """An item of a reply that rests on a turn of the page, in the name of whoever said it."""
    turn = page["talk"][at]
    return {"kind": kind, "speaker": turn[2], "turns": [turn[0]], "quote": quote, "text": text}


def replied(items: Iterable[object] = (), ended: Iterable[object] = ()) -> dict[str, Any]:
    """A reply of these."""
    return {"items": list(items), "ended": list(ended)}


def _text(said: object) -> str:
    return said if isinstance(said, str) else json.dumps(said)
