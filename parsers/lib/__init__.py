"""What the parsers share. Nothing here knows one kind of document or one vendor."""
