package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.diagnostic.LeaveOneOut;
import io.credence.diagnostic.Reliability;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of rows whose weights add up to very much or very little, and of labels that are all the same. */
class HeavyRowsTest {

    @TempDir
    private Path folder;

    private PackedRows rows(String family, List<String> lines, boolean weighted) throws IOException {
        DataConfigs config = DataConfigs.of(Files.write(folder.resolve("rows.csv"), lines), "csv")
                .features("x")
                .label("y");
        DataConfigs whole = weighted ? config.weight("w") : config;
        return new RowPacker(LabelRule.ofFamily(family), 1)
                .pack(new TableReader(TestSession.spark()).read(whole.build()), whole.build());
    }

    /** Rows of that weight each. */
    private static List<String> weighted(int count, double weight) {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>(List.of("x,y,w"));
        for (int i = 0; i < count; i++) {
            double x = random.nextGaussian();
            lines.add(x + "," + (0.5 + 0.3 * x + random.nextGaussian()) + "," + weight);
        }
        return lines;
    }

    /** Two coefficients and a variance; as many as of the rows written out. */
    @Test
    void rowsThatCountAsTenBillions_areLeftOutOneAtATime() throws IOException {
        try (PackedRows rows = rows("gaussian", weighted(40, 1e10), true)) {
            Fit fit = Inference.of("gaussian").kernel("java").fit(rows);
            assertTrue(fit.isReliable(), fit.reliability()::toString);
            LeaveOneOut found = fit.leaveOneOut();
            assertNotNull(found);
            assertEquals(3, found.waicEffectiveParameters().value(), 1.5);
            assertEquals(3, found.effectiveParameters().value(), 30);
        }
    }

    @Test
    void rowsThatCountAsMoreThanDoublesResolve_areNotChecked() throws IOException {
        try (PackedRows rows = rows("gaussian", weighted(40, 0x1p53), true)) {
            Fit fit = Inference.of("gaussian").kernel("java").fit(rows);
            assertTrue(fit.isConverged());
            assertEquals(Reliability.Status.SKIPPED, fit.reliability().status());
            assertTrue(
                    fit.reliability()
                            .reason()
                            .startsWith("weights of rows add up to 3.60e+17, and a log likelihood of as many nats"),
                    fit.reliability().reason());
            assertNull(fit.leaveOneOut());
        }
    }

    @Test
    void weightsThatSumToOne_areNoted() throws IOException {
        try (PackedRows rows = rows("gaussian", weighted(40, 1 / 40.0), true)) {
            assertEquals(
                    List.of(
                            "weights of 40 rows add up to 1, so that all of them count as 1; where each is to count as one on"
                                    + " average, weights sum to their number: divide them by their mean, 0.025"),
                    rows.notes());
        }
        try (PackedRows rows = rows("gaussian", weighted(40, 0.7), true)) {
            assertEquals(List.of(), rows.notes());
        }
    }

    @Test
    void labelsThatAreAllTheSame_areNoted() throws IOException {
        for (String family : List.of("bernoulli", "poisson")) {
            try (PackedRows rows = rows(family, List.of("x,y", "1,0", "2,0", "3,0"), false)) {
                assertEquals(1, rows.notes().size(), rows.notes()::toString);
                assertTrue(rows.notes().get(0).startsWith("all labels are 0: no column"), rows.notes()::toString);
            }
            try (PackedRows rows = rows(family, List.of("x,y", "1,0", "2,1", "3,0"), false)) {
                assertEquals(List.of(), rows.notes());
            }
        }
    }
}
