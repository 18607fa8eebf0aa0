"""The tables of the index, and what makes two indexes comparable."""

from __future__ import annotations

from dataclasses import dataclass

from familiar_memory.index.words.tokens import TOKENIZER_VERSION
from familiar_memory.knowledge.callings import CALLINGS_VERSION

__all__ = ["BORN", "DDL", "SCHEMA_VERSION", "IndexIdentity"]

SCHEMA_VERSION = "16"
"""Also of what is found in a text by rule (`knowledge.standing`): other rules, another number."""

BORN = "born"
"""In `meta`: a name for this very index, until it is made anew.

The number of its file would not do: file systems give the numbers of deleted files again.
"""

DDL = """
-- What a row tells is covered by its checksum: see `index.checksums`.
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Ids are never used twice. A document keeps its own for as long as it is there.
CREATE TABLE documents(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    mtime_ns INTEGER NOT NULL,
    size INTEGER NOT NULL,
    indexed_ns INTEGER NOT NULL,
    digest TEXT NOT NULL,
    title TEXT NOT NULL,
    trust TEXT NOT NULL,
    problems TEXT NOT NULL,
    passages INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE(source, key));

CREATE TABLE chunks(
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    heading_path TEXT NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    token_count INTEGER NOT NULL,
    text TEXT NOT NULL,
    audience TEXT NOT NULL);
CREATE INDEX chunks_document ON chunks(document, ordinal);

-- Vector spaces, and when each was asked with last: a count, 0 = never yet.
CREATE TABLE embedders(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    dimension INTEGER NOT NULL,
    last_used INTEGER NOT NULL);

CREATE TABLE chunk_windows(
    chunk INTEGER NOT NULL REFERENCES chunks(id) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedders(id) ON DELETE CASCADE,
    window INTEGER NOT NULL,
    text_hash BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY(chunk, embedder, window)) WITHOUT ROWID;

-- Keyed by space and content: a moved or re-chunked text finds its vector again, and
-- so does an embedder to which somebody goes back.
CREATE TABLE vectors(
    embedder INTEGER NOT NULL,
    text_hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY(embedder, text_hash));

-- Nor are these: a reader with an older snapshot must not meet another passage under
-- a number that it knows. One that says the same, wherever in its document it has moved,
-- keeps its number: `identity` is a hash of all that it says. Dates stand here as they
-- were written, and as numbers: a day as `date.toordinal` counts (0 = unknown), seconds
-- since 1970.
CREATE TABLE passages(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    chunk INTEGER REFERENCES chunks(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    audience TEXT NOT NULL,
    line INTEGER NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    heading TEXT NOT NULL,
    refs TEXT NOT NULL,
    place TEXT,
    author TEXT,
    author_name TEXT,
    learned TEXT,
    valid_since TEXT,
    valid_until TEXT,
    merged_at TEXT,
    expires TEXT,
    day INTEGER NOT NULL,
    learned_s INTEGER,
    since_s REAL,
    until_s REAL,
    expires_s INTEGER,
    retired INTEGER NOT NULL,
    record_id TEXT,
    record_type TEXT,
    topic TEXT,
    importance INTEGER NOT NULL,
    tags TEXT NOT NULL,
    role TEXT,
    asks INTEGER NOT NULL,
    standing INTEGER NOT NULL,
    terms BLOB NOT NULL,
    identity BLOB NOT NULL,
    checksum INTEGER NOT NULL);
CREATE INDEX passages_document ON passages(document, ordinal);
CREATE INDEX passages_chunk ON passages(chunk);
CREATE INDEX passages_cited ON passages(place, refs) WHERE refs != '[]';
CREATE INDEX passages_citing_several ON passages(place) WHERE instr(refs, '","') > 0;

CREATE TABLE facts(
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    passage INTEGER NOT NULL,
    subject TEXT NOT NULL,
    predicate TEXT NOT NULL,
    object TEXT NOT NULL,
    object_target TEXT,
    -- The object as names are compared: what a question or a command calls it.
    object_name TEXT NOT NULL,
    category TEXT,
    quote TEXT,
    seen INTEGER,
    confidence REAL,
    source TEXT,
    temporary INTEGER NOT NULL,
    replaces TEXT,
    merged_into TEXT,
    audience TEXT NOT NULL,
    checksum INTEGER NOT NULL);
CREATE INDEX facts_document ON facts(document);
CREATE INDEX facts_subject ON facts(subject, predicate);
CREATE INDEX facts_object ON facts(object_name);
CREATE INDEX facts_target ON facts(object_target) WHERE object_target IS NOT NULL;

-- What records say with a link, and what is no fact: an edge of the graph.
CREATE TABLE relations(
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    passage INTEGER NOT NULL,
    subject TEXT NOT NULL,
    label TEXT NOT NULL,
    object TEXT NOT NULL,
    target TEXT NOT NULL,
    seen INTEGER,
    audience TEXT NOT NULL,
    checksum INTEGER NOT NULL);
CREATE INDEX relations_document ON relations(document);

-- What a note is of, where it says so, and what that is called (a JSON list).
CREATE TABLE entities(
    document INTEGER PRIMARY KEY REFERENCES documents(id) ON DELETE CASCADE,
    kind TEXT,
    names TEXT NOT NULL,
    checksum INTEGER NOT NULL);

CREATE TABLE links(
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    target TEXT NOT NULL,
    line INTEGER NOT NULL,
    audience TEXT NOT NULL,
    passage INTEGER NOT NULL,
    checksum INTEGER NOT NULL);
CREATE INDEX links_document ON links(document);
CREATE INDEX links_target ON links(target);

-- What a search of the files need not read: see `index.trigrams`.
CREATE TABLE prints(
    document INTEGER PRIMARY KEY REFERENCES documents(id) ON DELETE CASCADE,
    print BLOB NOT NULL,
    checksum INTEGER NOT NULL);

CREATE TABLE aliases(
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    name_key TEXT NOT NULL,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    audience TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    checksum INTEGER NOT NULL);
CREATE INDEX aliases_document ON aliases(document);
CREATE INDEX aliases_name ON aliases(name_key);

-- Names by which messages call somebody: see `knowledge.callings`. To whom they are said is
-- told by the rows around them, whenever they are read.
CREATE TABLE callings(
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
    passage INTEGER NOT NULL REFERENCES passages(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind INTEGER NOT NULL,
    checksum INTEGER NOT NULL);
CREATE INDEX callings_document ON callings(document);
CREATE INDEX callings_passage ON callings(passage);

-- What became of a document: its digest before the write and after it (NULL = not there).
-- Both NULL = nothing is told of it. See `index.rows.changes`.
CREATE TABLE changes(
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    before TEXT,
    after TEXT);
"""


@dataclass(frozen=True, slots=True)
class IndexIdentity:
    """What a process builds an index with.

    Another chunker or other settings mean a rebuild. Another embedder means that only the
    vectors are made anew: see `index.spaces`.
    """

    embedder: str
    """The key of the process's own vector space; empty when it could not settle one."""
    dimension: int
    chunker: str
    settings: str = ""
    """A digest of the settings that shape passages (default audience, vocabulary)."""

    def as_meta(self) -> dict[str, str]:
        """The rows of the meta table that must agree."""
        return {
            # What the tables hold, and what is found in texts to fill one of them.
            "schema": f"{SCHEMA_VERSION}.{CALLINGS_VERSION}",
            "tokenizer": TOKENIZER_VERSION,
            "chunker": self.chunker,
            "settings": self.settings,
        }
