"""A card or lorebook for everyone holds what everybody may know, and the report has the rest."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from few_and_many import few_and_many
from hypothesis import example
from hypothesis import strategies as st

from familiar_importers.sillytavern.cards.exporter import CardExporter
from familiar_importers.sillytavern.lorebooks.exporter import LorebookExporter
from familiar_importers.sillytavern.reading.card_file import open_card
from familiar_memory.errors import InputError, UsageError
from familiar_memory.knowledge.audience import EVERYONE, OWNER, Viewer
from familiar_memory.recall.parts.character import permitted_body
from familiar_memory.transfer.exporter import ExportOptions
from tests.sillytavern_cards import (
    Tree,
    book,
    charx,
    entry,
    exported,
    imported,
    mirrored,
    png,
    text,
    v2_card,
    v3_card,
)
from tests.sillytavern_cards import encoded as encoded_card

DM = "discord-dm-7"
CARD_NOTES = (
    "self/description.md",
    "self/personality.md",
    "self/depth_prompt.md",
    "self/greetings/1.md",
    "self/greetings/3.md",
)
BOOK = "lore/imported/coast"
LORE_NOTES = (f"{BOOK}/entry-0.md", f"{BOOK}/entry-1.md", f"{BOOK}/mine.md")


@dataclass(frozen=True)
class Piece:
    """A piece of a note; `who` may know it, by the rules of docs/privacy.md."""

    kind: str
    who: str

    def text(self, token):
        """As written."""
        tail = "" if self.who == EVERYONE else f" (in:{self.who})"
        dated = "" if self.who == EVERYONE else f" (2026-01-01, in:{self.who})"
        return {
            "bullet": f"- {token}{dated}\n",
            "paragraph": f"\n{token}{tail}\n\n",
            "section": f"\n## {token}{tail}\n\n",
            "nested": f"- one\n  - {token}{dated}\n",
        }[self.kind]


@dataclass(frozen=True)
class Note:
    """A note, for whom it is, and its pieces."""

    who: str
    pieces: tuple[Piece, ...]

    def text(self, token, *, is_entry):
        """The file; each piece says a token of its own."""
        front = "" if self.who == EVERYONE else f"---\nvisibility: {self.who}\n---\n"
        head = f"# {token}t\n\nKeys:\n\n- {token}k\n\n---\n\n" if is_entry else ""
        body = "".join(one.text(f"{token}p{n}z") for n, one in enumerate(self.pieces))
        return f"{front}{head}{body}"

    def hidden(self, token, *, is_entry):
        """The tokens that not everybody may know."""
        every = {f"{token}p{n}z" for n in range(len(self.pieces))}
        whole = every | ({f"{token}t", f"{token}k"} if is_entry else set())
        if self.who != EVERYONE:
            return whole
        section, out, is_nested = EVERYONE, set(), False
        for number, one in enumerate(self.pieces):
            section = one.who if one.kind == "section" else section
            is_nested |= one.kind == "nested" and section == EVERYONE
            if {one.who, section} != {EVERYONE}:
                out.add(f"{token}p{number}z")
        # Keys that nothing comes of would tell what it was about.
        return whole if is_entry and out == every and not is_nested else out


whos = st.sampled_from((EVERYONE, EVERYONE, EVERYONE, OWNER, DM))
pieces = st.builds(Piece, st.sampled_from(("bullet", "paragraph", "section", "nested")), whos)
notes = st.builds(
    Note,
    st.sampled_from((EVERYONE, EVERYONE, EVERYONE, OWNER, DM)),
    st.lists(pieces, min_size=1, max_size=6).map(tuple),
)


def trees(paths):
    """Which notes say something else by now."""
    return st.dictionaries(st.sampled_from(paths), notes, max_size=len(paths))


COAST = book(entry(0, "The coast is long."), entry(1, "The sea is cold."))
SOURCES = {
    "card.json": lambda: json.dumps(mirrored(v2_card(character_book=COAST))).encode(),
    "card.png": lambda: png(
        text("chara", encoded_card(v2_card(character_book=COAST, description="An older one."))),
        text("ccv3", encoded_card(v3_card(character_book=COAST))),
    ),
    "card.charx": lambda: charx(v3_card(character_book=COAST)),
}


def said(data):
    """Every text of a card in every version that its file holds."""
    card = open_card(data, "out")
    others = card.chunks.others if card.chunks is not None else ()
    return json.dumps([card.card, *(one.value for one in others)], ensure_ascii=False, default=str)


def tokens(text):
    """What the notes of a tree say, as far as it stands in a text."""
    return set(re.findall(r"zq\d+(?:p\d+z|t|k)", text))


def written(tree, world):
    """The tree with these notes; every token, and those that are not for everyone."""
    every, hidden = set(), set()
    for number, (path, note) in enumerate(sorted(world.items())):
        is_entry = path.startswith("lore/")
        source = note.text(f"zq{number}", is_entry=is_entry)
        tree.write(path, source)
        every |= tokens(source)
        hidden |= note.hidden(f"zq{number}", is_entry=is_entry)
    return every, hidden


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The files of one import by the name of the file, read once."""
    folder = tmp_path_factory.mktemp("cards")
    return {name: dict(imported(folder, make(), name).files) for name, make in SOURCES.items()}


