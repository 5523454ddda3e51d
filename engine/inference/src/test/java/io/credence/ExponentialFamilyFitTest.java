package io.credence;

import static io.credence.testkit.Close.assertWithin;
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
import org.hipparchus.linear.MatrixUtils;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.special.Gamma;
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

    /** Features x ~ N(mean, W⁻¹) of two columns, mean ~ N(0, 4 I), W ~ Wishart(4, I): Appendix C's example. */
    private record Bivariate() implements RowModel {
        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("mean", 2), Parameter.covariance("precision", 2));
        }

        @Override
        public double logLikelihood(Row row, double[] p) {
            double x = row.feature(1) - p[0];
            double y = row.feature(2) - p[1];
            double determinant = p[2] * p[5] - p[3] * p[3];
            return -Math.log(2 * Math.PI)
                    + 0.5 * (Math.log(determinant) - p[2] * x * x - 2 * p[3] * x * y - p[5] * y * y);
        }

        @Override
        public boolean hasPrior() {
            return true;
        }

        @Override
        public double logPrior(double[] p) {
            return -(p[0] * p[0] + p[1] * p[1]) / 8 + 0.5 * Math.log(p[2] * p[5] - p[3] * p[3]) - 0.5 * (p[2] + p[5]);
        }
    }

    private static Fit fit(Inference inference, double[] labels) {
        return fit(inference, new double[N][0], labels);
    }

    private static Fit fit(Inference inference, double[][] features, double[] labels) {
        Fit fit = inference.with("estimator.kind", "score").kernel("java").fit(Rows.of(features, labels));
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

    /** Against coordinate ascent: a Gaussian of the mean, a Wishart of the precision. */
    @Test
    void normalTimesWishart_isThatOfCoordinateAscent() {
        Random random = new Random(TestSeed.of("exponential bivariate"));
        double[][] x = new double[N][2];
        for (double[] row : x) {
            row[0] = 1 + random.nextGaussian();
            row[1] = -0.5 + 0.6 * row[0] + 0.5 * random.nextGaussian();
        }
        Fit fit = fit(
                Inference.of(new Bivariate())
                        .posterior(
                                "product",
                                Map.of(
                                        "factors",
                                        List.of(
                                                Map.of("size", 2, "family", "gaussian-full"),
                                                Map.of("size", 3, "family", "wishart")))),
                x,
                new double[N]);
        double nu = 4 + N;
        RealMatrix v = MatrixUtils.createRealIdentityMatrix(2);
        RealMatrix identity = MatrixUtils.createRealIdentityMatrix(2);
        RealVector mean = MatrixUtils.createRealVector(new double[2]);
        RealMatrix covariance = identity;
        for (int i = 0; i < 200; i++) {
            RealMatrix expected = v.scalarMultiply(nu);
            covariance = MatrixUtils.inverse(identity.scalarMultiply(0.25).add(expected.scalarMultiply(N)));
            RealVector sum = MatrixUtils.createRealVector(new double[2]);
            for (double[] row : x) {
                sum = sum.add(MatrixUtils.createRealVector(row));
            }
            mean = covariance.operate(expected.operate(sum));
            RealMatrix inverse = identity.add(covariance.scalarMultiply(N));
            for (double[] row : x) {
                RealVector off = MatrixUtils.createRealVector(row).subtract(mean);
                inverse = inverse.add(off.outerProduct(off));
            }
            v = MatrixUtils.inverse(inverse);
        }
        Posterior q = fit.result().posterior();
        for (int j = 0; j < 2; j++) {
            double sd = Math.sqrt(covariance.getEntry(j, j));
            assertWithin("mean " + j, mean.getEntry(j), q.mean()[j], 0.05 * sd);
            assertWithin("sd " + j, sd, q.sd()[j], 0.05 * sd);
        }
        double[] lambda = q.parameters();
        double found = lambda[lambda.length - 4];
        assertWithin("log(ν − 1)", Math.log(nu - 1), found, 0.05);
        double root = Math.exp(lambda[lambda.length - 3]);
        assertWithin("V", v.getEntry(0, 0), root * root, 0.05 * v.getEntry(0, 0));
    }
}
