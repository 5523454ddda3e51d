package io.credence;

import static io.credence.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.math3.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** QBVI Algorithm 1 beyond Gaussians, from values of the loss, against posteriors that are known exactly. */
class ExponentialFamilyFitTest {

    private static final int N = 40;

    /** Labels y ~ Poisson(rate), rate ~ Gamma(2, 1). */
    private record Counts() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.positive("rate"));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters) {
            return row.label() * Math.log(parameters[0]) - parameters[0] - Gamma.logGamma(row.label() + 1);
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] parameters) {
            return Math.log(parameters[0]) - parameters[0];
        }
    }

    /** Labels y ~ N(mean, variance), mean ~ N(0, 4), variance ~ IG(2, 1). */
    private record Normal() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("mean"), Parameter.positive("variance"));
        }

        @Override
        public double logLikelihood(Row row, double[] parameters) {
            double off = row.label() - parameters[0];
            return -0.5 * (Math.log(2 * Math.PI * parameters[1]) + off * off / parameters[1]);
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] parameters) {
            return -parameters[0] * parameters[0] / 8 - 3 * Math.log(parameters[1]) - 1 / parameters[1];
        }
    }

    private static Fit fit(Inference inference, double[] labels) {
        Fit fit = inference.with("estimator.kind", "score").kernel("java").fit(Rows.of(new double[N][0], labels));
        assertEquals(FitStatus.CONVERGED, fit.result().status(), fit.result().stopReason());
        return fit;
    }

    private static double[] counts() {
        Random random = new Random(TestSeed.of("exponential counts"));
        return random.ints(N, 0, 6).asDoubleStream().toArray();
    }

    @ParameterizedTest
    @CsvSource({"natural-gradient,retraction", "natural-gradient,log-transform", "adam,retraction"})
    void conjugateRate_isFoundExactly(String update, String constraint) {
        double[] labels = counts();
        Inference inference = Inference.of(new Counts()).posterior("gamma").update(update);
        Fit fit = fit(update.equals("adam") ? inference : inference.with("update.constraint", constraint), labels);
        Posterior q = fit.result().posterior();
        double shape = 2 + Arrays.stream(labels).sum();
        boolean natural = !update.equals("adam");
        double error = natural ? 1e-6 : 0.1;
        assertEquals("gamma", q.family());
        assertWithin("shape", shape, q.coordinates()[0], error * shape);
        assertWithin("rate", 1 + N, q.coordinates()[1], error * (1 + N));
        assertTrue(
                fit.result().iterations() < (natural ? 300 : 3000),
                "steps " + fit.result().iterations());
    }

    /** Against coordinate ascent, whose steps have a closed form. */
    @Test
    void eachFactorOfAProduct_isMovedByItsNaturalGradient() {
        Random random = new Random(TestSeed.of("exponential normal"));
        double[] labels = random.doubles(N, -1, 5).toArray();
        Fit fit = fit(
                Inference.of(new Normal())
                        .posterior(
                                "product",
                                Map.of(
                                        "factors",
                                        List.of(
                                                Map.of("size", 1, "family", "gaussian-full"),
                                                Map.of("size", 1, "family", "inverse-gamma")))),
                labels);
        double sum = Arrays.stream(labels).sum();
        double shape = 2 + 0.5 * N;
        double scale = 1;
        double mean = 0;
        double precision = 0;
        for (int i = 0; i < 100; i++) {
            precision = 0.25 + N * shape / scale;
            mean = sum * shape / scale / precision;
            double centre = mean;
            double squares =
                    Arrays.stream(labels).map(y -> (y - centre) * (y - centre)).sum();
            scale = 1 + 0.5 * (squares + N / precision);
        }
        double[] found = fit.result().posterior().coordinates();
        double sd = 1 / Math.sqrt(precision);
        assertWithin("mean", mean, fit.result().posterior().mean()[0], 0.05 * sd);
        assertWithin("sd", sd, fit.result().posterior().sd()[0], 0.05 * sd);
        assertWithin("shape", shape, found[found.length - 2], 0.05 * shape);
        assertWithin("scale", scale, found[found.length - 1], 0.05 * scale);
        assertTrue(fit.result().decisions().stream().anyMatch(line -> line.contains("from values of the loss")));
    }
}
