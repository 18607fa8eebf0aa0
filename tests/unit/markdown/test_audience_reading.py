"""For whom a note and its lines are, however it is written: what cannot be read closes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from struck_lines import struck_line

from familiar_memory.knowledge.audience import OWNER, Viewer, permits
from familiar_memory.markdown.audience.lines import NoteAudiences
from familiar_memory.markdown.tree import parse_note
from familiar_memory.notes.document import NoteParser

DM = "discord-dm-42"
TAVERN = Viewer("discord-lantern.tavern")
SECRET = "The vault code is 4217"


def audiences(text: str, path: str = "notes.md") -> list[str]:
    """Of each passage."""
    return [passage.audience for passage in NoteParser().read(path, text, "").passages]


def audience_of_secret(text: str, path: str = "notes.md") -> str:
    """Of the one passage that tells the secret."""
    document = NoteParser().read(path, text, "")
    (found,) = {one.audience for one in document.passages if SECRET in one.text}
    return found


def secrets_told(text: str) -> list[str]:
    """The passages with the secret that a channel would be told."""
    told = NoteParser().read("notes.md", text, "").passages
    return [one.text for one in told if permits(TAVERN, one.audience) and SECRET in one.text]


@pytest.mark.parametrize(
    "head",
    [
        "---\nVisibility: owner\n---\n",
        "---\nVISIBILITY: Owner\n---\n",
        "---\nvisibility: owner   # mine\n---\n",
        "---\n\"visibility\": 'owner'  \n---\n",
        "---\nvisibility: owner\n...\n",
        "---\rvisibility: owner\r---\r",
        "---\nvisibility : owner\n---\n",
        "---\nvisi\u200bbility: owner\n---\n",
        "---\nvisibility: ow\u200bner\n---\n",
        "---\n\uff56\uff49\uff53\uff49\uff42\uff49\uff4c\uff49\uff54\uff59: owner\n---\n",
    ],
)
def test_visibility_is_read_in_any_case_and_every_form_of_yaml(head: str) -> None:
    """And there is nothing to tell doctor."""
    text = f"{head}\n{SECRET}.\n\n- {SECRET}, again\n"
    assert secrets_told(text) == []
    assert NoteParser().read("notes.md", text, "").problems == ()


@pytest.mark.parametrize(
    "head",
    [
        "---\nvisibility: owner\n",
        "---\nvisibility: owner\n\n",
        "---\nvisibility: owner\nvisibility: everyone\n---\n",
        "---\nvisibility: everyone\nVisibility: owner\n---\n",
        "----\nvisibility: owner\n---\n",
        "--\nvisibility: owner\n--\n",
        "---\nvisibility: owner\n----\n",
        "---\nvisibility: owner\n--- x\n",
        '+++\nvisibility = "owner"\n+++\n',
        "\n---\nvisibility: owner\n---\n",
        " ---\nvisibility: owner\n---\n",
        "\u200b---\nvisibility: owner\n---\n",
        "\ufeff\ufeff---\nvisibility: owner\n---\n",
        "---\u2028visibility: owner\u2028---\u2028\n",
        "\u2014\nvisibility: owner\n\u2014\n",
        "***\nvisibility: owner\n***\n",
        "```yaml\nvisibility: owner\n```\n",
        '{"visibility": "owner"}\n',
        "# Title\n\n---\nvisibility: owner\n---\n",
        "---\nvisibility:owner\n---\n",
        "---\nvisibility\uff1aowner\n---\n",
        "---\nvisibility = owner\n---\n",
        "---\nvisibility owner\n---\n",
        "---\nvisibility:\xa0owner\n---\n",
        "---\nvisibility:\n  - owner\n---\n",
        "---\nvisibility: [owner, discord-dm-42]\n---\n",
        "---\nvisibility: {who: owner}\n---\n",
        "---\nvisibility:\n---\n",
        "---\nvisibility: nobody\n---\n",
        "---\nv\u0456sib\u0456l\u0456ty: owner\n---\n",
        "---\nvisibilty: owner\n---\n",
        "---\nvisablity: owner\n---\n",
        "---\nvisibility_: owner\n---\n",
        "---\nmeta:\n  visibility: owner\n---\n",
        "---\ntitle: x\n  visibility: owner\n---\n",
        "---\ntitle: x\n visibility:owner\n---\n",
        "---\n- visibility: owner\n---\n",
        "---\nvisibility: owner\na: [\n---\n",
        "---\na: [\n---\n",
        "visibility:: owner\n",
        "visibility: owner\n---\n",
        "Seen by few. [visibility:: owner]\n",
        "(visibility:: owner)\n",
        "Seen by few. [visibility:: [[owner]]]\n",
        "Seen by few (visibility: 'owner' (mine)).\n",
        "Seen by few (visibility:: everyone [visibility:: owner]).\n",
        "%% visibility: owner %%\n",
        "<!-- visibility: owner -->\n",
        "> visibility:: owner\n",
        "visibility: owner.\n",
        "Visibility: @owner!\n",
        "visibility: discord-dm-7.\n",
        "Visibility: owner only\n",
        "visibility: only the owner\n",
        "visibility: private\n",
        "Visibility: owner, because Mira asked me to\n",
        "Visibility: discord-dm-7 until she tells the others\n",
        "<p>visibility: owner</p>\n",
        "---\nprops: {visibility: owner}\n---\n",
        "---\nprops: [{a: 1, visbility: owner}]\n---\n",
        "---\nprops:\n  visibility: owner\n---\n",
    ],
)
def test_a_note_that_speaks_of_visibility_is_told_to_nobody_else(head: str) -> None:
    """In whatever way it does so; and doctor hears of it."""
    text = f"{head}\n{SECRET}.\n\n- {SECRET}, again\n"
    assert secrets_told(text) == []
    document = NoteParser().read("notes.md", text, "")
    assert document.problems
    assert any(SECRET in one.text for one in document.passages)


@pytest.mark.parametrize(
    "head",
    [
        "---\n# visibility: owner\n---\n",
        "---\nvisibility: everyone\n---\n",
        "---\nvisibility: public\n---\n",
        "---\ninvisibility: 3\n---\n",
        "---\n\nA rule above prose.\n\n",
        "Visibility: 10 km, some fog.\n\n",
        "Visibility: poor.\n\n",
        "Visibility: the owner of the boat could hardly see the private pier.\n\n",
        "---\nprops: {visible: 3}\n---\n",
        "visibility: everyone\n\n",
        "```\nx\n```\n\n```\nvisibility: owner\n```\n\n",
        "- visibility: owner\n\n",
        "## visibility: owner\n\n",
        "[x](in: 2019)\n\n",
    ],
)
def test_what_speaks_of_something_else_keeps_nothing_back(head: str) -> None:
    """A comment of YAML, prose, code, a title; and a bullet speaks for itself."""
    assert audience_of_secret(f"{head}{SECRET}.\n") == "everyone"


def test_a_bullet_that_speaks_of_visibility_limits_itself_and_what_hangs_below() -> None:
    """As Dataview has fields of items."""
    text = "- a [visibility:: owner]\n  - b\n- c\n- [x] visibility:: discord-dm-42\n"
    assert audiences(text) == ["owner", "owner", "everyone", DM]


@pytest.mark.parametrize(
    ("heading", "audience"),
    [
        (f"## Plans (2026-02-01, in:{DM})", DM),
        (f"## Plans (in:{DM}) ##", DM),
        (f"Plans (2026-02-01, in:{DM})\n---", DM),
        (f"### Plans (2026-02-01, in:{DM})", DM),
        (f"## Plans (2026-02-01, in:{DM}) ^k1", DM),
        (f"## Plans \uff082026-02-01, in:{DM}\uff09", DM),
        (f"## Plans [2026-02-01, in:{DM}]", DM),
        (f"## Plans (2026-02-01,\xa0in:{DM})", DM),
        ("## Plans (2026-02-01, in:owner)", OWNER),
        (f"## Plans (2026-02-01, in: {DM})", OWNER),
        (f"## Plans (2026-13-01, in:{DM})", OWNER),
        (f"## Plans (2026-02-01, in:{DM}", OWNER),
        (f"## Plans (2026-02-01, in:{DM}) later", OWNER),
        ("## Plans (2026-02-01, in:the room)", OWNER),
        ("## Plans (2026-02-01)", "everyone"),
        ("## Plans (in: 2019)", "everyone"),
        (r"## Plans \(2026-02-01, in\:discord-dm-42)", "everyone"),
        ("- a\n\n> ## Plans (2026-02-01, in:discord-dm-42)", DM),
    ],
)
def test_a_heading_with_a_tail_limits_what_is_under_it(heading: str, audience: str) -> None:
    """Whatever the form of the heading; what does not parse is the owner's."""
    assert audience_of_secret(f"# T\n\n{heading}\n\n{SECRET}.\n") == audience


