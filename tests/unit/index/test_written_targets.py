"""How the facts of an index write the notes that they lead to."""

from __future__ import annotations

from familiar_memory.domain.memory.changed import ChangeCursor
from familiar_memory.index.arrays.written_targets import WrittenTargets

ROWAN, BEX = "people/discord-1.md", "people/discord-2.md"


class _Rows:
    """Facts that lead to three targets, and a tree that says where they lead."""

    def __init__(self):
        self.version, self.sequence = 1, 1
        self.leads = {"people/Rowan.md": ROWAN}
        self.written = ["people/Rowan.md", ROWAN, "topics/tea.md"]
        self.looked_up = []
        self.meanwhile = lambda: None
        self.targets = WrittenTargets(
            self, lambda: list(self.written), lambda: ChangeCursor("one", self.sequence)
        )

    def resolve(self, target):
        self.looked_up.append(target)
        found = self.leads.get(target, target)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        return found


def test_a_target_is_looked_up_once_while_no_link_leads_elsewhere():
    """Also after the index has changed: a turn that is recorded changes no link."""
    rows = _Rows()
    assert rows.targets.of([ROWAN]) == ["people/Rowan.md", ROWAN]
    rows.sequence, rows.written = 2, [*rows.written, "people/Bex.md"]
    rows.leads["people/Bex.md"] = BEX
    assert rows.targets.of([BEX, "topics/none.md"]) == ["people/Bex.md"]
    assert rows.looked_up == ["people/Rowan.md", ROWAN, "topics/tea.md", "people/Bex.md"]


def test_a_link_that_leads_elsewhere_is_looked_up_anew():
    """A note was renamed, and the index has not changed."""
    rows = _Rows()
    assert rows.targets.of([ROWAN]) == ["people/Rowan.md", ROWAN]
    rows.version, rows.leads = 2, {"people/Rowan.md": BEX}
    assert rows.targets.of([BEX]) == ["people/Rowan.md"]
    assert rows.targets.of([ROWAN]) == [ROWAN]


def test_what_was_looked_up_before_a_change_is_not_kept_for_after_it():
    """The tree changes while the first target is looked up."""
    rows = _Rows()

    def changed():
        rows.version, rows.leads = 2, {"people/Rowan.md": BEX}
        rows.targets.of([BEX])

    rows.meanwhile = changed
    rows.targets.of([ROWAN])
    assert rows.targets.of([BEX]) == ["people/Rowan.md"]
