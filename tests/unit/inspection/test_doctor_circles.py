"""Doctor names symbolic links that lead in circles; whatever reads the notes passes them over."""

from __future__ import annotations

import pytest
from doctor_findings import findings

from familiar_memory.inspection.health.finding import Finding

MEND = "remove it, or let it lead to a file or folder elsewhere"


def circle(path: str) -> Finding:
    """What is said of one."""
    return Finding(
        f"{path} is a symbolic link that leads in a circle: it is not read", MEND, serious=False
    )


@pytest.mark.parametrize(
    ("links", "named"),
    [
        ({"loop.md": "loop.md"}, ["loop.md"]),
        ({"a.md": "people/b.md", "people/b.md": "../a.md"}, ["a.md", "people/b.md"]),
        ({"people/all": "..", "people/here": "."}, ["people/all", "people/here"]),
        ({"gone.md": "nowhere.md", "who.md": "people/Rowan.md", "all": "people"}, []),
        ({".hidden": ".hidden", "people/.x/y": "../.x"}, []),
    ],
    ids=["to itself", "to each other", "to folders above", "to other places", "hidden"],
)
def test_a_link_that_leads_in_a_circle_is_named(new_familiar, tmp_path, links, named):
    """To itself, by way of others, or to a folder that it stands in."""

    def link(people):
        for path, to in links.items():
            place = people.parent / path
            place.parent.mkdir(exist_ok=True)
            place.symlink_to(to)

    found = findings(new_familiar, tmp_path, check="tree", edit=link)
    assert found == [circle(path) for path in named]
