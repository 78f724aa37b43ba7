"""Tables of real data that are downloaded once, from a public repository at a fixed commit, and kept.

Each function looks in the folder named by the environment variable ``FEWIDGETS_DATA`` first, then in the cache, and
only then on the network; the SHA-256 is checked every time the file is read. All of them raise ``FetchError`` when the file is
nowhere (the message says how to get it by hand) and ``ChecksumError``, a kind of ``FetchError``, when its bytes are
not the right ones.
"""

from __future__ import annotations

import numpy as np

from fewidgets.data.dataset import Dataset
from fewidgets.data.download import local_path
from fewidgets.data.registry import COPY
from fewidgets.data.shipped import AUTO_MPG_FEATURES

CREDIT_FEATURES = (
    "account_balance",
    "duration",
    "payment_status",
    "purpose",
    "credit_amount",
    "savings",
    "employment",
    "installment_rate",
    "personal_status",
    "guarantors",
    "residence",
    "property",
    "age",
    "other_installments",
    "housing",
    "existing_credits",
    "job",
    "dependents",
    "telephone",
    "foreign_worker",
)

BREAST_CANCER_FEATURES = (
    "clump_thickness",
    "cell_size_uniformity",
    "cell_shape_uniformity",
    "marginal_adhesion",
    "epithelial_cell_size",
    "bare_nuclei",
    "bland_chromatin",
    "normal_nucleoli",
    "mitoses",
)

SPAM_WORDS = (
    "make", "address", "all", "3d", "our", "over", "remove", "internet", "order", "mail", "receive", "will",
    "people", "report", "addresses", "free", "business", "email", "you", "credit", "your", "font", "000", "money",
    "hp", "hpl", "george", "650", "lab", "labs", "telnet", "857", "data", "415", "85", "technology", "1999",
    "parts", "pm", "direct", "cs", "meeting", "original", "project", "re", "edu", "table", "conference",
)  # fmt: skip

SPAMBASE_FEATURES = (
    *(f"word_freq_{word}" for word in SPAM_WORDS),
    *(f"char_freq_{character}" for character in ";([!$#"),
    "capital_run_length_average",
    "capital_run_length_longest",
    "capital_run_length_total",
)


def fetch_credit() -> Dataset:
    """German credit applicants: 20 coded attributes, and whether the loan turned out good (chapter 9, Example 9.12).

    Returns
    -------
    Dataset
        ``X`` (1000, 20) float64, integer codes and amounts; ``y`` (1000,) float64, +1 good (700) or −1 bad (300).

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    table = _table("credit").T
    return Dataset(
        name="credit",
        X=table[:, :-1],
        y=table[:, -1],
        feature_names=CREDIT_FEATURES,
        target_name="credit_risk",
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
        license="CC BY 4.0 (UCI)",
    )


def fetch_spambase() -> Dataset:
    """E-mails as word, character and capital-run frequencies, and whether each is spam (chapter 9, Exercise 9.1).

    Returns
    -------
    Dataset
        ``X`` (4601, 57) float64: 48 word and 6 character frequencies in percent, then the average, longest and total
        length of runs of capitals, in letters; ``y`` (4601,) float64, +1 spam (1813) or −1 not (2788).

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    table = _table("spambase")
    return Dataset(
        name="spambase",
        X=table[:, :-1],
        y=table[:, -1],
        feature_names=SPAMBASE_FEATURES,
        target_name="spam",
        description=(
            "4601 e-mails received at Hewlett-Packard in the 1990s. word_freq_W is the percentage of words that are W, "
            "char_freq_C the percentage of characters that are C, capital_run_length_* the lengths of unbroken runs of "
            "capital letters. Output: +1 spam, −1 wanted mail. The wanted mail is one group's, so words such as george, "
            "hp and 650 mark that group, not wanted mail in general."
        ),
        source=f"Spambase, Hopkins, Reeber, Forman and Suermondt 1999, UCI Machine Learning Repository; {COPY}",
        license="CC BY 4.0 (UCI)",
    )


