"""Cards out: what nobody touched stays byte for byte, an edit changes what it says it does."""

import copy
import io
import json
import zipfile

import pytest
from sillytavern_cards import (
    IDAT,
    IEND,
    Tree,
    charx,
    charx_members,
    chunk,
    encoded,
    exported,
    exported_with_remarks,
    imported,
    itext,
    mirrored,
    parsed,
    png,
    png_card,
    spelt,
    text,
    v1_card,
    v2_card,
    v3_card,
    ztext,
)

from familiar_importers.sillytavern.reading.card_file import open_card
from familiar_memory.errors import InputError, UsageError

ODD = v2_card(
    description=None,
    scenario=5,
    mes_example="",
    personality=["a", 1.50],
    first_mes="---\nkey: value\n---\nHi",
    alternate_greetings=["", None, "third\r\n", 4],
    tags="a, b",
    character_book=None,
    extensions={"talkativeness": "0.50", "depth_prompt": {"prompt": "", "depth": ""}},
)

FILES = {
    "V1 JSON": ("json", json.dumps(v1_card()).encode()),
    "V2 JSON": ("json", json.dumps(mirrored(v2_card()), indent=4).encode()),
    "odd JSON": ("json", b"\xef\xbb\xbf" + json.dumps(ODD, indent=1).encode() + b"\r\n"),
    "a name": ("json", b'{"name": "Min"}'),
    "numbers": ("json", b'{"name":"N","x":[1.10,1e400,-0.0,123456789012345678901234567890]}'),
    "Pygmalion": ("json", b'{"char_name": "P", "char_persona": "d", "metadata": {"v": 1}}'),
    "V2 PNG": ("png", png_card(v2_card())),
    "before the pixels": ("png", png(before=[text("chara", encoded(v2_card()))])),
    "V3 PNG": ("png", png(text("chara", encoded(v2_card())), text("ccv3", encoded(v3_card())))),
    "zTXt": ("png", png(ztext("Chara", encoded(v2_card())))),
    "iTXt": ("png", png(itext("chara", encoded(v2_card()), packed=True))),
    "a damaged PNG": ("png", png_card(v2_card())[: -len(IEND)] + b"more"),
    "charx": ("charx", charx(v3_card(), [("assets/a.bin", b"\0\1"), ("module.risum", b"r")])),
    "behind a JPEG": ("charx", b"\xff\xd8\xff\xe0" + bytes(30) + charx(v3_card())),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_card_that_nobody_touched_comes_out_as_the_same_bytes(tmp_path, kind):
    """In the form that it came in; but a byte order mark goes: SillyTavern takes none."""
    form, data = FILES[kind]
    assert exported(imported(tmp_path, data, f"card.{form}"), form) == data.removeprefix(
        b"\xef\xbb\xbf"
    )


@pytest.mark.parametrize("ending", ["png", "PNG", "json", "charx"])
@pytest.mark.parametrize("kind", [kind for kind in FILES if kind != "Pygmalion"])
def test_a_card_that_nobody_touched_has_the_same_json_in_every_form(tmp_path, kind, ending):
    """Keys in order, types and spelling of numbers."""
    form, data = FILES[kind]
    out = exported(imported(tmp_path, data, f"card.{form}"), ending)
    before, after = open_card(data, f"x.{form}"), open_card(out, f"x.{ending.lower()}")
    assert after.form == ending.lower()
    assert spelt(after.card) == spelt(before.card)


@pytest.mark.parametrize("kind", [k for k, (form, _) in FILES.items() if form == "json"])
def test_without_its_original_the_sidecar_is_enough(tmp_path, kind):
    """Somebody deleted the copy of the file: the JSON is the same, and it is told."""
    tree = imported(tmp_path, FILES[kind][1], "card.json")
    del tree.files["self/.original.json"]
    data, remarks = exported_with_remarks(tree, "json")
    assert spelt(parsed(data)) == spelt(open_card(FILES[kind][1], "x.json").card)
    assert "self/.original.json is gone" in remarks


def edited_card(tmp_path, card, edits, ending="json"):
    """The JSON after these notes were written (or removed: None)."""
    tree = imported(tmp_path, json.dumps(card).encode(), "card.json")
    for path, content in edits.items():
        if content is None:
            del tree.files[path]
        else:
            tree.write(path, content)
    return parsed(exported(tree, ending))


def test_an_edit_changes_its_field_and_nothing_else(tmp_path):
    """And the repetition of the field at the top, as SillyTavern writes it."""
    card = mirrored(v2_card())
    after = edited_card(tmp_path, card, {"self/personality.md": "cheerful\n"})
    expected = copy.deepcopy(card)
    expected["data"]["personality"] = expected["personality"] = "cheerful"
    assert spelt(after) == spelt(expected)


def test_a_repetition_that_said_something_else_stays(tmp_path):
    """It was not the same field to begin with."""
    card = {**mirrored(v2_card()), "personality": "other"}
    after = edited_card(tmp_path, card, {"self/personality.md": "cheerful\n"})
    assert (after["personality"], after["data"]["personality"]) == ("other", "cheerful")


@pytest.mark.parametrize("change", ["\n", "\r\n", "\r", ""])
def test_newlines_that_an_editor_changed_are_no_edit(tmp_path, change):
    """Neither in the middle nor at the end."""
    tree = imported(tmp_path, json.dumps(ODD | v2_card()).encode(), "card.json")
    before = exported(tree, "json")
    for path in tree.paths():
        normal = tree.note(path).replace("\r\n", "\n").removesuffix("\n")
        tree.write(path, normal.replace("\n", change or "\n") + change)
    assert exported(tree, "json") == before


def test_a_byte_order_mark_of_an_editor_is_no_edit(tmp_path):
    """Some write one into every file."""
    tree = imported(tmp_path, json.dumps(v2_card()).encode(), "card.json")
    before = exported(tree, "json")
    for path in tree.paths():
        tree.write(path, f"\ufeff{tree.note(path)}")
    assert exported(tree, "json") == before


def test_frontmatter_that_a_person_adds_is_not_the_field(tmp_path):
    """It is for the memory, not for the prompt."""
    card = v2_card()
    after = edited_card(
        tmp_path,
        card,
        {"self/personality.md": f"---\nvisibility: owner\n---\n\n{card['data']['personality']}\n"},
    )
    assert spelt(after) == spelt(card)


@pytest.mark.parametrize(
    ("note", "value"),
    [
        ("A calm.\nAnother line.\n", "A calm.\r\nAnother line."),
        ("A calm.\r\nAnother line.\r\n", "A calm.\r\nAnother line."),
    ],
)
def test_an_edit_of_a_text_with_crlf_keeps_it(tmp_path, note, value):
    """Whatever the editor writes."""
    after = edited_card(tmp_path, v2_card(), {"self/scenario.md": note})
    assert after["data"]["scenario"] == value


def test_an_edit_on_windows_brings_no_crlf_where_there_was_none(tmp_path):
    """The card's own newlines win."""
    card = v2_card(description="a\nb")
    after = edited_card(tmp_path, card, {"self/description.md": "a\r\nc\r\n"})
    assert after["data"]["description"] == "a\nc"


def test_a_note_that_is_gone_empties_its_field(tmp_path):
    """The key stays."""
    after = edited_card(tmp_path, mirrored(v2_card()), {"self/scenario.md": None})
    expected = mirrored(v2_card(scenario=""))
    assert spelt(after) == spelt(expected)


@pytest.mark.parametrize("empty", ["", None])
def test_a_new_note_fills_a_field_that_was_empty(tmp_path, empty):
    """Absent fields are appended; those with a place keep it."""
    card = v2_card(scenario=empty)
    after = edited_card(tmp_path, card, {"self/scenario.md": "New.\n"})
    assert spelt(after) == spelt(v2_card(scenario="New."))


def test_a_new_note_fills_a_field_that_was_not_there(tmp_path):
    """At the end of the fields."""
    after = edited_card(tmp_path, {"name": "Min"}, {"self/description.md": "New.\n"})
    assert spelt(after) == spelt({"name": "Min", "description": "New."})


def test_greetings_can_be_edited_removed_and_added(tmp_path):
    """Order follows the numbers; what was no text stays as it was."""
    card = v2_card(alternate_greetings=["a", "b", None, "d"])
    after = edited_card(
        tmp_path,
        card,
        {
            "self/greetings/1.md": None,
            "self/greetings/2.md": "B\n",
            "self/greetings/10.md": "ten\n",
            "self/greetings/9.md": "nine\n",
            "self/greetings/mine.md": "mine\n",
            "self/greetings/empty.md": "\n",
        },
    )
    assert after["data"]["alternate_greetings"] == ["B", None, "d", "nine", "ten", "mine"]


def test_one_greeting_that_is_no_list_stays_a_text(tmp_path):
    """Until there are two."""
    card = v2_card(alternate_greetings="Hi")
    after = edited_card(tmp_path, card, {"self/greetings/1.md": "Ho\n"})
    assert after["data"]["alternate_greetings"] == "Ho"
    after = edited_card(tmp_path, card, {"self/greetings/2.md": "Ho\n"})
    assert after["data"]["alternate_greetings"] == ["Hi", "Ho"]


def test_the_depth_prompt_is_edited_in_its_place(tmp_path):
    """Depth and role stay as odd as they were."""
    after = edited_card(tmp_path, v2_card(), {"self/depth_prompt.md": "It snows.\n"})
    expected = v2_card()
    expected["data"]["extensions"]["depth_prompt"]["prompt"] = "It snows."
    assert spelt(after) == spelt(expected)


def test_a_new_depth_prompt_gets_the_usual_depth(tmp_path):
    """As SillyTavern would make it."""
    after = edited_card(tmp_path, v2_card(extensions={"x": 1}), {"self/depth_prompt.md": "Now.\n"})
    assert after["data"]["extensions"] == {
        "x": 1,
        "depth_prompt": {"prompt": "Now.", "depth": 4, "role": "system"},
    }


def test_an_edit_leaves_every_other_chunk_where_it_was(tmp_path):
    """Same keyword, same kind of chunk; the pixels are the same bytes."""
    around = (IDAT, text("Software", b"Paint"), chunk(b"eXIf", b"MM\0*"))
    tree = imported(
        tmp_path, png(*around[1:], itext("Chara", encoded(v2_card()), packed=True), text("z", b""))
    )
    tree.write("self/personality.md", "cheerful\n")
    data = exported(tree)
    before = open_card(tree.files["self/.original.png"], "a.png").png
    after = open_card(data, "b.png")
    kinds = [bytes(one.payload) for one in before.chunks if one.kind != b"iTXt"]
    assert [bytes(one.payload) for one in after.png.chunks if one.kind != b"iTXt"] == kinds
    assert [c.kind for c in after.png.chunks] == [c.kind for c in before.chunks]
    assert after.chunks.card.text.keyword == "Chara"
    assert after.remarks == ()
    assert spelt(after.card) == spelt(v2_card(personality="cheerful"))


def test_an_edit_follows_into_the_other_chunk_where_it_said_the_same(tmp_path):
    """`chara` beside `ccv3`: an own name there stays."""
    old = mirrored(v2_card(name="Old", alternate_greetings=["x"]))
    tree = imported(tmp_path, png(text("chara", encoded(old)), text("ccv3", encoded(v3_card()))))
    tree.write("self/personality.md", "cheerful\n")
    tree.write("self/greetings/1.md", "changed\n")
    tree.write("self/depth_prompt.md", "It snows.\n")
    chunks = open_card(exported(tree), "x.png").chunks
    (other,) = chunks.others
    expected = copy.deepcopy(old)
    expected["personality"] = expected["data"]["personality"] = "cheerful"
    expected["data"]["extensions"]["depth_prompt"]["prompt"] = "It snows."
    assert spelt(other.value) == spelt(expected)
    assert chunks.card.value["data"]["alternate_greetings"] == ["changed", "You again."]


def test_a_broken_ccv3_is_left_out_of_an_edited_card(tmp_path):
    """SillyTavern would believe it before the chunk that can be read."""
    tree = imported(tmp_path, png(text("ccv3", b"!!!"), text("chara", encoded(v2_card()))))
    tree.write("self/personality.md", "cheerful\n")
    data, remarks = exported_with_remarks(tree)
    card = open_card(data, "x.png")
    assert card.remarks == ()
    assert card.card["data"]["personality"] == "cheerful"
    assert "the chunk ccv3 could not be read and is left out" in remarks


def archive(*, prefix=b"", streamed=False, comment=b"bye"):
    """An archive with everything that an export must not touch."""

    class Pipe(io.BytesIO):
        def seekable(self):
            return not streamed

        def tell(self):
            if streamed:
                raise OSError("a pipe")
            return super().tell()

    out = Pipe()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("assets/first.bin", b"1" * 999)
        info = zipfile.ZipInfo("card.json", (2024, 5, 6, 7, 8, 10))
        info.compress_type = zipfile.ZIP_DEFLATED
        file.writestr(info, json.dumps(v3_card()))
        file.writestr("../evil.md", b"evil", zipfile.ZIP_STORED)
        file.writestr("module.risum", b"r" * 99)
        file.comment = comment
    return prefix + out.getvalue()


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("prefix", [b"", b"\xff\xd8\xff\xe0" + bytes(40)])
def test_an_edited_charx_keeps_its_other_members_byte_for_byte(tmp_path, prefix, streamed):
    """Names, order, dates, packing, the comment, and a picture before the archive."""
    data = archive(prefix=prefix, streamed=streamed)
    tree = imported(tmp_path, data, "card.charx")
    tree.write("self/personality.md", "cheerful\n")
    out = exported(tree, "charx")
    before, after = zipfile.ZipFile(io.BytesIO(data)), zipfile.ZipFile(io.BytesIO(out))
    assert out.startswith(prefix)
    assert after.comment == b"bye"
    assert after.testzip() is None
    shown = [
        [(i.orig_filename, i.date_time, i.CRC, i.compress_type) for i in file.infolist()]
        for file in (before, after)
    ]
    assert [one for one in shown[1] if one[0] != "card.json"] == [
        one for one in shown[0] if one[0] != "card.json"
    ]
    assert [one[:2] for one in shown[1]] == [one[:2] for one in shown[0]]
    assert parsed(after.read("card.json"))["data"]["personality"] == "cheerful"


def test_a_png_card_as_charx_brings_its_picture_along(tmp_path):
    """Without the card in it; the card's JSON stays as it was."""
    tree = imported(tmp_path, png_card(v3_card()))
    assert charx_members(exported(tree, "charx"))[1:] == [("assets/icon/images/main.png", png())]


def test_a_charx_as_png_is_built_on_its_own_icon(tmp_path):
    """And says what is left behind."""
    uri = "embeded://assets/icon/images/main.png"
    card = v3_card(assets=[{"type": "icon", "uri": uri, "name": "main", "ext": "png"}])
    tree = imported(tmp_path, charx(card, [("assets/icon/images/main.png", png())]), "card.charx")
    data, remarks = exported_with_remarks(tree, "png")
    assert data.startswith(png()[: -len(IEND)])
    chunks = open_card(data, "x.png").chunks
    assert [chunks.card.text.key, chunks.others[0].text.key] == ["ccv3", "chara"]
    assert chunks.others[0].value == {**card, "spec": "chara_card_v2", "spec_version": "2.0"}
    assert "1 assets have no place in this form" in remarks


def test_a_json_card_as_png_gets_a_plain_picture(tmp_path):
    """Which is a whole PNG, and it is said."""
    tree = imported(tmp_path, json.dumps(v2_card()).encode(), "card.json")
    data, remarks = exported_with_remarks(tree, "png")
    card = open_card(data, "x.png")
    assert card.remarks == ()
    assert [one.kind for one in card.png.chunks] == [b"IHDR", b"IDAT", b"tEXt", b"IEND"]
    assert "the card gets a plain one" in remarks


def test_a_picture_that_is_given_is_built_on(tmp_path):
    """A card that was in it is taken out."""
    image = tmp_path / "image.png"
    image.write_bytes(png_card(v2_card(name="Another")))
    tree = imported(tmp_path, json.dumps(v2_card()).encode(), "card.json")
    assert open_card(exported(tree, "png", image=image), "x.png").card == v2_card()
    assert charx_members(exported(tree, "charx", image=image))[1:] == [
        ("assets/icon/images/main.png", png())
    ]
    image.write_bytes(b"\xff\xd8\xff")
    with pytest.raises(UsageError, match="is not a PNG picture"):
        exported(tree, "png", image=image)


def test_a_familiar_that_never_was_a_card_becomes_one():
    """V3, with what its notes say; its name is the familiar's."""
    tree = Tree()
    tree.write("self/description.md", "# Ember\n\nA fox.\n")
    tree.write("self/greetings/hello.md", "Hi\n")
    tree.write("self/rules.md", "- learned\n")
    card = parsed(exported(tree, "json", familiar_name="Ember"))
    assert (card["spec"], card["spec_version"]) == ("chara_card_v3", "3.0")
    assert {key: value for key, value in card["data"].items() if value} == {
        "name": "Ember",
        "description": "# Ember\n\nA fox.",
        "alternate_greetings": ["Hi"],
    }
    picture = open_card(exported(tree, "png", familiar_name="Ember"), "x.png")
    assert picture.card == card
    assert [other.text.key for other in picture.chunks.others] == ["chara"]
    assert open_card(exported(tree, "charx", familiar_name="Ember"), "x.charx").card == card


def test_a_character_of_another_program_becomes_a_card_in_a_picture(tmp_path):
    """SillyTavern reads Pygmalion's names only from JSON."""
    data = b'{"char_name": "P", "char_persona": "d"}'
    tree = imported(tmp_path, data, "card.json")
    tree.write("self/system_prompt.md", "x\n")
    out, remarks = exported_with_remarks(tree, "png")
    card = open_card(out, "x.png").card
    assert (card["data"]["name"], card["data"]["description"]) == ("P", "d")
    assert "a Pygmalion character becomes a V3 card" in remarks
    assert "no place for self/system_prompt.md" in exported_with_remarks(tree, "json")[1]


@pytest.mark.parametrize("ending", ["webp", "", "jpeg", "png.bak"])
def test_another_ending_is_a_usage_error(ending):
    """The accepted ones are named."""
    with pytest.raises(UsageError, match=r"\.png, \.json, \.charx"):
        exported(Tree(), ending)


@pytest.mark.parametrize(
    ("path", "data", "problem"),
    [
        ("self/.card.json", b"{", r"self/\.card\.json: not JSON"),
        ("self/.card.json", b'{"card": 5}', "there is no card in it"),
        ("self/scenario.md", b"\xff", r"self/scenario\.md is not UTF-8"),
    ],
)
def test_damage_in_the_tree_is_named(tmp_path, path, data, problem):
    """An export never guesses."""
    tree = imported(tmp_path, png_card(v2_card()))
    tree.files[path] = data
    with pytest.raises(InputError, match=problem):
        exported(tree)


def test_a_damaged_original_is_made_anew(tmp_path):
    """The sidecar holds the card."""
    tree = imported(tmp_path, png_card(v2_card()))
    tree.files["self/.original.png"] = b"not a picture"
    data, remarks = exported_with_remarks(tree)
    assert open_card(data, "x.png").card == v2_card()
    assert "the file is created from scratch" in remarks
