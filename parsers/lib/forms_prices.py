"""Forms of prices: $3.20 per GPU hour, 45 cents, 1,200 dollars; never of what people attend, join or give."""

import re

from parsers.lib.numbers import EDGE, NUMBER, TO
from parsers.lib.scene import Form, Found, Scene, found, says

_CURRENCY = {"$": "USD", "€": "EUR", "£": "GBP", "dollars": "USD", "usd": "USD", "euros": "EUR", "eur": "EUR"}
_PRICED = re.compile(
    r"\b(?:pric\w+|cost\w*|cheap\w*|expens\w+|charg\w+|bill\w*|pay\w*|sells?|sold\s+for|listed\s+at|retails?|msrp|fees?|spend\w*|spent|sav(?:es?|ed|ings?)|"
    r"(?:finish\w*|train\w*|runs?|complet\w+)\b(?:[^.;]|\.\w){0,80}?\bfor\s+(?:\w+\s+)?[$€£]|comes?\s+to|came\s+to|down\s+from|instead\s+of|starts?\s+at)\b|"
    # "in 38 minutes at $41", "needed 210 nodes and $148,000 a month"
    r"\b(?:servers|nodes|machines|instances|GPUs|cores)\sand\s[$€£]|"
    r"\d\s(?:hours?|minutes?|min|seconds?|days?)\s(?:at|for|and)\s[$€£]|"
    r"\d\s?(?:/|per\s|an?\s)(?!(?:person|seat|head|user|month|year)\b)[\d\w]+\b",
    re.IGNORECASE,
)
# Prices of what people attend, join or give: never of what is benchmarked.
_NO_PRODUCT = re.compile(
    r"\b(?:tickets?|conferences?|workshops?|courses?|webinars?|books?|subscri\w+|donat\w+|prizes?|fund(?:s|ed|ing)?|salar\w+|"
    r"rais(?:ed|es)|valu(?:ed|ation)|invest\w*|grants?|credits?|plans?|seats?|licen[cs]es?|revenues?|turnover|shipping|coupons?|deliver(?:y|ies)|"
    r"editions?|tiers?|overages?|included|registration|parking|postage|tuition|vouchers?|accommodation|meals?|fares?|expenses|batter(?:y|ies)|spare\s+parts?)\b",
    re.IGNORECASE,
)
# "$1,200 a year" is what a seat costs; "saving $900 a month" is a result.
_PER_SEAT = re.compile(r"\s?(?:/|per|an?|each)\s?(?:seat|user|person|member|year|month)\b")
_SPENT = re.compile(
    r"\b(?:sav(?:es?|ed|ings?)|bills?|spen[dt]s?|pays?|paid|down\s+from|comes?\s+to|came\s+to|needed)\b"
)
# A subscription of tokens or GPU hours pays for computing all the same.
_COMPUTES = re.compile(
    r"\b[GCT]PU[ -]hours?\b|"
    r"\b(?:per|an?)\s(?:\w+\s){0,2}(?:hour|tokens?|quer(?:y|ies)|requests?|inferences?|images?|transactions?|[GT]B)\b"
)
_HOURLY = re.compile(r"\b(?:[GCT]PU|core|node|instance)[ -]hour\b")


def _price(scene: Scene, match: re.Match[str]) -> Found | None:
    if re.search(r"(?:million|billion|trillion|bn|B|M)$", match["a"]) or not (
        says(_PRICED, scene.sentence) or _HOURLY.search(scene.sentence)
    ):
        return None  # turnover and market sizes, not the price of anything
    if _PER_SEAT.match(scene.after(match.end())) and not (
        _COMPUTES.search(scene.sentence) or says(_SPENT, scene.sentence)
    ):
        return None
    if says(_NO_PRODUCT, scene.sentence) and not _COMPUTES.search(scene.sentence):
        return None
    unit = _CURRENCY[(match.groupdict().get("sign") or match.groupdict().get("word") or "$").lower()]
    per = re.match(
        r"\s?(?:/|per|an?)\s?(hour|hr|h|month|year|(?:million|1M|billion)\s(?:\w+\s)?tokens|GB|TB|query|image|transaction|request)\b",
        scene.after(match.end()),
    )
    unit += f"/{per[1]}".replace("/hr", "/hour") if per else ""
    return found(scene, match, "price", unit, "price")


def _cents(scene: Scene, match: re.Match[str]) -> Found | None:
    if says(_NO_PRODUCT, scene.sentence) and not _COMPUTES.search(scene.sentence):
        return None
    per = re.match(r"\s(?:per|an?)\s", scene.after(match.end()))
    return found(scene, match, "price", "cents", "price") if per or _PRICED.search(scene.sentence) else None


PRICES: tuple[Form, ...] = (
    Form(re.compile(rf"(?P<sign>[$€£])\s?(?P<a>{NUMBER})(?:{TO}[$€£]?(?P<b>{NUMBER}))?"), _price, ("$", "€", "£")),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})\s?(?P<word>cents|¢)(?!\w)"), _cents, ("cents", "¢")),
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})\s(?P<word>dollars|USD|euros|EUR)\b", re.IGNORECASE),
        _price,
        ("dollars", "usd", "eur"),
    ),
)
