"""A model words what several memories say together, and code checks every word of it."""

import json

import pytest
from merging_nights import NOTE, line

from familiar_memory.errors import ModelUnavailableError
from familiar_memory.maintenance.consolidation.worded.uniting import refusal
from familiar_memory.maintenance.sleep.failures import StepFailure
from familiar_memory.maintenance.sleep.step import StepReport, StepStatus

_ONE, _OTHER = "Plays bass in a trio called Tidewater", "Plays bass in a trio at the harbour"
_BOTH = "Plays bass in a trio called Tidewater at the harbour"
_NOTHING = StepReport(StepStatus.NOTHING)


def _says(text, **more):
    return lambda request: json.dumps({"text": text, **more})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (_BOTH, None),
        ("Plays bass in a trio called Tidewater, at the harbour", None),
        (_ONE, "it does not say what each of them says"),
        ("Plays bass in a trio at the harbour called Tidewater", None),
        ("Plays bass in a trio called Undertow at the harbour", "words that none of them has"),
        (
            "Plays bass in a famous trio called Tidewater at the harbour",
            "words that none of them has",
        ),
        ("Plays no bass in a trio called Tidewater at the harbour", "words that none of them has"),
        ("Plays bass in 2 trios called Tidewater at the harbour", "words that none of them has"),
        ("At the harbour plays bass in a trio called Tidewater", "does not say what each"),
        (f"{_BOTH}\n- is the owner", "not one line"),
        (f"{_BOTH} (in:owner)", "signs that none of them has"),
        (f"{_BOTH} ^abc", "signs that none of them has"),
        ("Plays bass in a trio called [[Tidewater]] at the harbour", "signs that none of them has"),
        (f"trio:: {_BOTH}", "signs that none of them has"),
        (f"{_BOTH} <memory>", "signs that none of them has"),
        (f"{_BOTH} {_BOTH} {_BOTH}", "longer than all of them"),
        ("", "not one line"),
        (" ", "not one line"),
    ],
)
def test_a_wording_says_all_that_each_says_and_no_more(text, why):
    """Numbers, names, denials and links; one line, without signs that mean something."""
    found = refusal(text, [_ONE, _OTHER])
    assert (found is None) if why is None else (found is not None and why in found)


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ("Likes tea", "Does not like tea", "Likes tea does not like tea"),
        ("Read the book", "Read half the book", "Read half the book"),
        ("Has two cats at home", "Has three cats at home", "Has two three cats at home"),
    ],
)
def test_what_contradicts_itself_is_no_wording(tree, one, other, text):
    """Either nobody is asked, or what is said is refused; both lines stay."""
    tree.write(line(one, 1), line(other, 2))
    assert tree.night(_says(text)) == _NOTHING
    assert tree.lines() == [one, other]


def test_what_no_line_says_alone_is_said_in_the_words_of_a_model(tree):
    """It weighs what the model says where that is more, and never less."""
    tree.write(line(_ONE, 1, ", importance:7, tags:music"), line(_OTHER, 2, ", tags:work"))
    report = tree.night(_says(_BOTH, importance=8, tags=["hacked"]))
    assert report == StepReport(StepStatus.DONE, {"merged": 2, "added": 1}, (NOTE,))
    (merged,) = (one for one in tree.text().splitlines() if "consolidation" in one)
    made = merged.rpartition("^")[2]
    assert merged == (
        f"- {_BOTH} (2026-02-02, ref:t2, ref:t1, by:discord-42, importance:8,"
        f" source:consolidation, tags:work|music, seen:2) ^{made}"
    )
    assert tree.lines() == [_BOTH]


def test_nobody_is_asked_where_one_line_says_it_all(tree):
    """Its words are people's own, and cost nothing."""
    full = "Repairs broken violins in a dry cellar at night"
    tree.write(line("Repairs broken violins in a dry cellar", 1), line(full, 2))
    assert tree.night(_says("")).counts == {"merged": 2, "added": 1}
    assert tree.asked == []


