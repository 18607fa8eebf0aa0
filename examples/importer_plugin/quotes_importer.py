"""A CSV of quotes (`topic,quote,said_by,day`) as notes: one a topic, one bullet a quote."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.domain.text.slugs import title_slug
from familiar_memory.errors import InputError
from familiar_memory.markdown.change.edit import append_records, new_note
from familiar_memory.markdown.record.line import render_record
from familiar_memory.transfer.importer import NoteFile

_COLUMNS = ["topic", "quote", "said_by", "day"]


@dataclass(frozen=True, slots=True)
class QuotesImporter:
    """Reads one format. What `--set audience=…` may change is a field."""

    audience: str = "everyone"
    name = "quotes"
    describe = "a CSV of quotes: topic, quote, said_by, day"

    def detect(self, path: Path) -> bool:
        """A cheap look at the first line; it never raises."""
        try:
            with path.open("rb") as file:
                return file.readline(1_000).decode("utf-8").rstrip("\r\n").split(",") == _COLUMNS
        except (OSError, UnicodeDecodeError):
            return False

    def read(self, path: Path) -> Iterator[NoteFile]:
        """One note a topic, in the order in which topics first appear."""
        topics: dict[str, list[str]] = {}
        try:
            with path.open(encoding="utf-8", newline="") as file:
                for number, row in enumerate(csv.DictReader(file, strict=True), 1):
                    line = self._line(row, f"{path}, quote {number}")
                    topics.setdefault(row["topic"], []).append(line)
        except (OSError, UnicodeDecodeError, csv.Error) as problem:
            raise InputError(f"{path} cannot be read: {problem}", "CSV in UTF-8") from problem
        for topic, lines in topics.items():
            text = append_records(new_note(topic), "Quotes", lines)
            yield NoteFile(f"topics/{title_slug(topic)}.md", text)

    def _line(self, row: dict[str, str], location: str) -> str:
        try:
            day = date.fromisoformat(row["day"])
            words = f"“{row['quote']}” ({row['said_by']})"
        except (KeyError, TypeError, ValueError):
            accepted = f"{', '.join(_COLUMNS)}, the day as YYYY-MM-DD"
            raise InputError(f"{location} is not whole, or has no day", accepted) from None
        return render_record(Record(words, RecordFields(learned=day, place=self.audience)))
