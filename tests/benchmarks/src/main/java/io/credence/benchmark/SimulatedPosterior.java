package io.credence.benchmark;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;

/**
 * A simulated regression whose log posterior density is written down here, apart from the engine's, and integrated by
 * {@link AdaptiveImportance}.
 *
 * @param kind what it is of
 * @param features without the column of ones
 */
record SimulatedPosterior(Kind kind, double[][] features, double[] labels, double priorSd) {

    /** Shape and scale of the prior of a dispersion. */
    private static final double SHAPE = 3;

    private static final double SCALE = 2;

    /** What posteriors are of. */
    enum Kind {
        LOGISTIC("logistic, prior sd 5", "bernoulli", 5, false),
        NARROW_LOGISTIC("logistic, prior sd 1", "bernoulli", 1, false),
        SEPARATED("logistic, a level of one label", "bernoulli", 10, false),
        PROBIT("probit, prior sd 5", "bernoulli-probit", 5, false),
        POISSON("poisson", "poisson", 5, false),
        EMPTY_COUNTS("poisson, a level of zeros", "poisson", 10, false),
        GAMMA("gamma", "gamma", 5, true),
        NEGATIVE_BINOMIAL("negative binomial", "negative-binomial", 5, true),
        STUDENT("student-t, 4 degrees", "student-t", 5, true),
        CAUCHY("student-t, 1 degree, 25 rows", "student-t", 2, true),
        INFLATED("zero-inflated poisson", "zero-inflated-poisson", 3, false),
        CROWDED("logistic, 9 columns of 50 to 120 rows, prior sd 5", "bernoulli", 5, false);

        private final String words;
        private final String family;
        private final double priorSd;
        private final boolean dispersed;

        Kind(String words, String family, double priorSd, boolean dispersed) {
            this.words = words;
            this.family = family;
            this.priorSd = priorSd;
            this.dispersed = dispersed;
        }

        String words() {
            return words;
        }

        /** Rows of 50 to 400 and 2 to 7 columns, the same for the same seed. */
        SimulatedPosterior simulated(int seed) {
            Random random = new Random(1000L * ordinal() + seed);
            boolean level = this == SEPARATED || this == EMPTY_COUNTS;
            int most = this == CROWDED ? 70 : 350;
            int rows = this == CAUCHY ? 25 : 50 + (int) (most * Math.pow(random.nextDouble(), 2));
            int few = this == LOGISTIC ? 6 : 3;
            int columns = this == CROWDED ? 9 : this == CAUCHY || this == INFLATED ? 2 : 2 + random.nextInt(few);
            double[] slopes = new double[columns + 1];
            slopes[0] = 0.7 * random.nextGaussian();
            for (int j = 1; j <= columns; j++) {
                slopes[j] = random.nextGaussian() * (family.startsWith("bernoulli") ? 1 : 0.5);
            }
            double[][] x = new double[rows][columns];
            double[] y = new double[rows];
            int single = 1 + random.nextInt(20);
            for (int i = 0; i < rows; i++) {
                double eta = slopes[0];
                for (int j = 0; j < columns; j++) {
                    x[i][j] = level && j == 0 ? (i < single ? 1 : 0) : random.nextGaussian();
                    eta += level && j == 0 ? 0 : slopes[j + 1] * x[i][j];
                }
                y[i] = label(random, eta, level && i < single);
            }
            return new SimulatedPosterior(this, x, y, priorSd);
        }

        private double label(Random random, double eta, boolean single) {
            return switch (family) {
                case "bernoulli" -> single || random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
                case "bernoulli-probit" -> random.nextGaussian() < eta ? 1 : 0;
                case "poisson" -> single ? 0 : count(random, Math.exp(eta));
                case "zero-inflated-poisson" -> random.nextDouble() < 0.4 ? 0 : count(random, Math.exp(eta));
                case "gamma" -> Math.exp(eta) * gamma(random, 2) / 2;
                case "negative-binomial" -> count(random, Math.exp(eta) * gamma(random, 2) / 2);
                default -> eta + random.nextGaussian() / Math.sqrt(2 * gamma(random, 0.5 * degrees()) / degrees());
            };
        }

        private double degrees() {
            return this == CAUCHY ? 1 : 4;
        }

