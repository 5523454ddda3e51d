package io.credence.loss;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.JavaDenseKernel;
import io.credence.quadrature.DispersionNodes;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.TestSeed;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimation of a dispersion for given coefficients: each step lowers the bound's negative, and the last one is flat. */
class DispersionTest {

    private static final DispersionPosterior.InverseGamma PRIOR = new DispersionPosterior.InverseGamma(2, 1.5);
    private static final int ROWS = 200;

    private static Likelihood named(String name) {
        return Likelihoods.named(name, 4, 2);
    }

    /** Sums of a pass over rows with labels that suit every likelihood and predictors of variance 0.1. */
    private static PassStatistics pass(Likelihood likelihood, DispersionPosterior scale) {
        RowLoss loss = likelihood.loss(scale);
        PassStatistics sums = new PassStatistics(1, 0, loss.dispersionTotalCount());
        Random random = new Random(TestSeed.of("dispersion"));
        PredictorChunk chunk = new PredictorChunk(1, sums.dispersionTotals());
        chunk.resize(ROWS);
        for (int i = 0; i < ROWS; i++) {
            chunk.predictorMeans()[i] = 1 + 0.5 * random.nextGaussian();
            double count = Math.rint(Math.exp(chunk.predictorMeans()[i] + 0.6 * random.nextGaussian())) + 1;
            chunk.label()[i] = likelihood.refusal(count) == null ? count : count / (1 + count);
            chunk.weight()[i] = 0.5 + random.nextDouble();
            chunk.predictorCovariances()[i] = 0.1;
        }
        loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        for (int i = 0; i < ROWS; i++) {
            sums.addRows(
                    1, chunk.weight()[i], chunk.weight()[i] * chunk.moments().value()[i], 0, 0, 0);
        }
        return sums;
    }

    private static double objective(Likelihood likelihood, DispersionPosterior scale) {
        return pass(likelihood, scale).expectedLoss() + scale.divergence(PRIOR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"negative-binomial", "gamma", "beta", "weibull", "student-t"})
    void smallStepTowardsTheTarget_raisesTheBound(String name) {
        Likelihood likelihood = named(name);
        for (double logMean : new double[] {-3, -1, 0, 1.5}) {
            DispersionPosterior current = new LogNormalDispersion(logMean, 0.25);
            PassStatistics sums = pass(likelihood, current);
            DispersionPosterior target = likelihood.dispersionTarget(current, sums, sums.weight(), PRIOR);
            double before = objective(likelihood, current);
            double after = objective(likelihood, current.stepTowards(target, 0.05));
            assertTrue(after < before, name + " from " + logMean + ": " + before + " to " + after);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"negative-binomial", "gamma", "beta", "weibull", "student-t"})
    void repeatedSteps_endWhereTheBoundIsFlat(String name) {
        Likelihood likelihood = named(name);
        LogNormalDispersion scale = (LogNormalDispersion) likelihood.initialDispersion(PRIOR);
        double before = objective(likelihood, scale);
        for (int step = 0; step < 60; step++) {
            PassStatistics sums = pass(likelihood, scale);
            scale = (LogNormalDispersion) likelihood.dispersionTarget(scale, sums, sums.weight(), PRIOR);
        }
        double[] slopes = FiniteDifference.gradient(
                x -> objective(likelihood, new LogNormalDispersion(x[0], Math.exp(x[1]))),
                new double[] {scale.logMean(), Math.log(scale.logSd())});
        // In units of the factor's own spread; the seven nodes leave an error of their own in log s.
        assertEquals(0, slopes[0] * scale.logSd(), 1e-5, name);
        assertEquals(0, slopes[1], 1e-3, name);
        assertTrue(objective(likelihood, scale) < before, name);
    }

    @Test
    void gaussianTarget_isTheCoordinateOptimum() {
        Likelihood gaussian = named("gaussian");
        DispersionPosterior start = gaussian.initialDispersion(PRIOR);
        PassStatistics sums = pass(gaussian, start);
        DispersionPosterior.InverseGamma target =
                (DispersionPosterior.InverseGamma) gaussian.dispersionTarget(start, sums, sums.weight(), PRIOR);
        assertClose("shape", 2 + 0.5 * sums.weight(), target.shape(), 1e-15);
        assertClose("scale", 1.5 + 0.5 * sums.dispersionTotals()[0], target.scale(), 1e-15);
        double[] slopes = FiniteDifference.gradient(
                x -> objective(gaussian, new DispersionPosterior.InverseGamma(Math.exp(x[0]), Math.exp(x[1]))),
                new double[] {Math.log(target.shape()), Math.log(target.scale())});
        assertClose("slopes", new double[2], slopes, 1e-5);
        assertTrue(objective(gaussian, target) < objective(gaussian, start));
    }

    @Test
    void knownDispersion_isItsOwnTarget() {
        for (String name : Likelihoods.ALL.names()) {
            DispersionPosterior known = new DispersionPosterior.Known(0.8);
            PassStatistics sums = new PassStatistics(1, 0, 1);
            assertSame(known, named(name).dispersionTarget(known, sums, 5, PRIOR), name);
        }
    }

    @Test
    void nodesOfALogNormal_haveItsMoments() {
        LogNormalDispersion factor = new LogNormalDispersion(-0.7, 0.3);
        DispersionNodes nodes = LogDispersionUpdate.quadratureNodes(factor);
        double total = 0;
        double mean = 0;
        double square = 0;
        for (int k = 0; k < nodes.count(); k++) {
            total += nodes.weight(k);
            mean += nodes.weight(k) * nodes.value(k);
            square += nodes.weight(k) * nodes.value(k) * nodes.value(k);
        }
        assertClose("weights", 1, total, 1e-14);
        assertClose("mean", factor.mean(), mean, 1e-9);
        assertClose("sd", factor.sd(), Math.sqrt(square - mean * mean), 1e-6);
        assertEquals(
                1,
                LogDispersionUpdate.quadratureNodes(new DispersionPosterior.Known(3))
                        .count());
        assertEquals(
                3,
                LogDispersionUpdate.quadratureNodes(new DispersionPosterior.Known(3))
                        .value(0));
    }
}
