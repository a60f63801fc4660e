"""Claims, results rows, captures and cells as checks read them: how they are looked up, and what they hold for."""
