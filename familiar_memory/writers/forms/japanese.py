"""Plain forms in which people state facts about themselves in Japanese, as a table.

Japanese leaves the speaker out, so a form holds only from the start of a clause, and
`Xは` in front of it gives the sentence to somebody else unless X is the speaker.
"""

from __future__ import annotations

from familiar_memory.writers.forms import objects
from familiar_memory.writers.forms.calendar_words import japanese_day
from familiar_memory.writers.forms.form import Form, Stance, form

__all__ = ["JAPANESE_FORMS"]

_CLAUSE = r"(?:^|(?<=[。！？、…\s]))"
_ME = (
    r"(?:(?:私|わたし|わたくし|僕|ぼく|俺|自分|うち|あたし)(?:は|も|、)?)?"
    r"(?:(?:今|いま|今は|普段は|実は)、?)?"
)
_NOUN = r"(?P<o>[\p{Han}\p{Katakana}[\p{Hiragana}--[はがをもに]]ーA-Za-z0-9・]{1,20}?)"
_NOT = r"(?!ない|なか|ません|いえ|い(?:か|え)|か[。？?]?$|たい|ば|と(?:言|い)|そう)"
_STEM = rf"{_CLAUSE}{_ME}{_NOUN}"
_PET_WORDS = r"(?P<kind>柴犬|秋田犬|子犬|犬|子猫|猫|うさぎ|ハムスター|鳥|インコ|亀|カメ|金魚)"
_PET_NAME = r"(?P<o>[\p{Han}\p{Katakana}\p{Hiragana}ーA-Za-z]{1,12}?)"


def _japanese(
    predicate: str,
    wording: str,
    *,
    template: str = "{o}",
    stance: Stance = Stance.HOLDS,
    span: int = 1,
) -> Form:
    # Each wording checks its own clause border, so the English one is not asked for.
    return form(
        predicate,
        wording,
        objects.japanese_thing,
        template=template,
        stance=stance,
        span=span,
        loose=True,
    )


JAPANESE_FORMS: tuple[Form, ...] = (
    _japanese("lives_in", rf"{_STEM}に住んで(?:い)?(?:ます|る|て|ており){_NOT}"),
    _japanese("lives_in", rf"{_STEM}に引っ越しました{_NOT}"),
    _japanese("lived_in", rf"{_STEM}に住んでいました{_NOT}", stance=Stance.ENDED),
    _japanese("from_place", rf"{_STEM}(?:の)?出身です{_NOT}"),
    _japanese("works_at", rf"{_STEM}で働いて(?:い)?(?:ます|る|て|ており){_NOT}"),
    _japanese("works_at", rf"{_STEM}に勤めて(?:い)?(?:ます|る){_NOT}"),
    _japanese(
        "likes",
        rf"{_CLAUSE}{_ME}{_NOUN}(?:が|は)(?:とても|一番|本当に)?大?好き(?:です|だ|！|。|$){_NOT}",
    ),
    _japanese(
        "dislikes",
        rf"{_CLAUSE}{_ME}(?:でも)?{_NOUN}が(?:とても|本当に)?(?:大?嫌い|苦手)(?:です|だ|で|…|！|。|$){_NOT}",
    ),
    _japanese(
        "allergic_to",
        rf"{_STEM}(?:の)?アレルギー(?:です|なので|が(?:あります|あって)|があるので|だから){_NOT}",
    ),
    _japanese("learning", rf"{_STEM}を(?:勉強|練習|習って)(?:して)?(?:い)?(?:ます|る){_NOT}"),
    _japanese(
        "has_pet",
        rf"{_CLAUSE}(?:あと、?)?{_ME}(?P<o>(?:柴犬|秋田犬|子犬|犬|子猫|猫|うさぎ|ハムスター|インコ|亀|金魚))を飼って(?:い)?(?:ます|る){_NOT}(?!。?\s*名前は)",
    ),
    _japanese(
        "has_pet",
        rf"{_CLAUSE}(?:あと、?)?{_ME}{_PET_WORDS}を飼って(?:い)?(?:ます|る|て)[、。！]\s*名前は{_PET_NAME}(?:です|と(?:言|い)います|、|。)",
        template="{kind}（{o}）",
        span=2,
    ),
    _japanese(
        "has_pet",
        rf"{_CLAUSE}(?:私の|うちの)?{_PET_WORDS}の名前は{_PET_NAME}(?:です|と(?:言|い)います)",
        template="{kind}（{o}）",
    ),
    _japanese(
        "called",
        rf"{_CLAUSE}{_ME}{_PET_NAME}(?:と|って)呼んで(?:ください|下さい|ね|$|。|！)(?!.{{0,3}}と.{{0,8}}[言い])",
    ),
    form(
        "birthday",
        rf"{_CLAUSE}(?:(?:私|僕|俺)の)?誕生日は(?P<o>\d{{1,2}}月\d{{1,2}}日)",
        japanese_day,
    ),
)
"""Every row, in the order in which facts of one sentence are reported."""
