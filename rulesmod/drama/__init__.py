"""Underlying Concepts (`drama`): pools of Base, Risk, Passion and Penalty dice."""
