"""The rules of Drama in words alone: which dice are added, and what counts against a roll."""

from __future__ import annotations

from rulesmod.phrasing import in_words

WORDED_RULES = (
    in_words(
        "building-in-words",
        "And, if a dramatic passion is called into",
        "determined by either a dramatic advantage",
        "framework for reference more than a tactical",
        "If called upon, add additional Risk",
        "passion is called into play add Drama",
        "the test\\? add resistance penalty dice",
    ),
    in_words(
        "results-in-words",
        "1-2 negative success, 3-6 no effect",
        "and deduct the number of negative penalty successes",
        "backfires and triggers a dramatic negative reaction",
        "count as -1 success and add 1 total",
        "D6 rolled with each 4, 5",
        "deeply held dramatic passion, if two",
        "explode but each 1 will count as",
        "if the net successes is TWO or",
        "If the test is opposed, each participant needs",
        "Penalty .. and any Drama .. or Risk .. dice",
        "the number of positive success and deduct the",
        "then the higher of the two opposing rolls",
        "Used for most skill checks or rolls",
    ),
)
