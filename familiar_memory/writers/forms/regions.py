"""What stands behind the name of a town and its comma: "Portland, Oregon", "Cork, Ireland".

A closed list, since behind a comma stands as well who is spoken to: "I live in York, Ann". What is
not listed is left out, and the town alone is right too. Names that people mostly bear (Chad,
Jordan, Sydney) are not here.
"""

from __future__ import annotations

from typing import Final

from familiar_memory.writers.text.lexicon import alternatives

__all__ = ["REGION"]

_COUNTRIES = (
    "Afghanistan Albania Algeria Andorra Angola Argentina Armenia Australia Austria Azerbaijan "
    "Bahamas Bahrain Bangladesh Barbados Belarus Belgium Belize Bolivia Bosnia Botswana Brazil "
    "Bulgaria Cambodia Cameroon Canada Chile China Colombia Costa_Rica Croatia Cuba Cyprus "
    "Czechia Czech_Republic Denmark Dominican_Republic Ecuador Egypt El_Salvador Estonia Ethiopia "
    "Fiji Finland France Georgia Germany Ghana Greece Greenland Guatemala Haiti Honduras "
    "Hong_Kong Hungary Iceland India Indonesia Iran Iraq Ireland Israel Italy Jamaica Japan "
    "Kazakhstan Kenya Kosovo Kuwait Laos Latvia Lebanon Liechtenstein Lithuania Luxembourg "
    "Madagascar Malaysia Malta Mauritius Mexico Moldova Monaco Mongolia Montenegro Morocco "
    "Mozambique Myanmar Namibia Nepal Netherlands New_Zealand NZ Nicaragua Nigeria "
    "North_Macedonia Norway Oman Pakistan Panama Paraguay Peru Philippines Poland Portugal "
    "Puerto_Rico Qatar Romania Russia Rwanda Saudi_Arabia Senegal Serbia Singapore Slovakia "
    "Slovenia Somalia South_Africa South_Korea Korea Spain Sri_Lanka Sudan Sweden Switzerland "
    "Syria Taiwan Tanzania Thailand Tunisia Turkey Türkiye Uganda Ukraine UAE UK USA US "
    "United_Kingdom United_States Uruguay Uzbekistan Venezuela Vietnam Yemen Zambia Zimbabwe "
)
_BRITAIN_AND_IRELAND = (
    "England Scotland Wales Northern_Ireland Cornwall Devon Dorset Somerset Wiltshire Hampshire "
    "Surrey Sussex East_Sussex West_Sussex Kent Essex Suffolk Norfolk Cambridgeshire Lincolnshire "
    "Bedfordshire Hertfordshire Buckinghamshire Berkshire Oxfordshire Gloucestershire "
    "Herefordshire Worcestershire Warwickshire Northamptonshire Leicestershire Rutland "
    "Nottinghamshire Derbyshire Staffordshire Shropshire Cheshire Merseyside Lancashire "
    "Greater_Manchester Cumbria Durham County_Durham Co_Durham Northumberland Tyne_and_Wear "
    "Yorkshire North_Yorkshire West_Yorkshire South_Yorkshire East_Yorkshire East_Riding "
    "West_Midlands Isle_of_Wight Isle_of_Man Anglesey Gwynedd Powys Dyfed Ceredigion "
    "Pembrokeshire Carmarthenshire Monmouthshire Glamorgan Fife Argyll Perthshire Aberdeenshire "
    "Ayrshire Lanarkshire Highlands Orkney Shetland Skye London County_Cork County_Kerry "
    "County_Galway County_Clare County_Mayo County_Antrim County_Down "
)
_AMERICA = (
    "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Hawaii "
    "Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan "
    "Minnesota Mississippi Missouri Montana Nebraska Nevada New_Hampshire New_Jersey New_Mexico "
    "New_York North_Carolina North_Dakota Ohio Oklahoma Oregon Pennsylvania Rhode_Island "
    "South_Carolina South_Dakota Tennessee Texas Utah Vermont Virginia Washington West_Virginia "
    "Wisconsin Wyoming DC AL AK AZ AR CA CO CT DE FL GA IA ID IL KS KY LA MA MD MI MN MO MS MT NC "
    "ND NE NH NJ NM NV NY OH OR PA RI SC SD TN TX UT VA VT WA WI WV WY Alberta British_Columbia "
    "BC Manitoba New_Brunswick Newfoundland Nova_Scotia Ontario Quebec Québec Saskatchewan Yukon "
)
_ELSEWHERE = (
    "New_South_Wales NSW Queensland QLD South_Australia Tasmania Victoria Western_Australia "
    "Bavaria Bayern Saxony Hesse Hessen Brandenburg Thuringia Sicily Sardinia Tuscany Lombardy "
    "Piedmont Umbria Catalonia Andalusia Galicia Brittany Normandy Provence Flanders Wallonia "
    "Tyrol Madeira Azores Kerala Punjab Gujarat Maharashtra Karnataka Tamil_Nadu Bengal Hokkaido "
    "Okinawa "
)

_ALL = " ".join((_COUNTRIES, _BRITAIN_AND_IRELAND, _AMERICA, _ELSEWHERE))

REGION: Final = rf"(?-i:(?:[Tt]he\s)?{alternatives(_ALL)}(?![\p{{L}}'’]))"
"""A pattern for one of them as it is written; of short ones only capitals, and no "OK" or "HI"."""
