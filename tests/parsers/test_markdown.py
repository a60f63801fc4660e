import pytest

from parsers.lib.markdown import read
from parsers.lib.reading import reading_claims
from parsers.lib.registry import Raw, choose
from parsers.markdown import accepts, parse
from schemas.document import Document, Table
from schemas.errors import DocumentError
from schemas.names import vocabulary


def document(text: str) -> Document:
    return parse(Raw("page.md", text.encode()))


def table(text: str) -> Table:
    (found,) = document(text).tables
    return found


def cells(text: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table(text).rows]


def blocks(text: str) -> list[tuple[str, str]]:
    found = document(text)
    return [(block.kind, found.text[block.start : block.end]) for block in found.blocks]


def quotes(text: str) -> list[tuple[str, str]]:
    found, layout = document(text), read("page.md", text)
    _, _, reading = layout.finish()
    claims = list(reading_claims(found, reading, vocabulary()))
    assert all(found.text[claim.figure.start : claim.figure.end] == claim.quote for claim in claims)
    return [(claim.quote, str(claim.figure.value)) for claim in claims]


class TestTablesAsPagesPrintThem:
    def test_a_delimiter_row_with_crosses(self) -> None:
        text = "| Metric | 4.1 | 4.2 |\n|---------+-----+-----|\n| Rate (img/s) | 120 | 160 |\n"
        assert cells(text) == [["Rate (img/s)", "120", "160"]]

    def test_figures_in_the_header_and_their_names_below(self) -> None:
        found = table("| **97.1%** | **8102** |\n| --- | --- |\n| Recall@10 | QPS |\n")
        assert [one.text for one in found.columns] == ["Recall@10", "QPS"]
        assert [[one.text for one in row] for row in found.rows] == [["97.1%", "8102"]]


class TestBoxesAndTabs:
    def test_tables_in_tabs_within_a_box(self) -> None:
        text = (
            '!!! tip "Speed"\n\n    === "Card A"\n\n        On **one** card, 3x faster:\n\n        | Model | ms |\n'
            '        |---|---|\n        | Siskin | **1.8** |\n\n    === "Card B"\n\n    | Model | ms |\n    |---|---|\n'
            "    | Siskin | 2.4 |\n\nafter\n"
        )
        found = document(text)
        assert [[cell.text for cell in one.rows[0]] for one in found.tables] == [["Siskin", "1.8"], ["Siskin", "2.4"]]
        assert text[found.tables[1].rows[0][1].start :].startswith("2.4 |")
        assert ("paragraph", "after") in blocks(text)
        assert ("3x", "3") in quotes(text)

    def test_code_stays_code_and_marks_alone_are_prose(self) -> None:
        assert blocks("!!! note\n\n    ```\n    a | b\n    ```\n")[-1][0] == "code"
        assert blocks("!!! 3x faster\n\nafter\n")[-1] == ("paragraph", "after")
        assert document("!!! a\n" + "".join(" " * 4 * depth + "!!! a\n" for depth in range(1, 300))).text


class TestBoldHeads:
    def test_a_short_bold_paragraph_heads_what_follows(self) -> None:
        text = "# Weights\n\n**70B model:**\n\n- 88 % exact\n\n| Row | Rate |\n|---|---|\n| a | 1 |\n"
        assert blocks(text)[:2] == [("heading", "Weights"), ("heading", "70B model:")]
        assert table(text).headings == ("Weights", "70B model:")

    def test_over_a_table_it_is_its_caption(self) -> None:
        assert blocks("**70B model**\n\n| Row | Rate |\n|---|---|\n| a | 1 |\n")[0] == ("caption", "70B model")

    @pytest.mark.parametrize(
        "text", ["Now 2.4x faster", "It is as fast as it was.", "one two three four five six seven eight nine"]
    )
    def test_a_bold_message_is_prose(self, text: str) -> None:
        assert blocks(f"# Weights\n\n**{text}**\n\nAnd so on.")[1] == ("paragraph", text)


class TestText:
    @pytest.mark.parametrize("text", ["# A\r\n\r\n5x faster\r\n", "\ufeff# A\n\n5x faster", "# A\rB\u2028C\n"])
    def test_the_text_layer_is_the_file_itself(self, text: str) -> None:
        assert document(text).text == text

    def test_invalid_bytes_are_named(self) -> None:
        with pytest.raises(DocumentError, match="byte 4: not UTF-8"):
            parse(Raw("page.md", b"good\xff"))

    @pytest.mark.parametrize("data", [b"", b" \n", b"\xef\xbb\xbf\n"], ids=["no bytes", "blank", "a mark only"])
    def test_an_empty_file_is_refused(self, data: bytes) -> None:
        with pytest.raises(DocumentError, match="empty"):
            parse(Raw("page.md", data))

    def test_other_bytes_are_not_accepted(self) -> None:
        assert [accepts(data) for data in (b"# A", b"a\0b", b"%PDF-1.7")] == [1, 0, 0]
        assert choose(Raw("README.MD", b"# A")).kind == "markdown"


