"""What is saved in `character.toml` while a familiar is open takes effect with the next request."""

from __future__ import annotations

import asyncio
import gc
import logging
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from people_and_places import DM, ROWAN, TAVERN

from familiar_memory import Familiar, Household, RecallRequest, RecordOutcome, Turn
from familiar_memory.domain.talk.place import Place
from familiar_memory.errors import ConfigError, UsageError
from familiar_memory.testing import FixedClock, ScriptedModel

AT = datetime(2026, 2, 2, 19, 0, tzinfo=UTC)
KITCHEN = Place("discord", "kitchen", guild="lantern")
IN_TAVERN = RecallRequest("where is the harpsichord?", ROWAN, TAVERN)


def said(number, text, place=TAVERN):
    """A turn of Rowan."""
    return Turn(str(number), AT + timedelta(minutes=number), place, ROWAN, text)


def save(folder, text):
    """Save the familiar's own file, as an editor does."""
    (folder / "character.toml").write_text(text, "utf-8")


async def noticed(familiar):
    """Wait as long as the watch does: two looks that find the same."""
    watch = familiar._lifetime.settings_watch
    await watch.look_once()
    await watch.look_once()


@asynccontextmanager
async def opened(tmp_path, settings="", **given):
    """A familiar that heard of a harpsichord, by these settings."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    save(tmp_path / "ember", settings)
    async with Familiar.open("ember", home=tmp_path, **given) as familiar:
        await familiar.record(said(1, "the harpsichord is in the attic, since spring"))
        await familiar.settle()
        yield familiar, tmp_path / "ember"


async def test_a_limit_of_recall_holds_for_the_next_request(tmp_path):
    """Nobody opens it anew; what is saved again as it was is there again."""
    async with opened(tmp_path) as (familiar, folder):
        assert "attic" in (await familiar.recall(IN_TAVERN)).render()
        save(folder, "[recall]\nretrieved = 0\n")
        await noticed(familiar)
        assert familiar.settings.now.recall.retrieved == 0
        assert "attic" not in (await familiar.recall(IN_TAVERN)).render()
        save(folder, "# as it was\n")
        await noticed(familiar)
        assert "attic" in (await familiar.recall(IN_TAVERN)).render()


async def test_the_watch_takes_it_over_by_itself(tmp_path, monkeypatch):
    """Within two of its looks."""
    monkeypatch.setattr("familiar_memory.life.settings.watch._LOOK_S", 0.001)
    async with opened(tmp_path) as (familiar, folder):
        save(folder, "[tools]\nwrite = true\n")
        async with asyncio.timeout(20):
            while not familiar.settings.now.tools.write:
                await asyncio.sleep(0)
        assert len(familiar.tools.definitions()) == 7


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("[recall]\nretrieved = -1\n", "recall.retrieved"),
        ("[recall]\nretreived = 1\n", "recall.retreived"),
        ("[recall\nretrieved = 0\n", "is not valid TOML"),
        ('[recall]\nretrieved = 0\nprofile = "nobody"\n', "nobody"),
        ('[recall]\nretrieved = 0\nproviders = ["nobody"]\n', "nobody"),
        ('[memory]\nmode = "incognito"\n[recall]\nproviders = ["nobody"]\n', "nobody"),
        ('[recall]\nretrieved = 0\n[markers]\nhold = ["…"]\n', "markers"),
        ('[recall]\nretrieved = 0\n[predicates]\n"Not One" = "one"\n', "Not One"),
    ],
)
async def test_what_is_not_accepted_changes_nothing_and_is_said(tmp_path, caplog, bad, why):
    """Nor does what stands beside it; the next good save is taken."""
    async with opened(tmp_path) as (familiar, folder):
        standing, before = familiar.settings.now, (await familiar.recall(IN_TAVERN)).render()
        save(folder, bad)
        with caplog.at_level(logging.WARNING):
            await noticed(familiar)
            await noticed(familiar)
        assert familiar.settings.now == standing
        assert why in familiar.settings.problem
        assert "the settings from before stay in force" in familiar.settings.problem
        assert len([one for one in caplog.records if "stay in force" in one.getMessage()]) == 1
        assert (await familiar.recall(IN_TAVERN)).render() == before
        with pytest.raises((ConfigError, UsageError)):
            await familiar.settings.reload()
        save(folder, "[recall]\nretrieved = 0\n")
        await noticed(familiar)
        assert familiar.settings.problem is None
        assert "attic" not in (await familiar.recall(IN_TAVERN)).render()


async def test_a_file_that_is_being_written_is_not_read(tmp_path):
    """Emptied, half of it, gone for a moment: only what stays from one look to the next counts."""
    async with opened(tmp_path, "[recall]\nretrieved = 0\n") as (familiar, folder):
        await noticed(familiar)
        watch = familiar._lifetime.settings_watch
        for step in ("", "[tools]\n", "[tools]\nwri"):
            save(folder, step)
            await watch.look_once()
            assert familiar.settings.now.recall.retrieved == 0
            assert familiar.settings.problem is None
        (folder / "character.toml").unlink()
        await watch.look_once()
        save(folder, "[tools]\nwrite = true\n")
        await noticed(familiar)
        assert familiar.settings.now.tools.write
        assert familiar.settings.now.recall.retrieved == 20


async def test_a_file_that_is_gone_is_a_problem_and_no_new_default(tmp_path):
    """A familiar whose file was deleted goes on as it was."""
    async with opened(tmp_path, "[recall]\nretrieved = 0\n") as (familiar, folder):
        (folder / "character.toml").unlink()
        await noticed(familiar)
        assert "is not there" in familiar.settings.problem
        assert familiar.settings.now.recall.retrieved == 0


@pytest.mark.parametrize("torn", ["", " \n\t\r\n", "\ufeff"])
@pytest.mark.parametrize("is_saved_later", [False, True])
async def test_a_file_that_is_emptied_is_a_problem_and_no_new_default(
    tmp_path, caplog, torn, is_saved_later
):
    """By an editor, or a disk that is full: an incognito familiar records nothing, and says why."""
    incognito = '[memory]\nmode = "incognito"\n'
    async with opened(tmp_path) as (familiar, folder):
        save(folder, incognito)
        await noticed(familiar)
        if not is_saved_later:
            await familiar.close()
            await familiar.__aenter__()
        save(folder, torn)
        with caplog.at_level(logging.WARNING):
            await noticed(familiar)
            await noticed(familiar)
        assert await familiar.record(said(2, "Zanzibar")) is RecordOutcome.INCOGNITO
        told = f"{folder / 'character.toml'} had settings and is empty now"
        assert familiar.settings.problem.startswith(told)
        assert familiar.settings.problem.endswith("; the settings from before stay in force")
        assert caplog.text.count(told) == 1
        with pytest.raises(ConfigError) as caught:
            await familiar.settings.reload()
        assert "or a comment alone, such as # defaults" in caught.value.accepted
        save(folder, incognito)
        await noticed(familiar)
        assert familiar.settings.problem is None
        save(folder, "# defaults\n")
        await noticed(familiar)
        assert await familiar.record(said(3, "Oban")) is RecordOutcome.ADDED


async def test_the_file_for_all_familiars_that_is_emptied_is_a_problem_too(tmp_path):
    """It is said which of both it is; the familiar's own may stay empty."""
    shared = tmp_path / "_default" / "character.toml"
    shared.parent.mkdir()
    shared.write_text("[recall]\nretrieved = 4\n", "utf-8")
    async with opened(tmp_path) as (familiar, _):
        shared.write_text("", "utf-8")
        await noticed(familiar)
        assert familiar.settings.problem.startswith(f"{shared} had settings and is empty now")
        assert familiar.settings.now.recall.retrieved == 4
        shared.write_text("[recall]\nretrieved = 5\n", "utf-8")
        await noticed(familiar)
        assert (familiar.settings.problem, familiar.settings.now.recall.retrieved) == (None, 5)


