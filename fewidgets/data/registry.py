"""Which data sets there are, and for the ones on the network: which files, and which bytes exactly.

Adding a downloaded data set is one entry here and one ``fetch_`` function in ``fetched.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

#: Repository and commit that the files come from; its material is offered under CC BY-NC-SA 4.0.
REPOSITORY = "neonwatty/machine_learning_refined"
COMMIT = "e8054c33da2729fbfe0eb55171473ca010f26e86"
#: How a data set's ``source`` names these files.
COPY = f"copy of github.com/{REPOSITORY} at commit {COMMIT[:7]} (CC BY-NC-SA 4.0, Jeremy Watt and Reza Borhani)"
TEXTBOOK = f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}"

#: Mirror of MNIST's original four files that the PyTorch project keeps.
MNIST_MIRROR = "https://ossci-datasets.s3.amazonaws.com/mnist"


@dataclass(frozen=True)
class RemoteFile:
    """A public file, known by its size and its SHA-256.

    Parameters
    ----------
    path : str
        Path below ``folder``.
    sha256 : str
        Checksum of the file's bytes, 64 hexadecimal digits.
    size : int
        Number of the file's bytes. A download stops when it is exceeded.
    folder : str
        Address it stands below; the textbook's repository at the commit above where not given.
    """

    path: str
    sha256: str
    size: int
    folder: str = TEXTBOOK

    @property
    def filename(self) -> str:
        """Name under which the file is kept, here and in ``FEWIDGETS_DATA``."""
        return self.path.rpartition("/")[2]

    @property
    def url(self) -> str:
        """Address the file is downloaded from."""
        return f"{self.folder}/{self.path}"


#: Data sets that are downloaded once, and the files of each.
REMOTE: dict[str, tuple[RemoteFile, ...]] = {
    "auto_mpg_with_gaps": (
        RemoteFile(
            path="exercises/ed_2/mlrefined_datasets/superlearn_datasets/auto_data.csv",
            sha256="5ec6c6827d52e0996f65f81561f4d7fb1bc0f3666a8b1895c351de61013c144e",
            size=79_474,
        ),
    ),
    "breast_cancer_original": (
        RemoteFile(
            path="exercises/ed_2/datasets/breast_cancer_original.txt",
            sha256="402c585309c399237740f635ef9919dc512cca12cbeb20de5e563a4593f22b64",
            size=19_889,
        ),
    ),
    "credit": (
        RemoteFile(
            path="notes/9_Feature_engineer_select/chapter_9_datasets/credit_dataset.csv",
            sha256="0e169e5a7122b80c68acb41cedd0ebdd9a208e72dd47b36178744b3fe8961432",
            size=525_300,
        ),
    ),
    "mnist_train": (
        RemoteFile(
            path="train-images-idx3-ubyte.gz",
            sha256="440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
            size=9_912_422,
            folder=MNIST_MIRROR,
        ),
        RemoteFile(
            path="train-labels-idx1-ubyte.gz",
            sha256="3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
            size=28_881,
            folder=MNIST_MIRROR,
        ),
    ),
    "mnist_test": (
        RemoteFile(
            path="t10k-images-idx3-ubyte.gz",
            sha256="8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
            size=1_648_877,
            folder=MNIST_MIRROR,
        ),
        RemoteFile(
            path="t10k-labels-idx1-ubyte.gz",
            sha256="f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
            size=4_542,
            folder=MNIST_MIRROR,
        ),
    ),
    "multirange_regression": (
        RemoteFile(
            path="notes/9_Feature_engineer_select/chapter_9_datasets/highdim_multirange_linregress.csv",
            sha256="69df5f321baa985a9f8ef4dd23eee9f957475d6d370294ed2adaa83d1dc8aec0",
            size=30_149,
        ),
    ),
    "spambase": (
        RemoteFile(
            path="exercises/ed_2/datasets/spambase_data.csv",
            sha256="bc2c464d1aba523fd8351e0cc10b700b186aad17e2fea13c93a092c37d53949b",
            size=701_124,
        ),
    ),
    "student_debt": (
        RemoteFile(
            path="exercises/ed_2/datasets/student_debt_data.csv",
            sha256="d637981d61232683d52e150fb39036bfce33a3d3da5206b1f151f57514ba0912",
            size=459,
        ),
    ),
    "toy_classification": (
        RemoteFile(
            path="notes/9_Feature_engineer_select/chapter_9_datasets/2d_classification_data_v1.csv",
            sha256="f2307600926cc6dc7d37f6a403c52454c6265d7646e6a803a81c3feffc7c90bd",
            size=556,
        ),
    ),
    "toy_regression": (
        RemoteFile(
            path="notes/9_Feature_engineer_select/chapter_9_datasets/unnorm_linregress_data.csv",
            sha256="2f41c80be55ee947d259b393674cd76ec795aefa5fdd50e36f744a61d8b05bfa",
            size=5_000,
        ),
    ),
}

#: Data sets that need no network, and the package, by the name of its import, that holds them. `comes_with` enters them.
SHIPPED: dict[str, str] = {}

Load = TypeVar("Load", bound=Callable[..., object])


def comes_with(package: str) -> Callable[[Load], Load]:
    """Enter the ``load_`` function below as one whose data are in a package."""

    def enter(load: Load) -> Load:
        SHIPPED[load.__name__.removeprefix("load_")] = package
        return load

    return enter


def dataset_names() -> tuple[str, ...]:
    """Return the names of all data sets, sorted."""
    return tuple(sorted({*REMOTE, *SHIPPED}))


def require_name(name: str) -> str:
    """Return ``name`` if it is a data set's, else raise a ValueError that names the close match."""
    if name in dataset_names():
        return name
    close = get_close_matches(str(name), dataset_names(), n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    raise ValueError(f"name must be one of {', '.join(dataset_names())}; got {name!r}{hint}")
