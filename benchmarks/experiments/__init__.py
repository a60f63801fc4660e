"""One experiment a file; benchmarks/frame.py finds them."""
