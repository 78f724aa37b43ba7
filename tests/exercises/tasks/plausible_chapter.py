"""Mistakes in the tasks of exercises 9.1 to 9.6, 9.8 and C1 that are in no list of misconceptions, and right forms."""

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import groupby

import numpy as np
import pandas as pd
from scipy.signal import convolve2d, correlate2d
from scipy.stats import zscore
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

Table = dict[str, dict[str, Callable]]


def words_of(mail, pattern="[a-z0-9]+"):
    return re.findall(pattern, mail.lower())


def shares(found, words, total=None):
    return np.array([100 * found.count(word) / max(len(found) if total is None else total, 1) for word in words])


def stripped(mail):
    return [word for word in (each.strip(".,;!?:$") for each in mail.lower().split()) if word]


WORDS: Table = {
    "9.1 word frequencies": {
        "letters only": lambda mail, words: shares(words_of(mail, "[a-z]+"), words),
        "digits are words of their own": lambda mail, words: shares(words_of(mail, "[a-z]+|[0-9]+"), words),
        "signs stripped at the ends": lambda mail, words: shares(stripped(mail), words),
        "signs deleted": lambda mail, words: shares(re.sub("[^a-z0-9 \n]", "", mail.lower()).split(), words),
        "one word less": lambda mail, words: shares(words_of(mail), words, len(words_of(mail)) - 1),
        "total cut at spaces": lambda mail, words: shares(words_of(mail), words, len(mail.split())),
        "whole percent": lambda mail, words: shares(words_of(mail), words) // 1,
        "per thousand": lambda mail, words: 10 * shares(words_of(mail), words),
        "alphabetical": lambda mail, words: shares(words_of(mail), sorted(words)),
        "last word lost": lambda mail, words: shares(words_of(mail)[:-1], words),
    },
    "9.1 character frequencies": {
        "letters and digits": lambda mail, signs: shares(mail, signs, sum(map(str.isalnum, mail))),
        "one less": lambda mail, signs: shares(mail, signs, len(mail) - 1),
        "present or not": lambda mail, signs: np.array([100 * (each in mail) / len(mail) for each in signs]),
        "all signs together": lambda mail, signs: np.full(len(signs), shares(mail, signs).sum()),
        "whole percent": lambda mail, signs: shares(mail, signs) // 1,
        "alphabetical": lambda mail, signs: shares(mail, sorted(signs)),
        "different characters": lambda mail, signs: shares(mail, signs, len(set(mail))),
        "white space at the ends": lambda mail, signs: shares(mail.strip(), signs),
        "first line": lambda mail, signs: shares(mail.splitlines()[0], signs),
        "last character lost": lambda mail, signs: shares(mail[:-1], signs),
    },
}


def runs(mail, pattern="[A-Z]+"):
    return [len(run) for run in re.findall(pattern, mail)]


def of_runs(lengths, average=np.mean, longest=max, total=sum):
    return (average(lengths), longest(lengths), total(lengths)) if lengths else (0, 0, 0)


def in_a_loop(mail, *, reset=True, last="Z", end=False):
    lengths, run = [], 0
    for letter in mail:
        if "A" <= letter <= last:
            run += 1
        elif run:
            lengths.append(run)
            run = 0 if reset else run
    return of_runs([*lengths, run] if end and run else lengths)


CAPITALS: Table = {
    "9.1 capital runs": {
        "last run lost, in a loop": in_a_loop,
        "first run lost": lambda mail: of_runs(runs(mail)[1:]),
        "counter never reset": partial(in_a_loop, reset=False, end=True),
        "Z left out": partial(in_a_loop, last="Y", end=True),
        "first run for the longest": lambda mail: of_runs(runs(mail), longest=lambda each: each[0]),
        "last run for the longest": lambda mail: of_runs(runs(mail), longest=lambda each: each[-1]),
        "median": lambda mail: of_runs(runs(mail), average=np.median),
        "digits": lambda mail: of_runs(runs(mail, "[A-Z0-9]+")),
        "at word beginnings": lambda mail: of_runs(runs(mail, r"\b[A-Z]+")),
        "one without capitals": lambda mail: of_runs(runs(mail) or [1]),
    },
}


def softmax_path(X, y, w, step, steps, *, pull=None, slope=None, stale=False, decay=False, turns=False):
    """Descend on the softmax cost, with one slip. ``pull`` is the factor of each example, ``slope`` changes the gradient."""
    A = np.column_stack([np.ones(len(y)), X])
    path = [np.asarray(w, float)]
    for k in range(steps):
        at, w = path[0 if stale else -1], path[-1]
        gradient = -A.T @ (y * (pull or (lambda m: 1 / (1 + np.exp(m))))(y * (A @ at))) / len(y)
        gradient = slope(gradient) if slope else gradient
        if turns:
            bias = w - step * gradient * (np.arange(len(w)) == 0)
            gradient = np.r_[gradient[0], (-A.T @ (y / (1 + np.exp(y * (A @ bias)))) / len(y))[1:]]
        path.append(w - step / (k + 1 if decay else 1) * gradient)
    return np.array(path)


def errors(X, y, path, lost=lambda m: m <= 0):
    return np.array([int(lost(y * (w[0] + X @ w[1:])).sum()) for w in path])


def trained(lost=lambda m: m <= 0, more=0, last=-1, **slip):
    def train(X, y, step, steps):
        path = softmax_path(X, y, np.zeros(X.shape[1] + 1), step, steps + more, **slip)
        return path[last], errors(X, y, path[1:], lost)

    return train


