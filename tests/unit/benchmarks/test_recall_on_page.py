"""What counts as shown on a page is what a reader of its text would see."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from benchmarks.recall.data import Conversation, Question
from benchmarks.recall.on_page import AnswerWords, turns_shown
from familiar_memory import Author, Context, Contribution, Layer, Place, SearchHit, Turn
from familiar_memory.domain.question.context import Decision, Disposition, Line, Trace

LONG = "My sister keeps eleven geese behind the old mill, and they hate the postman."


def _conversation(*texts):
    place = Place("discord", "room", "lantern")
    ann = Author("discord", "1", "Ann")
    when = datetime(2024, 1, 1, tzinfo=UTC)
    turns = tuple(Turn(f"t{n}", when, place, ann, text) for n, text in enumerate(texts))
    return Conversation("talk", turns, ())


def _page(text, *kept):
    hits = (SearchHit("", 1.0, "conversation", "history.sqlite", refs=(ref,)) for ref in kept)
    decisions = tuple(Decision("retrieve", "", Disposition.KEPT, hit=hit) for hit in hits)
    block = Contribution(Layer.CONTENT, "retrieved", priority=1, lines=(Line(text),))
    return Context((block,), Trace(decisions))


def test_an_excerpt_shows_its_turn_in_whatever_block_it_stands():
    """Eight words in a row are enough, and are read without their marks and lines."""
    talk = _conversation(LONG, "Nothing of this is said there, not a single word of it.")
    page = _page("- **Ann**: … eleven geese behind the old\n  mill, and they …")
    assert turns_shown(page, talk) == {"t0"}


def test_fewer_words_show_nothing():
    """Any two turns may share seven."""
    page = _page("eleven geese behind the old mill, and nobody")
    assert turns_shown(page, _conversation(LONG)) == set()


def test_what_recall_kept_and_the_budget_cut_off_is_not_shown():
    """The decision was made before the page was fitted."""
    talk = _conversation(LONG, "At noon.")
    assert turns_shown(_page("Something else.", "t0", "t1"), talk) == set()


def test_a_short_turn_is_there_if_it_was_kept_and_stands_there():
    """Its words alone may stand in any other turn."""
    talk = _conversation("At noon.", "at noon", LONG)
    page = _page("Ann: At noon. Bob: at noon it was", "t1")
    assert turns_shown(page, talk) == {"t1"}


def test_an_excerpt_without_the_answer_shows_none_of_its_words():
    """Words of the question, and such that no evidence has, are not asked for."""
    answers = AnswerWords(_conversation(LONG, "The geese are loud.", "My geese are fine."))
    question = Question(
        "How many geese?", frozenset({"t0"}), "one", "Eleven geese, a dozen less one"
    )
    assert answers.share(question, "geese behind the old mill, a dozen") == 0
    assert answers.share(question, "she keeps eleven of them") == 1


def test_a_rare_word_of_the_answer_weighs_more():
    """That it is a mill says more than what everybody speaks of."""
    answers = AnswerWords(_conversation(LONG, "An old thing.", "So old!"))
    question = Question("Where?", frozenset({"t0"}), "one", "the old mill")
    assert 0 < answers.share(question, "old") < 0.5 < answers.share(question, "mill") < 1


def test_an_answer_in_other_words_says_nothing():
    """It is neither found nor missed."""
    answers = AnswerWords(_conversation(LONG))
    question = Question("Does she like birds?", frozenset({"t0"}), "one", "Yes")
    assert math.isnan(answers.share(question, LONG))
