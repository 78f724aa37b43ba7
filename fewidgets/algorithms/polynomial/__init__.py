"""Polynomial features: monomials and orthogonal polynomials (COMP135)."""
