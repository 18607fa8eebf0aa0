"""What the files of a batch that was cut off are to hold, by cases."""

from __future__ import annotations

from familiar_memory.store.change.batch.settling import (
    BatchFile,
    Version,
    roll_back,
    roll_forward,
)

OLD, NEW = b"one\ntwo\n", b"one\nTWO\n"


def _file(path: str, stands: bytes | None, **known: bool) -> BatchFile:
    return BatchFile(path, Version.of(OLD), Version.of(NEW), stands, **known)


def test_a_file_that_was_edited_after_its_change_keeps_the_edit() -> None:
    """The one behind it was changed, so it was too: even where nothing of the change is left."""
    for edited in (b"one\nTWO\nthree\n", b"all new\n"):
        files = [_file("a.md", edited), _file("b.md", NEW)]
        assert roll_forward(files) == {}


def test_a_file_that_was_edited_before_its_change_gets_it_too() -> None:
    """Merged into what was saved; where both touch the same lines, the batch goes back."""
    changed = _file("a.md", NEW)
    saved = _file("b.md", b"zero\none\ntwo\n", seems_untouched=True)
    assert roll_forward([changed, saved]) == {"b.md": b"zero\none\nTWO\n"}
    clash = [changed, _file("b.md", b"one\n2\n", seems_untouched=True)]
    assert roll_forward(clash) is None
    assert roll_back(clash) == {"a.md": OLD}


def test_where_nobody_can_tell_whether_it_was_changed_the_batch_goes_back() -> None:
    """What lay beside the file would have told."""
    files = [_file("a.md", NEW), _file("b.md", b"one\n2\n")]
    assert roll_forward(files) is None
    assert roll_back(files) == {"a.md": OLD}


def test_a_batch_of_which_nothing_was_made_is_not_made() -> None:
    """Whoever asked for it may have been told that it failed."""
    files = [_file("a.md", OLD), _file("b.md", OLD)]
    assert roll_forward(files) is None
    assert roll_back(files) == {}