async def test_the_file_for_all_familiars_is_watched_and_the_environment_stays_on_top(
    tmp_path, monkeypatch
):
    """The layers are those of the opening."""
    monkeypatch.setenv("FAMILIAR_MEMORY_RECALL__DAYS", "7")
    async with opened(tmp_path) as (familiar, folder):
        (tmp_path / "_default").mkdir()
        (tmp_path / "_default" / "character.toml").write_text(
            "[recall]\nretrieved = 4\ndays = 1\nstanding = 2\n", "utf-8"
        )
        save(folder, "[recall]\nstanding = 1\n")
        await noticed(familiar)
        recall = familiar.settings.now.recall
        assert (recall.retrieved, recall.days, recall.standing) == (4, 7, 1)


async def test_incognito_that_is_saved_holds_at_once_and_ends_when_it_is_saved(tmp_path):
    """Nothing is kept or recalled, by nobody who holds a part of it either."""
    async with opened(tmp_path) as (familiar, folder):
        held = familiar.tools
        save(folder, '[memory]\nmode = "incognito"\n')
        await noticed(familiar)
        assert await familiar.record(said(2, "Zanzibar")) is RecordOutcome.INCOGNITO
        context = await familiar.recall(IN_TAVERN)
        assert context.trace.degraded == ("incognito: nothing of memory is read or noted",)
        assert (await familiar.search("harpsichord")).hits == ()
        with pytest.raises(UsageError, match="incognito"):
            _ = familiar.people
        answer = await held.call("memory_search", {"query": "harpsichord"}, author=None, place=None)
        assert "attic" not in str(answer)
        save(folder, "# as it was\n")
        await noticed(familiar)
        assert await familiar.record(said(3, "the spinet is in the cellar")) is RecordOutcome.ADDED
        await familiar.settle()
        assert "attic" in (await familiar.recall(IN_TAVERN)).render()
    assert b"Zanzibar" not in (folder / "history.sqlite").read_bytes()


