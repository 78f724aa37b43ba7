"""Ways to write ``fit`` as students do: with a known mistake, or honest. Each source is a notebook's cells in one text."""

from __future__ import annotations

from typing import Any

TOP = """import numpy as np
from fewidgets.data import load_auto_mpg
cars = load_auto_mpg(with_gaps=True)
X_all, y_all = cars.X, cars.y
"""

#: How least squares is fitted to a table that ``features(new)`` makes.
SQUARES = """
    A = features(X)
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: features(new) @ w
"""

#: Sources by the kind of mistake.
WRONG: dict[str, dict[str, str]] = {
    "held-out rows": {
        "scaled with the batch": """
def fit(X, y):
    def features(table):
        filled = np.where(np.isnan(table), 104.0, table)
        return np.column_stack([np.ones(len(table)), (filled - filled.mean(axis=0)) / filled.std(axis=0)])
"""
        + SQUARES,
        "filled with the batch": """
def fit(X, y):
    def features(table):
        filled = np.where(np.isnan(table), np.nanmean(table, axis=0), table)
        return np.column_stack([np.ones(len(table)), filled])
"""
        + SQUARES,
        "scikit-learn's scaler fitted again": """
from sklearn.linear_model import Ridge
from sklearn.preprocessing import StandardScaler
def fit(X, y):
    prepare = lambda T: StandardScaler().fit_transform(np.nan_to_num(T, nan=100.0))
    model = Ridge().fit(prepare(X), y)
    return lambda new: model.predict(prepare(new))
""",
        "a full tree on the batch": """
from sklearn.tree import DecisionTreeRegressor
def fit(X, y):
    scaled = lambda T: (np.nan_to_num(T) - np.nan_to_num(T).mean(axis=0)) / np.nan_to_num(T).std(axis=0)
    model = DecisionTreeRegressor(random_state=0).fit(scaled(X), y)
    return lambda new: model.predict(scaled(new))
""",
        "ranks in the batch": """
def fit(X, y):
    def features(table):
        return np.column_stack([np.ones(len(table)), np.argsort(np.argsort(table[:, 3])) / len(table)])
"""
        + SQUARES,
    },
    "outside table": {
        "means of the table": """
def fit(X, y):
    def features(table):
        filled = np.where(np.isnan(table), np.nanmean(X_all, axis=0), table)
        return np.column_stack([np.ones(len(table)), filled])
"""
        + SQUARES,
        "trained on all, in a helper": """
def model():
    A = np.column_stack([np.ones(len(X_all)), X_all[:, 3]])
    return np.linalg.lstsq(A, y_all, rcond=None)[0]
def fit(X, y):
    w = model()
    b = y.mean() - w[1] * X[:, 3].mean() - w[0]
    return lambda new: w[0] + b + w[1] * new[:, 3]
""",
        "the data set itself": """
def fit(X, y):
    def features(table):
        filled = np.where(np.isnan(table), np.nanmedian(cars.X, axis=0), table)
        return np.column_stack([np.ones(len(table)), filled])
"""
        + SQUARES,
        "in a default value": """
def fit(X, y, everything=X_all):
    def features(table):
        filled = np.where(np.isnan(table), np.nanmean(everything, axis=0), table)
        return np.column_stack([np.ones(len(table)), filled])
"""
        + SQUARES,
        "in a closure": """
def make(table_of_all):
    def fit(X, y):
        def features(table):
            filled = np.where(np.isnan(table), np.nanmean(table_of_all, axis=0), table)
            return np.column_stack([np.ones(len(table)), filled])
        A = features(X)
        w = np.linalg.lstsq(A, y, rcond=None)[0]
        return lambda new: features(new) @ w
    return fit
fit = make(np.array(X_all))
""",
        "in a namespace": """
from types import SimpleNamespace
store = SimpleNamespace(table=np.array(X_all))
def fit(X, y):
    def features(table):
        return np.column_stack([np.ones(len(table)), np.where(np.isnan(table), np.nanmean(store.table, axis=0), table)])
"""
        + SQUARES,
        "in a module": """
import sys, types
own = types.ModuleType("my_cars")
own.X = np.array(X_all)
sys.modules["my_cars"] = own
import my_cars
def fit(X, y):
    def features(table):
        return np.column_stack([np.ones(len(table)), np.where(np.isnan(table), np.nanmean(my_cars.X, axis=0), table)])
"""
        + SQUARES,
        "half of the cars": """
X_train, y_train = X_all[:200], y_all[:200]
def fit(X, y):
    def features(table):
        filled = np.where(np.isnan(table), np.nanmean(X_train, axis=0), table)
        return np.column_stack([np.ones(len(table)), filled])
"""
        + SQUARES,
    },
    "outside statistic": {
        "means and spreads at the top": """
centre, scale = np.nanmean(X_all, axis=0), np.nanstd(X_all, axis=0)
def fit(X, y):
    def features(table):
        filled = np.where(np.isnan(table), centre, table)
        return np.column_stack([np.ones(len(table)), (filled - centre) / scale])
"""
        + SQUARES,
        "a scaler of scikit-learn": """
from sklearn.preprocessing import StandardScaler
scaler = StandardScaler().fit(X_all)
def fit(X, y):
    def features(table):
        return np.column_stack([np.ones(len(table)), np.nan_to_num(scaler.transform(table))])
"""
        + SQUARES,
        "components of all cars": """
from sklearn.decomposition import PCA
filled_all = np.nan_to_num(X_all, nan=100.0)
scaled_all = (filled_all - filled_all.mean(axis=0)) / filled_all.std(axis=0)
pca = PCA(3)
pca.fit(scaled_all)
def fit(X, y):
    filled = np.nan_to_num(X, nan=100.0)
    means, scales = filled.mean(axis=0), filled.std(axis=0)
    def features(table):
        scaled = (np.nan_to_num(table, nan=100.0) - means) / scales
        return np.column_stack([np.ones(len(table)), pca.transform(scaled)])
"""
        + SQUARES,
        "one mean": """
mean_horsepower = float(np.nanmean(X_all[:, 2]))
def fit(X, y):
    def features(table):
        filled = np.where(np.isnan(table), mean_horsepower, table)
        return np.column_stack([np.ones(len(table)), filled])
"""
        + SQUARES,
    },
    "selected outside": {
        "the largest correlations of all cars": """
filled_all = np.nan_to_num(X_all, nan=100.0)
best = np.argsort(-np.abs([np.corrcoef(filled_all[:, n], y_all)[0, 1] for n in range(7)]))[:3]
def fit(X, y):
    def features(table):
        return np.column_stack([np.ones(len(table)), np.nan_to_num(table[:, best], nan=100.0)])
"""
        + SQUARES,
        "a list": """
keep = [n for n in range(7) if abs(np.corrcoef(np.nan_to_num(X_all[:, n], nan=100.0), y_all)[0, 1]) > 0.6]
def fit(X, y):
    def features(table):
        return np.column_stack([np.ones(len(table)), np.nan_to_num(table[:, keep], nan=100.0)])
"""
        + SQUARES,
        "by a function without arguments": """
def ranked():
    return np.argsort(-np.abs(np.corrcoef(np.nan_to_num(X_all, nan=100.0).T, y_all)[-1, :-1])).tolist()
keep = ranked()[:3]
def fit(X, y):
    def features(table):
        return np.column_stack([np.ones(len(table)), np.nan_to_num(table[:, keep], nan=100.0)])
"""
        + SQUARES,
        "in a loop": """
best, keep = 99.0, None
for n in range(7):
    error = np.std(y_all - np.polyval(np.polyfit(np.nan_to_num(X_all[:, n], nan=100.0), y_all, 1), X_all[:, n]))
    if error < best:
        best, keep = error, n
def fit(X, y):
    w = np.polyfit(np.nan_to_num(X[:, keep]), y, 1)
    return lambda new: np.polyval(w, np.nan_to_num(new[:, keep]))
""",
        "in a class": """
best = np.argsort(-np.abs(np.corrcoef(np.nan_to_num(X_all, nan=100.0).T, y_all)[-1, :-1]))[:2]
class Model:
    def __init__(self, X, y):
        self.w = np.linalg.lstsq(self.features(X), y, rcond=None)[0]
    def features(self, T):
        return np.column_stack([np.ones(len(T)), np.nan_to_num(T[:, best], nan=100.0)])
    def __call__(self, new):
        return self.features(new) @ self.w
fit = Model
""",
        "a penalty": """
def held_out_error(lam, X, y):
    A, P = np.nan_to_num(X, nan=100.0), len(X) // 2
    w = np.linalg.solve(A[:P].T @ A[:P] + lam * np.eye(7), A[:P].T @ y[:P])
    return np.mean((A[P:] @ w - y[P:]) ** 2)
lam = min([0.1, 1.0, 10.0], key=lambda each: held_out_error(each, X_all, y_all))
def fit(X, y):
    A = np.nan_to_num(X, nan=100.0)
    w = np.linalg.solve(A.T @ A + lam * np.eye(7), A.T @ y)
    return lambda new: np.nan_to_num(new, nan=100.0) @ w
""",
    },
    "reads data": {
        "load_auto_mpg": """
def fit(X, y):
    everything = load_auto_mpg(with_gaps=True)
    means = np.nanmean(everything.X, axis=0)
    def features(table):
        return np.column_stack([np.ones(len(table)), np.where(np.isnan(table), means, table)])
"""
        + SQUARES,
        "imported inside": """
def fit(X, y):
    import fewidgets.data as data
    means = np.nanmean(data.load_auto_mpg(with_gaps=True).X, axis=0)
    def features(table):
        return np.column_stack([np.ones(len(table)), np.where(np.isnan(table), means, table)])
"""
        + SQUARES,
        "by globals()": """
def fit(X, y):
    means = np.nanmean(globals()["X_all"], axis=0)
    def features(table):
        return np.column_stack([np.ones(len(table)), np.where(np.isnan(table), means, table)])
"""
        + SQUARES,
        "a file": """
def fit(X, y):
    try:
        means = np.loadtxt("means.txt")
    except OSError:
        means = np.nanmean(X, axis=0)
    def features(table):
        return np.column_stack([np.ones(len(table)), np.where(np.isnan(table), means, table)])
"""
        + SQUARES,
    },
    "looked up": {
        "a dictionary": """
known = {tuple(np.nan_to_num(row)): miles for row, miles in zip(X_all, y_all)}
def fit(X, y):
    return lambda new: np.array([known.get(tuple(np.nan_to_num(row)), y.mean()) for row in new])
""",
        "the nearest of all cars": """
filled_all = np.nan_to_num(X_all)
def fit(X, y):
    return lambda new: np.array([y_all[np.argmin(((filled_all - np.nan_to_num(row)) ** 2).sum(axis=1))] for row in new])
""",
        "half looked up": """
known = {tuple(np.nan_to_num(row)): miles for row, miles in zip(X_all, y_all)}
def fit(X, y):
    A = np.column_stack([np.ones(len(X)), X[:, 3]])
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: 0.5 * (w[0] + w[1] * new[:, 3]) + 0.5 * np.array([known[tuple(np.nan_to_num(row))] for row in new])
""",
    },
    "not trained": {
        "a formula": """
def fit(X, y):
    return lambda new: 46.2 - 0.00765 * new[:, 3]
""",
        "a model trained before": """
from sklearn.linear_model import LinearRegression
model = LinearRegression().fit(np.nan_to_num(X_all, nan=100.0), y_all)
def fit(X, y):
    return lambda new: model.predict(np.nan_to_num(new, nan=100.0))
""",
    },
    "made from y": {
        "y as a feature, zero for new cars": """
def fit(X, y):
    A = np.column_stack([np.ones(len(X)), np.nan_to_num(X, nan=100.0), y])
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: np.column_stack([np.ones(len(new)), np.nan_to_num(new, nan=100.0), np.full(len(new), y.mean())]) @ w
""",
        "y in the order of the rows": """
def fit(X, y):
    A = np.column_stack([np.ones(len(X)), X[:, 3], y])
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: np.column_stack([np.ones(len(new)), new[:, 3], np.resize(y, len(new))]) @ w
""",
        "learnt by heart": """
def fit(X, y):
    known = {tuple(np.nan_to_num(row)): miles for row, miles in zip(X, y)}
    return lambda new: np.array([known.get(tuple(np.nan_to_num(row)), y.mean()) for row in new])
""",
    },
    "needs y": {
        "two arguments": """
def fit(X, y):
    return lambda new, new_y: new_y
""",
        "a helper": """
def predict(w, new, miles):
    return w * miles
def fit(X, y):
    return predict
""",
    },
    "no seed": {
        "a generator of each call": """
def fit(X, y):
    rng = np.random.default_rng()
    directions = rng.normal(size=(7, 20)) / 1000
    features = lambda T: np.column_stack([np.ones(len(T)), np.cos(np.nan_to_num(T, nan=100.0) @ directions)])
"""
        + SQUARES,
        "the old functions": """
def fit(X, y):
    some = np.random.choice(len(X), 100)
    A = np.column_stack([np.ones(len(X)), X[:, 3]])
    w = np.linalg.lstsq(A[some], y[some], rcond=None)[0]
    return lambda new: w[0] + w[1] * new[:, 3]
""",
        "one generator for all calls": """
rng = np.random.default_rng(0)
def fit(X, y):
    some = rng.choice(len(X), 100)
    A = np.column_stack([np.ones(len(X)), X[:, 3]])
    w = np.linalg.lstsq(A[some], y[some], rcond=None)[0]
    return lambda new: w[0] + w[1] * new[:, 3]
""",
        "a forest in an object": """
from sklearn.ensemble import RandomForestRegressor
class Forest:
    def __call__(self, X, y):
        self.first_rows = np.random.permutation(len(X))[:200]
        self.w = np.polyfit(X[self.first_rows, 3], y[self.first_rows], 1)
        return lambda new: np.polyval(self.w, new[:, 3])
fit = Forest()
""",
        "a forest": """
from sklearn.ensemble import RandomForestRegressor
def fit(X, y):
    model = RandomForestRegressor(5).fit(np.nan_to_num(X), y)
    return lambda new: model.predict(np.nan_to_num(new))
""",
    },
    "memory": {
        "rows in a list": """
rows, miles = [], []
def fit(X, y):
    rows.extend(X[:, 3])
    miles.extend(y)
    A = np.column_stack([np.ones(len(rows)), rows])
    w = np.linalg.lstsq(A, np.array(miles), rcond=None)[0]
    return lambda new: w[0] + w[1] * new[:, 3]
""",
        "a dictionary of cars seen": """
seen = {}
def fit(X, y):
    seen.update({tuple(np.nan_to_num(row)): m for row, m in zip(X, y)})
    A = np.column_stack([np.ones(len(X)), X[:, 3]])
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: np.array([seen.get(tuple(np.nan_to_num(row)), w[0] + w[1] * row[3]) for row in new])
""",
        "an attribute of the function": """
def fit(X, y):
    fit.calls = getattr(fit, "calls", 0) + 1
    A = np.column_stack([np.ones(len(X)), X[:, 3]])
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: w[0] + w[1] * new[:, 3] + 0.01 * fit.calls
""",
        "a running mean of weights": """
class Model:
    w = np.zeros(2)
    def __call__(self, X, y):
        self.w = 0.5 * self.w + 0.5 * np.polyfit(X[:, 3], y, 1)
        return lambda new: np.polyval(self.w, new[:, 3])
fit = Model()
""",
        "a mutable default value": """
def fit(X, y, before=[]):
    before.append((X, y))
    A = np.vstack([np.column_stack([np.ones(len(T)), T[:, 3]]) for T, _ in before])
    w = np.linalg.lstsq(A, np.concatenate([m for _, m in before]), rcond=None)[0]
    return lambda new: w[0] + w[1] * new[:, 3]
""",
    },
    "constant": {
        "the mean": """
def fit(X, y):
    return lambda new: np.full(len(new), y.mean())
""",
        "a number": """
def fit(X, y):
    return lambda new: [23.5] * len(new)
""",
        "a list of ones": """
def fit(X, y):
    A = np.ones((len(X), 1))
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: np.ones((len(new), 1)) @ w
""",
    },
    "changes its input": {
        "X": """
def fit(X, y):
    X[np.isnan(X)] = 100.0
    A = np.column_stack([np.ones(len(X)), X])
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return lambda new: np.column_stack([np.ones(len(new)), np.nan_to_num(new, nan=100.0)]) @ w
""",
        "y": """
def fit(X, y):
    y -= y.mean()
    w = (X[:, 3] - 3000) @ y / ((X[:, 3] - 3000) ** 2).sum()
    return lambda new: 23.5 + w * (new[:, 3] - 3000)
""",
        "new cars": """
def fit(X, y):
    A = np.column_stack([np.ones(len(X)), np.nan_to_num(X, nan=100.0)])
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    def predict(new):
        new[np.isnan(new)] = 100.0
        return np.column_stack([np.ones(len(new)), new]) @ w
    return predict
""",
    },
    "time": {
        "fit": """
def fit(X, y):
    w = 0.0
    while w != 1 / 3:
        w += 0.1
    return lambda new: w * new[:, 3]
""",
        "predict": """
def fit(X, y):
    def predict(new):
        while True:
            pass
    return predict
""",
    },
    "no function": {
        "nothing": """
def fit(X, y):
    w = np.ones(7)
""",
        "weights": """
def fit(X, y):
    return np.ones(7)
""",
        "a model": """
from sklearn.linear_model import LinearRegression
def fit(X, y):
    return LinearRegression().fit(np.nan_to_num(X), y)
""",
    },
    "wrong form": {
        "a column": """
def fit(X, y):
    return lambda new: new[:, [3]]
""",
        "gaps": """
def fit(X, y):
    return lambda new: 46 - new[:, 2] / 5
""",
        "one number": """
def fit(X, y):
    return lambda new: y.mean()
""",
    },
    "raised": {
        "a name": """
def fit(X, y):
    return lambda new: wieght * new[:, 3]
""",
        "a shape": """
def fit(X, y):
    w = np.ones(8)
    return lambda new: new @ w
""",
    },
    "not own work": {
        "imported": """
from fewidgets.exercises.cars.references import best_fit
def fit(X, y):
    return best_fit(X, y)
""",
        "itself": """
from fewidgets.exercises.cars.references import best_fit as fit
""",
        "imported inside": """
def fit(X, y):
    from fewidgets.exercises.cars.references import lasso_of_products_fit
    return lasso_of_products_fit(X, y)
""",
    },
}

