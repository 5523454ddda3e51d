package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.distributional.DistributionalLaws;
import io.credence.distributional.DistributionalModel;
import io.credence.expression.ExpressionModel;
import io.credence.expression.Link;
import io.credence.expression.ModelParameter;
import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fits of models that are written as sentences against quadrature over all parameters, of densities that are written a
 * second time here.
 */
class SentencePosteriorsTest {

    private static final int ROWS = 300;
    private static final double PRIOR_SD = 2.5;
    private static final List<String> COLUMNS = List.of(Rows.INTERCEPT, "x");
    private static final List<String> ONES = List.of(Rows.INTERCEPT);

    /** Response of a row with the given number x. */
    private interface Response {
        double draw(double x, Random random);
    }

    /** Log density of a response, given unconstrained parameters. */
    private interface Density {
        double log(double y, double x, double[] theta);
    }

    /** Model with its rows, and its density a second time. */
    private record Case(String name, PredictorModel model, Response response, Density density) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static DistributionalModel law(String family, Map<String, List<String>> columns) {
        return new DistributionalModel(
                Objects.requireNonNull(DistributionalLaws.of(Likelihoods.named(family, 4, 2))), columns, List.of());
    }

    private static ExpressionModel expression(String density, ModelParameter... parameters) {
        return new ExpressionModel(density, null, null, List.of(parameters), null);
    }

    private static ModelParameter predicted(String name, Link link) {
        return new ModelParameter.Predicted(name, link, COLUMNS);
    }

    private static double logistic(double eta) {
        return 1 / (1 + Math.exp(-eta));
    }

    private static double normalLog(double y, double mean, double sd) {
        double z = (y - mean) / sd;
        return -0.5 * z * z - Math.log(sd) - 0.5 * Math.log(2 * Math.PI);
    }

    private static double studentLog(double y, double x, double[] theta) {
        double nu = 1 + Math.exp(theta[1] + theta[2] * x);
        double sigma = Math.exp(theta[3]);
        double z = (y - theta[0]) / sigma;
        return Gamma.logGamma((nu + 1) / 2)
                - Gamma.logGamma(nu / 2)
                - 0.5 * Math.log(nu * Math.PI)
                - Math.log(sigma)
                - (nu + 1) / 2 * Math.log(1 + z * z / nu);
    }

    private static double inflatedLog(double y, double x, double[] theta) {
        double mu = Math.exp(theta[0] + theta[1] * x);
        double zero = logistic(theta[2] + theta[3] * x);
        double counts = y * Math.log(mu) - mu - Gamma.logGamma(y + 1);
        return y == 0 ? Math.log(zero + (1 - zero) * Math.exp(counts)) : Math.log(1 - zero) + counts;
    }

    private static double betaLog(double y, double x, double[] theta) {
        double mu = logistic(theta[0] + theta[1] * x);
        double phi = Math.exp(theta[2] + theta[3] * x);
        double a = mu * phi;
        double b = (1 - mu) * phi;
        return (a - 1) * Math.log(y) + (b - 1) * Math.log(1 - y) - Beta.logBeta(a, b);
    }

    private static double mixtureLog(double y, double x, double[] theta) {
        double share = logistic(theta[2]);
        double clean = Math.exp(normalLog(y, theta[0] + theta[1] * x, Math.exp(theta[3])));
        return Math.log(share * clean + (1 - share) * Math.exp(normalLog(y, 0, 5)));
    }

    private static double generalisedPoissonLog(double y, double x, double[] theta) {
        double lambda = logistic(theta[2]);
        double rate = Math.exp(theta[0] + theta[1] * x) * (1 - lambda);
        double total = rate + lambda * y;
        return Math.log(rate) + (y - 1) * Math.log(total) - total - Gamma.logGamma(y + 1);
    }

    private static double gumbelLog(double y, double x, double[] theta) {
        double scale = Math.exp(theta[2] + theta[3] * x);
        double z = (y - theta[0] - theta[1] * x) / scale;
        return -z - Math.exp(-z) - Math.log(scale);
    }

