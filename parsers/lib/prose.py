"""Claims asserted in prose: paragraphs, lists, headings, captions and footnotes."""

import re
from collections.abc import Iterator, Sequence

from parsers.lib.about import about
from parsers.lib.actors import actors_of
from parsers.lib.continued import Told, goes_on
from parsers.lib.field import Page, compares, speaks, technical
from parsers.lib.preset import elsewhere
from parsers.lib.product import product_of
from parsers.lib.scene import Found, says
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.sentences import sentences
from schemas.document import Block, Document
from schemas.names import Vocabulary
from schemas.statement import Claim, Place, Side

_INNER = re.compile(r"(?<=[a-z,] )([A-Z][\w+#]*(?:[.-][\w]+)*)")
_MARKET = re.compile(
    r"\b(?:share\s+price|stock\s+price|shares\s+(?:rose|fell|gained)|revenues?|market\s+share|turnover|sales|sign-?ups|headcount|"
    r"attendance|subscribers|budgets?\s+(?:was|were|is|of|for)|expenses|response\s+rates|respondents|water\s+consumption|rents?|"
    r"salar(?:y|ies)|community|membership|bookings|workforce|donations|profits?(?!\s(?:most|the\smost|from)\b)|earnings|VAT|discount|"
    r"shipments|contributors|visitors|attendees|employees|hires|pages\s+than)\b",
    re.IGNORECASE,
)
# The price of coffee, or of a GPU hour.
_PRICES = re.compile(
    r"\bprices\s+(?:\w+\s+)?(?:fell|rose|drop(?:ped)?|climbed|rise|fall|doubled|tripled|soared|halved|went)\b",
    re.IGNORECASE,
)
# Businesses speak so; of a machine's bill or latency it says only when.
_QUARTER = re.compile(
    r"\b(?:in\s+the\s+(?:last|first|second|third|fourth)\s+quarter|year[- ](?:over|on)[- ]year)\b", re.IGNORECASE
)
# What somebody wants has not been reached.
_GOAL = re.compile(
    r"\b(?:(?:we|our\s+team)\s+(?:\w+\s+)?(?:aim|plan|hope|want|intend)\b|"
    r"(?:our|the|next|long-term)\s+(?:goals?\b|targets?\s+(?:for|is|are|was|of|in|by|remains?)\b)|goal\s+(?:is|of)\b|"
    r"aims?\s+(?:to|for|at)\b|road\s?map|planned\s+for|is\s+expected\s+to|should\s+eventually)",
    re.IGNORECASE,
)
_BETTER = re.compile(
    r"\breal[ -]time\b|"
    r"\b(?:faster|slower|quicker|higher|lower|less|more|fewer|better|cheaper|smaller|larger|lighter|shorter|longer|greater|"
    r"speed\w*|uplift\w*|per\s+(?:watt|dollar|joule)|accelerat\w+|outperform\w*|efficien\w+|win(?:s|ning)?|another|further|extra|slowed|sooner|earlier|down|sav(?:es?|ed|ings?)|cuts?|cutting|"
    r"drop(?:s|ped)?|falls?|fell|regress\w*|within|improv\w+|gain(?:s|ed)?|buys?|boost\w*|reduc\w+|achiev\w+|reach\w*|scal(?:es|ed|ing)|deliver\w*|beats?|shr[aiu]nk\w*|"
    r"bill|costs?|ahead|doubl\w+|tripl\w+|shav(?:es?|ed|ing)|knock(?:s|ed)?|tr[ei][bp]l\w+|halv\w+|increas\w+|ros[ei]\w*|jump\w*|worse|crept|soar\w*|quieter|brighter|wider|denser|grown|grew|grows)\b|\b(?:as|of)\s+(?:fast|quick|slow|cheap|that|what)|\bas\s+(?:many|much|long|high|large)\b|"
    r"\bof\s+(?:\w+\s){0,2}[\w.+-]+['’]s(?=[.,;)]|$)",
    re.IGNORECASE,
)
HEADING = 300  # characters of a heading that are read anew for each figure below it
EARLIER = 3  # sentences before this one that may still say what it speaks of
PARAGRAPH = 20  # sentences of a paragraph that are asked whom a pronoun means; of thousands each would ask all
_PLACES: dict[str, Place] = {"heading": "heading", "caption": "caption", "footnote": "footnote"}


