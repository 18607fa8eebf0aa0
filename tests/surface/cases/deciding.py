"""How the familiar is to behave, and what waits for a person to decide."""

from surface.table import both, case, note, plain

_RULES = note(
    "self/rules.md",
    "# Rules\n\n## Active\n\n- Answer in short sentences (2026-02-02) ^r1c2dbb2f\n"
    "- For [[Rowan]]: no puns\n- Never sing (2026-02-03, in:discord-dm-42)\n- ~~Shout~~\n\n"
    "## Archived\n\n- ~~Answer at length (2026-01-02, until 2026-02-02)~~ ^rf14e7c0a\n",
    "rules",
)
_LINES = "  - section: Facts\n  - title: Rowan\n  - why: it is a guess\n"
_TAIL = "(2026-02-03, ref:t1, by:discord-42, in:discord-dm-42, source:inferred)"
_CATS = (
    f"- [ ] allergic_to:: cats {_TAIL} ^p1111111111\n  - add to: people/discord-42.md\n"
    f"{_LINES}  - audience: discord-dm-42\n"
)
_DOGS = (
    f"- [ ] likes:: dogs {_TAIL} ^p2222222222\n  - add to: people/discord-42.md\n"
    f"{_LINES}  - audience: discord-dm-42\n"
)
_WAITS = note("review.md", f"# Review\n\n## Open\n\n{_CATS}{_DOGS}", "two proposals")
_TICKED = note(
    "review.md", f"# Review\n\n{_CATS.replace('[ ]', '[x]')}{_DOGS}", "one that is ticked"
)
_DAMAGED = note(
    "review.md",
    f"# Review\n\n{_CATS.replace('[ ]', '[x]').replace('t1,', 't1, in:')}"
    f"{_DOGS.replace('people/discord-42.md', 'self/description.md').replace('[ ]', '[x]')}",
    "two that cannot be written",
)

GROUPS = {
    "rules": [
        *both("rules", "rules --all", given=_RULES),
        *both("rules"),
        *both("rules --place '#tavern'", given=_RULES),
        *both('rules add "Answer in short, plain sentences"', given=_RULES),
        *both('rules add "answer in  short sentences"', given=_RULES),
        *both('rules add "No jokes" --for Rowan --place @rowan', given=_RULES),
        *both("rules archive ^r1c2dbb2f", "rules archive 'no puns'", given=_RULES),
        *both("rules remove self/rules.md:5", "rules remove --all", given=_RULES),
        *both(
            'rules add "Answer in short, plain sentences" --dry-run',
            "rules archive 'no puns' --dry-run",
            "rules remove self/rules.md:5 --dry-run",
            "rules remove --all --dry-run",
            "rules list --all",
            given=_RULES,
        ),
        case(
            'rules add "Be kind"',
            "rules",
            'recall "hello" --author discord-42 --place discord-lantern.tavern',
            given=_RULES,
        ),
        *plain(
            "rules sing",
            "rules add",
            'rules add ""',
            'rules add "!"',
            'rules add "Be kind" --for Nobody',
            'rules add "Be kind" --place "#nowhere"',
            "rules add 'Be kind' --all",
            "rules archive",
            "rules archive nothing",
            "rules remove ^r0 --for Rowan",
            "rules list something",
            "rules --dry-run",
        ),
    ],
    "review": [
        *both("review", "review --dry-run"),
        *both("review", "review --dry-run", given=_WAITS),
        *both("review", "review --dry-run", given=_TICKED),
        *both("review", given=_DAMAGED),
        *both(
            "review --accept p1111111111 --reject p2222222222",
            'review --accept p1111111111 --text "allergic_to:: kittens"',
            "review --accept-all",
            "review --reject-all",
            given=_WAITS,
        ),
        case(
            "review --accept p1111111111",
            "review --accept p1111111111",
            "log --json",
            "show people/discord-42.md",
            given=_WAITS,
        ),
        *plain(
            "review --accept p9",
            "review --reject p9",
            "review --accept-all --reject-all",
            "review --accept p1111111111 --reject p1111111111",
            "review --text x",
            'review --accept p1111111111 --text " "',
            given=_WAITS,
        ),
    ],
}
