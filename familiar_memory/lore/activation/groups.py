"""Inclusion groups: of the entries that share one, only one comes in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from familiar_memory.lore.activation.compiled import CompiledEntry

__all__ = ["losers_of_groups"]


def losers_of_groups(
    newcomers: Sequence[CompiledEntry],
    present: Iterable[CompiledEntry],
    sticky: Collection[str],
    score: Callable[[CompiledEntry], int],
    draw: Callable[[str], float],
) -> dict[int, str]:
    """Who of the newcomers must stay out, by number, with the reason.

    A group that has a winner already takes nobody. Sticky members come before all others;
    then those of the best score, where scores count; then the override of the highest
    order; else a draw by weight: `draw` gives a number from 0 up to 1 for a group.
    """
    lost: dict[int, str] = {}
    taken = {group for one in present for group in one.entry.groups}
    for group in dict.fromkeys(group for one in newcomers for group in one.entry.groups):
        members = [o for o in newcomers if group in o.entry.groups and o.number not in lost]
        stuck = [one for one in members if one.path in sticky]
        if stuck:
            winners = stuck
        elif group in taken:
            winners = []
        else:
            winners = _winners(group, members, score, draw)
        for one in members:
            if one not in winners:
                lost[one.number] = f"another entry of the group {group!r} is in"
    return lost


def _winners(
    group: str,
    members: Sequence[CompiledEntry],
    score: Callable[[CompiledEntry], int],
    draw: Callable[[str], float],
) -> list[CompiledEntry]:
    if len(members) > 1 and any(one.group_scoring for one in members):
        scores = {one.number: score(one) for one in members}
        best = max(scores.values())
        members = [o for o in members if not o.group_scoring or scores[o.number] == best]
    if len(members) < 2:
        return list(members)
    overriding = [one for one in members if one.entry.group_override]
    if overriding:
        return [max(overriding, key=lambda one: (one.entry.order, -one.number))]
    weights = [max(one.entry.group_weight, 0.0) for one in members]
    left = draw(group) * sum(weights)
    for one, weight in zip(members, weights, strict=True):
        left -= weight
        if left < 0:
            return [one]
    return [members[-1]]