def prose_claims(document: Document, vocabulary: Vocabulary) -> Iterator[Claim]:
    """Every figure asserted in the document's blocks, in text order."""
    headings: list[tuple[int, Sentence]] = []
    names = proper_names(document)
    product = product_of(document, names, vocabulary)
    names |= {product.name} if product.name else frozenset()
    told = Told()
    asked: tuple[Sentence, ...] = ()
    page = Page(document)
    for block in document.blocks:
        if block.kind == "code":
            continue  # numbers in code and console output are data, nobody asserts them
        if block.kind == "heading":
            headings = [(level, heading) for level, heading in headings if level < block.level]
            told.heading()
        above = (*asked, *(heading for _, heading in reversed(headings)))
        yield from _block_claims(document, block, Scope(above, names=names, product=product), told, page, vocabulary)
        asked = _question(document, block, vocabulary)
        if block.kind == "heading":
            end = min(block.end, block.start + HEADING)
            headings.append((block.level, Sentence(document.text, block.start, end, vocabulary)))


def _question(document: Document, block: Block, vocabulary: Vocabulary) -> tuple[Sentence, ...]:
    """A paragraph that only asks, which is the title of the next one: "How does it compare with the MI300X?"."""
    asks = block.kind == "paragraph" and block.end - block.start < HEADING
    words = document.text[block.start : block.end].rstrip(" *_") if asks else ""
    if not words.endswith("?") or ". " in words:
        return ()
    return (Sentence(document.text, block.start, block.end, vocabulary),)


def proper_names(document: Document) -> frozenset[str]:
    """Words with a capital after a lower-case word or a comma: capitals that no sentence's start explains.

    Headings do not count: many print every word with a capital.
    """
    blocks = [block for block in document.blocks if block.kind != "heading"]
    found = (_INNER.finditer(document.text, block.start, block.end) for block in blocks)
    return frozenset(match.group(1) for matches in found for match in matches)


def _block_claims(
    document: Document, block: Block, above: Scope, told: Told, page: Page, vocabulary: Vocabulary
) -> Iterator[Claim]:
    earlier: list[Sentence] = []
    subjects: list[Side] = []
    place = _PLACES.get(block.kind, "prose")
    for start, end in sentences(document.text, block.start, block.end):
        sentence = Sentence(document.text, start, end, vocabulary)
        for found in sentence.figures:
            if (
                not asserts(found, sentence, place)
                or not (
                    told.compares
                    or _in_field(found, sentence, place, above, _context(sentence, earlier, told))
                    or ((compares(found, sentence) or _labelled(block, found, sentence)) and page.speaks)
                )
                or (found.figure.kind != "config" and _wished(found, sentence, above))
            ):
                continue
            scope = _scope(sentence, above, earlier, subjects, told)
            made = claim(document, found, sentence, scope, place, vocabulary, dom_path=block.dom_path)
            if made.subject.name and made.figure.kind != "config":
                subjects.append(made.subject)
            told.compares |= made.figure.kind in ("ratio", "percent_change")
            yield made
        earlier.append(sentence)
    if place == "prose":
        told.add(earlier, subjects)


_LABEL = re.compile(r"[^:;]{2,80}:\s+[~≈<>≤≥]?\s?")


def _labelled(block: Block, found: Found, sentence: Sentence) -> bool:
    """Whether a list gives values to what its items name: "`crate build`: 1.9 s", in a document about computing."""
    led = sentence.text[sentence.start : found.figure.start]
    return block.kind == "list_item" and found.figure.kind == "duration" and _LABEL.match(led) is not None


def _context(sentence: Sentence, earlier: list[Sentence], told: Told) -> tuple[Sentence, ...]:
    """The sentences before one that may say what it speaks of: those of its paragraph, and where its "It" points."""
    return (*earlier[-EARLIER:], *(told.sentences() if goes_on(sentence) else ()))


def _scope(sentence: Sentence, above: Scope, earlier: list[Sentence], subjects: list[Side], told: Told) -> Scope:
    """What stands around a sentence; a pronoun that nobody in its own paragraph explains is looked up before it."""
    said = subjects[-1] if subjects else Side()
    torn: tuple[str, ...] = ()
    if not said.name and goes_on(sentence) and not any(actors_of(one, above) for one in earlier[-PARAGRAPH:]):
        meant = told.meant(above)
        said, torn = (meant[0], ()) if len(meant) == 1 else (said, tuple(one.name for one in meant))
    return Scope(above.headings, tuple(reversed(earlier[-EARLIER:])), said, above.names, above.product, torn)


# "We reached our goal of 10 ms: latency is now 8 ms": no plan any more; `preset` keeps the goal itself out.
_MET = re.compile(
    r"\b(?:reach|met|meet|beat|exceed|surpass|miss|achiev|hit)\w*\s+(?:\w+\s+){0,2}(?:goals?|targets?)\b", re.IGNORECASE
)


