"""How much a page without a kernel may carry."""

#: If this is set in the environment, explorables and predictions carry what a page needs. It is the budget in bytes.
FOR_PAGES = "FEWIDGETS_FOR_PAGES"
#: Bytes, compressed, of the states that a page carries.
BUDGET = 1_000_000
