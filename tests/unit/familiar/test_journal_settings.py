"""How much of the past a familiar keeps is set in its character.toml."""

import asyncio
from dataclasses import asdict
from datetime import UTC, datetime

import pytest
from familiars import started

from familiar_memory.config.load import load_settings
from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import ConfigError, NotFoundError

_LATER = datetime(2026, 6, 1, tzinfo=UTC)


def test_the_shipped_settings_keep_every_version_within_a_gigabyte(tmp_path, new_familiar):
    """And the journal is given them in its own units."""
    familiar = new_familiar(tmp_path)
    kept = load_settings(FamiliarPaths(tmp_path, "ember")).journal
    assert asdict(kept) == {
        "rotate_mb": 16,
        "rotate_days": 90,
        "keep_days": 0,
        "keep_mb": 1000,
    }

    async def settings():
        async with started(familiar):
            return familiar.journal.settings

    given = asyncio.run(settings())
    assert (given.rotate_bytes, given.rotate_days) == (16_000_000, 90)
    assert (given.image_days, given.image_bytes) == (None, 1_000_000_000)


@pytest.mark.parametrize("line", ["rotate_mb = 0", "keep_days = -1", 'keep_mb = "much"'])
def test_a_setting_that_makes_no_sense_is_named(tmp_path, new_familiar, line):
    """With its section."""
    new_familiar(tmp_path, settings=f"[journal]\n{line}\n")
    with pytest.raises(ConfigError, match=rf"'journal\.{line.split()[0]}' = .* is not accepted"):
        load_settings(FamiliarPaths(tmp_path, "ember"))


def test_old_versions_go_when_a_familiar_is_opened(tmp_path, new_familiar):
    """Those that its settings do not keep; the newest of each note stays."""
    first = new_familiar(tmp_path, settings="[journal]\nkeep_days = 30\n")
    later = new_familiar(tmp_path, now=_LATER)

    async def live():
        async with first:
            for text in ("one\n", "two\n"):
                first.store.write_file("a.md", text)
        async with later:
            pass
        async with later:
            entries = list(later.journal.entries("a.md"))
            kept = later.journal.version(entries[1].after)
            with pytest.raises(NotFoundError, match="no longer kept"):
                later.journal.version(entries[0].after)
            return kept

    assert asyncio.run(live()) == b"two\n"
