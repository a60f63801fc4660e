"""What a figure of a sentence can be reckoned from: the cells of a small table, by any sum that its words ask for."""