class TestBlocks:
    def test_kinds_and_places(self) -> None:
        text = (
            "# A **b** c #\n\nSet\next\n---\n\n- one\n  more\n\n> said\n\n    code\n\n```\n17x\n```\n\n"
            "[^1]: a note\nof two\n"
        )
        assert blocks(text) == [
            ("heading", "A **b** c"),
            ("heading", "Set\next"),
            ("list_item", "one\n  more"),
            ("paragraph", "said"),
            ("code", "    code"),
            ("code", "```\n17x\n```"),
            ("footnote", "a note\nof two"),
        ]
        assert [block.level for block in document(text).blocks][:2] == [1, 2]

    def test_badges_pictures_and_comments_print_nothing(self) -> None:
        assert blocks("[![17x](a.svg)](b)\n\n![9x](c.png)\n\n<!-- 5x -->\n\ntext <!-- 6x --> on") == [
            ("paragraph", "text <!-- 6x --> on")
        ]

    def test_a_picture_whose_words_say_something_prints_them(self) -> None:
        found = document("![14x faster than pandas](a.svg)")
        assert [found.text[block.start : block.end] for block in found.blocks] == ["14x faster than pandas"]

    def test_the_mark_of_an_admonition_is_left_out(self) -> None:
        assert blocks("> [!NOTE]\n> It is 5x faster.") == [("paragraph", "It is 5x faster.")]

    def test_front_matter_gives_title_and_date_and_is_no_text(self) -> None:
        found = document('---\ntitle: "Fast: 5x"\ndate: 2024-05-06\n---\n# Heading\n')
        assert (found.title, found.published_on) == ("Fast: 5x", "2024-05-06")
        assert len(found.blocks) == 1

    def test_a_rule_at_the_start_is_no_front_matter(self) -> None:
        assert blocks("---\n\n5x faster\n")[0] == ("paragraph", "5x faster")

    def test_html_is_read_as_blocks(self) -> None:
        text = '<h1 align="center">Fast <b>5</b>x</h1>\n<p>It is 3x</p>\n'
        assert blocks(text) == [("heading", "Fast <b>5</b>x"), ("paragraph", "It is 3x")]

    @pytest.mark.parametrize(
        ("html", "shown"),
        [
            pytest.param("<![foo[ a ]]> 5x", "5x", id="a section of an unknown kind"),
            pytest.param("<![if IE]> 5x", "5x", id="a condition"),
            pytest.param("5x <!-- a 3x", "5x <!-- a 3x", id="a comment that is never closed"),
            pytest.param("5&times; <b title=", "5&times; <b title=", id="a tag that is never closed"),
            pytest.param("5 < 6", "5 < 6", id="an angle that opens nothing"),
        ],
    )
    def test_broken_html_is_text_or_nothing(self, html: str, shown: str) -> None:
        assert blocks(f"<div>\n{html}\n") == [("paragraph", shown)]

    def test_tags_close_the_innermost_block_of_their_name(self) -> None:
        text = "<div><h2>a<div>b</p></div>c</h2>d</div>\n"
        assert blocks(text) == [("heading", "a"), ("paragraph", "b"), ("heading", "c"), ("paragraph", "d")]

    def test_a_table_left_open_does_not_reach_over_the_next(self) -> None:
        found = document("<table><tr><td>A\n\n5x\n\n<table><tr><th>M<th>ms<tr><td>A<td>1\n\n</table>\n\n7x\n")
        assert [[cell.text for cell in row] for one in found.tables for row in one.rows][-1] == ["A", "1"]
        assert found.text[found.blocks[-1].start : found.blocks[-1].end] == "7x"


