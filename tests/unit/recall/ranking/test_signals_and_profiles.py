"""Importance, recency, graph, diversity, the floor and supersession, and profiles of them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from familiars import put_notes, started
from people_and_places import TAVERN

from familiar_memory.config.load import checked_settings
from familiar_memory.domain.question.context import RecallRequest
from familiar_memory.domain.talk.identity import Author
from familiar_memory.domain.talk.turn import Turn
from familiar_memory.errors import ConfigError, UsageError
from familiar_memory.recall.ranking.weights import PROFILES, Profiles, RankingWeights

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)


@pytest.fixture
def asked(tmp_path, new_familiar):
    """Search notes and turns; the texts found, in order."""

    def run(notes, query, turns=(), **how):
        put_notes(tmp_path / "ember" / "memory", notes)

        async def ask():
            familiar = new_familiar(tmp_path, settings=how.pop("settings", ""))
            async with started(familiar):
                await familiar.record_many(turns)
                await familiar.settle()
                how_many = {one: how.pop(one) for one in ("limit", "sources") if one in how}
                found = await familiar.search(RecallRequest(query, **how), **how_many)
                return [(h.text, h.score) for h in found.hits]

        return asyncio.run(ask())

    return run


def apart(*lines):
    """Each line in a note of its own, so that none is another's neighbour."""
    return {f"notes/{n}.md": f"- {line}\n" for n, line in enumerate(lines)}


def texts(hits):
    """Without the scores."""
    return [text for text, _ in hits]


def test_what_is_important_stands_above_its_equal(asked):
    """Importance 10 above 5 above 1; without the weight they are equal."""
    notes = apart(
        "copper one (2026-02-01, importance:1)",
        "copper two (2026-02-01)",
        "copper three (2026-02-01, importance:10)",
    )
    assert texts(asked(notes, "copper")) == ["copper three", "copper two", "copper one"]
    scores = {score for _, score in asked(notes, "copper", weights={"importance": 0})}
    assert len(scores) == 1


def test_the_recent_profile_prefers_what_is_new(asked):
    """By the record's own date; the default does not."""
    notes = apart("copper one (2025-02-01)", "copper two (2026-02-28)")
    assert texts(asked(notes, "copper")) == ["copper one", "copper two"]
    assert texts(asked(notes, "copper", profile="recent")) == ["copper two", "copper one"]
    assert texts(asked(notes, "copper", weights={"recency": 0.3})) == ["copper two", "copper one"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("copper kettle (2026-03-01)", 0.9),
        ("copper kettle (2026-03-01, importance:10)", 1.0),
        ("copper kettle (2026-02-09)", 0.77358),
        ("copper kettle (2027-01-01)", 0.9),
    ],
)
def test_memory_search_is_the_weighted_sum(asked, line, expected):
    """0.6 relevance, 0.2 recency at 0.05 a day, 0.2 importance; a date to come is today."""
    assert asked(apart(line), "copper kettle", profile="memory_search") == [
        ("copper kettle", pytest.approx(expected, abs=1e-4))
    ]


def test_memory_search_gives_the_best_match_most_and_drops_what_hardly_matches(asked):
    """However important and new the other is."""
    notes = apart(
        "copper kettle (2026-02-28)",
        "copper pipes of the old brewery by the canal in autumn (2026-03-01, importance:10)",
    )
    hits = asked(notes, "copper kettle lantern", profile="memory_search")
    assert texts(hits) == ["copper kettle"]


def test_nothing_relevant_means_nothing(asked):
    """One common word of many is no answer; in every profile."""
    notes = apart(*(f"they said thing number {n}" for n in range(80)))
    query = "said zeppelin xylophone quagmire walrus obelisk marzipan gazebo fjord cassette"
    found = [asked(notes, query, profile=name, weights={"floor": 1}) for name in sorted(PROFILES)]
    assert found == [[] for _ in PROFILES]


def test_one_file_does_not_own_the_top(asked):
    """Thirty lines of one note leave room for another; alone, they may fill the answer."""
    many = "".join(f"- copper kettle {n}\n" for n in range(30))
    few = apart(*(f"said thing {n}" for n in range(60)))
    notes = {"topics/long.md": f"# Long\n\n{many}", "notes/other.md": "- a copper lantern\n", **few}
    assert "a copper lantern" in texts(asked(notes, "copper kettle", limit=10))
    flat = asked(notes, "copper kettle", limit=10, weights={"diversity": 0})
    assert "a copper lantern" not in texts(flat)
    assert len(asked({}, "copper kettle", limit=20)) == 20


