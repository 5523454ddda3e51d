package io.credence.prior;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.family.student.StudentFull;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class EarlierPosteriorTest {

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final double[] MEAN = {1, -2, 0.5};
    private static final double[] COVARIANCE = {4, 1, 0.5, 1, 2, -0.3, 0.5, -0.3, 1};

    private static EarlierPosterior full() {
        return EarlierPosterior.ofMoments(NAMES, MEAN, COVARIANCE, true);
    }

    @Test
    void marginal_hasTheCovariancesThatWereThere() {
        EarlierPosterior kept = full().marginal(List.of("c", "a"));
        GaussianPrior prior = kept.priorOf(List.of("c", "a"), GaussianPrior.of(2, 0, 1));
        assertClose("mean", new double[] {0.5, 1}, prior.mean(), 0);
        assertClose("covariance", new double[] {1, 0.5, 0.5, 4}, prior.covariance(), 1e-14);
    }

    @Test
    void names_matchInAnyOrderBesideNewOnes() {
        GaussianPrior prior = full().priorOf(List.of("c", "new", "b"), GaussianPrior.of(3, 9, 0.5));
        assertClose("mean", new double[] {0.5, 9, -2}, prior.mean(), 0);
        assertClose("covariance", new double[] {1, 0, -0.3, 0, 0.25, 0, -0.3, 0, 2}, prior.covariance(), 1e-14);
    }

    @Test
    void independentCoefficients_stayIndependent() {
        EarlierPosterior earlier = EarlierPosterior.of(NAMES, new DiagonalGaussian(MEAN, new double[] {1, 4, 16}));
        GaussianPrior prior = earlier.priorOf(List.of("b", "d"), GaussianPrior.of(2, 0, 1));
        assertTrue(prior.isIndependent());
        assertClose("precision", new double[] {4, 1}, prior.precision(), 0);
    }

    @Test
    void forgotten_widensEveryDirectionAlike() {
        GaussianPrior prior = full().discounted(0.25).priorOf(NAMES, GaussianPrior.of(3, 0, 1));
        double[] wider = COVARIANCE.clone();
        for (int e = 0; e < wider.length; e++) {
            wider[e] *= 4;
        }
        assertClose("covariance", wider, prior.covariance(), 1e-14);
        assertClose("mean", MEAN, prior.mean(), 0);
    }

    @Test
    void posteriorThatIsNotNormal_keepsItsMomentsAndIsMarkedInexact() {
        StudentFull student = StudentFull.around(5, new double[] {1, 2}, new double[] {2, 0.5});
        EarlierPosterior earlier = EarlierPosterior.of(List.of("a", "b"), student);
        assertFalse(earlier.exact());
        GaussianPrior prior = earlier.priorOf(List.of("a", "b"), GaussianPrior.of(2, 0, 1));
        assertClose("covariance", student.covariance(), prior.covariance(), 1e-12);
    }

    @Test
    void otherNamesAndMatricesThatAreNone_areRefused() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> full().priorOf(List.of("x"), GaussianPrior.of(1, 0, 1)))
                .getMessage();
        assertTrue(message.contains("required at least one of x, found a, b, c"), message);
        assertThrows(
                IllegalArgumentException.class,
                () -> EarlierPosterior.ofMoments(List.of("a", "b"), new double[2], new double[] {1, 2, 2, 1}, true));
        assertThrows(
                IllegalArgumentException.class,
                () -> new EarlierPosterior(List.of("a"), new double[] {Double.NaN}, new double[] {1}, true));
    }

    private static EarlierFit.FitIdentity origin(boolean converged, boolean reliable) {
        return new EarlierFit.FitIdentity("days/1", null, "poisson", "log", converged, reliable);
    }

    @Test
    void fit_reportsWhatIsNewAndWhatIsLost() {
        EarlierFit fit = EarlierFit.of(origin(true, false), full(), new DispersionPosterior.Known(1), false);
        List<String> notes = fit.notesAbout(List.of("c", "new", "b"));
        assertEquals(3, notes.size(), notes.toString());
        assertTrue(notes.get(0).contains("not reliable"), notes.get(0));
        assertTrue(notes.get(1).contains("new against days/1") && notes.get(1).endsWith(": new"), notes.get(1));
        assertTrue(notes.get(2).contains("integrated out: a"), notes.get(2));
    }

    @Test
    void jointDispersion_becomesAPriorOfItsOwn() {
        EarlierFit fit = EarlierFit.of(origin(true, true), full(), new DispersionPosterior.Known(1), true);
        assertEquals(List.of("a", "b"), fit.coefficients().names());
        DispersionPosterior.InverseGamma found = Objects.requireNonNull(fit.dispersion());
        DispersionPosterior.InverseGamma expected = new LogNormalDispersion(0.5, 1).nearestInverseGamma();
        assertClose("shape", expected.shape(), found.shape(), 1e-12);
        assertClose("scale", expected.scale(), found.scale(), 1e-12);
        EarlierFit less = fit.discounted(0.5);
        assertClose(
                "half the shape",
                0.5 * found.shape(),
                Objects.requireNonNull(less.dispersion()).shape(),
                1e-15);
        assertClose("same mean inverse", found.meanInverse(), less.dispersion().meanInverse(), 1e-15);
    }

    @Test
    void independentCoefficients_areAWarning() {
        EarlierPosterior independent = EarlierPosterior.of(NAMES, new DiagonalGaussian(MEAN, new double[] {1, 4, 16}));
        EarlierFit fit = EarlierFit.of(origin(true, true), independent, new DispersionPosterior.Known(1), false);
        assertTrue(
                fit.notesAbout(NAMES).get(0).contains("goes astray"),
                fit.notes().toString());
    }

    @Test
    void otherModelsAndFitsThatDidNotConverge_areRefused() {
        EarlierFit fit = EarlierFit.of(origin(false, false), full(), new DispersionPosterior.Known(1), false);
        fit.requireSameModel("poisson", "log", true);
        assertThrows(IllegalArgumentException.class, () -> fit.requireSameModel("poisson", "log", false));
        assertThrows(IllegalArgumentException.class, () -> fit.requireSameModel("bernoulli", "logit", true));
        assertThrows(IllegalArgumentException.class, () -> fit.requireSameModel("poisson", null, true));
    }
}
