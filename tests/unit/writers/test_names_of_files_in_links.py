"""What a file is called stands in links of lines: no sign of it is escaped there."""

from __future__ import annotations

import pytest

from familiar_memory.domain.memory.record import Record
from familiar_memory.domain.text.file_names import file_name
from familiar_memory.markdown.record.line import render_record


@pytest.mark.parametrize(
    "name", ["~~Rowan~~", "R~~wan", "~R~", "Rowan (#tavern)", "_R_ *o*", "=R="]
)
def test_a_link_to_a_note_of_any_name_is_written_as_the_file_is_called(name: str) -> None:
    """Obsidian knows no escapes in links."""
    text = f"[[{file_name(name)}]]: hello"
    assert render_record(Record(text)) == f"- {text}"
