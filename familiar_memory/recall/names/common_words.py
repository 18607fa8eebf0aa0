"""Words that are also names: they call up a person only where they stand as one."""

from __future__ import annotations

from familiar_memory.knowledge.words import STOP_WORDS

__all__ = ["COMMON_WORDS"]

# Only words that are often written small and then mean no person: a list of all
# names that are words would hide people from friends who do not write capitals.
_ALSO_NAMES = """
    able ace angel april art ash august autumn bay bear berry bill bird blaze blue brook brown bud
    buck cash cat chance charity chase chip clay cliff coal cook crystal dawn dean dot echo eden
    ember ever faith fox frank gale gene ginger glen grace grant gray green hail harmony hart haven
    hawk heath honey hope hunter iris jade jet jewel joy june kit lake lane lark long love lux major
    march mark marsh may mercy merry miles mist misty moon moss noble norm nova oak olive opal page
    park patience pearl penny pepper pixel poppy prince queen rain ray raven red reed rich river
    rock rocky rod rose rusty sage sandy scout serenity shadow shell silver skip sky smith snow
    spark star stone storm summer sunny thorn tiger trinity vale van violet ward wave west will
    willow wind winter wolf wren young
    boss chat doc friend girl guy hero kid king lady man me mod mom dad nobody one people person
    someone somebody stream user world
"""

COMMON_WORDS = STOP_WORDS | frozenset(_ALSO_NAMES.split())
