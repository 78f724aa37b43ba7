"""Feature scaling and imputation: normalization, sphering, missing values (sections 9.3 to 9.5)."""
