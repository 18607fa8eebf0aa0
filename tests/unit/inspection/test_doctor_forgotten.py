"""Doctor says that a forgetting was cut off, and that the list of the refused is damaged."""

from __future__ import annotations

from doctor_findings import findings

from familiar_memory.assembly.erasing.pending import PENDING_FILE, PendingErasure
from familiar_memory.domain.erasure import Erasure


def _found(new_familiar, tmp_path, edit):
    def in_folder(people):
        edit(people.parent.parent)

    return findings(new_familiar, tmp_path / "home", check="forgotten", edit=in_folder)


def test_a_familiar_that_has_forgotten_nothing_has_no_finding(new_familiar, tmp_path):
    """Nor one in which everything is gone."""
    assert _found(new_familiar, tmp_path, lambda folder: None) == []


def test_what_was_cut_off_is_found_with_what_ends_it(new_familiar, tmp_path):
    """It was begun by a process that died."""

    def begin(folder):
        PendingErasure(folder).write(Erasure(texts=("moved to Oban",)))

    (finding,) = _found(new_familiar, tmp_path, begin)
    assert "not wholly gone" in finding.what
    assert "--again" in finding.mend
    assert "Oban" not in finding.what


def test_what_cannot_be_read_is_found(new_familiar, tmp_path):
    """What was to go has to be said again."""

    def damage(folder):
        (folder / PENDING_FILE).write_text("{", "utf-8")

    (finding,) = _found(new_familiar, tmp_path, damage)
    assert PENDING_FILE in finding.what


def test_a_lost_key_is_found(new_familiar, tmp_path):
    """Nobody could be recorded then, and nobody would know why."""

    def lose(folder):
        (folder / "forgotten.json").write_text('{"version": 1, "people": []}', "utf-8")

    (finding,) = _found(new_familiar, tmp_path, lose)
    assert "forgotten.key" in finding.what
