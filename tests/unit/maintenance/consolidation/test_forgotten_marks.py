"""No digest of a memory outlives it, and whoever took two apart has them so when others go."""

from hashlib import sha256

import pytest
from merging_nights import NOTE, Merging, line

from familiar_memory.assembly.erasing.merge_marks import ForgottenMarks
from familiar_memory.domain.erasure import Erasure
from familiar_memory.store.base import Cause

OTHER = "people/discord-7.md"
SHORT = "Paints the garden door with Bex"
FULL = f"{SHORT} tonight"
GONE = Erasure(texts=("whatever",))


@pytest.fixture
def eraser(tree):
    """Of the marks of that tree."""
    return ForgottenMarks(tree.history, tree.store, tree.register)


def marks(tree: Merging) -> set[str]:
    """All of merging."""
    return {
        name
        for kind in ("merged ", "not merged ", "merge unread ")
        for name in tree.history.watermarks_like(kind)
    }


def taken_apart(tree: Merging, path: str) -> None:
    """Two memories of a note are made one, and a person undoes it."""
    tree.write(line(SHORT), line(FULL, 2), path=path)
    assert tree.night(batch=path).counts == {"merged": 2, "added": 1}
    text = tree.text(path)
    assert "source:consolidation" in text
    tree.store.write_file(
        path, f"# Rowan\n\n## Life\n\n{line(SHORT)}\n{line(FULL, 2)}\n", cause=Cause("cli")
    )


def test_marks_of_what_was_forgotten_go_and_others_stay(tree, eraser):
    """So what a person took apart in one note stays so when another note goes."""
    taken_apart(tree, NOTE)
    before = marks(tree)
    taken_apart(tree, OTHER)
    assert len(marks(tree)) == 2 * len(before)
    assert eraser.erase(GONE) == 0
    tree.store.delete(OTHER, cause=Cause("cli"))
    assert eraser.residue(GONE) == ("1 marks of memories that are gone are there",)
    assert eraser.erase(GONE) == 1
    assert (marks(tree), eraser.residue(GONE)) == (before, ())
    assert tree.night(batch="next").counts == {}
    assert (tree.lines(), eraser.erase(Erasure())) == ([SHORT, FULL], 0)


def test_a_line_that_goes_takes_the_marks_that_name_it(tree, eraser):
    """Its note stays."""
    taken_apart(tree, NOTE)
    tree.write(line(FULL, 2))
    assert eraser.erase(GONE) == 1
    assert marks(tree) == set()


def test_a_night_drops_the_marks_of_lines_that_are_gone(tree):
    """They would grow for ever; a dry run drops none."""
    taken_apart(tree, NOTE)
    tree.write(line(FULL, 2))
    tree.night(batch="dry", dry=True)
    assert len(marks(tree)) == 1
    tree.night(batch="next")
    assert marks(tree) == set()


def test_marks_of_before_keep_memories_apart_until_something_is_forgotten(tree, eraser):
    """They are one digest of both, and nobody can tell of whom."""
    told = "\1".join(sorted((f"{NOTE}\0{SHORT}\0t1", f"{NOTE}\0{FULL}\0t2")))
    old = f"merged {sha256(told.encode()).hexdigest()[:24]}"
    tree.history.set_watermark(1, old)
    tree.write(line(SHORT), line(FULL, 2))
    assert tree.night().counts == {}
    assert marks(tree) == {old}
    assert eraser.erase(GONE) == 1
    assert marks(tree) == set()
