package io.credence.fit.regression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.fit.DrawFits;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.FitState;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.Fits;
import io.credence.fit.InProcessBackend;
import io.credence.fit.NestedRowSamples;
import io.credence.fit.Problem;
import io.credence.fit.SamplingSettings.EstimatorKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegressionAlgorithmTest {

    /** A few draws may give a bound that no Gaussian reaches, and a far too small error of it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void boundOfLuckyDraws_doesNotHoldTheFitBack(boolean curved) {
        try (InProcessBackend backend =
                new InProcessBackend(DrawFits.rows("bernoulli").blocks(2, 64), Fits.KERNEL, 1)) {
            Problem problem = Problem.of(DrawFits.problem("bernoulli", 2), backend.summary(), false);
            FitSetup setup = new FitSetup(
                    problem,
                    DrawFits.settings(GaussianStructure.FULL),
                    DrawFits.by(EstimatorKind.REPARAMETERIZED),
                    backend,
                    Fits.KERNEL);
            RegressionAlgorithm algorithm =
                    new RegressionAlgorithm(setup, NestedRowSamples.ofAllRows(backend.summary()), curved);
            FitResult best = algorithm.fit();
            FitState begun = algorithm.init();
            RegressionState.AcceptedGaussian good = null;
            while (good == null || begun.iteration() < 4) {
                begun = algorithm.step(begun);
                good = ((RegressionState) begun.algorithmState()).acceptedGaussian();
            }
            RegressionState state = (RegressionState) begun.algorithmState();
            FitState fit = begun.with(state.withGaussian(
                    state.q(),
                    state.stepLimits(),
                    new RegressionState.AcceptedGaussian(good.q(), best.elbo() + 1, 0.001)));
            while (fit.isRunning() && fit.iteration() < 200) {
                fit = algorithm.step(fit);
            }
            assertEquals(FitStatus.CONVERGED, fit.status(), fit.toString());
            assertNotNull(fit.stopReason());
            DrawFits.assertNear(best.posterior(), algorithm.result(fit).posterior());
            assertTrue(fit.iteration() < 100, "steps: " + fit.iteration());
        }
    }
}
