package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.autodiff.SpecialFunctions;
import io.credence.config.ConfigurationException;
import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.model.Parameter;
import io.credence.model.PredictorModel;
import io.credence.summary.SummaryRow;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fits of models of several parameters that a configuration writes as expressions. */
class ParametersFitTest {

    private static final Map<String, Object> POSITIVE = Map.of("constraint", "positive");

    private static Fit fit(Inference inference, Rows rows) {
        Fit fit = inference.with("kernel", "java").fit(rows);
        assertEquals(FitStatus.CONVERGED, fit.result().status());
        return fit;
    }

    /** Normal responses around 100 + 20 x, of a standard deviation that grows with z. */
    private static Rows uneven(int count) {
        return uneven(count, 1);
    }

    private static Rows uneven(int count, double unit) {
        Random random = new Random(TestSeed.of("uneven spread"));
        double[][] features = new double[count][];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            double x = random.nextGaussian();
            double z = random.nextDouble();
            features[i] = new double[] {x, z};
            labels[i] = unit * (100 + 20 * x + Math.exp(1 + z) * random.nextGaussian());
        }
        return Rows.of(List.of("x", "z"), features, labels);
    }

    @Test
    void eachPredictor_hasItsColumnsAndPriors() {
        Fit fit = fit(
                Inference.ofDensity(
                        "gaussian_lpdf(y, mu, sigma)",
                        Map.of("mu", "~ x", "sigma", Map.of("formula", "~ z", "link", "log"))),
                uneven(2000));
        assertEquals(List.of("mu:(Intercept)", "mu:x", "sigma:(Intercept)", "sigma:z"), fit.names());
        double[] expected = {100, 20, 1, 1};
        for (int j = 0; j < expected.length; j++) {
            assertWithin(
                    "mean " + j,
                    expected[j],
                    fit.posterior().mean()[j],
                    4 * fit.posterior().sd()[j]);
        }
        double[] sd = fit.numbers().coefficients().prior().sd();
        double spread = Math.sqrt(400 + Math.exp(2) * (Math.exp(2) - 1) / 2);
        assertWithin("unit of mu", 2.5 * spread, sd[1], 0.15 * 2.5 * spread);
        assertWithin("slope of log sigma", Math.sqrt(12), sd[3], 0.1 * Math.sqrt(12));
        assertWithin("centre of mu", 100, fit.numbers().coefficients().prior().mean()[0], 5);
        assertTrue(
                fit.notes().stream().anyMatch(note -> note.contains("model.mean")),
                fit.notes().toString());
    }

    /** Prior sds of mu and sigma, where the response has another unit. */
    private static double[] priorSds(double unit) {
        return fit(
                        Inference.ofDensity(
                                "gaussian_lpdf(y, mu, sigma)",
                                Map.of("mu", "~ x", "sigma", Map.of("formula", "~ z", "link", "log"))),
                        uneven(500, unit))
                .numbers()
                .coefficients()
                .prior()
                .sd();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 30, 1e4})
    void defaultPriors_haveTheUnitOfTheResponse(double unit) {
        double[] sd = priorSds(1);
        double[] other = priorSds(unit);
        for (int j = 0; j < 2; j++) {
            assertWithin("sd of mu, " + j, unit * sd[j], other[j], 0.02 * unit * sd[j]);
            assertWithin("sd of log sigma, " + j, sd[2 + j], other[2 + j], 0.05 * sd[2 + j]);
        }
    }

    /** The same, written as a class by its user. */
    record CensoredTimes() implements PredictorModel {
        private static final long serialVersionUID = 1;

        @Override
        public List<String> rowColumns() {
            return List.of("status");
        }

        @Override
        public List<String> columnsOf(String predictor, List<String> columns) {
            return columns.subList(0, 2);
        }

        @Override
        public List<Parameter> extra() {
            return List.of(Parameter.positive("sigma"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(double label, T[] predictors, T[] extra) {
            throw new IllegalStateException("the status is needed");
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(
                double label, double[] rowColumns, T[] predictors, T[] extra) {
            T z = predictors[0].subtract(Math.log(label)).divide(extra[0]);
            return rowColumns[0] == 1
                    ? SpecialFunctions.logNormalCdf(z)
                    : z.square()
                            .multiply(-0.5)
                            .subtract(extra[0].log())
                            .subtract(0.5 * Math.log(2 * Math.PI) + Math.log(label));
        }
    }

    private static Rows times() {
        Random random = new Random(TestSeed.of("configured times"));
        double[][] features = new double[400][];
        double[] labels = new double[features.length];
        for (int i = 0; i < labels.length; i++) {
            double x = random.nextGaussian();
            double time = Math.exp(0.6 + 0.4 * x + 0.7 * random.nextGaussian());
            features[i] = new double[] {x, time > 4 ? 1 : 2};
            labels[i] = Math.min(time, 4);
        }
        return Rows.of(List.of("x", "status"), features, labels);
    }

    @Test
    void censoredLogNormal_isThatOfAClassUnderTheSamePriors() {
        Posterior found = fit(
                        Inference.ofDensity(
                                        "if(status == 2, lognormal_lpdf(y, mu, sigma), lognormal_lccdf(y, mu, sigma))",
                                        Map.of("mu", "~ x", "sigma", POSITIVE))
                                .with("prior.sd", 5),
                        times())
                .posterior();
        Posterior expected = fit(Inference.of(new CensoredTimes()).with("prior.sd", 5), times())
                .posterior();
        for (int j = 0; j < 3; j++) {
            assertWithin("mean " + j, expected.mean()[j], found.mean()[j], 1e-6 * expected.sd()[j]);
            assertWithin("sd " + j, expected.sd()[j], found.sd()[j], 1e-6 * expected.sd()[j]);
        }
    }

    @Test
    void negativeBinomial_isThatOfTheCatalogue() {
        Random random = new Random(TestSeed.of("counts of expressions"));
        double[][] features = new double[500][];
        int[] counts = new int[features.length];
        for (int i = 0; i < counts.length; i++) {
            features[i] = new double[] {random.nextGaussian()};
            double rate = Math.exp(1 + 0.5 * features[i][0]) * -Math.log(random.nextDouble());
            double sum = -Math.log(random.nextDouble());
            while (sum < rate) {
                counts[i]++;
                sum -= Math.log(random.nextDouble());
            }
        }
        Rows rows = Rows.of(List.of("x"), features, counts);
        Posterior built = fit(Inference.of("negative-binomial"), rows).posterior();
        Posterior found = fit(
                        Inference.ofDensity(
                                "negative_binomial_lpmf(y, mu, size)",
                                Map.of("mu", Map.of("link", "log"), "size", POSITIVE)),
                        rows)
                .posterior();
        for (int j = 0; j < 2; j++) {
            assertWithin("mean " + j, built.mean()[j], found.mean()[j], 0.1 * built.sd()[j]);
            assertWithin("sd " + j, built.sd()[j], found.sd()[j], 0.06 * built.sd()[j]);
        }
    }

    /** With one observation of no information, the posterior of a parameter is its prior. */
    @Test
    void priorOfAParameter_isItsPosteriorWithoutInformation() {
        Fit fit = fit(
                Inference.ofDensity(
                        "gaussian_lpdf(y, mu, 1) + 0 * s + 0 * w",
                        Map.of(
                                "mu",
                                "~ x",
                                "s",
                                Map.of("prior", Map.of("kind", "gamma", "shape", 3, "rate", 2)),
                                "w",
                                Map.of("prior", Map.of("kind", "beta", "a", 2, "b", 3)))),
                uneven(50));
        List<SummaryRow> rows = fit.summary();
        double s = rows.stream()
                .filter(row -> row.name().equals("s"))
                .findFirst()
                .orElseThrow()
                .mean();
        double w = rows.stream()
                .filter(row -> row.name().equals("w"))
                .findFirst()
                .orElseThrow()
                .mean();
        assertWithin("mean of gamma(3, 2)", 1.5, s, 0.1);
        assertWithin("mean of beta(2, 3)", 0.4, w, 0.03);
    }

    @Test
    void posteriorOfAFit_isThePriorOfTheSameModelAlone() {
        Inference inference =
                Inference.ofDensity("gaussian_lpdf(y, mu, sigma)", Map.of("mu", "~ x", "sigma", POSITIVE));
        Fit first = fit(inference, uneven(300));
        Fit second = fit(inference.prior(first), uneven(300));
        assertTrue(second.posterior().sd()[0] < 0.8 * first.posterior().sd()[0]);
        Inference other = Inference.ofDensity("cauchy_lpdf(y, mu, sigma)", Map.of("mu", "~ x", "sigma", POSITIVE))
                .prior(first);
        String message = assertThrows(ConfigurationException.class, () -> other.fit(uneven(300)))
                .getMessage();
        assertTrue(message.contains("another model"), message);
    }

    @Test
    void columnsThatRowsLack_areRefused() {
        Inference inference = Inference.ofDensity("gaussian_lpdf(y, mu, 1)", Map.of("mu", "~ x + w"));
        String message = assertThrows(ConfigurationException.class, () -> inference.fit(uneven(20)))
                .getMessage();
        assertTrue(message.contains("the formula of mu") && message.contains("found w"), message);
    }
}
