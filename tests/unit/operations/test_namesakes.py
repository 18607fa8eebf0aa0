"""Two people who are called the same, and lines that begin with a link to one of them."""

from __future__ import annotations

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.merging.known import find_equal, known_records


def _said(link: str, by: str | None, text: str = "let's go with the oak") -> Record:
    return Record(f"[[{link}]]: {text}", RecordFields(by=by, place="discord-lantern.tavern"))


def _equal_to(standing: Record, new: Record) -> bool:
    by = f", by:{standing.fields.by}" if standing.fields.by else ""
    line = f"- {standing.text} (2026-02-02, ref:t1{by}, in:discord-lantern.tavern)\n"
    return find_equal(known_records(parse_note(line)), new) is not None


def test_a_line_is_known_by_who_said_it_and_not_by_what_their_note_is_called() -> None:
    """A note of one of two namesakes may be called so because of talk that others do not know."""
    assert _equal_to(_said("Bex", "discord-7"), _said("Bex 2|Bex", "discord-7"))
    assert not _equal_to(_said("Bex", "discord-7"), _said("Bex", "discord-8"))
    assert not _equal_to(_said("Bex", "discord-7"), _said("Bex", "discord-7", "let's go home"))


def test_where_a_line_does_not_say_whose_it_is_its_link_does() -> None:
    """As in a session, where the link is all that there is."""
    assert _equal_to(_said("Bex", None), _said("Bex", "discord-7"))
    assert not _equal_to(_said("Bex", None), _said("Bex 2|Bex", "discord-7"))
