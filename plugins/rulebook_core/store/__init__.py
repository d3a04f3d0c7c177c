"""Files, sealed caches, fingerprints and work in parallel."""
