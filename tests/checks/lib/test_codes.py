"""Names with a digit: models in lower case that tell their size."""

import pytest

from checks.lib.language.codes import sized_codes


@pytest.mark.parametrize("name", ["grouse-12b-chat", "wren-1.5b", "llama-3.1-8b-instruct"])
def test_a_model_in_lower_case_is_known_by_its_size(name: str) -> None:
    assert sized_codes(f"Here {name} scores 84.1 on GSM8K.") == {name}


@pytest.mark.parametrize("text", ["top-5 accuracy", "state-of-the-art", "Wren-9B", "a 12b model", "an 8-shot run"])
def test_what_tells_no_size_is_none(text: str) -> None:
    assert not sized_codes(text)
