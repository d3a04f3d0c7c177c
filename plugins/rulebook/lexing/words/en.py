"""English."""

UNITS = tuple(
    """
    zero one two three four five six seven eight nine ten eleven twelve
    thirteen fourteen fifteen sixteen seventeen eighteen nineteen
    """.split()  # noqa: SIM905
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
MAGNITUDES = {"hundred": 100, "thousand": 1000, "dozen": 12}
"""What multiplies the number before it; to all but the last, a smaller one is added behind it."""

ORDINALS = tuple(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()  # noqa: SIM905
)

ARTICLES = {"a": 1, "an": 1, "single": 1, "a single": 1, "one single": 1, "both": 2, "no": 0, "none": 0}
"""What means a number where one is expected."""
