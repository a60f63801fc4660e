"""Parts of the world that a price or a latency holds for, in the three ways in which documents name them.

One that is missing here is a word like any other: two price lists then differ in nothing but their figures.
"""

import re

NAMED = re.compile(
    r"\b(?:(?:US|EU)(?:[ -](?:East|West|Central|North|South))?|UK|APAC|EMEA|LATAM|Asia(?:[ -]Pacific)?|Europe|Africa|"
    r"(?:North|South|Latin) America|Middle East|Oceania|India|Japan|China|Brazil|Canada|Australia|Germany|France)\b"
)
CODED = re.compile(r"\b[a-z]{2}-[a-z]+-\d\w?\b")  # "eu-central-1"
CALLED = re.compile(r"\b([A-Z][a-z]+) region\b")  # "the Virginia region"