def tree_of(files):
    """A tree of its own."""
    tree = Tree()
    tree.files.update(files)
    return tree


WHOLE = Note(OWNER, (Piece("paragraph", EVERYONE),))
PART = Note(EVERYONE, (Piece("bullet", EVERYONE), Piece("section", OWNER), Piece("bullet", DM)))


@few_and_many(
    15,
    60,
    st.sampled_from(tuple(SOURCES)),
    st.sampled_from(("json", "png", "charx")),
    trees((*CARD_NOTES, *LORE_NOTES)),
)
@example("card.png", "png", {"self/description.md": PART, f"{BOOK}/mine.md": WHOLE})
@example("card.json", "json", dict.fromkeys(LORE_NOTES, WHOLE))
def test_a_card_for_everyone_holds_what_everybody_may_know(sources, source, ending, world):
    """And one for its owner all of it; the report of both lists the same lines."""
    tree = tree_of(sources[source])
    every, hidden = written(tree, world)
    options = ExportOptions(Path(f"out.{ending}"), familiar_name="Marrow")
    complete = CardExporter().export(tree, options)
    shared = CardExporter(EVERYONE).export(tree, options)
    assert tokens(said(b"".join(complete.pieces))) == every
    assert tokens(said(b"".join(shared.pieces))) == every - hidden
    _is_reported(complete, shared, hidden, world)


@few_and_many(
    15,
    60,
    trees(LORE_NOTES),
)
@example(dict.fromkeys(LORE_NOTES, WHOLE))
def test_a_lorebook_for_everyone_holds_what_everybody_may_know(sources, world):
    """Keys and titles of an entry that is not for everyone are not in it either."""
    tree = tree_of(sources["card.json"])
    every, hidden = written(tree, world)
    options = ExportOptions(Path("out.json"), book="coast")
    complete = LorebookExporter().export(tree, options)
    shared = LorebookExporter(EVERYONE).export(tree, options)
    assert tokens(b"".join(complete.pieces).decode()) == every
    assert tokens(b"".join(shared.pieces).decode()) == every - hidden
    _is_reported(complete, shared, hidden, world)


def _is_reported(complete, shared, hidden, world):
    """Each note of which anything is hidden, and no other, whether or not it is left out."""
    numbers = {token[2:].partition("p")[0].rstrip("tk") for token in hidden}
    expected = {path for n, path in enumerate(sorted(world)) if str(n) in numbers}
    for export, is_left_out in ((complete, False), (shared, True)):
        assert {one.path for one in export.confidences} == expected
        assert all(one.is_left_out is is_left_out for one in export.confidences)
        assert all(one.audience in (OWNER, DM) for one in export.confidences)
        assert sum(one.lines for one in export.confidences) >= len(expected)


