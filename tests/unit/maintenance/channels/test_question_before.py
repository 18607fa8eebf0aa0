"""A bare choice stands in the note with the question that it answers, or not at all."""

from __future__ import annotations

NOTE = "channels/discord-lantern.tavern.md"


def test_a_choice_has_the_question_that_names_it(life) -> None:
    """Whoever asked: both messages are named, so that what is forgotten of one takes the line."""
    life.say("Gus", "should we go with the red gels or the amber?")
    life.say("Rowan", "what time is it?")
    life.say("Bex", "amber it is")
    life.sleep()
    assert life.lines(NOTE) == [
        "[[Bex]]: “should we go with the red gels or the amber?” amber it is"
    ]
    assert "(2026-02-02, #tavern, t3, t1, by:discord-7)" in life.tree()[NOTE]


def test_else_it_has_the_last_that_lets_somebody_choose(life) -> None:
    """What is asked by the way is none."""
    life.say("Gus", "ticket price? last year was £8")
    life.say("Rowan", "are you alright?")
    life.say("Bex", "hmm, a tenner it is")
    life.sleep()
    assert life.lines(NOTE) == ["[[Bex]]: “ticket price?” a tenner it is"]


def test_where_nobody_asked_a_bare_choice_is_left_out(life) -> None:
    """Nobody would know of what it speaks; what says more, or a day, stands."""
    life.say("Bex", "divorce it is then")
    life.say("Gus", "fine! stickers it is, no reprint")
    life.say("Rowan", "ok, Thursday it is then")
    life.sleep()
    assert life.lines(NOTE) == [
        "[[Gus]]: stickers it is, no reprint",
        "[[Rowan]]: Thursday it is then",
    ]


def test_a_question_of_yesterday_is_not_answered_today(life) -> None:
    """Nor one that is asked afterwards."""
    life.say("Gus", "which colour for the sign, green or amber?", day=-1)
    life.say("Bex", "amber it is")
    life.say("Gus", "amber or green for the door?")
    life.sleep(since=None)
    assert NOTE not in life.tree()


def test_the_line_is_known_again_and_ended_by_the_thing_that_was_asked_about(life) -> None:
    """Its matter is the question too."""
    life.say("Gus", "should we go with the red gels or the amber?")
    life.say("Bex", "amber it is")
    life.sleep()
    life.say("Gus", "scrap the amber gels", day=1)
    life.sleep(days=1)
    (line,) = life.lines(NOTE)
    assert line.startswith("~~[[Bex]]: “should we")
