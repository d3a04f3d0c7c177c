"""Words and numbers in plain text, before anybody asks what they claim."""
