"""The frames of English in which something known is said to be over, by what it is."""

from __future__ import annotations

from familiar_memory.writers.forms.frames.row import FrameRow

__all__ = ["ENDS", "FOR_NOW"]

_JOB = ("works_at", "volunteers_at", "member_of", "studies_at")
_HOME = ("lives_in",)
_PLAYED = ("plays", "learning")
_DIET = ("diet",)
_LIKED = ("likes", "loves", "prefers", "favorite_food")
_DISLIKED = ("dislikes",)
_STUDIED = ("studies",)
_LOVED = ("partner_of", "married_to")
_PET = ("has_pet",)
_OWNED = ("has_pet", "owns")


_PAUSED = (
    "lent lent_only for_lent for_now for_today for_the_week for_a_week tonight "
    "for_the_day for_the_evening weekend holidays break"
)
FOR_NOW = f"{_PAUSED} this_week today"
"""Who says one of these has only paused."""
_AWAY = (
    "tomorrow next_week next_month soon home lunch way bus train reception be_there there_in omw "
    "holiday vacation leave"
)
"""Or only goes out."""
_SHIFTS = (
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends nights evenings "
    "mornings lates earlies full-time full_time part-time part_time"
)
"""Or works at other times."""
_NO_DEATH = (
    "tired asleep sleeping book film movie show game story found found_him found_her came_back "
    "came_home"
)
_DROPPED = f"{FOR_NOW} floor foot tired"
"""Or has let it fall."""


def _rows(predicates: tuple[str, ...], *said: str, unless: str = "") -> list[FrameRow]:
    return [FrameRow(predicate, one, unless=unless) for predicate in predicates for one in said]


