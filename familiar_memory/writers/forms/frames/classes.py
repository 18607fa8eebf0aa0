"""The classes of words of which English frames are made."""

from __future__ import annotations

from familiar_memory.writers.forms.frames.frame import FrameLexicon
from familiar_memory.writers.forms.frames.over import WORDS_OF_ENDING
from familiar_memory.writers.forms.frames.slots import SLOTS
from familiar_memory.writers.forms.frames.words import word_phrases
from familiar_memory.writers.text import lexicon
from familiar_memory.writers.text.lexicon import word_set

__all__ = ["ENGLISH", "OTHERS", "UNREAL"]

UNREAL = word_set(
    "not never no might may would 'd could should will 'll wanna gonna want wants wanted wish "
    "wishing hope hoping thinking think thought consider considering considered if unless whether "
    "almost nearly imagine imagining pretend pretending dream dreaming dreamt dreamed tempted "
    "supposed try trying tried cannot maybe perhaps planning plan plans threatening threatened "
    "joked joking fake hypothetically without refuse refused hate ever wonder wondering"
)
"""What makes of a clause something else than what is so."""
OTHERS = word_set(
    "he she they him her his hers them their theirs you your yours u ya someone somebody everyone "
    "everybody anyone anybody people who whoever friend friends mate mates bestie neighbour "
    "neighbor neighbours neighbors colleague colleagues coworker coworkers boss guy guys dude girl "
    "boy lad folks parents parent family families kids kid child children mum's dad's ex character "
    "characters hero heroine protagonist teacher students brothers sisters cousins "
    + " ".join(
        (
            lexicon.PARENTS,
            lexicon.CHILDREN,
            lexicon.SIBLINGS,
            lexicon.SPOUSES,
            lexicon.PARTNERS,
            lexicon.OTHER_RELATIVES,
            "flatmate roommate housemate",
        )
    )
)
"""Who is somebody else: what stands behind them may be said of them."""
_PAST = word_set(
    "was were had used old ex former last previous first childhood next dream future holiday "
    "summer second"
)

