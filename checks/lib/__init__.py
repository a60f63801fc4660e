"""What the checks share, in rooms: from what words mean up to whether sums come out (docs/architecture.md)."""
