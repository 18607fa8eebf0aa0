"""Which names a message calls somebody by, and which of its words are none."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.callings import CallingKind, callings_in

GREETED, ADDRESSED = CallingKind.GREETED, CallingKind.ADDRESSED
SMALL, OF_ONESELF = CallingKind.WRITTEN_SMALL, CallingKind.OF_ONESELF


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Hey Kate! How was it?", [("Kate", GREETED)]),
        ("thanks so much, Mel!", [("Mel", GREETED)]),
        ("Good morning, Kate 🌞", [("Kate", GREETED)]),
        ("Hi José, are you there?", [("José", GREETED)]),
        ("Thanks O’Brien!", [("O’Brien", GREETED)]),
        ("see you tomorrow, Kate", [("Kate", ADDRESSED)]),
        ("Oh Kate, that is sad.", [("Kate", ADDRESSED)]),
        ("hey kate", [("kate", SMALL)]),
        ("My name is Emi, but call me Kate 😊", [("Emi", OF_ONESELF), ("Kate", OF_ONESELF)]),
        ("my names Kate.", [("Kate", OF_ONESELF)]),
        ("ケイトさん、元気？", [("ケイト", GREETED)]),
        ("ありがとう、エミちゃん！", [("エミ", GREETED)]),
        ("おはよう健くん！", [("健", GREETED)]),
        ("田中様、お待たせしました", [("田中", GREETED)]),
        ("ケイトと呼んでください", [("ケイト", OF_ONESELF)]),
        ("私は田中と申します。", [("田中", OF_ONESELF)]),
        ("犬が好きです。名前は田中と申します。", [("田中", OF_ONESELF)]),
    ],
)
def test_a_name_is_found_where_somebody_is_called(
    text: str, called: list[tuple[str, CallingKind]]
) -> None:
    """Behind a greeting, behind a comma at the end, with its suffix, or of oneself."""
    assert list(callings_in(text)) == called


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hey everyone! Hi all. Thanks, Friday!",
        "call me later",
        "call me a taxi",
        "I told Kate that I would come.",
        "Kate's cat is called Tom, and she likes it",
        'He said "Hey Greg!" to me',
        "The draft: Hi Greg, thanks for that",
        "`Hello World!`",
        "Hi Greg,\nI'll be late tomorrow.\nBest regards,\nTom",
        "Dear Greg,\nI'll be late tomorrow.",
        "> Hey Kate!",
        "皆さん、こんにちは",
        "昨日はお母さん、元気だった",
        "お疲れ様！",
        "弟がいます。名前はタロウと言います",
        "昨日犬を飼い始めました。名前はベーグルといいます",
        "たくさん、食べた",
        "Hey Ann! Hey Bob! Hey Cal! Hey Deb! Hey Eve!",
        "Hey Kate! " + "That is a long story, as I have told you before. " * 8,
    ],
)
def test_what_calls_nobody_who_is_there(text: str) -> None:
    """Words, retold and quoted talk, letters, lists, and whatever is long."""
    assert callings_in(text) == ()


def test_the_familiar_calls_people_only_in_what_is_short() -> None:
    """It writes letters for others."""
    text = "Hi Kate! " + "I hope that your week was good. " * 8
    assert [one.name for one in callings_in(text)] == ["Kate"]
    assert callings_in(text, by_familiar=True) == ()
    assert [one.name for one in callings_in("Hi Kate!", by_familiar=True)] == ["Kate"]
