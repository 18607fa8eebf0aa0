"""Who said something: a person on a platform, known by an id that never changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from familiar_memory.domain.given import as_texts, check_text
from familiar_memory.domain.talk.ids import as_id
from familiar_memory.domain.text.slugs import component, platform_slug
from familiar_memory.errors import InputError

__all__ = ["Author"]


@dataclass(frozen=True, slots=True, init=False)
class Author:
    """A person on one platform; names may change, `platform` and `user_id` may not.

    An integer `user_id`, as Discord's libraries give it, is taken as its digits. There is no
    default: what is remembered of all who have no id would be remembered of one person.

    Raises:
        InputError: an id is neither a text nor an integer, or empty, or a name is not a text.
    """

    platform: str
    user_id: str
    display_name: str | None
    username: str | None
    aliases: tuple[str, ...]

    def __init__(
        self,
        platform: str | int,
        user_id: str | int,
        display_name: str | None = None,
        username: str | None = None,
        aliases: Iterable[str] = (),
    ) -> None:
        object.__setattr__(self, "platform", _given(platform, "an author's platform"))
        object.__setattr__(self, "user_id", _given(user_id, "an author's user_id"))
        check_text(display_name, "an author's display_name", optional=True)
        object.__setattr__(self, "display_name", display_name)
        check_text(username, "an author's username", optional=True)
        object.__setattr__(self, "username", username)
        object.__setattr__(self, "aliases", as_texts(aliases, "an author's aliases"))

    @property
    def canonical_key(self) -> str:
        """The identity itself, `platform:user_id`."""
        return f"{self.platform}:{self.user_id}"

    @property
    def slug(self) -> str:
        """Who they are in notes (`id:`, `by:`); distinct people never share one.

        `discord` and `123` give `discord-123`. What a file name cannot hold (capitals, underscores,
        other scripts) adds `--` and a digest.
        """
        return f"{platform_slug(self.platform)}-{component(self.user_id)}"

    @classmethod
    def of_slug(cls, slug: str) -> Author | None:
        """The author with this slug; None if the id cannot be read back from it."""
        platform, _, user_id = slug.partition("-")
        if not (platform.strip() and user_id.strip()):
            return None
        author = cls(platform, user_id)
        return author if author.slug == slug else None

    @property
    def label(self) -> str:
        """What to call them: display name, else username, else the id."""
        return self.display_name or self.username or self.user_id

    @property
    def known_names(self) -> tuple[str, ...]:
        """Every name seen, without repeats: display name, username, aliases."""
        names = (self.display_name, self.username, *self.aliases)
        return tuple(dict.fromkeys(n.strip() for n in names if n and n.strip()))


def _given(value: object, what: str) -> str:
    found = as_id(value, what)
    if not found.strip():
        raise InputError(
            f"{what} is empty",
            'who it is on their platform, the same in every room and thread: Author("discord",'
            ' "284619350177841152")',
        )
    return found