        private static double gamma(Random random, double shape) {
            if (shape < 1) {
                return gamma(random, shape + 1) * Math.pow(random.nextDouble(), 1 / shape);
            }
            double d = shape - 1 / 3.0;
            while (true) {
                double z = random.nextGaussian();
                double v = Math.pow(1 + z / Math.sqrt(9 * d), 3);
                if (v > 0 && Math.log(random.nextDouble()) < 0.5 * z * z + d - d * v + d * Math.log(v)) {
                    return d * v;
                }
            }
        }

        private static double count(Random random, double mean) {
            int count = 0;
            for (double left = Math.exp(-Math.min(mean, 500)), p = random.nextDouble(); p > left; count++) {
                p *= random.nextDouble();
            }
            return count;
        }
    }

    Inference inference() {
        Inference requested =
                Inference.of(kind.family).prior("normal", Map.of("sd", priorSd)).with("prior.mean", 0);
        Inference scaled =
                kind.dispersed ? requested.with("prior.dispersion", Map.of("shape", SHAPE, "scale", SCALE)) : requested;
        return kind.family.equals("student-t") ? scaled.with("model.degreesOfFreedom", kind.degrees()) : scaled;
    }

    Rows rows() {
        return Rows.of(features, labels);
    }

    private int predictors() {
        return kind == Kind.INFLATED ? 2 : 1;
    }

    private int coefficients() {
        return (features[0].length + 1) * predictors();
    }

    /** Coefficients, then the logarithm of a dispersion. */
    int dimension() {
        return coefficients() + (kind.dispersed ? 1 : 0);
    }

    /** Up to a constant. */
    double logDensity(double[] theta) {
        double log = 0;
        for (int j = 0; j < coefficients(); j++) {
            log -= 0.5 * theta[j] * theta[j] / (priorSd * priorSd);
        }
        double u = kind.dispersed ? theta[coefficients()] : 0;
        log -= kind.dispersed ? SHAPE * u + SCALE * Math.exp(-u) : 0;
        int columns = features[0].length + 1;
        for (int i = 0; i < labels.length; i++) {
            double eta = theta[0];
            double other = predictors() > 1 ? theta[columns] : 0;
            for (int j = 1; j < columns; j++) {
                eta += theta[j] * features[i][j - 1];
                other += predictors() > 1 ? theta[columns + j] * features[i][j - 1] : 0;
            }
            log += logLikelihood(labels[i], eta, other, u);
        }
        return log;
    }

    private double logLikelihood(double y, double eta, double other, double u) {
        double phi = Math.exp(u);
        return switch (kind.family) {
            case "bernoulli" -> -softplus(y > 0 ? -eta : eta);
            case "bernoulli-probit" -> logNormalTail(y > 0 ? eta : -eta);
            case "poisson" -> y * eta - Math.exp(eta);
            case "zero-inflated-poisson" ->
                y > 0 ? -softplus(other) + y * eta - Math.exp(eta) : -softplus(other) + logSum(other, -Math.exp(eta));
            case "gamma" -> (Math.log(y / phi) - eta - y * Math.exp(-eta)) / phi - Gamma.logGamma(1 / phi);
            case "negative-binomial" ->
                Gamma.logGamma(y + 1 / phi)
                        - Gamma.logGamma(1 / phi)
                        + y * (eta + u)
                        - (y + 1 / phi) * softplus(eta + u);
            default ->
                -0.5 * u - 0.5 * (kind.degrees() + 1) * Math.log1p((y - eta) * (y - eta) / (kind.degrees() * phi));
        };
    }

    private static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    private static double logSum(double a, double b) {
        return Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
    }

    private static double logNormalTail(double x) {
        return x > -30
                ? Math.log(0.5 * Erf.erfc(-x / Math.sqrt(2)))
                : -0.5 * x * x - Math.log(-x * Math.sqrt(2 * Math.PI));
    }

    /**
     * The exact numbers, in the order in which they are reported; none where draws are worth too few.
     *
     * @param near what a fit found, where the search for a proposal begins
     */
    List<SummaryRow> exact(List<SummaryRow> near, double worth) {
        int d = dimension();
        double[] mean = new double[d];
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            boolean log = j == coefficients();
            mean[j] = log ? Math.log(near.get(j).mean()) : near.get(j).mean();
            sd[j] = log ? near.get(j).sd() / near.get(j).mean() : near.get(j).sd();
        }
        return AdaptiveImportance.of(this::logDensity, mean, sd, kind.ordinal()).rows(worth, coefficients());
    }
}
