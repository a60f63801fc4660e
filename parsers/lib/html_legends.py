"""The legend that a page sets beside a drawn chart: a list of names, each with a coloured mark."""

from bs4 import Tag

from parsers.lib.dom import attribute, text_of, words

NEAR = 3  # boxes around the drawing that may hold its legend
LEAST, MOST = 2, 8  # names
LONGEST = 40  # characters of one


def legend_beside(svg: Tag) -> tuple[str, ...]:
    """The names of the legend, () where the page sets none beside the drawing."""
    box = svg.parent
    for _ in range(NEAR):
        if box is None or len(box.find_all("svg", limit=MOST * 2)) >= MOST * 2:
            return ()
        for one in box.find_all(("ul", "ol", "div", "p"), limit=4 * MOST):
            if svg not in one.parents and one.find_parent("svg") is None and (names := _names(one, svg)):
                return names
        box = box.parent
    return ()


def _names(box: Tag, svg: Tag) -> tuple[str, ...]:
    items = [one for one in box.contents if isinstance(one, Tag)]
    if not LEAST <= len(items) <= MOST or svg in items or any(svg in one.find_all("svg") for one in items):
        return ()
    called = any("legend" in word for word in words(attribute(box, "class")))
    texts = tuple(text_of(one) for one in items)
    fine = all(text and len(text) <= LONGEST for text in texts) and len(set(texts)) == len(texts)
    return texts if fine and (called or all(map(_is_marked, items))) else ()


def _is_marked(item: Tag) -> bool:
    """Whether a name has a mark before it: a small drawing, or an empty box that its style colours."""
    marks = [one for one in item.find_all(("svg", "span", "i", "div"), limit=MOST) if not text_of(one)]
    return any(one.name == "svg" or "background" in attribute(one, "style") for one in marks)