def fetch_auto_mpg_with_gaps() -> Dataset:
    """Fuel use of 398 cars, six of which have no horsepower: an example for imputation (chapter 9, Exercise 9.10).

    Returns
    -------
    Dataset
        ``X`` (398, 7) float64, NaN where the horsepower is missing (rows 32, 126, 330, 336, 354 and 374); ``y`` (398,)
        float64, miles per US gallon. ``load_auto_mpg`` is the same table without these six cars.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    table = _table("auto_mpg_with_gaps").T
    return Dataset(
        name="auto_mpg_with_gaps",
        X=table[:, :-1],
        y=table[:, -1],
        feature_names=AUTO_MPG_FEATURES,
        target_name="mpg",
        description=(
            "398 cars of the model years 1970 to 1982. displacement in cubic inches, horsepower missing (NaN) for six cars, "
            "weight in pounds, acceleration in seconds from 0 to 60 miles an hour, model_year without the century, origin "
            "1 USA, 2 Europe, 3 Japan (a code, not a quantity). The textbook's own exercise notebook cuts off the table's "
            "last two rows, mpg and origin, before it boosts: that is why Exercise 9.10 has M = 6."
        ),
        source=f"Auto MPG, Ross Quinlan 1993, UCI Machine Learning Repository; {COPY}",
        license="CC BY 4.0 (UCI)",
    )


def fetch_breast_cancer_original() -> Dataset:
    """Breast tissue samples graded by eye, some grades missing: an example for imputation (chapter 9, Exercise 9.5).

    Returns
    -------
    Dataset
        ``X`` (699, 9) float64, grades 1…10, NaN in the 16 samples without a grade for bare_nuclei; ``y`` (699,) float64, −1
        malignant (241) or +1 benign (458). The samples' identification numbers are dropped.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.

    Notes
    -----
    Exercise 9.5 asks to impute, yet gives P = 569, which is the number of samples of the later Diagnostic set
    (``load_breast_cancer``), where nothing is missing.
    """
    text = local_path("breast_cancer_original").read_text(encoding="ascii")
    table = np.array([line.replace("?", "nan").split(",") for line in text.split()], dtype=np.float64)
    return Dataset(
        name="breast_cancer_original",
        X=table[:, 1:-1],
        y=np.where(table[:, -1] == 4, -1.0, 1.0),
        feature_names=BREAST_CANCER_FEATURES,
        target_name="diagnosis",
        description=(
            "699 fine-needle samples from 1989 to 1991. Nine properties of the cells, graded by eye from 1 (most like benign "
            "tissue) to 10; 16 samples lack the grade of bare_nuclei. Output: −1 malignant, +1 benign. The file has "
            "645 different sample numbers only: some samples come more than once, so examples are not quite independent."
        ),
        source=f"Breast Cancer Wisconsin (Original), William Wolberg 1992, UCI Machine Learning Repository; {COPY}",
        license="CC BY 4.0 (UCI)",
    )


def fetch_student_debt() -> Dataset:
    """Student debt in the United States, quarter by quarter (chapter 9, Exercise 9.3).

    Returns
    -------
    Dataset
        ``X`` (40, 1) float64, the year with its fraction; ``y`` (40,) float64, trillions of US dollars.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    table = _table("student_debt")
    return Dataset(
        name="student_debt",
        X=table[:, :1],
        y=table[:, 1],
        feature_names=("year",),
        target_name="debt",
        description=(
            "Total student debt in the United States from 2004 to 2014, four values a year, in trillions of US dollars. "
            "The year is rounded to one decimal, so quarters read .2, .5, .8 and .0."
        ),
        source=f"Federal Reserve Bank of New York, Consumer Credit Panel, as tabulated by the textbook; {COPY}",
        license="no terms known for the table itself",
    )


def _table(name: str) -> np.ndarray:
    return np.loadtxt(local_path(name), delimiter=",", dtype=np.float64, ndmin=2)
