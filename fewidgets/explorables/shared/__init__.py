"""Parts that several explorables share."""
