"""The words of the field that the lessons define: each with its meaning and the section of the lesson."""

TERMS = (
    (
        "feature",
        "A number that describes an example, such as the weight of a car. Models see examples only through their features.",
        "9.1",
    ),
    ("example", "One of the things that a table describes, such as a car or a district. In Python, examples are rows.", "9.1"),
    ("output", "The number or label that a model predicts from the features, such as a price.", "9.1"),
    ("held-out error", "Error on examples that were set aside, so that the model was not fitted to them.", "9.1"),
    ("feature engineering", "Deciding which numbers a model sees, and making them from raw data.", "9.1"),
    ("feature selection", "Deciding which features are worth keeping.", "9.1"),
    (
        "standardize",
        "Subtract the mean of a feature and divide by its standard deviation, so that it has mean 0 and variance 1.",
        "9.1",
    ),
    ("typical error", "Square root of the mean squared error, in the unit of the output.", "9.1"),
    (
        "principal component",
        "Weighted sum of all features along a direction in which the examples differ most, next most, and so on.",
        "9.1",
    ),
    ("cluster", "Group of similar examples, as K-means makes them.", "9.1"),
    ("centroid", "Mean of all examples of a cluster.", "9.1"),
    (
        "share of the variance",
        "How much of the examples' squared distance from their mean a reduced matrix still describes; 1 if nothing is lost.",
        "9.1",
    ),
    ("histogram", "Counts of how often each of a fixed set of things occurs in an example.", "9.2.1"),
    ("bin", "One of the things that a histogram counts.", "9.2.1"),
    ("one-hot encoding", "One feature per category, which is 1 for examples of that category and 0 otherwise.", "9.2.1"),
    ("bag of words", "Histogram whose bins are words. It ignores their order.", "9.2.1"),
    ("stop word", "Word such as “the” that occurs in almost every text and says nothing about its subject.", "9.2.1"),
    ("stemming", "Cutting related words to a common stem by rules, so that they fall into the same bin.", "9.2.1"),
    ("term", "What is left of a word after stemming; a bin of a bag of words.", "9.2.1"),
    ("unit length", "A vector divided by its length has unit length, so that only its direction is left.", "9.2.1"),
    ("phrase", "Two or more words in a row that are counted together.", "9.2.1"),
    ("misclassified", "An example that falls on the wrong side of a classifier's boundary, or on the boundary.", "9.2.1"),
    ("edge", "A place in an image where the grey level changes quickly, with a strength and an orientation.", "9.2.3"),
    ("orientation", "Angle of the line along an edge, counterclockwise from horizontal, modulo 180°.", "9.2.3"),
    ("edge histogram", "Total strength of the edges of each orientation, scaled to unit length.", "9.2.3"),
    ("patch", "Small part of an image with an edge histogram of its own, which keeps the rough place of edges.", "9.2.3"),
    ("nearest neighbour", "The example at the smallest distance from a given one.", "9.2.3"),
    ("block", "Several neighbouring patches whose histograms are scaled to unit length together.", "9.2.3"),
    ("sample", "One measurement of air pressure; a sound is a list of samples.", "9.2.4"),
    ("frequency", "How often in a second a wave repeats, in hertz (Hz).", "9.2.4"),
    ("amplitude", "Strength of a sinusoid.", "9.2.4"),
    ("spectrum", "The amplitudes of the sinusoids that add up to a sound, by frequency.", "9.2.4"),
    ("beat", "Regular swelling and fading of two tones of similar frequency.", "9.2.4"),
    ("leakage", "What the spectrum of a tone shows at other frequencies, because the tone does not fit the window.", "9.2.4"),
    ("Hann window", "Smooth curve that fades a sound in and out, so that its spectrum leaks less.", "9.2.4"),
    ("spectrogram", "Spectra of short overlapping windows of a sound, side by side.", "9.2.4"),
    ("decibel", "Unit for ratios of amplitudes: 20 times the logarithm to base 10.", "9.2.4"),
    ("overtones", "Multiples of the pitch of a voice that sound together with it.", "9.2.4"),
    ("formant", "Resonance of throat and mouth, near which overtones are strong.", "9.2.4"),
    ("mel scale", "Scale of frequency bands that are broader at high frequencies, as in human hearing.", "9.2.4"),
    (
        "standard normalization",
        "Subtracting from each feature its mean and dividing by its standard deviation, both of the training examples. Also "
        "called standardizing.",
        "9.3",
    ),
    (
        "constant feature",
        "A feature with the same value in every example. It cannot be standardized, and nothing can be learned from it.",
        "9.3",
    ),
    ("contour", "A line through the points of equal cost.", "9.3"),
    ("curvature", "How fast the slope of a cost changes along a direction.", "9.3"),
    ("diverge", "A descent diverges if each step ends farther from the lowest point than it began.", "9.3"),
    (
        "zig-zag",
        "The path of a descent whose steps jump over the lowest point again and again, and end a little closer to it.",
        "9.3",
    ),
    ("condition number", "The largest curvature of a cost divided by the smallest. Circles have 1.", "9.3"),
    ("Hessian", "The matrix of the second derivatives of a cost. Its eigenvalues are the curvatures.", "9.3"),
    ("softmax cost", "A cost for two classes: the mean of $\\log(1 + e^{-y (w_0 + w x)})$, with labels −1 and +1.", "9.3"),
    ("min-max scaling", "Rescaling a feature so that its smallest training value becomes 0 and its largest 1.", "9.3"),
    (
        "Newton's method",
        "A second-order method. It divides the gradient by the curvature, as $\\mathbf{w} - \\mathbf{H}^{-1} \\nabla g$.",
        "9.3",
    ),
    (
        "leak",
        "Information about held-out examples that reaches the training, for example through means of the whole table.",
        "9.3",
    ),
    ("imputation", "Filling the missing values of an example, so that its known values can still be used.", "9.4"),
    ("mean imputation", "Filling every gap of a feature with the mean of its known values, equation (9.4).", "9.4"),
    (
        "regression imputation",
        "Filling a gap with a value predicted from the other features of the example, for example by least squares.",
        "9.4",
    ),
    (
        "missing completely at random",
        "Whether a value is missing depends on nothing in the data. Otherwise the mean of the known values may be too high "
        "or too low.",
        "9.4",
    ),
    (
        "PCA-sphering",
        "Scaling in three steps: centre the data, rotate them to their principal directions, divide each coordinate by its "
        "standard deviation. Also called whitening.",
        "9.5",
    ),
    (
        "covariance matrix",
        "The matrix of the covariances of all pairs of features, with the variances on its diagonal; for centred examples "
        "in columns, $\\mathbf{X}\\mathbf{X}^T/P$.",
        "9.5",
    ),
    (
        "eigenvector",
        "A direction that a matrix only stretches. Those of the covariance matrix are the principal directions.",
        "9.5",
    ),
    (
        "eigenvalue",
        "The factor by which a matrix stretches an eigenvector. For the covariance matrix, it is the variance along this "
        "direction.",
        "9.5",
    ),
    (
        "principal direction",
        "An eigenvector of the covariance matrix. The first has the largest variance of all directions.",
        "9.5",
    ),
    (
        "simplified Newton step",
        "A step that divides each slope by its own curvature and ignores the Hessian off its diagonal.",
        "9.5",
    ),
    (
        "direction without variance",
        "A direction along which the data are flat, such as when one column is the sum of others. Sphering cannot scale it.",
        "9.5",
    ),
    (
        "boosting",
        "Selecting features one at a time: each round tunes the weight of every unused feature by itself, keeps the best "
        "one, and freezes it.",
        "9.6",
    ),
    ("gain", "How much a round of boosting lowers the cost.", "9.6"),
    ("residual", "What remains of the output when the prediction of the model is subtracted.", "9.6"),
    (
        "rule of one standard error",
        "Choose the simplest model whose held-out error is within one standard error of the smallest error.",
        "9.6",
    ),
    ("greedy", "A search that takes the best next step and never looks back.", "9.6"),
    ("regularization", "Minimizing the cost plus a penalty on the weights, multiplied by a number $\\lambda$.", "9.7"),
    (
        "penalty",
        "A number that grows with the weights: how many are nonzero ($\\ell_0$), the sum of their absolute values "
        "($\\ell_1$), or their length ($\\ell_2$).",
        "9.7",
    ),
    ("minimizer", "The weights with the lowest cost.", "9.7"),
    ("ball", "All weights whose penalty is no larger than a given number.", "9.7"),
    (
        "ridge regression",
        "Least squares with the squared length of the weights as its penalty. It shrinks weights and sets none to zero.",
        "9.7",
    ),
    (
        "lasso",
        "Least squares with the sum of the absolute weights as its penalty. It shrinks weights and sets some to zero.",
        "9.7",
    ),
    ("soft thresholding", "Moving a weight towards zero by a fixed amount, and leaving it there if it gets to zero.", "9.7"),
    (
        "knot",
        "A value of $\\lambda$ at which a feature enters or leaves the model. Between two knots, each weight is a straight "
        "line in $\\lambda$.",
        "9.7",
    ),
    ("z-score", "A value minus the mean of its feature, divided by the standard deviation.", "C1"),
    ("over-fitting", "A model fits accidents of its training data: it does well on them, and worse on others.", "C1"),
    ("training error", "The error of a model on the examples to which it was fitted.", "C1"),
    (
        "standard error",
        "How uncertain a mean is: the standard deviation of the values, divided by the root of their number.",
        "C1",
    ),
    (
        "singular values",
        "The square roots of the eigenvalues of $\\mathbf{X}^T\\mathbf{X}$. They say how much the table stretches a vector "
        "of length 1 in each direction.",
        "C1",
    ),
    ("orthogonal polynomials", "Columns of rising degree, each made uncorrelated with all columns before it.", "C1"),
    ("subset selection", "Looking for a few features of a table that predict well together.", "C2"),
    (
        "best subset selection",
        "Fitting a model on every set of features and keeping, for each size, the set with the lowest error.",
        "C2",
    ),
    ("null model", "A model without features, which predicts the mean for every example.", "C2"),
    (
        "forward search",
        "Starting without features and adding, in each step, the feature with which the error is lowest. Also called "
        "forward stepwise selection, or SFS.",
        "C2",
    ),
    (
        "locked in",
        "A greedy search is locked in when a step that it cannot undo puts the best set of a later size out of its reach.",
        "C2",
    ),
    (
        "backward search",
        "Starting with all features and removing, in each step, the one without which the error is lowest. Also called SBS.",
        "C2",
    ),
    (
        "objective",
        "The number that a search compares sets by: an error that should be small, or a formula $J$ that should be large.",
        "C2",
    ),
    ("bidirectional search", "Forward and backward search in turns, which meet in a set of half of the features.", "C2"),
    (
        "floating search",
        "Forward search that also removes a feature if the smaller set is better than the best one of its size so far.",
        "C2",
    ),
    ("ranking", "Giving each feature a score of its own, sorting by it, and keeping the best.", "C3"),
    (
        "Pearson's correlation coefficient",
        "A number between −1 and 1 that says how closely the examples lie on a line of one feature and the output.",
        "C3",
    ),
    (
        "mutual information",
        "How much a feature tells about the label: 0 if they are independent, and at most the information of the label "
        "itself.",
        "C3",
    ),
    ("bit", "The unit of information: the answer to a question with two equally likely answers.", "C3"),
    ("nat", "The unit of information with natural logarithms. A bit has 0.693 nats.", "C3"),
    ("random forest", "A set of decision trees, each grown on examples that are drawn at random.", "C3"),
    (
        "mean decrease in impurity",
        "Importance of a feature in a forest: what the splits on it gain in purity on training examples, averaged over the "
        "trees.",
        "C3",
    ),
    (
        "mean decrease in accuracy",
        "Importance of a feature: how much accuracy on unseen examples a model loses when the feature's values are permuted.",
        "C3",
    ),
    (
        "Gini impurity",
        "One minus the sum of the squared shares of the labels in a node. It is 0 if all labels are the same.",
        "C3",
    ),
    ("out of bag", "Examples that were not drawn for a tree, and on which it can be judged.", "C3"),
    (
        "Gaussian noise",
        "A model of the outputs: what the true weights give, plus a random number from a normal distribution with mean 0.",
        "C4",
    ),
    (
        "maximum likelihood",
        "The choice of the weights for which the observed outputs are most probable. With Gaussian noise it is least squares.",
        "C4",
    ),
    (
        "prior",
        "What you expect of the weights before you see data, as a distribution. A Gaussian prior gives the penalty of ridge "
        "regression.",
        "C4",
    ),
    (
        "kernel",
        "A function of two examples that gives the product of their features, often without computing these features.",
        "C4",
    ),
    ("Gram matrix", "The matrix of the kernel of all pairs of examples.", "C4"),
    (
        "dual form",
        "Ridge regression with one unknown for each example, its residual, instead of one weight for each feature.",
        "C4",
    ),
    (
        "rbf kernel",
        "The kernel $e^{-\\gamma (x - z)^2}$. It stands for infinitely many features, and each example adds a bump.",
        "C4",
    ),
    ("shrinkage", "The loss of size of the weights that a penalty keeps.", "C4"),
    (
        "forward-fitting",
        "In each round, take the feature whose single weight lowers the cost most, fit this weight, and keep all others.",
        "C4",
    ),
    (
        "myopic fitting",
        "In each round, take the feature with the largest derivative of the cost, and fit its weight alone.",
        "C4",
    ),
    ("selector", "A method that chooses features, such as a ranking, a search, boosting or the lasso.", "methods"),
    (
        "stability",
        "How much the sets of features that a selector chooses on different samples have in common: 1 if they are the same, "
        "0 as by chance.",
        "methods",
    ),
)

#: Words that everyday language uses, too. The glossary has them, and lessons do not link them.
ORDINARY = frozenset(
    {
        "ball",
        "beat",
        "bin",
        "bit",
        "block",
        "cluster",
        "edge",
        "example",
        "feature",
        "gain",
        "kernel",
        "knot",
        "leak",
        "objective",
        "orientation",
        "output",
        "patch",
        "penalty",
        "phrase",
        "prior",
        "ranking",
        "sample",
        "stability",
        "term",
    }
)
