"""One table of tolerances, limits and block sizes, each with its reason.

A tolerance decides what counts as equal, dependent or converged. A block size decides how many numbers are processed at once.
"""

from __future__ import annotations

import numpy as np

#: Relative rounding error of double precision.
EPSILON = float(np.finfo(float).eps)

# --- checks of arguments and passes over large arrays ---

# Squares and products of squares stay within double precision between these two magnitudes.
LARGEST_VALUE = 1e60
SMALLEST_SPREAD = 1e-60
# Values that differ by less than this share of the largest value are equal up to rounding.
ROUNDING = 8 * EPSILON
# Entries per block when a check reads a large matrix, so that no second copy is held: 0.5 MB of float64.
BLOCK = 2**16
# Rows sampled to distinguish a column of zeros from a column of tiny values whose mean is 0.
SAMPLED_ROWS = 1024

# Up to this many entries, correctly rounded means are worth five operations per entry instead of one.
MOST_EXACT_ENTRIES = 2**22
# Squares of numbers below this lose digits, or are 0.
SQUARE_UNDERFLOW = 1e-150
# A mean that is more than 4 standard deviations away from 0 has a square of at least this share of the mean square.
FAR_MEAN = 0.94
# A column of a sparse matrix is multiplied entry by entry if less than one row in this many has an entry in it. Other columns
# are multiplied as dense ones.
SPARSE_COLUMN = 32
# Sweeps of Jacobi's method, which converges quadratically. Matrices of 800 rows need about ten.
JACOBI_SWEEPS = 60
# Up to this many multiplications, an orthogonal factorization is as fast as a covariance matrix, and more accurate.
FEW_PRODUCTS = 2e7
# Entries of a block for matrix products, which are efficient with more rows than sums: 16 MiB.
PRODUCT_BLOCK = 2**21
# A variance below this share of the largest one, times the number of features, is rounding.
NO_VARIANCE = 10 * EPSILON
# Entries of a direction count as equally large within this share.
EQUAL_ENTRIES = 1e-9

# Feature names that a message lists before it stops.
LISTED_NAMES = 5

# --- text, images, audio ---

# Stems that are remembered: a stemmer takes about 20 µs a word, and while somebody types it sees the same words again and
# again. This many take about 20 MB.
REMEMBERED_STEMS = 2**17
# Longer words are codes, addresses or text without spaces. They are not stemmed.
LONGEST_WORD = 100
# Sums of squared differences of grey levels stay within single precision.
LARGEST_GREY = 1e12
# Shares of red, green and blue add up to 1 within this, as decimal fractions do.
SHARES_SUM = 1e-6
# Orientations of edges: one per degree. Their numbers fit into a byte.
MOST_ORIENTATIONS = 180
# Pixels per strip: few enough for the arrays of a strip to stay in a processor's cache.
PIXELS_PER_STRIP = 2**17
# Pixels are selected before they vote if fewer than this share of them lie on an edge. Selecting costs a little, too.
FEW_EDGES = 0.7
# Norms of blocks are stored in single precision, which ends at 3.4e38.
LARGEST_EPSILON = 1e30
# Entries of blocks are stored in single precision. A smaller limit would make them indistinguishable.
SMALLEST_CLIP = 1e-30
# Two frequencies are the same if they differ by this share: they were computed in different ways.
SAME_FREQUENCY = 1e-12
# In mel, far above human hearing, and low enough for its frequency in Hz to be a number.
HIGHEST_PITCH = 1e5

# --- scaling, reduction ---

# Divisors between these bounds can be rounded to single precision: beyond them they lose digits, or quotients overflow.
SINGLE_RANGE = (1e-30, 1e30)
# Rounding the means to single precision may move a sphered coordinate by up to this much: two roundings of numbers near 1.
SINGLE_SHIFT = 2.0**-22
# A feature belongs to a principal direction if its entry is larger than this share of the largest one.
SMALL_ENTRY = 1e-6
# Entries per block when K-means computes distances: examples, distances and scores together fit into a processor's cache.
DISTANCE_BLOCK = 2**18
# Two centroids are about equally near if their scores differ by less than this share of the terms that were added up.
NEAR_TIE = 1e-12
# A squared distance below this share of the terms that were subtracted has lost digits and is computed again.
SHORT_DISTANCE = 1e-3

# --- optimization ---

# Model outputs computed at once for many weight vectors, as on a grid: 256 kB, which stay in the processor's cache.
GRID_BLOCK = 2**15
# A cost has risen if it is higher by more than this share of itself. A smaller rise is rounding.
RISE = 1e-12
# A step that moves no weight by more than this share of the largest weight is rounding at a minimizer.
NO_MOVE = 1e-12
# A last Newton step that is longer than this share of the step before shows that no minimizer exists: near one, steps shrink.
STALLED_STEP = 0.9
# The curvature at the start is measured over a distance of this share of the weights.
CURVATURE_PROBE = 1e-3
# A matrix is symmetric if no entry differs from its mirror image by more than this share of the largest entry. A Hessian
# that was computed from data may differ by more than one that was typed.
HESSIAN_ASYMMETRY = 1e-10
CURVATURE_ASYMMETRY = 1e-12
# Below this share of the largest eigenvalue, the standard routine leaves fewer than eleven correct digits.
SMALL_EIGENVALUE = 1e-5
# A matrix whose smallest eigenvalue is a smaller share of the largest cannot be distinguished from a singular one.
SMALLEST_EIGENVALUE_RATIO = 1e-13
# An ellipse whose axes differ by less than this share is a circle.
CIRCLE = 1e-12

