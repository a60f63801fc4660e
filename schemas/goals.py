"""What is set as a goal, apart from a target that a run is trained to: "to the same target loss" wishes for nothing."""

TARGET = (
    r"(?<!accuracy )(?<!latency )(?<!% )(?<!benchmark's )(?<!benchmark’s )targets?"
    r"(?! (?:loss|accuracy|quality|score|perplexity|error|metric|value|precision|BLEU|mAP)\b)"
)
