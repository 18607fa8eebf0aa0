"""Small files that are their owner's alone: what is being erased, and who is not to be kept."""

from __future__ import annotations

import pytest

from familiar_memory.assembly.erasing.pending import PENDING_FILE, PendingErasure
from familiar_memory.domain.erasure import Erasure
from familiar_memory.store.disk.filesystem import FileSystem
from familiar_memory.store.disk.private_file import write_private

GONE = Erasure(texts=("Rowan moved to Oban",))


def test_what_is_being_erased_is_readable_by_its_owner_alone(tmp_path):
    """It repeats what is to go; also where a killed process left a draft that all may read."""
    draft = tmp_path / f"{PENDING_FILE}.draft"
    draft.write_text("half")
    draft.chmod(0o644)
    PendingErasure(tmp_path).write(GONE)
    assert (tmp_path / PENDING_FILE).stat().st_mode & 0o777 == 0o600
    assert PendingErasure(tmp_path).read() == GONE
    assert [file.name for file in tmp_path.iterdir()] == [PENDING_FILE]


def test_what_is_being_erased_is_on_the_disk_before_anything_is_erased(tmp_path, monkeypatch):
    """The name of a file is lasting when its folder is."""
    synced = []
    monkeypatch.setattr(FileSystem, "sync_directory", lambda _, folder: synced.append(folder))
    PendingErasure(tmp_path).write(GONE)
    assert synced == [str(tmp_path)]


def test_whoever_cannot_write_leaves_what_stood_there(tmp_path, monkeypatch):
    """The new bytes take the place of the old when all of them are on the disk."""
    file = tmp_path / "forgotten.json"
    write_private(file, b"old")

    def refused(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("familiar_memory.store.disk.private_file.os.fsync", refused)
    with pytest.raises(OSError, match="No space"):
        write_private(file, b"new")
    assert file.read_bytes() == b"old"
