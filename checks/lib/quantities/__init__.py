"""Numbers with their units as texts and cells print them, in base units, whatever they measure."""