def test_a_heading_limits_up_to_the_next_of_its_level() -> None:
    """And what is deeper with it; a line under it can only narrow."""
    text = (
        f"# T\n\na\n\n## H (in:{DM})\n\nb\n\n### Deeper\n\nc\n\n- d (2026-02-01, in:owner)\n"
        "- e (2026-02-01, in:everyone)\n\n## Next\n\nf\n\n### G (in:owner)\n\ng\n\n### H\n\nh\n"
    )
    expected = ["everyone", DM, DM, OWNER, DM, "everyone", OWNER, "everyone"]
    assert audiences(text) == expected


def test_a_tail_on_the_title_limits_the_note() -> None:
    """The title stands above every line, wherever it is told."""
    assert audiences(f"a\n\n# T (2026-02-01, in:{DM})\n\nb\n\n# Other\n\nc\n") == [DM, DM, DM]


@pytest.mark.parametrize("lead", ["- ", "", "1. ", "> ", "| ", "- [ ] ", "<div>", "> - "])
@pytest.mark.parametrize(
    ("tail", "audience"),
    [
        (f"\uff082026-02-01, in:{DM}\uff09", DM),
        (f"\uff082026-02-01\uff0cin\uff1a{DM}\uff09", DM),
        (f"[2026-02-01, in:{DM}]", DM),
        (f"{{2026-02-01, in:{DM}}}", DM),
        (f"\u30102026-02-01, in:{DM}\u3011", DM),
        (f"(2026-02-01, in:{DM}\uff09", DM),
        (f"(2026-02-01,\xa0in:{DM})", DM),
        (f"(2026-02-01,\u3000in:{DM})", DM),
        (f"(2026-02-01, i\u200bn:{DM})", DM),
        (f"(2026-02-01, \u0456n:{DM})", DM),
        (f"[2026-02-01, in:{DM}", OWNER),
        (f"2026-02-01, in:{DM}]", OWNER),
        (f"[2026-02-01, in {DM}, in:{DM}]", OWNER),
        (f"(2026-02-01, in :{DM})", DM),
        ("[2026-02-01, in:the room]", OWNER),
    ],
)
def test_a_tail_in_other_signs_is_read_or_closes(lead: str, tail: str, audience: str) -> None:
    """On a bullet, in prose, in a list of numbers, a quotation, a table and HTML."""
    document = NoteParser().read("notes.md", f"{lead}{SECRET} {tail}\n", "")
    assert {one.audience for one in document.passages} <= {audience, OWNER}
    assert not any(permits(TAVERN, one.audience) for one in document.passages)


