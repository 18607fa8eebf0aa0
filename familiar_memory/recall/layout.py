"""The whole shape of a context as tables: what comes where, how much, how soon, what goes first."""

from __future__ import annotations

from collections.abc import Mapping

from familiar_memory.domain.memory.lore import LorePosition
from familiar_memory.domain.question.context import Layer, Mode

__all__ = [
    "CAPS",
    "CHANNEL",
    "CHARACTER",
    "DAYS",
    "DEADLINES_S",
    "DROP_ORDER",
    "ENTITIES",
    "EXAMPLES",
    "FACTS",
    "FLOORS",
    "HEADINGS",
    "LORE",
    "LORE_AT_DEPTH",
    "LORE_PLACES",
    "MEMORY",
    "PASSAGES",
    "PEOPLE",
    "PRIORITIES",
    "PROVIDER_TOKENS",
    "RENDER_ORDER",
    "RETRIEVED",
    "RULES",
    "SIZES",
    "SPEAKER_PRIORITY",
    "STANDING",
    "STANCES",
    "STEPS_S",
    "SUMMARY",
    "THEIR_OWN",
]

CHARACTER = "character"
EXAMPLES = "character.examples"
RULES = "rules"
STANCES = "stances"
PEOPLE = "content_search.people"
RETRIEVED = "content_search.rag"
FACTS = "facts"
STANDING = "standing"
CHANNEL = "channel"
DAYS = "days"
ENTITIES = "entities"
SUMMARY = "summary"
LORE = "lore"
LORE_AT_DEPTH = "lore.at_depth"
LORE_PLACES: Mapping[LorePosition, str] = {
    LorePosition.BEFORE_CHARACTER: "lore.before_character",
    LorePosition.AFTER_CHARACTER: "lore.after_character",
    LorePosition.EXAMPLES_TOP: "lore.examples_top",
    LorePosition.EXAMPLES_BOTTOM: "lore.examples_bottom",
    LorePosition.NOTE_TOP: "lore.note_top",
    LorePosition.NOTE_BOTTOM: "lore.note_bottom",
    LorePosition.AT_DEPTH: LORE_AT_DEPTH,
}
"""The source of a contribution by the position of its entry; an outlet is filled in the card."""
THEIR_OWN = "*"
"""Every source that is none of these: what the caller has put in."""

RENDER_ORDER: tuple[tuple[Layer, str], ...] = (
    # What stays the same from turn to turn, so that a provider can cache the prompt.
    (Layer.CORE, CHARACTER),
    (Layer.CORE, RULES),
    (Layer.CORE, THEIR_OWN),
    (Layer.LORE, LORE_PLACES[LorePosition.BEFORE_CHARACTER]),
    (Layer.CHARACTER, CHARACTER),
    (Layer.LORE, LORE_PLACES[LorePosition.AFTER_CHARACTER]),
    (Layer.LORE, LORE_PLACES[LorePosition.EXAMPLES_TOP]),
    (Layer.CHARACTER, EXAMPLES),
    (Layer.LORE, LORE_PLACES[LorePosition.EXAMPLES_BOTTOM]),
    (Layer.LORE, THEIR_OWN),
    (Layer.CHARACTER, STANCES),
    (Layer.CHARACTER, THEIR_OWN),
    (Layer.CONTENT, CHANNEL),
    (Layer.CONTENT, DAYS),
    # What depends on who speaks and on what is said.
    (Layer.CONTENT, PEOPLE),
    (Layer.CONTENT, STANDING),
    (Layer.CONTENT, FACTS),
    (Layer.CONTENT, RETRIEVED),
    (Layer.CONTENT, ENTITIES),
    (Layer.CONTENT, THEIR_OWN),
    (Layer.HISTORY_SUMMARY, SUMMARY),
    (Layer.HISTORY_SUMMARY, THEIR_OWN),
    (Layer.LORE, LORE_PLACES[LorePosition.NOTE_TOP]),
    (Layer.AUTHOR_NOTE, THEIR_OWN),
    (Layer.LORE, LORE_PLACES[LorePosition.NOTE_BOTTOM]),
    (Layer.LORE, LORE_AT_DEPTH),
    (Layer.AUTHOR_NOTE, CHARACTER),
)
"""(layer, source), from the first line of a prompt to the last."""

DROP_ORDER: tuple[str, ...] = (ENTITIES, RETRIEVED, SUMMARY, FACTS, DAYS, STANDING)
"""What `max_memory_chars` costs, first to last; people and the channel's notes always stay."""

MEMORY: frozenset[str] = frozenset({*DROP_ORDER, PEOPLE, CHANNEL})
"""The sources that `max_memory_chars` counts: not the card, the rules, nor the caller's own."""

