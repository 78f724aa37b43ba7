"""Fewer features or fewer examples: PCA and K-means (section 9.1, Figure 9.1)."""
