"""Any operations over any text: nothing breaks, and no byte changes but in the bullets meant."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory.domain.memory.record import Record, RecordFields
from familiar_memory.knowledge.audience import AudiencePolicy
from familiar_memory.markdown.audience.standing_lines import standing_lines
from familiar_memory.markdown.audience.top_regions import top_regions
from familiar_memory.markdown.source import line_starts
from familiar_memory.markdown.tree import parse_note
from familiar_memory.operations.curation.proposals import (
    CurateAppend,
    CurateHeading,
    CurateRemove,
    CurateReplace,
    CurationProposal,
)
from familiar_memory.operations.curation.reasons import CurationOutcome, CurationReason
from familiar_memory.operations.merging.merge import merge
from familiar_memory.operations.outcome import Verdict
from familiar_memory.operations.policies.curation import CurationPolicy
from familiar_memory.operations.policy import Proposer

KEY = f"people/{ROWAN.slug}.md"
POLICY = CurationPolicy({ROWAN.slug}, TAVERN.slug, AudiencePolicy.GUILD)
HERE = f"(2026-02-02, ref:t1, by:{ROWAN.slug}, in:{TAVERN.slug})"
THERE = f"(2026-02-02, ref:t2, by:{ROWAN.slug}, in:{DM.slug})"

_words = st.sampled_from(["likes tea", "plays the lute", "reads", "works_at:: Acme", "x (2026)"])
_tails = st.sampled_from(["", f" {HERE}", f" {HERE}", f" {THERE}", " (2026-02-02, nonsense:1)"])
_bullets = st.builds("{} {}{}".format, st.sampled_from(["-", "*", "+", "1."]), _words, _tails)
_nested = st.builds("  - {}{}".format, _words, _tails)
_others = st.sampled_from(
    [
        *("", "", "A paragraph.", "  goes on", "```", "~~~", "> quoted", "> - in a quote", "<!--"),
        *("-->", "| a |", "|---|", "About", "-----", "---", "# Rowan", "\tcode", "- [ ] to do"),
    ]
)
_heads = st.sampled_from(
    [
        *("## About", "## About ##", "## Plans", f"## Plans (in:{DM.slug})", "## Aliases"),
        *("### Deep", "#### Deeper", "##\tAbout", "#NoHeading"),
    ]
)
_list = st.lists(st.integers(0, 5).flatmap(lambda n: _nested if not n else _bullets), max_size=5)
_rest = st.lists(
    st.integers(0, 5).flatmap(lambda n: (_heads, _others, _bullets)[n % 3]), max_size=12
)
_lines = st.builds(
    lambda front, top, rest: [*front, "## About", *top, *rest],
    st.lists(_others, max_size=2) | st.just([]),
    _list,
    _rest,
)
texts = st.builds(
    lambda mark, head, lines, end, last: mark + end.join([*head, *lines]) + (end if last else ""),
    st.sampled_from(["", "\ufeff"]),
    st.sampled_from(
        [[], [], ["---", f"id: {ROWAN.slug}", "---"], ["---", "visibility: owner", "---"]]
    ),
    _lines,
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
_odd = st.sampled_from(
    [
        *("a\nb", "# no", "```", "- [x] done", "[[Rowan]]: hm", "<!-- c", "a (in:owner)", "| a |"),
        *("1. first", "> quoted", "a ^id", "~~gone~~", "---", "- - -", "a  ", "&amp; *b* `c"),
    ]
)


def _mostly(usual: list[str], odd: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.integers(0, 4).flatmap(lambda n: st.sampled_from(usual) if n else odd)


_said = _mostly(["likes tea", "plays the lute", "sings", "reads books"], _odd | st.text(max_size=9))
_headings = _mostly(
    ["About", "About", "About", "Plans", "New"], st.text(max_size=6) | st.just("Deep (x)")
)
_matches = _mostly(["tea", "lute", "reads", "acme"], st.text(max_size=3))


def _record(text: str) -> Record:
    fields = RecordFields(learned=date(2026, 2, 4), refs=("t9",), by=ROWAN.slug, place=TAVERN.slug)
    return Record(text, fields)


_records = _said.map(_record)
_operations: st.SearchStrategy[CurationProposal] = st.one_of(
    st.builds(CurateAppend, st.just(KEY), _headings, _records),
    st.builds(
        CurateHeading,
        st.just(KEY),
        _headings,
        st.lists(_records, min_size=1, max_size=3).map(tuple),
    ),
    st.builds(CurateRemove, st.just(KEY), _headings, _matches, st.just("2026-02-05")),
    st.builds(CurateReplace, st.just(KEY), _headings, _matches, st.just("2026-02-05"), _records),
)
operations = st.lists(_operations, min_size=1, max_size=4)
_DONE = (Verdict.APPLIED, Verdict.SKIPPED)
_KNOWN = {"", *CurationOutcome, *CurationReason}


def _curated(text: str, given: list[CurationProposal]) -> tuple[str, list[tuple[Verdict, str]]]:
    after, outcomes = merge(text, given, proposer=Proposer.of(POLICY))
    return after, [(one.verdict, one.reason) for one in outcomes]


def _rows(text: str) -> list[str]:
    starts = line_starts(text)
    return [text[a:b] for a, b in pairwise(starts)]


def _own_rows(text: str) -> set[int]:
    """The lines (from 0) of the bullets that curation may strike."""
    note = parse_note(text, path=KEY)
    return {
        line.standing.line - 1
        for region in top_regions(KEY, note, "everyone", POLICY.viewer)
        for line in region.lines
        if line.standing.audience == TAVERN.slug and line.standing.record.predicate is None
    }


@pytest.mark.long
@given(texts, operations)
def test_every_outcome_is_of_the_table_and_what_is_not_applied_changes_nothing(
    text: str, given: list[CurationProposal]
) -> None:
    """Whatever the note holds, and whatever is asked for."""
    after, came = _curated(text, given)
    assert {reason for _, reason in came} <= _KNOWN
    is_changed = any(verdict is Verdict.APPLIED for verdict, _ in came)
    assert is_changed == (after != text)


@pytest.mark.long
@given(texts, _operations)
def test_one_operation_changes_one_stretch_and_strikes_only_what_a_program_wrote(
    text: str, operation: CurationProposal
) -> None:
    """Every other line stands as it stood, byte for byte, in its order."""
    after, _ = _curated(text, [operation])
    old, new = _rows(text), _rows(after)
    own = _own_rows(text)
    left = iter(new)
    for number, row in enumerate(old):
        # A last line without an end gets one where something follows it.
        is_last = number == len(old) - 1
        kept = {row, row + "\n", row + "\r\n", row + "\r"} if is_last else {row}
        if number in own and kept.isdisjoint(new):
            assert isinstance(operation, CurateRemove | CurateReplace)
            continue
        assert any(one in kept for one in left), row


@given(texts, operations)
def test_done_again_it_changes_nothing_more(text: str, given: list[CurationProposal]) -> None:
    """What is to be appended stands there, and what is to be struck is struck."""
    appends = [one for one in given if isinstance(one, CurateAppend | CurateHeading)]
    once, came = _curated(text, list(appends))
    # A line that was refused, since its section came after it, has not been done.
    done = [one for one, (verdict, _) in zip(appends, came, strict=True) if verdict in _DONE]
    assert _curated(once, done)[0] == once
    removals = [one for one in given if isinstance(one, CurateRemove)][:1]
    struck, _ = _curated(text, list(removals))
    assert _curated(struck, list(removals))[0] == struck


@pytest.mark.long
@given(texts, operations)
def test_what_comes_is_for_its_place_and_nobody_learns_more(
    text: str, given: list[CurationProposal]
) -> None:
    """For no line others are than before, and a new one is for the place that it says."""
    after, _ = _curated(text, given)
    new = set(_audiences(after)) - set(_audiences(text))
    assert {audience for _, audience in new} <= {TAVERN.slug}


def _audiences(text: str) -> list[tuple[str, str]]:
    note = parse_note(text, path=KEY)
    return [(one.record.text, one.audience) for one in standing_lines(KEY, note, "everyone")]
