"""Facts, links and timelines."""

from surface.table import both, note, plain

_TAVERN = "--place discord-lantern.tavern"
_MOVED = note(
    "people/Gus.md",
    "# Gus\n\n- ~~lives_in:: Hull (2025-03-02, until 2025-12)~~ ^g1\n"
    "- lives_in:: Oban (2025-12-03, since 2025-12, replaces:^g1) ^g2\n"
    "- ~~plays:: drums (2025-12-04)~~\n- moving_to:: Leith (2026-02-01, since 2030)\n"
    "- friend_of:: [Rowan](discord-42.md)\n",
    "a note of somebody who moved",
)

GROUPS = {
    "facts": [
        *both("facts", "facts --entity Rowan", "facts --entity nobody"),
        *both("facts --entity Gus --all", "facts --as-of 2025-06-01 --entity Gus", given=_MOVED),
        *plain(
            "facts --predicate 'lives in' --all",
            "facts --entity people/Gus.md --limit 1",
            f"facts --entity Gus {_TAVERN}",
            given=_MOVED,
        ),
        *plain("facts", world="empty"),
        *plain("facts Rowan", "facts --as-of never", "facts --limit 0", "facts --entity ''"),
    ],
    "links": [
        *both("links Gus", "links Gus --back", given=_MOVED),
        *plain(f"links Gus {_TAVERN}", "links Rowan --back --depth 2", given=_MOVED),
        *both("links nobody"),
        *plain("links", "links Gus --depth 9", "links ''", given=_MOVED),
    ],
    "timeline": [
        *both("timeline Gus", given=_MOVED),
        *plain("timeline Gus --as-of 2025-06-01", f"timeline Gus {_TAVERN}", given=_MOVED),
        *both("timeline nobody"),
        *plain("timeline", "timeline ''", "timeline Rowan --as-of 2026-13-01"),
    ],
}
