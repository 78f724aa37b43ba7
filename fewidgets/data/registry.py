"""Which data sets there are, and for the ones on the network: which files, and which bytes exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

#: Repository and commit that the textbook's files come from; its own material is offered under CC BY-NC-SA 4.0.
REPOSITORY = "neonwatty/machine_learning_refined"
COMMIT = "e8054c33da2729fbfe0eb55171473ca010f26e86"
TEXTBOOK = f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}"
#: How a data set's ``source`` names these files.
COPY = f"copy in github.com/{REPOSITORY} at commit {COMMIT[:7]}"

#: Mirror of MNIST's original four files that the PyTorch project keeps.
MNIST_MIRROR = "https://ossci-datasets.s3.amazonaws.com/mnist"


@dataclass(frozen=True)
class RemoteFile:
    url: str
    sha256: str

    @property
    def filename(self) -> str:
        """Name under which the file is kept, here and in ``FEWIDGETS_DATA``."""
        return self.url.rpartition("/")[2]


#: Data sets that are downloaded once, and the files of each.
REMOTE: dict[str, tuple[RemoteFile, ...]] = {
    "mnist_train": (
        RemoteFile(
            f"{MNIST_MIRROR}/train-images-idx3-ubyte.gz", "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609"
        ),
        RemoteFile(
            f"{MNIST_MIRROR}/train-labels-idx1-ubyte.gz", "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c"
        ),
    ),
    "mnist_test": (
        RemoteFile(
            f"{MNIST_MIRROR}/t10k-images-idx3-ubyte.gz", "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6"
        ),
        RemoteFile(
            f"{MNIST_MIRROR}/t10k-labels-idx1-ubyte.gz", "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6"
        ),
    ),
    "student_debt": (
        RemoteFile(
            f"{TEXTBOOK}/exercises/ed_2/datasets/student_debt_data.csv",
            "d637981d61232683d52e150fb39036bfce33a3d3da5206b1f151f57514ba0912",
        ),
    ),
    "toy_classification": (
        RemoteFile(
            f"{TEXTBOOK}/notes/9_Feature_engineer_select/chapter_9_datasets/2d_classification_data_v1.csv",
            "f2307600926cc6dc7d37f6a403c52454c6265d7646e6a803a81c3feffc7c90bd",
        ),
    ),
    "toy_regression": (
        RemoteFile(
            f"{TEXTBOOK}/notes/9_Feature_engineer_select/chapter_9_datasets/unnorm_linregress_data.csv",
            "2f41c80be55ee947d259b393674cd76ec795aefa5fdd50e36f744a61d8b05bfa",
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
