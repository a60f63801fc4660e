"""What should hold between statements: one rule a file, none of which renders, stores or prints."""
