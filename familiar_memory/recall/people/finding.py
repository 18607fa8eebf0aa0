"""Who matters to a request: who speaks and is answered, was heard lately, is named, is the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from familiar_memory.domain.question.context import Decision, Disposition, RecallRequest
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.talk.turn import Role
from familiar_memory.domain.tree import CONVERSATION, note_of_person
from familiar_memory.history.base import HistoryReader
from familiar_memory.index.base import Index
from familiar_memory.knowledge.audience import permits
from familiar_memory.recall.names.learned import LearnedNames, names_of_authors, possible_names
from familiar_memory.recall.names.mentions import NameBook
from familiar_memory.recall.names.name_books import NameBooks
from familiar_memory.recall.people.tier import Person, Tier
from familiar_memory.recall.ranking.masks.filters import Filters
from familiar_memory.recall.ranking.masks.remembered import visible_rows
from familiar_memory.recall.search.fresh_facts import FreshFacts
from familiar_memory.recall.settings import RecallSettings
from familiar_memory.recall.twins import linking_to

__all__ = ["NAMED", "SPEAKS", "STEP", "PeopleFinder", "present"]

STEP = "people"
"""How the trace calls what is decided about people."""
SPEAKS = "speaks"
NAMED = "is named"
_TALK = frozenset({CONVERSATION})


def present(request: RecallRequest) -> Iterator[Person]:
    """Who speaks, then those who wrote the turns being answered."""
    if request.author is not None:
        yield Person(request.author.slug, SPEAKS)
    for turn in request.pending_turns:
        if turn.role is Role.USER:
            yield Person(turn.author.slug, "wrote a turn being answered")


class PeopleFinder:
    """Finds those who are not present; half of them is better than none, so each way is a step."""

    def __init__(
        self,
        history: HistoryReader,
        index: Index,
        facts: FreshFacts,
        names: NameBooks,
        settings: RecallSettings,
        called: LearnedNames | None = None,
    ) -> None:
        """`called` learns what people are called by others."""
        self._history = history
        self._index = index
        self._facts = facts
        self._names = names
        self._settings = settings
        self._called = called or LearnedNames()

    def heard_lately(self, tier: Tier) -> None:
        """Add those last heard in the place.

        Raises:
            HistoryError: the history cannot be read.
        """
        place, limit = tier.occasion.request.place, self._settings.recent_authors
        if place is not None and limit:
            heard = self._history.recent_distinct_authors(place, limit)
            tier.add(Person(one.slug, "was heard here lately") for one in heard)

    def named(self, tier: Tier, stop: Stop) -> None:
        """Add those whom the text names, as far as the viewer may know their names.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        with self._index.stoppable(stop):
            book = self._names.for_viewer(tier.occasion.viewer)
        for mention in book.find(tier.occasion.request.text, self._settings.excluded_words):
            if len(mention.slugs) > 1:
                bearers = ", ".join(mention.slugs)
                tier.decisions.append(Decision(STEP, mention.name, Disposition.AMBIGUOUS, bearers))
            tier.add(Person(slug, f"{NAMED}: {mention.name}") for slug in mention.slugs)

    def called(self, tier: Tier, stop: Stop) -> None:
        """Add those whom the text calls as others do, by names that nobody bears.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        occasion, request = tier.occasion, tier.occasion.request
        with self._index.stoppable(stop):
            snapshot = self._index.snapshot()
            if not (possible := possible_names(snapshot, request.text)):
                return
            filters = Filters(occasion.now, sources=_TALK, as_of=request.as_of)
            masks = visible_rows(snapshot, occasion.viewer, filters)
            learned = self._called.of(
                snapshot,
                masks,
                possible,
                names_of_authors(snapshot, masks),
                lambda: self._index.aliases(lambda audience: permits(occasion.viewer, audience)),
            )
        book = NameBook.of({one.name: (one.slug,) for one in learned.values()})
        for mention in book.find(request.text, self._settings.excluded_words):
            why = f"{NAMED}: {mention.name}, as others call them"
            tier.add(Person(slug, why) for slug in mention.slugs)
            # Also of who is there for another reason: the page has to say who is meant.
            tier.called |= dict.fromkeys(mention.slugs, mention.name)

    def same_as(self, slugs: Sequence[str], tier: Tier, stop: Stop) -> None:
        """Look whose notes say to be the same person as one of these.

        Raises:
            IndexUnavailableError: the index cannot be read.
        """
        occasion = tier.occasion
        tier.nameable |= occasion.nameable(map(note_of_person, slugs))
        tier.linking |= linking_to(self._facts, slugs, occasion.viewer, occasion.now, stop)
