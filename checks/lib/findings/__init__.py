"""What each finding needs: its words, its severity, its evidence in place, what is likely wrong, and what slip."""
