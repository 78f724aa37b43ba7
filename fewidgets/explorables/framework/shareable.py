"""``share`` and ``from_share`` of every explorable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fewidgets.explorables.framework.keywords import refuse_unknown

if TYPE_CHECKING:
    from typing import Self

    from fewidgets.codes.code import Code


class Shareable:
    """The part of an explorable that turns it into a code and back.

    Attributes
    ----------
    opened_with : tuple of (tuple, dict)
        The arguments of its constructor, by position and by keyword.
    beyond_codes : str
        What it shows that a code cannot hold, such as "a history of your own"; "" if a code can hold all of it.
    """

    beyond_codes: str = ""

    #: Names of states whose value in the constructor also sets something that stays, such as the reach of a panel.
    opens_with: ClassVar[tuple[str, ...]] = ()

    opened_with: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Refuse unknown keywords, and keep the arguments: a code says what an explorable was made with."""
        refuse_unknown(cls, kwargs)
        made = super().__new__(cls, *args, **kwargs)
        object.__setattr__(made, "opened_with", (args, kwargs))
        return made

    @classmethod
    def made_from(cls, what: str) -> Self:
        """Make an instance without its constructor, for something that a code cannot hold.

        Parameters
        ----------
        what : str
            What it is, for the message of `share`.
        """
        made = cls.__new__(cls)
        object.__setattr__(made, "beyond_codes", what)
        return made

    @classmethod
    def class_on(cls, *data: Any) -> type[Self]:
        """Return the class of an explorable on some data. One whose states depend on its data has a class for each kind."""
        return cls

    def share(self) -> Code:
        """Return the present state as a code: a short text, and a QR picture in a notebook.

        The code holds the class, the settings, the state, and the name of the data set if it comes from `fewidgets.data`. Of
        your own data it holds the size, a short hash of the features' names, and names that are selected.

        Returns
        -------
        Code
            ``str`` of it is the text, "FW2-…".

        Raises
        ------
        ValueError
            If it shows what a code cannot hold: a file, or numbers that were computed elsewhere, as with `from_trace`.

        Examples
        --------
        >>> from fewidgets import LambdaSlider
        >>> from fewidgets.data import load_boston
        >>> code = LambdaSlider(load_boston(), reduction="sum", lam=40.0).share()
        >>> LambdaSlider.from_share(code).lam
        40.0
        """
        from fewidgets.explorables.framework.sharing import share

        if self.beyond_codes:
            raise ValueError(
                f"share() was asked for a code of this {type(self).__name__}. It shows {self.beyond_codes}, and a code cannot "
                'hold them. Save a page instead: to_html("page.html").'
            )
        return share(self)

    @classmethod
    def from_share(cls, code: Any, *data: Any, **keywords: Any) -> Self:
        """Open the state that a code stands for.

        Parameters
        ----------
        code : str or Code
            What `share` returned. Words may stand around it.
        *data
            The data, as the constructor takes them, such as ``X, y``. They are needed if the code was made on data that do
            not come from `fewidgets.data`. They must have the same size and the same names of features.
        **keywords
            ``feature_names``, ``layout``, ``present``, and settings that the code cannot hold.

        Raises
        ------
        TypeError
            If data are needed, or the arguments are not as described.
        ValueError
            If the code is damaged, belongs to another class or version, or does not fit the data. The
            message says which.
        """
        from fewidgets.explorables.framework.sharing import open_code

        opened: Self = open_code(cls, str(code) if hasattr(code, "opens") else code, data, keywords)
        return opened
