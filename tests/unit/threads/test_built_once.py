"""A part that is built when it is first asked for."""

from __future__ import annotations

import threading
import time

import pytest

from familiar_memory.threads.built_once import BuildsOnce, built, built_once


class _House(BuildsOnce):
    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.is_broken = False

    @built_once
    def cellar(self) -> object:
        """Below."""
        self.begun.append("cellar")
        if self.is_broken:
            raise OSError("no ground")
        return object()

    @built_once
    def roof(self) -> tuple[object, ...]:
        """Above, on what is below."""
        self.begun.append("roof")
        return (self.cellar,)


def test_a_part_is_built_when_it_is_asked_for_and_kept() -> None:
    """What it stands on is built with it, and not again."""
    house = _House()
    assert house.begun == [] and not built(house, "cellar")
    assert house.roof is house.roof and house.roof[0] is house.cellar
    assert house.begun == ["roof", "cellar"] and built(house, "cellar")


def test_two_houses_share_nothing() -> None:
    """Each owner has parts of its own."""
    one, other = _House(), _House()
    assert one.cellar is not other.cellar


def test_what_fails_is_tried_again() -> None:
    """A failure is not kept."""
    house = _House()
    house.is_broken = True
    with pytest.raises(OSError, match="no ground"):
        _ = house.roof
    house.is_broken = False
    assert house.roof == (house.cellar,)
    assert house.begun == ["roof", "cellar", "roof", "cellar"]


def test_of_many_threads_one_builds() -> None:
    """The others wait for it, and get the same."""
    found: list[object] = []
    ready = threading.Barrier(8)

    class Slow(_House):
        @built_once
        def wall(self) -> object:
            """Takes its time."""
            self.begun.append("wall")
            time.sleep(0)
            return object()

    house = Slow()

    def ask() -> None:
        ready.wait()
        found.append(house.wall)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert house.begun == ["wall"]
    assert len(found) == 8 and len(set(map(id, found))) == 1


def test_the_class_tells_what_the_part_is() -> None:
    """For whoever reads the documentation."""
    assert _House.roof.__doc__ == "Above, on what is below."
