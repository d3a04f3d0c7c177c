"""Learning: the phrase for a sentence that is not understood, and what in the rules gives its numbers."""
