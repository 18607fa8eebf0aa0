"""A name is found in whatever form it is written, and never inside another word."""

from __future__ import annotations

import unicodedata

from hypothesis import assume, example, given
from hypothesis import strategies as st

from familiar_memory.domain.text.tokens import is_dense_script
from familiar_memory.knowledge.names import bearers_of, folded_name, spelled_name
from familiar_memory.recall.names.common_words import COMMON_WORDS
from familiar_memory.recall.names.mentions import NameBook

FORMS = st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"])
SPACED = (
    "abcdefgijklmnoprstuvwyzßéëöüñçøåİışğžčőœæþð",
    "абвгдеёжзийклмнопрстуфхцчшщыэюяїіў",
    "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊ",
    "אבגדהוזחטיכלמנסעפצקרשת",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
    "अआइईउएकखगघचजटडतदनपबमयरलवशसहािीुेो",
)
DENSE = ("はるかきなこたろうがぎぱ", "李王張佐藤鈴木太郎花子陳", "김이박민수지은서준", "สมชายหญิง")
SENTENCES = {True: ("昨日{}が来た", "{}さん、元気?"), False: ("so {} came", "({}), then", "“{}”!")}


def alphabets(letters: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Two to eight letters of one of them, the first no mark."""
    return st.sampled_from(letters).flatmap(
        lambda own: st.text(st.sampled_from(own), min_size=2, max_size=8).filter(
            lambda text: text[0].isalpha() and folded_name(text) not in COMMON_WORDS
        )
    )


def cases(text: str) -> st.SearchStrategy[str]:
    """The text in small, large and title letters."""
    return st.sampled_from([text, text.upper(), text.title(), text.casefold()])


@given(alphabets(SPACED) | alphabets(DENSE), st.data())
@example("renée", None)
@example("İlker", None)
def test_a_name_is_found_in_every_form(name: str, data: st.DataObject | None) -> None:
    """Alone, in a sentence of its script, and after an @."""
    kept = name if data is None else unicodedata.normalize(data.draw(FORMS), name)
    said = name if data is None else data.draw(cases(name))
    assume(folded_name(said) == folded_name(name))
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        written = unicodedata.normalize(form, said)
        is_dense = all(map(is_dense_script, unicodedata.normalize("NFKC", name)))
        for sentence in ("{}", "@{}", "hey @{}!", *SENTENCES[is_dense]):
            text = sentence.format(written)
            assert [m.slugs for m in NameBook.of({kept: ("x",)}).find(text)] == [("x",)], text
        assert bearers_of({spelled_name(kept): ("x",)}, written) == ("x",)


@given(alphabets(SPACED), st.sampled_from(["before", "behind"]), st.data())
def test_a_name_is_no_part_of_another_word(name: str, where: str, data: st.DataObject) -> None:
    """Not in any form of a longer word of its script."""
    own = next(letters for letters in SPACED if name[0] in letters)
    letter = data.draw(st.sampled_from([c for c in own if c.isalpha() and c != "s"]))
    longer = f"{letter}{name}" if where == "before" else f"{name}{letter}"
    assume(folded_name(longer) != folded_name(name))
    text = unicodedata.normalize(data.draw(FORMS), f"so {longer} came")
    assert NameBook.of({name: ("x",)}).find(text) == ()


@given(
    st.text(st.sampled_from("🦊😀👍⭐🎂🇩🇪🐈🦄♥"), min_size=1, max_size=3), st.sampled_from("さm1 ")
)
def test_a_name_of_pictures_is_found_where_it_stands(name: str, around: str) -> None:
    """With or without the mark that makes it colourful."""
    for written in (name, f"{name}\ufe0f", "\ufe0f".join(name)):
        text = f"a {around}{written}{around}b"
        assert [m.slugs for m in NameBook.of({name: ("x",)}).find(text)] == [("x",)]
