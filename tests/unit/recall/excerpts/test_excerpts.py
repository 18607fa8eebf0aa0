"""A long passage is cut to its beginning and what was asked for, in whole sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from familiar_memory.index.words.tokens import content_terms
from familiar_memory.recall.excerpts.excerpt import Excerpts, excerpt
from familiar_memory.recall.excerpts.pieces import LONGEST_SENTENCE, pieces_of

PADDING = "Nothing of note was said about the weather that day, once more. " * 40


def cut(text, question, size=300):
    """The part of a text for a question."""
    return excerpt(text, content_terms(question), size)


def test_what_fits_is_whole():
    """White space is one space."""
    assert cut("tea  is\n warm", "coffee") == "tea is warm"


def test_it_is_the_beginning_and_the_match():
    """However far in that is; gaps are marked."""
    text = f"Tea first. {PADDING}Rowan hides the biscuits in the kettle. {PADDING}"
    piece = cut(text, "biscuits, kettle?")
    assert piece.startswith("Tea first. ")
    assert "… Nothing" in piece or "… Rowan" in piece
    assert "Rowan hides the biscuits in the kettle." in piece
    assert piece.endswith("…")


def test_where_most_terms_stand_wins():
    """Not where the first one does."""
    text = f"{PADDING}The kettle was old. {PADDING}The kettle hides biscuits. {PADDING}"
    assert "hides biscuits" in cut(text, "which biscuits does the kettle hide")


def test_a_rare_word_tells_more_than_a_frequent_one():
    """That stands in every window."""
    text = "The kettle was mentioned, and mentioned once again at that. " * 40
    text = f"{text}Gus bought the samovar. {text}"
    assert "samovar" in cut(text, "kettle samovar")


def test_other_forms_of_a_word_are_found():
    """As search finds them."""
    assert "Hiding" in cut(f"{PADDING}Hiding is fun. {PADDING}", "who hides?")


def test_without_a_match_it_is_the_beginning():
    """With the gap behind it."""
    piece = cut(f"Tea first. {PADDING}", "zebra")
    assert piece.startswith("Tea first. Nothing")
    assert piece.endswith(". …")
    assert piece.count("…") == 1


def test_scripts_without_spaces_are_found_too():
    """In the middle of one endless run."""
    text = "天気" * 300 + "柴犬のきなこ" + "天気" * 300
    assert "きなこ" in cut(text, "きなこ", 600)


SENTENCES = (
    "I like tea.", "I do not like coffee at all.", "The kettle isn't blue, it is green!",
    "Why would anybody say so?", "お茶は好きではないです。", "行きませんでした。", "雨が降った。",
    "Dr. Wren never came back.", "It cost 3.14 euros.", "He said “no, I won't” and left.",
    "We met (they had not slept) at dawn.", "- bread, but no butter", "I dont know the way.",
)  # fmt: skip
WORDS = "tea coffee kettle お茶 雨 Wren euros butter"


@given(
    st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=120),
    st.sampled_from((" ", "\n", "\n\n")),
    st.sampled_from(WORDS.split()),
    st.integers(0, 900),
)
def test_what_is_shown_are_whole_sentences_in_their_order(said, between, word, size):
    """So no sentence loses its negation, its number or the end of its quote."""
    shown = cut(between.join(said), word, size)
    assert len(shown) <= size
    rest = iter(said)
    for part in filter(None, (part.strip() for part in shown.split("…"))):
        while part:
            sentence = next(one for one in rest if part.startswith(one))
            part = part.removeprefix(sentence).strip()


@pytest.mark.long
@given(st.text(), st.text(max_size=50), st.integers(0, 900))
def test_it_is_never_longer_than_it_may_be(text, question, size):
    """Whatever the text is; and nothing is shown that is not of it."""
    text = f"{text}\n" * 9
    piece = cut(text, question, size)
    assert len(piece) <= size
    assert set(piece) <= set(text) | set(' …`>”’"»」』)）]“‘«「『(（[„')


@given(st.text(st.sampled_from("ab. \n\"“”()「」>`'!?。没ない,:"), max_size=400))
def test_the_pieces_of_a_text_are_all_of_it(text):
    """In order, and none overlaps another."""
    pieces = pieces_of(text)
    assert all(a.end <= b.begin for a, b in pairwise(pieces))
    joined = "".join(text[p.begin : p.end] for p in pieces)
    assert "".join(joined.split()) == "".join(text.split())
    assert all(0 < p.end - p.begin <= LONGEST_SENTENCE for p in pieces)


LONG = "and then we went on to the next village, which was as quiet as the last one, "


@pytest.mark.parametrize(
    ("begin", "end", "negation"),
    [
        (f"It is not true that {LONG * 8}", "and that the kettle was sold.", "not true"),
        (f"The kettle was sold, {LONG * 8}", "or so he said, but none of it happened.", "none of"),
        ("やかんを売って、" + "となりの村まで歩いて行って、" * 40, "とは思わない。", "思わない"),
    ],
)
def test_a_long_sentence_is_shown_with_what_negates_it(begin, end, negation):
    """Wherever that stands, whatever of it was asked for."""
    piece = cut(f"{PADDING}{begin}{end} {PADDING}", "kettle sold やかんを売って", 600)
    assert ("kettle was sold" in piece or "やかんを売って" in piece) and negation in piece
    assert len(piece) <= 600


@pytest.mark.long
@given(st.integers(0, 40), st.sampled_from(("not", "never", "don't", "dont", "didn’t")))
def test_no_cut_parts_a_negation_from_its_word(shift, negation):
    """However long the sentence is, and wherever the cut would fall."""
    text = f"{'x' * shift} {f'we {negation} go ' * 400}"
    for piece in pieces_of(text):
        assert not text[piece.begin : piece.end].endswith(negation)


@given(st.integers(0, 12))
def test_no_cut_parts_a_japanese_negation_from_its_verb(shift):
    """There is no space to cut at, and no mark."""
    text = "あ" * shift + "行かないが" * 300
    for piece in pieces_of(text)[1:]:
        assert not text[piece.begin :].startswith(("ない", "い"))


@pytest.mark.parametrize("text", ["Did she come? No.", "I would love to. Not really!"])
def test_an_answer_stays_with_what_it_answers(text):
    """It would answer something else."""
    (piece,) = pieces_of(text)
    assert text[piece.begin : piece.end] == text


@pytest.mark.long
@pytest.mark.parametrize(
    "said",
    [
        'Bob said: "I sold it. I was glad to. It was ugly."',
        "Bob wrote:\n“I sold it. I was glad to.”",
        "「売った。うれしかった。」と言った。",
        "Bob said: 'I sold it. I was glad.' Then he left.",
        '"I sold it. I was glad." Bob told me.',
    ],
)
def test_a_quote_is_shown_whole_with_who_said_it(said):
    """Never as if it were said by whoever speaks."""
    whole = " ".join(said.split())
    for size in range(20, 700, 7):
        shown = cut(f"{PADDING}{said} {PADDING}", "sold glad 売った", size)
        assert whole in shown or not ("sold" in shown or "売った" in shown)


def test_a_long_quote_is_marked_where_it_is_cut():
    """Its beginning says who is quoted; its end is marked as missing."""
    quote = f"It was Monday. {PADDING}I sold the samovar. {PADDING}".strip()
    shown = cut(f"Bob said: “{quote}” I did not believe him. {PADDING}", "samovar", 400)
    assert "Bob said: “It was Monday." in shown
    assert "I sold the samovar." in shown
    assert shown.count("“") == shown.count("”") == 1
    assert shown.index("samovar") < shown.index("”")


def test_quoted_lines_keep_their_mark_and_who_wrote_them():
    """Each line of a mail that is answered."""
    lines = "\n".join(f"> Line {n} of it is about the weather. And more so." for n in range(40))
    shown = cut(f"{PADDING}\nBob wrote:\n{lines}\n> I sold the samovar.\n{PADDING}", "samovar", 300)
    assert "Bob wrote: > Line 0" in shown
    assert "> I sold the samovar." in shown


def test_code_is_opened_and_closed():
    """Whatever of it is shown."""
    code = "\n".join(f"line_{n} = {n}  # as it was before" for n in range(200))
    text = f"Look.\n```python\n{code}\nsamovar = 7\n```\nThat is all. {PADDING}"
    for size in (250, 400, 700, 1500):
        shown = cut(text, "samovar", size)
        assert "samovar = 7" in shown
        assert shown.count("```") % 2 == 0


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000, "." * 1_000_000, '"(' * 500_000, "`" * 1_000_000, "a, " * 300_000,
        "> a\n" * 200_000, "(a) " * 200_000, "not " * 200_000, "'a " * 200_000,
        "お茶は好きじゃないが" * 100_000, f"{' ' * 1_000_000}a b", "\n" * 500_000 + "x y",
    ],
    ids=lambda text: repr(text[:3]),
)  # fmt: skip
def test_an_endless_text_is_done_in_time(text):
    """A megabyte without a space, of marks, of quotes: a text that somebody sends to break it."""
    found = Excerpts(text, content_terms("samovar kettle"))
    for size in (450, 700, 1_600):
        assert 0 < len(found.within(size)) <= size


@pytest.mark.parametrize("rest", [" only over my dead body.", ". No!", "."])
def test_where_the_reading_ends_no_sentence_is_torn(rest):
    """The rest of it may be what negates it."""
    said = "Zed may have the samovar"
    filler = "We spoke of tea and cake for an hour or so. " * 1_000
    for more in range(3):
        begin = filler[: 40_000 - len(said) - more].rpartition(".")[0] + "."
        text = f"{begin}{' ' * (40_000 - len(said) - more - len(begin))}{said}{rest} {filler}"
        assert said not in cut(text, "samovar") or f"{said}{rest}" in cut(text, "samovar")


def test_where_the_reading_ends_a_long_sentence_ends_with_a_clause():
    """A text of one sentence is still shown."""
    text = "tea and cake, " * 2_855 + "and Zed may have the samovar only over my dead body, he said"
    shown = cut(text * 2, "samovar tea")
    assert "tea and cake" in shown
    assert "samovar" not in shown
