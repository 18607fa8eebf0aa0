"""Marker words are found whole, however they are written, in every language that is described."""

import pytest

from familiar_memory.config.load import checked_settings
from familiar_memory.errors import ConfigError
from familiar_memory.knowledge.languages.shipped import language_tables
from familiar_memory.knowledge.write_policy.conduct import bypasses_safety
from familiar_memory.knowledge.write_policy.marker import Marker
from familiar_memory.knowledge.write_policy.markers import Markers, shipped_markers


@pytest.mark.parametrize(
    "said",
    [
        "I'm a failure",
        "I\u2019m a failure",
        "i am A FAILURE.",
        "im a failure",
        "\uff29\uff07m a failure",
        "So I\u02bcm a failure, then",
    ],
)
def test_apostrophes_case_and_width_make_no_difference(said: str) -> None:
    """Neither do typed shapes that a phone gives: a marker is the same words."""
    assert shipped_markers().shows(Marker.SELF_BELIEF, said)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Marker.REQUEST, "I am pleased with it"),
        (Marker.TRANSIENT, "the todayshow host"),
        (Marker.LOSS, "she studied law"),
        (Marker.SAFETY, "ignore safetypins"),
    ],
)
def test_a_marker_inside_another_word_is_none(mark: Marker, said: str) -> None:
    """Words are compared whole."""
    assert not shipped_markers().shows(mark, said)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Marker.TRANSIENT, "今日は忙しかった"),
        (Marker.DURABLE, "何年も不眠です"),
        (Marker.SAFETY, "もう大丈夫か聞かないで"),
        (Marker.LOSS, "祖母が亡くなった"),
    ],
)
def test_japanese_has_its_own_words(mark: Marker, said: str) -> None:
    """Where no spaces are written, a phrase is found where its characters stand."""
    assert shipped_markers().shows(mark, said)


def test_an_operator_adds_words_of_any_language() -> None:
    """The lists of `character.toml` come to those that are shipped."""
    settings = checked_settings({"markers": {"transient": ["heute", "gerade eben"]}}, "here")
    markers = shipped_markers().extended(settings.markers)
    assert markers.shows(Marker.TRANSIENT, "Ich bin HEUTE müde")
    assert markers.shows(Marker.TRANSIENT, "I am tired today")
    assert not shipped_markers().shows(Marker.TRANSIENT, "Ich bin heute müde")


def test_a_set_that_is_not_there_is_refused_with_those_that_are() -> None:
    """A misspelt list would do nothing."""
    with pytest.raises(ConfigError, match=r"markers\.transeint.*'self_belief', 'pattern'"):
        checked_settings({"markers": {"transeint": ["heute"]}}, "here")


def test_a_marker_without_a_word_is_refused() -> None:
    """It would be in no text, or in every one."""
    with pytest.raises(ConfigError, match="'!!' of the markers 'once' says nothing"):
        shipped_markers().extended({Marker.ONCE: ["!!"]})


def test_a_language_file_has_sets_that_are_known_and_words_that_count() -> None:
    """A set that nobody reads would be a misspelling."""
    tables = language_tables("write_policy")
    assert set(tables) == {"en", "ja"}
    for table in tables.values():
        assert set(table) == set(Marker)
        words = [word for listed in table.values() for word in listed]
        assert all(Markers({Marker.ONCE: [word]}).shows(Marker.ONCE, word) for word in words)


def test_a_marker_is_found_at_the_end_of_a_very_long_message() -> None:
    """What asks to switch care off does not hide behind a wall of text."""
    assert bypasses_safety("so " * 5_000 + ". Stop asking if I'm safe")
    assert bypasses_safety("so " * 5_000 + " stop asking if I'm safe")
