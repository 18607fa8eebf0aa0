"""An old version of a note, for those who may know today what it says: a pure rule.

What a person has narrowed since is as narrow in the past; what a person has deleted or
rewritten is the owner's alone. So an old line is for others only where the same words still
stand in today's note, struck or not, and for those who were meant then and are meant now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from familiar_memory.domain.memory.document import ParsedDocument, Passage
from familiar_memory.knowledge.audience import OWNER, narrowest
from familiar_memory.notes.went_into import with_merges

__all__ = ["told_now"]


def told_now(then: ParsedDocument, today: ParsedDocument | None) -> ParsedDocument:
    """A version with the audiences of today; `today` is None when the note is gone, or unread.

    What stands over the lines (title, headings, names) is what stands there today: a name
    that somebody has taken out of the title is not told again. Names and chunks, which follow
    from all this, are for `NoteParser.with_names` to make anew.
    """
    standing = _by_words(today)
    # Who may not know what a line went into any more learns nothing of it by when that was.
    passages = with_merges([_told(passage, standing) for passage in then.passages])
    over = _of_the_owner(then) if today is None else today
    return replace(
        then,
        title=over.title,
        context=over.context,
        names={},
        aliases=over.aliases,
        entity_kind=over.entity_kind,
        entity_names=over.entity_names,
        audience=over.audience,
        passages=passages,
        chunks=(),
        links=tuple(replace(one, audience=passages[one.passage].audience) for one in then.links),
    )


def _of_the_owner(gone: ParsedDocument) -> ParsedDocument:
    """What stood over the lines of a note that is gone: its names are nobody else's now."""
    aliases = tuple(replace(alias, audience=OWNER) for alias in gone.aliases)
    return replace(gone, aliases=aliases, audience=OWNER)


def _told(passage: Passage, standing: Mapping[str, Sequence[Passage]]) -> Passage:
    same = _best(passage, standing.get(_words(passage), ()))
    if same is None:
        return replace(passage, audience=OWNER)
    audience = narrowest((passage.audience, same.audience))
    return replace(passage, audience=audience, heading=same.heading)


def _best(passage: Passage, same: Sequence[Passage]) -> Passage | None:
    """Of the lines of today with these words, the one that it has become.

    Its own id or its own turn decides; else any of them will do that leaves it to as many,
    for its words are shown there anyway. That it had no id then says nothing: a line gets one
    when another takes its place.
    """
    own = _own_id(passage)

    def rank(one: Passage) -> tuple[bool, bool, bool, bool]:
        audience = narrowest((passage.audience, one.audience))
        return (
            own is not None and _own_id(one) != own,
            (one.place, one.refs) != (passage.place, passage.refs),
            audience != passage.audience,
            audience == OWNER,
        )

    return min(same, key=rank, default=None)


def _own_id(passage: Passage) -> str | None:
    """The id that its line says itself; one that is made of its words says no more than they do."""
    record_id = passage.record_id
    return None if record_id is None or record_id.startswith("~") else record_id


def _by_words(today: ParsedDocument | None) -> dict[str, list[Passage]]:
    found: dict[str, list[Passage]] = {}
    for passage in today.passages if today is not None else ():
        found.setdefault(_words(passage), []).append(passage)
    return found


def _words(passage: Passage) -> str:
    return " ".join(passage.text.split())
