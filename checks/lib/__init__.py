"""What the checks share: adjudication, wording, conditions."""
