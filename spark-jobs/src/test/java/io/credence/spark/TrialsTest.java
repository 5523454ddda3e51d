package io.credence.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.config.DataConfig;
import io.credence.spark.read.TableReader;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of rows that count successes and trials, against the same trials written out and against R. */
class TrialsTest {

    /** Beetles under carbon disulphide: log10 dose, killed, number (Bliss, 1935), and a group without a trial. */
    private static final List<String> BEETLES = List.of(
            "dose,killed,number,alive",
            "1.6907,6,59,53",
            "1.7242,13,60,47",
            "1.7552,18,62,44",
            "1.7842,28,56,28",
            "1.8113,52,63,11",
            "1.8369,53,59,6",
            "1.8610,61,62,1",
            "1.8839,60,60,0",
            "1.9,0,0,0");

    @TempDir
    private Path folder;

    private DataConfigs file(List<String> lines) throws IOException {
        return DataConfigs.of(Files.write(folder.resolve("rows.csv"), lines), "csv")
                .features("dose")
                .label("killed");
    }

    private static PackedRows pack(DataConfigs config) {
        return new RowPacker(LabelRule.ofFamily("bernoulli"), 1)
                .pack(new TableReader(TestSession.spark()).read(config.build()), config.build());
    }

    private static Fit fit(PackedRows rows, String family, Object sd) {
        return Inference.of(family)
                .kernel("java")
                .prior("normal", Map.of("sd", sd))
                .with("stop.tolerance", 1e-12)
                .fit(rows);
    }

    private static List<String> writtenOut() {
        List<String> all = new ArrayList<>(List.of("dose,killed"));
        for (String line : BEETLES.subList(1, BEETLES.size())) {
            String[] cells = line.split(",", -1);
            for (int i = 0; i < Integer.parseInt(cells[2]); i++) {
                all.add(cells[0] + "," + (i < Integer.parseInt(cells[1]) ? 1 : 0));
            }
        }
        return all;
    }

    /** Under the default prior, which looks at the rows too. */
    @ParameterizedTest
    @CsvSource({"bernoulli, 0", "bernoulli-probit, 0", "bernoulli, 3"})
    void counts_areTheirTrials(String family, int partitions) throws IOException {
        DataConfigs single = file(writtenOut());
        if (partitions > 0) {
            single.partitions(partitions);
        }
        Fit expected;
        try (PackedRows rows = pack(single)) {
            expected = fit(rows, family, "auto");
        }
        DataConfigs counts = file(BEETLES).trials("number");
        if (partitions > 0) {
            counts.partitions(partitions);
        }
        try (PackedRows rows = pack(counts)) {
            assertEquals(8, rows.rowsRead());
            assertEquals(15, rows.summary().rows(), "one group has no survivor");
            assertEquals(481, rows.summary().weight());
            assertEquals(1, rows.skipped());
            assertSame(expected, fit(rows, family, "auto"));
        }
    }

    private static void assertSame(Fit expected, Fit found) {
        double[] sd = expected.posterior().sd();
        for (int j = 0; j < sd.length; j++) {
            assertEquals(expected.posterior().mean()[j], found.posterior().mean()[j], 1e-6 * sd[j]);
            assertEquals(sd[j], found.posterior().sd()[j], 1e-6 * sd[j]);
        }
        Double best = expected.result().elbo();
        Double bound = found.result().elbo();
        assertTrue(best != null && bound != null && Math.abs(best - bound) < 1e-8, best + " and " + bound);
    }

    @Test
    void boundCounts_areTheSameRows() throws IOException {
        try (PackedRows named = pack(file(BEETLES)
                        .trials("number")
                        .derive("w", "1 + dose")
                        .weight("w")
                        .standardize());
                PackedRows bound = pack(file(BEETLES)
                        .formula("cbind(killed, alive) ~ dose")
                        .derive("w", "1 + dose")
                        .weight("w")
                        .standardize())) {
            assertEquals(named.summary(), bound.summary());
            assertEquals(named.rowsRead(), bound.rowsRead());
            assertEquals(named.fingerprint(), bound.fingerprint());
            assertArrayEquals(named.scales().scales(), bound.scales().scales(), 1e-12);
            assertEquals(List.of("(Intercept)", "dose"), bound.names());
        }
    }

    /** They are one row each, whose label is both. */
    @Test
    void countsOfVaryingProbability_stayTogether() throws IOException {
        LabelRule rule = LabelRule.ofFamily("beta-binomial");
        DataConfig named = file(BEETLES).trials("number").build();
        DataConfig bound = file(BEETLES).formula("cbind(killed, alive) ~ dose").build();
        TableReader reader = new TableReader(TestSession.spark());
        try (PackedRows counts = new RowPacker(rule, 1).pack(reader.read(named), named);
                PackedRows same = new RowPacker(rule, 1).pack(reader.read(bound), bound)) {
            assertEquals(9, counts.summary().rows());
            assertEquals(9, counts.summary().weight());
            assertEquals(counts.fingerprint(), same.fingerprint());
            Fit beta = fit(counts, "beta-binomial", 1e4);
            assertTrue(beta.isConverged());
            assertEquals(34.27033, beta.posterior().mean()[1], 2 * 2.912134, "near that of R's binomial");
        }
        DataConfig wrong =
                file(List.of("dose,killed,number", "1,3,2")).trials("number").build();
        String message = assertThrows(DataException.class, () -> new RowPacker(rule, 1).pack(reader.read(wrong), wrong))
                .getMessage();
        assertTrue(message.contains("successes from 0 to the trials"), message);
    }

    /** glm(cbind(killed, alive) ~ dose, binomial(link)) of R 4.2.2: a vague prior leaves the likelihood. */
    @ParameterizedTest
    @CsvSource({
        "bernoulli, -60.71745, 5.180700, 34.27033, 2.912134",
        "bernoulli-probit, -34.93527, 2.647929, 19.72790, 1.487214"
    })
    void vagueFit_isNearThatOfR(String family, double a, double sdA, double b, double sdB) throws IOException {
        try (PackedRows rows = pack(file(BEETLES).trials("number"))) {
            Fit fit = fit(rows, family, 1e4);
            assertEquals(a, fit.posterior().mean()[0], 0.15 * sdA);
            assertEquals(b, fit.posterior().mean()[1], 0.15 * sdB);
            assertEquals(1, fit.posterior().sd()[0] / sdA, 0.05);
            assertEquals(1, fit.posterior().sd()[1] / sdB, 0.05);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.3, 10", "3, 2", "-1, 4", "1, 2.5"})
    void whatIsNoCount_isRefused(String successes, String trials) throws IOException {
        List<String> lines = List.of("dose,killed,number", "1,1,2", "2," + successes + "," + trials);
        DataConfigs config = file(lines).trials("number");
        String message = assertThrows(DataException.class, () -> pack(config)).getMessage();
        assertTrue(message.startsWith("successes and trials are not counts"), message);
        assertTrue(message.contains("row 2, column 'killed'") && message.contains("a share"), message);
    }
}
