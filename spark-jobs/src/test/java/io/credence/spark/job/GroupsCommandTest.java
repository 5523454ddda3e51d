package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.result.SavedPosterior;
import io.credence.spark.score.LevelEffectsTable;
import io.credence.spark.score.LevelTable;
import io.credence.summary.FactorSummary.FactorTerms;
import io.credence.summary.LevelEffects;
import io.credence.testkit.Nightly;
import io.credence.testkit.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Tests of mixed models, from a file to the files of a result. */
class GroupsCommandTest extends CommandLineContract {

    private static final Path SLEEPSTUDY = Repository.file("conf/data/sleepstudy.csv");

    private Path sleepstudy() throws IOException {
        return write(
                "job.conf",
                "data.path = \"" + SLEEPSTUDY + "\"",
                "formula = \"Reaction ~ Days + (1 + Days | Subject)\"",
                "model.family = gaussian",
                "output.path = \"" + output() + "\"");
    }

    /** What people and programs get: a table, posterior.json, effects of levels, a page. */
    @Test
    void result_hasComponentsAndEffectsOfLevels() throws IOException {
        Path config = sleepstudy();
        CommandResult result = credence("fit", config.toString(), "--quiet");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("between levels of Subject (18 levels)"), result.out());
        assertTrue(result.out().contains("sd[Subject:Days]") && result.out().contains("icc[Subject]"), result.out());
        assertTrue(result.out().contains("log marginal likelihood"), result.out());
        JsonNode group = posterior().path("groups").path(0);
        assertEquals("Subject", group.path("factor").asText());
        assertEquals("[\"(Intercept)\",\"Days\"]", group.path("terms").toString());
        assertEquals(18, group.path("levels").asInt());
        assertEquals(2, group.path("sd").size());
        assertEquals(1, group.path("correlation").size());
        for (String name : List.of("name", "mean", "sd", "lower", "upper")) {
            assertTrue(group.path("sd").path(0).has(name), name);
        }
        assertEquals(
                "[\"(Intercept)\",\"Days\"]", posterior().at("/posterior/names").toString());
        assertTrue(posterior().path("reliable").asBoolean());
        assertTrue(posterior().at("/bounds/logEvidence/value").asDouble() < -880);

        List<Row> effects = spark.read()
                .parquet(output().resolve("random-effects.parquet").toString())
                .collectAsList();
        assertEquals(36, effects.size());
        assertArrayEquals(
                new String[] {"factor", "level", "term", "mean", "sd"},
                effects.get(0).schema().fieldNames());
        assertEquals("308", effects.get(0).getString(1));
        SavedPosterior saved = SavedPosterior.parse(Files.readString(output().resolve("posterior.json")));
        List<LevelEffects> read = LevelEffectsTable.readMoments(
                spark, output().resolve("random-effects-moments.parquet").toString(), saved.groupingTerms());
        assertEquals(effects.get(3).getDouble(3), read.get(0).mean()[3]);
        assertEquals(effects.get(3).getDouble(4), read.get(0).sd(1, 1));
        assertEquals(2 * 2 * 18, read.get(0).crossCovariance().length);

        ranks();
        assertTrue(group.at("/shrinkage/1").asDouble() > 0.05
                && group.at("/shrinkage/1").asDouble() < 0.4);
        scores(config);