def test_an_edit_of_such_a_line_keeps_it_back() -> None:
    """What a machine writes anew says in plain signs for whom it is."""
    from familiar_memory.markdown.record.line import parse_record

    source = f"{SECRET} [2026-02-01, in:{DM}]"
    record = parse_record(source)
    assert record.fields.place == DM
    struck = struck_line(f"- {source}\n", 1)
    assert parse_record(struck[2:].rstrip()).fields.place == DM


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("---\nVisibility: owner\n---\nA", ""),
        ("---\nvisibility: owner\nA", ""),
        ("A\n\nvisibility:: owner\n", ""),
        (f"A\n\n## Secret (in:{DM})\n\nB\n\n## Open\n\nC\n", "A\n\n\n\n\n\n## Open\n\nC"),
        (f"A\r\n\r\nB [2026-02-01, in:{DM}]\r\n\r\nC", "A\r\n\r\n\n\r\nC"),
        ("---\ntitle: x\n---\n- A in: spring\n", "- A in: spring"),
    ],
)
def test_the_card_is_read_by_the_same_rules(text: str, told: str) -> None:
    """Its frontmatter, its headings and its lines."""
    from familiar_memory.recall.parts.character import permitted_body

    assert permitted_body(text, TAVERN) == told
    assert "A" in permitted_body(text, Viewer())


