"""Rules over captures of one source over time."""
