"""The tables of `history.sqlite`, and the marks by which the file is recognised.

Times are microseconds since 1970 in UTC; the offset in which a turn was given is
kept beside it. A row of `turns` is emptied, never deleted: its id is then never used
again, so a watermark stays true, and its text is never recorded again.

A record is one commit, and each page that it touches is written to the disk: that is
why there are few indices, and why none is on a column that every turn changes.
"""

from __future__ import annotations

__all__ = ["APPLICATION_ID", "MIGRATIONS", "SCHEMA", "SCHEMA_VERSION"]

APPLICATION_ID = 0x464D4831
"""`FMH1`: tells a history from any other SQLite file."""

SCHEMA_VERSION = 7

_RECALL_LOG = (
    """
-- What was put before a model: no text of memory, only its names. `question` is NULL
-- unless the settings ask for it.
CREATE TABLE recalls (
    id INTEGER PRIMARY KEY,
    at_us INTEGER NOT NULL,
    place TEXT,
    author TEXT,
    considered INTEGER NOT NULL,
    question TEXT
)""",
    """
-- A row for each turn that a passage names, or one where it names none.
CREATE TABLE surfaced (
    id INTEGER PRIMARY KEY,
    recall INTEGER NOT NULL REFERENCES recalls (id) ON DELETE CASCADE,
    rank INTEGER NOT NULL,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    line INTEGER,
    place TEXT,
    ref TEXT
)""",
    "CREATE INDEX surfaced_by_recall ON surfaced (recall)",
    "CREATE INDEX surfaced_by_ref ON surfaced (ref, place) WHERE ref IS NOT NULL",
    "CREATE INDEX surfaced_by_key ON surfaced (key)",
)

_PRIVATE_COLUMN = "ALTER TABLE places ADD COLUMN private INTEGER NOT NULL DEFAULT 0"
# Which turns of its range a batch held, as spans of ids; NULL for all of them.
_TURNS_COLUMN = "ALTER TABLE batches ADD COLUMN turns TEXT"
_PRIVATE_PLACES = (
    _PRIVATE_COLUMN,
    _TURNS_COLUMN,
    # A channel whose own name begins with "private" is marked from this version on.
    "UPDATE places SET slug = place_slug(platform, channel, guild, kind)",
)

# What turns call their place and its guild: `card` is [name, guild_name] as JSON. A turn that
# names nothing costs nothing.
_PLACE_NAMES = (
    """
CREATE TABLE place_names (
    id INTEGER PRIMARY KEY,
    card TEXT NOT NULL UNIQUE
)""",
    "ALTER TABLE turns ADD COLUMN called INTEGER REFERENCES place_names (id)",
    "CREATE INDEX turns_named ON turns (place, said_us) WHERE called IS NOT NULL",
)

# What a model said of a batch that failed, when that is tried again, and how often in a row nobody
# was there to be asked.
_REPLIES = (
    "ALTER TABLE batches ADD COLUMN reply TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE batches ADD COLUMN again_us INTEGER",
    "ALTER TABLE batches ADD COLUMN delays INTEGER NOT NULL DEFAULT 0",
)

# What is to be written of a batch, from when that is decided until all of it is written.
_STAGED = ("ALTER TABLE batches ADD COLUMN staged TEXT NOT NULL DEFAULT ''",)

# The runs of the sleep cycle, and what each step came to: numbers by what they count, as JSON.
_NIGHTS = (
    """
CREATE TABLE nights (
    id INTEGER PRIMARY KEY,
    cycle TEXT NOT NULL,
    began_us INTEGER NOT NULL,
    batch TEXT NOT NULL,
    ended_us INTEGER
)""",
    """
CREATE TABLE night_steps (
    id INTEGER PRIMARY KEY,
    night INTEGER NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    counts TEXT NOT NULL,
    problem TEXT NOT NULL,
    UNIQUE (night, name)
)""",
)

MIGRATIONS: dict[int, tuple[str, ...]] = {
    1: _RECALL_LOG,
    2: _PRIVATE_PLACES,
    3: _PLACE_NAMES,
    4: _REPLIES,
    5: _STAGED,
    6: _NIGHTS,
}
"""What makes the next version of a file of this one; `place_slug` is `Place.slug`."""

_ADDED = (
    *_RECALL_LOG,
    _PRIVATE_COLUMN,
    _TURNS_COLUMN,
    *_PLACE_NAMES,
    *_REPLIES,
    *_STAGED,
    *_NIGHTS,
)
SCHEMA = """
CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    platform TEXT NOT NULL,
    guild TEXT,
    channel TEXT NOT NULL,
    kind TEXT NOT NULL
);
CREATE TABLE authors (
    id INTEGER PRIMARY KEY,
    platform TEXT NOT NULL,
    user_id TEXT NOT NULL,
    UNIQUE (platform, user_id)
);
-- Every set of names under which an author has spoken; `card` is
-- [display_name, username, [aliases]] as JSON.
CREATE TABLE author_names (
    id INTEGER PRIMARY KEY,
    author INTEGER NOT NULL REFERENCES authors (id),
    card TEXT NOT NULL,
    first_us INTEGER NOT NULL,
    last_us INTEGER NOT NULL,
    UNIQUE (author, card)
);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL REFERENCES places (id),
    ordinal INTEGER NOT NULL,
    first_us INTEGER NOT NULL,
    last_us INTEGER NOT NULL,
    turn_count INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    is_full INTEGER NOT NULL DEFAULT 0,
    UNIQUE (place, ordinal)
);
-- Only sessions with room are ever searched, so only those are listed.
CREATE INDEX sessions_with_room ON sessions (place, first_us) WHERE is_full = 0;
CREATE TABLE turns (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL REFERENCES places (id),
    ref TEXT NOT NULL,
    author INTEGER NOT NULL REFERENCES authors (id),
    name INTEGER NOT NULL REFERENCES author_names (id),
    role TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    said_us INTEGER NOT NULL,
    offset_s INTEGER NOT NULL,
    amended_us INTEGER,
    reply_to TEXT,
    silent INTEGER NOT NULL,
    actions TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('live', 'edited', 'deleted')),
    session INTEGER REFERENCES sessions (id),
    UNIQUE (place, ref)
);
CREATE INDEX turns_by_time ON turns (place, said_us);
CREATE TRIGGER turns_stay BEFORE DELETE ON turns
BEGIN
    SELECT raise(ABORT, 'a turn is emptied, never deleted');
END;
-- Who was last heard where: people only, never the familiar itself.
CREATE TABLE last_seen (
    place INTEGER NOT NULL REFERENCES places (id),
    author INTEGER NOT NULL REFERENCES authors (id),
    seen_us INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    PRIMARY KEY (place, author)
) WITHOUT ROWID;
CREATE INDEX last_seen_by_time ON last_seen (place, seen_us, turn, author);
CREATE INDEX last_seen_by_author ON last_seen (author);
CREATE TABLE watermarks (
    name TEXT PRIMARY KEY,
    turn INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    detail TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    UNIQUE (first, last)
);
""" + "".join(f"{statement};" for statement in _ADDED)
