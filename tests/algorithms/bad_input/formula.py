"""Bad input to the parser of formulas."""

from fewidgets.algorithms import parse_formula

CASES = {
    "parse_formula": [
        (lambda: parse_formula(3), TypeError, r"text must be a string such as '3 x1 - 2 x1 x2'; got 3 \(int\)"),
        (
            lambda: parse_formula("3 y", 2),
            ValueError,
            r'text must have an operator .* at character 3, after "3"; got "y"',
        ),
        (lambda: parse_formula("x1", 0), ValueError, "n_features must be an integer of at least 1; got 0"),
        (lambda: parse_formula("x1", 2.0), TypeError, r"n_features must be an integer of at least 1; got 2\.0 \(float\)"),
        (lambda: parse_formula("x1", 2)([2]), ValueError, r"features must be an integer between 0 and 1 .*; got 2"),
        (lambda: parse_formula("x1", 2)("0"), TypeError, "features must be a list of integers; got '0'"),
    ],
}
