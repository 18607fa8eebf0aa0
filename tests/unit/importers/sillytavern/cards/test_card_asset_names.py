"""Names of assets: safe on every system, and two never share one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_importers.sillytavern.containers.asset_names import AssetNames
from familiar_memory.store.names import check_new_path, check_path, name_key


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("assets/icon/images/main.png", "icon/images/main.png"),
        ("faces/happy.png", "faces/happy.png"),
        ("assets", "assets"),
        ("Größe – 大.png", "Größe - 大.png"),
        ('a<b>:"|?*.png', "a-b------.png"),
        ("con.png", "_con.png"),
        ("NUL", "_NUL"),
        (".hidden", "hidden"),
        ("dots. .", "dots"),
        ("notes.md", "notes.md.txt"),
        ("x.MD", "x.MD.txt"),
        ("\x1b[2J.png", "-[2J.png".replace("[", "-")),
        ("a" * 300 + ".png", "a" * 80 + ".png"),
        ("...", "asset"),
    ],
)
def test_a_name_becomes_one_that_every_system_can_store(name, path):
    """What is readable of it stays."""
    assert AssetNames().path_for(name) == f"self/assets/{path}"


def test_names_that_a_disk_could_confuse_get_numbers():
    """Case, composed letters, and a file where a folder is needed."""
    names = AssetNames()
    given_names = ["a.png", "A.png", "é", "e\u0301", "dir", "dir/x", "d/y", "d"]
    assert [names.path_for(name).removeprefix("self/assets/") for name in given_names] == [
        "a.png",
        "A-2.png",
        "é",
        "é-2",
        "dir",
        "dir-x",
        "d/y",
        "d-2",
    ]


@given(st.lists(st.text(max_size=60), max_size=30))
def test_any_names_give_paths_that_the_store_takes_and_that_never_meet(given_names):
    """No two are one on any disk, no file is a folder, and no asset is a note."""
    names = AssetNames()
    paths = [names.path_for(name) for name in given_names]
    for path in paths:
        check_new_path(check_path(path))
        assert not path.lower().endswith(".md")
    keys = [name_key(path) for path in paths]
    assert len(set(keys)) == len(keys)
    assert [key for key in keys if any(other.startswith(f"{key}/") for other in keys)] == []
