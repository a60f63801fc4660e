"""Numbers in words, each written once: what a word is worth, and patterns of those that a rule reads.

A rule reads the counts that its sentences speak of, and no others: "nine" belongs to "nine queries", seldom to chips.
It names them by number, `in_words(2, 4, 8)`, and the words stay here. Words that a rule lists for what else they say
("the other half", "the one after") are no numbers and stand with that rule.
"""

import re
from collections.abc import Iterable
from decimal import Decimal

ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}  # of ten
SHORT_POWERS = {"k": 3, "m": 6, "b": 9}  # "400M", in lower case
UP_TO_BILLION = {word: power for word, power in POWERS.items() if power <= 9}
SCALES = {"dozen": 12, "hundred": 100, **{word: 10**power for word, power in UP_TO_BILLION.items()}}
NUMBER_WORDS = frozenset((*ONES, *TENS, *SCALES))

SETS = {"single": 1, "dual": 2}  # "dual sockets"
MULTIPLES = {"twice": Decimal(2), "thrice": Decimal(3)}
MULTIPLIED = {  # verbs' stems
    "doubl": Decimal(2), "tripl": Decimal(3), "trebl": Decimal(3), "quadrupl": Decimal(4), "quintupl": Decimal(5),
    "sextupl": Decimal(6), "septupl": Decimal(7), "octupl": Decimal(8), "halv": Decimal("0.5"),
}  # fmt: skip
ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
            "tenth": 10, "twentieth": 20, "hundredth": 100}  # fmt: skip
# Of a whole, without "half", which takes no article. A second is a time.
PARTS = {
    "quarter": 4, **{word: part for word, part in ORDINALS.items() if part > 2}, "eleventh": 11, "twelfth": 12,
    "fifteenth": 15, "sixteenth": 16, **{f"{word[:-1]}ieth": worth for word, worth in TENS.items()}, "thousandth": 1000,
}  # fmt: skip
HALF = "half"


def either(words: Iterable[str]) -> str:
    """A pattern of any of these words, without brackets; the longest first, or "six" would hide "sixteen"."""
    return "|".join(sorted(words, key=len, reverse=True))


def in_words(*numbers: int) -> dict[str, int]:
    """The words of numbers below a hundred, and what they are worth: {"two": 2, "twenty-four": 24} of 2 and 24."""
    return {_word(number): number for number in numbers}


def _word(number: int) -> str:
    ones = {worth: word for word, worth in ONES.items()} | {0: "zero"}
    if number in ones:
        return ones[number]
    tens = next(word for word, worth in TENS.items() if worth == number // 10 * 10)
    return f"{tens}-{ones[number % 10]}" if number % 10 else tens


# A number in words where another word ends: "ten", "twenty-five", "a hundred", "two dozen"; also before "fold".
WORD_NUMBER = (
    rf"(?:(?:(?:{either(TENS)})(?:[- ](?:{either(ONES)}))?|"
    rf"(?:(?:an?|{either(ONES)})\s)?(?:{either(SCALES)})|{either(ONES)})(?=fold|\b))"
)

_BASIC = either((*ONES, *TENS))
# A whole number in words, of any length: "five hundred and twelve", "ten thousand", "half a dozen".
ANY_NUMBER = (
    rf"(?:half a dozen|(?:an?\s(?:{either(SCALES)})|{_BASIC})(?:(?:[\s-]|\sand\s)(?:{_BASIC}|{either(SCALES)}))*)\b"
)


_FOLDED = str.maketrans({"ı": "i", "İ": "i", "ſ": "s", "\N{KELVIN SIGN}": "k"})


def folded(word: str) -> str:
    """A word in plain small letters: a pattern that ignores case takes "thırd" for "third", a table would not."""
    return word.translate(_FOLDED).lower()


def spelled(words: str) -> int | None:
    """The value of a number in words: "ten", "twenty-five", "a hundred", "two dozen"; None when it is none."""
    words = folded(words)
    if words.startswith("half a ") and words.removeprefix("half a ").strip() in SCALES:
        return int(SCALES[words.removeprefix("half a ").strip()]) // 2
    parts = [one for one in re.split(r"[\s-]+", words.strip()) if one != "and"]
    total = section = 0
    for word in parts[1:] if parts[:1] in (["a"], ["an"]) else parts:
        if word in POWERS:  # "two thousand five hundred": the thousands are done with
            total, section = total + max(section, 1) * 10 ** POWERS[word], 0
        elif word in SCALES:
            section = section // 100 * 100 + max(section % 100, 1) * SCALES[word]
        elif word in ONES or word in TENS:
            section += ONES.get(word, TENS.get(word, 0))
        else:
            return None
    return total + section or None


def count(printed: str) -> int:
    """A whole number in digits or in words: "1,024", "six". Raises ValueError when it is none."""
    number = spelled(printed)
    return int(printed.replace(",", "")) if number is None else number


def part_of(word: str) -> Decimal:
    """The part of one that "half", "quarter" or "tenths" is, to six digits. Raises KeyError when it names none."""
    word = folded(word)
    return share(1, 2 if word == HALF else PARTS[word.rstrip("s")])


def share(of: int, whole: int) -> Decimal:
    """A fraction to six digits: two thirds are 0.666667."""
    return (Decimal(of) / whole).quantize(Decimal("0.000001")).normalize()
