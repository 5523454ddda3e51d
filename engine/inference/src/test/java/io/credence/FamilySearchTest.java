package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.fit.CandidateFamily;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.linalg.Kernels;
import io.credence.model.Parameter;
import io.credence.model.Row;
import io.credence.model.RowModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hipparchus.CalculusFieldElement;
import org.junit.jupiter.api.Test;

/** {@code posterior.family = auto}. */
class FamilySearchTest {

    private static final double SD = 0.7;

    /** A funnel: t ~ N(0, 0.7²), x ~ N(0, e^{2t}), whose moments are known. */
    static final class Funnel implements RowModel, PriorWithin {
        private static final long serialVersionUID = 1;

        @Override
        public List<Parameter> parameters(List<String> columns) {
            return List.of(Parameter.real("t"), Parameter.real("x"));
        }

        @Override
        public <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] t) {
            T narrow = t[1].multiply(t[0].negate().exp());
            return t[0].square()
                    .multiply(-0.5 / (SD * SD))
                    .subtract(t[0])
                    .subtract(narrow.square().multiply(0.5));
        }
    }

    private static final Rows ONE = Rows.of(new double[][] {{0}}, new double[1]);

    private static Rows labels() {
        Random random = new Random(5);
        double[][] x = new double[200][1];
        double[] y = new double[x.length];
        for (int i = 0; i < y.length; i++) {
            x[i][0] = random.nextGaussian();
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-x[i][0])) ? 1 : 0;
        }
        return Rows.of(x, y);
    }

    private static Inference funnel() {
        return Inference.of(new Funnel()).with("check.loo", "false");
    }

    @Test
    void funnel_isFollowedByAMixture() {
        Fit found = funnel().posterior("auto").fit(ONE);
        assertTrue(found.isReliable(), found.result().decisions().toString());
        assertEquals("gaussian-mixture", found.posterior().family());
        double[] sd = {SD, Math.exp(SD * SD)};
        for (int j = 0; j < 2; j++) {
            assertEquals(0, found.posterior().mean()[j], 0.1 * sd[j]);
            assertEquals(
                    0,
                    Math.log(found.posterior().sd()[j] / sd[j]),
                    0.1,
                    found.names().get(j));
        }
        List<CandidateFamily> tried = found.result().candidates();
        assertEquals(
                List.of("gaussian-full", "gaussian-mixture"),
                tried.stream().map(CandidateFamily::family).toList());
        assertTrue(
                tried.get(1).judgement().reliable() && !tried.get(0).judgement().reliable());
        assertTrue(
                found.result()
                        .decisions()
                        .contains("posterior.family = auto: gaussian-mixture is kept, as it can be relied on"),
                found.result().decisions().toString());
    }

    /** Killed while the mixture is matched, it goes on from what was written down to the same bits. */
    @Test
    void resumedSearch_hasTheSameBits() throws Exception {
        InferenceConfig config = funnel().posterior("auto").config();
        try (ExecutionBackend backend = ONE.toBackend("java")) {
            PreparedFit fit = Inference.prepare(config, new Funnel(), ONE, backend, Kernels.named("java"));
            List<FitState> states = new ArrayList<>();
            FitResult whole = fit.run(null, List.of(states::add));
            FitState middle = states.get(states.size() - 5);
            assertTrue(middle.isRunning());
            FitState read = StateReader.read(StateWriter.write(middle), FitState.class);
            FitResult resumed = fit.run(read, List.of());
            assertArrayEquals(
                    whole.posterior().parameters(), resumed.posterior().parameters());
            assertEquals(whole.decisions(), resumed.decisions());
            assertEquals(whole.candidates(), resumed.candidates());
        }
    }

    @Test
    void reliableGaussian_isTheAnswer() {
        Inference requested = Inference.of("bernoulli").prior("normal", Map.of("sd", 1.0));
        Fit plain = requested.fit(labels());
        Fit found = requested.posterior("auto").fit(labels());
        assertEquals("gaussian-full", found.posterior().family());
        assertArrayEquals(plain.posterior().mean(), found.posterior().mean());
        assertArrayEquals(plain.posterior().covariance(), found.posterior().covariance());
        assertEquals(1, found.result().candidates().size());
        assertTrue(plain.result().candidates().isEmpty());
    }

    @Test
    void whatWeightsCannotJudge_isRefused() {
        refuses(Inference.of("bernoulli").with("check.khat", false), "check.khat");
        refuses(Inference.of("bernoulli").objective("renyi"), "objective.kind");
    }

    private static void refuses(Inference requested, String key) {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class, () -> requested.posterior("auto").config());
        assertTrue(refused.getMessage().contains(key), refused.getMessage());
    }
}
