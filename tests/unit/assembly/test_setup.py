"""What configured predicates are, beside those that come along."""

from __future__ import annotations

from familiar_memory.assembly.setup import vocabulary_of
from familiar_memory.config.settings import Settings
from familiar_memory.knowledge.predicates import SHIPPED, Predicate


def test_a_configured_predicate_is_one_many_or_temporary() -> None:
    """A new one has what is said of it, and nothing else."""
    found = vocabulary_of(
        Settings(predicates={"captains": "one", "blood_type": "many", "at_sea": "temporary"})
    )
    assert found.get("captains") == Predicate("captains", single=True)
    assert found.get("blood_type") == Predicate("blood_type")
    assert found.get("at_sea") == Predicate("at_sea", temporary=True)
    assert found.get("works_at") == SHIPPED.get("works_at")


def test_a_shipped_predicate_keeps_what_its_number_does_not_say() -> None:
    """An allergy is guarded, and tastes contradict each other, whatever somebody configures."""
    found = vocabulary_of(Settings(predicates={"allergic_to": "one", "dislikes": "one"}))
    allergy, dislikes = found.predicates["allergic_to"], found.predicates["dislikes"]
    assert (allergy.single, allergy.guarded) == (True, True)
    assert (dislikes.single, dislikes.ends) == (True, ("likes", "loves"))


def test_without_settings_it_is_what_comes_along() -> None:
    """The very same."""
    assert vocabulary_of(Settings()) is SHIPPED