SPEAKER_PRIORITY = 95
"""Below the card, the rules and stances, above lore and everybody else's note."""
PRIORITIES: Mapping[str, int] = {
    CHARACTER: 100,
    LORE: 88,
    RULES: 99,
    STANCES: 97,
    CHANNEL: 90,
    PEOPLE: 85,
    STANDING: 83,
    DAYS: 80,
    FACTS: 75,
    RETRIEVED: 70,
    ENTITIES: 65,
    SUMMARY: 60,
}
"""Who is served first when a layer is too small; whoever speaks before everybody else."""

HEADINGS: Mapping[str, str] = {
    RULES: "Rules",
    STANCES: "Stances",
    CHANNEL: "This place",
    DAYS: "The last days",
    PEOPLE: "People here",
    STANDING: "What people here ask for",
    FACTS: "Known facts",
    RETRIEVED: "What was said before",
    ENTITIES: "Also concerned",
    SUMMARY: "Last time",
    **dict.fromkeys((LORE, *LORE_PLACES.values()), "Lore"),
}
"""What a block is called in the prompt; any other source is called by its own name."""

CAPS: Mapping[Mode, Mapping[Layer, int]] = {
    Mode.FULL_RP: {
        Layer.CORE: 2000,
        Layer.CHARACTER: 2000,
        Layer.LORE: 3000,
        Layer.CONTENT: 4000,
        Layer.HISTORY_SUMMARY: 1000,
        Layer.AUTHOR_NOTE: 600,
    },
    Mode.TEXT: {
        Layer.CORE: 1200,
        Layer.CHARACTER: 1200,
        Layer.LORE: 2000,
        Layer.CONTENT: 3000,
        Layer.HISTORY_SUMMARY: 600,
        Layer.AUTHOR_NOTE: 400,
    },
    Mode.VOICE: {
        Layer.CORE: 700,
        Layer.CHARACTER: 700,
        Layer.LORE: 600,
        Layer.CONTENT: 1200,
        Layer.HISTORY_SUMMARY: 200,
        Layer.AUTHOR_NOTE: 200,
    },
}
"""Tokens by mode and layer. Voice gets memory too: it is asked to remember just as well.

The character's own card and the lore that was activated come on top (`recall.caps`): these
are for rules, stances, memory, and what the caller puts in.
"""

SIZES: Mapping[Mode, Mapping[str, int]] = {
    Mode.FULL_RP: {
        PEOPLE: 1200,
        RULES: 600,
        STANCES: 400,
        CHANNEL: 600,
        DAYS: 800,
        STANDING: 400,
        FACTS: 400,
        ENTITIES: 250,
        SUMMARY: 900,
        LORE: 8192,
    },
    Mode.TEXT: {
        PEOPLE: 800,
        RULES: 400,
        STANCES: 400,
        CHANNEL: 500,
        DAYS: 600,
        STANDING: 300,
        FACTS: 300,
        ENTITIES: 200,
        SUMMARY: 560,
        LORE: 4096,
    },
    Mode.VOICE: {
        PEOPLE: 300,
        RULES: 200,
        STANCES: 150,
        CHANNEL: 200,
        DAYS: 150,
        STANDING: 100,
        FACTS: 100,
        ENTITIES: 60,
        SUMMARY: 170,
        LORE: 1024,
    },
}
"""The most tokens of one source; of people, of each person (`people_tokens` may say less).

Of lore it is what activation may let in, and a setting or a request may say otherwise: a
quarter of a model's window, as in SillyTavern, for windows of 32k, 16k, and in voice 4k.
"""

PROVIDER_TOKENS: Mapping[Mode, int] = {Mode.FULL_RP: 400, Mode.TEXT: 300, Mode.VOICE: 100}
"""The most tokens of one provider of another package, all of its blocks together."""

FLOORS: Mapping[str, float] = {RETRIEVED: 0.65}
"""The share of its layer that a source is sure of, as far as it has something to say."""

PASSAGES: Mapping[Mode, int] = {Mode.FULL_RP: 20, Mode.TEXT: 20, Mode.VOICE: 4}
"""The most passages; the setting, or the request, may say less."""

DEADLINES_S: Mapping[Mode, float] = {Mode.FULL_RP: 15.0, Mode.TEXT: 15.0, Mode.VOICE: 0.8}
"""A recall never takes longer, whatever its request allows."""

STEPS_S: Mapping[Mode, float] = {Mode.FULL_RP: 0.5, Mode.TEXT: 0.5, Mode.VOICE: 0.15}
"""The time of each step but retrieval, which has what is left."""
