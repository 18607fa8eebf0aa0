"""Opening a familiar that may not be there yet, by a text or a number."""

import asyncio

import pytest

from familiar_memory import Familiar, FamiliarExistsError, Household
from familiar_memory.errors import InputError, UnknownFamiliarError


def test_it_is_made_where_there_is_none_and_only_then(tmp_path):
    """A bot's first start is as every other."""
    made = Familiar.open("ember", home=tmp_path, create=True)
    character = tmp_path / "ember" / "character.toml"
    before = character.read_bytes()
    assert b'name = "ember"' in before
    assert Familiar.open("ember", home=tmp_path, create=True) is not made
    assert character.read_bytes() == before
    with pytest.raises(FamiliarExistsError):
        Familiar.create("ember", home=tmp_path)


def test_what_is_not_there_says_what_would_make_it(tmp_path):
    """By the option, and by the command."""
    with pytest.raises(UnknownFamiliarError) as caught:
        Familiar.open("ember", home=tmp_path)
    assert "create=True makes it" in caught.value.accepted
    assert "familiar init ember" in caught.value.accepted


def test_one_that_some_disks_take_for_it_is_not_opened_in_its_stead(tmp_path):
    """Two folders that differ by case are one on Windows."""
    Familiar.create("Ember", home=tmp_path)
    with pytest.raises(FamiliarExistsError):
        Familiar.open("ember", home=tmp_path, create=True)


def test_a_number_is_a_name(tmp_path):
    """One familiar a guild; in a household 42 and "42" are one."""
    Familiar.open(42, home=tmp_path, create=True)
    assert (tmp_path / "42" / "character.toml").is_file()

    async def run():
        async with (
            Household(tmp_path) as household,
            household.familiar(42) as one,
            household.familiar("42") as other,
        ):
            return one is other, household.awake

    assert asyncio.run(run()) == (True, ("42",))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"create": "yes"}, "create is 'yes'"),
        ({"write_every": "600"}, "write_every is '600'"),
        ({"write_every": 0}, "write_every is 0"),
        ({"write_every": float("nan")}, "write_every is nan"),
    ],
)
def test_what_an_option_cannot_be_is_refused(tmp_path, given, said):
    """And nothing is made."""
    with pytest.raises(InputError, match=said):
        Familiar.open("ember", home=tmp_path, **{"create": True} | given)
    assert list(tmp_path.iterdir()) == []
