"""Forms that are data: the rows of every language's `[forms]` table (`knowledge/languages`).

A row has a `predicate` and what is `said`, a pattern in which `<word>` stands for another of the
table's `words` and the group `o` catches the object. It may have a `trim` (by name, below), a
`template`, a `stance`, a `span`, what it `needs`, and be `loose`, `split`, `dated` or `opening`, as
`form.form` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.languages.wording import spelled
from familiar_memory.writers.forms import makings, objects
from familiar_memory.writers.forms.english import wording as say
from familiar_memory.writers.forms.form import Form, Stance, form
from familiar_memory.writers.forms.objects import Trim
from familiar_memory.writers.forms.regions import REGION
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import alternatives
from familiar_memory.writers.times.calendar_words import calendar_day, japanese_day

__all__ = ["TRIMS", "table_forms"]

TRIMS: Final[Mapping[str, Trim]] = {
    "thing": objects.any_thing,
    "taste": objects.taste,
    "avoided": objects.avoided,
    "favorite": objects.favorite,
    "typed": objects.as_typed,
    "listed": objects.listed,
    "name": objects.name,
    "own_name": objects.own_name,
    "home": objects.home,
    "allergen": objects.allergen,
    "place": objects.place_name,
    "employer": objects.employer,
    "group": makings.joined_group,
    "version": makings.version,
    "tool": makings.tool,
    "work": makings.work,
    "choice": makings.chosen_thing,
    "interest": makings.interest,
    "doing": makings.doing,
    "day": calendar_day,
    "japanese": objects.japanese_thing,
    "japanese_day": japanese_day,
}
"""How what was caught becomes an object, by the name that a row uses."""

_LISTED: Final[Mapping[str, str]] = {
    "instrument": alternatives(lexicon.INSTRUMENTS),
    "tongue": say.LANGUAGE,
    "diet": alternatives(lexicon.DIETS),
    "region": REGION,
    "dayofyear": say.DAY.replace("?P<o>", "?:"),
}
"""Words of a pattern that stand for the writer's own lists; a table's own go before them."""


@lru_cache(maxsize=1)
def table_forms() -> tuple[Form, ...]:
    """Every row of every language, in the order of the tables."""
    return tuple(row for table in language_tables("forms").values() for row in _rows(table))


def _rows(table: Mapping[str, Any]) -> Iterator[Form]:
    words: Mapping[str, str] = {**_LISTED, **table.get("words", {})}
    for row in table.get("rows", ()):
        made = form(
            row["predicate"],
            spelled(row["said"], words),
            TRIMS[row.get("trim", "thing")],
            template=row.get("template", "{o}"),
            stance=Stance(row.get("stance", Stance.HOLDS)),
            span=row.get("span", 1),
            loose=row.get("loose", False),
            split=row.get("split", False),
        )
        yield replace(
            made,
            dated=row.get("dated", False),
            opening=row.get("opening", False),
            needs=spelled(row.get("needs", ""), words),
        )