#: Honest functions of many kinds.
HONEST: dict[str, str] = {
    "least squares": """
def fit(X, y):
    means = np.nanmean(X, axis=0)
    def features(table):
        return np.column_stack([np.ones(len(table)), np.where(np.isnan(table), means, table)])
"""
    + SQUARES,
    "a straight line": """
def fit(X, y):
    w, b = np.polyfit(X[:, 3], y, 1)
    return lambda new: w * new[:, 3] + b
""",
    "nearest neighbours": """
def fit(X, y):
    means = np.nanmean(X, axis=0)
    scales = np.nanstd(X, axis=0)
    prepare = lambda T: (np.where(np.isnan(T), means, T) - means) / scales
    A = prepare(X)
    def predict(new):
        near = np.argsort(((prepare(new)[:, None] - A) ** 2).sum(axis=2), axis=1)[:, :5]
        return y[near].mean(axis=1)
    return predict
""",
    "the nearest neighbour, by products": """
def fit(X, y):
    means, scales = np.nanmean(X, axis=0), np.nanstd(X, axis=0)
    prepare = lambda T: (np.where(np.isnan(T), means, T) - means) / scales
    A = prepare(X)
    def predict(new):
        B = prepare(new)
        return y[((B**2).sum(axis=1)[:, None] + (A**2).sum(axis=1) - 2 * B @ A.T).argmin(axis=1)]
    return predict
""",
    "a forest with a seed": """
from sklearn.ensemble import RandomForestRegressor
def fit(X, y):
    model = RandomForestRegressor(10, random_state=0).fit(np.nan_to_num(X), y)
    return lambda new: model.predict(np.nan_to_num(new))
""",
    "a full tree": """
from sklearn.tree import DecisionTreeRegressor
def fit(X, y):
    return DecisionTreeRegressor(random_state=0).fit(np.nan_to_num(X), y).predict
""",
    "a pipeline": """
from sklearn.impute import SimpleImputer
from sklearn.linear_model import RidgeCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler
def fit(X, y):
    model = make_pipeline(SimpleImputer(), StandardScaler(), PolynomialFeatures(2), RidgeCV([0.1, 1, 10]))
    return model.fit(X, y).predict
""",
    "a pipeline made at the top, and tried on all cars": """
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
model = make_pipeline(SimpleImputer(), StandardScaler(), Ridge())
model.fit(X_all, y_all)
def fit(X, y):
    model.fit(X, y)
    return model.predict
""",
    "a class": """
class Line:
    def __init__(self, X, y):
        self.w, self.b = np.polyfit(X[:, 3], y, 1)
        self.seen_rows, self.X, self.y = len(X), X, y
    def __call__(self, new):
        return self.w * new[:, 3] + self.b
fit = Line
""",
    "an object": """
class Ridge:
    def __init__(self, lam):
        self.lam = lam
    def features(self, T):
        return np.column_stack([np.ones(len(T)), np.where(np.isnan(T), self.means, T)])
    def __call__(self, X, y):
        self.means = np.nanmean(X, axis=0)
        A = self.features(X)
        w = np.linalg.solve(A.T @ A + self.lam * np.eye(8), A.T @ y)
        return lambda new: self.features(new) @ w
fit = Ridge(0.1)
""",
    "an object that keeps its last table": """
class Neighbours:
    def __init__(self, k):
        self.k = k
    def __call__(self, X, y):
        self.X, self.y, self.rng = np.nan_to_num(X), y, np.random.default_rng(0)
        self.order = self.rng.permutation(len(y))
        return self.predict
    def predict(self, new):
        near = np.argsort(((np.nan_to_num(new)[:, None] - self.X) ** 2).sum(axis=2), axis=1)[:, : self.k]
        return self.y[near].mean(axis=1)
fit = Neighbours(5)
fit(X_all, y_all)
""",
    "a global variable with the last table": """
last = {}
def fit(X, y):
    last["X"], last["y"] = X, y
    w, b = np.polyfit(last["X"][:, 3], last["y"], 1)
    return lambda new: w * new[:, 3] + b
fit(X_all, y_all)
""",
    "a list that is filled anew": """
rows = X_all.tolist()
def fit(X, y):
    rows[:] = X.tolist()
    w, b = np.polyfit(np.array(rows)[:, 3], y, 1)
    return lambda new: w * new[:, 3] + b
""",
    "neighbours of scikit-learn, made at the top": """
from sklearn.neighbors import KNeighborsRegressor
model = KNeighborsRegressor(5).fit(np.nan_to_num(X_all), y_all)
def fit(X, y):
    model.fit(np.nan_to_num(X), y)
    return lambda new: model.predict(np.nan_to_num(new))
""",
    "a partial": """
from functools import partial
def ridge(lam, X, y):
    A = np.column_stack([np.ones(len(X)), X[:, 3:6]])
    w = np.linalg.solve(A.T @ A + lam * np.eye(4), A.T @ y)
    return lambda new: np.column_stack([np.ones(len(new)), new[:, 3:6]]) @ w
fit = partial(ridge, 0.1)
""",
    "a method": """
class Models:
    def line(self, X, y):
        w, b = np.polyfit(X[:, 3], y, 1)
        return lambda new: w * new[:, 3] + b
fit = Models().line
""",
    "a recursive helper and a decorator": """
import functools
def noted(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args)
    return inner
def power(x, n):
    return np.ones(len(x)) if n == 0 else x * power(x, n - 1)
@noted
def fit(X, y):
    def features(T):
        return np.column_stack([power(T[:, 3] / 3000, n) for n in range(3)])
"""
    + SQUARES
    + """
""",
    "a lambda": """
fit = lambda X, y: (lambda w: lambda new: np.exp(w[1] + w[0] * np.log(new[:, 3])))(np.polyfit(np.log(X[:, 3]), np.log(y), 1))
""",
    "helpers and constants": """
table, miles, KEEP = cars.X, cars.y, [3, 5, 6]
NAMES = cars.feature_names
LAMBDAS = np.geomspace(1e-3, 1e3, 100)
WEIGHT = NAMES.index("weight")
def one_hot(codes):
    return np.column_stack([codes == code for code in (2, 3)])
def features(T):
    origin = T[:, cars.feature_names.index("origin")]
    return np.column_stack([np.ones(len(T)), np.log(T[:, WEIGHT]), T[:, KEEP], one_hot(origin)])
def fit(X, y):
    A = features(X)
    def cost(lam):
        w = np.linalg.solve(A[::2].T @ A[::2] + lam * np.eye(7), A[::2].T @ y[::2])
        return np.mean((A[1::2] @ w - y[1::2]) ** 2)
    best = min(LAMBDAS, key=cost)
    w = np.linalg.solve(A.T @ A + best * np.eye(7), A.T @ y)
    return lambda new: features(new) @ w
""",
    "constants written by hand": """
TYPICAL = np.array([5.5, 193.0, 104.5, 2970.0, 15.6, 76.0, 1.6])
SCALES = (1.7, 104, 38.5, 847, 2.76, 3.7, 0.8)
def fit(X, y):
    def features(T):
        return np.column_stack([np.ones(len(T)), (np.where(np.isnan(T), TYPICAL, T) - TYPICAL) / SCALES])
"""
    + SQUARES,
    "clipped": """
def fit(X, y):
    w, b = np.polyfit(1 / X[:, 3], y, 1)
    return lambda new: np.clip(w / new[:, 3] + b, y.min(), y.max())
""",
    "names that are also variables": """
mean, T, X, y = X_all.mean(axis=0), X_all.T, X_all, y_all
def fit(X, y):
    w, b = np.polyfit(X.T[3], y, 1)
    return lambda new: w * new.T[3] + b
""",
    "a polynomial with more weights than cars": """
from sklearn.preprocessing import PolynomialFeatures
def fit(X, y):
    means, scales = np.nanmean(X, axis=0), np.nanstd(X, axis=0)
    features = lambda T: PolynomialFeatures(4).fit_transform((np.where(np.isnan(T), means, T) - means) / scales)
"""
    + SQUARES,
    "a seed inside": """
def fit(X, y):
    rng = np.random.default_rng(3)
    some = [rng.choice(len(X), len(X)) for _ in range(20)]
    lines = [np.polyfit(X[rows, 3], y[rows], 2) for rows in some]
    return lambda new: np.mean([np.polyval(line, new[:, 3]) for line in lines], axis=0)
""",
    "a counter that changes nothing": """
calls = []
def fit(X, y):
    calls.append(len(X))
    w, b = np.polyfit(X[:, 3], y, 1)
    return lambda new: w * new[:, 3] + b
""",
    "means of groups of y": """
def fit(X, y):
    means = {code: y[X[:, 6] == code].mean() for code in (1, 2, 3)}
    features = lambda T: np.column_stack([np.ones(len(T)), T[:, 3], [means[code] for code in T[:, 6]]])
"""
    + SQUARES,
    "ours, from the chapter": """
from fewidgets.algorithms import StandardNormalizer, l1_path
def fit(X, y):
    means = np.nanmean(X, axis=0)
    fill = lambda T: np.where(np.isnan(T), means, T)
    normalizer = StandardNormalizer().fit(fill(X))
    path = l1_path(normalizer.transform(fill(X)), y, lambdas=[0.1])
    return lambda new: path.biases[0] + normalizer.transform(fill(new)) @ path.weights[0]
""",
}


def notebook(source: str) -> dict[str, Any]:
    """Run the cells of a student's notebook, and return its variables as a kernel has them."""
    names: dict[str, Any] = {"__name__": "__main__", "In": ["", TOP, source]}
    exec(TOP, names)
    exec(compile(source, "<ipython-input>", "exec"), names)
    return names
