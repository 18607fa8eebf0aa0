"""Closed lists of words, as alternatives for patterns: a listed word is a safe one."""

from __future__ import annotations

__all__ = [
    "DIETS",
    "INSTRUMENTS",
    "LANGUAGES",
    "NATIONALITIES",
    "NOT_NAMES",
    "OCCUPATIONS",
    "ORDINALS",
    "PETS",
    "PLAYED_GAMES",
    "OTHER_RELATIVES",
    "PARENTS",
    "PARTNERS",
    "SIBLINGS",
    "SPOUSES",
    "CHILDREN",
    "STOPWORDS",
    "alternatives",
    "word_list",
    "word_set",
]


def word_list(words: str) -> tuple[str, ...]:
    """The words of a text, in order."""
    return tuple(words.split())


def word_set(words: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(words.split())


def alternatives(words: str | tuple[str, ...]) -> str:
    """A pattern that matches any of the words, the longest first; `_` stands for a space."""
    listed = words.split() if isinstance(words, str) else list(words)
    ordered = sorted(listed, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(word.replace("_", " ") for word in ordered) + ")"


ORDINALS = word_list(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
    "twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth "
    "twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)

OCCUPATIONS = (
    "accountant actor actress archaeologist architect archivist artist astronomer baker banker "
    "barber barista bartender biologist bookbinder bookkeeper bookseller botanist builder butcher "
    "carer caretaker carpenter cashier chef chemist clerk coach coder composer consultant cook "
    "curator dancer dentist designer developer dietitian director doctor dog_walker driver "
    "economist editor electrician engineer farmer firefighter fisherman florist forester "
    "freelancer gardener geologist goldsmith hairdresser historian illustrator interpreter "
    "janitor journalist judge lab_technician lawyer lecturer librarian locksmith machinist "
    "manager mathematician mechanic meteorologist midwife miner model musician nanny novelist "
    "nurse optician painter paralegal paramedic pastor pharmacist photographer physicist "
    "physiotherapist pianist pilot plumber poet police_officer porter postdoc potter producer "
    "professor programmer psychologist radiographer receptionist reporter researcher roofer "
    "sailor salesman saleswoman scientist secretary security_guard shepherd singer "
    "social_worker software_engineer soldier sommelier statistician streamer student surgeon "
    "surveyor sysadmin tailor teacher teaching_assistant technician therapist translator "
    "tutor vet veterinarian vicar violinist waiter waitress weaver welder writer zookeeper"
)

PETS = (
    "cat kitten dog puppy pup lurcher labrador poodle corgi terrier greyhound whippet collie "
    "spaniel dachshund retriever shiba husky bulldog beagle pug rabbit bunny hamster gerbil "
    "guinea_pig rat mouse ferret tortoise turtle snake python lizard gecko bearded_dragon iguana "
    "frog axolotl parrot budgie cockatiel canary chicken hen duck goose goldfish betta horse pony "
    "donkey goat sheep pig tarantula hedgehog chinchilla"
)

PARENTS = "mother mum mom mam mama father dad papa"
CHILDREN = "son daughter"
SIBLINGS = (
    "sister brother twin big_sister big_brother little_sister little_brother older_sister "
    "older_brother younger_sister younger_brother twin_sister twin_brother"
)
SPOUSES = "wife husband spouse"
PARTNERS = "partner fiancé fiancée fiance fiancee girlfriend boyfriend"
OTHER_RELATIVES = (
    "grandson granddaughter grandmother grandma gran nan nana granny grandfather grandad "
    "granddad grandpa aunt auntie uncle niece nephew cousin stepmother stepfather stepmum "
    "stepdad stepsister stepbrother stepson stepdaughter goddaughter godson mother-in-law "
    "father-in-law sister-in-law brother-in-law son-in-law daughter-in-law"
)

LANGUAGES = (
    "Afrikaans Albanian Arabic Armenian ASL Basque Bengali Bosnian BSL Bulgarian Cantonese "
    "Catalan Chinese Croatian Czech Danish Dutch English Esperanto Estonian Finnish French "
    "Frisian Gaelic Galician Georgian German Greek Gujarati Hebrew Hindi Hungarian Icelandic "
    "Indonesian Irish Italian Japanese Korean Latin Latvian Lithuanian Macedonian Malay Maltese "
    "Mandarin Marathi Mongolian Nepali Norwegian Persian Farsi Polish Portuguese Punjabi Romanian "
    "Russian Serbian Slovak Slovene Slovenian Somali Spanish Swahili Swedish Tagalog Tamil Telugu "
    "Thai Tibetan Turkish Ukrainian Urdu Vietnamese Welsh Yiddish Yoruba Zulu sign_language"
)

NATIONALITIES = (
    "American Argentinian Australian Austrian Belgian Brazilian British Bulgarian Canadian "
    "Chilean Chinese Colombian Croatian Cuban Czech Danish Dutch Egyptian English Estonian "
    "Filipino Finnish French Georgian German Ghanaian Greek Hungarian Icelandic Indian Indonesian "
    "Iranian Irish Israeli Italian Jamaican Japanese Kenyan Korean Latvian Lebanese Lithuanian "
    "Malaysian Maltese Mexican Moroccan Nepali Nigerian Norwegian Pakistani Peruvian Polish "
    "Portuguese Romanian Russian Scottish Serbian Slovak Slovenian Spanish Swedish Swiss Syrian "
    "Taiwanese Thai Tunisian Turkish Ukrainian Vietnamese Welsh"
)

DIETS = (
    "vegetarian vegan pescatarian coeliac celiac gluten-free gluten_free "
    "lactose-intolerant lactose_intolerant lactose-free dairy-free teetotal halal kosher "
    "flexitarian plant-based plant_based fruitarian"
)

INSTRUMENTS = (
    "accordion bagpipes banjo bass bass_guitar bassoon bodhran cello clarinet concertina "
    "double_bass drums dulcimer erhu fiddle flute french_horn guitar harmonica harp harpsichord "
    "horn keyboard keyboards koto lute lyre mandolin oboe organ ocarina pan_pipes percussion "
    "piano piccolo recorder sax saxophone shamisen sitar synth tabla tin_whistle trombone trumpet "
    "tuba ukulele uke viola violin theremin hurdy-gurdy hurdy_gurdy harmonium glockenspiel "
    "xylophone marimba vibraphone cornet euphonium zither balalaika bouzouki kalimba melodica "
    "didgeridoo cajon"
)

PLAYED_GAMES = (
    "badminton baseball basketball bridge chess cricket darts football go golf handball hockey "
    "ice_hockey lacrosse netball poker pool rugby shogi snooker soccer softball squash "
    "table_tennis tennis volleyball water_polo"
)

NOT_NAMES = word_set(
    "i monday tuesday wednesday thursday friday saturday sunday today tomorrow january "
    "february march april may june july august september october november december god "
    "christmas easter and but so the she he they it we you is was has had who what when "
    "where why how and or earth nature time"
)
"""Capitalised words that name nobody."""

STOPWORDS = word_set(
    "a about after again all also am an and any are as at back be because been before "
    "being but by can come could day did do does doing don down even ever every everyone "
    "for from get go going good got had has have he her here him his how i if in into is "
    "it its just know let like ll lol look made make me more much my myself no not now of "
    "off oh ok okay on one only or our out over own put re really right said say see she "
    "should so some something still such sure take than that the their them then there "
    "these they thing things think this those through time to too um up us ve very want "
    "was way we well went were what when where which while who why will with without "
    "would yeah yes you your"
)
"""Words that say nothing of what a line is about."""