_CLASSES = {
    "i": "i we",
    "my": "my our",
    "be": "'s is 'm am 're are",
    "have": "'ve have got 've_got have_got 've_had have_had",
    "adv": (
        "just now still currently finally officially also actually really only mostly always "
        "usually recently happily permanently all completely totally properly fully already "
        "lately sadly over up down here back out away right honestly so literally basically "
        "quietly both definitely absolutely truly then since together alone mainly long quite "
        "pretty very"
    ),
    "dwelling": (
        "flat apartment house home place room studio condo cottage bungalow bedsit digs "
        "maisonette townhouse houseshare flatshare pad loft townhome terrace semi houseboat "
        "dorm crib"
    ),
    "hood": (
        "landlord landlady neighbourhood neighborhood street postcode address garden balcony "
        "kitchen lease mortgage rent bedroom commute"
    ),
    "live": "live living reside residing based settled located renting lodging dwell nesting",
    "perk": "joys joy pleasure perks perk downside downsides upside price curse beauty",
    "settled": (
        "lease rent renting landlord landlady council_tax mortgage flatmates neighbours moved "
        "moving_in moved_in my_flat our_flat our_house my_house my_street my_apartment local"
    ),
    "nowadays": "now these_days nowadays at_the_moment currently for_now right_now atm today",
    "job": (
        "job role position gig post contract internship apprenticeship placement employment "
        "career traineeship"
    ),
    "workplace": (
        "boss manager supervisor colleagues coworkers co-workers colleague coworker team desk "
        "shift shifts employer office line_manager payslip workmates teammates hours salary "
        "work_email"
    ),
    "jobtalk": (
        "job jobs employer employers company boss manager colleagues coworkers co-workers "
        "onboarding onboarded badge logins login payroll salary hired hr new_kid new_guy "
        "new_girl newbie uniform training_week probation work working workplace commute "
        "shifts start_date career lanyard hired team office paycheck payday wages trainee "
        "new_role poached"
    ),
    "jobend": "left quit resigned new_job changed_jobs switched_jobs handed_in_my_notice after",
    "work": "work working employed contracting freelancing temping interning apprenticed",
    "workway": (
        "full_time full-time part_time part-time nights days weekends shifts evenings "
        "mornings remotely over there here in reception security admin it accounts sales "
        "marketing"
    ),
    "pay": "bills rent wages salary mortgage bills_here bar_tab",
    "employs": "employs pays hired recruited employed poached",
    "away": (
        "holidaying vacationing visiting crashing staying camping travelling traveling "
        "couchsurfing sightseeing stuck stranded lodging house-sitting housesitting "
        "house_sitting dog_sitting cat_sitting pet_sitting backpacking"
    ),
    "lodged": (
        "airbnb hotel hostel b&b guesthouse holiday_let holiday_cottage campsite sofa couch "
        "spare_room"
    ),
    "trip": "trip holiday vacation break getaway honeymoon business work_trip city_break",
    "allergy": (
        "allergy allergies allergic my_allergies epipen epi-pen anaphylaxis anaphylactic "
        "hives throat_closes"
    ),
    "avoid": (
        "near around touch eat have drink go_near go_anywhere_near anywhere_near be_around "
        "be_near come_near handle stroke pet avoid"
    ),
    "swell": (
        "makes_me makes_my gives_me give_me make_me sets_me_off puts_me_in put_me_in kills_me "
        "could_kill_me will_kill_me would_kill_me would_put_me can_kill_me bring_me_out "
        "brings_me_out close_my closes_my"
    ),
    "practice": (
        "practice practise lesson lessons rehearsal rehearsals teacher tutor class classes "
        "recital exam scales grade player strings reeds case homework solo part"
    ),
    "playing": "play playing practise practising practice practicing learn learning studying",
    "fluent": (
        "fluent fluently bilingual trilingual native mother_tongue first_language "
        "second_language other_language i_can_speak i_speak speak_it read_it without_subs "
        "without_subtitles use_mine my_first native_speaker"
    ),
    "goodat": (
        "good decent fluent ok okay great passable better fine solid conversational rusty "
        "perfect excellent native improving enough strong"
    ),
    "raised": "raised bred brought_up grew_up grown_up",
    "roots": (
        "roots native_place family childhood hometown home_town upbringing birthplace school_days"
    ),
    "birthday": "birthday bday b-day birthdays bdays bday's birthday's cake_day",
    "favourite": (
        "favourite favorite fave fav go-to weakness comfort_food jam guilty_pleasure "
        "kryptonite everything life happy_place number_one no_1"
    ),
    "love": "love adore worship",
    "obsessed": "obsessed addicted hooked mad_for crazy_about mad_about nuts_about",
    "feed": "feed walk feeding walking brush groom bathe fed walked",
    "them": "he she they his her their your you",
    "me": "i me my mine we our",
    "mine": "my our mine i've_had i've_ever_had we've",
    "until": "until til till through",
    "lovely": (
        "rainy sunny lovely central downtown north south east west old good_old beautiful "
        "cold grey gray snowy windy sleepy little tiny"
    ),
    "takeflat": "rent rented bought own owned share got found took have signed_for moved_into",
    "settle": "set_up made built make setting_up",
    "moving": (
        "moved moving move new_city new_town new_place new_flat boxes unpacked unpacking "
        "relocated relocating packed moved_house"
    ),
    "clock": "clock clocked clocking punched",
    "toil": "slaving slogging toiling grinding busy stuck freelancing pulling_shifts",
    "dojob": (
        "bake teach cook clean code bartend serve run manage design drive do edit nurse stack "
        "fix answer"
    ),
    "lesson": "lesson lessons practice recital rehearsal exam homework class",
    "allergic": (
        "i_'m_allergic i_am_allergic i_'ve_got_an_allergy i_have_an_allergy "
        "i_have_a_bad_allergy my_allergy i_have_allergies my_allergies i_'m_badly_allergic "
        "i_'m_so_allergic i_'m_super_allergic i_'m_severely_allergic i_'m_very_allergic "
        "i_'m_really_allergic i_have_a_severe_allergy i_'m_deathly_allergic allergic_since "
        "allergy_since i_have_a_pretty_bad_allergy i_have_a_serious_allergy "
        "i_have_a_nut_allergy i_'ve_got_allergies epipen stupid_allergies"
    ),
    "named": (
        "by_the_name_of ,_by_the_name_of ,_called ,_named ,_his_name_is ,_her_name_is "
        ",_its_name_is ,_his_name_'s ,_her_name_'s ,_its_name_'s ,_name_of ,_name_'s"
    ),
    "some": "some a_bit_of a_little basic fluent decent passable good enough both broken",
    "longer": "for since years months weeks ages while lately always forever now",
    "takes": (
        "about at having eating had ate made making on some tried cooked bought baked "
        "cooking baking drinking drank ordered got get order extra more bring brings bringing"
    ),
    "iplay": "i_play i've_played i_own my",
}

ENGLISH = FrameLexicon(
    classes={name: word_phrases(said) for name, said in {**_CLASSES, **WORDS_OF_ENDING}.items()},
    slots=SLOTS,
    unreal=UNREAL,
    others=OTHERS,
    past=_PAST,
    joints=word_set(
        "and but so because cos bc since as then also now yes yeah yep oh ok okay well hi "
        "hello hey btw anyway plus though actually honestly lol haha no nope rn sorry i'm "
        "here although while"
    ),
    borders=word_set(
        "and but so because cos bc since as if when while where who which that then after "
        "before until till for with at in on from to is are was now today tonight tomorrow "
        "yesterday again too also back last next this these i we you he she they it lol btw "
        "tbh though rn anymore these already yet here right instead and/or my just still done "
        "went"
    ),
)
"""What frames of English are made of."""
