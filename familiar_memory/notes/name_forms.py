"""In which spellings a name may stand in a note: as it is, marked up, as the name of a file."""

from __future__ import annotations

from familiar_memory.domain.text.file_names import file_name
from familiar_memory.knowledge.duplicates import normalised
from familiar_memory.markdown.aliases import clean_alias

__all__ = ["name_forms"]


def name_forms(written: str) -> frozenset[str]:
    """A name as it is, without what marks it up, and as the name of a file.

    A writer's name may hold such signs, and its file is called after it as it is.
    """
    name = clean_alias(written.replace("~~", ""))
    forms = (written, name, file_name(name), file_name(written))
    return frozenset(filter(None, map(normalised, forms)))
