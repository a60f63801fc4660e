"""Rules over one document."""