        assertEquals(0, credence("report", config.toString()).status());
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("Days by Subject, 18 levels") && page.contains("icc[Subject]"), "caterpillars");
        assertTrue(page.contains("<h2>Between levels of Subject (18 levels)</h2>"), page);
    }

    /** The subject whom little sleep slows most, and the one whom it does not. */
    private void ranks() {
        List<Row> ranks = spark.read()
                .parquet(output().resolve("random-effects-ranks.parquet").toString())
                .filter("term = 'Days'")
                .orderBy("rank")
                .collectAsList();
        assertEquals(18, ranks.size());
        assertEquals("308", ranks.get(0).<String>getAs("level"));
        assertEquals("335", ranks.get(17).<String>getAs("level"));
        assertTrue(ranks.get(0).<Double>getAs("top") > 0.99 && ranks.get(17).<Double>getAs("top") < 0.05);
        double sum = ranks.stream().mapToDouble(row -> row.<Double>getAs("top")).sum();
        assertEquals(10, sum, 1e-9, "ten of each draw are among the first ten");
        assertTrue(ranks.get(8).<Double>getAs("lower") < ranks.get(8).<Double>getAs("upper"));
    }

    /** Slopes that differ by subject: the rows favour them by some twenty nats (lme4's deviance: 1794.5 and 1752). */
    @Test
    void nestedModels_areComparedByTheirEvidence() throws IOException {
        String config = sleepstudy().toString();
        String other = folder.resolve("other").toString();
        String one = output().toString();
        assertEquals(0, credence("fit", config, "--quiet").status());
        String smaller = "formula=Reaction ~ Days + (1 | Subject)";
        assertEquals(
                0,
                credence("fit", config, "--quiet", "--set", smaller, "--set", "output.path=" + other)
                        .status());
        CommandResult result = credence("compare", one, other);
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("the rows favour A"), result.out());
        double nats = Double.parseDouble(result.out().replaceAll("(?s).*of A less that of B: ([0-9.-]+) .*", "$1"));
        assertEquals(16, nats, 5);
        Path posterior = Path.of(other, "posterior.json");
        String logarithm =
                Files.readString(posterior).replaceFirst("(\"formula\"\\s*:\\s*\")Reaction ~", "$1log(Reaction) ~");
        Files.writeString(posterior, logarithm);
        credence("compare", one, other).refuses(2, "data.label = Reaction and log(Reaction)", "data.sd");
        String none = folder.resolve("none").toString();
        credence("fit", config, "--quiet", "--set", "formula=Reaction ~ Days", "--set", "output.path=" + none);
        credence("compare", one, none).refuses(2, "a mixed model is compared with another mixed one");
        CommandResult exported =
                credence("export", config, folder.resolve("draws.csv").toString());
        exported.notes("not the effects of levels");
        credence("calibrate", config).refuses(2, "calibrate cannot follow grouping factors or smooths");
    }

    /** A known level by its effects, a new one by the population of levels, where that is allowed. */
    private void scores(Path config) throws IOException {
        Path rows = write("new.csv", "Days,Subject", "0,308", "4,308", "4,999");
        String[] score = {
            "score", config.toString(), "--set", "score.path=\"" + rows + "\"", "--set", "score.format=csv"
        };
        credence(score).refuses(3, "a level was not in the rows of the fit", "'999'", "column 'Subject'");
        List<String> flagged = new java.util.ArrayList<>(List.of(score));
        flagged.addAll(List.of("--set", "score.onUnseen=flag"));
        credence(flagged.toArray(String[]::new)).notes("1 rows have a level that was not in the fit");
        List<String> allowed = new java.util.ArrayList<>(List.of(score));
        allowed.addAll(List.of("--set", "score.allowNewLevels=true", "--set", "score.overwrite=true"));
        CommandResult result = credence(allowed.toArray(String[]::new));
        assertEquals(0, result.status(), result.err());
        List<Row> scored = spark.read()
                .option("header", true)
                .csv(output().resolve("predictions.csv").toString())
                .orderBy("Subject", "Days")
                .collectAsList();
        assertEquals(3, scored.size());
        JsonNode posterior = posterior();
        JsonNode mean = posterior.at("/posterior/mean");
        JsonNode covariance = posterior.at("/posterior/covariance");
        SavedPosterior saved = SavedPosterior.parse(Files.readString(output().resolve("posterior.json")));
        LevelEffects effects = LevelEffectsTable.readMoments(
                        spark,
                        output().resolve("random-effects-moments.parquet").toString(),
                        saved.groupingTerms())
                .get(0);
        assertEquals("308", effects.levels().get(0));
        double known = mean.get(0).asDouble() + effects.mean()[0];
        double knownVariance =
                covariance.at("/0/0").asDouble() + effects.covariance()[0] + 2 * effects.crossCovariance()[0];
        assertEquals(known, number(scored.get(0), "prediction"), 1e-9);
        assertEquals(Math.sqrt(knownVariance), number(scored.get(0), "predictionSd"), 1e-9);
        double population = mean.get(0).asDouble() + 4 * mean.get(1).asDouble();
        double[] between = saved.groups().get(0).covariance();
        double populationVariance = covariance.at("/0/0").asDouble()
                + 8 * covariance.at("/0/1").asDouble()
                + 16 * covariance.at("/1/1").asDouble()
                + between[0]
                + 8 * between[1]
                + 16 * between[3];
        assertEquals(population, number(scored.get(2), "prediction"), 1e-9);
        assertEquals(Math.sqrt(populationVariance), number(scored.get(2), "predictionSd"), 1e-9);
        assertTrue(
                number(scored.get(1), "predictionSd") < 0.5 * Math.sqrt(populationVariance), "a level that is known");
        assertTrue(number(scored.get(2), "responseUpper") > number(scored.get(2), "upper"), "noise beside");
    }

    /** The first row with a fault in the file is named, whatever order rows of levels have. */
    @Test
    void faultsOfJoinedRows_areNamedAsInTheFile() throws IOException {
        Path config = sleepstudy();
        assertEquals(0, credence("fit", config.toString(), "--quiet").status());
        Path rows = write("new.csv", "Days,Subject", "0,335", "1,308", "4,999", "a,308", "5,997");
        String[] score = {"score", config.toString(), "--set", "score.path=\"" + rows + "\""};
        spark.conf().set("spark.sql.autoBroadcastJoinThreshold", -1);
        try {
            credence(score).refuses(3, "a level was not in the rows of the fit", "'999'", "row 3, column 'Subject'");
            write("new.csv", "Days,Subject", "0,335", "a,308", "4,999");
            credence(score).refuses(3, "row 2, column 'Days'");
            write("new.csv", "Days,Subject", "0,335", "1,308", "4,308");
            assertEquals(0, credence(score).status());
            List<Row> scored = spark.read()
                    .parquet(output().resolve("predictions.parquet").toString())
                    .collectAsList();
            assertEquals(3, scored.size());
            SavedPosterior saved = SavedPosterior.parse(Files.readString(output().resolve("posterior.json")));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> LevelTable.read(
                            spark,
                            output().resolve("random-effects-moments.parquet").toString(),
                            List.of(new FactorTerms(
                                    "Subject", saved.groupingTerms().get(0).terms(), true, 17)),
                            2));
        } finally {
            spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
        }
    }

    private static double number(Row row, String column) {
        return Double.parseDouble(row.getAs(column));
    }

    @Test
    void rowsThatAreTheirOwnGroups_areRefused() throws IOException {
        List<String> rows = rows("y,x,g", 30, i -> i % 7 + "," + i % 5 + ",g" + i);
        CommandResult result = fit("gaussian", rows, "model.groups=[{ by = g }]");
        result.refuses(2, "each row has a level of its own of 'g'");
        nothingIsWritten();
    }

    /** Killed on the way to the mode, beside it, and in the design: the bits of the fit that was not. */
    @Test
    void resumedFit_hasTheBitsOfTheUninterrupted() throws IOException {
        String config = sleepstudy().toString();
        assertEquals(0, credence("fit", config, "--quiet").status());
        byte[] effects = moments();
        JsonNode whole = posterior();
        String checkpoint = "checkpoint.path=" + folder.resolve("checkpoints");
        int[] stops = {20, 3, 400};
        for (int i = 0; i < Nightly.times(1, stops.length); i++) {
            int stop = stops[i];
            String[] cut = {
                "fit",
                config,
                "--quiet",
                "--set",
                checkpoint,
                "--set",
                "checkpoint.every=1",
                "--set",
                "output.overwrite=true",
                "--set",
                "stop.maxIterations=" + stop
            };
            assertEquals(5, credence(cut).status());
            // Levels that Spark numbers have the numbers of those that the driver held
            spark.conf().set("spark.sql.autoBroadcastJoinThreshold", -1);
            try {
                CommandResult result = credence(
                        "fit", config, "--quiet", "--set", checkpoint, "--set", "output.overwrite=true", "--resume");
                assertEquals(0, result.status(), result.err());
            } finally {
                spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
            }
            for (String part : List.of("posterior", "groups", "sigma", "bounds", "diagnostics")) {
                assertEquals(whole.path(part), posterior().path(part), part + " stopped after " + stop);
            }
            assertArrayEquals(effects, moments());
        }
    }

    /** Cells of the effects' table, as bytes. */
    private byte[] moments() {
        return spark.read()
                .parquet(output().resolve("random-effects-moments.parquet").toString())
                .orderBy("group", "number")
                .toJSON()
                .collectAsList()
                .toString()
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    /** Each is refused, or fitted with a note; none gives a number that is none. */
    @Test
    void groupsOfLittleInformation_areRefusedOrNoted() throws IOException {
        List<String> rows = rows("y,x,g,one,big", 60, i -> (i * 7 % 11) + "," + i % 6 + ",g" + i % 6 + ",a,b" + i % 29);
        fit("gaussian", rows, "data.features=[x]", "model.groups=[{ by = county }]")
                .refuses(3, "county");
        fit("gaussian", rows, "data.features=[x]", "model.groups=[{ by = one }]")
                .refuses(3, "'one'", "one level");
        List<String> holes = rows("y,x,g", 60, i -> (i * 7 % 11) + "," + i % 6 + "," + (i == 7 ? "" : "g" + i % 6));
        fit("gaussian", holes, "data.features=[x]", "model.groups=[{ by = g }]").refuses(3, "'g'");
        CommandResult flat =
                fit("gaussian", rows, "data.features=[x]", "model.groups=[{ by = g, columns = [(Intercept), x] }]");
        flat.notes("x");
        assertTrue(Double.isFinite(posterior().at("/groups/0/sd/1/mean").asDouble()));
        CommandResult many = fit(
                "gaussian",
                rows,
                "data.features=[x]",
                "output.overwrite=true",
                "model.groups=[{ by = big, columns = [(Intercept), x] }, { by = g }]");
        many.notes("effects");
        assertTrue(posterior().at("/groups/0/sd/0/mean").asDouble() > 0);
    }

    /** Of two large factors, which are solved for by iteration. */
    @Test
    void crossedGroupsThatAreTheSame_areRefused() throws IOException {
        List<String> rows =
                rows("y,x,user,item", 4400, i -> (i * 7 % 11) + "," + i % 6 + ",u" + i % 2200 + ",i" + i % 2200);
        String[] keys = {"data.features=[x]", "model.groups=[{ by = user }, { by = item }]"};
        fit("gaussian", rows, keys).refuses(2, "'user' and 'item' divide the rows alike");
        rows.set(7, "1,1,u1,");
        fit("poisson", rows, keys).refuses(3, "'item'");
        nothingIsWritten();
    }

    /** Rubin's eight schools, one row each with a known standard deviation; truth by 150,000 draws (golden/mixed). */
    @Test
    void knownSds_makeAMetaAnalysis() throws IOException {
        List<String> schools = List.of(
                "school,y,se", "A,28,15", "B,8,10", "C,-3,16", "D,7,11", "E,-1,9", "F,1,11", "G,18,10", "H,12,18");
        CommandResult result = fit(
                "gaussian",
                schools,
                "data.sd=se",
                "data.features=[]",
                "model.groups=[{ by = school }]",
                "prior.mean=0",
                "prior.sd=5",
                "prior.groups.sd={ kind = half-cauchy, scale = 5 }");
        assertEquals(0, result.status(), result.err());
        assertEquals(4.399, posterior().at("/posterior/mean/0").asDouble(), 0.33);
        assertEquals(3.316, posterior().at("/posterior/sd/0").asDouble(), 0.17);
        JsonNode between = posterior().at("/groups/0/sd/0");
        assertEquals(3.602, between.path("mean").asDouble(), 0.32);
        assertEquals(-31.310, posterior().at("/bounds/logEvidence/value").asDouble(), 0.05);
        assertTrue(posterior().path("sigma").isMissingNode(), "standard deviations are known");
        scoresKnownSds();
    }

    /** A response is as wide as its effect and its own known standard deviation are together. */
    private void scoresKnownSds() throws IOException {
        String config = folder.resolve("job.conf").toString();
        Path rows = write("new.csv", "school,se", "A,15", "A,1", "Z,15");
        String[] score = {
            "score",
            config,
            "--set",
            "score.path=\"" + rows + "\"",
            "--set",
            "score.allowNewLevels=true",
            "--set",
            "score.overwrite=true"
        };
        assertEquals(0, credence(score).status());
        List<Row> scored = spark.read()
                .parquet(output().resolve("predictions.parquet").toString())
                .orderBy("school", "se")
                .collectAsList();
        for (Row row : scored) {
            double se = Double.parseDouble(row.get(row.fieldIndex("se")).toString());
            double sd = row.<Double>getAs("predictionSd");
            assertEquals(Math.hypot(sd, se), row.<Double>getAs("responseSd"), 1e-9);
            double reach = row.<Double>getAs("responseUpper") - row.<Double>getAs("responseLower");
            double within = row.<Double>getAs("upper") - row.<Double>getAs("lower");
            assertEquals(Math.hypot(sd, se) / sd, reach / within, 0.05, "nearly normal");
        }
        assertEquals(scored.get(0).<Double>getAs("prediction"), scored.get(1).<Double>getAs("prediction"));
        assertTrue(
                scored.get(0).<Double>getAs("predictionSd") < scored.get(2).<Double>getAs("predictionSd"),
                "a school of the fit");
        write("new.csv", "school,se", "A,15", "A,0");
        credence(score).refuses(3, "a standard deviation above 1e-8", "column 'se'");
        write("new.csv", "school", "A");
        credence(score).refuses(3, "there is no column 'se', required by data.sd");
    }

    @Test
    void groupsOfCounts_areFitted() throws IOException {
        List<String> rows = rows("y,x,g", 120, i -> (i * 7 % (2 + i % 4)) + "," + (i % 11 - 5) / 4.0 + ",g" + i % 12);
        CommandResult result = fit("poisson", rows, "model.groups=[{ by = g }]", "data.features=[x]");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains("sd[g:(Intercept)]"), result.out());
        assertTrue(posterior().path("sigma").isMissingNode(), "counts have no residual sd");
    }
}
