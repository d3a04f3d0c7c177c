"""Things: sheets with their values, and the register that finds them by name."""
