"""Options of importers as a person writes them."""

from datetime import UTC, datetime, timedelta

import pytest

from familiar_importers.chats.generic_jsonl import ChatJsonlImporter
from familiar_importers.chats.reading.options import split_names, zone_named
from familiar_importers.chats.sillytavern import SillyTavernChatImporter
from familiar_importers.chats.twitch import TwitchLogImporter
from familiar_memory.errors import UsageError
from familiar_memory.transfer.importer import Importer
from familiar_memory.transfer.options import configured


def test_names_stand_between_commas() -> None:
    """Without regard to letters and spaces."""
    assert split_names(" Ember, 42 ,,") == {"ember", "42"}
    assert split_names("") == frozenset()


def test_a_zone_is_a_name_or_an_offset() -> None:
    """In winter Berlin is an hour ahead."""
    winter = datetime(2026, 2, 2)
    assert zone_named("utc") is UTC
    assert zone_named("Europe/Berlin").utcoffset(winter) == timedelta(hours=1)
    assert zone_named("-05:30").utcoffset(winter) == -timedelta(hours=5, minutes=30)
    assert zone_named("UTC+2").utcoffset(winter) == timedelta(hours=2)


def test_options_are_set_by_name() -> None:
    """As `--set` sets them."""
    assert configured(SillyTavernChatImporter(), ["me=Ember, Ash", "zone=+02:00"]) == (
        SillyTavernChatImporter(me="Ember, Ash", zone="+02:00")
    )


@pytest.mark.parametrize(
    ("importer", "setting"),
    [
        (SillyTavernChatImporter(), "zone=Middle/Earth"),
        (TwitchLogImporter(), "zone=+99:00"),
        (TwitchLogImporter(), "zone=../../etc/passwd"),
        (ChatJsonlImporter(), "kind=cellar"),
        (ChatJsonlImporter(), "platform="),
    ],
)
def test_an_option_that_means_nothing_is_refused(importer: Importer, setting: str) -> None:
    """Before anything is read."""
    with pytest.raises(UsageError):
        configured(importer, [setting])
