"""A proposal that is written into the list is read back as it was, whatever people had typed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from few_and_many import few_and_many
from hypothesis import strategies as st

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.errors import InputError
from familiar_memory.knowledge.predicates import SHIPPED
from familiar_memory.operations.conduct.rules import SetRule
from familiar_memory.operations.proposal import (
    AddAlias,
    AddRecord,
    CorrectRecord,
    Proposal,
    RetireRecord,
)
from familiar_memory.operations.review.change import Settlement, settled, with_items
from familiar_memory.operations.review.kinds.table import item_of, proposals_of
from familiar_memory.operations.review.page import Mark, review_lines

_NOTE = "people/discord-42.md"
_LINE = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=30)
_WORDS = (
    st.one_of(
        _LINE,
        st.sampled_from(
            ["~~x~~", "a:: b", "(2026-01-01, in:everyone)", "[[x]]: y", "- [x] z ^p1", "why: q"]
        ),
    )
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)
_FIELDS = st.builds(
    RecordFields,
    learned=st.just(date(2026, 2, 2)),
    refs=st.sampled_from([(), ("t1",), ("t1", "t2")]),
    by=st.sampled_from([None, "discord-42"]),
    place=st.sampled_from([None, "discord-dm-42", "discord-g.tavern"]),
    tags=st.sampled_from([(), ("work",)]),
)
_PROPOSALS: st.SearchStrategy[Proposal] = st.one_of(
    st.builds(
        lambda title, section, text, fields: AddRecord(
            _NOTE, title, section, Record(text, fields), is_confirmed=True
        ),
        *(_WORDS, _WORDS, _WORDS, _FIELDS),
    ),
    st.builds(
        lambda text, fields, ended: RetireRecord(_NOTE, "likes", text, fields, ended),
        *(_WORDS, _FIELDS, st.booleans()),
    ),
    st.builds(
        lambda title, old, new, fields: CorrectRecord(_NOTE, title, "Facts", old, new, fields),
        *(_WORDS, _WORDS, _WORDS, _FIELDS),
    ),
    st.builds(
        lambda title, name, place: AddAlias("discord-42", title, name, place),
        *(_WORDS, _WORDS, st.sampled_from([None, "discord-dm-42"])),
    ),
    st.builds(
        lambda text, fields, label: SetRule(
            text, fields, "discord-7", "Bex", label, is_by_hand=True
        ),
        *(_WORDS, _FIELDS, _WORDS),
    ),
)


@few_and_many(20, 100, st.lists(st.tuples(_PROPOSALS, _WORDS), min_size=1, max_size=4))
def test_what_is_accepted_is_what_was_proposed(given_: list[tuple[Proposal, str]]) -> None:
    """Also after other proposals came, and were settled."""
    items = {}
    for proposal, why in given_:
        item = item_of(proposal, why)
        assert item is not None
        items.setdefault(item.id, (item, proposal))
    try:
        text = with_items("", [item for item, _ in items.values()], SHIPPED)
    except InputError:
        return  # what no line can say is put to nobody
    for line in review_lines(text, SHIPPED):
        item, proposal = items[line.id]
        assert line.item is not None, line.problem
        assert line.mark is Mark.OPEN
        bare = replace(line.item.record, predicate=None, object=None)
        assert bare == replace(item.record, predicate=None, object=None)
        assert (line.item.note, line.item.details) == (item.note, item.details)
        back = proposals_of(line.item)
        if not isinstance(proposal, AddRecord):
            assert back == (proposal,)
    names = list(items)
    what = Settlement(frozenset(names[::2]), frozenset(names[1::2]))
    after = review_lines(settled(text, what, SHIPPED), SHIPPED)
    marks = {line.id: line.mark for line in after}
    assert marks == {
        name: Mark.ACCEPTED if at % 2 == 0 else Mark.DISMISSED for at, name in enumerate(names)
    }
