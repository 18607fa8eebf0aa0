"""What some words of a message show; each is a set of phrases, which are data."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Marker"]


class Marker(StrEnum):
    """What some words of a text show; the names are those of the tables.

    `SAFETY` is what is never switched off, `ONCE` limits a request to this once, `LOSS` and
    `TRIGGER` are what is told in confidence, and by `SECRET` a message says so itself. `ORDERS`
    tell the familiar what to do, and `AUTHORITY` says who is to be obeyed.
    """

    SELF_BELIEF = "self_belief"
    PATTERN = "pattern"
    DURABLE = "durable"
    TRANSIENT = "transient"
    REQUEST = "request"
    ONCE = "once"
    SAFETY = "safety"
    AUTHORITY = "authority"
    LOSS = "loss"
    TRIGGER = "trigger"
    SECRET = "secret"
    SMALL_TALK = "small_talk"
    ORDERS = "orders"
