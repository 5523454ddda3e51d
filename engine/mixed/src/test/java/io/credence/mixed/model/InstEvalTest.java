package io.credence.mixed.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.joint.NormalRowsDensity;
import io.credence.mixed.joint.NormalRowsPass;
import io.credence.mixed.result.GoldenPosterior;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.SharedData;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** 73,421 ratings of 1,128 lecturers by 2,972 students in 14 departments, of lme4; skipped where they are absent. */
@Tag("nightly")
class InstEvalTest {

    private final DenseKernel kernel = Kernels.named("auto");

    private static MixedRows rows() throws Exception {
        List<String> lines = Files.readAllLines(SharedData.file("mixed/InstEval.csv"));
        int n = lines.size() - 1;
        double[] cells = new double[2 * n];
        double[] labels = new double[n];
        String[][] words = new String[3][n];
        for (int i = 0; i < n; i++) {
            String[] cell = lines.get(i + 1).trim().split(",");
            cells[2 * i] = 1;
            cells[2 * i + 1] = Double.parseDouble(cell[4]);
            labels[i] = Double.parseDouble(cell[6]);
            words[0][i] = cell[0];
            words[1][i] = cell[1];
            words[2][i] = cell[5];
        }
        return new MixedRows(2, cells, labels, List.of("s", "d", "dept"), List.of(words));
    }

    private static MixedModel model(MixedRows rows) {
        List<RandomEffects> effects = List.of(
                new RandomEffects("s", List.of("(Intercept)"), new int[] {0}, false),
                new RandomEffects("d", List.of("(Intercept)"), new int[] {0}, false),
                new RandomEffects("dept", List.of("(Intercept)", "service"), new int[] {0, 1}, false));
        return new MixedModel(
                rows.grouping(),
                effects,
                new boolean[] {true, true},
                Likelihoods.named("gaussian", 1, 0),
                new GaussianPrior(new double[2], new double[2]),
                effects.stream()
                        .map(each -> EffectsPrior.halfStudent(each.size(), 2.5))
                        .toList(),
                new LogHalfStudent(3, 2.5));
    }

    private NormalRowsDensity density(MixedRows rows) {
        EffectLayout layout = EffectLayout.of(model(rows));
        try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(rows.block(null, null)), kernel, 2)) {
            return new NormalRowsDensity(
                    ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, new double[] {1, 1}))), kernel);
        }
    }

    /** The published deviance at the published standard deviations, which is nowhere lower. */
    @Test
    void maximumOfTheLikelihood_isThePublishedOne() throws Exception {
        NormalRowsDensity density = density(rows());
        double[] x = {
            Math.cbrt(0.32449436850601354),
            Math.cbrt(0.5122781693502907),
            Math.cbrt(0.05079593814594919),
            Math.cbrt(0.15296235248606363),
            Math.log(1.1768637666231965)
        };
        assertEquals(237648.6016478302, deviance(density, x), 0.01);
        double[] gradient = FiniteDifference.gradient(at -> deviance(density, at), x);
        for (double slope : gradient) {
            assertEquals(0, slope, 0.2);
        }
    }

    private static double deviance(NormalRowsDensity density, double[] x) {
        return -2 * density.logProfile(density.gaussian(density.coordinates().toComponents(x)));
    }

    @Test
    void posterior_isThatOfManyDraws() throws Exception {
        GoldenPosterior golden =
                new GoldenPosterior(GoldenPosterior.named("InstEval").root().path("bayes"));
        MixedRows rows = rows();
        MixedModel model = model(rows);
        try (InProcessBackend backend = new InProcessBackend(MixedRows.dealt(rows.block(null, null)), kernel, 2)) {
            FitSettings settings = FitSettings.of(GaussianStructure.FULL);
            FitResult result = MixedAlgorithmChoice.jointAlgorithm(
                            model, new double[] {1, 1}, settings, backend, kernel)
                    .fit();
            assertTrue(result.isConverged(), result.stopReason());
            MixedPosterior found = (MixedPosterior) result.detail();
            Map<String, EffectsPosterior> of = Map.of(
                    "sd(s)",
                    found.effects().get(0),
                    "sd(d)",
                    found.effects().get(1),
                    "sd(dept)",
                    found.effects().get(2));
            of.forEach((name, effects) -> golden.check(name, effects.sds().get(0)));
            golden.check("sd(service|dept)", found.effects().get(2).sds().get(1));
            golden.check("sigma", found.residualSd());
        }
    }
}
