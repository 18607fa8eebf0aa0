"""When two objects are one: the near duplicates, and all that only looks alike."""

from __future__ import annotations

import pytest

from familiar_memory.knowledge.predicates import ObjectKind
from familiar_memory.knowledge.reconcile.relation import Relation, relation
from familiar_memory.knowledge.reconcile.tokens import tokens_of
from familiar_memory.knowledge.reconcile.wording import wording_of


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        ("green tea", "Green  Tea.", Relation.SAME),
        ("the Lantern Tavern", "Lantern Tavern", Relation.SAME),
        ("her cousin", "her cousin", Relation.SAME),
        ("Ｔｏｋｙｏ", "tokyo", Relation.SAME),
        ("on-line chess", "on line chess", Relation.SAME),
        ("[Acme](../topics/acme.md)", "acme", Relation.SAME),
        ("[[topics/acme|Acme]]", "[Acme](acme.md)", Relation.SAME),
        ("毎朝コーヒーを飲むこと", "毎朝コーヒー飲むこと", Relation.SAME),
        ("old walks along the beach", "lovely old walks along the beach", Relation.SAME),
        ("really good black filter coffee", "black filter coffee", Relation.SAME),
        ("meetings", "no meetings", Relation.OPPOSITE),
        ("doesn't eat meat", "does eat meat", Relation.OTHER),
        ("会議", "会議なし", Relation.OPPOSITE),
    ],
)
def test_what_is_one_thing(earlier: str, later: str, expected: Relation) -> None:
    """Or the very opposite."""
    assert relation(wording_of(earlier), wording_of(later)) is expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ice cream", "ice cream cake"),
        ("New York", "New York pizza"),
        ("Some Like It Hot", "Like It Hot"),
        ("The Lord of the Rings: The Return of the King", "The Return of the King"),
        ("rock & roll", "rock roll"),
        ("small brown garden birds", "3 small brown garden birds"),
        ("small brown garden birds", "two small brown garden birds"),
        ("green toy tin cars", "green toy tin cars boxes"),
        ("red tin cars", "red big green rusty noisy tin cars"),
        ("walks with him at dusk", "long walks with him at dusk"),
        ("meetings", "no meetings, no"),
        ("dogs cats", "dogs not cats"),
        ("Harry Potter and the Goblet of Fire", "Harry Potter and Fire"),
        ("walks along Brighton beach in winter", "walks along the beach in winter"),
        ("Berlin marathon in May", "Berlin half marathon in May"),
        ("dogs, not cats", "cats, not dogs"),
        ("Bob's sister Alice", "Alice's sister Bob"),
        ("letters to Bob", "letters from Bob"),
        ("a red Honda Civic hatchback", "a blue Honda Civic hatchback"),
        ("green tea with milk", "green tea without milk"),
        ("three small brown dogs", "two small brown dogs"),
        ("the 2 big brown dogs", "the 3 big brown dogs"),
        ("C", "C++"),
        ("C", "C#"),
        ("rated 1.5 stars by all", "rated 15 stars by all"),
        ("blood type A-", "blood type A"),
        ("❤", "💔"),
        ("papa", "papá"),
        ("Java", "JavaScript"),
        ("[Max](max-the-dog.md)", "[Max](max-payne.md)"),
        ("日本", "日本語"),
        ("猫", "黒猫"),
        ("三毛猫", "毛猫"),
        ("抹茶ラテ", "抹茶アイス"),
        ("バニラアイスクリーム", "アイスクリーム"),
        ("はるか", "るか"),
        ("चाय", "चाट"),
        ("meat or fish without bones", "meat or fish with bones"),
        ("the", "a"),
        ("former head of the parish council", "head of the parish council"),
        ("strong black filter coffee", "black filter coffee"),
        ("decaf coffee with oat milk", "coffee with oat milk"),
        ("vegan cheese on toast bread", "cheese on toast bread"),
        ("imitation crab in sushi rolls", "crab in sushi rolls"),
        ("food made with tree nuts inside", "food with nuts inside"),
        ("could have sold the old house", "sold the old house"),
        ("was going through the big audit", "going through the big audit"),
        ("what he could have been before Oban", "what he has been before Oban"),
    ],
)
def test_what_only_looks_alike_is_two_things(one: str, other: str) -> None:
    """Whichever comes first: nothing is swallowed."""
    for earlier, later in ((one, other), (other, one)):
        assert relation(wording_of(earlier), wording_of(later)) is Relation.OTHER


@pytest.mark.parametrize(
    ("kind", "earlier", "later", "expected"),
    [
        (ObjectKind.PLACE, "Oban", "Oban, Scotland", Relation.MORE_EXACT),
        (ObjectKind.PLACE, "Oban (Scotland)", "Oban", Relation.LESS_EXACT),
        (ObjectKind.PLACE, "New York", "York", Relation.OTHER),
        (ObjectKind.BEING, "Nadia", "my cousin Nadia", Relation.MORE_EXACT),
        (ObjectKind.BEING, "dog Max", "dog", Relation.LESS_EXACT),
        (ObjectKind.BEING, "dog Max", "dog Rex", Relation.OTHER),
        (ObjectKind.BEING, "Ann", "Ann Lee", Relation.MORE_EXACT),
        (ObjectKind.BEING, "Ann Lee", "Lee", Relation.OTHER),
        (ObjectKind.BEING, "sister of Bob", "Bob", Relation.OTHER),
        (ObjectKind.BEING, "Bob", "Bob's cat", Relation.OTHER),
        (ObjectKind.BEING, "Bob", "Bob Lee\u2019s cat", Relation.OTHER),
        (ObjectKind.BEING, "Bob and Ann", "Ann", Relation.OTHER),
        (ObjectKind.BEING, "Bob, Ann", "Bob", Relation.OTHER),
        (ObjectKind.BEING, "はるか", "るか", Relation.OTHER),
        (ObjectKind.BEING, "ボブの妹", "ボブ", Relation.OTHER),
        (ObjectKind.PLACE, "Springfield, Illinois", "Springfield, Oregon", Relation.OTHER),
        (ObjectKind.THING, "Nadia", "cousin Nadia", Relation.OTHER),
    ],
)
def test_a_place_or_a_being_may_be_called_by_a_part_of_its_name(
    kind: ObjectKind, earlier: str, later: str, expected: Relation
) -> None:
    """A thing may not."""
    found = relation(wording_of(earlier), wording_of(later), kind, may_be_near=False)
    assert found is expected


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("明日はrain", {"明", "日", "は", "rain"}),
        ("Nadia NADIA", {"nadia"}),
        ("don\N{RIGHT SINGLE QUOTATION MARK}t", {"dont"}),
        ("don\N{MODIFIER LETTER APOSTROPHE}t", {"dont"}),
        ("Müller", {"müller"}),
        ("C++ 1.5", {"c++", "1.5"}),
        ("हिन्दी", {"हिन्दी"}),
    ],
)
def test_tokens_are_whole_in_every_script(text: str, tokens: set[str]) -> None:
    """OpenCouch, example 19, and Istota, defect 24."""
    assert set(tokens_of(text)) == tokens