def _wished(found: Found, sentence: Sentence, above: Scope) -> bool:
    """Whether the words up to a semicolon, or the heading right above, speak of goals and plans."""
    if above.headings and says(_GOAL, above.headings[0].words) and not says(_MET, sentence.words):
        return True
    if not says(_GOAL, sentence.words) or says(_MET, sentence.words):
        return False
    # "Exports are 8 % slower than in 6.0; a fix is planned for 6.1.1": the plan is the other half's.
    start = sentence.text.rfind(";", sentence.start, found.figure.start) + 1 or sentence.start
    end = sentence.text.find(";", found.figure.end, sentence.end)
    return says(_GOAL, sentence.text[start : end if end >= 0 else sentence.end])


# "12-fold", "2.9x": counts are whole ("3x a week").
_FACTOR = re.compile(r"\d\.\d+\s?(?:[xX×]|times$)|fold$")
# "3.1 times the requests that Portico does", "four times our former rate".
_TIMES_OF = re.compile(
    r"(?:(?<=times)|(?<=wice)|(?<=hrice))\s(?:the(?!\s(?:same|number\s+of\s+times))|its|their|our|as\s(?:many|much))\s\w"
)


def _in_field(found: Found, sentence: Sentence, place: Place, above: Scope, context: Sequence[Sentence]) -> bool:
    """Whether something that computes is spoken of: in the sentence, in those before it, in the headings or the title.

    A heading or a caption has no room to say so.
    """
    if found.figure.kind == "config" or place in ("heading", "caption") or speaks(sentence):
        return True
    if _contrasts(sentence):
        return True
    return bool(above.product.name) or any(speaks(one) for one in (*context, *above.headings))


def _contrasts(sentence: Sentence) -> bool:
    """Whether times or bills are held against each other, with how much less it is: nobody does so by chance."""
    kinds = [one.figure.kind for one in sentence.figures]
    times = kinds.count("duration")
    factor = "ratio" in kinds or "percent_change" in kinds
    held = (times > 1 or (factor and kinds.count("price") > 1)) and says(_TURNED, sentence.words)
    return held or (times > 0 and factor and bool(sentence.comparators))


# "Unlocking takes 0.3 s, down from 1.4 s", "went from 40 s to 5 s", "12 s, against 40 s for ...".
_TURNED = re.compile(
    r"\b(?:down\s+from|from|against|versus|vs|instead\s+of|rather\s+than|used\s+to|where(?:as)?|while|with|using)\b|;",
    re.IGNORECASE,
)


def asserts(found: Found, sentence: Sentence, place: Place) -> bool:
    """Whether a factor or a change is one of performance: something in its sentence must be better or worse.

    "3x a week" and "shares rose 4 %" compare nothing; a heading or a caption is too short to say what it means.
    """
    if found.figure.kind != "config" and elsewhere(sentence.words):
        return False
    if found.figure.kind not in ("ratio", "percent_change") or place != "prose":
        return True
    if says(_MARKET, sentence.words) or (
        (says(_QUARTER, sentence.words) or says(_PRICES, sentence.words)) and not technical(sentence.words)
    ):
        return False
    if found.metric or sentence.metrics or sentence.comparators:
        return True
    if any(one.figure.kind in ("absolute", "duration") for one in sentence.figures):
        return True
    if found.figure.kind == "ratio" and _FACTOR.search(sentence.text, found.figure.start, found.figure.end):
        return True
    if found.figure.kind == "ratio" and _TIMES_OF.match(sentence.text, found.figure.end, sentence.end):
        return True
    return says(_BETTER, sentence.words) or (found.figure.kind == "percent_change" and speaks(sentence))


def claim(
    document: Document,
    found: Found,
    sentence: Sentence,
    scope: Scope,
    place: Place,
    vocabulary: Vocabulary,
    *,
    dom_path: str | None = None,
) -> Claim:
    """The claim that one figure of a sentence makes."""
    what = about(found, sentence, scope, vocabulary)
    figure = found.figure
    return Claim(
        document_id=document.document_id,
        document=document.name,
        figure=figure,
        place=place,
        quote=document.text[figure.start : figure.end],
        context=sentence.words,
        context_start=sentence.start,
        metric=what.metric,
        direction=what.direction,
        workload=what.workload,
        workload_raw=what.workload_raw,
        variant=what.variant,
        task=what.task,
        subject=what.subject,
        baseline=what.baseline,
        box=document.box(figure.start, figure.end),
        dom_path=dom_path,
        unresolved=what.unresolved,
    )
