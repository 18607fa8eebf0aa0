"""Keeping, editing, retiring and deleting single records."""

from surface.table import both, case, note, plain

_HOUSE = (
    "# House\n\n## Notes\n\n- The spare key is under the blue pot ^key1\n- Twice ^two1\n"
    "- Also ^two1\n- Damaged (2026-13-01, in:discord-dm-42)\n"
)
_NOTE = note("house.md", _HOUSE, "house.md")

GROUPS = {
    "remember": [
        case(
            "remember 'The spare key is under the blue pot' --about house.md --dry-run",
            "remember 'The spare key is under the blue pot' --about house.md",
            "show house.md --raw",
        ),
        case(
            "remember 'Likes rain' --about discord:42 --type fact --tags a,b --importance 8"
            " --since 2026-01",
            "search 'who likes rain?'",
            "log -n 1",
        ),
        *both("remember 'Movie night' --place nowhere", "remember ''"),
        *plain(
            "remember",
            "remember x --ttl soon",
            "remember x --ttl 2001-01-01",
            "remember x --type dream",
            "remember x --importance 11",
            "remember x --since 2026-02-30",
            "remember x --about self/personality.md",
            "remember x --about lore/tavern.md",
            "remember x --about review.md",
            "remember x --about ../x.md",
        ),
    ],
    "edit": [
        *both(
            "edit house.md#^key1 'The spare key is under the red pot' --field importance=9",
            "edit house.md:5 --field tags=keys --dry-run",
            "edit house.md#^two1 x",
            "edit house.md#^none x",
            given=_NOTE,
        ),
        *plain(
            "edit house.md#^key1",
            "edit house.md#^key1 --field colour=red",
            "edit house.md#^key1 --field importance=much",
            "edit house.md#^key1 --field importance",
            "edit house.md:8 x",
            "edit house.md:1 x",
            "edit house.md x",
            given=_NOTE,
        ),
        case(
            "edit house.md#^key1 '# not a heading'",
            "undo $(familiar log house.md -n 1 --ids) --yes",
            "show house.md --raw",
            given=_NOTE,
        ),
    ],
    "retire": [
        *both(
            "retire house.md#^key1 --until 2026-02-01",
            "retire house.md#^key1 --wrong --dry-run",
            given=_NOTE,
        ),
        *plain(
            "retire house.md#^key1 --until soon",
            "retire house.md#^key1 --until 2026-02-01 --wrong",
            given=_NOTE,
        ),
        case("retire house.md#^key1", "retire house.md#^key1", given=_NOTE),
    ],
    "facts_changed": [
        case(
            "facts add House has_status shut --since 2026-01",
            "facts add House has_status open",
            "facts --entity House",
            "show topics/house.md --raw",
        ),
        *both("facts add discord:42 works_at 'Acme Corp' --dry-run"),
        *plain(
            "facts add",
            "facts add Rowan works_at",
            "facts add Rowan works_for Acme",
            "facts add Rowan works_at Acme --since 2026-02-30",
            "facts add Rowan works_at Acme --place nowhere",
            "facts add notes.md has_status open",
        ),
        *both(
            "facts invalidate house.md#^key1 --on 2026-02-01",
            "facts delete house.md#^key1 --dry-run",
            "facts delete house.md#^key1 --yes",
            "facts delete house.md#^none --yes",
            given=_NOTE,
        ),
        *plain("facts delete house.md#^key1", given=_NOTE),
    ],
}
