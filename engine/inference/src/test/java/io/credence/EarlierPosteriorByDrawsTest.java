package io.credence;

import static io.credence.EarlierDays.DAYS;
import static io.credence.EarlierDays.first;
import static io.credence.EarlierDays.inverse;
import static io.credence.EarlierDays.normal;
import static io.credence.EarlierDays.of;
import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.config.InferenceConfig;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.linalg.Kernels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fits by draws, of smaller families and from checkpoints, under the posterior of yesterday's rows. */
class EarlierPosteriorByDrawsTest {

    /**
     * Every way to fit finds the posterior under yesterday's covariance that exact expectations find. Draws that stay
     * the same take the covariance of linear response, which is that of the full family.
     */
    @ParameterizedTest
    @CsvSource({
        "gaussian-full, regression, gaussian-full", "gaussian-full, curvature, gaussian-full",
        "gaussian-full, fresh-draws, gaussian-full", "gaussian-full, score, gaussian-full",
        "gaussian-diagonal, fixed-draws, gaussian-full", "gaussian-diagonal, curvature, gaussian-diagonal"
    })
    void fitsByDraws_findTheExactAnswer(String family, String estimator, String covariance) {
        Inference logistic = of("bernoulli");
        Fit one = first(of("bernoulli")).fit(DAYS.rows(DAYS.classes(), 0, 200));
        Rows today = DAYS.rows(DAYS.classes(), 200, 400);
        Fit exact = logistic.prior(one).posterior(covariance).fit(today);
        Fit drawn = logistic.prior(one)
                .posterior(family)
                .with("estimator.kind", estimator)
                .fit(today);
        for (String name : exact.names()) {
            assertWithin(name, exact.mean(name), drawn.mean(name), 0.15 * exact.sd(name));
            assertClose("sd of " + name, 1, drawn.sd(name) / exact.sd(name), 0.15);
        }
    }

    /**
     * The optimum of the bound within independent coefficients and blocks: ∂/∂S = 0 and ∂/∂μ = 0 against the full
     * answer.
     */
    @Test
    void smallerFamilies_fitTheSameTarget() {
        Fit one = first(normal()).fit(DAYS.numbers(0, 200));
        Rows today = DAYS.numbers(200, 400);
        Inference next = normal().prior(one).with("stop.tolerance", 1e-14);
        Fit full = next.fit(today);
        Fit diagonal = next.posterior("gaussian-diagonal").fit(today);
        Fit blocks = next.posterior("gaussian-block", Map.of("blocks", List.of(2, 2)))
                .fit(today);
        double[][] precision = inverse(full.posterior().covariance(), 4);
        for (int j = 0; j < 4; j++) {
            String name = full.names().get(j);
            assertWithin(name, full.mean(name), diagonal.mean(name), 1e-5 * full.sd(name));
            assertWithin(name, full.mean(name), blocks.mean(name), 1e-5 * full.sd(name));
            assertClose("variance", 1, precision[j][j] * Math.pow(diagonal.sd(name), 2), 1e-6);
        }
        double[][] first = inverse(
                new double[] {
                    blocks.posterior().covariance()[0], blocks.posterior().covariance()[1],
                    blocks.posterior().covariance()[4], blocks.posterior().covariance()[5]
                },
                2);
        assertClose("precision in a block", precision[1][0], first[1][0], 1e-6);
    }

    @ParameterizedTest
    @CsvSource({"exact, gaussian-full", "fresh-draws, gaussian-full", "fixed-draws, gaussian-diagonal"})
    void fitThatGoesOn_endsWithTheSameBits(String estimator, String family) throws Exception {
        Fit one = first(of("bernoulli")).fit(DAYS.rows(DAYS.classes(), 0, 200));
        InferenceConfig config = of("bernoulli")
                .prior(one)
                .posterior(family)
                .with("estimator.kind", estimator)
                .with("estimator.draws", 8)
                .with("stop.maxIterations", 20)
                .config();
        Rows today = DAYS.rows(DAYS.classes(), 200, 400);
        List<byte[]> states = new ArrayList<>();
        FitResult whole;
        try (ExecutionBackend backend = today.toBackend("java")) {
            Algorithm algorithm = algorithm(config, today, backend);
            FitState state = algorithm.init();
            while (state.isRunning()) {
                states.add(StateWriter.write(state));
                state = algorithm.step(state);
            }
            whole = algorithm.result(state);
        }
        try (ExecutionBackend backend = today.toBackend("java")) {
            Algorithm again = algorithm(config, today, backend);
            FitState middle = StateReader.read(states.get(states.size() / 2), FitState.class);
            FitResult resumed = again.result(again.run(middle, List.of()));
            assertArrayEquals(
                    whole.posterior().parameters(), resumed.posterior().parameters());
            assertEquals(whole.elbo(), resumed.elbo());
        }
    }

    private static Algorithm algorithm(InferenceConfig config, Rows rows, ExecutionBackend backend) {
        return Inference.prepare(config, null, rows, backend, Kernels.named("java"))
                .algorithm();
    }
}
