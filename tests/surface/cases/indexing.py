"""The index, watch, doctor and stats."""

from surface.table import both, case, env, file, gone, note, plain

_BAD = note("topics/bad.md", b"# \xff\n", "a note not in UTF-8")
_NEW = note("topics/new.md", "# New\n\nA new note of the heron.\n", "a new note")
_SECRET = "---\nvisibility: secret\n---\n# T\n\n- x (2026-02-30, ref:m9)\n"
_LEFT_OVER = "familiars/ember/memory/.0123456789abcdef.new.fm-tmp"
_VANISHED = tuple(
    gone(f"familiars/ember/memory/{path}")
    for path in (
        "people/Rowan.md", "people/Gus.md", "people/Bex.md", "garden.md",
        "deep/shed.md", "topics/tea.md", "topics/mill.md", "topics/vault.md",
        "sessions/2026-02-02-evening.md", "sessions/2026-02-10-morning.md",
        "sessions/private/discord-dm-rowan/2026-02-03-morning.md",
        "sessions/2026-02-14-evening.md", "channels/twitch-kitchen.md",
    )
)  # fmt: skip

GROUPS = {
    "index": [
        *both(
            "index status",
            "index update",
            "index rebuild",
            "index verify",
            "index embedder",
            "index embedder none",
            "index update topics/tea.md people",
            "index update discord-lantern.tavern/m1",
            "index update m5",
            "index update --accept-removals",
            "index rebuild --accept-removals",
        ),
        *both("index status", "index update", "index verify", given=_NEW),
        *both("index update topics/new.md", given=_NEW),
        *both("index update", "index rebuild", "index status", "index verify", given=_BAD),
        *both("index update", "index status", "index rebuild", "index verify", "search tea -n 1",
              "index update --accept-removals", "doctor", given=_VANISHED),
        *both("index status", "index verify", "index rebuild", world="empty"),
        *plain(
            "index update m1",
            "index update absent.md",
            "index update topics/absent",
            "index update nothing",
            "index update ''",
            "index update ../x",
            "index update self/.card.json",
            "index update topics/tea.md --accept-removals",
            "index embedder gpt",
            "index embedder fastembed",
            "index embedder fastembed --model-path nowhere",
            "index embedder fastembed --model-path chat.jsonl",
            "index embedder none --model-path vault",
            "index embedder static --model-path vault",
            "index embedder --model-path vault",
            "index fetch-model gpt-7",
        ),
        case("index embedder none", given=env("FAMILIAR_MEMORY_INDEX__EMBEDDER", "static")),
        case("index embedder none", given=env("FAMILIAR_MEMORY_INDEX__EMBEDDER", "none")),
    ],
    "watch": [
        *both("watch --once"),
        *both("watch --once", given=_NEW),
        *both("watch --once", given=_BAD),
        *both("watch --once", given=_VANISHED),
        *both("watch --once", given=gone("familiars/ember/memory/topics/tea.md")),
    ],
    "doctor": [
        *both("doctor", "doctor --fix", "doctor --ping"),
        *both("doctor", world="empty"),
        *both("doctor", given=_BAD),
        case("doctor", given=note("topics/t.md", _SECRET, "a visibility that is none")),
        case("doctor", given=note("topics/t.md", "---\na: [\n---\n# T\n", "no YAML")),
        case("doctor", given=note("people/discord-9.md", "# Rowan\n", "a namesake")),
        case("doctor", given=note("topics/open.md", "# Open\n\n```\ncode\n", "an open fence")),
        case("doctor --json", given=file(_LEFT_OVER, "x", "a file left over")),
    ],
    "stats": [
        *both("stats"),
        *both("stats", world="empty"),
        *both("stats", given=_BAD),
    ],
}  # fmt: skip
