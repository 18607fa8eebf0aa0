"""Who is incognito has no nights, whoever asks for one."""

from datetime import timedelta

import pytest
from fake_nights import AT, given, slept

from familiar_memory.errors import UsageError


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