@pytest.mark.parametrize("path", ["notes.md", "self/scenario.md", "lore/imported/mill/gate.md"])
@pytest.mark.parametrize(
    ("line", "audience"),
    [
        ("- {} (2026-01-01, in:owner)", OWNER),
        (f"1. {{}} (in:{DM})", DM),
        (f"* {{}} \uff082026-01-01, in:{DM}\uff09", DM),
        ("- {}", "everyone"),
        ("2000. {} (in:owner)", OWNER),
        ("- {} (2026-01-01, in:ownr)", None),
        ("- {} (2026-01-01, owner)", None),
        ("- {} (2026-01-01, type:secret)", None),
    ],
)
def test_a_bullet_says_for_whom_it_is_in_every_folder(path, line, audience):
    """Where bullets are no memories, too; a damaged one is told to nobody but its owner."""
    from familiar_memory.recall.parts.character import permitted_body

    text = f"# T\n\n{line.format(SECRET)}\n"
    document = NoteParser().read(path, text, "")
    found = [one.audience for one in document.passages if SECRET in one.text]
    assert found == ([] if audience is None else [audience])
    assert document.withheld == (((3, 3, OWNER),) if audience is None else ())
    assert (SECRET in permitted_body(text, TAVERN)) == (audience == "everyone")
    assert (SECRET in permitted_body(text, Viewer(DM))) == (audience in (DM, "everyone"))
    assert SECRET in permitted_body(text, Viewer())


@pytest.mark.parametrize(
    ("visibility", "audience"),
    [("everyone", DM), (DM, DM), ("owner", OWNER), ("discord-lantern.tavern", OWNER)],
)
def test_the_notes_of_a_place_stay_in_it_whatever_their_visibility(visibility, audience):
    """It can narrow them; two places have only the owner in common."""
    text = f"---\nvisibility: {visibility}\n---\n{SECRET}.\n\n- and (2026-01-01, in:everyone)\n"
    assert set(audiences(text, f"channels/{DM}.md")) == {audience}


@pytest.mark.parametrize(
    "line",
    [
        "- likes tea [visibility:: owner]\n",
        "Likes tea.\n\nvisibility: owner\n\n",
        "- likes tea [visibility:: owner]\n  and [visibility:: owner] more\n",
        "- [visibility:: owner]" + " (visibility:: owner)" * 20 + "\n",
    ],
)
def test_what_is_said_of_visibility_is_read_in_time_with_the_text(line):
    """Four times the text is four times the steps, and not sixteen times."""
    from familiar_memory.markdown.audience.lines import NoteAudiences
    from familiar_memory.markdown.tree import parse_note

    def steps(count: int) -> int:
        note = parse_note(line * count)
        done = 0

        def step(frame, event, arg):
            nonlocal done
            done += 1
            return step

        before = sys.gettrace()
        sys.settrace(step)
        try:
            NoteAudiences("notes.md", note, "everyone")
        finally:
            sys.settrace(before)
        return done

    few, many = steps(50), steps(200)
    assert few > 500
    assert many < 6 * few


def test_lore_and_exports_are_read_by_the_same_rules() -> None:
    """A heading that limits is not told either, nor are damaged lines."""
    from familiar_importers.exports.tree_notes import read_notes
    from familiar_memory.recall.lore.views import lore_note, told_text
    from familiar_memory.transfer.exporter import ExportOptions
    from tests.tree_in_memory import TreeInMemory

    text = (
        f"# Kettle\n\nOpen.\n\n## Hidden place (in:{DM})\n\nBelow.\n\n"
        "## Last\n\n<p>In HTML.</p>\n\n"
        f"- Damaged (2026-02-01, in: {DM})\n- [2026-02-01, in:{DM}]\n"
    )
    note = lore_note(text, NoteParser().read("lore/kettle.md", text, ""))
    told = told_text(note, frozenset({"everyone"}))
    assert [line for line in told.split("\n") if line] == [
        *("# Kettle", "Open.", "## Last", "<p>In HTML.</p>")
    ]
    tree = TreeInMemory.of(notes=text.replace("Damaged", "Broken"))
    (read,) = read_notes(tree, print, ExportOptions(Path("out")))
    assert [line.audience for line in read.lines] == ["everyone", DM, "everyone", None, DM]


