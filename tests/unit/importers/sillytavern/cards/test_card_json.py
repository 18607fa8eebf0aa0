"""Cards of every generation, and fields that are not what they should be."""

import json

import pytest
from sillytavern_cards import (
    imported,
    mirrored,
    parsed,
    png_card,
    v1_card,
    v2_card,
    v3_card,
)

from familiar_memory.errors import InputError


def take(folder, card, name="card.json"):
    """Import a card that is given as a value, or as bytes."""
    data = card if isinstance(card, bytes) else json.dumps(card).encode()
    return imported(folder, data, name)


def sidecar_of(tree):
    """The sidecar as a value."""
    return parsed(tree.files["self/.card.json"])


def test_a_v3_card_becomes_notes_that_say_what_it_says_byte_for_byte(tmp_path):
    """One note a field, greetings beside them; empty fields have none."""
    tree = take(tmp_path, v3_card(personality=""))
    assert {path: tree.note(path) for path in tree.paths()} == {
        "self/depth_prompt.md": "It rains.\n",
        "self/description.md": "{{char}} keeps the lighthouse.\n",
        "self/first_mes.md": "Come in, {{user}}.\n",
        "self/greetings/1.md": "The lamp is out.\n",
        "self/greetings/2.md": "You again.\n",
        "self/group_greetings/1.md": "All of you?\n",
        "self/mes_example.md": "<START>\r\n{{user}}: Hello\r\n{{char}}: Hm.\n",
        "self/post_history_instructions.md": "Be brief.\n",
        "self/scenario.md": "A storm.\r\nAnother line.\n",
        "self/system_prompt.md": "{{original}} Stay in the tower.\n",
    }


def test_the_sidecar_begins_with_the_names(tmp_path):
    """Whoever needs to know what {{char}} means finds it at once."""
    sidecar = sidecar_of(take(tmp_path, v3_card()))
    assert list(sidecar.items())[:9] == [
        ("familiar_memory", 1),
        ("name", "Marrow"),
        ("nickname", "Mar"),
        ("version", "V3"),
        ("from", "json"),
        ("chunk", None),
        ("original", ".original.json"),
        ("book", None),
        ("assets", {}),
    ]
    assert sidecar["card"] == v3_card()


@pytest.mark.parametrize(
    ("card", "version"),
    [
        pytest.param(v1_card(), "V1", id="V1"),
        pytest.param(v2_card(), "V2", id="V2"),
        pytest.param(mirrored(v2_card()), "V2", id="V2 with the fields of V1"),
        pytest.param(v3_card(), "V3", id="V3"),
        pytest.param({"char_name": "P", "char_persona": "d"}, "Pygmalion", id="Pygmalion"),
        pytest.param(
            {"name": "T", "context": "d", "greeting": "g"}, "text-generation-webui", id="webui"
        ),
    ],
)
def test_the_generation_is_told_by_the_spec_and_the_names(tmp_path, card, version):
    """Not by the chunk or the ending."""
    assert sidecar_of(take(tmp_path, card))["version"] == version


def test_v3_in_the_chunk_chara_is_v3(tmp_path):
    """Real cards are like this."""
    assert sidecar_of(imported(tmp_path, png_card(v3_card())))["version"] == "V3"


def test_names_of_other_programs_fill_the_same_notes(tmp_path):
    """Pygmalion's and gradio's."""
    tree = take(
        tmp_path,
        {
            "char_name": "P",
            "char_persona": "persona",
            "char_greeting": "hello",
            "example_dialogue": "talk",
            "world_scenario": "world",
        },
    )
    assert {path: tree.note(path) for path in tree.paths()} == {
        "self/description.md": "persona\n",
        "self/first_mes.md": "hello\n",
        "self/mes_example.md": "talk\n",
        "self/scenario.md": "world\n",
    }
    assert sidecar_of(tree)["name"] == "P"


YAML = b"name: Tess\ngreeting: |-\n  Hi\n  there\ncontext: A tester.\n"


def test_a_yaml_character_is_read(tmp_path):
    """As text-generation-webui writes them."""
    tree = take(tmp_path, YAML, "tess.yaml")
    assert {path: tree.note(path) for path in tree.paths()} == {
        "self/description.md": "A tester.\n",
        "self/first_mes.md": "Hi\nthere\n",
    }
    assert tree.files["self/.original.yaml"] == YAML


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"name: a\ncontext: &x [1]\ngreeting: *x\n", "refers to itself"),
        (b"name: a\ncontext: " + b"[" * 30 + b"]" * 30 + b"\n", "nested too deep"),
        (b"name: a\ncontext: [\n", "not YAML"),
        (b"name: a\ncontext: \xff\n", "is not UTF-8"),
        (b"name: a\ncontext: b\n? [x]\n: 1\n", "not YAML"),
    ],
)
def test_yaml_with_traps_is_refused(tmp_path, data, problem):
    """A short file must not become endless."""
    with pytest.raises(InputError, match=problem):
        take(tmp_path, data, "trap.yaml")


