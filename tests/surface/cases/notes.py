"""Show, log, undo and people."""

from surface.table import both, case, character, file, gone, note, plain

_TEA = "# Tea\n\nTea is drunk at six.\n"
_ID = "$(familiar log topics/tea.md -n 1 --ids)"
_MADE = "$(familiar log topics/tea.md --ids | tail -1)"
_EDITED = note("topics/tea.md", _TEA, "tea.md edited")
_ADDED = note("topics/tea.md", _TEA + "\n- Rooibos is no tea\n", "tea.md with a line more")
_GARDEN = note("garden.md", "# Garden\n\nRosemary is gone.\n", "garden.md edited")
_SAVE = "index update"
_CURATED = file(
    "familiars/ember/journal/curation.jsonl",
    '{"ts": "2026-02-24T02:00:00+00:00", "note": "topics/tea.md", "reach": "discord:lantern",'
    ' "by": "model", "applied": [{"op": {"op": "append", "heading": "Habits", "line": "at six",'
    ' "from": ["d1"]}, "outcome": "noop_dup"}], "held": [], "rejected": [{"op": "\\u001b[2J",'
    ' "reason": "not_an_object"}]}\n'
    '{"ts": "2026-02-25T02:00:00+00:00", "note": "garden.md", "reach": "discord-dm-42",'
    ' "by": "model", "failed": "the model refused"}\n'
    '{"ts": "2026-02-26T02:',
    "a log of curation",
)

GROUPS = {
    "show": [
        *both(
            "show",
            "show topics",
            "show topics/tea.md",
            "show topics/tea",
            "show ./topics/tea.md",
            "show people/discord-42 --as-of 2026-02-16",
            "show topics/tea --as-of 2026-02-20",
            "show self/personality.md --raw",
        ),
        *plain(
            "show absent.md",
            "show topics/absent.md",
            "show topics/tea.md/x",
            "show ../character.toml",
            "show /etc/passwd",
            "show 'a\\b'",
            "show con.md",
            "show 'what?.md'",
            "show topics/tea.md.",
            "show .index",
            f"show {'x' * 300}.md",
            "show lore/imported/tavern/.book.json",
            "show topics --as-of 2026-02-20",
            "show topics/tea --as-of 2026-02-01",
            "show topics/tea --as-of soon",
            "show topics/absent --as-of 2026-02-20",
            "show --as-of 2026-02-20",
            "show topics/tea --as-of now",
            "show topics/tea --as-of yesterday",
        ),
        *both("show", world="empty"),
        *both("show topics/bad.md", given=note("topics/bad.md", b"# \xff\n", "no UTF-8")),
        *both("show", given=note("topics/bad.md", b"# \xff\n", "no UTF-8")),
        case("show topics/tea.md --json", given=_EDITED),
        case(
            "doctor --fix",
            "show topics/tea --as-of 2026-02-20",
            f"undo {_ID} --dry-run",
            "log -n 1 --diff",
            given=character("[journal]\nkeep_days = 1", "a journal of one day"),
        ),
    ],
    "log": [
        *both("log --curation", "log tea --curation -n 1", given=_CURATED),
        *plain("log --curation --since 2026-02-25", "log garden --curation", given=_CURATED),
        *plain("log --curation", "log --curation --diff"),
        *both(
            "log",
            "log -n 2",
            "log topics",
            "log topics/tea --diff",
            "log --author human",
            "log --author import:card --limit 0",
            "log --ref m5",
            "log --since 2026-02-21",
            "log --since 1w",
            "log --author nobody",
            "log topics/absent.md",
        ),
        *plain(
            "log -n 1 --diff",
            "log -n 1 --ids",
            "log --ids --json",
            "log --batch 00000000",
            "log --batch zz",
            "log --since soon",
            "log ../x",
            "log --ref nothing",
        ),
        case("log --batch $(familiar undo nothing)"),
        *both("log", world="empty"),
        case(_SAVE, "log -n 1 --diff", "log -n 1 --json", given=_EDITED),
    ],
    "undo": [
        case(f"undo {_ID} --dry-run"),
        case(f"undo {_ID} --dry-run --json"),
        case(f"undo {_ID}"),
        case(f"undo {_ID} --json"),
        case(f"undo {_ID} --yes", "show topics/tea", f"undo {_ID} -y", "log -n 3"),
        case(f"undo {_ID} --yes --json", "log -n 2 --json"),
        case(f"undo {_ID} --yes --whole"),
        case("undo $(familiar log garden.md --ids) --dry-run"),
        case("undo $(familiar log garden.md --ids) --yes --json"),
        *plain(
            "undo zzzzzzzz",
            "undo abc",
            "undo ''",
            "undo 0000000000000000",
            "undo nothing --dry-run --json",
            "undo a --yes",
        ),
        # A batch, wholly and in part; and again where it was done.
        *both("undo BATCH --dry-run", "undo BATCH --yes"),
        case("undo BATCH --yes", "undo BATCH --yes", "log -n 2"),
        case(f"undo {_ID} --yes", "index update", "undo BATCH --yes --json"),
        # Later changes are in the way, or not.
        *(
            case(_SAVE, f"undo {_MADE} {option}", given=_EDITED)
            for option in ("--yes", "--yes --json", "--dry-run", "--dry-run --json")
        ),
        case(_SAVE, f"undo {_ID} --yes", "show topics/tea", given=_ADDED),
        case(_SAVE, f"undo {_MADE} --yes", "undo BATCH --yes", given=_ADDED),
        case("undo $(familiar log garden.md --ids) --yes", given=_GARDEN),
        case("undo $(familiar log garden.md --ids | tail -1) --yes --whole", given=_GARDEN),
        *both(
            "undo $(familiar log topics/mill.md --ids | tail -1) --yes",
            given=gone("familiars/ember/memory/topics/mill.md"),
        ),
    ],
    "people": [
        *both(
            "people",
            "people Rowan",
            "people discord-42",
            "people twitch:900",
            "people nobody",
            "people August",
        ),
        *both("people", world="empty"),
        case("people Rowan", world="empty"),
        case("people Rowan", given=note("people/discord-9.md", "# Rowan\n\n- likes:: tea\n")),
        case("people", given=note("people/Rowan.md", b"\xff\n", "a note not in UTF-8")),
        case("people --json", given=note("people/Rowan.md", b"\xff", "a note not in UTF-8")),
        case("people Rowan", given=note("people/Rowan.md", b"\xff\n", "a note not in UTF-8")),
    ],
}
