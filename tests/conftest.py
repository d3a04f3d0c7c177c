"""What all tests share."""

from hypothesis import settings

# A busy machine is no failure: Hypothesis must not judge an example by its time.
settings.register_profile("rulebook", deadline=None)
settings.load_profile("rulebook")