    static Stream<Case> cases() {
        List<Case> all = List.of(
                new Case(
                        "student-t with nu by formula",
                        law("student-t", Map.of("mu", ONES, "nu", COLUMNS)),
                        (x, random) -> {
                            double nu = 1 + Math.exp(1 + 0.5 * x);
                            double chi = gamma(nu / 2, random) * 2;
                            return 1 + 0.8 * random.nextGaussian() / Math.sqrt(chi / nu);
                        },
                        SentencePosteriorsTest::studentLog),
                new Case(
                        "zero-inflation by formula",
                        law("zero-inflated-poisson", Map.of("mu", COLUMNS, "zi", COLUMNS)),
                        (x, random) ->
                                random.nextDouble() < logistic(-0.5 + x) ? 0 : poisson(Math.exp(0.9 + 0.4 * x), random),
                        SentencePosteriorsTest::inflatedLog),
                new Case(
                        "beta with phi by formula",
                        law("beta", Map.of("mu", COLUMNS, "phi", COLUMNS)),
                        (x, random) -> {
                            double mu = logistic(0.3 + 0.5 * x);
                            double phi = Math.exp(1.5 - 0.4 * x);
                            double a = gamma(mu * phi, random);
                            double share = a / (a + gamma((1 - mu) * phi, random));
                            return Math.min(1 - 1e-9, Math.max(1e-9, share));
                        },
                        SentencePosteriorsTest::betaLog),
                new Case(
                        "mixture",
                        expression(
                                "log_mix(w, gaussian_lpdf(y, mu, sigma), gaussian_lpdf(y, 0, 5))",
                                predicted("mu", Link.IDENTITY),
                                new ModelParameter.Constant(Parameter.interval("w", 0, 1)),
                                new ModelParameter.Constant(Parameter.positive("sigma"))),
                        (x, random) -> random.nextDouble() < 0.8
                                ? 1 + 0.6 * x + 0.7 * random.nextGaussian()
                                : 5 * random.nextGaussian(),
                        SentencePosteriorsTest::mixtureLog),
                new Case(
                        "generalised Poisson",
                        expression(
                                "log(mu * (1 - lambda)) + (y - 1) * log(mu * (1 - lambda) + lambda * y)"
                                        + " - mu * (1 - lambda) - lambda * y - lgamma(y + 1)",
                                predicted("mu", Link.LOG),
                                new ModelParameter.Constant(Parameter.interval("lambda", 0, 1))),
                        (x, random) -> borelSum(Math.exp(0.8 + 0.4 * x) * 0.7, 0.3, random),
                        SentencePosteriorsTest::generalisedPoissonLog),
                new Case(
                        "gumbel",
                        expression(
                                "gumbel_lpdf(y, mu, sigma)",
                                predicted("mu", Link.IDENTITY),
                                predicted("sigma", Link.LOG)),
                        (x, random) -> 0.5 - x - Math.exp(-0.2 + 0.3 * x) * Math.log(-Math.log(random.nextDouble())),
                        SentencePosteriorsTest::gumbelLog));
        return Nightly.cases(all.subList(3, 6), all);
    }

    private static double gamma(double shape, Random random) {
        return new GammaDistribution(shape, 1).inverseCumulativeProbability(random.nextDouble());
    }

    private static double poisson(double rate, Random random) {
        int count = 0;
        for (double product = random.nextDouble(); product > Math.exp(-rate); product *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    /** Generalised Poisson number: all generations of a branching process with Poisson immigrants and offspring. */
    private static double borelSum(double rate, double offspring, Random random) {
        double born = poisson(rate, random);
        double total = born;
        while (born > 0) {
            born = poisson(offspring * born, random);
            total += born;
        }
        return total;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void posterior_isThatOfQuadrature(Case of) {
        Random random = new Random(TestSeed.of("sentences, " + of));
        double[] x = new double[ROWS];
        double[] y = new double[ROWS];
        BlockBuilder builder = BlockBuilder.dense(2, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        for (int i = 0; i < ROWS; i++) {
            x[i] = random.nextGaussian();
            y[i] = of.response.draw(x[i], random);
            builder.add(y[i], 1, 0, new double[] {1, x[i]});
        }
        Fit fit = Inference.of(of.model)
                .with("prior.mean", 0)
                .with("prior.sd", PRIOR_SD)
                .kernel("java")
                .posterior("auto")
                .fit(new PartitionedRows(COLUMNS, 0, List.of(List.of(builder.build()))));
        assertEquals(FitStatus.CONVERGED, fit.result().status());
        Posterior found = fit.posterior();
        Grid grid = new Grid(found.mean(), found.covariance(), theta -> {
            double log = 0;
            for (double coordinate : theta) {
                log += normalLog(coordinate, 0, PRIOR_SD);
            }
            for (int i = 0; i < ROWS; i++) {
                log += of.density.log(y[i], x[i], theta);
            }
            return log;
        });
        for (int j = 0; j < found.dimension(); j++) {
            assertWithin(of + ", mean " + j, grid.mean(j), found.mean()[j], 0.1 * grid.sd(j));
            assertWithin(of + ", log sd " + j, Math.log(grid.sd(j)), Math.log(found.sd()[j]), Math.log(1.05));
        }
    }

    /** Moments of a density by the trapezoidal rule along the axes of a normal. */
    private static final class Grid {
        private static final int HALF = 7;
        private static final double STEP = 0.75;

        private final double[] first;
        private final double[] second;
        private double mass;

        Grid(double[] centre, double[] covariance, ToDoubleFunction<double[]> logDensity) {
            int d = centre.length;
            double[] factor = new double[d * d];
            for (int i = 0; i < d; i++) {
                for (int j = 0; j <= i; j++) {
                    double rest = covariance[i * d + j];
                    for (int k = 0; k < j; k++) {
                        rest -= factor[i * d + k] * factor[j * d + k];
                    }
                    factor[i * d + j] = i == j ? Math.sqrt(rest) : rest / factor[j * d + j];
                }
            }
            first = new double[d];
            second = new double[d];
            double atCentre = logDensity.applyAsDouble(centre);
            int side = 2 * HALF + 1;
            for (int point = 0; point < Math.pow(side, d); point++) {
                double[] theta = centre.clone();
                for (int k = 0, rest = point; k < d; k++, rest /= side) {
                    double along = STEP * (rest % side - HALF);
                    for (int i = k; i < d; i++) {
                        theta[i] += factor[i * d + k] * along;
                    }
                }
                double weight = Math.exp(logDensity.applyAsDouble(theta) - atCentre);
                mass += weight;
                for (int j = 0; j < d; j++) {
                    first[j] += weight * theta[j];
                    second[j] += weight * theta[j] * theta[j];
                }
            }
        }

        double mean(int j) {
            return first[j] / mass;
        }

        double sd(int j) {
            return Math.sqrt(second[j] / mass - mean(j) * mean(j));
        }
    }
}