@pytest.mark.parametrize(
    ("card", "remark"),
    [
        ({**v3_card(), "spec": "chara_card_v9"}, "its spec is 'chara_card_v9'"),
        ({**v3_card(), "spec_version": "3.7"}, "its version is '3.7', newer than 3.0"),
        ({"data": v1_card()}, "it has no spec: it is read as a V2 card"),
        ({**v1_card(), "spec": "chara_card_v2"}, "calls itself 'chara_card_v2' but has no data"),
        ({**v1_card(), "spec": "chara_card_v2", "data": {}}, "read from the top level"),
        (v2_card(name=""), "the card has no name: 'card' is taken, after the file"),
        (v2_card(name=None), "the card has no name: 'card' is taken, after the file"),
        (v2_card(name=5), "its name is not text: '5' is kept"),
        (v2_card(description=None), "description: it is null"),
        (v2_card(scenario=5), "scenario: it is a number: kept, and shown as text"),
        (v2_card(scenario=["a", "b"]), "scenario: it is a list: kept, and shown as text"),
        (v2_card(tags="a, b ,"), "tags: it is a text, not a list: kept as it is"),
        (v2_card(alternate_greetings="Hi"), "it is a text: kept, and read as one greeting"),
        (v2_card(alternate_greetings=["a", None]), "alternate_greetings: no text: number 2"),
        (
            v2_card(extensions={"regex_scripts": [{"findRegex": "/(a+)+$/"}]}),
            "regex_scripts: 1 are kept, and never run",
        ),
        (v2_card(creator_notes="<b>Hi</b>\x1b[2J"), r"its maker says: <b>Hi</b>\x1b[2J"),
    ],
)
def test_what_is_odd_is_kept_and_told(tmp_path, card, remark):
    """The import goes on; the sidecar has the value as it was."""
    tree = take(tmp_path, card)
    if "description" in remark:
        assert "self/description.md" not in tree.files
    else:
        assert remark in tree.told
    assert sidecar_of(tree)["card"] == card


def test_a_field_that_is_no_text_is_shown_as_text(tmp_path):
    """A number as it is spelt, a list as JSON."""
    tree = take(tmp_path, v2_card(scenario=5, personality=["a"], alternate_greetings="Hi"))
    assert tree.note("self/scenario.md") == "5\n"
    assert tree.note("self/personality.md") == '[\n    "a"\n]\n'
    assert tree.note("self/greetings/1.md") == "Hi\n"


def test_a_text_that_begins_like_frontmatter_is_not_taken_for_one(tmp_path):
    """An empty block stands before it."""
    tree = take(tmp_path, v2_card(description="---\nvisibility: owner\n---\nHi"))
    assert tree.note("self/description.md") == "---\n---\n---\nvisibility: owner\n---\nHi\n"


def test_only_a_name_is_a_card(tmp_path):
    """Nothing but the sidecar and the original."""
    tree = take(tmp_path, {"name": "Min"})
    assert sorted(tree.files) == ["self/.card.json", "self/.original.json"]


REFUSED = {
    "two keys of one name": (b'{"name":"A","name":"B"}', "the key 'name' is there twice"),
    "a lone surrogate": (rb'{"name":"S\ud800","description":""}', "name holds a lone surrogate"),
    "UTF-16": ('{"name": "A"}'.encode("utf-16"), "the file is UTF-16"),
    "more behind the end": (b'{"name": "A"} x', "not JSON: Extra data"),
    "NaN": (b'{"name": "A", "x": NaN}', "NaN is not JSON"),
    "a number of 5,000 digits": (b'{"name": "A", "x": ' + b"1" * 5000 + b"}", "a number"),
    "depth": (b'{"name": "A", "x": ' + b"[" * 300 + b"]" * 300 + b"}", "nested too deep"),
    "a web page": (b"<html><body>", "it is a web page"),
    "an empty file": (b"", "it is an empty file"),
    "a list": (b"[1]", "its JSON is a list"),
    "null": (b"null", "its JSON is null"),
    "a text": (b'"x"', "its JSON is a text"),
    "no name and no text": (
        b'{"spec": "chara_card_v2", "spec_version": "2.0", "data": {}}',
        "there is nothing in the card",
    ),
    "data that is a list": (
        b'{"spec": "chara_card_v2", "data": []}',
        "its data is missing or not an object",
    ),
    "an object of another kind": (b'{"guild": {}, "messages": []}', "there is no character in it"),
    "world info": (b'{"entries": {}, "name": "x"}', "this is a lorebook, not a character"),
    "a V3 lorebook": (b'{"spec": "lorebook_v3", "data": {}}', "this is a lorebook"),
    "too many greetings": (
        json.dumps(v2_card(alternate_greetings=["a"] * 1001)).encode(),
        "1,001 alternate_greetings",
    ),
    "binary data": (b"\x00\x01\x02\x03" * 100, "it is binary data of another kind"),
}


@pytest.mark.parametrize("trap", REFUSED)
def test_what_cannot_be_kept_is_refused_with_the_reason(tmp_path, trap):
    """The file is named, and what would be accepted is said."""
    data, problem = REFUSED[trap]
    with pytest.raises(InputError) as caught:
        take(tmp_path, data)
    assert caught.value.problem.startswith("card.json: ")
    assert problem in caught.value.problem
    assert caught.value.accepted