async def test_a_place_that_becomes_incognito_is_so_at_once(tmp_path):
    """The others go on."""
    async with opened(tmp_path) as (familiar, folder):
        save(folder, '[memory]\nincognito_places = ["discord-dm-*"]\n')
        await noticed(familiar)
        outcomes = await familiar.record_many((said(2, "psst", DM), said(3, "hello")))
        assert outcomes == [RecordOutcome.INCOGNITO, RecordOutcome.ADDED]


async def test_one_that_was_opened_incognito_opens_when_it_is_told_to(tmp_path):
    """And looks after its index like any other."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    folder = tmp_path / "ember"
    save(folder, '[memory]\nmode = "incognito"\n')
    async with Familiar.open("ember", home=tmp_path) as familiar:
        assert await familiar.record(said(1, "psst")) is RecordOutcome.INCOGNITO
        save(folder, '[memory]\nmode = "persistent"\n')
        await noticed(familiar)
        assert await familiar.record(said(2, "the spinet is here")) is RecordOutcome.ADDED
        assert [hit.text for hit in (await familiar.search("spinet")).hits] == [
            "the spinet is here"
        ]


@pytest.mark.parametrize(("policy", "is_found"), [("strict", False), ("guild", True)])
async def test_an_audience_that_is_saved_holds_for_what_was_indexed_before(
    tmp_path, policy, is_found
):
    """The index is made anew by it, and knows what one does that is opened by it."""
    other = "guild" if policy == "strict" else "strict"
    async with opened(tmp_path, f'[audience]\npolicy = "{other}"\n') as (familiar, folder):
        request = RecallRequest("where is the harpsichord?", ROWAN, KITCHEN)
        found = [hit.text for hit in (await familiar.search(request)).hits]
        assert bool(found) is not is_found
        save(folder, f'[audience]\npolicy = "{policy}"\n')
        await noticed(familiar)
        found = [hit.text for hit in (await familiar.search(request)).hits]
        assert bool(found) is is_found
        assert (await familiar.index.verify()).same


async def test_lines_are_for_the_owner_as_soon_as_the_default_says_so(tmp_path):
    """No request between the save and the new index is answered from the old one."""
    async with opened(tmp_path) as (familiar, folder):
        note = folder / "memory" / "topics" / "harpsichord.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("# Harpsichord\n\n- The harpsichord was built in Antwerp.\n", "utf-8")
        await familiar.settle()
        asked = RecallRequest("where was the harpsichord built?", ROWAN, TAVERN)
        assert "Antwerp" in (await familiar.recall(asked)).render()
        save(folder, '[audience]\ndefault = "owner"\n')
        await noticed(familiar)
        assert "Antwerp" not in (await familiar.recall(asked)).render()
        assert "Antwerp" in (await familiar.recall(RecallRequest(asked.text))).render()


async def test_a_predicate_that_is_saved_makes_facts_of_lines(tmp_path):
    """Those that stand there already too."""
    async with opened(tmp_path) as (familiar, folder):
        note = folder / "memory" / "people" / "discord-42.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("# Rowan\n\n- captains:: the Gannet\n", "utf-8")
        await familiar.settle()
        assert not (await familiar.knowledge.facts(predicate="captains")).facts
        save(folder, '[predicates]\ncaptains = "one"\n')
        await noticed(familiar)
        facts = (await familiar.knowledge.facts(predicate="captains")).facts
        assert [one.object.text for one in facts] == ["the Gannet"]


async def test_who_waits_for_an_answer_gets_it_from_the_settings_that_it_was_asked_by(tmp_path):
    """And whoever asks meanwhile from the new ones."""
    async with opened(tmp_path) as (familiar, folder):
        first = asyncio.create_task(familiar.recall(IN_TAVERN))
        await asyncio.sleep(0)
        save(folder, "[recall]\nretrieved = 0\n")
        await noticed(familiar)
        later = await familiar.recall(IN_TAVERN)
        assert ("attic" in (await first).render(), "attic" in later.render()) == (True, False)


async def test_what_files_are_opened_by_waits_for_the_next_start_and_is_listed(tmp_path, caplog):
    """The rest of the same save holds now."""
    async with opened(tmp_path) as (familiar, folder):
        with caplog.at_level(logging.WARNING):
            save(folder, "[index]\nreconcile_s = 5\n[store]\nmax_results = 7\n[recall]\ndays = 1\n")
            await noticed(familiar)
        assert familiar.settings.at_next_start == ("store.max_results", "index.reconcile_s")
        assert familiar.settings.now.store.max_results == 1000
        assert familiar.settings.now.recall.days == 1
        assert "at the next start: store.max_results, index.reconcile_s" in caplog.text
        save(folder, "# as it was\n")
        await noticed(familiar)
        assert familiar.settings.at_next_start == ()


async def test_a_switch_of_the_embedder_waits_for_nothing(tmp_path):
    """What the command has written into the file is in force."""
    async with opened(tmp_path) as (familiar, folder):
        await familiar.index.switch_embedder("static")
        assert 'embedder = "static"' in (folder / "character.toml").read_text("utf-8")
        await noticed(familiar)
        assert familiar.settings.at_next_start == ()
        assert familiar.settings.now.index.embedder == "static"


async def test_a_threshold_that_is_saved_has_the_writer_run(tmp_path):
    """What waits already is enough by it; `write_every` still bounds the wait."""
    async with opened(tmp_path, auto_write=True, write_every=3600) as (familiar, folder):
        scheduler = familiar.writing.scheduler
        await familiar.record(said(2, "I moved to Utrecht."))
        save(folder, "[memory_writer]\nturn_threshold = 1\ndebounce = 0\n")
        await noticed(familiar)
        assert familiar.writing.scheduler is scheduler
        assert scheduler.is_running
        assert scheduler._timetable.settings.max_wait == 3600


async def test_no_run_begins_by_itself_while_it_is_incognito(tmp_path):
    """What waited goes on waiting, also when it is closed."""
    async with opened(tmp_path, auto_write=True) as (familiar, folder):
        before = familiar.history.watermark()
        save(folder, '[memory]\nmode = "incognito"\n[memory_writer]\nturn_threshold = 1\n')
        await noticed(familiar)
        assert not familiar._lifetime.life.writing.scheduler.is_running
    save(folder, "")
    async with Familiar.open("ember", home=tmp_path) as familiar:
        assert familiar.history.watermark() == before


async def test_models_that_are_saved_are_asked_from_then_on(tmp_path, new_familiar):
    """Those that were given to the familiar stay in the place of the files'."""
    model = ScriptedModel([])
    folder = tmp_path / "ember"
    Familiar.create("ember", home=tmp_path, embedder="none")
    paths = Familiar.open("ember", home=tmp_path)._lifetime._paths
    async with Familiar(paths, models={"filter": model}, clock=FixedClock(AT)) as familiar:
        assert familiar.models.names == ("filter",)
        save(folder, '[models.reply]\nprovider = "openai"\nmodel = "m"\n')
        await noticed(familiar)
        assert sorted(familiar.models.names) == ["filter", "reply"]


