"""Ids and anchors that readers rely on: recorded, redirected and missed."""
