"""Feature selection and shrinkage by a penalty on the weights: ℓ0, ℓ1 and ℓ2, ridge and kernel ridge (section 9.7; CS373)."""
