"""Results of earlier runs that a check may take over."""
