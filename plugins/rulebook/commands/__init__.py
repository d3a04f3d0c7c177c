"""The commands of `rulebook`, a module a group; what they share is in `shared`."""