# --- selection: boosting, sequential search, fitting by features ---

# Where a feature leaves less than this share of a sum of squares, subtracting what it explains cancels digits, so the
# residuals are computed.
NEARLY_EXPLAINED = 1e-2
# A cost below this share of the first one is rounding: the fit is perfect.
PERFECT_FIT = 1e-24
# Forward fitting ends when |r·φ| is at most this share of ‖y‖ ‖φ‖ for every feature φ: the rest is rounding.
ORTHOGONAL_RESIDUAL = 1e-14
# Entries of a feature below this share of its largest one count as 0: a weight large enough to use them would overflow.
NEGLIGIBLE_ENTRY = 1e-140
# Beyond this margin, log(1 + exp(−margin)) adds nothing to a cost in double precision.
ZERO_COST_MARGIN = 40.0
# Lower bounds on the curvature, to avoid dividing by zero where all margins are large. The second is for steps whose length
# is limited.
CURVATURE_FLOOR = 1e-150
LIMITED_STEP_CURVATURE_FLOOR = 1e-300
# The tuning of a single weight ends with a Newton step up to this length. The step leaves an error of at most its square in
# the weight, and of its cube in the cost. Large weights, whose rounding is longer, end with a step up to this share of them.
SHORT_STEP = 5e-5
SHORT_STEP_SHARE = 1e-15
# Decreases of the cost by this share of its value at w = 0 are lost in rounding.
LOST_DECREASE = 1e-16
# Steps of the safeguarded Newton method for a single weight. Bisection alone needs about 100.
SINGLE_WEIGHT_STEPS = 400
# Entries of X gathered for a batch of groups of features: 4 MiB, which stays in the processor's cache.
GROUP_BATCH = 2**19
# Newton's method for a group ends when its next step would lower the cost by less than this share of it.
NEGLIGIBLE_GAIN = 1e-13
# A group separates the classes when its cost falls below this share of the cost of the bias alone.
SEPARATED_COST = 1e-15
GROUP_NEWTON_STEPS = 200
# If Newton's step would lower the cost by less than the first share, a second step is tried from the examples whose margin
# is below the second number alone: the curvature of an outlier can hide what the other examples could gain.
SMALL_GAIN = 1e-3
SETTLED_MARGIN = 8.0

# --- selection: least squares on subsets ---

# A feature depends on others if they leave at most this share of its length unexplained. Its weight is then 0.
DEPENDENT_SHARE = 1e-10
# Residuals whose lengths differ by less than this share of y's length are equal up to rounding.
EQUAL_LENGTHS = 1e-13
# A difference that is smaller than this share of what it was subtracted from has lost more than three digits.
CANCELLATION = 1e-3
# Rounding error of one projection, as a share of the feature's length.
PROJECTION_ROUNDING = 2e-15
# A pivot may be chosen if its square is at least this share of the largest one: of nearly equal ones, the first is taken.
PIVOT_SHARE = 0.25
# Entries per block of rows when a QR factor is computed, and of the subsets that are factorized side by side: a core's cache.
QR_BLOCK = 2**16
# With up to this many features, the costs of all subsets are computed and kept: 8 MB at most.
TABULATED_FEATURES = 20
# Subsets whose R factors are rotated side by side, so that they stay in a core's cache.
SUBSETS_WIDTH = 2**13
# Branches that are split side by side.
BRANCHES_WIDTH = 2**10
# Added where a rotation might divide 0 by 0. Columns have length 1, so it changes no digit.
TINY_PIVOT = 1e-150
# A subset replaces the best one known only if its cost is lower by more than this share: the rest is rounding.
BETTER_SUBSET = 1e-12
# The bound on branches needs independent features: those with a smaller share of their own are decided about first.
BOUNDED_SHARE = 1e-8
# Newton's method on the softmax cost of a subset ends when a step would lower the cost by less than this share.
SOFTMAX_GAIN = 1e-15
SOFTMAX_STEPS = 200
# Lower bound on the curvature of an example's softmax cost, as a share of its squared slope.
SOFTMAX_CURVATURE = 1e-6
# A margin counts as positive above this share of the terms that it is the sum of: below it may be rounding.
SEPARATING_MARGIN = 1e-13

# --- regularization, polynomial ---

