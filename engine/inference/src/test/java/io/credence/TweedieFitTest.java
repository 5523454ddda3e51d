package io.credence;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.ExpectedRow;
import io.credence.testkit.Repository;
import io.credence.testkit.Textbook;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Medical expenses (conf/data/ORIGIN.md) beside the maximum of the likelihood of power 1.7, by GLM of statsmodels 0.15.0. */
class TweedieFitTest {

    private static final double[] MAXIMUM = {
        3.814309067715027, -0.12152854383963338, 0.04435686759781158, 0.029536944452970296, 0.32283493480975106
    };
    /** From the observed information at {@link #PHI}. */
    private static final double[] ERROR = {
        0.12417809501950969, 0.023318478768267547, 0.006961132812727151, 0.0030823854315498982, 0.09673805619488862
    };

    /** Dispersion at which the likelihood of those coefficients is the largest, and the value there. */
    private static final double PHI = 11.144892709529037;

    private static final double LOG_PHI_ERROR = 0.03220534504557403;
    private static final double VALUE = -5887.0452236691945;
    private static final Map<String, Object> POWER = Map.of("model.power", 1.7);

    private final Textbook expenses = Textbook.of(Repository.file("conf/data/expenses.csv"), "expenses");

    private Fit fit(Map<String, Object> settings) {
        Fit fit = VaguePriors.of("tweedie", settings).fit(Rows.of(expenses.features(), expenses.labels()));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        return fit;
    }

    @Test
    void logLikelihood_isThatOfStatsmodels() {
        LikelihoodPart part = Likelihoods.ALL.named("tweedie");
        RowLoss loss = part.likelihood(part.values(Map.of("power", 1.7)), 0).loss(new DispersionPosterior.Known(PHI));
        double sum = 0;
        for (int i = 0; i < expenses.labels().length; i++) {
            double eta = MAXIMUM[0];
            for (int j = 1; j < MAXIMUM.length; j++) {
                eta += MAXIMUM[j] * expenses.features()[i][j - 1];
            }
            sum -= ExpectedRow.of(loss, expenses.labels()[i], eta, 0).value();
        }
        assertClose("value", VALUE, sum, 1e-11);
    }

    @Test
    void estimatedDispersion_isNearTheMaximum() {
        Map<String, Object> flat = new HashMap<>(POWER);
        flat.put("prior.dispersion.shape", 1e-3);
        flat.put("prior.dispersion.scale", 1e-3);
        Fit fit = fit(flat);
        assertNear(fit);
        LogNormalDispersion factor = (LogNormalDispersion) fit.scale();
        assertWithin("log φ", Math.log(PHI), factor.logMean(), 0.3 * LOG_PHI_ERROR);
        assertWithin("its log sd", Math.log(LOG_PHI_ERROR), Math.log(factor.logSd()), 0.05);
    }

    /** The profile of the same likelihood over powers, at the dispersion of each that maximises it: 1.7475, with standard error 0.0099. */
    @Test
    void powerOfTheHighestElbo_isNearThatOfTheProfile() {
        Fit fit = fit(Map.of("model.power", "auto", "prior.dispersion.shape", 1e-3, "prior.dispersion.scale", 1e-3));
        EstimatedOption power = Objects.requireNonNull(fit.model().estimatedOption());
        assertWithin("power", 1.7475, power.estimate(), 0.2 * 0.0099);
        assertWithin("its log error", Math.log(0.0099), Math.log(power.standardError()), 0.03);
        assertEquals(power.estimate(), fit.model().options().number("power"));
        assertTrue(fit.notes().contains(power.note()), fit.notes().toString());
    }

    @Test
    void evidenceOfAnotherObjective_choosesNoPower() {
        for (Map<String, Object> other : List.<Map<String, Object>>of(
                Map.of("estimator.kind", "curvature"),
                Map.of("objective.kind", "renyi"),
                Map.of("prior.kind", "laplace"))) {
            Map<String, Object> settings = new HashMap<>(other);
            settings.put("model.power", "auto");
            ConfigurationException refused =
                    assertThrows(ConfigurationException.class, () -> fit(settings), other::toString);
            assertTrue(
                    refused.getMessage().contains("model.power = auto compares the evidence of fits"),
                    refused.getMessage());
        }
    }

    @Test
    void fitByDraws_isNearTheMaximum() {
        Map<String, Object> settings = new HashMap<>(POWER);
        settings.put("model.dispersion", PHI);
        settings.put("estimator.kind", "curvature");
        assertNear(fit(settings));
    }

    private static void assertNear(Fit fit) {
        for (int j = 0; j < MAXIMUM.length; j++) {
            assertWithin("mean " + j, MAXIMUM[j], fit.posterior().mean()[j], 0.3 * ERROR[j]);
            assertWithin(
                    "log sd " + j, Math.log(ERROR[j]), Math.log(fit.posterior().sd()[j]), 0.05);
        }
    }
}
