package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.likelihood.LabelChecks;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.part.Choice;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in this process, and what their labels stand for. */
class RowsTest {

    private static final int ROWS = 90;
    private static final double[][] FEATURES = IntStream.range(0, ROWS)
            .mapToObj(i -> new double[] {Math.sin(i), Math.cos(2.5 * i)})
            .toArray(double[][]::new);

    private static int[] classes(int count) {
        return IntStream.range(0, ROWS)
                .map(i -> (int) Math.floorMod(Math.round(3 * FEATURES[i][0] + 7 * Math.sin(i * i)), count))
                .toArray();
    }

    private static Choice<LikelihoodPart> family(String name) {
        return Choice.ofDefaults(Likelihoods.ALL.named(name));
    }

    /** Levels −1 and 1, or 3, 5 and 9, give the bits of classes 0, 1, …. */
    @ParameterizedTest
    @CsvSource({"bernoulli, -1 1", "bernoulli-probit, 1 2", "softmax, 3 5 9", "ordinal, 1 2 3"})
    void levelsOfWholeNumbers_areTheClassesInTheirOrder(String family, String written) {
        int[] levels =
                Arrays.stream(written.split(" ")).mapToInt(Integer::parseInt).toArray();
        int[] classes = classes(levels.length);
        int[] labels = Arrays.stream(classes).map(k -> levels[k]).toArray();
        Inference requested = Inference.of(family).with("stop.maxIterations", 60);
        Fit expected = requested.fit(
                rows(family, Arrays.stream(classes).asDoubleStream().toArray()));
        Fit fit = requested.fit(
                rows(family, Arrays.stream(labels).asDoubleStream().toArray()));
        assertArrayEquals(expected.posterior().parameters(), fit.posterior().parameters());
        assertEquals(family.equals("ordinal"), fit.names().toString().contains("1|2"));
        assertEquals(
                expected.names().stream()
                        .map(name -> name.replace("1|2", "2|3").replace("0|1", "1|2"))
                        .toList(),
                fit.names());
    }

    private static Rows rows(String family, double[] labels) {
        return family.equals("ordinal")
                ? Rows.withoutIntercept(List.of("x1", "x2"), FEATURES, labels)
                : Rows.of(FEATURES, labels);
    }

    @Test
    void countsAndWholeNumbersAsClasses_areTheSameNumbers() {
        int[] labels = classes(3);
        Rows.InMemory rows = Rows.of(List.of("a", "b"), FEATURES, labels);
        long[] wide = Arrays.stream(labels).asLongStream().toArray();
        assertArrayEquals(
                rows.labels(), Rows.of(List.of("a", "b"), FEATURES, wide).labels());
        assertEquals(List.of("(Intercept)", "x1", "x2"), Rows.of(FEATURES, wide).names());
        assertArrayEquals(rows.labels(), ((Rows.InMemory) Rows.of(FEATURES, labels)).labels());
        assertSame(rows, rows.ofClasses(family("softmax")));
    }

    /** Counts of 3, 5 and 9 stay what they are, and so do labels that the number of classes which is stated allows. */
    @Test
    void labelsThatAreNoLevels_stay() {
        int[] labels = Arrays.stream(classes(3)).map(k -> 2 * k).toArray();
        Rows.InMemory rows = Rows.of(List.of("a", "b"), FEATURES, labels);
        assertSame(rows, rows.ofClasses(family("poisson")));
        assertSame(rows, rows.ofClasses(null));
        Inference five = Inference.of("softmax").with("model.classes", 5);
        assertSame(rows, rows.ofClasses(five.config().model().familyChoice()));
        assertEquals(List.of("0", "2", "4"), rows.ofClasses(family("softmax")).classNames());
    }

    @ParameterizedTest
    @ValueSource(strings = {"softmax", "ordinal"})
    void moreLevelsThanClasses_areRefusedByOneNumber(String family) {
        int most = LabelChecks.MOST_CLASSES;
        int[] labels = IntStream.range(0, ROWS).map(i -> 1 + i % (most + 1)).toArray();
        Rows rows = Rows.withoutIntercept(
                List.of("x1", "x2"),
                FEATURES,
                Arrays.stream(labels).asDoubleStream().toArray());
        String message = assertThrows(
                        RuntimeException.class, () -> Inference.of(family).fit(rows))
                .getMessage();
        assertTrue(message.contains("2 to " + most + " classes"), message);
    }
}
