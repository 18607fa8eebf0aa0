"""Which entries of lore come into a prompt: scan, choose, let what came bring more.

The rules are those of SillyTavern's World Info, so that an imported book behaves as it did at
home; chance is seeded, so that the same question gives the same prompt.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from familiar_memory.domain.memory.lore import LoreLogic
from familiar_memory.domain.text.tokens import estimate_tokens
from familiar_memory.lore.activation.chance import chance
from familiar_memory.lore.activation.compiled import CompiledEntry, CompiledLore
from familiar_memory.lore.activation.groups import losers_of_groups
from familiar_memory.lore.activation.key import Key
from familiar_memory.lore.activation.outcome import Activated, Activation, Passed
from familiar_memory.lore.activation.scan_text import ScanText, Scope
from familiar_memory.lore.activation.settings import Scene
from familiar_memory.lore.activation.timed import Effects, effects_after, effects_at

__all__ = ["activate"]

_MOST_STEPS: Final = 100
"""A scan ends here whatever the books say; no chain of lore is that long."""


def activate(lore: CompiledLore, scene: Scene, effects: Effects | None = None) -> Activation:
    """The entries for one generation; pure, and never an error whatever the books hold.

    `effects` are what the activation before left behind (`lore.activation.replay`).
    """
    return _Scan(lore, scene, effects or Effects()).run()


def _means(written: str, called: Collection[str]) -> bool:
    """Whether a lorebook means this character: by its name, or as its card's file was named.

    SillyTavern calls its own `default_…`, and of two files of one name the second `…1`.
    """
    name = written.strip().casefold().removesuffix(".png")
    stems = (name, name.removeprefix("default_"), name.rstrip("0123456789"))
    return any(stem in called for stem in stems if stem)


class _Scan:
    """One activation in progress."""

    def __init__(self, lore: CompiledLore, scene: Scene, effects: Effects) -> None:
        self._lore = lore
        self._scene = scene
        self._settings = lore.settings
        self._length = scene.message_count
        self._replies = scene.reply_count
        self._effects = effects_at(effects, self._length, lore.by_path)
        self._text = ScanText(lore, scene)
        self._called = frozenset(
            name.casefold() for name in (scene.character, *scene.also_called) if name
        )
        self._scope_depth = self._settings.scan_depth
        # By the number of an entry: who is in, who lost the roll of dice, and why others are out.
        self._in: dict[int, Activated] = {}
        self._refused: set[int] = set()
        self._passed: dict[int, str] = {}
        self._tokens = 0
        # By the number of a book.
        self._book_tokens: dict[int, int] = {}
        self._is_over_budget = False
        own = scene.budget_tokens
        self._budget = lore.settings.budget_tokens if own is None else own
        self._no_room = f"the budget of {self._budget} tokens is used up"
        self._levels = sorted(
            {one.entry.delay_until_recursion for one in lore.late if self._exists(one)}
        )
        # The first recursion is that of the first level.
        self._level = self._levels.pop(0) if self._levels else 0
        stuck = (lore.by_path[path].number for path in self._effects.sticky)
        self._always = {*lore.always, *stuck}
        newest = scene.messages[-1] if scene.messages else None
        self._message = "" if newest is None else f"{newest.name}: {newest.text}"

    def run(self) -> Activation:
        """Scan until nothing new can come."""
        is_recursion = widens = False
        for step in range(self._settings.max_recursion or _MOST_STEPS):
            came = self._pass(step, is_recursion=is_recursion, hears=not widens)
            feeding = [
                self._in[one.number].content
                for one in came
                if one.is_fed and not one.entry.prevent_recursion
            ]
            if feeding:
                self._text.add_told(feeding)
            # After older messages were looked at, what came by then may still bring others.
            unheard = widens and self._text.steps > 0
            is_recursion = bool(feeding or unheard) and not self._is_over_budget
            widens = not is_recursion and self._widens()
            if not is_recursion and not widens:
                if not self._levels:
                    break
                is_recursion, self._level = True, self._levels.pop(0)
        return self._result()

    def _widens(self) -> bool:
        """Look at one older message more, where too few entries are in."""
        wanted = self._settings.min_activations
        if self._is_over_budget or len(self._in) >= wanted:
            return False
        most = self._settings.max_depth or self._text.message_count
        if self._scope_depth >= min(most, self._text.message_count):
            return False
        self._scope_depth += 1
        return True

    # --- one scan -------------------------------------------------------------------

    def _pass(self, step: int, *, is_recursion: bool, hears: bool) -> list[CompiledEntry]:
        depth = max(self._scope_depth, self._lore.depth)
        asked = sorted(self._text.asking(depth) | self._always)
        came: dict[int, str] = {}
        for number in asked:
            if number in self._in or number in self._refused:
                continue
            one = self._lore.entries[number]
            because = self._because(one, is_recursion=is_recursion, hears=hears)
            if because:
                came[number] = because
        newcomers = [self._lore.entries[number] for number in came]
        # What sticks was there first.
        newcomers.sort(key=lambda one: one.path not in self._effects.sticky)
        return self._admit(self._chosen(newcomers, hears=hears), came, step)

    def _because(self, one: CompiledEntry, *, is_recursion: bool, hears: bool) -> str:
        """Why an entry comes in; empty when it does not."""
        if not self._exists(one):
            return ""
        is_stuck = one.path in self._effects.sticky
        if held := self._held_back(one, is_recursion=is_recursion, is_stuck=is_stuck):
            # Only what would have come otherwise is worth a word.
            if one.number not in self._passed and self._brought(one, is_stuck, hears):
                self._passed[one.number] = held
            return ""
        return self._brought(one, is_stuck, hears)

    def _exists(self, one: CompiledEntry) -> bool:
        """Whether this character, and this kind of generation, have the entry at all."""
        entry, scene = one.entry, self._scene
        if entry.triggers and scene.trigger not in entry.triggers:
            return False
        if entry.character_names:
            is_named = any(_means(name, self._called) for name in entry.character_names)
            if is_named == entry.characters_excluded:
                return False
        if entry.character_tags:
            tags = {tag.casefold() for tag in scene.tags}
            is_tagged = not tags.isdisjoint(tag.casefold() for tag in entry.character_tags)
            if is_tagged == entry.characters_excluded:
                return False
        return True

    def _held_back(self, one: CompiledEntry, *, is_recursion: bool, is_stuck: bool) -> str:
        """What keeps an entry out whatever its keys say."""
        entry, said = one.entry, self._replies
        if entry.delay > self._length:
            return f"delay: not before {entry.delay} messages"
        if one.decorated.after_replies > said:
            return f"not before {one.decorated.after_replies} replies"
        if one.decorated.every_replies and said % one.decorated.every_replies:
            return f"only every {one.decorated.every_replies} replies"
        if not is_stuck:
            if (span := self._effects.cooling.get(one.path)) is not None:
                return f"cooldown: {span.end - self._length} messages more"
            late = entry.delay_until_recursion
            if late and (not is_recursion or late > self._level):
                return "only by recursion"
            if is_recursion and entry.exclude_recursion:
                return "not by recursion"
        if one.decorated.is_barred and not one.decorated.is_forced:
            return "@@dont_activate"
        return ""

    def _brought(self, one: CompiledEntry, is_stuck: bool, hears: bool) -> str:
        """What brings an entry: its nature, its past or its keys; empty = nothing."""
        if one.decorated.is_forced:
            return "@@activate"
        if one.entry.constant:
            return "constant"
        if is_stuck:
            return "sticky"
        scope = self._scope(one, hears=hears)
        key = next((key for key in one.keys if self._text.finds(key, scope)), None)
        if key is None:
            return ""
        if reason := self._contradicted(one, scope):
            self._passed[one.number] = f"key {key.written!r} was found, but {reason}"
            return ""
        return f"key {key.written!r}"

    def _scope(self, one: CompiledEntry, *, hears: bool) -> Scope:
        depth = self._scope_depth if one.scan_depth is None else one.scan_depth
        steps = self._text.steps if hears and one.is_fed else 0
        sources = tuple(sorted(one.entry.sources)) if one.entry.sources else ()
        return Scope(max(depth, 0), sources, steps)

    def _contradicted(self, one: CompiledEntry, scope: Scope) -> str:
        """What the other keys of an entry have against it."""
        if one.secondary and (reason := self._logic(one, scope)):
            return reason
        for words in one.further:
            if not any(self._text.finds(key, scope) for key in words):
                return "none of its additional keys"
        excluded = next((key for key in one.excluded if self._text.finds(key, scope)), None)
        return "" if excluded is None else f"its excluded key {excluded.written!r} too"

    def _logic(self, one: CompiledEntry, scope: Scope) -> str:
        logic = one.entry.logic
        if logic in (LoreLogic.AND_ANY, LoreLogic.NOT_ANY):
            found = self._first(one.secondary, scope, there=True)
            if logic is LoreLogic.AND_ANY:
                return "" if found else "none of its secondary keys"
            return f"its secondary key {found.written!r} too" if found else ""
        missing = self._first(one.secondary, scope, there=False)
        if logic is LoreLogic.AND_ALL:
            return f"its secondary key {missing.written!r} is missing" if missing else ""
        return "" if missing else "all of its secondary keys too"

    def _first(self, keys: Collection[Key], scope: Scope, *, there: bool) -> Key | None:
        return next((key for key in keys if self._text.finds(key, scope) is there), None)

    # --- who of those that were brought comes in ------------------------------------

    def _chosen(self, newcomers: list[CompiledEntry], *, hears: bool) -> list[CompiledEntry]:
        lost = losers_of_groups(
            newcomers,
            [self._lore.entries[number] for number in self._in],
            self._effects.sticky,
            lambda one: self._score(one, hears=hears),
            lambda group: chance(self._settings.seed, "group", group, self._message),
        )
        self._passed |= lost
        return [one for one in newcomers if one.number not in lost]

    def _score(self, one: CompiledEntry, *, hears: bool) -> int:
        """How many of its keys were found."""
        scope = self._scope(one, hears=hears)
        primary = sum(self._text.finds(key, scope) for key in one.keys)
        secondary = sum(self._text.finds(key, scope) for key in one.secondary)
        if not one.keys or not one.secondary:
            return primary
        if one.entry.logic is LoreLogic.AND_ANY:
            return primary + secondary
        is_all = one.entry.logic is LoreLogic.AND_ALL and secondary == len(one.secondary)
        return primary + secondary if is_all else primary

    def _admit(
        self, chosen: list[CompiledEntry], because: dict[int, str], step: int
    ) -> list[CompiledEntry]:
        came: list[CompiledEntry] = []
        for one in chosen:
            if not self._is_lucky(one):
                self._refused.add(one.number)
                continue
            if self._is_over_budget and not one.entry.ignore_budget:
                self._passed[one.number] = self._no_room
                continue
            content = self._scene.expand(one.entry.content)
            tokens = estimate_tokens(content) + 1 if content.strip() else 0
            if not self._has_room(one, tokens):
                continue
            self._passed.pop(one.number, None)
            self._in[one.number] = Activated(one.entry, content, because[one.number], step, tokens)
            came.append(one)
        return came

    def _is_lucky(self, one: CompiledEntry) -> bool:
        probability = one.entry.probability
        if probability is None or one.path in self._effects.sticky:
            return True
        rolled = 100 * chance(self._settings.seed, "roll", one.path, self._message)
        if rolled < probability:
            return True
        self._passed[one.number] = f"probability {probability:g} %: the roll was {rolled:.0f}"
        return False

    def _has_room(self, one: CompiledEntry, tokens: int) -> bool:
        """Whether it fits; after the first that does not, only who ignores the budget does."""
        of_book = self._lore.books[one.book].settings.token_budget
        used = self._book_tokens.get(one.book, 0)
        if one.entry.ignore_budget:
            # It is always in, and the others have the room that it leaves.
            self._tokens += tokens
            self._book_tokens[one.book] = used + tokens
            return True
        reason = ""
        if self._tokens + tokens > self._budget:
            self._is_over_budget = True
            reason = self._no_room
        elif of_book is not None and used + tokens > of_book:
            # Like the budget of all: nothing smaller slips in behind it.
            self._book_tokens[one.book] = of_book
            reason = f"the book's budget of {of_book} tokens is used up"
        if reason:
            self._passed[one.number] = reason
            return False
        self._tokens += tokens
        self._book_tokens[one.book] = used + tokens
        return True

    def _result(self) -> Activation:
        entries = self._lore.entries
        ordered = sorted(self._in, key=lambda number: (entries[number].entry.order, number))
        return Activation(
            tuple(self._in[number] for number in ordered),
            tuple(Passed(entries[n].entry, why) for n, why in sorted(self._passed.items())),
            effects_after(self._effects, (entries[n] for n in self._in), self._length),
            self._text.problems,
            self._is_over_budget,
        )
