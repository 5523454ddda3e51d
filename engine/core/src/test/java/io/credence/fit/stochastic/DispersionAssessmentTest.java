package io.credence.fit.stochastic;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.DrawEvaluator;
import io.credence.fit.DrawFits;
import io.credence.fit.EstimatorPlan;
import io.credence.fit.FitSettings;
import io.credence.fit.FitSetup;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.Estimator;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.StepGeometry;
import io.credence.gradient.ConstantVariateEstimator;
import io.credence.gradient.EvaluatedDraws;
import io.credence.gradient.QuadraticControlVariate;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.NormalDraws.Dependence;
import io.credence.testkit.MonteCarlo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is seen of an independent factor of the dispersion beside that of the coefficients. */
class DispersionAssessmentTest {

    private static final int[] ALL = {0, 1, 2};
    private static final DiagonalGaussian Q = new DiagonalGaussian(DrawFits.THETA, new double[] {400, 400, 400});
    private static final Approximation HERE = new Approximation(Q, new DispersionPosterior.InverseGamma(153, 97));

    private final InProcessBackend backend =
            new InProcessBackend(DrawFits.rows("gaussian").blocks(3, 64), Fits.KERNEL, 2);
    private final Problem problem = Problem.of(DrawFits.problem("gaussian", 2), backend.summary(), true);

    @AfterEach
    void close() {
        backend.close();
    }

    private static double spread(DrawEvaluator<GaussianPosterior> evaluator, QuadraticControlVariate before) {
        double[] shapes = new double[60];
        for (int r = 0; r < shapes.length; r++) {
            shapes[r] = evaluator.evaluate(HERE, r + 1, 100, ALL, RowSample.ALL, null, before)
                    .dispersionGradient()[0];
        }
        return MonteCarlo.standardError(shapes);
    }

    private static StepGeometry<GaussianPosterior> geometry(FitSetup setup) {
        return StepGeometry.of(setup, new EstimatorPlan(setup, Q), Q);
    }

    private static String decision(FitSetup setup) {
        return new MinibatchGradient<>(setup, new EstimatorPlan(setup, Q), geometry(setup)).decision();
    }

    @Test
    void constantsOfTheScore_addNoNoise() {
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL);
        FitSetup setup = new FitSetup(problem, settings, SamplingSettings.DEFAULT, backend, Fits.KERNEL);
        DrawEvaluator<GaussianPosterior> evaluator =
                new DrawEvaluator<>(setup, new EstimatorPlan(setup, Q), new ConstantVariateEstimator(), false);
        QuadraticControlVariate none = QuadraticControlVariate.zero(Q.blocks());
        EvaluatedDraws first =
                evaluator.evaluate(HERE, 0, 100, ALL, RowSample.ALL, null, none).evaluatedDraws();
        assertNotNull(first);
        double with = spread(evaluator, ConstantVariateEstimator.estimateConstants(first, Q));
        double without = spread(evaluator, none);
        assertTrue(with <= 1.01 * without, "standard errors " + with + " with constants, " + without + " without");
    }

    /** Executors that fold make the draws of the coefficients alone. */
    @Test
    void gradientsWithAFactor_areNeverFolded() {
        SamplingSettings how = SamplingSettings.DEFAULT.with(new Estimator(
                EstimatorKind.REPARAMETERIZED,
                2_000_000,
                ControlVariate.QUADRATIC,
                Dependence.ANTITHETIC,
                true,
                2_000_000));
        FitSettings settings = FitSettings.of(GaussianStructure.DIAGONAL);
        String with = decision(new FitSetup(problem, settings, how, backend, Fits.KERNEL));
        assertFalse(with.contains("folded"), with);
        Problem joint = Problem.of(DrawFits.problem("gaussian", 2), backend.summary(), false);
        String without = decision(new FitSetup(joint, settings, how, backend, Fits.KERNEL));
        assertTrue(without.contains("folded"), without);
    }
}
