"""Whatever is saved, and in whatever order, a familiar answers as one that is opened by it.

By the last save that was accepted, that is: a copy of the folder with that save is opened, and
asked the same.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Familiar, RecallRequest, Turn
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import FamiliarError
from familiar_memory.testing import FixedClock

pytestmark = pytest.mark.long

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
KITCHEN = Place("discord", "kitchen", "lantern")
QUESTION = "the harpsichord of Rowan"
NOTE = "# Rowan\n\n- captains:: the harpsichord Gannet\n- allergic_to:: the harpsichord's dust\n"
GOOD = {
    "recall": st.sampled_from(("retrieved = 0", "retrieved = 1", 'profile = "recent"', "days = 0")),
    "memory": st.sampled_from(('mode = "incognito"', 'incognito_places = ["discord-dm-*"]')),
    "audience": st.sampled_from(('policy = "strict"', 'policy = "open"', 'default = "owner"')),
    "predicates": st.sampled_from(('captains = "one"', 'captains = "many"')),
    "tools": st.just("write = true"),
    "character": st.sampled_from(('name = "Ash"', 'timezone = "Asia/Tokyo"')),
    "memory_writer": st.just("turn_threshold = 3"),
}
BAD = st.sampled_from(
    (
        "",
        " \n",
        "[recall\n",
        "[recall]\nretrieved = -1\n",
        '[memory]\nmode = "incognito"\n[recall]\nprofile = "nobody"\n',
        '[audience]\ndefault = "owner"\n[recall]\nproviders = ["nobody"]\n',
        '[predicates]\n"No Name" = "one"\n',
    )
)


@st.composite
def saves(draw: st.DrawFn) -> str:
    """A file that is accepted."""
    chosen = draw(st.sets(st.sampled_from(sorted(GOOD)), max_size=3))
    return "# a save\n" + "".join(f"[{name}]\n{draw(GOOD[name])}\n" for name in sorted(chosen))


async def answers(familiar: Familiar) -> list[object]:
    """What it says to the owner, in rooms, of itself and to models."""
    said: list[object] = [familiar.name, familiar.settings.now]
    for place in (None, TAVERN, KITCHEN, DM):
        request = RecallRequest(QUESTION, None if place is None else ROWAN, place, log=False)
        found = await familiar.search(request)
        said += [hit.text for hit in found.hits]
        context = await familiar.recall(request)
        said += [context.render(), context.trace.degraded]
    try:
        facts = await familiar.knowledge.facts(predicate="captains")
        said += [fact.object for fact in facts.facts]
        said.append(familiar.tools.definitions())
    except FamiliarError as problem:
        said.append(problem.problem)
    return said


class SettingsMachine(RuleBasedStateMachine):
    """A familiar that is open, its file, and the last text of it that was accepted."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory(prefix="settings-")
        self.home = Path(self.folder.name, "home")
        self.accepted = ""
        self.refs = 0

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do it in the one loop in which the familiar is open."""
        return self.runner.run(work)

    def save(self, text: str) -> None:
        """Save the file, and let the watch look as often as it does."""
        (self.home / "ember" / "character.toml").write_text(text, "utf-8")
        watch = self.familiar._lifetime.settings_watch
        for _ in range(2):
            self.run(watch.look_once())

    @initialize(text=saves())
    def open(self, text: str) -> None:
        """Opened by some settings."""
        Familiar.create("ember", home=self.home, embedder="none")
        folder = self.home / "ember"
        people = folder / "memory" / "people"
        people.mkdir(parents=True, exist_ok=True)
        (people / "discord-42.md").write_text(NOTE, "utf-8")
        (folder / "character.toml").write_text(text, "utf-8")
        self.accepted = text
        paths = FamiliarPaths(self.home, "ember")
        self.familiar = Familiar(paths, clock=FixedClock(AT + timedelta(days=1)))
        self.run(self.familiar.__aenter__())
        # Only who saves looks: a look of its own between theirs would be one more to wait for.
        self.run(self.familiar._lifetime.settings_watch.stop())

    @rule(text=saves())
    def good(self, text: str) -> None:
        """It is accepted."""
        self.save(text)
        self.accepted = text
        assert self.familiar.settings.problem is None

    @rule(text=BAD)
    def bad(self, text: str) -> None:
        """It is not, and that is said."""
        self.save(text)
        assert self.familiar.settings.problem

    @rule(text=saves(), place=st.sampled_from((TAVERN, KITCHEN, DM)))
    def say_while_it_is_saved(self, text: str, place: Place) -> None:
        """A turn and a question are under way when the settings change."""

        async def both() -> None:
            (self.home / "ember" / "character.toml").write_text(text, "utf-8")
            watch = self.familiar._lifetime.settings_watch
            await watch.look_once()
            self.refs += 1
            said = f"the harpsichord of Rowan plays piece {self.refs}"
            turn = Turn(str(self.refs), AT + timedelta(minutes=self.refs), place, ROWAN, said)
            request = RecallRequest(QUESTION, ROWAN, place, log=False)
            await asyncio.gather(
                self.familiar.recall(request), watch.look_once(), self.familiar.record(turn)
            )

        self.run(both())
        self.accepted = text

    @invariant()
    def it_answers_as_one_that_is_opened_by_it(self) -> None:
        """Every answer, in every room."""
        with tempfile.TemporaryDirectory(prefix="settings-") as there:

            async def fresh() -> list[object]:
                shutil.copytree(self.home, Path(there, "home"))
                paths = FamiliarPaths(Path(there, "home"), "ember")
                paths.character.write_text(self.accepted, "utf-8")
                shutil.rmtree(paths.index.parent, ignore_errors=True)
                other = Familiar(paths, clock=FixedClock(AT + timedelta(days=1)))
                async with other:
                    return await answers(other)

            async def both() -> None:
                mine = await answers(self.familiar)
                assert mine == await fresh()

            self.run(both())

    def teardown(self) -> None:
        """Close it."""
        if hasattr(self, "familiar"):
            self.run(self.familiar.close())
        self.runner.close()
        self.folder.cleanup()


TestSettings = SettingsMachine.TestCase
TestSettings.settings = settings(
    max_examples=10,
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