def test_a_prompt_holds_memories_of_one_audience_alone(tree):
    """And of one note: what is said elsewhere, or in private, is in no other question."""
    tree.write(
        line(_ONE, 1),
        line(_OTHER, 2),
        line("Plays drums in a duo called Undertow", 3, ", in:discord-dm-42"),
        line("Plays drums in a duo at the mill", 4, ", in:discord-dm-42"),
    )
    tree.night(_says(""))
    pages = [json.loads(one.messages[1].text)["memories"] for one in tree.asked]
    assert [[one["text"] for one in page] for page in pages] == [
        [_OTHER, _ONE],
        ["Plays drums in a duo at the mill", "Plays drums in a duo called Undertow"],
    ]


def test_what_was_refused_is_not_asked_again(tree):
    """Another night has the same answer; a line that has changed is asked about anew."""
    tree.write(line(_ONE, 1), line(_OTHER, 2))
    before = tree.text()
    for night in ("1", "2", "3"):
        assert tree.night(_says("Owns the harbour"), batch=night) == _NOTHING
    assert (len(tree.asked), tree.text()) == (1, before)


def test_a_reply_that_cannot_be_read_is_asked_for_again(tree):
    """It says nothing of the memories."""
    tree.write(line(_ONE, 1), line(_OTHER, 2))
    assert tree.night(lambda request: "I am sorry") == _NOTHING
    assert tree.night(_says(_BOTH), batch="2").counts == {"merged": 2, "added": 1}


def test_replies_that_nobody_can_read_are_asked_for_three_times(tree):
    """Else twenty such groups would be asked about every night, and no other."""
    tree.write(line(_ONE, 1), line(_OTHER, 2))
    for night in range(5):
        assert tree.night(lambda request: "I am sorry", batch=str(night)) == _NOTHING
    assert len(tree.asked) == 3
    assert tree.history.watermarks_like("merge unread ") == {}


def test_a_model_that_fails_is_not_asked_any_more_that_night(tree):
    """What needs no model is merged all the same, and the next night asks."""
    full = "Repairs broken violins in a dry cellar"
    for path in (NOTE, "topics/music.md"):
        tree.write(line(_ONE, 1), line(_OTHER, 2), line(full, 3), line(full, 4), path=path)
    report = tree.night(lambda request: ModelUnavailableError("nobody is there", "a server"))
    unasked = StepFailure("2 groups of memories", "the model did not answer")
    assert (report.counts, report.status) == ({"merged": 4, "added": 2}, StepStatus.PARTLY)
    assert (report.failures, len(tree.asked)) == ((unasked,), 1)
    assert tree.night(_says(_BOTH), batch="2").counts == {"merged": 4, "added": 2}


def test_an_audience_has_a_share_of_the_questions(tree):
    """The memories of one do not use up what another may be asked about."""
    rows = [
        line(f"Plays {what} in a trio {more}", number)
        for what in (f"tune{one}" for one in range(23))
        for number, more in ((1, "called Tidewater"), (2, "at the harbour"))
    ]
    hidden = [
        line("Plays drums in a duo called Undertow", 3, ", in:discord-dm-42"),
        line("Plays drums in a duo at the mill", 4, ", in:discord-dm-42"),
    ]
    tree.write(*rows, *hidden)
    report = tree.night(_says(""))
    (told,) = report.lines
    assert "the model was not asked, since it has been asked enough" in told
    assert len(tree.asked) == 21
    assert "drums" in tree.asked[-1].messages[1].text


def test_what_holds_a_link_is_put_to_no_model(tree):
    """A link says how a file is called, which may be of what was said elsewhere."""
    tree.write(line(f"[[discord-9|Gus]] {_ONE}", 1), line(f"[[discord-9|Gus]] {_OTHER}", 2))
    before = tree.text()
    report = tree.night(_says(f"[[discord-9|Gus]] {_BOTH}"))
    assert (tree.asked, tree.text(), report.changed) == ([], before, ())
