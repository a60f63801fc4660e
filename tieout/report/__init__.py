"""What auditors read: a run's findings as a page, with an overview, and the desk that other pages are made of."""