async def test_each_of_a_household_goes_by_its_own_file(tmp_path):
    """Saved while it is awake."""
    for name in ("ash", "birch"):
        Familiar.create(name, home=tmp_path, embedder="none")
    async with (
        Household(tmp_path) as household,
        household.familiar("ash") as ash,
        household.familiar("birch") as birch,
    ):
        save(tmp_path / "ash", "[tools]\nwrite = true\n")
        await noticed(ash)
        await noticed(birch)
        assert [one.settings.now.tools.write for one in (ash, birch)] == [True, False]


async def test_what_is_held_of_a_familiar_goes_by_the_settings_of_now(tmp_path):
    """Whenever it was taken in hand."""
    async with opened(tmp_path) as (familiar, folder):
        tools, rules, memories = familiar.tools, familiar.rules, familiar.memories
        for write in ("true", "false", "true"):
            save(folder, f"[tools]\nwrite = {write}\n")
            await noticed(familiar)
        assert len(tools.definitions()) == len(familiar.tools.definitions()) == 7
        await memories.remember("The kettle is new.", about="kettle")
        await rules.add("Say please.")
        assert [rule.text for rule in await familiar.rules.list()] == ["Say please."]


def test_the_settings_of_one_that_is_not_open_cannot_be_asked(tmp_path):
    """As its parts cannot."""
    Familiar.create("ember", home=tmp_path, embedder="none")
    with pytest.raises(RuntimeError, match="not open"):
        _ = Familiar.open("ember", home=tmp_path).settings.now


