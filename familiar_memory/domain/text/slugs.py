"""Names for files and tails, made from platform ids so that two ids never share one."""

from __future__ import annotations

import hashlib
import re
import unicodedata

__all__ = [
    "LONGEST_SLUG",
    "component",
    "digested",
    "is_bare_slug",
    "platform_slug",
    "readable",
    "title_slug",
    "without_digests",
]

_PLAIN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_RUNS = re.compile(r"[^a-z0-9]+")
LONGEST_SLUG = 64
"""Characters. A file system allows 255 bytes a name; a slug is ASCII, and a suffix may follow
it."""
_DIGEST_LENGTH = 10
"""40 bits: among a million names that are cut alike, two would meet with a chance of a third."""
_DIGEST = re.compile(rf"--[0-9a-f]{{{_DIGEST_LENGTH}}}(?=-|\.|\Z)")


def component(raw: str) -> str:
    """Turn one platform id into a piece of a file name, without ever merging two ids.

    An id that is already plain (lower-case ASCII words joined by single hyphens)
    stays as it is. Any other id keeps what is readable of it and gets `--` and a
    digest of the original; a plain id never holds `--`, so the two cannot meet.
    """
    if _PLAIN.fullmatch(raw) and len(raw) <= LONGEST_SLUG:
        return raw
    return digested(raw)


def digested(raw: str) -> str:
    """What is readable of an id, then `--` and ten hex digits of its digest."""
    digest = hashlib.blake2b(raw.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    stem = readable(raw)[: LONGEST_SLUG - _DIGEST_LENGTH - 2].rstrip("-")
    return f"{stem or 'x'}--{digest[:_DIGEST_LENGTH]}"


def platform_slug(raw: str) -> str:
    """The first piece of a slug; a hyphen in it would blur where the platform ends."""
    return digested(raw) if "-" in raw else component(raw)


def readable(raw: str) -> str:
    """Lower-case ASCII words joined by hyphens; may be empty, may merge."""
    folded = unicodedata.normalize("NFKD", raw).encode("ascii", "ignore").decode()
    return _RUNS.sub("-", folded.casefold()).strip("-")


def without_digests(slug: str) -> str:
    """What a reader can read of a slug: `twitch-moss-lady` of `twitch-moss-lady--0a1b2c3d4e`."""
    return _DIGEST.sub("", slug)


def is_bare_slug(title: str, slug: str) -> bool:
    """Whether the title of a person's note only repeats a slug such as `discord-42`.

    A note that a person called after somebody (`Bex.md`, `Rowan Kerr.md`) bears a name: a slug
    is made of a platform and an id, in small letters; a number is no name either.
    """
    is_id = _PLAIN.fullmatch(title) is not None and ("-" in title or title.isdigit())
    return is_id and title == without_digests(slug)


def title_slug(title: str) -> str:
    """Name a note after its title; a title without ASCII words keeps its own script."""
    if slug := readable(title)[:LONGEST_SLUG].strip("-"):
        return slug
    kept = "".join(c if c.isalnum() else "-" for c in unicodedata.normalize("NFKC", title))
    return "-".join(filter(None, kept.split("-")))[:24] or component(title)
