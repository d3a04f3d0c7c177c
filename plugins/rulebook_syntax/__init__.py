"""The document model, Markdown and Obsidian, and the registry of dialects."""