async def test_an_earlier_moment_that_was_asked_about_before_is_kept_by_nobody(tmp_path):
    """Whoever forgets asks the parts of now; an index of those of before would be met by nobody."""
    clock, folder = FixedClock(AT), tmp_path / "ember"
    Familiar.create("ember", home=tmp_path, embedder="none")
    paths = Familiar.open("ember", home=tmp_path)._lifetime._paths
    scratch = folder / "memory" / ".index" / "scratch"

    def held():
        files = [file for file in scratch.rglob("*") if file.is_file()]
        return [file for file in files if b"zanzibar" in file.read_bytes()]

    async with Familiar(paths, clock=clock) as familiar:
        familiar.store.write_file("notes.md", "# Notes\n\n- the zanzibar is green\n")
        clock.advance(timedelta(days=2))
        familiar.store.append_file("notes.md", "- two\n")
        await familiar.settle()
        past, then = familiar.parts.searching.past, clock.now() - timedelta(days=1)
        assert (await familiar.search(RecallRequest("zanzibar", as_of=then))).hits
        assert held()
        save(folder, "[recall]\nretrieved = 4\n")
        await noticed(familiar)
        assert familiar.parts.searching.past is not past
        assert not held()
        with past.at(then):
            assert held()
        assert not held()


async def test_many_saves_leave_nothing_behind(tmp_path):
    """Neither parts that nobody uses nor what would end them."""
    async with opened(tmp_path) as (familiar, folder):
        tools = familiar.tools
        for count in range(6):
            save(folder, f"[recall]\nretrieved = {count + 1}\n")
            await noticed(familiar)
            await familiar.recall(IN_TAVERN)
            gc.collect()
        assert len(familiar.parts.earlier) <= 2
        assert len(tools.definitions()) == 3


async def test_what_a_bot_keeps_goes_by_the_settings_of_now_after_several_saves(tmp_path):
    """Also where nobody has asked it anything in between."""
    async with opened(tmp_path, "[tools]\nwrite = true\n") as (familiar, folder):
        tools = familiar.tools
        for settings in ("[recall]\nretrieved = 1\n", "[tools]\nwrite = true\n"):
            save(folder, settings)
            await noticed(familiar)
        assert len(tools.definitions()) == 7
