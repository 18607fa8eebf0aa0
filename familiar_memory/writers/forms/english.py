"""Plain forms in which people state facts about themselves in English, as a table.

A row says: this wording gives this predicate, and what was caught as `o` is its
object. Where a wording begins is judged in `asserted`: "if I worked", "she says I live"
and "do I work" never become facts.
"""

from __future__ import annotations

from familiar_memory.writers.forms.english_life import BIRTH_FORMS, HOME_FORMS, WORK_FORMS
from familiar_memory.writers.forms.english_people import PEOPLE_FORMS
from familiar_memory.writers.forms.english_taste import SKILL_FORMS, TASTE_FORMS
from familiar_memory.writers.forms.form import Form

__all__ = ["ENGLISH_FORMS"]

ENGLISH_FORMS: tuple[Form, ...] = (
    *WORK_FORMS,
    *HOME_FORMS,
    *BIRTH_FORMS,
    *PEOPLE_FORMS,
    *TASTE_FORMS,
    *SKILL_FORMS,
)
"""Every row, in the order in which facts of one sentence are reported."""
