"""Whether a verb follows a name: what tells a name at a sentence's start from a word, and who does something."""

import re

from parsers.lib.sentence import Sentence

_VERB = re.compile(
    r"\s+(?:\w+ly\s+|also\s+|now\s+|already\s+|still\s+|itself\s+|alone\s+)?(?:is|are|was|were|has|had|can|"
    r"could|will|deliver\w*|achiev\w+|runs?|ran|\w+perform\w*|perform\w*|provid\w+|offer\w*|show\w*|turn\w*|reach\w*|"
    r"process\w*|reduc\w+|improv\w+|gives?|gave|gets?|scal\w+|beats?|train\w*|execut\w+|complet\w+|sees?|saw|cuts?|"
    r"sav\w+|uses?|used|needs?|needed|requir\w+|takes?|took|hits?|posts?|posted|serv\w+|follow\w*|sustain\w*|handl\w+|boasts?|"
    r"brings?|brought|enabl\w+|accelerat\w+|generat\w+|lower\w*|increas\w+|doubl\w+|tripl\w+|halv\w+|finish\w*|loads?|"
    r"compil\w+|build\w*|starts?|started|ingest\w*|writes?|reads?|decod\w+|encod\w+|quer\w+|answer\w*|shav\w+|"
    r"consum\w+|draws?|costs?|comes?|came|goes|went|makes?|made|renders?|pars\w+|outp\w+|trails?|leads?|wins?|"
    r"record\w*|measur\w+|averag\w+|maintain\w*|respond\w*|delivers?|drops?|speeds?|boosts?|slash\w*|trim\w*|keeps?|kept)"
    r"(?<!tion)(?<!tions)(?<!ment)(?<!ments)\b"  # "Shader compilation" names no shader that compiles
)
# Any third person or past form; "writes complete", "builds are" are plural nouns with their own verb behind.
_THIRD = re.compile(
    r"\s+(?!(?:has|was|is|plus|versus|across|less|process)\b)[a-z]{2,}(?:s|ed)\b"
    r"(?!\s+(?:are|is|were|was|of|that|in|on|and|complete|return|finish|take|run|get|become|can|have|per|which|with)\b)"
)
# What may stand behind a plural noun as its verb: "inserts hit", "switches cost", "needs are".
_PLAIN_VERB = re.compile(
    r"\s+(?:are|were|hit|cost|reach|run|take|need|fell|rose|went|drop|dropped|get|use|grow|grew|shrank|remain|improve|finish|complete|"
    r"leave|refresh|propagate|add|come|become|stay|"
    r"feel|consume|arrive|travel|last|decode|encode|fail|happen|begin|give|make|keep|spend|see|rise|fall|climb|double|halve|"
    r"open|shrink|scale|fit)\b"
)
_VERBAL_NOUN = re.compile(
    r"\s+(?:writes?|reads?|builds?|runs?|queries|scans?|starts?)\s+(?:are|is|complete|return|finish|take|that|of)\b"
)


# "eBPF load balancer", "Quarrel query planner": a singular name's verb has its ending.
_HEADED = re.compile(
    r"\s(?:load|query|build|render|process|record|start|write|read|boot|cost|train|trail|lead|turn|show|speed|boost)\s"
    r"(?!(?:about|above|an|and|around|as|at|below|by|down|fewer|for|from|in|it|just|less|more|nearly|no|of|on|only|out|over|roughly|"
    r"the|to|under|up|us|with)\b)[a-z]+"
)


def acts(sentence: Sentence, at: int) -> bool:
    """Whether a verb follows; "writes complete" and "inserts hit" are nouns with their own verb behind."""
    verb = _VERB.match(sentence.text, at, sentence.end) or _THIRD.match(sentence.text, at, sentence.end)
    if not verb or verb.group().endswith("ing") or _VERBAL_NOUN.match(sentence.text[at : at + 40]):
        return False  # "Speculative decoding lifts": what does something is the decoding
    if _HEADED.match(sentence.text, at, sentence.end) and sentence.text[at - 1] != "s":
        return False
    return not (verb.group().endswith("s") and _PLAIN_VERB.match(sentence.text, verb.end(), sentence.end))
