"""Mistakes in the tasks of exercises 9.1 to 9.6, 9.8 and C1 that are in no list, and right forms; see `test_plausible`."""

import re
from collections import Counter
from itertools import groupby

import numpy as np
import pandas as pd
from scipy.signal import convolve2d, correlate2d
from scipy.stats import zscore
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

WRONG = {
    "9.1 word frequencies": {
        "letters only": ("[a-z0-9]+", "[a-z]+"),
        "digits are words of their own": ("[a-z0-9]+", "[a-z]+|[0-9]+"),
        "signs stripped at the ends": (
            're.findall(r"[a-z0-9]+", mail.lower())',
            '[word for each in mail.lower().split() if (word := each.strip(".,;!?:$"))]',
        ),
        "signs deleted": ('re.findall(r"[a-z0-9]+", mail.lower())', 're.sub("[^a-z0-9 \\n]", "", mail.lower()).split()'),
        "one word less": ("len(found)", "max(len(found) - 1, 1)"),
        "total cut at spaces": ("len(found)", "len(mail.split())"),
        "whole percent": ("100 * found.count(word) /", "100 * found.count(word) //"),
        "per thousand": ("100 *", "1000 *"),
        "alphabetical": ("in words]", "in sorted(words)]"),
        "last word lost": ("mail.lower())", "mail.lower())[:-1]"),
    },
    "9.1 character frequencies": {
        "letters and digits": ("len(mail)", "sum(map(str.isalnum, mail))"),
        "one less": ("len(mail)", "(len(mail) - 1)"),
        "present or not": ("mail.count(character)", "(character in mail)"),
        "all signs together": ("mail.count(character)", "sum(map(mail.count, characters))"),
        "whole percent": ("100 * mail.count(character) /", "100 * mail.count(character) //"),
        "alphabetical": ("in characters]", "in sorted(characters)]"),
        "different characters": ("len(mail)", "len(set(mail))"),
        "white space at the ends": ("    return", "    mail = mail.strip()\n    return"),
        "first line": ("    return", "    mail = mail.splitlines()[0]\n    return"),
        "last character lost": ("    return", "    mail = mail[:-1]\n    return"),
    },
    "9.1 capital runs": {
        "last run lost, in a loop": ("    if not", "    lengths = lengths[: -1 if mail[-1].isupper() else None]\n    if not"),
        "first run lost": ("    if not", "    lengths = lengths[1:]\n    if not"),
        "counter never reset": ("    if not", "    lengths = np.cumsum(lengths).tolist()\n    if not"),
        "Z left out": ("[A-Z]+", "[A-Y]+"),
        "first run for the longest": ("max(lengths)", "lengths[0]"),
        "last run for the longest": ("max(lengths)", "lengths[-1]"),
        "median": ("sum(lengths) / len(lengths)", "np.median(lengths)"),
        "digits": ("[A-Z]+", "[A-Z0-9]+"),
        "at word beginnings": ('"[A-Z]+"', 'r"\\b[A-Z]+"'),
        "one without capitals": ("return 0, 0, 0", "return 1, 1, 1"),
    },
    "9.1 training": {
        "−1 unless positive": ("y * (A @ w) <= 0", "np.where(A @ w > 0, 1, -1) != y"),
        "one step less": ("range(steps)", "range(steps - 1)"),
        "one step more": ("range(steps)", "range(steps + 1)"),
        "weights before the last step": (
            "        w = w -",
            "        before = w\n        w = w -",
            "return w,",
            "return before,",
        ),
        "half": ("step_length * gradient", "step_length / 2 * gradient"),
        "old gradient": ("np.exp(y * (A @ w))", "np.exp(y * (A @ (0 * w)))"),
        "shorter and shorter steps": ("for _ in", "for k in", "step_length * gradient", "step_length / (k + 1) * gradient"),
        "share of errors": ("int((y * (A @ w) <= 0).sum())", "(y * (A @ w) <= 0).mean()"),
        "one after the other": (
            "        w = w - step_length * gradient\n",
            "        w = w - step_length * gradient * (np.arange(len(w)) == 0)\n"
            "        gradient = -A.T @ (y / (1 + np.exp(y * (A @ w)))) / len(y)\n"
            "        w = w - step_length * gradient * (np.arange(len(w)) > 0)\n",
        ),
        "errors added up": ("np.array(wrong)", "np.cumsum(wrong)"),
    },
    "9.5 descent": {
        "one step less": ("range(steps)", "range(steps - 1)"),
        "start left out": ("range(steps)", "range(steps + 1)", "np.array(costs)", "np.array(costs[1:])"),
        "half": ("step_length *", "step_length / 2 *"),
        "old gradient": ("    costs = [", "    start = w\n    costs = [", "np.exp(y * (A @ w))", "np.exp(y * (A @ start))"),
        "shorter and shorter steps": ("for _ in", "for k in", "step_length *", "step_length / (k + 1) *"),
        "one after the other": (
            "        w = w - step_length * (-A.T",
            "        for own in (np.arange(len(w)) == 0, np.arange(len(w)) > 0):\n"
            "            w = w - step_length * own * (-A.T",
        ),
        "bias last": ("np.ones(len(X)), X", "X, np.ones(len(X))"),
        "bias starts at 0": ("    costs = [", "    w = np.append(0, w[1:])\n    costs = ["),
        "lowest so far": ("np.array(costs)", "np.minimum.accumulate(costs)"),
        "changed in place": ("w = w - step_length", "w -= step_length"),
    },
    "9.2 strongest kernel": {
        "weakest": ("argmax", "argmin"),
        "most negative": ("np.abs(responses).argmax()", "responses.argmin()"),
        "squares": ("np.abs(responses[best])", "responses[best] ** 2"),
        "last kernel left out": ("in kernels]", "in kernels[:-1]]"),
        "first kernel left out": ("in kernels]", "in kernels[1:]]"),
        "four kernels": ("in kernels]", "in kernels[:4]]"),
        "first one without its size": (
            "    best =",
            "    responses[1:] = np.abs(responses[1:])\n    best =",
            "np.abs(responses).",
            "responses.",
        ),
        "strength starts at 1": ("    return", "    if np.abs(responses[best]) <= 1:\n        return 0, 1.0\n    return"),
        "doubled": ("np.abs(responses[best])", "2 * np.abs(responses[best])"),
        "whole numbers": ("np.abs(responses[best])", "np.abs(responses[best]) // 1"),
    },
    "9.2 filter": {
        "last entry only": ("responses +=", "responses ="),
        "diagonal only": ("kernel[i, j]", "(i == j) * kernel[i, j]"),
        "one to the right": (
            "image[i : i + rows, j : j + columns]",
            "np.roll(image, (-i, -j - 1), axis=(0, 1))[:rows, :columns]",
        ),
        "row for column": ("j : j + columns", "i : i + columns"),
        "mirrored": ("kernel[i, j]", "kernel[i, -1 - j]"),
        "upside down": ("kernel[i, j]", "kernel[-1 - i, j]"),
        "negative ones cut off": ("return responses", "return np.maximum(responses, 0)"),
        "one place less": ("return responses", "return responses[:-1, :-1]"),
        "3 × 3 only": ("    size =", "    kernel = kernel[:3, :3]\n    size ="),
        "image centred": ("    size =", "    image = image - image.mean()\n    size ="),
    },
    "9.2 edge histogram": {
        "squares": ("sizes[k][strongest == k]", "(sizes[k][strongest == k] ** 2)"),
        "means": ("[strongest == k].sum()", "[strongest == k].sum() / max((strongest == k).sum(), 1)"),
        "largest strength": ("sizes[k][strongest == k].sum()", "max(sizes[k][strongest == k], default=0)"),
        "first row and column left out": ("    strongest =", "    sizes = sizes[:, 1:, 1:]\n    strongest ="),
        "faint edges left out": ("[strongest == k]", "[(strongest == k) & (sizes[k] >= 25)]"),
        "whole strengths": ("sizes[k][strongest == k]", "sizes[k][strongest == k].astype(int)"),
        "moved by one": ("    length =", "    totals = np.roll(totals, 1)\n    length ="),
        "other order": ("in kernels]", "in kernels[::-1]]"),
        "kernels transposed": ("(image, kernel) for", "(image, kernel.T) for"),
        "NaN without edges": (" if length > 0 else totals", ""),
    },
    "9.3 standardize": {
        "median": ("x.mean()", "np.median(x)"),
        "spread about 0": ("x.std()", "np.sqrt(np.mean(x**2))"),
        "sorted": ("(x - mean)", "(np.sort(x) - mean)"),
        "from the minimum": ("x.mean()", "x.min()"),
        "reversed": ("(x - mean)", "(mean - x)"),
        "mean of the scaled": ("deviation, mean,", "deviation, 0.0,"),
        "deviation of the scaled": ("deviation, mean, deviation", "deviation, mean, 1.0"),
        "rounded mean": ("x.mean()", "round(x.mean())"),
        "two examples less": ("x.std()", "x.std(ddof=2)"),
        "last example left out": ("x.std()", "x[:-1].std()"),
    },
    "9.3 descent": {
        "one array for all": ("w = w - step_length", "w -= step_length"),
        "start left out": ("range(steps)", "range(steps + 1)", "np.array(path)", "np.array(path[1:])"),
        "one step less": ("range(steps)", "range(steps - 1)"),
        "old gradient": ("w[0] + w[1] * x", "0 * x"),
        "slope first": ("np.array(path)", "np.array(path)[:, ::-1]"),
        "weights swapped in the errors": ("w[0] + w[1] * x", "w[1] + w[0] * x"),
        "bias left out of the errors": ("w[0] + w[1] * x", "w[1] * x"),
        "shorter and shorter steps": ("for _ in", "for k in", "step_length *", "step_length / (k + 1) *"),
        "slope kept": ("(errors * x).mean()", "0"),
        "centred first": ("    w = np.zeros(2)", "    w, x = np.zeros(2), x - x.mean()"),
    },
    "9.3 line in years": {
        "slope upside down": ("w[1] / deviation", "deviation / w[1]"),
        "mean and deviation swapped": ("    slope =", "    mean, deviation = deviation, mean\n    slope ="),
        "mean in scaled units": ("w[0] - slope * mean", "w[0] - mean / deviation"),
        "mean subtracted": ("slope * mean", "mean"),
        "bias forgotten": ("w[0] - slope", "-slope"),
        "slope reversed": ("mean, slope", "mean, -slope"),
        "slope times deviation, and the bias scaled back like an example": (
            *("w[1] / deviation", "w[1] * deviation"),
            *("w[0] - slope * mean", "w[0] * deviation + mean"),
        ),
        "2009 typed in": ("slope * mean", "slope * 2009"),
        "deviation of 3 typed in": ("/ deviation", "/ 3"),
        "weights swapped": ("    slope =", "    w = w[::-1]\n    slope ="),
    },
    "9.3 condition number": {
        "largest over smallest input": ("largest / smallest", "abs(x).max() / abs(x).min()"),
        "largest only": ("largest / smallest", "largest"),
        "Frobenius norm": ("largest / smallest", 'np.linalg.cond(hessian, "fro")'),
        "squared": ("largest / smallest", "(largest / smallest) ** 2"),
        "squared mean": ("(x**2).mean()", "x.mean() ** 2"),
        "variance": ("(x**2).mean()", "x.var()"),
        "corner P": ("[[1,", "[[len(x),"),
        "beside halved": ("x.mean()], [x.mean()", "x.mean() / 2], [x.mean() / 2"),
        "median": ("x.mean()], [x.mean()", "np.median(x)], [np.median(x)"),
        "diagonal, the second entry": ("largest / smallest", "(x**2).mean()"),
    },
    "9.4 hessian": {
        "corner 1": ("[[1,", "[[0.5,"),
        "corner P": ("[[1,", "[[len(x),"),
        "deviation": ("(x**2).mean()", "x.std()"),
        "root mean square": ("(x**2).mean()", "np.sqrt((x**2).mean())"),
        "median": ("x.mean()], [x.mean()", "np.median(x)], [np.median(x)"),
        "upper triangle": ("np.array", "np.triu"),
        "sign beside": ("x.mean()], [x.mean()", "-x.mean()], [-x.mean()"),
        "sign": ("2 * np", "-2 * np"),
        "sum of squares": ("(x**2).mean()", "(x**2).sum()"),
        "first example": ("    return", "    x = x[:1]\n    return"),
    },
    "9.4 standardized hessian": {
        "bias last": ("np.ones(len(Z)), Z", "Z, np.ones(len(Z))"),
        "no ones": ("np.column_stack([np.ones(len(Z)), Z])", "Z"),
        "ones standardized": ("np.column_stack([np.ones(len(Z)), Z])", "np.column_stack([np.full(len(Z), np.nan), Z])"),
        "from 0 to 1": ("(X - X.mean(axis=0)) / X.std(axis=0)", "(X - X.min(axis=0)) / np.ptp(X, axis=0)"),
        "variance": ("X.std", "X.var"),
        "divided only": ("(X - X.mean(axis=0))", "X"),
        "identity": ("A.T @ A / len(Z)", "np.eye(A.shape[1])"),
        "P − 1 in the mean": ("/ len(Z)", "/ (len(Z) - 1)"),
        "one deviation": ("X.std(axis=0)", "X.std()"),
        "upper triangle": ("A.T @ A / len(Z)", "np.triu(A.T @ A / len(Z))"),
    },
    "9.4 counterexample": {
        "1 / kappa": ("np.sqrt(kappa), 1.0", "np.sqrt(1 + 1 / kappa), np.sqrt(1 - 1 / kappa)"),
        "root of the correlation": (
            *("    a, b =", "    r = np.sqrt((kappa - 1) / (kappa + 1))\n    a, b ="),
            *("np.sqrt(kappa), 1.0", "np.sqrt(1 + r), np.sqrt(1 - r)"),
        ),
        "kappa over kappa + 1": ("np.sqrt(kappa), 1.0", "np.sqrt(2 * kappa + 1), 1.0"),
        "upside down": (
            *("    a, b =", "    r = (kappa + 1) / (kappa - 1)\n    a, b ="),
            *("np.sqrt(kappa), 1.0", "np.sqrt(1 + r), np.sqrt(1 - r)"),
        ),
        "for 4": ("np.sqrt(kappa)", "2.0"),
        "for 9": ("np.sqrt(kappa)", "3.0"),
        "constant feature": ("[[a, a], [-a, -a], [b, -b], [-b, b]]", "[[1, 1], [1, 2], [1, 3], [1, kappa]]"),
        "unequal scales, uncorrelated": ("np.sqrt(kappa)", "1.0"),
        "columns": ("[-b, b]])", "[-b, b]]).T"),
        "whole numbers": ("[-b, b]])", "[-b, b]]).astype(int)"),
    },
    "9.5 known means": {
        "positive values": ("(X,", "(np.where(X > 0, X, np.nan),"),
        "values that are not 0": ("(X,", "(np.where(X == 0, np.nan, X),"),
        "one gap a column": ("np.nanmean(X, axis=0)", "np.nansum(X, axis=0) / (len(X) - 1)"),
        "smallest": ("nanmean", "nanmin"),
        "first known": ("np.nanmean(X, axis=0)", "np.array([x[~np.isnan(x)][0] for x in X.T])"),
        "different values": ("np.nanmean(X, axis=0)", "np.array([np.nanmean(np.unique(x)) for x in X.T])"),
        "whole means": ("axis=0)", "axis=0) // 1"),
        "rounded": ("axis=0)", "axis=0).round()"),
        "known values of all columns": ("np.nanmean(X, axis=0)", "np.nansum(X, axis=0) / (~np.isnan(X)).sum()"),
        "last example left out": ("(X,", "(X[:-1],"),
    },
    "9.5 impute": {
        "positive values": ("nanmean(train", "nanmean(np.where(train > 0, train, np.nan)"),
        "values that are not 0": ("nanmean(train", "nanmean(np.where(train == 0, np.nan, train)"),
        "minus one": ("np.nanmean(train, axis=0)", "-1.0"),
        "largest": ("nanmean", "nanmax"),
        "rounded": ("np.nanmean(train, axis=0)", "np.nanmean(train, axis=0).round()"),
        "divided by all": ("np.nanmean(train, axis=0)", "np.nansum(train, axis=0) / len(train)"),
        "new left as it was": ("np.where(np.isnan(new), means, new)", "new"),
        "own means of the new, in both": ("np.nanmean(train", "np.nanmean(new"),
        "first gap only": (
            *("    return", "    def first(X):\n        return np.isnan(X) & (np.isnan(X).cumsum(axis=0) == 1)\n\n    return"),
            *("np.isnan(train), means", "first(train), means", "np.isnan(new), means", "first(new), means"),
        ),
        "value above": (
            *("np.isnan(train), means", "np.isnan(train), np.roll(train, 1, axis=0)"),
            *("np.isnan(new), means", "np.isnan(new), np.roll(new, 1, axis=0)"),
        ),
    },
    "9.5 prepare": {
        "filled only": ("(train - means) / deviations, (new - means) / deviations", "train, new"),
        "divided only": ("(train - means) / deviations, (new - means) / deviations", "train / deviations, new / deviations"),
        "variance": ("train.std", "train.var"),
        "range": ("train.std(axis=0)", "np.ptp(train, axis=0)"),
        "medians filled in": ("nanmean", "nanmedian"),
        "medians subtracted": ("train.mean(axis=0)", "np.median(train, axis=0)"),
        "positive values": ("nanmean(train", "nanmean(np.where(train > 0, train, np.nan)"),
        "new filled with its means": ("np.isnan(new), means", "np.isnan(new), np.nanmean(new, axis=0)"),
        "one deviation": ("train.std(axis=0)", "train.std()"),
        "one mean": ("train.mean(axis=0)", "train.mean()"),
    },
    "9.6 covariance": {
        "diagonal": ("A.T @ A / len(X)", "np.diag(X.var(axis=0))"),
        "one mean": ("X.mean(axis=0)", "X.mean()"),
        "upper triangle": ("A.T @ A / len(X)", "np.triu(A.T @ A / len(X))"),
        "not divided, one factor not centred": ("A.T @ A / len(X)", "A.T @ X"),
        "divided twice": ("/ len(X)", "/ len(X) ** 2"),
        "P + 1": ("/ len(X)", "/ (len(X) + 1)"),
        "last example left out": ("    A =", "    X = X[:-1]\n    A ="),
        "first example left out": ("    A =", "    X = X[1:]\n    A ="),
        "12 examples": ("len(X)", "12"),
        "rows are features": ("A.T @ A / len(X)", "np.cov(X, bias=True)"),
    },
    "9.6 sphere": {
        "eigenvalues not reversed": ("d, V = d[::-1], V[:, ::-1]", "V = V[:, ::-1]"),
        "directions not reversed": ("d, V = d[::-1], V[:, ::-1]", "d = d[::-1]"),
        "rows reversed": ("V[:, ::-1]", "V[::-1]"),
        "rotated back": ("/ np.sqrt(d)", "/ np.sqrt(d) @ V.T"),
        "multiplied": ("/ np.sqrt(d)", "* np.sqrt(d)"),
        "one deviation for all": ("np.sqrt(d)", "np.sqrt(d.mean())"),
        "last direction lost": ("A @ V / np.sqrt(d)", "(A @ V / np.sqrt(d))[:, :-1]"),
        "scaled before rotating, in V": ("A @ V / np.sqrt(d)", "A @ (V / np.sqrt(d)[:, None])"),
        "Cholesky": ("A @ V / np.sqrt(d)", "A @ np.linalg.inv(np.linalg.cholesky(np.cov(X.T, bias=True))).T"),
        "correlations rotated": ("    A =", "    X = (X - X.mean(axis=0)) / X.std(axis=0)\n    A ="),
        "length 1": ("np.sqrt(d)", "np.sqrt(len(X) * d)"),
    },
    "9.6 new examples": {
        "eigenvalues not reversed": ("d, V = d[::-1], V[:, ::-1]", "V = V[:, ::-1]"),
        "directions not reversed": ("d, V = d[::-1], V[:, ::-1]", "d = d[::-1]"),
        "rotated back": ("/ np.sqrt(d)", "/ np.sqrt(d) @ V.T"),
        "multiplied": ("/ np.sqrt(d)", "* np.sqrt(d)"),
        "narrowest first": ("    d, V = d[::-1], V[:, ::-1]\n", ""),
        "by the variance": ("np.sqrt(d)", "d"),
        "V transposed": ("@ V /", "@ V.T /"),
        "not rotated": ("@ V / np.sqrt(d)", "/ X.std(axis=0)"),
        "one example less": ("len(X)", "(len(X) - 1)"),
        "new's deviations": ("np.sqrt(d)", "((new - mean) @ V).std(axis=0)"),
        "new's directions": ("    return", "    V = np.linalg.eigh(np.cov(new.T))[1][:, ::-1]\n    return"),
        "scaled before rotating": ("@ V / np.sqrt(d)", "/ np.sqrt(d) @ V"),
    },
    "9.6 quadratic": {
        "P − 1": ("/ len(X)", "/ (len(X) - 1)"),
        "half": ("/ len(X)", "/ len(X) / 2"),
        "beside doubled": ("/ len(X)", "/ len(X) * (2 - np.eye(A.shape[1]))"),
        "diagonal": ("/ len(X)", "/ len(X) * np.eye(A.shape[1])"),
        "centred, with ones": ("    A =", "    X = X - X.mean(axis=0)\n    A ="),
        "standardized": ("    A =", "    X = (X - X.mean(axis=0)) / X.std(axis=0)\n    A ="),
        "variances on the diagonal": ("/ len(X)", "/ len(X) - np.diag([0, *X.mean(axis=0) ** 2])"),
        "upper triangle": ("A.T @ A / len(X)", "np.triu(A.T @ A / len(X))"),
        "examples × examples": ("A.T @ A", "A @ A.T"),
        "divided by features": ("/ len(X)", "/ X.shape[1]"),
    },
    "9.8 gradient": {
        "y left out": ("A @ w - y", "A @ w"),
        "P − 1": ("/ len(y)", "/ (len(y) - 1)"),
        "divided by features": ("/ len(y)", "/ X.shape[1]"),
        "first example": ("    A =", "    X, y = X[:1], y[:1]\n    A ="),
        "last example": ("    A =", "    X, y = X[-1:], y[-1:]\n    A ="),
        "bias kept": ("2 * A.T", "2 * (A * (np.arange(len(w)) > 0)).T"),
        "features only": ("A.T", "X.T"),
        "weights of the bias last": ("A @ w", "A @ np.roll(w, 1)"),
        "at zero": ("A @ w - y", "-y"),
        "centred": ("    A =", "    X = X - X.mean(axis=0)\n    A ="),
    },
    "9.8 simplified step": {
        "bias by 1": ("2 * (A**2).mean(axis=0)", "np.append(1, 2 * (X**2).mean(axis=0))"),
        "bias kept": ("2 * (A**2).mean(axis=0)", "np.append(np.inf, 2 * (X**2).mean(axis=0))"),
        "roots": ("2 * (A**2).mean(axis=0)", "np.sqrt(2 * (A**2).mean(axis=0))"),
        "largest curvature": ("(A**2).mean(axis=0)", "(A**2).mean(axis=0).max()"),
        "half a step": ("2 * (A**2)", "4 * (A**2)"),
        "two steps": (
            "    return w - gradient / curvatures",
            "    w = w - gradient / curvatures\n    return w - 2 * A.T @ (A @ w - y) / len(y) / curvatures",
        ),
        "from zero": ("    A =", "    w = 0 * w\n    A ="),
        "step only": ("return w - gradient", "return -gradient"),
        "deviations": ("(A**2).mean(axis=0)", "np.append(1, X.std(axis=0))"),
        "centred": ("    A =", "    X = X - X.mean(axis=0)\n    A ="),
    },
    "9.8 one step": {
        "no bias": ("return w[0] - mean @ weights, weights", "return 0.0, np.linalg.lstsq(X, y, rcond=None)[0]"),
        "bias forgotten": ("w[0] - mean", "-mean"),
        "V transposed": ("V @ (w", "V.T @ (w"),
        "not divided": ("w[1:] / np.sqrt(d)", "w[1:]"),
        "by the variances": ("w[1:] / np.sqrt(d)", "w[1:] / d"),
        "divided after rotating": ("V @ (w[1:] / np.sqrt(d))", "V @ w[1:] / np.sqrt(d)"),
        "not rotated back": ("V @ (w[1:] / np.sqrt(d))", "w[1:] / np.sqrt(d)"),
        "order mixed up": ("w[1:] / np.sqrt(d)", "w[:0:-1] / np.sqrt(d)"),
        "one example less": ("len(X)", "(len(X) - 1)", "(2 * (A**2).mean(axis=0))", "2.0"),
        "half a step": ("(2 * (A**2)", "(4 * (A**2)"),
    },
    "C1 min-max tables": {
        "range and one": (
            "(train - low) / (high - low), (new - low) / (high - low)",
            "(train - low) / (high - low + 1), (new - low) / (high - low + 1)",
        ),
        "from the largest": ("(train - low)", "(high - train)", "(new - low)", "(high - new)"),
        "brackets left out": ("(train - low)", "train - low", "(new - low)", "new - low"),
        "smallest starts at 0": ("train.min(axis=0)", "np.minimum(train.min(axis=0), 0)"),
        "largest starts at 0": ("train.max(axis=0)", "np.maximum(train.max(axis=0), 0)"),
        "first and last example": ("train.min(axis=0), train.max(axis=0)", "train[0], train[-1]"),
        "cut off above": (", (new - low) / (high - low)", ", np.minimum((new - low) / (high - low), 1)"),
        "cut off below": (", (new - low) / (high - low)", ", np.maximum((new - low) / (high - low), 0)"),
        "new as it was": (", (new - low) / (high - low)", ", new"),
        "own ends of the new, for both": ("train.min(axis=0), train.max(axis=0)", "new.min(axis=0), new.max(axis=0)"),
    },
    "C1 z-score tables": {
        "median": ("train.mean(axis=0)", "np.median(train, axis=0)"),
        "not centred": ("train.mean(axis=0)", "0.0"),
        "other ddof": ("ddof=ddof", "ddof=1 - ddof"),
        "one mean": ("train.mean(axis=0)", "train.mean()"),
        "one deviation": ("train.std(axis=0, ", "train.std("),
        "root of the sum": ("train.std(axis=0, ddof=ddof)", "np.sqrt(len(train)) * train.std(axis=0)"),
        "always P, for the new table": ("(new - means) / deviations", "(new - means) / train.std(axis=0)"),
        "own scores of the new, for both": ("train.mean(axis=0), train.std(", "new.mean(axis=0), new.std("),
        "new as it was": ("(new - means) / deviations", "new"),
        "cut off at 3": ("(new - means) / deviations", "np.clip((new - means) / deviations, -3, 3)"),
    },
    "C1 powers": {
        "from the square on": ("range(1, degree + 1)", "range(2, degree + 2)"),
        "one power less": ("degree + 1", "degree"),
        "one power more": ("degree + 1", "degree + 2"),
        "sizes": ("x**d", "abs(x) ** d"),
        "sums": ("+ 1)])", "+ 1)]).cumsum(axis=1)"),
        "products": ("+ 1)])", "+ 1)]).cumprod(axis=1)"),
        "sorted": ("x**d", "np.sort(x) ** d"),
        "degree 3": ("degree + 1", "4"),
        "whole numbers": ("+ 1)])", "+ 1)]).astype(int)"),
        "centred": ("x**d", "(x - x.mean()) ** d"),
    },
}


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
    A, t = np.column_stack([np.ones(len(X)), X]), (y[:, None] + 1) / 2
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


