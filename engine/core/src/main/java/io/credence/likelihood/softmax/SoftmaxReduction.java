package io.credence.likelihood.softmax;

import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.Cholesky;
import io.credence.quadrature.CompositeRule;
import io.credence.quadrature.QuadratureRule;
import io.credence.quadrature.SoftmaxNodes;

/**
 * Expected log-sum-exp of one row of classes 0 … K, in coordinates in which one dimension has a closed form. With an
 * outer class o and a base class j, log Σ_c e^{η_c} = η_o + softplus(b + log(1 + Σ e^t)), where b = η_j − η_o comes
 * last and the t are η_i − η_j for the other classes i. Class 0 has predictor 0. Holds the sums over nodes until they
 * are complete.
 */
final class SoftmaxReduction {
    // Below, a rule of degree 5 has E f″ and the derivative of its own sum the same to 1e-11; the latter divides by R.
    private static final double CERTAIN_VARIANCE = 1e-4;
    private static final double RIDGE = 1e-10;

    private final int row;
    private final int predictors;
    private final int[] plus;
    private final int[] minus;
    private final double averageVariance;
    private final double[] mean;
    private final double[] root;
    private final double[] slope;
    /** Expected second derivative E f″, or the derivative in the root. */
    private final double[] second;

    private boolean exact = true;
    private double value;
    private double gain;
    private double gainSlope;

    SoftmaxReduction(PredictorChunk chunk, int row, int predictors) {
        this.row = row;
        this.predictors = predictors;
        plus = new int[predictors];
        minus = new int[predictors];
        mean = new double[predictors];
        root = new double[predictors * predictors];
        slope = new double[predictors];
        second = new double[predictors * predictors];
        double[] v = chunk.predictorCovariances();
        averageVariance = averageVariance(v);
        chooseOuterAndBase(v);
        for (int a = 0; a < predictors; a++) {
            mean[a] = classMean(chunk, plus[a]) - classMean(chunk, minus[a]);
        }
        factoriseCovariance(v, 0);
    }

    /**
     * Variance of the difference of two classes' predictors, averaged over all pairs. It is linear in V, and equal for
     * every order of the classes.
     */
    private double averageVariance(double[] v) {
        double trace = 0;
        double all = 0;
        for (int a = 0; a < predictors; a++) {
            trace += classCovariance(v, a + 1, a + 1);
            for (int b = 0; b < predictors; b++) {
                all += classCovariance(v, a + 1, b + 1);
            }
        }
        return ((predictors + 1) * trace - all) / pairCount();
    }

    private double pairCount() {
        return 0.5 * predictors * (predictors + 1);
    }

    /**
     * Chooses class 0 as the outer class and the last class as base. Of three classes, base and the third one are those
     * with the narrowest difference.
     */
    private void chooseOuterAndBase(double[] v) {
        int base = predictors;
        int outer = 0;
        if (predictors == 2) {
            double first = classCovariance(v, 1, 1);
            double second = classCovariance(v, 2, 2);
            double between = first + second - 2 * classCovariance(v, 1, 2);
            outer = between <= Math.min(first, second) ? 0 : first <= second ? 2 : 1;
            base = outer == 2 ? 1 : 2;
        }
        int at = 0;
        for (int c = 0; c <= predictors; c++) {
            if (c != base && c != outer) {
                plus[at] = c;
                minus[at++] = base;
            }
        }
        plus[at] = base;
        minus[at] = outer;
    }

    private double classCovariance(double[] v, int c, int d) {
        return c == 0 || d == 0 ? 0 : v[(row * predictors + c - 1) * predictors + d - 1];
    }

    private double classMean(PredictorChunk chunk, int c) {
        return c == 0 ? 0 : chunk.predictorMeans()[row * predictors + c - 1];
    }

    private void factoriseCovariance(double[] v, double ridge) {
        double[] reduced = new double[root.length];
        for (int a = 0; a < predictors; a++) {
            for (int b = 0; b < predictors; b++) {
                reduced[a * predictors + b] = classCovariance(v, plus[a], plus[b])
                        - classCovariance(v, plus[a], minus[b])
                        - classCovariance(v, minus[a], plus[b])
                        + classCovariance(v, minus[a], minus[b])
                        + (a == b ? ridge : 0);
            }
        }
        Cholesky.semidefiniteRoot(reduced, 0, predictors, root);
        if (ridge > 0) {
            double least = Math.sqrt(ridge);
            for (int a = 0; a < predictors; a++) {
                root[a * predictors + a] = Math.max(root[a * predictors + a], least);
            }
        }
    }

    /** Records that the nodes are coarse. The curvature is then the derivative of their sum. */
    void markCoarse(PredictorChunk chunk) {
        exact = averageVariance <= CERTAIN_VARIANCE;
        if (!exact) {
            factoriseCovariance(chunk.predictorCovariances(), RIDGE * averageVariance);
        }
    }

    /**
     * Records that two rules are mixed, with the derivative of the second one's share in {@link #averageVariance()}.
     */
    void markMixed(double shareSlope) {
        gainSlope = shareSlope;
    }

    double averageVariance() {
        return averageVariance;
    }