@few_and_many(15, 100, notes)
def test_it_is_the_rule_of_recall(note):
    """A part of the card for everyone says what a broadcast is told of it."""
    tree = Tree()
    source = note.text("zq0", is_entry=False)
    tree.write("self/description.md", source)
    export = CardExporter(EVERYONE).export(tree, ExportOptions(Path("out.json")))
    field = json.loads(b"".join(export.pieces))["data"]["description"]
    assert field.split() == permitted_body(source, Viewer(is_broadcast=True)).split()


@pytest.mark.parametrize("name", SOURCES)
def test_a_card_of_which_all_is_for_everyone_is_the_same_bytes(tmp_path, name):
    """Leaving out nothing changes nothing."""
    data = SOURCES[name]()
    tree = imported(tmp_path, data, name)
    options = ExportOptions(Path(f"out.{name.rpartition('.')[2]}"))
    export = CardExporter(EVERYONE).export(tree, options)
    assert b"".join(export.pieces) == data and export.confidences == ()
    assert exported(tree, name.rpartition(".")[2]) == data


def test_a_book_of_which_nothing_is_for_everyone_is_refused():
    """An own book has nothing else that could go out."""
    tree = Tree()
    tree.write("lore/inn.md", WHOLE.text("zq0", is_entry=True))
    for exporter in (LorebookExporter(EVERYONE), CardExporter(EVERYONE)):
        with pytest.raises(InputError, match="no part of the lorebook"):
            exporter.export(tree, ExportOptions(Path("out.json"), book="lore"))
    assert LorebookExporter().export(tree, ExportOptions(Path("out.json"))).confidences


def test_what_is_the_owners_by_default_is_so_in_a_file_too():
    """`[audience] default` holds for lore; the card is for everyone, as recall has it."""
    tree = Tree()
    plain = Note(EVERYONE, (Piece("paragraph", EVERYONE),))
    tree.write("lore/inn.md", plain.text("zq0", is_entry=True))
    tree.write("lore/sea.md", f"---\nvisibility: everyone\n---\n{plain.text('zq2', is_entry=True)}")
    tree.write("self/description.md", "zq1p0z\n")
    options = ExportOptions(Path("out.json"), book="lore", default_audience=OWNER)
    export = CardExporter(EVERYONE).export(tree, options)
    out = tokens(b"".join(export.pieces).decode())
    assert out == {"zq1p0z", "zq2p0z", "zq2t", "zq2k"}
    assert [(one.path, one.audience) for one in export.confidences] == [("lore/inn.md", OWNER)]


def test_an_audience_that_is_a_place_is_refused():
    """A file has no place."""
    for exporter in (CardExporter(DM), LorebookExporter(DM)):
        with pytest.raises(UsageError, match="no single place"):
            exporter.export(Tree(), ExportOptions(Path("out.json")))


def test_former_wordings_of_what_is_hidden_now_do_not_go_out(tmp_path):
    """A file may hold a card several times, each worded otherwise, and a book beside it."""
    one, other = "A keeper.\n\n- secret one", "A keeper.\n\n- secret two"
    sources = {
        "card.png": png(
            text("chara", encoded_card({**v2_card(description=other), "description": other})),
            text("ccv3", encoded_card({**v3_card(description=one), "description": other})),
        ),
        "card.charx": charx(v3_card(description=one), [("module.risum", b"secret three")]),
        "card.json": json.dumps({**v2_card(description=one), "description": other}).encode(),
    }
    for name, data in sources.items():
        tree = imported(tmp_path, data, name)
        tree.write("self/description.md", "A keeper.\n\n- secret one (in:owner)\n")
        options = ExportOptions(tmp_path / f"out.{name.rpartition('.')[2]}")
        out = b"".join(CardExporter(EVERYONE).export(tree, options).pieces)
        assert "A keeper." in said(out) and "secret" not in said(out)
        assert b"secret" not in out