def changed(function, change, part=None):
    """Return a function whose result, or one part of it, is changed."""

    def other(*arguments):
        found = function(*arguments)
        if part is None:
            return change(found)
        return tuple(change(each) if k == part else each for k, each in enumerate(found))

    return other


def costs(w_of=lambda w: w, cost=lambda m: np.log(1 + np.exp(-m)).mean(), more=0, **slip):
    def descend(X, y, w, step, steps):
        path = softmax_path(X, y, w_of(w), step, steps + more, **slip)
        return np.array([cost(y * (each[0] + X @ each[1:])) for each in path])

    return descend


def in_place(X, y, w, step, steps):
    A = np.column_stack([np.ones(len(y)), X])
    found = []
    for _ in range(steps + 1):
        found.append(np.log(1 + np.exp(-y * (A @ w))).mean())
        w -= -step * A.T @ (y / (1 + np.exp(y * (A @ w)))) / len(y)
    return found


def tied_up(X, y, step, steps, sign=lambda each: np.where(each > 0, 1, -1)):
    path = softmax_path(X, y, np.zeros(X.shape[1] + 1), step, steps)[1:]
    return path[-1], [int((sign(w[0] + X @ w[1:]) != y).sum()) for w in path]


SOFTMAX: Table = {
    "9.1 training": {
        "−1 unless positive": tied_up,
        "one step less": trained(more=-1),
        "one step more": trained(more=1),
        "weights before the last step": trained(last=-2),
        "half": trained(slope=lambda g: g / 2),
        "old gradient": trained(stale=True),
        "shorter and shorter steps": trained(decay=True),
        "share of errors": changed(trained(), lambda each: each / 30, 1),
        "one after the other": trained(turns=True),
        "errors added up": changed(trained(), np.cumsum, 1),
    },
    "9.5 descent": {
        "one step less": costs(more=-1),
        "start left out": changed(costs(more=1), lambda each: each[1:]),
        "half": costs(slope=lambda g: g / 2),
        "old gradient": costs(stale=True),
        "shorter and shorter steps": costs(decay=True),
        "one after the other": costs(turns=True),
        "bias last": costs(w_of=lambda w: np.roll(w, 1)),
        "bias starts at 0": costs(w_of=lambda w: np.r_[0, w[1:]]),
        "lowest so far": changed(costs(), np.minimum.accumulate),
        "changed in place": in_place,
    },
}


def responses(image, kernel):
    return (np.lib.stride_tricks.sliding_window_view(image, kernel.shape) * kernel).sum(axis=(2, 3))


def strongest(window, kernels, response=lambda w, k: (w * k).sum(), first=0, last=None, size=np.abs, pick=np.argmax):
    found = np.array([response(window, kernel) for kernel in kernels[first:last]])
    best = int(pick(size(found)))
    return best, abs(found[best])


def strongest_loop(window, kernels, start=None):
    best, strength = 0, (window * kernels[0]).sum() if start is None else start
    for k, kernel in enumerate(kernels if start else kernels[1:], not start):
        if abs((window * kernel).sum()) > strength:
            best, strength = k, abs((window * kernel).sum())
    return best, strength


def shifted(image, kernel, skip=lambda i, j: False, add=True, at=lambda i, j: (i, j)):
    size = len(kernel)
    rows, columns = image.shape[0] - size + 1, image.shape[1] - size + 1
    found = np.zeros((rows, columns))
    for i in range(size):
        for j in range(size):
            if not skip(i, j):
                r, c = at(i, j)
                part = kernel[i, j] * np.roll(image, (-r, -c), axis=(0, 1))[:rows, :columns]
                found = found + part if add else part
    return found


def histogram(image, kernels, weigh=lambda s: s, total=np.sum, unit=lambda t: t / (np.linalg.norm(t) or 1), cut=0, least=0.0):
    sizes = np.abs([responses(image, kernel) for kernel in kernels])
    sizes = sizes[:, cut:, cut:]
    best = sizes.argmax(axis=0)
    kept = sizes.max(axis=0) >= least
    totals = [total(weigh(sizes[k][(best == k) & kept])) if ((best == k) & kept).any() else 0.0 for k in range(len(kernels))]
    return unit(np.array(totals, dtype=float))


