"""Lore that comes in by its keys, beside what is found by search: see `lore.activation`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo

from familiar_memory.domain.memory.lore import LoreEntry, LorePosition
from familiar_memory.domain.question.context import Contribution, Decision, Disposition, Layer
from familiar_memory.domain.stop import Stop
from familiar_memory.domain.tree import MEMORY, trust_of
from familiar_memory.history.base import HistoryReader
from familiar_memory.lore.activation.compiled import CompiledLore
from familiar_memory.lore.activation.outcome import Activated, Activation
from familiar_memory.lore.activation.scan import activate
from familiar_memory.lore.activation.settings import Scene
from familiar_memory.recall.layout import LORE, LORE_PLACES, PRIORITIES, SIZES
from familiar_memory.recall.lore.card_texts import card_tags, source_texts
from familiar_memory.recall.lore.library import LoreLibrary
from familiar_memory.recall.lore.settings import LoreSettings
from familiar_memory.recall.lore.talk import LorePast, talk_of
from familiar_memory.recall.page.block import render_block
from familiar_memory.recall.page.macros import SOMEBODY, Macros
from familiar_memory.recall.page.outlets import shown_by_outlets
from familiar_memory.recall.parts.persona import Persona
from familiar_memory.recall.provider import Occasion, Outlet, Page, Shown
from familiar_memory.recall.search.fresh_look import FreshLook
from familiar_memory.store.base import NoteReader

__all__ = ["LoreProvider"]

_ATTEMPTS = 3
"""Entries that were edited while they were read are read again; no editor saves three times
meanwhile."""
_MOST_PASSED = 20
"""So many entries that nearly came are named; a big book has hundreds."""


class LoreProvider:
    """Asks the books what the newest messages of the place bring."""

    source = LORE

    def __init__(
        self,
        library: LoreLibrary,
        store: NoteReader,
        history: HistoryReader,
        look: FreshLook,
        persona: Persona,
        zone: tzinfo,
        settings: LoreSettings,
    ) -> None:
        """Where the settings have activation off, it only tells which books are silent."""
        self._library = library
        self._store = store
        self._history = history
        self._look = look
        self._card = persona.card
        self._name = persona.name
        self._zone = zone
        self._settings = settings
        self._past = LorePast()

    def load(self, occasion: Occasion, page: Page, stop: Stop) -> None:
        """One contribution an entry, as its note is now; outlets for the card."""
        stale: frozenset[str] = frozenset()
        activation = Activation()
        copies: Mapping[str, str] = {}
        for _ in range(_ATTEMPTS):
            view = self._library.of(occasion.viewer, occasion.now)
            if view is None:
                return
            stop.check()
            copies = view.copies
            if not self._settings.activation:
                page.decisions += _silent(copies)
                page.show(Shown(copies=copies))
                return
            activation = self._activation(view.lore, occasion, stop)
            told = {one.entry.path for one in activation.entries}
            stale = frozenset(
                path for path in told if not self._look.is_still(path, view.digests[path])
            )
            if not self._look.refresh({(MEMORY, path) for path in stale}):
                break
        _put_on(page, activation, stale, copies)

    def _activation(self, lore: CompiledLore, occasion: Occasion, stop: Stop) -> Activation:
        request = occasion.request
        author = None if occasion.viewer.is_broadcast else request.author
        talk = talk_of(request, self._history, lore, self._name)
        expand = self._macros(SOMEBODY if author is None else author.label, occasion).expand
        wanted = frozenset(source for one in lore.entries for source in one.entry.sources)
        asks_for_tags = any(one.entry.character_tags for one in lore.entries)
        scene = Scene(
            talk.messages,
            source_texts(self._store, self._card, wanted, occasion.viewer, expand),
            expand,
            character=self._name,
            also_called=(self._card.name, self._card.file),
            tags=card_tags(self._card) if asks_for_tags else (),
            length=talk.length,
            replies=sum(message.is_reply for message in talk.messages),
            budget_tokens=self._budget(occasion),
        )
        effects = None
        if lore.is_timed and talk.turns and request.place is not None:
            effects = self._past.effects(
                lore,
                talk,
                request.place.slug,
                scene,
                lambda user: self._macros(user, occasion).expand,
                stop,
            )
        return activate(lore, scene, effects)

    def _macros(self, user: str, occasion: Occasion) -> Macros:
        return Macros(self._name, user, occasion.now.astimezone(self._zone))

    def _budget(self, occasion: Occasion) -> int:
        request = occasion.request
        budget = self._settings.budget_tokens or SIZES[request.mode][LORE]
        if request.budget is not None:
            budget = min(budget, request.budget * self._settings.budget_percent // 100)
        return budget


def _put_on(
    page: Page, activation: Activation, stale: frozenset[str], copies: Mapping[str, str]
) -> None:
    told = [one for one in activation.entries if one.entry.path not in stale]
    placed = [o for o in told if o.content.strip() and o.entry.position in LORE_PLACES]
    # The deeper, the earlier; the order among entries of one depth stays.
    placed.sort(key=lambda one: -one.entry.depth if _is_deep(one.entry) else 0)
    page.contributions += map(_contribution, placed)
    page.decisions += (*map(_kept, told), *_silent(copies), *_not_kept(activation))
    page.degraded += _degraded(stale)
    page.outlets = tuple(_outlets(told))
    page.show(
        Shown(
            frozenset(one.entry.path for one in placed),
            texts=frozenset(one.entry.content for one in placed),
            copies=copies,
        )
    )
    page.show(shown_by_outlets(page.earlier, page.outlets))


def _is_deep(entry: LoreEntry) -> bool:
    return entry.position is LorePosition.AT_DEPTH


def _contribution(one: Activated) -> Contribution:
    entry = one.entry
    return Contribution(
        Layer.LORE,
        LORE_PLACES[entry.position],
        one.content.strip("\r\n"),
        PRIORITIES[LORE],
        entry.path,
        trust_of(entry.path).value,
        entry.depth if _is_deep(entry) else None,
        entry.role if _is_deep(entry) else "",
    )


def _outlets(told: Sequence[Activated]) -> Iterable[Outlet]:
    """A card that stands bare holds marked what others wrote; the highest order comes first."""
    found: dict[str, Outlet] = {}
    for one in sorted(told, key=lambda one: -one.entry.order):
        if one.entry.position is LorePosition.OUTLET and one.content.strip():
            block = (Layer.LORE, LORE, trust_of(one.entry.path).value)
            text = render_block(block, (one.content.strip("\r\n"),))
            name, path = one.entry.outlet.strip(), frozenset({one.entry.path})
            before = found.get(name)
            found[name] = (
                Outlet(name, text, path)
                if before is None
                else Outlet(name, f"{before.text}\n{text}", before.paths | path)
            )
    return found.values()


def _kept(one: Activated) -> Decision:
    reason = f"{one.because}, by recursion (step {one.step})" if one.step else one.because
    return Decision(LORE, one.entry.path, Disposition.KEPT, reason)


def _not_kept(activation: Activation) -> Iterable[Decision]:
    for one in activation.passed[:_MOST_PASSED]:
        yield Decision(LORE, one.entry.path, Disposition.CUT, one.reason)
    if (more := len(activation.passed) - _MOST_PASSED) > 0:
        yield Decision(LORE, LORE, Disposition.CUT, f"{more} more entries nearly matched")
    for key, reason in activation.problems.items():
        yield Decision(LORE, f"key {key[:60]!r}", Disposition.FAILED, reason)


def _silent(copies: Mapping[str, str]) -> Iterable[Decision]:
    for copy, by in copies.items():
        yield Decision(
            LORE, copy, Disposition.CUT, f"the card's copy of {by}, which is used instead"
        )


def _degraded(stale: frozenset[str]) -> tuple[str, ...]:
    if not stale:
        return ()
    return (f"lore that has changed is left out for now: {', '.join(sorted(stale))}",)
