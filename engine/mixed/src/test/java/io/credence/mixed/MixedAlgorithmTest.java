package io.credence.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.Budget;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.joint.NormalRowsDensity;
import io.credence.mixed.joint.NormalRowsPass;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.mixed.result.MomentMixture;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.RandomArrays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MixedAlgorithmTest {

    private static final int GROUPS = 9;
    private static final int EACH = 5;
    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);

    private final MixedRows rows = rows();
    private final MixedModel model = new MixedModel(
            rows.grouping(),
            List.of(new RandomEffects("plant", List.of("(Intercept)"), new int[] {0}, false)),
            new boolean[] {true, true},
            Likelihoods.named("gaussian", 1, 0),
            new GaussianPrior(new double[2], new double[] {0.01, 0.01}),
            List.of(EffectsPrior.halfStudent(1, 2.5)),
            new LogHalfStudent(3, 2.5));
    private final InProcessBackend backend =
            new InProcessBackend(MixedRows.dealt(rows.block(null, null)), MixedRows.KERNEL, 2);

    private static MixedRows rows() {
        Random random = RandomArrays.of("mixed algorithm").random();
        double[] cells = new double[2 * GROUPS * EACH];
        double[] labels = new double[GROUPS * EACH];
        String[] words = new String[labels.length];
        for (int g = 0; g < GROUPS; g++) {
            double effect = 0.8 * random.nextGaussian();
            for (int i = g * EACH; i < (g + 1) * EACH; i++) {
                cells[2 * i] = 1;
                cells[2 * i + 1] = random.nextGaussian();
                labels[i] = 3 + effect - 0.5 * cells[2 * i + 1] + random.nextGaussian();
                words[i] = "p" + g;
            }
        }
        return new MixedRows(2, cells, labels, List.of("plant"), List.<String[]>of(words));
    }

    private Algorithm algorithm(FitSettings settings) {
        return MixedAlgorithmChoice.jointAlgorithm(model, new double[] {1, 1}, settings, backend, MixedRows.KERNEL);
    }

    @AfterEach
    void close() {
        backend.close();
    }

    /** Every number of the posterior by a fine grid over both standard deviations. */
    @Test
    void posterior_isThatOfAGrid() {
        EffectLayout layout = EffectLayout.of(model);
        NormalRowsDensity density = new NormalRowsDensity(
                ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, new double[] {1, 1}))),
                MixedRows.KERNEL);
        double sum = 0;
        double[] moments = new double[4];
        MomentMixture mixture = new MomentMixture(model);
        List<double[]> points = new ArrayList<>();
        List<Double> masses = new ArrayList<>();
        for (double cube = 0.01; cube < 1.8; cube += 0.02) {
            for (double log = -0.8; log < 0.9; log += 0.02) {
                double[] x = {cube, log};
                double mass = Math.exp(density.evaluate(x, false, null).value() + 100) * 0.02 * 0.02;
                sum += mass;
                points.add(x);
                masses.add(mass);
            }
        }
        for (int s = 0; s < points.size(); s++) {
            double probability = masses.get(s) / sum;
            double[] natural = density.coordinates().toNaturalScale(points.get(s));
            for (int j = 0; j < 2; j++) {
                moments[j] += probability * natural[j];
                moments[2 + j] += probability * natural[j] * natural[j];
            }
            if (probability > 1e-7) {
                mixture.add(density.moments(points.get(s), null), probability);
            }
        }
        FitResult result = algorithm(SETTINGS).fit();
        assertTrue(result.isConverged(), result.stopReason());
        MixedPosterior found = (MixedPosterior) result.detail();
        EffectsPosterior effects = found.effects().get(0);
        assertEquals(Math.log(sum) - 100, found.logMarginalLikelihood(), 0.03);
        check(moments[0], moments[2], effects.sds().get(0));
        check(moments[1], moments[3], found.residualSd());
        EffectMoments.Levels levels = mixture.levels(0);
        for (int g = 0; g < GROUPS; g++) {
            double sd = Math.sqrt(levels.covariance()[g]);
            assertEquals(levels.mean()[g], effects.mean(g, 0), 0.03 * sd);
            assertEquals(1, effects.sd(g, 0) / sd, 0.03);
            for (int j = 0; j < 2; j++) {
                assertEquals(
                        levels.cross()[2 * g + j],
                        effects.moments().collect().cross()[2 * g + j],
                        0.03 * sd * found.fixedEffectsPosterior().sd()[j]);
            }
        }
    }

    private static void check(double mean, double square, MixedPosterior.ComponentSummary found) {
        double sd = Math.sqrt(square - mean * mean);
        assertEquals(mean, found.mean(), 0.05 * sd, found.name());
        assertEquals(1, found.sd() / sd, 0.1, found.name());
        assertTrue(found.lower() < found.mean() && found.mean() < found.upper());
    }

    @Test
    void interruptedFit_goesOnToTheSameBits() throws IOException {
        Algorithm algorithm = algorithm(SETTINGS);
        FitState whole = algorithm.run(algorithm.init(), List.of());
        InterruptedFits.endAs(whole, () -> algorithm(SETTINGS), 1, 9, 20, 200);
    }

    /** Sites of rows are in the state, so that a fit of labels goes on as well. */
    @Test
    void interruptedFitBySites_goesOnToTheSameBits() throws IOException {
        double[] labels = new double[rows.labels().length];
        Arrays.setAll(labels, i -> rows.labels()[i] > 3 ? 1 : 0);
        MixedRows binary = new MixedRows(2, rows.cells(), labels, rows.factors(), rows.words());
        MixedModel logistic = new MixedModel(
                model.factors(),
                model.effects(),
                model.isFixedColumn(),
                Likelihoods.named("bernoulli", 1, 0),
                model.coefficientPrior(),
                model.priors(),
                null);
        try (InProcessBackend others =
                new InProcessBackend(MixedRows.dealt(binary.block(null, null)), MixedRows.KERNEL, 2)) {
            double[] units = {1, 1};
            Algorithm algorithm =
                    MixedAlgorithmChoice.jointAlgorithm(logistic, units, SETTINGS, others, MixedRows.KERNEL);
            FitState whole = algorithm.run(algorithm.init(), List.of());
            assertEquals(FitStatus.CONVERGED, whole.status());
            MixedPosterior found = (MixedPosterior) algorithm.result(whole).detail();
            assertTrue(
                    found.logDensityError() > 0 && found.logDensityError() < 0.1, "error: " + found.logDensityError());
            InterruptedFits.endAs(
                    whole,
                    () -> MixedAlgorithmChoice.jointAlgorithm(logistic, units, SETTINGS, others, MixedRows.KERNEL),
                    2,
                    50);
        }
    }

    @Test
    void spentBudget_givesTheCoefficientsFoundSoFar() {
        FitResult result = algorithm(SETTINGS.with(Budget.ofIterations(4))).fit();
        assertEquals(FitStatus.BUDGET, result.status());
        MixedPosterior found = (MixedPosterior) result.detail();
        assertEquals(1, found.componentDesign().points().size());
        assertEquals(-0.5, result.posterior().mean()[1], 0.6);
    }
}
