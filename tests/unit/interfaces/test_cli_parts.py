"""The small parts of the command line."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from familiar_memory.domain.question.context import Contribution, Decision, Layer, Trace
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.place import Place, PlaceKind
from familiar_memory.domain.talk.turn import StoredTurn, Turn
from familiar_memory.errors import UsageError
from familiar_memory.history.history_store import HistoryStore
from familiar_memory.inspection.sizes import size_text
from familiar_memory.inspection.who_where import read_author, read_place, speaker_of
from familiar_memory.interfaces.cli.ask.hit_view import highlighted, lit_words
from familiar_memory.interfaces.cli.demo.proof import private_traces
from familiar_memory.interfaces.cli.demo.view import room_name
from familiar_memory.interfaces.cli.frame.invocation import Invocation
from familiar_memory.interfaces.cli.frame.output import aligned, visible
from familiar_memory.notes.register.register import TreeRegister
from familiar_memory.recall.page.render import Context
from familiar_memory.store.memory_store import MemoryStore

_NOW = datetime(2026, 2, 2, 19, 31, tzinfo=UTC)
_TAVERN = Place("discord", "tavern", "lantern")
_DM = Place("discord", "rowan", kind=PlaceKind.DM)
_ROWAN = Author("discord", "42", "Rowan")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("tea\tand\ncake", "tea\tand\ncake"),
        ("\x1b[31mred\x1b[0m", "�[31mred�[0m"),
        ("left\u202eright\u2066", "left�right�"),
        ("back\rspace\x08\x9b", "back�space��"),
    ],
)
def test_text_cannot_steer_the_terminal(text: str, shown: str) -> None:
    """Control characters of a chat are shown as what they are: nothing to be obeyed."""
    assert visible(text) == shown


def test_columns_are_aligned_by_what_is_seen() -> None:
    """Wide characters count twice; a header with > is aligned right."""
    assert aligned([("name", ">facts"), ("はるか", "10"), ("ivo", "3")]) == [
        "name    facts",
        "はるか     10",
        "ivo         3",
    ]


@pytest.mark.parametrize(
    ("size", "told"), [(0, "0 B"), (999, "999 B"), (1400, "1.4 kB"), (3_200_000, "3.2 MB")]
)
def test_sizes_are_told_for_people(size: int, told: str) -> None:
    """In steps of a thousand."""
    assert size_text(size) == told


def test_words_of_the_question_are_lit_in_their_other_forms() -> None:
    """`allergic` lights `allergies`; scripts without spaces go by pairs."""
    words = lit_words("what is Bex allergic to? 犬の名前")
    shown = highlighted("Bex has allergies; 名前はきなこ", words)
    assert [shown.plain[span.start : span.end] for span in shown.spans] == [
        "Bex",
        "allergies",
        "名前",
    ]


def test_a_question_of_common_words_lights_nothing() -> None:
    """Nor does it fail."""
    assert lit_words("??") is None


def test_the_only_familiar_is_chosen_and_several_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As given, else the environment's, else the only one."""
    monkeypatch.delenv("FAMILIAR_ID", raising=False)
    (tmp_path / "_default").mkdir()
    (tmp_path / "_default" / "character.toml").touch()
    with pytest.raises(UsageError, match="there is no familiar in"):
        Invocation(home=tmp_path).familiar_id()
    for name in ("ember", "wick"):
        (tmp_path / name).mkdir()
    (tmp_path / "ember" / "character.toml").touch()
    assert Invocation(home=tmp_path).familiar_id() == "ember"
    (tmp_path / "wick" / "character.toml").touch()
    with pytest.raises(UsageError, match=r"several familiars in .*: ember, wick"):
        Invocation(home=tmp_path).familiar_id()
    monkeypatch.setenv("FAMILIAR_ID", "wick")
    assert Invocation(home=tmp_path).familiar_id() == "wick"
    assert Invocation(home=tmp_path, familiar="other").familiar_id() == "other"


def _said(ref: str, place: Place, text: str) -> Turn:
    return Turn(ref, _NOW, place, _ROWAN, text)


