"""Two scenes beside each other, under one set of controls."""
