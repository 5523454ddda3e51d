package io.credence.config;

import static io.credence.config.ConfigTexts.FAMILY;
import static io.credence.config.ConfigTexts.assertRefused;
import static io.credence.config.ConfigTexts.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.credence.config.ModelConfig.DispersionFactor;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.ControlVariate;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.RaoBlackwell;
import io.credence.update.UpdatePart;
import io.credence.update.Updates;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A named method sets the keys of its paper, and leaves the others free. */
class MethodConfigTest {

    static List<String> methods() {
        return Methods.names();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void method_isReadWithoutNotes(String method) {
        FitConfig config = read(FAMILY, "method=" + method);
        assertEquals(method, config.method());
        assertEquals(method.equals("gvi"), config.inference().isExact());
        assertEquals(List.of(), config.notes());
        if (!method.equals("gvi")) {
            assertNotEquals(ConfigDigest.of(read(FAMILY)), ConfigDigest.of(config));
        }
    }

    @Test
    void methods_areThoseOfTheirPapers() {
        assertEquals(
                List.of(
                        "advi-fullrank",
                        "advi-meanfield",
                        "bbgvi",
                        "bbvi",
                        "bbvi-full",
                        "cgvb",
                        "chivi",
                        "dadvi",
                        "ent-vi",
                        "eubo-vi",
                        "gvi",
                        "iwvi",
                        "mgvb",
                        "mv-vi",
                        "pb-vi",
                        "qbvi",
                        "qbvi-diagonal",
                        "qbvi-inverse-gamma",
                        "regression",
                        "renyi-vi",
                        "tail-adaptive-vi",
                        "vrbbgvi"),
                Methods.names());
        assertMethod("qbvi", "gaussian-full", EstimatorKind.SCORE, Updates.NATURAL_GRADIENT);
        assertMethod("qbvi-diagonal", "gaussian-diagonal", EstimatorKind.SCORE, Updates.NATURAL_GRADIENT);
        assertMethod("bbvi", "gaussian-diagonal", EstimatorKind.SCORE, Updates.ADAM);
        assertMethod("bbvi-full", "gaussian-full", EstimatorKind.SCORE, Updates.ADAM);
        assertMethod("cgvb", "gaussian-full", EstimatorKind.REPARAMETERIZED, Updates.CHOLESKY);
        assertMethod("mgvb", "gaussian-full", EstimatorKind.SCORE, Updates.MANIFOLD);
        assertMethod("advi-meanfield", "gaussian-diagonal", EstimatorKind.REPARAMETERIZED, Updates.ADAM);
        assertMethod("advi-fullrank", "gaussian-full", EstimatorKind.REPARAMETERIZED, Updates.ADAM);
        assertEquals(ControlVariate.QUADRATIC, settings("bbvi").estimator().variate());
        assertEquals(0.4, settings("mgvb").update().choice().values().number("momentum"));
        assertEquals(EstimatorKind.FIXED_DRAWS, settings("dadvi").estimator().kind());
        assertEquals(30, settings("dadvi").estimator().draws());
        assertEquals(
                DispersionFactor.INVERSE_GAMMA,
                read(FAMILY, "method=qbvi-inverse-gamma").model().dispersionFactor());
    }

    @Test
    void vrbbgvi_separatesFactorsFromValues() {
        assertMethod("vrbbgvi", "gaussian-diagonal", EstimatorKind.SCORE, Updates.NATURAL_GRADIENT);
        assertEquals(RaoBlackwell.TRUE, settings("vrbbgvi").estimator().raoBlackwell());
        assertEquals(RaoBlackwell.AUTO, settings("bbgvi").estimator().raoBlackwell());
        assertRefused(
                FAMILY + "method = vrbbgvi\nestimator.raoBlackwell = false",
                "method = vrbbgvi sets estimator.raoBlackwell = true: required that value or no method, found false");
        assertEquals(
                RaoBlackwell.FALSE,
                read(FAMILY, "method=bbvi", "estimator.raoBlackwell=false")
                        .inference()
                        .sampling()
                        .estimator()
                        .raoBlackwell());
    }

    private static SamplingSettings settings(String method) {
        return read(FAMILY, "method=" + method).inference().sampling();
    }

    private static void assertMethod(String method, String family, EstimatorKind estimator, UpdatePart update) {
        FitConfig config = read(FAMILY, "method=" + method);
        assertEquals(family, config.posterior().structure().family(), method);
        assertEquals(estimator, config.inference().sampling().estimator().kind(), method);
        assertEquals(update, config.inference().sampling().update().kind(), method);
    }

    @Test
    void keyThatContradictsItsMethod_isRefused() {
        assertRefused(
                FAMILY + "method = qbvi\nposterior.family = gaussian-diagonal",
                "method = qbvi sets posterior.family = gaussian-full: required that value or no method, found"
                        + " gaussian-diagonal (job.conf: 5)");
        assertRefused(FAMILY + "method = bbvi\nupdate.kind = cholesky", "method = bbvi sets update.kind = adam");
        assertRefused(FAMILY + "method = bbvi\nestimator.kind = exact", "method = bbvi sets estimator.kind = score");
        assertRefused(
                FAMILY + "method = qbvi-inverse-gamma\nmodel.dispersionFactor = joint",
                "sets model.dispersionFactor = inverse-gamma");
    }

    @Test
    void otherKeysOfAMethod_mayBeChanged() {
        FitConfig config = read(
                FAMILY,
                "method=bbvi",
                "estimator.kind=auto",
                "posterior.family=gaussian-diagonal",
                "estimator.controlVariate=quadratic",
                "estimator.draws=7",
                "update.stepSize=0.01");
        assertEquals(
                EstimatorKind.SCORE, config.inference().sampling().estimator().kind(), "auto leaves it to the method");
        assertEquals(
                ControlVariate.QUADRATIC,
                config.inference().sampling().estimator().variate());
        assertEquals(7, config.inference().sampling().estimator().draws());
        assertEquals(
                OptionalDouble.of(0.01), config.inference().sampling().update().stepSize());
        assertEquals(
                3,
                read(FAMILY, "method=dadvi", "estimator.draws=3")
                        .inference()
                        .sampling()
                        .estimator()
                        .draws());
    }
}