class TestFiguresUnderMarkup:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("It is **5**x faster.", [("5**x", "5")]),
            ("It is 10&times; faster.", [("10&times;", "10")]),
            ("It is [40](http://a/3)% faster.", [("40](http://a/3)%", "40")]),
            ("It is `5x` faster, 2\\.5x at best.", [("5x", "5"), ("2\\.5x", "2.5")]),
            ("It is 17x[^1] faster.", [("17x", "17")]),
            ("It is 17x<sup>1</sup> faster.", [("17x", "17")]),
            ("> It is\r\n> **5**x faster.\r\n", [("5**x", "5")]),
            ("- a\n\n  It is *3*x\n  faster, **4x** now", [("3*x", "3"), ("4x", "4")]),
            ("It is 2 * 3 and 5x * faster.", [("5x", "5")]),
            ("It is ***5x* faster** and ~~4x~~ slower.", [("5x", "5"), ("4x", "4")]),
            ("```\nIt is 17x faster.\n```\n", []),
        ],
    )
    def test_are_found_and_placed_in_the_file(self, text: str, found: list[tuple[str, str]]) -> None:
        assert quotes(text) == found


class TestPipeTables:
    def test_cells_stand_where_they_are_printed(self) -> None:
        text = "| a | b |\n|:--|--:|\n| **17x** | `a\\|b` |\n| [1](u) ms | &lt;2 |\n"
        found = table(text)
        assert [[cell.text for cell in row] for row in found.rows] == [["17x", "a|b"], ["1 ms", "<2"]]
        assert [text[cell.start : cell.end] for cell in found.rows[0]] == ["17x", "a\\|b"]
        assert text[found.start :].startswith("a | b")
        assert found.end == len(text) - 1

    def test_without_outer_bars_in_a_quote_and_in_a_list(self) -> None:
        text = "> a | b\n> --|--\n> 1 | 2\n\n- x\n\n  a | b\n  --|--\n  3 | 4\n"
        found = document(text).tables
        assert [[cell.text for cell in one.rows[0]] for one in found] == [["1", "2"], ["3", "4"]]
        assert [text[one.rows[0][0].start] for one in found] == ["1", "3"]

    def test_a_short_row_is_padded_and_a_long_one_kept_aside(self) -> None:
        text = "| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n"
        assert cells(text) == [["1", ""]]
        (rejected,) = document(text).rejected
        assert rejected.reason == "3 cells where the table has 2 columns"
        assert rejected.row == ("1", "2", "3")

    def test_no_rows_is_a_table_too(self) -> None:
        assert cells("| a | b |\n|---|---|\n") == []

    @pytest.mark.parametrize("text", ["a | b\nc | d\n", "| a | b |\n|---|\n", "    | a |\n    |---|\n"])
    def test_what_is_none(self, text: str) -> None:
        assert document(text).tables == ()

    def test_in_code_is_none(self) -> None:
        assert document("```\n| a |\n|---|\n```\n").tables == ()

    @pytest.mark.parametrize(
        ("text", "title"),
        [
            ("# H\n\nTable 1: Speed\n\n{}", "Table 1: Speed"),
            ("# H\n\n{}\nTable: Speed\n", "Table: Speed"),
            ("# H\n\n**Speed**\n\n{}", "Speed"),
            ("# H\n\nProse.\n\n{}", "H"),
        ],
    )
    def test_is_named_by_its_caption_else_its_heading(self, text: str, title: str) -> None:
        assert table(text.format("| a |\n|---|\n| 1 |\n")).title == title

    def test_notes_below_belong_to_it(self) -> None:
        text = "| a |\n|---|\n| 1 |\n\n\\* measured at night\n"
        (note,) = table(text).footnotes
        assert text[slice(*note)] == "\\* measured at night"

    def test_a_table_that_would_fill_memory_is_refused(self) -> None:
        wide = "|" + "a|" * 5000
        with pytest.raises(DocumentError, match="too short"):
            document(f"{wide}\n{wide.replace('a', '-')}\n" + "|1\n" * 50)


class TestHtmlTables:
    def test_spans_and_places_across_blank_lines(self) -> None:
        text = (
            "<table>\n<tr><th rowspan=2>A</th><th colspan=2>B</th></tr>\n<tr><th>x</th><th>y</th></tr>\n\n"
            "    <tr><td>m</td>\n\n<td><b>17</b>x</td><td>&lt;1&nbsp;ms</td></tr>\n</table>\n\nafter 3x\n"
        )
        found = table(text)
        assert [column.text for column in found.columns] == ["A", "B x", "B y"]
        assert [[cell.text for cell in row] for row in found.rows] == [["m", "17x", "<1 ms"]]
        assert text[found.rows[0][1].start : found.rows[0][1].end] == "17</b>x"
        assert blocks(text) == [("paragraph", "after 3x")]

    def test_an_open_table_ends_with_its_block(self) -> None:
        assert cells("<table><tr><td>a<td>b<tr><td>1<td>2\n\nafter") == [["1", "2"]]
