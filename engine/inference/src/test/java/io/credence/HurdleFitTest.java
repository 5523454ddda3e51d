package io.credence;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.SoftmaxRow;
import io.credence.testkit.Repository;
import io.credence.testkit.Textbook;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Visits to doctors (conf/data/ORIGIN.md) beside the maximum of the likelihood: its value by TruncatedLFPoisson, TruncatedLFNegativeBinomialP
 * and Logit of statsmodels 0.15.0, its position by the first and the last, and that of the second by Newton steps on the same value.
 */
class HurdleFitTest {

    private static final double[] POISSON = {
        1.0683470512411033, -0.032439742140253025, 0.2771905148860847, 0.02558721784829735, 0.06455171569307713
    };
    private static final double[] POISSON_ERROR = {
        0.02819726409627986, 0.007078664324910016, 0.03683281126235152, 0.0017623566965636846, 0.04532543596786626
    };
    private static final double POISSON_VALUE = -4428.468676412902;
    private static final double[] NEGATIVE_BINOMIAL = {
        0.4759669047816993, -0.03936058169711059, 0.32933346337676006, 0.031450540813804696, 0.1425559388939003
    };
    private static final double[] NEGATIVE_BINOMIAL_ERROR = {
        0.1031046226534894, 0.019316572201999765, 0.11522592434548583, 0.0055141545250406545, 0.13821158950301063
    };
    private static final double NEGATIVE_BINOMIAL_VALUE = -3190.8719283955243;
    private static final double PHI = 1.9641449372790936;
    private static final double PHI_ERROR = 0.26560641306013716;
    private static final double[] ZERO = {
        -0.30920649586290494, 0.08567248872110125, -0.2548359410236937, -0.06504568766516244, 0.025558902996839085
    };
    private static final double[] ZERO_ERROR = {
        0.1073943126001813, 0.024995562154291585, 0.1771804085882779, 0.008802588079390748, 0.1996608759687679
    };
    private static final double ZERO_VALUE = -1183.590757459747;

    private final Textbook visits = Textbook.of(Repository.file("conf/data/visits.csv"), "visits");

    private Fit fit(String family, Map<String, Object> settings) {
        Fit fit = VaguePriors.of(family, settings).fit(Rows.of(visits.features(), visits.labels()));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        return fit;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void logLikelihood_isThatOfStatsmodels(boolean poisson) {
        RowLoss loss = Likelihoods.named(poisson ? "hurdle-poisson" : "hurdle-negative-binomial", 4, 0)
                .loss(new DispersionPosterior.Known(PHI));
        double sum = 0;
        for (int i = 0; i < visits.labels().length; i++) {
            double[] x = visits.features()[i];
            double[] eta = {predictor(poisson ? POISSON : NEGATIVE_BINOMIAL, x), predictor(ZERO, x)};
            sum -= SoftmaxRow.of(loss, (int) visits.labels()[i], eta, new double[4])
                    .value();
        }
        assertClose("value", ZERO_VALUE + (poisson ? POISSON_VALUE : NEGATIVE_BINOMIAL_VALUE), sum, 1e-12);
    }

    private static double predictor(double[] theta, double[] x) {
        double eta = theta[0];
        for (int j = 0; j < x.length; j++) {
            eta += theta[j + 1] * x[j];
        }
        return eta;
    }

    @Test
    void poisson_isNearTheMaximum() {
        Fit fit = fit("hurdle-poisson", Map.of());
        assertEquals(List.of("count:(Intercept)", "count:x1"), fit.names().subList(0, 2));
        assertTrue(fit.names().contains("zero:x4"));
        assertNear(fit, 0, POISSON, POISSON_ERROR);
        assertNear(fit, ZERO.length, ZERO, ZERO_ERROR);
    }

    @Test
    void negativeBinomial_isAsWideAsTheMaximum() {
        assertNearNegativeBinomial(fit("hurdle-negative-binomial", VaguePriors.dispersion()));
    }

    @Tag("nightly")
    @Test
    void negativeBinomialByDraws_isAsWideAsTheMaximum() {
        Map<String, Object> settings = new HashMap<>(VaguePriors.dispersion());
        settings.put("estimator.kind", "curvature");
        assertNearNegativeBinomial(fit("hurdle-negative-binomial", settings));
    }

    /** A dispersion that is fitted together with the coefficients takes its part of their standard errors. */
    private static void assertNearNegativeBinomial(Fit fit) {
        assertNear(fit, 0, NEGATIVE_BINOMIAL, NEGATIVE_BINOMIAL_ERROR);
        assertNear(fit, ZERO.length, ZERO, ZERO_ERROR);
        int last = 2 * ZERO.length;
        assertWithin("log φ", Math.log(PHI), fit.posterior().mean()[last], 0.4 * PHI_ERROR / PHI);
        assertWithin(
                "log sd of log φ",
                Math.log(PHI_ERROR / PHI),
                Math.log(fit.posterior().sd()[last]),
                0.05);
    }

    private static void assertMeans(Fit fit, int first, double[] maximum, double[] error) {
        for (int j = 0; j < maximum.length; j++) {
            assertWithin("mean " + j, maximum[j], fit.posterior().mean()[first + j], 0.3 * error[j]);
        }
    }

    /** Of these rows the posterior leans by up to a fourth of a standard deviation. */
    private static void assertNear(Fit fit, int first, double[] maximum, double[] error) {
        assertMeans(fit, first, maximum, error);
        for (int j = 0; j < maximum.length; j++) {
            assertWithin(
                    "log sd " + j, Math.log(error[j]), Math.log(fit.posterior().sd()[first + j]), 0.05);
        }
    }
}
