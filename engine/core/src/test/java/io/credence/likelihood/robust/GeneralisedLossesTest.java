package io.credence.likelihood.robust;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.WeightedLikelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.ExpectedRow;
import io.credence.loss.NamedLoss;
import io.credence.part.Option;
import io.credence.statistics.PassStatistics;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneralisedLossesTest {

    static final List<String> FAMILIES = Likelihoods.ALL.names().stream()
            .filter(name -> family(name) instanceof PoweredLikelihood)
            .toList();

    private static Likelihood family(String name) {
        return Likelihoods.named(name, 4, 3);
    }

    private static Likelihood named(String kind, double hyperparameter, String family) {
        return NamedLoss.of(kind, hyperparameter, 1, family(family));
    }

    private static String refusal(String kind, double hyperparameter, double weight, Likelihood inner) {
        return assertThrows(IllegalArgumentException.class, () -> NamedLoss.of(kind, hyperparameter, weight, inner))
                .getMessage();
    }

    @ParameterizedTest
    @FieldSource("FAMILIES")
    void robustLosses_keepThePropertiesOfTheFamily(String name) {
        Likelihood inner = family(name);
        for (String kind : List.of("beta", "gamma", "power", "log-likelihood")) {
            Likelihood loss = named(kind, 1.5, name);
            assertEquals(name, loss.name());
            assertEquals(inner.link(), loss.link());
            assertEquals(inner.predictorCount(), loss.predictorCount());
            assertEquals(inner.dispersionName(), loss.dispersionName());
            assertEquals(inner.refusal(-0.5), loss.refusal(-0.5));
            assertEquals(
                    inner.predictorCount(),
                    loss.loss(new DispersionPosterior.Known(0.5)).predictorCount());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zero-inflated-poisson",
                "zero-inflated-negative-binomial",
                "hurdle-poisson",
                "tweedie",
                "ordinal"
            })
    void familiesWithoutIntegralsOfPowers_areRefused(String name) {
        assertTrue(refusal("beta", 1.5, 1, family(name)).contains("no integral of powers is known"));
        assertTrue(refusal("gamma", 1.5, 1, family(name)).contains("no integral of powers is known"));
    }

    @ParameterizedTest
    @CsvSource({
        "beta, 0, gaussian, must be a number above 0",
        "gamma, -1, gaussian, must be a number above 0",
        "beta, NaN, gaussian, must be a number above 0",
        "beta, 0.9, poisson, requires at least 1",
        "gamma, 0.9, gamma, requires at least 1",
        "beta, 0.9, bernoulli-probit, requires at least 1",
        "beta, 0.2, student-t, requires more than 0.2",
        "power, 0, gaussian, weight of power must be a number above 0",
        "huber, 0, gaussian, delta of huber must be a number above 0",
        "quantile, 1, gaussian, tau of quantile must be a number between 0 and 1",
        "quantile, 0, student-t, tau of quantile must be a number between 0 and 1",
        "absolute, 0, bernoulli, identity link",
        "huber, 1, poisson, identity link",
        "hinge, 0, gaussian, labels 0 and 1",
        "hinge, 0, softmax, labels 0 and 1",
        "cosine, 0, gaussian, unknown loss",
    })
    void whatCannotBe_isRefusedWithTheReason(String kind, double hyperparameter, String name, String reason) {
        String message = refusal(kind, hyperparameter, 1, family(name));
        assertTrue(message.contains(reason), message);
    }

    @Test
    void lossesAroundLosses_areRefused() {
        assertTrue(refusal("beta", 1.5, 1, named("gamma", 1.5, "gaussian")).contains("a likelihood itself"));
        assertTrue(refusal("beta", 1.5, 1, named("power", 0.5, "gaussian")).contains("a likelihood itself"));
        assertTrue(refusal("beta", 1.5, 1, named("huber", 1, "gaussian")).contains("no integral of powers"));
        assertTrue(refusal("absolute", 0, 1, named("huber", 1, "gaussian")).contains("huber"));
        assertTrue(refusal("absolute", 0, 0, family("gaussian")).contains("weight"));
    }

    @Test
    void hinge_takesLabels0And1() {
        assertNull(named("hinge", 0, "bernoulli").refusal(1));
        assertEquals("required: 0 or 1", named("hinge", 0, "bernoulli").refusal(-1));
        assertNotNull(named("absolute", 0, "gaussian").refusal(Double.NaN));
    }

    @Test
    void hyperparameters_haveNames() {
        List<String> names = GeneralisedLosses.ALL.parts().stream()
                .map(part -> String.join(
                        " ", part.options().stream().map(Option::name).toList()))
                .toList();
        assertEquals(List.of("", "weight", "beta", "gamma", "weight", "delta weight", "tau weight", "weight"), names);
    }

    @Test
    void estimatedDispersion_isRefusedByExactFitsOfRobustLosses() {
        Likelihood beta = NamedLoss.of("beta", 1.5, 0.5, family("gaussian"));
        String reason = GeneralisedLosses.exactRefusal(beta, true);
        assertNotNull(reason);
        assertNull(GeneralisedLosses.exactRefusal(beta, false));
        assertNull(GeneralisedLosses.exactRefusal(named("beta", 1.5, "poisson"), true));
        assertNull(GeneralisedLosses.exactRefusal(named("power", 1.5, "gaussian"), true));
        DispersionPosterior factor = new DispersionPosterior.InverseGamma(3, 1);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> beta.loss(factor));
        assertEquals(reason, refused.getMessage());
        assertInstanceOf(
                DispersionPosterior.InverseGamma.class,
                beta.initialDispersion(new DispersionPosterior.InverseGamma(3, 1)));
    }

    @Test
    void gammaDispersions_areRefusedWhereTheIntegralDiverges() {
        Likelihood beta = named("beta", 1.5, "gamma");
        assertNull(beta.dispersionRefusal(2.9));
        String reason = beta.dispersionRefusal(3);
        assertTrue(reason != null && reason.contains("below 3.0 but found 3.0"), reason);
        assertNull(family("gamma").dispersionRefusal(3));
    }

    @Test
    void power_scalesTheLossAndCountsRowsAnew() {
        Likelihood inner = family("gaussian");
        Likelihood power = named("power", 0.25, "gaussian");
        DispersionPosterior.InverseGamma prior = new DispersionPosterior.InverseGamma(3, 4);
        ExpectedRow plain = ExpectedRow.of(inner.loss(prior), 1.2, 2, -0.3, 0.4);
        ExpectedRow scaled = ExpectedRow.of(power.loss(prior), 1.2, 2, -0.3, 0.4);
        assertClose("value", 0.25 * plain.value(), scaled.value(), 1e-15);
        assertClose("slope", 0.25 * plain.slope(), scaled.slope(), 1e-15);
        assertClose("curvature", 0.25 * plain.curvature(), scaled.curvature(), 1e-15);
        assertClose("total", 0.25 * plain.totals()[0], scaled.totals()[0], 1e-15);
        PassStatistics sums = new PassStatistics(1, 0, 1);
        sums.dispersionTotals()[0] = scaled.totals()[0];
        DispersionPosterior.InverseGamma target =
                (DispersionPosterior.InverseGamma) power.dispersionTarget(prior, sums, 2, prior);
        assertClose("shape", 3 + 0.5 * 0.25 * 2, target.shape(), 1e-15);
        assertClose("scale", 4 + 0.5 * scaled.totals()[0], target.scale(), 1e-15);
    }

    @Test
    void weights_multiply() {
        Likelihood plain = family("poisson");
        assertSame(plain, NamedLoss.of("log-likelihood", 0, 1, plain));
        Likelihood twice = NamedLoss.of("power", 0.5, 3, plain);
        assertEquals(new WeightedLikelihood(plain, 1.5), twice);
        RowLoss loss = NamedLoss.of("quantile", 0.3, 4, family("gaussian")).loss(new DispersionPosterior.Known(1));
        assertEquals(4 * 0.3 * 2, ExpectedRow.of(loss, 2, 0, 0).value(), 1e-15);
    }

    @Test
    void totalsOfRowsBefore_areLeftAlone() {
        PredictorChunk chunk = new PredictorChunk(1, new double[] {100});
        chunk.resize(1);
        Arrays.fill(chunk.weight(), 1);
        chunk.predictorMeans()[0] = 2;
        named("power", 0.5, "gaussian")
                .loss(new DispersionPosterior.Known(1))
                .writeExpectedMoments(io.credence.linalg.JavaDenseKernel.INSTANCE, chunk);
        assertEquals(102, chunk.dispersionTotals()[0]);
    }
}
