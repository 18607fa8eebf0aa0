"""What is broken, missing, or something else than it should be."""

import sqlite3
from contextlib import closing

from surface.table import case, character, file, gone, link, note, plain

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
    f"{_ROOT}/journal/derived-4.sqlite", b"nothing derived" * 100, "a damaged derived file"
)
_USAGE = file(f"{_ROOT}/usage.sqlite", b"no usage at all" * 100, "a damaged usage.sqlite")

_ALL = (
    "stats", "search tea -n 1", "recall tea", "show topics/tea.md", "grep heron", "people",
    "log -n 1", "write", "record --jsonl late.jsonl", "import vault", "index status",
    "index update", "index verify", "index rebuild", "doctor", "doctor --fix", "watch --once",
    "export tree -o out.zip", "undo $(familiar log -n 1 --ids) --dry-run",
)  # fmt: skip


def _database(*statements: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.execute(statement)
        return connection.serialize()


_FOREIGN = file(f"{_ROOT}/history.sqlite", _database("CREATE TABLE t (x)"), "another database")
_ORPHAN = file(f"{_ROOT}/history.sqlite-wal", b"x" * 64, "history.sqlite-wal alone")
_MEMORY = f"{_ROOT}/memory"
_FRONT = {
    "a list": "- a\n- b",
    "a deep one": "a: " + "[" * 60 + "]" * 60,
    "a near key": "visiblity: owner",
    "a key twice": "visibility: owner\nvisibility: everyone",
    "a key below": "a:\n  visibility: owner",
    "a near line": "visibility owner",
    "an audience that is none": "visibility: 3",
    "tags that are none": "tags: 3",
}

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
    "odd_frontmatter": [
        case("doctor", "show topics/odd", "search heron --place discord-lantern.tavern",
             given=note("topics/odd.md", f"---\n{front}\n---\n# Odd\n\nA heron.\n", name))
        for name, front in _FRONT.items()
    ],
    "odd_files": [
        *plain("stats", "search tea -n 1", "record --jsonl late.jsonl", "doctor", "write",
               given=_FOREIGN),
        *plain("stats", "search tea -n 1", "record --jsonl late.jsonl", "doctor",
               given=(_NO_HISTORY, _ORPHAN)),
        *plain("show topics/out.md", "grep root topics/out.md", "doctor", "index update",
               "show", given=link(f"{_MEMORY}/topics/out.md", "../../character.toml")),
        *plain("show topics/in.md", "doctor", "show --json",
               given=link(f"{_MEMORY}/topics/in.md", "tea.md")),
        *plain("show topics/loop.md", "doctor",
               given=link(f"{_MEMORY}/topics/loop.md", "loop.md")),
        *plain("write", "import vault --force", "show deep/shed.md",
               given=(gone(f"{_MEMORY}/people/Gus.md"),
                      link(f"{_MEMORY}/people/Gus.md", "../topics/tea.md"))),
        *plain("index update empty", "show empty",
               given=file(f"{_MEMORY}/empty/x.txt", "x", "a folder without a note")),
        case("index update", "show topics/bad --as-of now", "log topics/bad --diff",
             "undo $(familiar log topics/bad --ids) --dry-run",
             given=note("topics/bad.md", b"# \xff\n", "a note not in UTF-8")),
        case("undo $(familiar log topics/tea.md --ids | tail -1) --yes", given=_NO_LOG),
        case("grep '(a|aa)+$' topics", given=note("topics/a.md", "a" * 60 + "b\n", "many a")),
        case("index embedder static",
             given=character("index = {embedder = 'none'} # [index]\n", "an inline table")),
        case("show", given=character("[store]\nmax_dir_entries = 2", "two entries a folder")),
        case("write", given=character("[store]\nmax_dir_entries = 2", "two entries a folder")),
        case("import vault", "import tavern.json", world="empty",
             given=character("[store]\nmax_file_bytes = 30", "notes of 30 bytes")),
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
        case("write", given=(gone(f"{_ROOT}/memory/people/Gus.md"),
                             note("people/Gus.md/x.md", "x", "a folder for a note"))),
    ],
}  # fmt: skip
