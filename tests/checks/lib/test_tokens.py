"""Which printed numbers name one release."""

import pytest

from checks.lib.language.tokens import one_release


@pytest.mark.parametrize(
    ("mine", "theirs", "one"),
    [
        (["1.0"], ["1.0.0"], True),
        (["2.14.3"], ["2.14"], True),
        (["1.0", "2.0"], ["2.0.7"], True),
        (["1.0"], ["1.1"], False),
        (["1.0"], ["1.01"], False),
        (["1"], ["1.2"], False),
        (["7"], ["7"], True),
    ],
)
def test_a_patch_is_of_its_release(mine: list[str], theirs: list[str], one: bool) -> None:
    assert one_release(mine, theirs) == one_release(theirs, mine) == one
