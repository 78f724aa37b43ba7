"""The classroom: what all students answered, without a server, accounts or names."""
