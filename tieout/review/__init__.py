"""`tieout review`: the auditor's page on the loopback. The queue, the evidence, and decisions by one key."""
