"""HTML of what a page shows of its analysis, game data and search."""
