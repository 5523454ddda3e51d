package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.fit.FitState.FitStatus;
import io.credence.testkit.Textbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTest {

    private static final Textbook DATA = Textbook.breastCancer().part(0.2, 1).standardized();

    @Test
    void eachLimit_isAReasonOfItsOwn() {
        Budget budget = new Budget(10, 2.5, 1e6);
        assertNull(budget.exhaustedLimit(9, 249, 100));
        assertEquals("the budget of 10 iterations was spent", budget.exhaustedLimit(10, 0, 100));
        assertEquals("the budget of 2.5 passes was spent", budget.exhaustedLimit(1, 250, 100));
        Budget late = new Budget(10, 2.5, 3, System.nanoTime() - 4_000_000_000L);
        assertEquals("the budget of 3 seconds was spent", late.exhaustedLimit(1, 1, 100));
        assertThrows(IllegalArgumentException.class, () -> new Budget(0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Budget(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Budget(1, 1, Double.NaN));
    }

    @ParameterizedTest
    @CsvSource({"auto, gaussian-full", "fixed-draws, gaussian-diagonal", "score, gaussian-full"})
    void spentPasses_endAnyFitWithAnAnswerAndAreReported(String estimator, String family) {
        Fit fit = Inference.of("bernoulli")
                .with("estimator.kind", estimator)
                .posterior(family)
                .with("stop.maxPasses", 3)
                .fit(io.credence.Rows.of(DATA.features(), DATA.labels()));
        assertEquals(FitStatus.BUDGET, fit.result().status());
        assertEquals("the budget of 3 passes was spent", fit.result().stopReason());
        assertFalse(fit.isReliable());
    }

    @Test
    void spentSeconds_endAFitByDrawsWithABound() {
        Fit fit = Inference.of("bernoulli")
                .with("estimator.kind", "score")
                .with("stop.maxSeconds", 1e-3)
                .fit(io.credence.Rows.of(DATA.features(), DATA.labels()));
        assertEquals(FitStatus.BUDGET, fit.result().status());
        assertTrue(
                fit.result().stopReason().endsWith("seconds was spent"),
                fit.result().stopReason());
        assertNotNull(fit.result().elbo());
    }
}
