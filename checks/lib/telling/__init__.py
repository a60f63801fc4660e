"""Values as sentences tell them: what they are of, for whom, and what several of them come to."""
