"""Who is incognito has no nights, whoever asks for one."""

from datetime import timedelta

import pytest
from fake_nights import AT, FakeStep, given, slept

from familiar_memory.errors import UsageError
from familiar_memory.llm.base import Completion
from familiar_memory.testing import ScriptedModel


@pytest.mark.parametrize(
    "asked",
    [{}, {"steps": ["days"]}, {"since": AT - timedelta(days=9)}, {"dry_run": True}],
)
def test_by_hand_it_is_refused_before_anything_is_noted(tmp_path, asked):
    """No night is left open, and no going back, to begin when it remembers again."""

    async def steps(familiar, clock):
        every = given(familiar)
        with pytest.raises(UsageError) as caught:
            await familiar.sleep.run(**asked)
        nights = familiar.history.nights.newest()
        return caught.value, nights, familiar.history.watermarks_like("going-back"), every

    settings = '\n[memory]\nmode = "incognito"\n'
    problem, nights, marks, every = slept(tmp_path, steps, settings=settings)
    assert problem.problem == "the familiar is incognito: nothing of memory is read or kept"
    assert problem.accepted == '`mode = "persistent"` in `[memory]`'
    assert (nights, marks, every["days"].nights) == ([], {}, [])


class _Switching(ScriptedModel):
    """Whoever saves settings while it answers its first question has them noticed by then."""

    def __init__(self, *replies: object) -> None:
        super().__init__(*replies)
        self.saves = None

    async def complete(self, request) -> Completion:
        """The next reply."""
        answer = await super().complete(request)
        if len(self.calls) == 1:
            await self.saves('mode = "incognito"')
        return answer


@pytest.mark.parametrize("asked", [{"steps": ["days", "housekeep"]}, {"dry_run": True}])
def test_a_step_that_is_under_way_stops_where_it_stands(tmp_path, asked):
    """Nothing more is asked, begun or noted; what was not done is done when it remembers again."""
    model = _Switching("one", "two", "three")

    async def steps(familiar, clock):
        file = familiar._lifetime._paths.root / "character.toml"
        before = file.read_text("utf-8")

        async def saves(mode):
            file.write_text(f"{before}\n[memory]\n{mode}\n", "utf-8")
            for _ in range(2):
                await familiar._lifetime.settings_watch.look_once()

        model.saves = saves
        asking = FakeStep("days", asks=2)
        every = given(familiar, asking)
        ran = await familiar.sleep.run(**asked)
        told = [one.name for one in ran[0].steps if one.name != "write"]
        heard, others = list(asking.heard), every["housekeep"].nights
        assert (told, heard, asking.is_closed, others) == ([], [], True, [])
        assert len(model.calls) == 1
        await saves('mode = "persistent"')
        is_open = [one.ended is None for one in familiar.history.nights.newest()]
        assert is_open == ([] if "dry_run" in asked else [True])
        given(familiar, asking)
        await familiar.sleep.run(steps=["days"])
        return asking.heard

    assert slept(tmp_path, steps, models={"sleep": model}) == ["two", "three"]
