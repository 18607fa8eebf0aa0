"""People give up names: what is told is the newest that was heard."""

from familiar_memory.notes.document import NoteParser

TAVERN = "discord-lantern.tavern"


def names(text: str) -> list[str]:
    """The names of a person's note, the one they are called by first."""
    return [alias.name for alias in NoteParser().read("people/discord-42.md", text, "").aliases]


def test_the_newest_of_the_names_that_were_heard_comes_first():
    """Writers append; one that a person struck is gone."""
    heard = f"- sam_3 (in:{TAVERN})\n- Sam (in:{TAVERN})\n- ~~Ada (in:{TAVERN})~~\n"
    text = f"# discord-42\n\n## Aliases\n\n{heard}- Samantha (in:{TAVERN})\n- Sammy\n"
    assert names(text) == ["Samantha", "Sam", "sam_3", "Sammy"]


def test_a_title_that_a_person_gave_stands_before_all():
    """And so do the aliases of the frontmatter."""
    text = f"---\naliases: [Ro]\n---\n# Rowan\n\n## Aliases\n\n- River (in:{TAVERN})\n"
    assert names(text) == ["Rowan", "Ro", "River"]
