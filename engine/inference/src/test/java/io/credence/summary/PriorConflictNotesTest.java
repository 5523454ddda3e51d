package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.config.ConfigReader;
import io.credence.config.Parts;
import io.credence.config.PriorConfig;
import io.credence.family.DiagonalGaussian;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.DensityTerm;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of a normal estimate under a normal prior, by conjugacy. */
class PriorConflictNotesTest {

    private static final List<String> NAMES = List.of("x");

    private static Coefficients of(double estimate, double error, GaussianPrior prior) {
        double own = prior.precision()[0];
        double precision = own + 1 / (error * error);
        double mean = (own * prior.mean()[0] + estimate / (error * error)) / precision;
        return Coefficients.of(
                NAMES, DiagonalGaussian.around(new double[] {mean}, new double[] {1 / Math.sqrt(precision)}), prior);
    }

    /** The estimate lies (estimate − mean)/√(sd² + error²) from where the prior expects it. */
    @ParameterizedTest
    @CsvSource({
        "-100, 10, 0, 1, true",
        "-100, 30, 0, 1, true",
        "-100, 40, 0, 1, false",
        "-100, 1000, 0, 1, false",
        "10, 1, 0, 2, true",
        "6, 1, 0, 2, false",
        "10, 1, 9, 2, false",
        "10, 0.01, 0, 2, false",
        "0, 1, 0, 2, false"
    })
    void estimatesFarFromThePrior_areInConflict(
            double estimate, double error, double mean, double sd, boolean expected) {
        Coefficients coefficients = of(estimate, error, GaussianPrior.of(1, mean, sd));
        assertEquals(expected ? NAMES : List.of(), PriorConflictNotes.conflictingCoefficients(coefficients, 0));
    }

    @Test
    void coefficientsWithoutANormalPrior_areInNone() {
        GaussianPrior flat = new GaussianPrior(new double[1], new double[1]);
        assertEquals(List.of(), PriorConflictNotes.conflictingCoefficients(of(1e6, 1, flat), 0));
    }

    /** Scale of the prior; moments of its product with N(estimate, error²) by sums. */
    @ParameterizedTest
    @CsvSource({
        "laplace, 0.05, 5, 0.5, true",
        "laplace, 0.05, 5, 0.001, false",
        "laplace, 0.05, 5, 1, true",
        "laplace, 1, 4, 0.5, false",
        "laplace, 0.05, 0.1, 0.5, false",
        "student-t, 0.1, 5, 1.2, true",
        "student-t, 0.1, 5, 0.5, false",
        "student-t, 1, 2, 1, false",
    })
    void otherPriors_areInConflictWhereTheyPull(
            String kind, double scale, double estimate, double error, boolean expected) {
        DensityTerm density = CoefficientPriors.named(kind, Map.of("scale", scale), 1, List.of())
                .term();
        double sum = 0;
        double first = 0;
        double second = 0;
        for (double u = -2; u < 10; u += 1e-4) {
            double z = (u - estimate) / error;
            double mass = Math.exp(density.logDensity(new double[] {u}) - 0.5 * z * z);
            sum += mass;
            first += mass * u;
            second += mass * u * u;
        }
        double mean = first / sum;
        double sd = Math.sqrt(second / sum - mean * mean);
        Coefficients coefficients = Coefficients.of(
                NAMES,
                DiagonalGaussian.around(new double[] {mean}, new double[] {sd}),
                new Prior(new GaussianPrior(new double[1], new double[1]), density));
        assertEquals(
                expected ? NAMES : List.of(),
                PriorConflictNotes.conflictingCoefficients(coefficients, 0),
                "posterior mean " + mean + ", sd " + sd);
    }

    private static List<String> conflictsOfConjugate(double sigma, Map<String, ?> keys) {
        RandomArrays random = RandomArrays.of("conflicts with conjugate priors");
        double[][] features = new double[1000][];
        double[] labels = random.normals(features.length);
        for (int i = 0; i < labels.length; i++) {
            features[i] = random.normals(30);
            labels[i] *= sigma;
        }
        Inference inference = Inference.of("gaussian")
                .with("prior.kind", "conjugate")
                .with("posterior.family", "normal-inverse-gamma");
        for (Map.Entry<String, ?> key : keys.entrySet()) {
            inference = inference.with(key.getKey(), key.getValue());
        }
        return PriorConflictNotes.conflictingCoefficients(
                inference.fit(Rows.of(features, labels)).findings().coefficients(), 0);
    }

    /** Each coefficient by its own prior mean; neither they nor the dispersion by the conditional density. */
    @Test
    void priorsGivenTheDispersion_areJudgedAsNormal() {
        assertEquals(List.of(), conflictsOfConjugate(100, Map.of()));
        Map<String, ?> far = Map.of("prior.coefficients.x3.mean", -50, "prior.coefficients.x3.sd", 1);
        assertEquals(List.of("x3"), conflictsOfConjugate(1, far));
    }

    /** A posterior whose dispersion is not finite has no notes. */
    @Test
    void failedFitUnderAConjugatePrior_isInNone() {
        Coefficients coefficients = Coefficients.of(
                List.of("x", "log(sigma2)"),
                DiagonalGaussian.around(new double[] {5, -2000}, new double[] {1, 1}),
                new Prior(
                        new GaussianPrior(new double[2], new double[2]),
                        CoefficientPriors.conjugate(GaussianPrior.of(1, 0, 1)).term()));
        assertEquals(List.of(), PriorConflictNotes.conflictingCoefficients(coefficients, 0));
        assertEquals(List.of(), coefficients.uninformed());
    }

    @Test
    void note_namesThemOrIsNotThere() {
        PriorConfig requested = ConfigReader.inference(Map.of("model.family", "gaussian"), Parts.STANDARD)
                .prior();
        List<String> notes = PriorConflictNotes.notes(of(-100, 10, GaussianPrior.of(1, 0, 1)), requested);
        assertTrue(notes.toString().contains("contradict each other about x"), notes.toString());
        assertTrue(notes.toString().contains("a larger prior.sd"), notes.toString());
        assertEquals(List.of(), PriorConflictNotes.notes(of(1, 10, GaussianPrior.of(1, 0, 1)), requested));
    }

    /** What follows the units already is not advised. */
    @ParameterizedTest
    @CsvSource({"normal, sd, true", "laplace, scale, true", "normal, sd, false", "laplace, scale, false"})
    void note_advisesWhatIsNotThere(String kind, String scale, boolean automatic) {
        Map<String, String> keys =
                Map.of("model.family", "gaussian", "prior.kind", kind, "prior." + scale, automatic ? "auto" : "1");
        PriorConfig requested = ConfigReader.inference(keys, Parts.STANDARD).prior();
        String notes = PriorConflictNotes.notes(of(-100, 10, GaussianPrior.of(1, 0, 1)), requested)
                .toString();
        assertEquals(automatic, notes.contains("than auto"), notes);
        assertEquals(!automatic, notes.contains("prior.sd = auto"), notes);
    }
}