EDGES: Table = {
    "9.2 strongest kernel": {
        "weakest": partial(strongest, pick=np.argmin),
        "most negative": partial(strongest, size=lambda each: -each),
        "squares": changed(strongest, np.square, 1),
        "last kernel left out": partial(strongest, last=-1),
        "first kernel left out": partial(strongest, first=1),
        "four kernels": partial(strongest, last=4),
        "first one without its size": strongest_loop,
        "strength starts at 1": partial(strongest_loop, start=1.0),
        "doubled": changed(strongest, lambda each: 2 * each, 1),
        "whole numbers": changed(strongest, lambda each: each // 1, 1),
    },
    "9.2 filter": {
        "last entry only": partial(shifted, add=False),
        "diagonal only": partial(shifted, skip=lambda i, j: i != j),
        "one to the right": partial(shifted, at=lambda i, j: (i, j + 1)),
        "row for column": partial(shifted, at=lambda i, j: (i, i)),
        "mirrored": lambda image, kernel: responses(image, kernel[:, ::-1]),
        "upside down": lambda image, kernel: responses(image, kernel[::-1]),
        "negative ones cut off": lambda image, kernel: np.maximum(responses(image, kernel), 0),
        "one place less": lambda image, kernel: responses(image, kernel)[:-1, :-1],
        "3 × 3 only": lambda image, kernel: shifted(image, kernel[:3, :3]),
        "image centred": lambda image, kernel: responses(image - image.mean(), kernel),
    },
    "9.2 edge histogram": {
        "squares": partial(histogram, weigh=np.square),
        "means": partial(histogram, total=np.mean),
        "largest strength": partial(histogram, total=np.max),
        "first row and column left out": partial(histogram, cut=1),
        "faint edges left out": partial(histogram, least=25.0),
        "whole strengths": partial(histogram, weigh=np.floor),
        "moved by one": lambda image, kernels: np.roll(histogram(image, kernels), 1),
        "other order": lambda image, kernels: histogram(image, kernels[::-1]),
        "kernels transposed": lambda image, kernels: histogram(image, kernels.transpose(0, 2, 1)),
        "NaN without edges": partial(histogram, unit=lambda t: t / np.linalg.norm(t)),
    },
}


def standardized(x, centre=np.mean, spread=np.std):
    return (x - centre(x)) / spread(x), centre(x), spread(x)


def root_mean_square(x):
    return np.sqrt(np.mean(x**2))


def line_path(x, y, step, steps, *, slope=lambda e, x: 2 * np.array([e.mean(), (e * x).mean()]), **slip):
    path = [np.zeros(2)]
    for k in range(steps + slip.get("more", 0)):
        at = path[0 if slip.get("stale") else -1]
        if slip.get("noted"):
            at = slip["noted"](at)
        path.append(path[-1] - step / (k + 1 if slip.get("decay") else 1) * slope(at[0] + at[1] * x - y, x))
    return np.array(path)


def one_array(x, y, step, steps):
    w, path = np.zeros(2), []
    for _ in range(steps + 1):
        path.append(w)
        w -= step * 2 * np.array([(w[0] + w[1] * x - y).mean(), ((w[0] + w[1] * x - y) * x).mean()])
    return np.array(path)


def hessian_of(x, corner=1.0, beside=None, last=None):
    beside, last = (x.mean() if beside is None else beside), ((x**2).mean() if last is None else last)
    return 2 * np.array([[corner, beside], [beside, last]])


def ratio(matrix, pick=lambda d: d[-1] / d[0]):
    return float(pick(np.linalg.eigvalsh(matrix)))


DEBT: Table = {
    "9.3 standardize": {
        "median": partial(standardized, centre=np.median),
        "spread about 0": partial(standardized, spread=root_mean_square),
        "sorted": lambda x: standardized(np.sort(x)),
        "from the minimum": partial(standardized, centre=np.min),
        "reversed": changed(standardized, lambda each: -each, 0),
        "mean of the scaled": changed(standardized, lambda _: 0.0, 1),
        "deviation of the scaled": changed(standardized, lambda _: 1.0, 2),
        "rounded mean": partial(standardized, centre=lambda x: round(x.mean())),
        "two examples less": partial(standardized, spread=lambda x: x.std(ddof=2)),
        "last example left out": partial(standardized, spread=lambda x: x[:-1].std()),
    },
    "9.3 descent": {
        "one array for all": one_array,
        "start left out": lambda x, y, step, steps: line_path(x, y, step, steps, more=1)[1:],
        "one step less": partial(line_path, more=-1),
        "old gradient": partial(line_path, stale=True),
        "slope first": lambda x, y, step, steps: line_path(x, y, step, steps)[:, ::-1],
        "weights swapped in the errors": partial(line_path, noted=lambda w: w[::-1]),
        "bias left out of the errors": partial(line_path, noted=lambda w: w * [0, 1]),
        "shorter and shorter steps": partial(line_path, decay=True),
        "slope kept": partial(line_path, slope=lambda e, x: 2 * np.array([e.mean(), 0])),
        "centred first": lambda x, y, step, steps: line_path(x - x.mean(), y, step, steps),
    },
    "9.3 line in years": {
        "slope upside down": lambda w, m, s: (w[0] - s / w[1] * m, s / w[1]),
        "mean and deviation swapped": lambda w, m, s: (w[0] - w[1] * s / m, w[1] / m),
        "mean in scaled units": lambda w, m, s: (w[0] - m / s, w[1] / s),
        "mean subtracted": lambda w, m, s: (w[0] - m, w[1] / s),
        "bias forgotten": lambda w, m, s: (-w[1] * m / s, w[1] / s),
        "slope reversed": lambda w, m, s: (w[0] - w[1] * m / s, -w[1] / s),
        "slope times deviation, and the bias scaled back like an example": lambda w, m, s: (w[0] * s + m, w[1] * s),
        "2009 typed in": lambda w, m, s: (w[0] - w[1] / s * 2009, w[1] / s),
        "deviation of 3 typed in": lambda w, m, s: (w[0] - w[1] / 3 * m, w[1] / 3),
        "weights swapped": lambda w, m, s: (w[1] - w[0] * m / s, w[0] / s),
    },
    "9.3 condition number": {
        "largest over smallest input": lambda x: abs(x).max() / abs(x).min(),
        "largest only": lambda x: ratio(hessian_of(x), lambda d: d[-1]),
        "Frobenius norm": lambda x: float(np.linalg.cond(hessian_of(x), "fro")),
        "squared": lambda x: ratio(hessian_of(x)) ** 2,
        "squared mean": lambda x: ratio(hessian_of(x, last=x.mean() ** 2)),
        "variance": lambda x: ratio(hessian_of(x, last=x.var())),
        "corner P": lambda x: ratio(hessian_of(x, corner=len(x))),
        "beside halved": lambda x: ratio(hessian_of(x, beside=x.mean() / 2)),
        "median": lambda x: ratio(hessian_of(x, beside=np.median(x))),
        "diagonal, the second entry": lambda x: float((x**2).mean()),
    },
}


def ones_and(X):
    return np.column_stack([np.ones(len(X)), X])


def second_moments(A, P=None):
    return 2 * A.T @ A / (len(A) if P is None else P)


def z(X, **options):
    return (X - X.mean(axis=0)) / X.std(axis=0, **options)


def correlated(r):
    a, b = np.sqrt(1 + r), np.sqrt(1 - r)
    return np.array([[a, a], [-a, -a], [b, -b], [-b, b]])


CIRCLES: Table = {
    "9.4 hessian": {
        "corner 1": partial(hessian_of, corner=0.5),
        "corner P": lambda x: hessian_of(x, corner=len(x)),
        "deviation": lambda x: hessian_of(x, last=x.std()),
        "root mean square": lambda x: hessian_of(x, last=root_mean_square(x)),
        "median": lambda x: hessian_of(x, beside=np.median(x)),
        "upper triangle": lambda x: np.triu(hessian_of(x)),
        "sign beside": lambda x: hessian_of(x, beside=-x.mean()),
        "sign": lambda x: -hessian_of(x),
        "sum of squares": lambda x: hessian_of(x, last=(x**2).sum()),
        "first example": lambda x: hessian_of(x[:1]),
    },
    "9.4 standardized hessian": {
        "bias last": lambda X: second_moments(ones_and(z(X)))[::-1, ::-1],
        "no ones": lambda X: second_moments(z(X)),
        "ones standardized": lambda X: second_moments(z(ones_and(X))),
        "from 0 to 1": lambda X: second_moments(ones_and((X - X.min(axis=0)) / np.ptp(X, axis=0))),
        "variance": lambda X: second_moments(ones_and((X - X.mean(axis=0)) / X.var(axis=0))),
        "divided only": lambda X: second_moments(ones_and(X / X.std(axis=0))),
        "identity": lambda X: 2 * np.eye(X.shape[1] + 1),
        "P − 1 in the mean": lambda X: second_moments(ones_and(z(X)), len(X) - 1),
        "one deviation": lambda X: second_moments(ones_and((X - X.mean(axis=0)) / X.std())),
        "upper triangle": lambda X: np.triu(second_moments(ones_and(z(X)))),
    },
    "9.4 counterexample": {
        "1 / kappa": lambda kappa: correlated(1 / kappa),
        "root of the correlation": lambda kappa: correlated(np.sqrt((kappa - 1) / (kappa + 1))),
        "kappa over kappa + 1": lambda kappa: correlated(kappa / (kappa + 1)),
        "upside down": lambda kappa: correlated((kappa + 1) / (kappa - 1)),
        "for 4": lambda kappa: correlated(3 / 5),
        "for 9": lambda kappa: correlated(4 / 5),
        "constant feature": lambda kappa: np.array([[1.0, 1], [1, 2], [1, 3], [1, kappa]]),
        "unequal scales, uncorrelated": lambda kappa: correlated(0.0),
        "columns": lambda kappa: correlated((kappa - 1) / (kappa + 1)).T,
        "whole numbers": lambda kappa: (10 * correlated((kappa - 1) / (kappa + 1))).astype(int),
    },
}


def by_column(X, function):
    """Apply a function to the known values of each column."""
    return np.array([function(column[~np.isnan(column)]) for column in X.T])


def filled(values, *tables):
    return tuple(np.where(np.isnan(each), values, each) for each in tables)


def impute(values):
    return lambda train, new: filled(values(train), train, new)


def carried(X):
    X = X.copy()
    for p, n in zip(*np.isnan(X).nonzero(), strict=True):
        X[p, n] = X[p - 1, n] if p else 0.0
    return X


def positive_means(X):
    return np.array([column[column > 0].mean() for column in X.T])


def nonzero_means(X):
    return np.nansum(X, axis=0) / np.count_nonzero(np.nan_to_num(X), axis=0)


def scale_with(train, new, centre=np.mean, spread=np.std, fill=np.nanmean):
    train, new = filled(fill(train, axis=0), train, new)
    return tuple((each - centre(train, axis=0)) / spread(train, axis=0) for each in (train, new))


def one_gap_left(X, values):
    X = X.copy()
    for n in range(X.shape[1]):
        X[np.isnan(X[:, n]).argmax(), n] = values[n]
    return X


MISSING: Table = {
    "9.5 known means": {
        "positive values": positive_means,
        "values that are not 0": nonzero_means,
        "one gap a column": lambda X: np.nansum(X, axis=0) / (len(X) - 1),
        "smallest": lambda X: np.nanmin(X, axis=0),
        "first known": partial(by_column, function=lambda x: x[0]),
        "different values": partial(by_column, function=lambda x: np.unique(x).mean()),
        "whole means": lambda X: np.nanmean(X, axis=0) // 1,
        "rounded": lambda X: np.nanmean(X, axis=0).round(),
        "known values of all columns": lambda X: np.nansum(X, axis=0) / (~np.isnan(X)).sum(),
        "last example left out": lambda X: np.nanmean(X[:-1], axis=0),
    },
    "9.5 impute": {
        "positive values": impute(positive_means),
        "values that are not 0": impute(nonzero_means),
        "minus one": impute(lambda X: -1.0),
        "largest": impute(partial(np.nanmax, axis=0)),
        "rounded": impute(lambda X: np.nanmean(X, axis=0).round()),
        "divided by all": impute(lambda X: np.nansum(X, axis=0) / len(X)),
        "new left as it was": lambda train, new: (filled(np.nanmean(train, axis=0), train)[0], new),
        "own means of the new, in both": lambda train, new: filled(np.nanmean(new, axis=0), train, new),
        "first gap only": lambda train, new: tuple(one_gap_left(X, np.nanmean(train, axis=0)) for X in (train, new)),
        "value above": lambda train, new: (carried(train), carried(new)),
    },
    "9.5 prepare": {
        "filled only": impute(partial(np.nanmean, axis=0)),
        "divided only": partial(scale_with, centre=lambda X, axis: 0.0),
        "variance": partial(scale_with, spread=np.var),
        "range": partial(scale_with, spread=np.ptp),
        "medians filled in": partial(scale_with, fill=np.nanmedian),
        "medians subtracted": partial(scale_with, centre=np.median),
        "positive values": partial(scale_with, fill=lambda X, axis: positive_means(X)),
        "new filled with its means": lambda train, new: scale_with(train, *filled(np.nanmean(new, axis=0), new)),
        "one deviation": partial(scale_with, spread=lambda X, axis: X.std()),
        "one mean": partial(scale_with, centre=lambda X, axis: X.mean()),
    },
}


def eig(X, ddof=0):
    A = X - X.mean(axis=0)
    return A, *np.linalg.eigh(A.T @ A / (len(X) - ddof))


def sphered(X, *, new=None, d_of=lambda d: d[::-1], V_of=lambda V: V[:, ::-1], use=lambda A, V, d: A @ V / np.sqrt(d), **how):
    A, d, V = eig(X, **how)
    return use(A if new is None else new - X.mean(axis=0), V_of(V), d_of(d))


SPHERING_SLIPS: dict[str, dict] = {
    "eigenvalues not reversed": {"d_of": lambda d: d},
    "directions not reversed": {"V_of": lambda V: V},
    "rows reversed": {"V_of": lambda V: V[::-1]},
    "rotated back": {"use": lambda A, V, d: A @ V / np.sqrt(d) @ V.T},
    "multiplied": {"use": lambda A, V, d: A @ V * np.sqrt(d)},
    "one deviation for all": {"use": lambda A, V, d: A @ V / np.sqrt(d.mean())},
    "last direction lost": {"use": lambda A, V, d: (A @ V / np.sqrt(d))[:, :-1]},
    "scaled before rotating, in V": {"use": lambda A, V, d: A @ (V / np.sqrt(d)[:, None])},
}


def cholesky(X):
    return np.linalg.solve(np.linalg.cholesky(np.cov(X.T, bias=True)), (X - X.mean(axis=0)).T).T


SPHERES: Table = {
    "9.6 covariance": {
        "diagonal": lambda X: np.diag(X.var(axis=0)),
        "one mean": lambda X: (X - X.mean()).T @ (X - X.mean()) / len(X),
        "upper triangle": lambda X: np.triu(np.cov(X.T, bias=True)),
        "not divided, one factor not centred": lambda X: (X - X.mean(axis=0)).T @ X,
        "divided twice": lambda X: np.cov(X.T, bias=True) / len(X),
        "P + 1": lambda X: np.cov(X.T, bias=True) * len(X) / (len(X) + 1),
        "last example left out": lambda X: np.cov(X[:-1].T, bias=True),
        "first example left out": lambda X: np.cov(X[1:].T, bias=True),
        "12 examples": lambda X: np.cov(X.T, bias=True) * len(X) / 12,
        "rows are features": lambda X: np.cov(X, bias=True),
    },
    "9.6 sphere": {name: partial(sphered, **slip) for name, slip in SPHERING_SLIPS.items()}
    | {
        "Cholesky": cholesky,
        "correlations rotated": lambda X: sphered(z(X)),
        "length 1": lambda X: np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[0],
    },
    "9.6 new examples": {name: lambda X, new, slip=slip: sphered(X, new=new, **slip) for name, slip in SPHERING_SLIPS.items()}
    | {
        "narrowest first": lambda X, new: sphered(X, new=new)[:, ::-1],
        "by the variance": lambda X, new: sphered(X, new=new, use=lambda A, V, d: A @ V / d),
        "V transposed": lambda X, new: sphered(X, new=new, use=lambda A, V, d: A @ V.T / np.sqrt(d)),
        "not rotated": lambda X, new: (new - X.mean(axis=0)) / X.std(axis=0),
        "one example less": lambda X, new: sphered(X, new=new, ddof=1),
        "new's deviations": lambda X, new: sphered(X, new=new, use=lambda A, V, d: A @ V / (A @ V).std(axis=0)),
        "new's directions": lambda X, new: (new - X.mean(axis=0)) @ eig(new)[2][:, ::-1] / np.sqrt(eig(X)[1][::-1]),
        "scaled before rotating": lambda X, new: sphered(X, new=new, use=lambda A, V, d: A / np.sqrt(d) @ V),
    },
    "9.6 quadratic": {
        "P − 1": lambda X: second_moments(ones_and(X), len(X) - 1) / 2,
        "half": lambda X: second_moments(ones_and(X)) / 4,
        "beside doubled": lambda X: (C := second_moments(ones_and(X)) / 2) * (2 - np.eye(len(C))),
        "diagonal": lambda X: np.diag(np.diag(second_moments(ones_and(X)) / 2)),
        "centred, with ones": lambda X: second_moments(ones_and(X - X.mean(axis=0))) / 2,
        "standardized": lambda X: second_moments(ones_and(z(X))) / 2,
        "variances on the diagonal": lambda X: second_moments(ones_and(X)) / 2 - np.diag([0, *X.mean(axis=0) ** 2]),
        "upper triangle": lambda X: np.triu(second_moments(ones_and(X)) / 2),
        "examples × examples": lambda X: ones_and(X) @ ones_and(X).T / len(X),
        "divided by features": lambda X: second_moments(ones_and(X), X.shape[1]) / 2,
    },
}


def slope_of(X, y, w):
    return 2 * ones_and(X).T @ (ones_and(X) @ w - y) / len(y)


def curvatures_of(X):
    return 2 * (ones_and(X) ** 2).mean(axis=0)


def step_by(curvatures, slope=slope_of):
    return lambda X, y, w: w - slope(X, y, w) / curvatures(X)


def one_step(X, y, *, curvature=2.0, ddof=0, steps=1, back=lambda V, v, d: V @ (v / np.sqrt(d)), bias=None, order=slice(None)):
    A, d, V = eig(X, ddof=ddof)
    S = ones_and(A @ V / np.sqrt(d))
    w = np.zeros(S.shape[1])
    for _ in range(steps):
        w = w - 2 * S.T @ (S @ w - y) / len(y) / curvature
    weights = back(V, w[1:][order], d)
    return (w[0] - X.mean(axis=0) @ weights if bias is None else bias(X, y, w, weights)), weights


NEWTON: Table = {
    "9.8 gradient": {
        "y left out": lambda X, y, w: slope_of(X, 0 * y, w),
        "P − 1": lambda X, y, w: slope_of(X, y, w) * len(y) / (len(y) - 1),
        "divided by features": lambda X, y, w: slope_of(X, y, w) * len(y) / X.shape[1],
        "first example": lambda X, y, w: slope_of(X[:1], y[:1], w),
        "last example": lambda X, y, w: slope_of(X[-1:], y[-1:], w),
        "bias kept": lambda X, y, w: slope_of(X, y, w) * np.r_[0, np.ones(X.shape[1])],
        "features only": lambda X, y, w: slope_of(X, y, w)[1:],
        "weights of the bias last": lambda X, y, w: slope_of(X, y, np.roll(w, 1)),
        "at zero": lambda X, y, w: slope_of(X, y, 0 * w),
        "centred": lambda X, y, w: slope_of(X - X.mean(axis=0), y, w),
    },
    "9.8 simplified step": {
        "bias by 1": step_by(lambda X: np.r_[1, curvatures_of(X)[1:]]),
        "bias kept": step_by(lambda X: np.r_[np.inf, curvatures_of(X)[1:]]),
        "roots": step_by(lambda X: np.sqrt(curvatures_of(X))),
        "largest curvature": step_by(lambda X: curvatures_of(X).max()),
        "half a step": step_by(lambda X: 2 * curvatures_of(X)),
        "two steps": lambda X, y, w: step_by(curvatures_of)(X, y, step_by(curvatures_of)(X, y, w)),
        "from zero": lambda X, y, w: step_by(curvatures_of)(X, y, 0 * w),
        "step only": lambda X, y, w: -slope_of(X, y, w) / curvatures_of(X),
        "deviations": step_by(lambda X: np.r_[2, 2 * X.std(axis=0)]),
        "centred": lambda X, y, w: step_by(curvatures_of)(X - X.mean(axis=0), y, w),
    },
    "9.8 one step": {
        "no bias": lambda X, y: (0.0, np.linalg.lstsq(X, y, rcond=None)[0]),
        "bias forgotten": partial(one_step, bias=lambda X, y, w, weights: -X.mean(axis=0) @ weights),
        "V transposed": partial(one_step, back=lambda V, v, d: V.T @ (v / np.sqrt(d))),
        "not divided": partial(one_step, back=lambda V, v, d: V @ v),
        "by the variances": partial(one_step, back=lambda V, v, d: V @ (v / d)),
        "divided after rotating": partial(one_step, back=lambda V, v, d: (V @ v) / np.sqrt(d)),
        "not rotated back": partial(one_step, back=lambda V, v, d: v / np.sqrt(d)),
        "order mixed up": partial(one_step, order=slice(None, None, -1)),
        "one example less": partial(one_step, ddof=1),
        "half a step": partial(one_step, curvature=4.0),
    },
}


def ends(train, new, low=np.min, high=np.max, rule=lambda t, low, high: (t - low) / (high - low)):
    low, high = low(train, axis=0), high(train, axis=0)
    return rule(train, low, high), rule(new, low, high)


def scores(train, new, ddof, centre=np.mean, spread=np.std):
    centre, spread = centre(train, axis=0), spread(train, axis=0, ddof=ddof)
    return (train - centre) / spread, (new - centre) / spread


def power_table(x, degree, rule=lambda x, d: x**d, first=1):
    return np.column_stack([rule(x, d) for d in range(first, degree + first)])


RESCALING: Table = {
    "C1 min-max tables": {
        "range and one": partial(ends, rule=lambda t, low, high: (t - low) / (high - low + 1)),
        "from the largest": partial(ends, rule=lambda t, low, high: (high - t) / (high - low)),
        "brackets left out": partial(ends, rule=lambda t, low, high: t - low / (high - low)),
        "smallest starts at 0": partial(ends, low=lambda t, axis: np.minimum(t.min(axis=axis), 0)),
        "largest starts at 0": partial(ends, high=lambda t, axis: np.maximum(t.max(axis=axis), 0)),
        "first and last example": partial(ends, low=lambda t, axis: t[0], high=lambda t, axis: t[-1]),
        "cut off above": changed(ends, lambda t: np.minimum(t, 1), 1),
        "cut off below": changed(ends, lambda t: np.maximum(t, 0), 1),
        "new as it was": lambda train, new: (ends(train, new)[0], new),
        "own ends of the new, for both": lambda train, new: ends(new, train)[::-1],
    },
    "C1 z-score tables": {
        "median": partial(scores, centre=np.median),
        "not centred": partial(scores, centre=lambda t, axis: 0.0),
        "other ddof": lambda train, new, ddof: scores(train, new, 1 - ddof),
        "one mean": partial(scores, centre=lambda t, axis: t.mean()),
        "one deviation": partial(scores, spread=lambda t, axis, ddof: t.std(ddof=ddof)),
        "root of the sum": partial(scores, spread=lambda t, axis, ddof: np.sqrt(t.var(axis=0) * len(t))),
        "always P, for the new table": lambda train, new, ddof: (scores(train, new, ddof)[0], scores(train, new, 0)[1]),
        "own scores of the new, for both": lambda train, new, ddof: scores(new, train, ddof)[::-1],
        "new as it was": lambda train, new, ddof: (scores(train, new, ddof)[0], new),
        "cut off at 3": changed(scores, lambda t: np.clip(t, -3, 3), 1),
    },
    "C1 powers": {
        "from the square on": partial(power_table, first=2),
        "one power less": lambda x, degree: power_table(x, degree - 1),
        "one power more": lambda x, degree: power_table(x, degree + 1),
        "sizes": lambda x, degree: power_table(abs(x), degree),
        "sums": lambda x, degree: power_table(x, degree).cumsum(axis=1),
        "products": lambda x, degree: power_table(x, degree).cumprod(axis=1),
        "sorted": lambda x, degree: power_table(np.sort(x), degree),
        "degree 3": lambda x, degree: power_table(x, 3),
        "whole numbers": lambda x, degree: power_table(x, degree).astype(int),
        "centred": lambda x, degree: power_table(x - x.mean(), degree),
    },
}

WRONG: Table = WORDS | CAPITALS | SOFTMAX | EDGES | DEBT | CIRCLES | MISSING | SPHERES | NEWTON | RESCALING


def counted(mail, words):
    found = dict.fromkeys(words, 0)
    total = 0
    for token in re.split("[^A-Za-z0-9]+", mail):
        total += bool(token)
        if token.lower() in found:
            found[token.lower()] += 1
    return [found[word] * 100.0 / total for word in words]


def by_groups(mail):
    lengths = [len(list(run)) for capital, run in groupby(mail, lambda each: "A" <= each <= "Z") if capital]
    return (np.average(lengths), np.int64(max(lengths)), np.float64(sum(lengths))) if lengths else (0.0, 0.0, 0.0)


def labels_to_probabilities(X, y, step, steps):
    w, wrong = np.zeros((X.shape[1] + 1, 1)), []
    A, t = ones_and(X), (y[:, None] + 1) / 2
    for _ in range(steps):
        w = w - step / len(y) * (A.T @ (1 / (1 + np.exp(-A @ w)) - t))
        wrong.append(len(y) - np.count_nonzero((A @ w)[:, 0] * y > 0))
    return w[:, 0].tolist(), tuple(wrong)


def example_by_example(X, y, w, step, steps):
    bias, weights, found = w[0], list(w[1:]), []
    for _ in range(steps + 1):
        outputs = [bias + sum(a * b for a, b in zip(x, weights, strict=True)) for x in X]
        found.append(sum(np.log1p(np.exp(-label * out)) for out, label in zip(outputs, y, strict=True)) / len(y))
        pulls = [label / (1 + np.exp(label * out)) / len(y) for out, label in zip(outputs, y, strict=True)]
        bias = bias + step * sum(pulls)
        weights = [b + step * sum(p * x[n] for p, x in zip(pulls, X, strict=True)) for n, b in enumerate(weights)]
    return found


def by_bincount(image, kernels):
    sizes = abs(np.einsum("rcij,kij->rck", np.lib.stride_tricks.sliding_window_view(image, (3, 3)), kernels))
    totals = np.bincount(sizes.argmax(axis=2).ravel(), sizes.max(axis=2).ravel(), minlength=len(kernels))
    return list(totals / max(np.sqrt(totals @ totals), 1e-300))


def standardized_with_variance(x):
    mean = np.average(x)
    deviation = np.mean((x - mean) ** 2) ** 0.5
    return [[(each - mean) / deviation] for each in x], mean, np.float64(deviation)


def columns_by_hand(X):
    N = X.shape[1]
    mean = [sum(row[n] for row in X) / len(X) for n in range(N)]
    return [[sum((row[i] - mean[i]) * (row[j] - mean[j]) for row in X) / len(X) for j in range(N)] for i in range(N)]


def filled_by_pandas(train, new):
    train, new = pd.DataFrame(train), pd.DataFrame(new)
    return train.fillna(train.mean()), new.fillna(train.mean())


def prepared_by_sklearn(train, new):
    steps = make_pipeline(SimpleImputer(), StandardScaler()).fit(train)
    return steps.transform(train), steps.transform(new)


def by_svd(X, new=None):
    mean = X.mean(axis=0)
    _, s, Vt = np.linalg.svd(X - mean, full_matrices=False)
    return ((X if new is None else new) - mean) @ Vt.T / s * np.sqrt(len(X))


def by_general_eigenvectors(X):
    values, vectors = np.linalg.eig(np.cov(X, rowvar=False, ddof=0))
    order = np.argsort(-values)
    return -(X - X.mean(axis=0)) @ vectors[:, order] * values[order] ** -0.5


RIGHT: Table = {
    "9.1 word frequencies": {"one pass": counted, "a loop": lambda mail, words: tuple(shares(words_of(mail), words))},
    "9.1 character frequencies": {
        "a counter": lambda mail, signs: [Counter(mail)[each] / len(mail) * 100 for each in signs],
        "a loop": lambda mail, signs: [sum(letter == each for letter in mail) * 100 / len(mail) for each in signs],
    },
    "9.1 capital runs": {
        "groupby": by_groups,
        "a loop": partial(in_a_loop, end=True),
    },
    "9.1 training": {"labels 0 and 1, as columns": labels_to_probabilities, "bias apart": trained()},
    "9.5 descent": {
        "loops": example_by_example,
        "a column": changed(costs(), lambda each: each[:, None]),
    },
    "9.2 strongest kernel": {
        "einsum": lambda w, k: ((r := abs(np.einsum("ij,kij->k", w, k))).argmax(), r.max()),
        "largest pair": lambda w, k: max((abs((w * each).sum()), n) for n, each in enumerate(k))[::-1],
    },
    "9.2 filter": {
        "SciPy": lambda image, kernel: correlate2d(image, kernel, mode="valid"),
        "SciPy, kernel turned": lambda image, kernel: convolve2d(image, kernel[::-1, ::-1], mode="valid"),
    },
    "9.2 edge histogram": {"bincount": by_bincount, "masks": histogram},
    "9.3 standardize": {
        "a column": standardized_with_variance,
        "SciPy": lambda x: (zscore(x), np.mean(x), np.std(x)),
    },
    "9.3 descent": {"bias and slope apart": line_path, "list": lambda *given: line_path(*given).tolist()},
    "9.3 line in years": {
        "two points": lambda w, m, s: tuple(np.polyfit([m, m + s], [w[0], w[0] + w[1]], 1)[::-1]),
        "list": lambda w, m, s: [float(w[0] - w[1] / s * m), float(w[1] / s)],
    },
    "9.3 condition number": {
        "singular values, squared": lambda x: np.linalg.cond(np.vander(x, 2)) ** 2,
        "cond": lambda x: np.linalg.cond(hessian_of(x)),
    },
    "9.4 hessian": {"matrix product": lambda x: second_moments(ones_and(x)), "list": lambda x: hessian_of(x).tolist()},
    "9.4 standardized hessian": {
        "einsum": lambda X: np.einsum("pi,pj->ij", A := ones_and(z(X)), A) * 2 / len(X),
        "sum of outer products": lambda X: sum(2 * np.outer(a, a) for a in ones_and(z(X))) / len(X),
    },
    "9.4 counterexample": {
        "negative correlation": lambda kappa: correlated(-(kappa - 1) / (kappa + 1)),
        "shifted and scaled": lambda kappa: (correlated((kappa - 1) / (kappa + 1)) * [1, -1e3] + [50, 3]).tolist(),
    },
    "9.5 known means": {
        "pandas": lambda X: pd.DataFrame(X).mean(),
        "a column": lambda X: np.nanmean(X, axis=0)[:, None],
    },
    "9.5 impute": {
        "pandas": filled_by_pandas,
        "list": lambda train, new: list(impute(partial(np.nanmean, axis=0))(train, new)),
    },
    "9.5 prepare": {"scikit-learn": prepared_by_sklearn, "filled first": scale_with},
    "9.6 covariance": {
        "loops": columns_by_hand,
        "np.cov": lambda X: np.cov(X, rowvar=False, ddof=0),
    },
    "9.6 sphere": {
        "SVD": by_svd,
        "eig, sorted": by_general_eigenvectors,
    },
    "9.6 new examples": {
        "SVD": by_svd,
        "einsum": lambda X, new: np.einsum("pn,nk->pk", sphered(X, new=new), np.eye(X.shape[1])),
    },
    "9.6 quadratic": {
        "sum of outer products": lambda X: sum(np.outer(a, a) for a in ones_and(X)) / len(X),
        "einsum": lambda X: (np.einsum("pi,pj->ij", ones_and(X), ones_and(X)) / len(X)).tolist(),
    },
    "9.8 gradient": {
        "loops": lambda X, y, w: [
            2 * sum((a @ w - out) * a[n] for a, out in zip(ones_and(X), y, strict=True)) / len(y) for n in range(len(w))
        ],
        "a row": lambda X, y, w: slope_of(X, y, w)[None],
    },
    "9.8 simplified step": {
        "diagonal of the Hessian": step_by(lambda X: np.diag(second_moments(ones_and(X)))),
        "list": lambda X, y, w: step_by(curvatures_of)(X, y, w).tolist(),
    },
    "9.8 one step": {
        "two steps": partial(one_step, steps=2),
        "scikit-learn": lambda X, y: [(fit := LinearRegression().fit(X, y)).intercept_, fit.coef_],
    },
    "C1 min-max tables": {
        "loops": lambda train, new: tuple(
            np.column_stack([(t[:, n] - c.min()) / np.ptp(c) for n, c in enumerate(train.T)]) for t in (train, new)
        ),
        "scikit-learn": lambda train, new: [(s := MinMaxScaler().fit(train)).transform(train), s.transform(new)],
    },
    "C1 z-score tables": {
        "root of np.var": partial(scores, spread=lambda t, axis, ddof: np.sqrt(t.var(axis=axis, ddof=ddof))),
        "pandas": lambda train, new, ddof: tuple(
            (pd.DataFrame(t) - pd.DataFrame(train).mean()) / pd.DataFrame(train).std(ddof=ddof) for t in (train, new)
        ),
    },
    "C1 powers": {
        "outer": lambda x, degree: np.power.outer(x, np.arange(1, degree + 1)).tolist(),
        "products": lambda x, degree: np.cumprod(np.tile(x[:, None], degree), axis=1),
    },
}
