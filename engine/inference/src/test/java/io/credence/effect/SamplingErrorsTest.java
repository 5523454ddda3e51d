package io.credence.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.effect.EffectRequest.Kind;
import io.credence.effect.EffectSums.AveragedCell;
import io.credence.effect.EffectSums.CellSums;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Errors of averages over sampled rows. */
class SamplingErrorsTest {

    private static final int ROWS = 4000;
    private static final EffectRequest REQUEST =
            EffectRequest.of(Kind.PREDICTIONS).by("region");

    private final Random random = new Random(TestSeed.of("sampled rows"));

    private static void add(EffectSums sums, String region, int group, double value) {
        CellSums cell = sums.cellSums(new AveragedCell(0, List.of(region, String.valueOf(group))));
        cell.sums()[0] += value;
        cell.sums()[1] += value + 1;
        cell.countRow(1, Map.of());
    }

    /** Rows of a sd of 3 in the north, and two in the south that one group has. */
    private EffectSums sums() {
        EffectSums sums = new EffectSums(2, 1);
        for (int i = 0; i < ROWS; i++) {
            add(sums, "north", i % SamplingErrors.GROUPS, 3 * random.nextGaussian());
        }
        add(sums, "south", 7, 1);
        add(sums, "south", 7, 2);
        return sums;
    }

    private static EffectTable table(EffectRequest request, EffectSums sums) {
        return EffectTable.of(
                request,
                EffectPlan.of(request, List.of(), Map.of()),
                sums,
                RowWeighting.ROWS,
                List.of(new ModelColumn("region", List.of("north", "south"))),
                List.of());
    }

    @Test
    void errors_areThoseOfAMeanOfSomeOfTheRows() {
        EffectSums sums = sums();
        double[] all = SamplingErrors.of(sums, each -> table(REQUEST, each), 1_000_000_000);
        double expected = 3 / Math.sqrt(ROWS);
        assertEquals(expected, all[0], 0.5 * expected, "20 groups tell a sd to a sixth");
        assertTrue(Double.isNaN(all[1]), "one group does not tell how groups differ");
        double[] half = SamplingErrors.of(sums, each -> table(REQUEST, each), 2 * (ROWS + 2));
        assertEquals(all[0] * Math.sqrt(0.5), half[0], 1e-4 * expected, "half of the rows are known");
        double[] whole = SamplingErrors.of(sums, each -> table(REQUEST, each), ROWS + 2);
        assertEquals(0, whole[0], 1e-12, "all of the rows are known");
    }

    @Test
    void hypothesesHaveErrors_andTablesTravel() {
        EffectSums sums = new EffectSums(2, 1);
        for (int i = 0; i < ROWS; i++) {
            add(sums, i % 2 == 0 ? "north" : "south", i / 2 % SamplingErrors.GROUPS, 10 + random.nextGaussian());
        }
        EffectRequest ratio = REQUEST.hypotheses("b2 / b1");
        EffectTable found = table(ratio, sums.withoutLastGroupColumn());
        assertFalse(found.isOfSample());
        EffectTable sampled = found.ofSample(sums, each -> table(ratio, each), 1_000_000);
        double expected = Math.sqrt(2.0 / (ROWS / 2)) / 10;
        assertEquals(expected, sampled.estimates().get(0).samplingSd(), 0.5 * expected);
        EffectText text = new EffectText(0.9);
        text.add("ratio", sampled);
        text.add("regions", table(REQUEST, sums.withoutLastGroupColumn()));
        List<EffectsCsvLine> read = EffectText.parse(text.csv());
        assertEquals(sampled.estimates().get(0).samplingSd(), read.get(0).samplingSd());
        assertTrue(Double.isNaN(read.get(1).samplingSd()));
        assertTrue(
                text.lines().get(1).contains("sampling sd 0.003"), text.lines().toString());
    }

    @Test
    void numbersOfRows_areChecked() {
        for (Object wrong : List.of(39, 100.5, "many")) {
            String message = assertThrows(
                            ConfigurationException.class,
                            () -> EffectRequest.of(Map.of("kind", "predictions", "rows", wrong)))
                    .getMessage();
            assertTrue(message.contains("required a whole number from 40"), message);
        }
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> EffectRequest.of(Map.of("kind", "predictions", "method", "bootstrap")))
                .getMessage();
        assertTrue(message.contains("required one of auto, delta, draws"), message);
    }
}
