"""Cross-validation, and the choices that it makes: λ, rounds, subset size, degree (sections 9.6.2 and 9.7.3)."""
