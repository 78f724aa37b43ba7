"""The pages of the site that are made from the lessons, from the classes and from the files of the repository."""
