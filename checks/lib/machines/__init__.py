"""Machines by the vocabulary: what they are made of, which came before which, what they cost."""
