"""Names that some disk takes for one."""

from familiar_memory.store.names import colliding_names


def test_names_collide_by_case_and_by_how_letters_are_composed() -> None:
    """Of folders that collide only the folders are told."""
    paths = [
        "people/a.md",
        "people/A.md",
        "people/b.md",
        "topics/caf\u00e9.md",
        "topics/cafe\u0301.md",
        "Lore/one.md",
        "lore/One.md",
        "lore/two.md",
        "notes.md",
    ]
    assert list(colliding_names(paths)) == [
        ("Lore", "lore"),
        ("people/A.md", "people/a.md"),
        ("topics/cafe\u0301.md", "topics/caf\u00e9.md"),
    ]