def test_slugs_become_places_and_people(tmp_path: Path) -> None:
    """Unknown ones are answered with what is known; a platform:id need not be known."""
    with HistoryStore(tmp_path / "history.sqlite") as history:
        history.record_many((_said("1", _TAVERN, "hi"), _said("2", _DM, "psst")))
        assert read_place(history, None) is None
        assert read_place(history, "discord-lantern.tavern") == _TAVERN
        assert read_author(history, "discord-42") == read_author(history, "discord:42") == _ROWAN
        assert read_author(history, "twitch:9") == Author("twitch", "9")
        store = MemoryStore(tmp_path / "memory")
        store.write_file("people/twitch-9.md", "# Nine\n")
        register = TreeRegister(store)
        assert speaker_of(history, register, None, _DM) == _ROWAN
        assert speaker_of(history, register, None, _TAVERN) is None
        assert speaker_of(history, register, "twitch-9", _TAVERN) == Author("twitch", "9")
        with pytest.raises(UsageError):
            speaker_of(history, register, "twitch-10", _TAVERN)
        with pytest.raises(UsageError) as place:
            read_place(history, "cellar")
        with pytest.raises(UsageError) as person:
            read_author(history, "juno")
        assert read_author(history, "rowan") == _ROWAN
        other = Author("twitch", "7", "Rowan")
        history.record(Turn("3", _NOW, _TAVERN, other, "hello"))
        with pytest.raises(UsageError, match="several people are called 'Rowan'") as namesakes:
            read_author(history, "Rowan")
    assert namesakes.value.accepted == "say which: discord-42 (Rowan), twitch-7 (Rowan)"
    assert place.value.accepted == (
        "places: discord-dm-rowan (@rowan), discord-lantern.tavern (#tavern)"
    )
    assert person.value.accepted == "people: discord-42 (Rowan)"


def test_a_place_may_be_given_as_people_call_it(tmp_path: Path) -> None:
    """By its label, with the sign or without; a label of two places is answered with both."""
    old = Place("discord", "111", "222", name="general", guild_name="Lantern Night")
    new = Place("discord", "333", "444", name="general", guild_name="Book Club")
    with HistoryStore(tmp_path / "history.sqlite") as history:
        history.record_many(
            tuple(_said(str(n), place, "hi") for n, place in enumerate((_TAVERN, _DM, old, new)))
        )
        for given in ("#tavern", "tavern", "#Tavern"):
            assert read_place(history, given) == _TAVERN
        assert read_place(history, "@rowan") == read_place(history, "rowan") == _DM
        noted = {"#general": old.slug, "#general-2": new.slug}
        assert read_place(history, "#general-2", lambda: noted) == new
        with pytest.raises(UsageError) as several:
            read_place(history, "#general", lambda: noted)
    assert str(several.value).startswith("several places are called '#general'")
    assert several.value.accepted == (
        "say which: discord-222.111 (#general in Lantern Night),"
        " discord-444.333 (#general in Book Club)"
    )


def test_rooms_have_the_names_that_people_use() -> None:
    """A slug that is none is shown as it is."""
    rooms = ["discord-lantern.tavern", "discord-dm-rowan", "twitch-stream-mosslight", "x/y"]
    assert [room_name(slug) for slug in rooms] == ["#tavern", "DM", "stream", "x/y"]


def _context(text: str, subject: str = "turn m1") -> Context:
    return Context(
        (Contribution(Layer.CONTENT, "content_search.rag", text, 70),),
        Trace((Decision("retrieve", subject, "kept"),)),
    )


def _stored(ref: str, place: Place, text: str) -> StoredTurn:
    return StoredTurn(1, _said(ref, place, text), "s")


def test_private_sentences_in_a_public_context_are_found() -> None:
    """A sentence, or the ref itself; not what is short, nor what was also said openly."""
    private = [
        _stored("d1", _DM, "Well. I am going to quit  the office in May!"),
        _stored("d2", _DM, "Yes, of course."),
        _stored("d3", _DM, "The kettle is on the stove again."),
    ]
    openly = [_stored("m1", _TAVERN, "the kettle is on the stove again. and more")]
    clean = _context("- Rowan: Yes, of course. The kettle is on the stove again.")
    assert private_traces(clean, private, openly) == ()
    leaky = _context("- Rowan: i am going to quit the office\nin May!")
    assert private_traces(leaky, private, openly) == ("d1",)
    assert private_traces(_context("tea", "turn d2"), private, openly) == ("d2",)
