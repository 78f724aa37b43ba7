"""Costs and the methods that minimize them: gradient descent, mini-batches and Newton (sections 9.3 and 9.5)."""
