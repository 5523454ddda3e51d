package io.credence.mixed.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Fifty groups of four labels, whose effects differ so much that most groups have equal labels: expectation propagation alone has their standard
 * deviation a sixth of its posterior one too low, by pairs of rows a tenth.
 */
class FewLabelsTest {

    private static final int GROUPS = 50;
    private static final int EACH = 4;
    private static final double SCALE = 2.5;

    private final int[] ones = new int[EACH + 1];

    private MixedRows rows() {
        Random random = new Random(TestSeed.get());
        double[] cells = new double[GROUPS * EACH];
        double[] labels = new double[cells.length];
        String[] groups = new String[cells.length];
        Arrays.fill(cells, 1);
        for (int g = 0; g < GROUPS; g++) {
            double effect = 1 + 1.6 * random.nextGaussian();
            int sum = 0;
            for (int i = g * EACH; i < (g + 1) * EACH; i++) {
                labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-effect)) ? 1 : 0;
                groups[i] = String.format("%02d", g);
                sum += (int) labels[i];
            }
            ones[sum]++;
        }
        return new MixedRows(1, cells, labels, List.of("g"), List.<String[]>of(groups));
    }

    /** Mean and sd of the standard deviation, by sums over it, the intercept and a group's effect. */
    private double[] quadrature() {
        double sum = 0;
        double first = 0;
        double second = 0;
        LogHalfStudent prior = new LogHalfStudent(3, SCALE);
        for (double log = -3; log < 1.8; log += 0.05) {
            double sd = Math.exp(log);
            double density = 0;
            for (double intercept = -4; intercept < 6; intercept += 0.1) {
                double value = prior.logDensity(log) - 0.5 * intercept * intercept / 25 + GROUPS;
                for (int k = 0; k <= EACH; k++) {
                    double own = 0;
                    for (double u = -6; u < 6; u += 0.2) {
                        double p = 1 / (1 + Math.exp(-intercept - sd * u));
                        own += Math.exp(-0.5 * u * u) * Math.pow(p, k) * Math.pow(1 - p, EACH - k);
                    }
                    value += ones[k] * Math.log(own);
                }
                density += Math.exp(value);
            }
            sum += density;
            first += density * sd;
            second += density * sd * sd;
        }
        double mean = first / sum;
        return new double[] {mean, Math.sqrt(second / sum - mean * mean)};
    }

    @Test
    void standardDeviation_isThatOfQuadrature() {
        MixedRows rows = rows();
        MixedModel model = new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("g", List.of("(Intercept)"), new int[] {0}, false)),
                new boolean[] {true},
                Likelihoods.named("bernoulli", 1, 0),
                MixedGoldenTest.normal(5),
                List.of(EffectsPrior.halfStudent(1, SCALE)),
                null);
        MixedPosterior found = fitted(model, rows.block(null, null));
        ComponentSummary sd = found.effects().get(0).sds().get(0);
        double[] truth = quadrature();
        assertEquals(truth[0], sd.mean(), 0.03 * truth[1]);
        assertEquals(0, Math.log(sd.sd() / truth[1]), 0.03);
        assertEquals((truth[0] - sd.mean()) / truth[1], found.logDensityError(), 0.04);
        assertTrue(found.logDensityError() > 0 && found.logDensityError() < 0.1, "nats: " + found.logDensityError());
    }

    /** With levels whole in one partition, as fits deal them. */
    private static MixedPosterior fitted(MixedModel model, RowBlock block) {
        FitSettings settings = new FitSettings(GaussianStructure.FULL, 1000, 1e-8, 1);
        try (InProcessBackend backend = new InProcessBackend(List.of(List.of(block)), MixedRows.KERNEL, 1)) {
            return MixedGoldenTest.detail(
                    MixedAlgorithmChoice.jointAlgorithm(model, new double[] {1}, settings, backend, MixedRows.KERNEL)
                            .fit());
        }
    }
}