ENDS: tuple[FrameRow, ...] = (
    *_rows(
        (*_PLAYED, *_DIET, *_LIKED),
        "<i> <have>? ..2 <be>? ..1 <gaveup> <fill>* {x} $$",
        "^ <adv>* <gaveup> <fill>* {x} $$",
        "<i> <be> <adv>* over <fill>* {x} $$",
        unless=_DROPPED,
    ),
    *_rows(
        (*_JOB, *_PLAYED, *_DIET, *_LIKED, *_PET),
        "<i> <adv>* <hadto> <quitting> <fill>* {x} $$",
        "^ <adv>* <hadto> <quitting> <fill>* {x} $$",
        "<i> <be> <adv>* done|finished|through with|being <fill>* {x} $$",
        "^ <adv>* done|finished|through with <fill>* {x} $$",
        "me and {x} <be> <adv>* <over>",
        "{x} and i|me <be> <adv>* <over>",
        "me and {x} <have>? <adv>* <parted>",
        "{x} and i|me <have>? <adv>* <parted>",
        "<my> <adv>* {x} <phase> <be> <adv>* <over>",
        "the whole? {x} <phase> <be> <adv>* <over>",
        "<my> <adv>* {x} <be> <adv>* behind_me|history",
        "said|saying goodbye|bye|farewell to <my>? {x}",
        "no_more|no {x} for|in me|my_life <endtime>",
        "^ no_more {x} for me",
        "no_more {x} ..2 for me",
        "{x} <be> a_thing_of_the_past|ancient_history",
        unless=_DROPPED,
    ),
    *_rows(
        (*_PLAYED, *_DIET, *_LIKED),
        "<i> <have>? ..2 <gaveup> <fill>* {x} for_good|altogether|completely|entirely|forever",
        "^ <adv>* <gaveup> <fill>* {x} for_good|altogether|completely|entirely|forever",
        "<i> <be> <adv>* no_longer ..2 {x}",
    ),
    *_rows(
        (*_JOB, *_PLAYED, *_DIET, *_LIKED),
        "{x} ~ @ <i>? <have>? <adv>* <gaveup> <it>",
        "{x} ~ @ <i>? <have>? <adv>* gave|packed|jacked|given|chucked it|that|them up|in",
        "{x} ~ @ <i> <be> <adv>* done|finished|through with <it>",
    ),
    *_rows(
        _JOB,
        "<i> <have>? ..2 <quit> <fill>* {x} $",
        "^ <adv>* <quit> <fill>* {x} $",
        "<i> <have>? <adv>* left <fill>* {x} ..4 <longago>",
        "^ <adv>* left <fill>* {x} ..4 <longago>",
        "<i> 've|have <adv>* left <fill>* {x} $",
        "last ever? day|shift|week at|with|in {x} done|over|finished",
        "<i> <be> <adv>* finished up in|at|with {x}",
        "<i> <have>? <adv>* finished at|with {x} for_good|altogether",
        "<i> <have>? <adv>* left {x} in <monthoryear>",
        "^ <adv>* left {x} in <monthoryear>",
        "<my> last day|shift|week|month ..1 at|with {x} was",
        "was|had|today ..2 <my> last day|shift|week at|with {x}",
        "<handed> ..3 <badge> !period ..2 at|to|for|from {x}",
        "<i> <be>? <adv>* no_longer ..3 {x} $",
        "^ <adv>* no_longer ..3 {x} $",
        "<i> <be>? <nolonger> <adv>* work|working|employed|with|at <fill>* {x} <anymore>",
        "{x} ~ @ unemployed|jobless|out_of_a_job|out_of_work",
        "{x} ~ @ <i> <be> ..2 <idle>",
        "<my> old|former|ex|previous job|employer|gig|workplace at|, {x}",
        "ex-employer|ex-employers {x}",
        "<i> ..1 used_to work <fill>* {x}",
        "^ used_to work <fill>* {x}",
        "<my> time|contract|stint|job at|with {x} <be>|<have>? <adv>* <over>|ended|expired",
        "<my> time|contract|stint|run at|with {x} has|have? <adv>* come|came to_an_end|to_a_close",
        "<i> <be> ..2 out of {x} for_good",
        "<i> <adv>* walked_out|stormed_out of <fill>* {x} for_good|forever",
        "<i> <adv>* walked_out|stormed_out of <my> job at|with {x}",
        "^ <adv>* walked_out|stormed_out of <my> job at|with {x}",
        unless=f"{_AWAY} {FOR_NOW} {_SHIFTS}",
    ),
    *_rows(
        _JOB,
        "<i> <be>? ..2 <dismissed> !up ..1 from|by|at {x} !<club>",
        "^ <adv>* got? <adv>* <dismissed> !up ..1 from|by|at {x} !<club>",
        "{x} <have>? <adv>* <dismissedme> !early|home|first|to|at|free|out|on_the|on_a|on_my|the",
        # Of the day on which it happened people tell at once.
        unless=f"{_AWAY} {_PAUSED}",
    ),
    *_rows(
        _HOME,
        "said|saying goodbye|bye|farewell to {x}",
        "<i> <have>? <adv>* left {x} behind|for_good|permanently|forever",
        "^ <adv>* left {x} behind|for_good|permanently|forever",
        "<i> <have>? <adv>* moved|relocated ..2 from|out_of|away_from {x}",
        "^ <adv>* moved|relocated ..2 from|out_of|away_from {x}",
        "<i> <have>? <adv>* left {x} in <monthoryear>",
        "^ <adv>* left {x} in <monthoryear>",
        "<i> <have>? <adv>* left {x} ..2 years_ago|months_ago|ages_ago|years_back",
        "^ <adv>* left {x} ..2 years_ago|months_ago|ages_ago|years_back",
        "<i> ..1 no_longer ..2 in {x}",
        "<i> <nolonger> <adv>* live|living|based|in in? {x} <anymore>",
        "^ not in {x} <anymore>",
        "<i> ..1 sold|gave_up <my>|the ..2 <dwelling> in {x}",
        "<my> {x} days|years|chapter|era <be> <adv>* <over>",
        unless=f"trip train week_in holiday week {FOR_NOW}",
    ),
    *_rows(
        _PLAYED,
        "<i> <have>? ..3 <rid> <my> old? ..2 {x} $",
        "<i> <have>? ..3 <rid> the|that {x} $",
        "^ <adv>* <rid> <my> old? ..2 {x} $",
        "^ <adv>* <rid> the|that {x} $",
        "<my> last ever|final ..1 {x} lesson|class|recital|concert|gig",
        "<my> final|last_ever {x} lesson|class|recital|concert|gig",
        "<i>? ..2 hung|packed|put <my>|the {x} up|away|down ..2 for_good|forever",
        "<i> ..2 don't|not ..2 play|playing <my>|the? {x} ..2 <anymore>",
        "<i> ..1 no_longer play|playing <my>|the? {x}",
        "{x} ~ @ <i> don't ..1 play|practise|practice ..1 <anymore>",
        "<i> ..1 used_to play <my>|the? {x}",
        "^ used_to play <my>|the? {x}",
        "<i> haven't|not ..1 touched|played <my>|the {x} in|for years|months|ages|forever",
        unless="bought upgrade upgraded better new spare second other replaced replacement",
    ),
    *_rows(
        _DIET,
        "drop|quit|stop|ditch|leave <fill>* {x} ~ @ <i> did|have",
        "<i> <be>? <nolonger> <adv>* a? {x} ..2 <endtime>",
        "<i> no_longer ..2 {x}",
        "^ no_longer a? {x}",
        "^ not a? {x} <anymore>",
        "<i> ..1 used_to be|eat a? {x}",
        "before ..1 <i> was|were {x} ~ now",
        "^ used_to be|eat a? {x}",
        "fell|fallen off the {x} wagon",
        "being {x} didn't|hasn't|wasn't|never ..1 work|worked|working ..1 out|for",
        "{x} ~ @ <i> <be> ..2 back to|on meat|bread|dairy|cheese|gluten|eating|everything|normal",
        unless="hate",
    ),
    *_rows(
        _LIKED,
        "<i> <have>? <adv>* <gooff> <fill>* {x}",
        "^ <adv>* <gooff> <fill>* {x}",
        "<i> <be> <adv>* <sick> <fill>* {x} ..2 <endtime>",
        "<i> <be>? <nolonger> ..1 <enjoy>|<fan> <fill>* {x} ..4 <endtime>",
        "<i> no_longer ..1 <enjoy>|<fan> <fill>* {x}",
        "^ <nolonger> ..1 <enjoy>|<fan> <fill>* {x} ..4 <endtime>",
        "{x} <be>|<have>? <nolonger>? ..1 lost its|all charm|appeal|shine",
        "{x} ~ @ <i>? <have>? <adv>* <gooff> <it>",
        "{x} ~ @ <i>? <be>? <adv>* <sick> <it>",
        "{x} ~ @ <i>? ..1 <nolonger> ..1 <enjoy> <it>|the ..3 <endtime>",
        "{x} ~ @ <i>? ..1 can't ..1 stand|stomach|face|bear <it>|the",
        "{x} ~ @ <i>? <be>? <adv>* <nolonger> <adv>* <fan> ..2 <endtime>",
        "{x} ~ @ it|they does|do nothing for me",
        "{x} ~ @ it|they doesn't|don't do ..2 for me ..1 <endtime>",
        "used_to <enjoy>|adore <fill>* {x} ~ @ don't|not|can't|no_longer",
        "used_to ~ {x} ~ @ but|now|these_days ~ nothing_for_me|<nolonger>",
        "{x} <be> <nolonger> <adv>* for me <endtime>",
        "{x} <be> dead_to_me",
        "<i> <adv>* can't|cannot ..1 stand|stomach|bear {x} $$",
        "{x} ~ @ never again $$",
        "{x} ~ @ <i> used_to <enjoy>|adore <it> ~ no_longer|don't|can't|not",
        "{x} ~ @ can't|cannot even? look|stand|stomach|face at? <it> <endtime>",
    ),
    *_rows(
        _DISLIKED,
        "<i> don't|do_not|no_longer mind|hate|dislike|detest <fill>* {x} ..1 <endtime> !that|when",
        "<i> no_longer mind|hate|dislike|detest <fill>* {x}",
        "used_to hate|dislike|detest <fill>* {x} ~ @ but|now|these_days ~ love|like|enjoy <it>",
    ),
    *_rows(
        _STUDIED,
        "<i> <have>? <adv>* <droppedout> <fill>* {x} $",
        "^ <adv>* <droppedout> <fill>* {x} $",
        unless=FOR_NOW,
    ),
    *_rows(
        _LOVED,
        "{x} ended it|things $",
        "<i> ended it|things with {x} $",
    ),
    *_rows(
        _OWNED,
        "<i> <have>? ..3 <rid>|rehomed <my>? {x}",
        "^ <adv>* <rid> <my>? {x}",
        "<i> ..1 no_longer have|own <fill>* {x} $",
        "<i> don't have|own <fill>* {x} <anymore>",
        "{x} ~ @ <i>? <have>? ..3 <rid> <it>",
        unless=FOR_NOW,
    ),
    *_rows(
        _PET,
        "<my> {x} <adv>* <dead> !<notreally>",
        "^ {x} <adv>* <dead> !<notreally>",
        "<i> ..1 had to have <my>? {x} put_to_sleep|put_down|euthanised",
        "<i> ..1 had to put <my>? {x} down|to_sleep !because|so|and|for",
        "<i> ..1 lost <my>? {x} last|yesterday|today|this",
        "<my> {x} passed yesterday|last_night|this_morning|last_week|peacefully|in_my_arms",
        "^ {x} passed yesterday|last_night|this_morning|last_week|peacefully|in_my_arms",
        "<my> {x} <have>? ..1 found|got|gone_to a new home|family",
        "^ {x} <have>? ..1 found|got|gone_to a new home|family",
        "<my> {x} ran|has_run away $$",
        "^ {x} ran|has_run away $$",
        unless=f"{_NO_DEATH} {FOR_NOW}",
    ),
)
"""Each ends a fact of its predicate whose object stands at `{x}`."""
