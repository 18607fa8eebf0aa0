"""What an old buffer wiped out and what was typed into it come together without a loss."""

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.store.undo.merge import take_out
from familiar_memory.store.undo.stale import takes_back

_PLACES = st.lists(st.integers(0, 6), max_size=4)


def _with(base: list[str], places: list[int], mark: str) -> list[str]:
    """The lines with new ones put in, each at a place of the given text."""
    lines: list[str] = []
    for at in range(len(base) + 1):
        lines += [f"{mark}{number}" for number, place in enumerate(places) if place == at]
        lines += base[at : at + 1]
    return lines


def _bytes(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@given(size=st.integers(0, 6), engine=_PLACES, person=_PLACES)
def test_both_sides_are_in_the_result(size: int, engine: list[int], person: list[int]) -> None:
    """Every line of both, once, in the order that each side had; and nothing else."""
    base = [f"base{number}" for number in range(size)]
    newer = _with(base, engine, "engine")
    saved = _with(base, person, "person")
    came = set(newer) - set(base)
    assert takes_back(_bytes(base), _bytes(newer), _bytes(saved)) == bool(came)
    joined = take_out(_bytes(newer), _bytes(base), _bytes(saved)).decode().splitlines()
    assert sorted(joined) == sorted({*newer, *saved})
    assert [line for line in joined if line in newer] == newer
    assert [line for line in joined if line in saved] == saved
    assert takes_back(_bytes(newer), _bytes(base), _bytes(joined)) == bool(came)
