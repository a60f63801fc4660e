"""What words mean, whoever says them: roots, names, bounds, orders, places, and what they set against each other."""
