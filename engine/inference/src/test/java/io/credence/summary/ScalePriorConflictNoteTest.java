package io.credence.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Inference;
import io.credence.Rows;
import io.credence.prior.LogGamma;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Notes on dispersions and standard deviations whose priors the rows contradict. */
class ScalePriorConflictNoteTest {

    /** Of a variance of 0.01 that is known to a tenth, under an inverse gamma of mode 0.25. */
    @Test
    void inverseGammaFarAbove_isNoted() {
        List<String> notes = ScalePriorConflictNote.notes(
                "sigma2", new LogGamma(-1, 3, 1), Math.log(0.01), 0.1, "prior.dispersion.scale");
        assertEquals(1, notes.size());
        assertTrue(
                notes.get(0).startsWith("prior and data contradict each other about sigma2: the prior expects 0.1"),
                notes.get(0));
        assertTrue(notes.get(0).endsWith("a smaller prior.dispersion.scale lets the rows decide"), notes.get(0));
    }

    /** As many rows as make the same prior of no consequence, a value that it expects, and a long tail that gives way. */
    @Test
    void othersAreNot() {
        assertEquals(List.of(), ScalePriorConflictNote.notes("a", new LogGamma(-1, 3, 1), Math.log(0.01), 1e-3, "k"));
        assertEquals(List.of(), ScalePriorConflictNote.notes("a", new LogGamma(-1, 3, 1), Math.log(0.3), 0.3, "k"));
        assertEquals(List.of(), ScalePriorConflictNote.notes("a", new LogHalfStudent(3, 2.5), Math.log(30), 0.15, "k"));
    }

    private static List<String> counts(double shape, double scale) {
        Random random = new Random(TestSeed.of("pull"));
        double[][] features = new double[100][1];
        double[] labels = new double[100];
        for (int i = 0; i < 100; i++) {
            features[i][0] = random.nextGaussian();
            labels[i] = Math.rint(1e4 + 300 * random.nextGaussian());
        }
        return Inference.of("negative-binomial")
                .with("check.predictive", "false")
                .with("prior.dispersion.shape", shape)
                .with("prior.dispersion.scale", scale)
                .fit(Rows.of(features, labels))
                .notes()
                .stream()
                .filter(note -> note.startsWith("prior and data contradict each other about dispersion"))
                .toList();
    }

    @Test
    void dispersionThatThePriorMakes_isNamedWithFigures() {
        assertEquals(1, counts(3, 1).size(), TestSeed.replay());
        assertEquals(List.of(), counts(1, 1e-6), TestSeed.replay());
    }

    private static List<String> groups(Map<String, ?> priors) {
        Random random = new Random(TestSeed.of("pull"));
        double[][] features = new double[300][1];
        double[] labels = new double[300];
        List<String> levels = new ArrayList<>();
        double[] effects = new double[30];
        for (int g = 0; g < 30; g++) {
            effects[g] = 10 * random.nextGaussian();
        }
        for (int i = 0; i < 300; i++) {
            features[i][0] = random.nextGaussian();
            labels[i] = effects[i % 30] + features[i][0] + random.nextGaussian();
            levels.add("g" + i % 30);
        }
        return Inference.of("gaussian")
                .with("model.groups", List.of(Map.of("by", "g")))
                .with("prior.groups", priors)
                .fit(Rows.of(List.of("x"), features, labels).inGroups("g", levels))
                .findings()
                .notes();
    }

    @Test
    void sdOfLevelsThatThePriorHolds_isNamedWithFigures() {
        List<String> held = groups(Map.of("sd", Map.of("kind", "half-normal", "scale", 1)));
        assertTrue(
                held.stream()
                        .anyMatch(
                                note -> note.startsWith("prior and data contradict each other about sd[g:(Intercept)]")
                                        && note.endsWith("a larger prior.groups.sd.scale lets the rows decide")),
                () -> held + TestSeed.replay());
        assertTrue(groups(Map.of()).stream().noneMatch(note -> note.startsWith("prior and data")));
    }
}
