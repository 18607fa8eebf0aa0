"""What `familiar undo` says: of a conflict nothing that sounds as if it had been done."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

from review_desk import Desk
from rich.text import Text

from familiar_memory.interfaces.cli.notes.undo_view import show_plan
from familiar_memory.store.base import Cause
from familiar_memory.store.undo.plan import PlannedFile, UndoPlan, UndoWay, plan_undo


class _Out:
    """What was printed."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def print(self, text: str | Text) -> None:
        self.lines.append(str(text))

    def notice(self, text: str, style: str = "") -> None:
        self.lines.append(text)


def test_of_a_conflict_no_note_is_said_to_lose_anything(tmp_path: Path) -> None:
    """Two notes were changed together, and one of them has gone on since."""
    with Desk(tmp_path) as desk:
        for path in ("people/Wren.md", "people/Ivo.md"):
            desk.store.write_file(path, "- sings\n", cause=Cause("curation", batch="night"))
        desk.store.write_file("people/Ivo.md", "- sang\n", cause=Cause("tool"))
        out = _Out()
        show_plan(plan_undo(desk.store, desk.journal, "night"), UTC, out, dry_run=False)  # type: ignore[arg-type]
    assert not [line for line in out.lines if line.startswith("  people/")]
    assert out.lines[-1].startswith("nothing was changed")


def test_a_list_that_stays_is_said_to_stay(tmp_path: Path) -> None:
    """What was decided there is nobody's to take back with the night."""
    with Desk(tmp_path) as desk:
        kept = PlannedFile("review.md", b"x", b"x", UndoWay.KEPT)
        out = _Out()
        show_plan(UndoPlan(desk.store, "night", (), (kept,), ()), UTC, out, dry_run=False)  # type: ignore[arg-type]
    assert out.lines[0] == "  review.md stays as it is: what was decided there stays decided"
