"""A line that goes from a note: what hung below it is for nobody else than before."""

from __future__ import annotations

from dataclasses import replace

from familiar_memory.errors import EditError
from familiar_memory.knowledge.audience import permits
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.markdown.change.removal import remove_record
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.draft import Draft
from familiar_memory.operations.merging.named.changing import restore_record
from familiar_memory.operations.merging.named.finding import audiences_in, find_line, named_lines
from familiar_memory.operations.named.proposals import DeleteRecord, RestoreRecord
from familiar_memory.operations.touched import Touch

__all__ = ["delete_record"]


def delete_record(draft: Draft, operation: DeleteRecord) -> str | None:
    """Take a line out; None. What was merged into it comes back, unless it is not to.

    Raises:
        EditError: it cannot be taken out by itself.
        RuledOutError: it is not there.
    """
    found = find_line(draft, operation)
    draft.touched(Touch.REMOVED, found.record, found.id)
    if operation.restores and found.record.id is not None:
        for one in named_lines(draft):
            if one.record.fields.into == found.record.id and permits(draft.viewer, one.audience):
                restore_record(draft, RestoreRecord(operation.path, one.id, found.record.id))
        found = find_line(draft, operation)
    _keep_apart(draft, found)
    found = find_line(draft, operation)
    draft.set_text(remove_record(draft.text, found.line, found.record, path=draft.lines.path))
    return None


def _keep_apart(draft: Draft, found: StandingLine) -> None:
    """Have what hangs below a line say for whom it is, where that would change without the line.

    Raises:
        EditError: it cannot say so.
    """
    for _ in range(len(named_lines(draft)) + 1):
        changed = _first_changed(draft, found)
        if changed is None:
            return
        if changed.record.fields.place is not None:
            break
        said = replace(changed.record.fields, place=changed.audience)
        amended = replace(changed.record, fields=said)
        draft.amend(changed.record, amended, line=changed.line)
    raise EditError(
        f"line {found.line} can't be taken out: others would know what hangs below it",
        "move or delete first what hangs below it",
    )


def _first_changed(draft: Draft, found: StandingLine) -> StandingLine | None:
    """The first line that would be for others if this one went; None where none would."""
    path = draft.lines.path
    before = audiences_in(draft, draft.text)
    below = {
        block.ordinal
        for block in parse_note(draft.text, draft.vocabulary, path).blocks
        if block.parent == found.ordinal
    }
    lines = {one.ordinal: one for one in named_lines(draft)}
    unsaid = [at for at in sorted(below) if at in lines and lines[at].record.fields.place is None]
    try:
        text = remove_record(draft.text, found.line, found.record, path=path)
    except EditError:
        if unsaid:
            return lines[unsaid[0]]
        raise
    after = audiences_in(draft, text)
    del before[found.ordinal]
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        ordinal = at + (at >= found.ordinal)
        if ordinal not in lines:
            raise EditError(
                f"line {found.line} can't be taken out: others would know what hangs below it",
                "move or delete first what hangs below it",
            )
        return lines[ordinal]
    return None
