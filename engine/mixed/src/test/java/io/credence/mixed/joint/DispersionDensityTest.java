package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.InProcessBackend;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.FixedEffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.SmoothTerm;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogGamma;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a likelihood with a dispersion and one smooth: bounds and nodes of the dispersion, and sites at each point. */
class DispersionDensityTest {

    private static final int ROWS = 2500;
    private static final int COLUMNS = 6;
    private static final double[] UNITS = {1, 0.5, 1, 2, 1, 1};
    private static final FitSettings SETTINGS = new FitSettings(GaussianStructure.FULL, 3000, 1e-8, 1);

    private static double gamma(int shape, Random random) {
        double sum = 0;
        for (int k = 0; k < shape; k++) {
            sum -= Math.log(1 - random.nextDouble());
        }
        return sum / shape;
    }

    private static double label(String family, double predictor, Random random) {
        double rate = Math.exp(predictor) * gamma(2, random);
        return switch (family) {
            case "gamma" -> rate;
            case "student-t" -> 10 * (predictor + 0.4 * random.nextGaussian() / Math.sqrt(gamma(2, random)));
            default -> {
                int count = 0;
                double until = random.nextDouble();
                for (double p = Math.exp(-rate); until > p; p *= rate / ++count) {
                    until -= p;
                }
                yield count;
            }
        };
    }