def test_the_graph_finds_what_is_said_by_those_near(asked):
    """Whose sister somebody is: two steps from the name in the question."""
    notes = {
        "people/discord-1.md": "# Isla\n\n- sister_of:: [Rowan](discord-2.md)\n",
        "people/discord-2.md": "# Rowan\n\n- works_at:: [Acme](../topics/acme.md)\n",
        "topics/acme.md": "# Acme\n\n- copper here\n",
        "topics/brim.md": "# Brim\n\n- copper here\n",
    }
    with_graph = dict(asked_paths(asked, notes, 1.0))
    without = dict(asked_paths(asked, notes, 0.0))
    assert with_graph == {"near": 1.25, "far": 1.0}
    assert without == {"near": 1.0, "far": 1.0}


def asked_paths(asked, notes, weight):
    """The scores of the two notes, as shares of the far one's."""
    hits = [s for t, s in asked(notes, "Isla copper", weights={"graph": weight}) if "copper" in t]
    return [("near", round(max(hits) / min(hits), 2)), ("far", 1.0)]


def test_a_corrected_turn_ranks_below_the_correction(asked):
    """The turn of a retired fact counts less; before it was retired, it did not."""
    said = [
        Turn("1", AT, TAVERN, Author("discord", "7", "Bex"), "i am allergic to nuts, nuts"),
        Turn("2", AT.replace(day=9), TAVERN, Author("discord", "7", "Bex"), "allergic to sesame"),
    ]
    tail = "by:discord-7, in:discord-lantern.tavern)"
    notes = {
        "people/discord-7.md": (
            f"# Bex\n\n- ~~allergic_to:: nuts (2026-02-02, until 2026-02-09, ref:1, {tail}~~\n"
            f"- allergic_to:: sesame (2026-02-09, ref:2, {tail}\n"
        )
    }
    query = "allergic to nuts or sesame, Bex?"

    def turns(**how):
        return texts(asked(notes, query, said, sources=["conversation"], **how))

    assert turns() == [said[1].text, said[0].text]
    assert turns(weights={"superseded": 0}) == [said[0].text, said[1].text]
    assert turns(as_of=AT.replace(day=3)) == [said[0].text]


def test_profiles_are_made_and_changed_by_settings(asked):
    """An own one begins as the default, a shipped one as it is; the call's weights come last."""
    profiles = Profiles({"gossip": {"recency": 0.5}, "recent": {"graph": 0.0}})
    assert [
        profiles.weights("gossip"),
        profiles.weights("recent"),
        profiles.weights("gossip", {"recency": 0.1, "decay": 1}),
        profiles.weights(),
    ] == [
        RankingWeights(recency=0.5),
        RankingWeights(recency=1.0, graph=0.0),
        RankingWeights(recency=0.1, decay=1.0),
        RankingWeights(),
    ]
    notes = apart("copper one (2025-02-01)", "copper two (2026-02-28)")
    settings = '[recall]\nprofile = "gossip"\n[recall.profiles.gossip]\nrecency = 0.5\n'
    assert texts(asked(notes, "copper", settings=settings)) == ["copper two", "copper one"]


def test_unknown_profiles_and_weights_are_refused():
    """With those there are; in settings, too."""
    with pytest.raises(UsageError) as no_profile:
        Profiles().weights("wild")
    with pytest.raises(UsageError) as no_weight:
        Profiles().weights(None, {"recensy": 1})
    with pytest.raises(UsageError) as too_much:
        Profiles().weights(None, {"diversity": 2})
    with pytest.raises(ConfigError, match="profile 'x': there is no weight 'recensy'"):
        checked_settings({"recall": {"profiles": {"x": {"recensy": 1}}}}, "here")
    assert [no_profile.value.problem, no_weight.value.problem, too_much.value.problem] == [
        "there is no profile 'wild'",
        "there is no weight 'recensy'",
        "weight diversity = 2 is out of its range",
    ]
    assert no_profile.value.accepted.startswith(f"profiles: {', '.join(sorted(PROFILES))};")


async def test_recall_refuses_a_profile_that_is_none(tmp_path, new_familiar):
    """A caller's mistake is no slowness: it is said."""
    async with started(new_familiar(tmp_path)) as familiar:
        with pytest.raises(UsageError):
            await familiar.recall(RecallRequest("hm", profile="wild"))
