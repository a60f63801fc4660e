"""What auditors said of findings: YAML files in git, read, folded, and held against the findings of a run."""
