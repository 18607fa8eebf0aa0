"""What is broken, missing, or something else than it should be."""

from surface.table import case, file, gone, note, plain

_ROOT = "familiars/ember"
_NO_HISTORY = gone(f"{_ROOT}/history.sqlite")
_DAMAGED = file(
    f"{_ROOT}/history.sqlite",
    b"not a database, but long enough to be read" * 30,
    "a damaged history",
)
_EMPTY = file(f"{_ROOT}/history.sqlite", b"", "an empty history")
_INDEX = file(
    f"{_ROOT}/memory/.index/embeddings.sqlite", b"no index at all" * 100, "a damaged index"
)
_LOG = file(f"{_ROOT}/journal/audit.jsonl", b"no journal at all\n" * 3, "a damaged journal")
_NO_LOG = gone(f"{_ROOT}/journal/audit.jsonl")
_IMAGES = file(f"{_ROOT}/journal/images.sqlite", b"no versions at all" * 100, "damaged versions")
_DERIVED = file(
    f"{_ROOT}/journal/derived-2.sqlite", b"nothing derived" * 100, "a damaged derived file"
)
_USAGE = file(f"{_ROOT}/usage.sqlite", b"no usage at all" * 100, "a damaged usage.sqlite")

_ALL = (
    "stats", "search tea -n 1", "recall tea", "show topics/tea.md", "grep heron", "people",
    "log -n 1", "write", "record --jsonl late.jsonl", "import vault", "index status",
    "index update", "index verify", "index rebuild", "doctor", "doctor --fix", "watch --once",
    "export tree -o out.zip", "undo $(familiar log -n 1 --ids) --dry-run",
)  # fmt: skip

GROUPS = {
    "damaged_history": [
        *plain(*_ALL, "search tea -n 1 --json", "doctor --json", given=_DAMAGED),
        *plain("stats", "search tea -n 1", "record --jsonl late.jsonl", "doctor", given=_EMPTY),
        *plain("stats", "search tea -n 1", "record --jsonl late.jsonl", given=_NO_HISTORY),
    ],
    "damaged_index": [
        *plain(*(line for line in _ALL if line.split()[0] not in ("import", "export", "undo")),
              given=_INDEX),
    ],
    "damaged_journal": [
        *plain(*_ALL, "log --json -n 3", "doctor --json", given=_LOG),
        *plain("log", "doctor", "undo garden --yes", "log topics/tea.md --diff",
               "show topics/tea --as-of 2026-02-20", "write", given=_NO_LOG),
        *plain("log -n 1", "doctor", "log topics/tea.md --diff", "index update",
               "show topics/tea --as-of 2026-02-20", "write",
               "undo $(familiar log -n 1 --ids) --dry-run", given=_IMAGES),
        *plain("log -n 1", "doctor", "log topics/tea.md --diff", "index update", "write",
               "import vault", given=_DERIVED),
    ],
    "odd_files": [
        *plain("stats", "doctor", given=_USAGE),
        *plain("stats", "show", "search tea -n 1", "doctor",
               given=note("topics/open.md", "---\na: [\n---\n# T\n", "no YAML")),
        case("stats", given=(gone(f"{_ROOT}/character.toml"),
                             file(f"{_ROOT}/character.toml/x", "x", "a folder for it"))),
        case("search tea", given=(_NO_HISTORY,
                                  file(f"{_ROOT}/history.sqlite/x", "x", "a folder for it"))),
        case("doctor", given=(_NO_HISTORY,
                              file(f"{_ROOT}/history.sqlite/x", "x", "a folder for it"))),
        case("show topics/dir.md", given=note("topics/dir.md/x.md", "x", "a folder called dir.md")),
        case("index update topics/dir.md",
             given=note("topics/dir.md/x.md", "x", "a folder called dir.md")),
        case("write", given=(gone(f"{_ROOT}/memory/people/discord-7.md"),
                             note("people/discord-7.md/x.md", "x", "a folder for a note"))),
    ],
}  # fmt: skip
