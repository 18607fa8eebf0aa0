"""What becomes of an operation of curation, in the words that its log keeps."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["CurationOutcome", "CurationReason"]


class CurationOutcome(StrEnum):
    """What an operation came to that was let through.

    `NOOP_DUP`: the section says so already, or said so and was struck, or the note has struck what
    it had of the same messages. `NOOP_NO_MATCH`: no line of it is meant.
    """

    APPLIED = "applied"
    NOOP_DUP = "noop_dup"
    NOOP_NO_MATCH = "noop_no_match"


class CurationReason(StrEnum):
    """Why an operation was not let through; `HUMAN_LINE` waits for a person instead.

    The first eleven are those of Istota's table. The rest are about what is no operation at all,
    what nobody has said, what one line cannot hold, and what curation leaves alone.
    """

    UNKNOWN_OP = "unknown_op"
    MISSING_FIELD = "missing_field"
    HEADING_MISSING = "heading_missing"
    HEADING_EXISTS = "heading_exists"
    EMPTY_LINE = "empty_line"
    EMPTY_LINES = "empty_lines"
    EMPTY_HEADING = "empty_heading"
    EMPTY_MATCH = "empty_match"
    LINE_STARTS_WITH_HASH = "line_starts_with_hash"
    HEADING_STARTS_WITH_HASH = "heading_starts_with_hash"
    MULTIPLE_MATCHES = "multiple_matches"

    OPS_NOT_A_LIST = "ops_not_a_list"
    NOT_AN_OBJECT = "not_an_object"
    UNKNOWN_KEY = "unknown_key"
    NOT_A_TEXT = "not_a_text"
    NO_SOURCE = "no_source"
    NOT_BORNE_OUT = "not_borne_out"
    GIVES_ORDERS = "gives_orders"
    SEVERAL_PLACES = "several_places"
    TOO_MANY_OPS = "too_many_ops"

    LINE_BREAK = "line_break"
    CONTROL_CHARACTER = "control_character"
    CODE_FENCE = "code_fence"
    TOO_LONG = "too_long"
    FACT_LINE = "fact_line"

    AMBIGUOUS_HEADING = "ambiguous_heading"
    MULTI_LINE_BULLET = "multi_line_bullet"
    KEPT_LINE = "kept_line"
    NAMES_SECTION = "names_section"
    NOTE_MISSING = "note_missing"
    NOT_CURATED = "not_curated"
    OTHER_AUDIENCE = "other_audience"
    NOT_WRITABLE = "not_writable"
    HUMAN_LINE = "human_line"
