"""Whether two places speak of one thing: what ties them, and what tells them apart."""
