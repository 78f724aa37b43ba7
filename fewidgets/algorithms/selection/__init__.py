"""Feature selection by search: boosting, stepwise, best subset, sequential (section 9.6; COMP135, INT247, CS373)."""
