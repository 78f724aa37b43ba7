"""How far does a car go on a gallon? The problem that goes through all lessons, and how answers to it are scored."""
