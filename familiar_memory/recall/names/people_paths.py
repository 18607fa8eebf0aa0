"""Where a person's notes are, and whose notes a path is."""

from __future__ import annotations

__all__ = ["person_path", "person_slug"]

_FOLDER, _END = "people/", ".md"


def person_path(slug: str) -> str:
    """Where a person's notes are."""
    return f"{_FOLDER}{slug}{_END}"


def person_slug(path: str | None) -> str | None:
    """Whose notes a path is; None when it is nobody's."""
    if path is None or not (path.startswith(_FOLDER) and path.endswith(_END)):
        return None
    slug = path[len(_FOLDER) : -len(_END)]
    return slug if slug and "/" not in slug else None
