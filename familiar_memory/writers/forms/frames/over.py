"""The classes of words by which people say in English that something is over."""

from __future__ import annotations

from typing import Final

__all__ = ["WORDS_OF_ENDING"]

WORDS_OF_ENDING: Final = {
    "phase": (
        "days phase era thing chapter experiment stint lessons journey years career diet lifestyle"
    ),
    "over": (
        "over done behind_me finished history gone dead no_more ended done_with "
        "a_thing_of_the_past done_for behind_us in_the_past"
    ),
    "parted": (
        "parted_ways part_ways split split_up broke_up broken_up parted called_it_quits "
        "gone_our_separate_ways went_our_separate_ways separated called_it_a_day"
    ),
    "gaveup": (
        "quit stopped dropped ditched abandoned gave_up given_up giving_up packed_in "
        "jacked_in chucked_in chucked binned knocked axed ended scrapped renounced forsaken "
        "swore_off sworn_off packed_up gave_up_on given_up_on called_time_on walked_away_from "
        "moved_on_from ceased cut_out threw_in retired_from grew_out_of grown_out_of outgrew "
        "outgrown called_it_quits_with called_it_a_day_with kissed_goodbye_to bailed_on "
        "broken_up_with broke_up_with"
    ),
    "hadto": (
        "had_to have_had_to 've_had_to was_forced_to were_forced_to managed_to ended_up "
        "was_told_to was_made_to finally_managed_to chose_to"
    ),
    "quitting": (
        "quit stop drop ditch give_up leave sell rehome give_away cut_out pack_in abandon "
        "part_with get_rid_of quitting stopping dropping giving_up leaving selling rehoming "
        "giving_away say_goodbye_to"
    ),
    "rid": (
        "sold rehomed got_rid_of gotten_rid_of donated gave_away given_away flogged binned "
        "pawned parted_with ebayed traded_in"
    ),
    "fill": (
        "the a an my our from at with for on of that this being playing learning eating "
        "drinking working practising practicing studying doing job work jobs post role "
        "position gig lessons old whole entire to over there having living in diet stuff "
        "strict"
    ),
    "quit": (
        "quit resigned left_my_job quit_my_job walked_away_from moved_on_from gave_up given_up "
        "ended parted_ways_with jumped_ship_from retired_from stepped_down_from ditched bailed_on "
        "packed_in jacked_in chucked_in handed_in_my_notice gave_my_notice gave_notice "
        "put_in_my_notice gave_in_my_notice given_my_notice given_notice handed_my_notice_in "
        "put_down_my_papers put_in_my_papers"
    ),
    "dismissed": (
        "fired sacked laid_off let_go made_redundant dismissed canned booted axed kicked_out "
        "terminated the_sack the_boot the_push the_chop"
    ),
    "dismissedme": (
        "fired_me sacked_me laid_me_off let_me_go made_me_redundant canned_me booted_me axed_me"
    ),
    "club": (
        "meeting party event league stall quiz team group chat group_chat server discord call "
        "rota raid choir band pub_quiz five-a-side softball football kitchen canteen"
    ),
    "droppedout": (
        "dropped_out_of quit gave_up given_up switched_from packed_in jacked_in swapped_out_of "
        "transferred_out_of"
    ),
    "monthoryear": (
        "january february march april may june july august september october november december "
        + " ".join(map(str, range(1930, 2100)))
    ),
    "handed": "handed turned gave given returned",
    "badge": (
        "badge laptop notice resignation uniform apron lanyard pass name_tag keycard "
        "work_phone letter keys key"
    ),
    "longago": (
        "a_while_ago a_while_back while_back while_ago months_ago weeks_ago week_ago "
        "month_ago year_ago years_ago ages_ago last_week last_month last_year last_spring "
        "last_summer last_autumn last_winter for_good permanently forever months_back "
        "weeks_back years_back"
    ),
    "anymore": "any_more anymore any_longer no_more nowadays these_days",
    "nolonger": (
        "no_longer don't don't_even not not_even aren't isn't haven't can't cannot hardly barely"
    ),
    "endtime": "any_more anymore any_longer these_days nowadays now at_all lately",
    "idle": "unemployed jobless out_of_work out_of_a_job between_jobs a_free_man a_free_woman",
    "it": "it them that those this that_stuff that_place the_stuff the_place the_thing",
    "gooff": (
        "lost_my_liking_for gone_off went_off gone_right_off gone_totally_off "
        "gone_completely_off been_put_off "
        "fallen_out_of_love_with fell_out_of_love_with lost_my_taste_for lost_the_taste_for "
        "lost_interest_in lost_my_love_for lost_my_appetite_for had_enough_of grown_tired_of "
        "grown_sick_of got_sick_of gotten_sick_of got_tired_of got_bored_of tired_of "
        "burnt_out_on burned_out_on cooled_on soured_on had_my_fill_of overdosed_on "
        "turned_off put_off"
    ),
    "sick": (
        "sick_of sick_and_tired_of tired_of bored_of bored_with fed_up_with fed_up_of over "
        "done_with off"
    ),
    "enjoy": (
        "like love enjoy stand stomach eat drink face bear want crave fancy touch taste "
        "care_for handle"
    ),
    "fan": "a_fan a_big_fan into keen fond interested a_fan_of into_it keen_on fond_of",
    "dead": (
        "died passed_away has_died has_passed_away is_dead was_put_down "
        "crossed_the_rainbow_bridge is_no_longer_with_us didn't_make_it was_put_to_sleep "
        "has_passed isn't_with_us"
    ),
    "notreally": (
        "of_boredom of_laughter of_shame of_embarrassment of_excitement laughing inside to_me "
        "to_us to_the_world on_his_feet on_her_feet weight cute funny silly happy lazy lucky "
        "jealous chuffed set serious keen in_a_game in_game"
    ),
    "moved": (
        "moved relocated switched jumped_ship transferred changed changed_jobs moved_house "
        "moved_on upped_sticks swapped_jobs switched_jobs"
    ),
    "swapped": (
        "traded swapped exchanged ditched left quit dropped switched abandoned gave_up "
        "given_up dumped moved_on_from"
    ),
}
"""By the name that a frame uses; "_" joins a phrase."""
