"""All selectors on one data set: what they select, what it costs on held-out data, how stable it is, how long it takes."""
