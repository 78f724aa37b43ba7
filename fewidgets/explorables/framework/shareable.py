from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from fewidgets.explorables.framework.keywords import refuse_unknown
from fewidgets.scene.types import Keywords, NameTuple

if TYPE_CHECKING:
    from typing import Self

    from fewidgets.codes.code import Code


class Shareable:
    """Make explorables codes, and codes explorables.

    ``opened_with`` are the arguments of the constructor. ``beyond_codes`` says what a code cannot hold.
    """

    beyond_codes: str = ""

    #: Names of states whose value in the constructor also sets something that stays, such as the reach of a panel.
    opens_with: ClassVar[NameTuple] = ()

    opened_with: tuple[tuple[Any, ...], Keywords]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Refuse unknown keywords, and keep the arguments: a code says what an explorable was made with."""
        refuse_unknown(cls, kwargs)
        made = super().__new__(cls, *args, **kwargs)
        object.__setattr__(made, "opened_with", (args, kwargs))
        return made

    @classmethod
    def made_from(cls, what: str) -> Self:
        """Make an instance without its constructor, for ``what`` a code cannot hold."""
        made = cls.__new__(cls)
        object.__setattr__(made, "beyond_codes", what)
        return made

    @classmethod
    def class_on(cls, *data: Any) -> type[Self]:
        """Return the class of an explorable on some data; states may depend on the data."""
        return cls

    def share(self) -> Code:
        """Return the present state as a code: a text, with a QR picture in a notebook.

        The code holds the class, the settings, the state, and the name of the data set if it comes from `fewidgets.data`. Of
        your own data it holds the size, a short hash of the features' names, and names that are selected. What was computed
        elsewhere, and files, cannot be shared (ValueError).

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
        """Open the state of a code, on ``data`` as the constructor takes them if they were your own.

        ``keywords`` are ``feature_names``, ``layout``, ``present``, and settings that the code cannot hold. A ValueError says
        that the code is damaged, of another class or version, or does not fit the data.
        """
        from fewidgets.explorables.framework.sharing import open_code

        opened: Self = open_code(cls, str(code) if hasattr(code, "opens") else code, data, keywords)
        return opened
