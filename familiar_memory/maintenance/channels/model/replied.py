"""What is made of a reply: only what its turns bear out, in the name of who said it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from familiar_memory.domain.talk.identity import Author
from familiar_memory.errors import InputError
from familiar_memory.knowledge.speech.bare_question import asks
from familiar_memory.llm.base import Completion
from familiar_memory.maintenance.channels.model.asking import RoomPage
from familiar_memory.maintenance.channels.model.reply_shape import (
    EndedItem,
    SettledItem,
    read_room_reply,
)
from familiar_memory.maintenance.channels.settled.endings import Ended, Open, open_lines
from familiar_memory.maintenance.channels.settled.shared_item import (
    SharedItem,
    SharedKind,
    words_settled,
)
from familiar_memory.maintenance.channels.settled.taken_back import as_meant
from familiar_memory.maintenance.of_talk.borne_out import is_what_was_said
from familiar_memory.markdown.audience.standing_lines import StandingLine
from familiar_memory.writers.model.made.quotation import STATED
from familiar_memory.writers.model.made.values import sentence_in_words
from familiar_memory.writers.policy.evidence import shares_a_word, stands_in
from familiar_memory.writers.text.sentences import mask_quotations, split_sentences
from familiar_memory.writers.text.utterance import Utterance

__all__ = ["items_replied", "beside_plain_words"]

_KINDS = {
    "decision": SharedKind.DECISION,
    "agreement": SharedKind.AGREEMENT,
    "action": SharedKind.ACTION,
}
_MOST_TURNS = 4
"""Messages that one line names."""


def items_replied(
    reply: Completion, page: RoomPage
) -> tuple[tuple[SharedItem, ...], tuple[Ended, ...]]:
    """What a reply says was settled, and what is over; what its turns do not bear out is left out.

    Raises:
        ModelReplyError: the reply cannot be used.
    """
    settled, ended = read_room_reply(reply)
    names = [author.label for author in _authors(page)]
    items = (_item(one, page, names) for one in settled)
    over = (_ended(one, page) for one in ended)
    found = tuple(one for one in items if one is not None)
    return found, tuple(dict.fromkeys(one for one in over if one is not None))


def beside_plain_words(
    replied: Iterable[SharedItem], by_form: Sequence[SharedItem]
) -> Iterator[SharedItem]:
    """What a reply adds to what plain words say of the same messages: their own words stand."""
    found = {(one.kind, ref) for one in by_form for ref in one.refs}
    for one in replied:
        if not any((one.kind, ref) in found for ref in one.refs):
            yield one


def _item(given: SettledItem, page: RoomPage, names: Sequence[str]) -> SharedItem | None:
    cited = [page.turns.get(name.strip()) for name in given.turns[:_MOST_TURNS]]
    said = [one for one in cited if one is not None]
    if not said or len(said) < len(cited):
        return None
    first = said[0]
    if page.people.get(given.speaker.strip()) != first.author.slug:
        return None
    if not _is_asserted(given.quote, first):
        return None
    try:
        text = sentence_in_words(given.text, "the text")
    except InputError:
        return None
    if not is_what_was_said(text, "\n".join(as_meant(one.words) for one in said), names):
        return None
    refs = tuple(dict.fromkeys(one.ref for one in said))
    return SharedItem(_KINDS[given.kind], first, text, text, refs, STATED)


def _ended(given: EndedItem, page: RoomPage) -> Ended | None:
    line, said = page.known.get(given.line.strip()), page.turns.get(given.turn.strip())
    if line is None or said is None or not _is_asserted(given.quote, said):
        return None
    if not shares_a_word(words_settled(line.record), as_meant(said.words)):
        return None
    return Ended(_as_open(line), said.slot.day)


def _as_open(line: StandingLine) -> Open:
    return open_lines((line,))[0]


def _is_asserted(quote: str, said: Utterance) -> bool:
    """Whether somebody says these words themselves, and neither only asks nor jests."""
    own = mask_quotations(as_meant(said.words))
    if not stands_in(quote, own):
        return False
    holding = [one for one in split_sentences(own) if stands_in(quote, one)]
    return not (holding and all(map(asks, holding)))


def _authors(page: RoomPage) -> Iterator[Author]:
    yield from {one.author.slug: one.author for one in page.turns.values()}.values()