@pytest.mark.parametrize(
    ("head", "audience"),
    [
        ("private: true", "owner"),
        ("Private: yes", "owner"),
        ("private: 1", "owner"),
        ("private: true\nvisibility: everyone", "owner"),
        ("audience: owner", "owner"),
        ("audience: [owner]", "owner"),
        ("audience: discord-dm-42", "owner"),
        ("audience: only me", "owner"),
        ("audience: [developers, mods only]", "owner"),
        ("audience: Kim, in discord-lantern.tavern", "owner"),
        ("audience: {only: owner}", "owner"),
        ("audiences: owner", "owner"),
        ("private: [true]", "owner"),
        ("private: {yes: please}", "owner"),
        ("privat: true", "owner"),
        ("private: []", "everyone"),
        ("audience: developers", "everyone"),
        ("audience: [writers, young adults]", "everyone"),
        ("private: false", "everyone"),
        ("private:", "everyone"),
        ("audience: everyone", "everyone"),
        ("audience: readers of all ages", "everyone"),
    ],
)
def test_keys_of_other_programs_that_withhold_close(head: str, audience: str) -> None:
    """`private: true` plainly means so; what is said of it names the key that is read."""
    note = parse_note(f"---\n{head}\n---\n\n- the cellar key is under the pot\n")
    found = NoteAudiences("topics/x.md", note, "everyone")
    assert found.of_note == found.limit == audience
    closes = audience == "owner"
    assert any("visibility: owner" in problem for problem in found.problems) == closes


def test_a_list_in_visibility_is_told_as_it_is_written() -> None:
    """It is no audience, and closes."""
    note = parse_note("---\nvisibility: [owner]\n---\n\n- a key\n")
    found = NoteAudiences("topics/x.md", note, "everyone")
    assert found.of_note == "owner"
    assert found.problems[0].startswith("visibility: '[owner]' names no audience")


@pytest.mark.parametrize(
    ("tail", "audience"),
    [
        ("(2026-01-01, in:owner)", OWNER),
        ("(2026-01-01, in:discord-dm-11)", "discord-dm-11"),
        ("[in:discord-dm-11]", "discord-dm-11"),
        ("（in:owner）", OWNER),
        ("(in:nobody knows)", OWNER),
    ],
)
def test_a_tail_on_the_title_of_the_frontmatter_limits_the_note(tail: str, audience: str) -> None:
    """As on a title in the text: nobody else is told what it is called, or what it says."""
    text = f'---\ntitle: "Divorce {tail}"\n---\n\n- {SECRET} (2026-01-01)\n'
    assert set(audiences(text)) == {audience}


@pytest.mark.parametrize("tail", ["(2026-01-01, in:discord-dm-11)", "[in:discord-dm-11]"])
def test_a_tail_on_a_name_of_the_frontmatter_is_for_whom_it_is(tail: str) -> None:
    """The others know the person by the other names, and never see the tail."""
    text = f'---\naliases: ["Deadname {tail}", Rowan]\n---\n# Ro\n\n- {SECRET} (2026-01-01)\n'
    document = NoteParser().read("people/discord-9.md", text, "")
    names = [(alias.name, alias.audience) for alias in document.aliases]
    assert names == [("Ro", "everyone"), ("Deadname", "discord-dm-11"), ("Rowan", "everyone")]
    note = NoteParser().read("topics/ro.md", text, "")
    assert "Deadname" not in note.context
    assert "Rowan" in note.context


def test_a_key_of_lore_with_a_tail_finds_the_entry_for_nobody_else() -> None:
    """Its words are no words of the lines that everybody may know."""
    head = "# K\n\nKeys:\n\n- fine\n- zqmoria (in:owner)\n- zqhush [visibility:: owner]\n"
    document = NoteParser().read("lore/k.md", f"{head}\n---\n\nlore of the zebra\n", "")
    assert "fine" in document.context
    assert "zq" not in document.context
    in_front = "---\nkeys: [fine, 'zqfront (in:owner)']\n---\n# K\n\nlore of the zebra\n"
    assert "zq" not in NoteParser().read("lore/k.md", in_front, "").context