    private static MixedRows rows(String family) {
        Random random = RandomArrays.of("rows of a dispersion with a smooth").random();
        double[] cells = new double[ROWS * COLUMNS];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double x = random.nextDouble();
            cells[i * COLUMNS] = 1;
            cells[i * COLUMNS + 1] = (x - 0.5) / UNITS[1];
            for (int k = 2; k < COLUMNS; k++) {
                cells[i * COLUMNS + k] = Math.cos(Math.PI * k * x) / (k - 1) / UNITS[k];
            }
            labels[i] = label(family, 0.5 * x + 0.6 * Math.sin(7 * x), random);
        }
        return new MixedRows(COLUMNS, cells, labels, List.of(), List.of());
    }

    private static MixedModel model(String family) {
        double unit = family.equals("student-t") ? 10 : 1;
        return new MixedModel(
                List.of(),
                List.of(),
                new boolean[] {true, true, true, true, true, true},
                Likelihoods.named(family, 4, 2),
                new FixedEffectsPrior(
                        new GaussianPrior(new double[COLUMNS], new double[] {1e-3, 1e-3, 1, 1, 1, 1}),
                        List.of(new SmoothTerm("s(x)", new int[] {2, 3, 4, 5}, new LogHalfStudent(3, 2.5 * unit)))),
                List.of(),
                LogGamma.ofInverse(3, 1),
                Double.NaN);
    }

    private static InProcessBackend backend(String family) {
        return new InProcessBackend(List.of(List.of(rows(family).block(null, null))), MixedRows.KERNEL, 1);
    }

    /** Coordinates of the mean of the components. */
    private static double[] centre(MixedPosterior posterior) {
        VarianceDesign design = posterior.componentDesign();
        double[] mean = new double[2];
        for (int s = 0; s < design.weights().length; s++) {
            mean[0] += design.weights()[s] * Math.cbrt(design.points().get(s)[0]);
            mean[1] += design.weights()[s] * Math.log(design.points().get(s)[1]);
        }
        return mean;
    }

    @ParameterizedTest
    @ValueSource(strings = {"gamma", "negative-binomial", "student-t"})
    void densityAndMoments_areThoseOfSites(String family) {
        MixedModel model = model(family);
        try (InProcessBackend backend = backend(family)) {
            Algorithm chosen = MixedAlgorithmChoice.chooseAlgorithm(model, UNITS, SETTINGS, backend, MixedRows.KERNEL);
            FitResult fit = chosen.fit();
            assertTrue(fit.passes() < 80, "passes " + fit.passes());
            double[] centre = centre(assertInstanceOf(MixedPosterior.class, fit.detail()));
            EffectLayout layout = EffectLayout.of(model);
            SiteDensity sites = new SiteDensity(layout, UNITS, backend, 1, MixedRows.KERNEL);
            ComponentDensity nodes = BoundDensity.of(layout, UNITS, SETTINGS, backend, MixedRows.KERNEL)
                    .approximationAround(centre, new double[4], null);
            assertInstanceOf(DispersionDensity.class, nodes);
            for (double[] x : new double[][] {
                {centre[0], centre[1]}, {0.9 * centre[0], centre[1] + 0.05}, {1.2 * centre[0], centre[1] - 0.05}
            }) {
                ComponentDensityEvaluation wanted = sites.evaluate(x, true, null);
                ComponentDensityEvaluation found = nodes.evaluate(x, true, null);
                assertEquals(wanted.value(), found.value(), 0.04);
                for (int j = 0; j < 2; j++) {
                    double own = wanted.gradient()[j];
                    assertEquals(own, found.gradient()[j], 0.1 + 0.01 * Math.abs(own), "gradient " + j);
                }
                EffectMoments moments = nodes.moments(x, found);
                assertEquals(sites.moments(x, wanted).smoothDegrees()[0], moments.smoothDegrees()[0], 0.02);
                FullGaussian expected = sites.moments(x, wanted).fixedEffectsPosterior();
                for (int j = 0; j < COLUMNS; j++) {
                    double sd = expected.sd()[j];
                    double mean = moments.fixedEffectsPosterior().mean()[j];
                    assertEquals(expected.mean()[j], mean, 0.05 * sd, "mean " + j);
                    assertEquals(1, moments.fixedEffectsPosterior().sd()[j] / sd, 0.03, "sd " + j);
                }
            }
        }
    }

    /** A fit that continues from any of its states, by an algorithm that knows nothing else, ends with the same bits. */
    @Test
    void fitContinuedFromAState_isTheSame() {
        List<FitState> states = new ArrayList<>();
        double wanted;
        try (InProcessBackend backend = backend("gamma")) {
            Algorithm chosen =
                    MixedAlgorithmChoice.chooseAlgorithm(model("gamma"), UNITS, SETTINGS, backend, MixedRows.KERNEL);
            wanted = logMarginal(chosen, chosen.run(chosen.init(), List.of(states::add)));
        }
        for (int from = 0; from < states.size() - 1; from += 1 + states.size() / 12) {
            try (InProcessBackend backend = backend("gamma")) {
                Algorithm other = MixedAlgorithmChoice.chooseAlgorithm(
                        model("gamma"), UNITS, SETTINGS, backend, MixedRows.KERNEL);
                assertEquals(wanted, logMarginal(other, other.run(states.get(from), List.of())), "from " + from);
            }
        }
    }

    private static double logMarginal(Algorithm algorithm, FitState end) {
        return assertInstanceOf(MixedPosterior.class, algorithm.result(end).detail())
                .logMarginalLikelihood();
    }

    /** Gradients are those of differences, and values between the nodes those of fits. */
    @Test
    void densityBetweenNodes_isThatOfFits() {
        MixedModel model = model("gamma");
        try (InProcessBackend backend = backend("gamma")) {
            BoundDensity exact = BoundDensity.of(EffectLayout.of(model), UNITS, SETTINGS, backend, MixedRows.KERNEL);
            double[] near = {Math.cbrt(0.4), Math.log(0.5)};
            ComponentDensity nodes = exact.approximationAround(near, new double[4], null);
            assertInstanceOf(DispersionDensity.class, nodes);
            for (double shift : new double[] {-0.09, -0.03, 0.05}) {
                double[] x = {near[0], near[1] + shift};
                ComponentDensityEvaluation wanted = exact.evaluate(x, true, null);
                ComponentDensityEvaluation found = nodes.evaluate(x, true, null);
                assertEquals(wanted.value(), found.value(), 0.01);
                for (int j = 0; j < 2; j++) {
                    assertEquals(
                            wanted.gradient()[j], found.gradient()[j], 0.02 + 1e-3 * Math.abs(wanted.gradient()[j]));
                }
            }
            double[] far = {near[0], near[1] + 1};
            assertEquals(
                    exact.evaluate(far, false, null).value(),
                    nodes.evaluate(far, false, null).value(),
                    1e-9);
        }
    }
}
