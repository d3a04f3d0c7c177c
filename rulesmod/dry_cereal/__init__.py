"""Dry Cereal (`dry-cereal`): two six-sided dice, a modifier, a Margin."""
