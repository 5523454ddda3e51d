package io.credence.fit;

/**
 * The negative ELBO of Bayesian logistic regression and its gradient, written a second time from math.md §2 and §1 with one
 * fine trapezoid per row, for comparison with the engine. Parameters: μ, then the lower triangle of L by rows with a
 * logarithmic diagonal, S = LLᵀ; of L only what lies within the blocks of coefficients.
 */
final class IndependentElbo {

    private static final int NODES = 161;
    private static final double REACH = 9;

    private final Rows rows;
    private final double priorVariance;
    private final int[] firstInRow;
    private final int d;

    IndependentElbo(Rows rows, double priorVariance, int... sizes) {
        this.rows = rows;
        this.priorVariance = priorVariance;
        this.d = rows.columns();
        this.firstInRow = new int[d];
        for (int b = 0, first = 0; b < sizes.length; first += sizes[b++]) {
            java.util.Arrays.fill(firstInRow, first, first + sizes[b], first);
        }
    }

    int parameters() {
        int parameters = d;
        for (int i = 0; i < d; i++) {
            parameters += i + 1 - firstInRow[i];
        }
        return parameters;
    }

    double[][] root(double[] parameters) {
        double[][] root = new double[d][d];
        for (int i = 0, at = d; i < d; i++) {
            for (int j = firstInRow[i]; j <= i; j++, at++) {
                root[i][j] = i == j ? Math.exp(parameters[at]) : parameters[at];
            }
        }
        return root;
    }

    /** The objective; its gradient goes into {@code gradient}. */
    double evaluate(double[] parameters, double[] gradient) {
        double[][] root = root(parameters);
        double[][] rootGradient = new double[d][d];
        java.util.Arrays.fill(gradient, 0);
        double value = divergence(parameters, root, gradient, rootGradient);
        double[] u = new double[d];
        double[] moments = new double[3];
        for (int i = 0; i < rows.labels().length; i++) {
            double[] x = rows.features()[i];
            double variance = 0;
            for (int k = 0; k < d; k++) {
                u[k] = 0;
                for (int j = k; j < d; j++) {
                    u[k] += root[j][k] * x[j];
                }
                variance += u[k] * u[k];
            }
            double mean = rows.predictor(i, java.util.Arrays.copyOf(parameters, d));
            expect(mean, Math.sqrt(variance), rows.labels()[i], moments);
            value += moments[0];
            for (int j = 0; j < d; j++) {
                gradient[j] += moments[1] * x[j];
                for (int k = 0; k <= j; k++) {
                    rootGradient[j][k] += moments[2] * x[j] * u[k];
                }
            }
        }
        for (int i = 0, at = d; i < d; i++) {
            for (int j = firstInRow[i]; j <= i; j++, at++) {
                gradient[at] = i == j ? rootGradient[i][i] * root[i][i] : rootGradient[i][j];
            }
        }
        return value;
    }

    private double divergence(double[] parameters, double[][] root, double[] gradient, double[][] rootGradient) {
        double sum = 0;
        double logDeterminant = 0;
        for (int i = 0; i < d; i++) {
            sum += parameters[i] * parameters[i] / priorVariance;
            gradient[i] = parameters[i] / priorVariance;
            for (int j = 0; j <= i; j++) {
                sum += root[i][j] * root[i][j] / priorVariance;
                rootGradient[i][j] = root[i][j] / priorVariance;
            }
            rootGradient[i][i] -= 1 / root[i][i];
            logDeterminant += 2 * Math.log(root[i][i]);
        }
        return 0.5 * (sum - d + d * Math.log(priorVariance) - logDeterminant);
    }

    private static void expect(double mean, double sd, double label, double[] moments) {
        double norm = 0;
        java.util.Arrays.fill(moments, 0);
        for (int k = 0; k < NODES; k++) {
            double z = REACH * (2.0 * k / (NODES - 1) - 1);
            double weight = Math.exp(-0.5 * z * z);
            double eta = mean + sd * z;
            double p = 1 / (1 + Math.exp(-eta));
            norm += weight;
            moments[0] += weight * (Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta))) - label * eta);
            moments[1] += weight * (p - label);
            moments[2] += weight * p * (1 - p);
        }
        for (int m = 0; m < 3; m++) {
            moments[m] /= norm;
        }
    }
}
