"""Sentences that say how likely a roll is: dice, an event of them and a chance."""
