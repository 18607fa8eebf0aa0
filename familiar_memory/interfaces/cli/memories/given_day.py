"""A day that a fact begins or ends on, as it is typed: every form that `--as-of` takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from familiar_memory.interfaces.cli.frame.moments import written_day

if TYPE_CHECKING:
    from familiar_memory.domain.memory.record import PartialDate
    from familiar_memory.interfaces.cli.frame.opened import Opened

__all__ = ["given_day"]


def given_day(opened: Opened, text: str | None) -> PartialDate | None:
    """The day as a note writes it, by the familiar's zone and clock; None where none was given."""
    setup = opened.parts.setup
    return None if text is None else written_day(text, setup.settings.zone, setup.clock.now())