    /**
     * Width of the integrand along coordinate {@code a} of the nodes. It is the largest load of a difference of two
     * classes on it. What the later coordinates add is normal noise of sd r, which smooths: a wave of frequency ω in
     * that difference is damped by πω for the singularities of the softplus and by r²ω²/2.
     */
    double integrandWidth(int a) {
        double widest = 0;
        for (int c = 0; c <= predictors; c++) {
            for (int d = 0; d < c; d++) {
                widest = Math.max(widest, integrandWidth(c, d, a));
            }
        }
        return widest;
    }

    private double integrandWidth(int c, int d, int a) {
        double noise = 0;
        for (int e = a + 1; e < predictors; e++) {
            double later = coordinateLoading(c, e) - coordinateLoading(d, e);
            noise += later * later;
        }
        double damped = Math.PI + Math.sqrt(Math.PI * Math.PI + 2 * SoftmaxNodes.EXPONENT * noise);
        return Math.abs(coordinateLoading(c, a) - coordinateLoading(d, a)) * 2 * Math.PI / damped;
    }

    /** Nodes on a line for a wide row of three classes: dense where two classes are equally likely. */
    QuadratureRule gradedLineRule() {
        double[] centres = new double[3];
        double[] widths = new double[3];
        double[] level = {0, mean[1], mean[0] + mean[1]};
        for (int pair = 0; pair < 3; pair++) {
            int c = pair == 0 ? 1 : 2;
            int d = pair == 1 ? 0 : c - 1;
            centres[pair] = (level[d] - level[c]) / (coordinateLoading(c, 0) - coordinateLoading(d, 0));
            widths[pair] = integrandWidth(c, d, 0);
        }
        return CompositeRule.rule(centres, widths);
    }

    /**
     * Coefficient of coordinate {@code a} in class number {@code c}, numbered here as the outer class, the base, the
     * others.
     */
    private double coordinateLoading(int c, int a) {
        double base = root[(predictors - 1) * predictors + a];
        return c == 0 ? 0 : c == 1 ? base : base + root[(c - 2) * predictors + a];
    }

    /** Writes the differences t of predictors at a node and returns the mean of the difference b given them. */
    double writePosition(double[] z, double[] t) {
        for (int a = 0; a < predictors - 1; a++) {
            t[a] = mean[a];
            for (int b = 0; b <= a; b++) {
                t[a] += root[a * predictors + b] * z[b];
            }
        }
        double b = mean[predictors - 1];
        for (int a = 0; a < predictors - 1; a++) {
            b += root[(predictors - 1) * predictors + a] * z[a];
        }
        return b;
    }

    /** Variance of b given t. */
    double restVariance() {
        double rest = root[root.length - 1];
        return rest * rest;
    }

    /**
     * Adds a node of the quadrature to the sums.
     *
     * @param z the node, at {@code offset}, as are the shares of the classes of the t
     * @param rise share of the node that its rule gains as the row becomes wider; 0 where rules are not mixed
     */
    void add(double weight, double rise, double[] z, double[] share, int offset, double f, double f1, double f2) {
        int last = predictors - 1;
        value += weight * f;
        gain += rise * f;
        for (int a = 0; a <= last; a++) {
            double own = a == last ? 1 : share[offset + a];
            slope[a] += weight * f1 * own;
            for (int b = 0; b <= a; b++) {
                double other = b == last ? 1 : share[offset + b];
                double curved = a == last ? 0 : f1 * own * ((a == b ? 1 : 0) - other);
                double entry = exact
                        ? f2 * own * other + curved
                        : b == last ? f2 * root[last * predictors + last] : f1 * own * z[offset + b];
                second[a * predictors + b] += weight * entry;
            }
        }
    }

    /** Writes expected value, slope and curvature of log Σ e^η, once all nodes have been added. */
    void writeMoments(PredictorChunk chunk) {
        int k = predictors;
        double[] curvature = exact ? second : CovarianceGradient.twiceCovarianceGradient(root, second, k);
        int outer = minus[k - 1];
        chunk.moments().value()[row] = value + classMean(chunk, outer);
        addSlope(chunk, outer, 1);
        for (int a = 0; a < k; a++) {
            addSlope(chunk, plus[a], slope[a]);
            addSlope(chunk, minus[a], -slope[a]);
            for (int b = 0; b < k; b++) {
                double c = curvature[a >= b ? a * k + b : b * k + a];
                addCurvature(chunk, plus[a], plus[b], c);
                addCurvature(chunk, plus[a], minus[b], -c);
                addCurvature(chunk, minus[a], plus[b], -c);
                addCurvature(chunk, minus[a], minus[b], c);
            }
        }
        if (gainSlope != 0) {
            double each = 2 * gain * gainSlope / pairCount();
            for (int a = 1; a <= k; a++) {
                for (int b = 1; b <= k; b++) {
                    addCurvature(chunk, a, b, each * ((a == b ? k + 1 : 0) - 1));
                }
            }
        }
    }

    private void addSlope(PredictorChunk chunk, int c, double amount) {
        if (c > 0) {
            chunk.moments().slope()[row * predictors + c - 1] += amount;
        }
    }

    private void addCurvature(PredictorChunk chunk, int c, int d, double amount) {
        if (c > 0 && d > 0) {
            chunk.moments().curvature()[(row * predictors + c - 1) * predictors + d - 1] += amount;
        }
    }
}
