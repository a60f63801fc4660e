"""Rules over documents held against each other."""