RIGHT = {
    "9.1 word frequencies": {
        "one pass": counted,
        "a tuple": (
            "np.array([100 * found.count(word) / len(found) for word in words])",
            "tuple(100 * found.count(word) / len(found) for word in words)",
        ),
    },
    "9.1 character frequencies": {
        "a counter": lambda mail, signs: [Counter(mail)[each] / len(mail) * 100 for each in signs],
        "a loop": lambda mail, signs: [sum(letter == each for letter in mail) * 100 / len(mail) for each in signs],
    },
    "9.1 capital runs": {
        "groupby": by_groups,
        "words of capitals": (
            're.findall("[A-Z]+", mail)',
            '"".join(each if "A" <= each <= "Z" else " " for each in mail).split()',
        ),
    },
    "9.1 training": {
        "labels 0 and 1, as columns": labels_to_probabilities,
        "lists": ("w, np.array(wrong)", "w.tolist(), wrong"),
    },
    "9.5 descent": {
        "loops": example_by_example,
        "a column": ("np.array(costs)", "np.array(costs)[:, None]"),
    },
    "9.2 strongest kernel": {
        "einsum": lambda w, k: ((r := abs(np.einsum("ij,kij->k", w, k))).argmax(), r.max()),
        "largest pair": lambda w, k: max((abs((w * each).sum()), n) for n, each in enumerate(k))[::-1],
    },
    "9.2 filter": {
        "SciPy": lambda image, kernel: correlate2d(image, kernel, mode="valid"),
        "SciPy, kernel turned": lambda image, kernel: convolve2d(image, kernel[::-1, ::-1], mode="valid"),
    },
    "9.2 edge histogram": {"bincount": by_bincount},
    "9.3 standardize": {
        "a column": standardized_with_variance,
        "SciPy": lambda x: (zscore(x), np.mean(x), np.std(x)),
    },
    "9.3 descent": {
        "by a formula": (
            "2 * np.array([errors.mean(), (errors * x).mean()])",
            "2 * np.vander(x, 2, increasing=True).T @ errors / len(x)",
        ),
        "list": ("np.array(path)", "path"),
    },
    "9.3 line in years": {
        "two points": lambda w, m, s: tuple(np.polyfit([m, m + s], [w[0], w[0] + w[1]], 1)[::-1]),
        "list": lambda w, m, s: [float(w[0] - w[1] / s * m), float(w[1] / s)],
    },
    "9.3 condition number": {
        "singular values, squared": lambda x: np.linalg.cond(np.vander(x, 2)) ** 2,
        "cond": ("largest / smallest", "np.linalg.cond(hessian)"),
    },
    "9.4 hessian": {
        "matrix product": lambda x: 2 * np.vander(x, 2, increasing=True).T @ np.vander(x, 2, increasing=True) / len(x),
        "list": (
            "2 * np.array([[1, x.mean()], [x.mean(), (x**2).mean()]])",
            "[[2, 2 * x.mean()], [2 * x.mean(), 2 * (x**2).mean()]]",
        ),
    },
    "9.4 standardized hessian": {
        "correlations": lambda X: [
            [2, *np.zeros(X.shape[1])],
            *np.c_[np.zeros(X.shape[1]), 2 * np.corrcoef(X.T).reshape(X.shape[1], -1)],
        ],
        "sum of outer products": ("2 * A.T @ A", "sum(2 * np.outer(a, a) for a in A)"),
    },
    "9.4 counterexample": {
        "negative correlation": ("[[a, a], [-a, -a], [b, -b], [-b, b]]", "[[a, -a], [-a, a], [b, b], [-b, -b]]"),
        "shifted and scaled": ("[-b, b]])", "[-b, b]]) * [1, -1e3] + [50, 3]"),
    },
    "9.5 known means": {
        "pandas": lambda X: pd.DataFrame(X).mean(),
        "a column": lambda X: np.nanmean(X, axis=0)[:, None],
    },
    "9.5 impute": {
        "pandas": filled_by_pandas,
        "list": (
            "return np.where(np.isnan(train), means, train), np.where(np.isnan(new), means, new)",
            "return [np.where(np.isnan(each), means, each) for each in (train, new)]",
        ),
    },
    "9.5 prepare": {"scikit-learn": prepared_by_sklearn},
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
        "signs turned": ("    return (new", "    return -(new"),
    },
    "9.6 quadratic": {
        "sum of outer products": ("A.T @ A", "sum(np.outer(a, a) for a in A)"),
        "einsum": ("A.T @ A", 'np.einsum("pi,pj->ij", A, A)'),
    },
    "9.8 gradient": {
        "loops": (
            "2 * A.T @ (A @ w - y) / len(y)",
            "[2 * sum((a @ w - t) * a[n] for a, t in zip(A, y)) / len(y) for n in range(len(w))]",
        ),
        "a row": ("/ len(y)", "/ np.array([[len(y)]])"),
    },
    "9.8 simplified step": {
        "diagonal of the Hessian": ("2 * (A**2).mean(axis=0)", "np.diag(2 * A.T @ A / len(y))"),
        "list": ("return w - gradient / curvatures", "return list(w - gradient / curvatures)"),
    },
    "9.8 one step": {
        "two steps": ("    weights =", "    w = w - A.T @ (A @ w - y) / len(y)\n    weights ="),
        "scikit-learn": lambda X, y: [(fit := LinearRegression().fit(X, y)).intercept_, fit.coef_],
    },
    "C1 min-max tables": {
        "loops": lambda train, new: tuple(
            np.column_stack([(t[:, n] - c.min()) / np.ptp(c) for n, c in enumerate(train.T)]) for t in (train, new)
        ),
        "scikit-learn": lambda train, new: [(s := MinMaxScaler().fit(train)).transform(train), s.transform(new)],
    },
    "C1 z-score tables": {
        "root of np.var": ("train.std(axis=0, ddof=ddof)", "np.sqrt(train.var(axis=0, ddof=ddof))"),
        "pandas": lambda train, new, ddof: tuple(
            (pd.DataFrame(t) - pd.DataFrame(train).mean()) / pd.DataFrame(train).std(ddof=ddof) for t in (train, new)
        ),
    },
    "C1 powers": {
        "outer": lambda x, degree: np.power.outer(x, np.arange(1, degree + 1)).tolist(),
        "products": lambda x, degree: np.cumprod(np.tile(x[:, None], degree), axis=1),
    },
}
