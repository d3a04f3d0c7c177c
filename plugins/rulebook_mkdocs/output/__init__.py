"""Files that a build adds to the site."""