# l1_path, softmax paths and ridge: a slope that is a smaller share of the largest possible one is rounding.
NO_SLOPE = 1e-14
# l1_path: a weight vanishes at a knot up to this share of λ_max (as a slope) or of the weight at the next knot.
VANISHED_SLOPE = 1e-13
VANISHED_WEIGHT = 1e-11
# Fast homotopy: it gives up on a feature if the active ones leave less than this share of its sum of squares, ...
NEARLY_ALIKE = 1e-10
# ... and on two events that are closer than this share of λ. It restarts its inverse when the rounding errors reach ...
TIED_EVENTS = 1e-13
LARGEST_DRIFT = 1e-12
# A knot below this share of λ_max is λ = 0.
LAST_KNOT = 1e-13
# Accurate homotopy: a slope this close to ±λ is on the boundary, and a direction this close to optimal is optimal.
BOUNDARY = 1e-12
# A feature of whose length the active ones leave less than this share is their combination.
DEPENDENT_LENGTH = 1e-10
# A step that ends below this share of λ_max ends at λ = 0.
LAST_STEP = 1e-15
# Below this share of the cost at zero weights, the cost is computed from the residuals: otherwise cancellation is too large.
NEARLY_EXPLAINED = 1e-6
# Largest duality gap inside a segment, relative to the cost at zero weights: of the fast homotopy, or the accurate one is
# used; and of the accurate one, or the path is refused.
FAST_GAP = 1e-11
LARGEST_GAP = 1e-5
# Below this share of λ_max, the rounding errors of the slopes are as large as λ: nothing can be checked.
SMALLEST_CHECKED = 1e-10
# Up to this many features the Gram matrix is computed; with more features than this, and than examples, only its rows.
WIDEST_GRAM = 1000

# Softmax paths: rounding error of the cost, relative to its scale.
ROUNDING_OF_COST = 1e-14
# Added to the diagonal of a Hessian, relative and absolute, so that it is never singular: of several minimizers, any will do.
DIAGONAL_SHARE = 1e-12
SMALLEST_DIAGONAL = 1e-300
# Steps without progress after which the softmax path with ℓ1 stops at a λ.
IDLE_STEPS = 6
# A slope above λ by less than this share does not bring a feature into the second-order model.
SIGNED_SLOPE = 1e-12
# A step is halved until it gives at least this share of the expected decrease, or is shorter than the second number.
ENOUGH_DESCENT = 1e-3
SHORTEST_STEP = 1e-12
# The weights have settled if a step changes them by less than a millionth of their length (here squared).
SETTLED_SQUARE = 1e-12

# l1_gradient_descent: a run with outputs beyond this is about to overflow, so it is stopped.
LARGEST_OUTPUT = 1e80
# l0_path: a further feature that lowers the cost by less than this share of the cost of the bias alone gains nothing.
NO_GAIN = 1e-13
# penalized_path: with more weights, the 2^N sets of nonzero weights are too many to try one by one.
MOST_L0_WEIGHTS = 16
# Below this share of the largest coordinate, a length counts as zero: its square would underflow.
SMALLEST_TARGET = 1e-50

# ridge: if the trace of XᵀX is this much larger than λ, the normal equations would lose too many digits.
STEEPEST = 1e8
# Below this λ, y / λ may overflow although the solution does not.
SMALLEST_PENALTY = 1e-150
# kernel_ridge: rounding of the Gram matrix changes α by about ε‖K‖ / λ of its length. From this λ / ‖K‖ on, six digits remain.
SMALLEST_KERNEL_PENALTY = 1e6 * EPSILON
# A kernel is symmetric if K(x, z) and K(z, x) differ by no more than this share of the largest entry.
KERNEL_ASYMMETRY = 1e-10
# Up to this degree all multinomial coefficients fit into double precision.
LARGEST_KERNEL_DEGREE = 100
# rbf_kernel: largest error of the exponent γ‖x − z‖², as a share of 1 + γ‖x − z‖².
LOST_IN_EXPONENT = 1e-10

# Below this, squares of monomials stay inside double precision.
LARGEST_MONOMIAL = 1e150
# A number of monomials with more bits than this is far above any limit, so it need not be computed exactly.
MOST_BITS = 80
# Numbers of 8 bytes that the plan of one degree needs for one feature.
PLAN_SIZE = 48
# Orthogonal polynomials: one of which those before leave less than this share is their combination on the training points.
DEPENDENT_POLYNOMIAL = 1e-12
# A polynomial is dropped if its recurrence, repeated on the training points, misses its values by more than this.
REPEATABLE = 1e-6

# --- model_selection, ranking ---

# Scores that differ by less than this share of their natural scale are equal up to rounding.
SAME_SCORE = 1e-12
# Rows from which Pearson's coefficients take a first estimate of the means.
MEAN_ESTIMATE_ROWS = 64
# Entries of a block when examples are counted, or features are sorted: 1 MiB, which stays in the processor's cache.
RANKING_BLOCK = 2**17
# Most cells (levels × classes) of all features together in a result of mutual information: 8 bytes each, twice.
MOST_CELLS = 2**26
# Most numbers in the permuted copies of X for one call of `predict`: 4 MiB. The copies share the cost of the call and stay in
# the processor's cache.
STACKED_ENTRIES = 2**19
# A feature of a fold's training examples varies if its range is more than this share of its largest magnitude.
VARIES = 1e-12
# An example whose leverage is closer to 1 than this is fitted exactly, so leaving it out gives no error.
FULL_LEVERAGE = 1e-10
