"""Names of files as every system can store them."""

from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.store.names import check_new_path, check_path, name_key
from familiar_memory.transfer.portable_names import portable_names

_LETTERS = st.characters(exclude_characters="/\0")
_NAMES = st.text(_LETTERS, min_size=1, max_size=120).filter(lambda name: name[0] != ".")


def test_names_that_are_fine_stay() -> None:
    """Also those in other scripts, with several dots, or like an ending only."""
    names = ["a.md", "Über v1.2.md", "お茶.md", "v1.2", "README"]
    assert portable_names(names) == {name: name for name in names}


def test_of_two_spellings_the_one_that_is_meant_keeps_its_name() -> None:
    """Else the first in order."""
    both = ["Topics", "topics"]
    assert portable_names(both, ("topics",))["topics"] == "topics"
    assert portable_names(both)["Topics"] == "Topics"


def test_letters_composed_in_two_ways_are_two_notes() -> None:
    """The one that sorts first keeps its name."""
    composed, apart = "caf\u00e9.md", "cafe\u0301.md"
    named = portable_names([composed, apart])
    assert named[apart] == apart
    assert named[composed].startswith("café--")


def test_a_name_that_is_too_long_is_cut_between_letters() -> None:
    """Some systems allow 255 characters, others 255 bytes."""
    (short,) = portable_names(["お" * 200 + ".md"]).values()
    assert (len(short.encode()) <= 255, short.endswith(".md"), short[0]) == (True, True, "お")


@given(st.lists(_NAMES, max_size=8, unique=True))
def test_any_names_become_ones_that_the_tree_holds(names: list[str]) -> None:
    """Each its own, also on a disk that confuses cases, whatever order they come in."""
    named = portable_names(names)
    for name in named.values():
        check_new_path(check_path(name))
    assert len({name_key(name) for name in named.values()}) == len(names)
    assert portable_names(list(reversed(names))) == named
