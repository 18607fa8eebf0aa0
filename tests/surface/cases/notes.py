"""Show, log, undo and people."""

from surface.table import both, case, note, plain

_TEA = "# Tea\n\nTea is drunk at six.\n"
_ID = "$(familiar log topics/tea.md -n 1 --ids)"
_FIRST = "$(familiar log topics/tea.md --ids | tail)"
_EDITED = note("topics/tea.md", _TEA, "tea.md edited")
_SAVE = "index update"

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
    ],
    "log": [
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
        # Later changes are in the way.
        *(
            case(
                f"undo $(familiar log topics/tea -n 1 --author human --since 2026-02-25 --ids)"
                f" {option}",
                "show topics/tea",
                given=note("later.md", "# Later\n", "a later note"),
            )
            for option in ("--yes",)
        ),
        case(
            _SAVE,
            "log topics/tea --json",
            "undo $(familiar log topics/mill --ids) --yes",
            given=note("topics/mill.md", "# The mill\n\nIt burnt down.\n", "mill.md edited"),
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
        case("people", given=note("people/discord-42.md", b"\xff\n", "a note not in UTF-8")),
        case("people --json", given=note("people/discord-42.md", b"\xff", "a note not in UTF-8")),
        case("people Rowan", given=note("people/discord-42.md", b"\xff\n", "a note not in UTF-8")),
    ],
}
