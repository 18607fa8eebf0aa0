"""A familiar's folder has a name that every disk can hold and tell apart."""

import pytest

from familiar_memory.config.paths import FamiliarPaths
from familiar_memory.errors import FamiliarExistsError, UsageError
from familiar_memory.founding import found


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "aux.old", "ember."])
def test_no_familiar_is_named_as_windows_names_a_device(tmp_path, name):
    """The home could not be copied there; nothing is made."""
    with pytest.raises(UsageError, match="cannot name a familiar"):
        found(FamiliarPaths(tmp_path, name), embedder="none")
    assert list(tmp_path.iterdir()) == []


def test_two_familiars_differ_in_more_than_case(tmp_path):
    """On many disks `EMBER` is `ember`."""
    found(FamiliarPaths(tmp_path, "ember"), embedder="none")
    with pytest.raises(FamiliarExistsError, match="'ember'"):
        found(FamiliarPaths(tmp_path, "EMBER"), embedder="none")
    assert [path.name for path in tmp_path.iterdir()] == ["ember"]


def test_one_that_stands_is_opened_whatever_its_name(tmp_path):
    """Only a new name is refused."""
    folder = tmp_path / "con"
    folder.mkdir()
    (folder / "character.toml").write_text("", "utf-8")
    FamiliarPaths(tmp_path, "con").require()
