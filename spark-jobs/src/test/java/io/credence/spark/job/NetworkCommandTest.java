package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import credence.ml.VariationalNetwork;
import credence.ml.VariationalNetworkModel;
import io.credence.spark.job.output.ExitStatus;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class NetworkCommandTest extends CommandLineContract {

    private static final String[] SHORT = {
        "model.network.layers=[12]",
        "train.epochs=40",
        "train.batch=25",
        "data.features=[a, b]",
        "stop.acceptUnconverged=true"
    };

    /** y = 3 + 2ab, which no linear predictor sees. */
    private static List<String> rows(String header, boolean classes) {
        return rows(header, 200, i -> {
            double a = (i % 20 - 9.5) / 5;
            double b = (i / 20 - 4.5) / 3;
            double y = 3 + 2 * a * b + 0.1 * Math.sin(37.0 * i);
            return String.format(Locale.ROOT, "%s,%.4f,%.4f", classes ? (y > 3 ? "big" : "little") : "" + y, a, b);
        });
    }

    private static String[] with(String... more) {
        List<String> all = new ArrayList<>(List.of(SHORT));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private CommandResult again(String command, String... overrides) {
        List<String> arguments =
                new ArrayList<>(List.of(command, folder.resolve("job.conf").toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    @Test
    void network_isFittedScoredAndReported() throws Exception {
        CommandResult fitted = fit("gaussian", rows("y,a,b", false), SHORT);
        fitted.notes();
        assertTrue(fitted.out().contains("log score of a row, nats"), fitted.out());
        JsonNode posterior = posterior();
        assertEquals("network-ensemble", posterior.at("/posterior/family").asText());
        assertEquals(8, posterior.at("/posterior/members").size());
        assertTrue(posterior.at("/heldOut/logScore").asDouble()
                > posterior.at("/heldOut/constantLogScore").asDouble() + 0.5);
        assertEquals(List.of("log.txt", "networks.bin", "posterior.json", "trace.jsonl"), files(output()));
        assertEquals(80, Files.readAllLines(output().resolve("trace.jsonl")).size());

        // results of earlier versions show a key that is retired
        ((ObjectNode) posterior.at("/config/model/network")).put("covariance", "diagonal");
        Files.writeString(output().resolve("posterior.json"), posterior.toString());
        again("score", with("score.format=csv")).notes();
        List<String> scored = Files.readAllLines(output().resolve("predictions.csv"));
        assertEquals(201, scored.size());
        double error = 0;
        for (String line : scored.subList(1, 201)) {
            String[] cells = line.split(",");
            error += Math.abs(Double.parseDouble(cells[0]) - Double.parseDouble(cells[3])) / 200;
            double lower = Double.parseDouble(cells[8]);
            assertTrue(lower < Double.parseDouble(cells[9]), line);
        }
        assertTrue(error < 0.8, "mean absolute error " + error);

        again("report").notes();
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("90 % coverage") && page.contains("constant noise, temperature 0.3"), page);
        assertTrue(page.contains("rows held out</h2>") && page.contains("Trained model</h2>"), page);
        assertTrue(page.contains("log score of a row held out</span>") && page.contains("id=\"trace\""), page);
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(page.substring(page.indexOf("<html")))));
    }

    /** Epochs that are over are no convergence. */
    @Test
    void trainingThatHasNotSettled_isUnconverged() throws IOException {
        CommandResult fitted = fit("gaussian", rows("y,a,b", false), with("stop.acceptUnconverged=false"));
        assertEquals(ExitStatus.UNCONVERGED, fitted.status(), fitted.err());
        assertEquals("unconverged", posterior().get("status").asText());
        assertTrue(fitted.err().contains("all 40 epochs were done, but training has not settled"), fitted.err());
    }

    @Test
    void stage_isTheSameFit() throws IOException {
        fit("gaussian", rows("y,a,b", false), SHORT).notes();
        VariationalNetworkModel model = new VariationalNetwork()
                .setFeatures("a", "b")
                .setLabelCol("y")
                .setLayers(12)
                .setEpochs(40)
                .option("batch", 25)
                .fit(spark.read()
                        .option("header", true)
                        .option("inferSchema", true)
                        .csv(folder.resolve("rows.csv").toString()));
        model.write().overwrite().save(folder.resolve("stage").toString());
        assertArrayEquals(
                Files.readAllBytes(output().resolve("networks.bin")),
                Files.readAllBytes(folder.resolve("stage").resolve("networks.bin")));
    }

    @Test
    void words_areClasses() throws IOException {
        fit("bernoulli", rows("y,a,b", true), SHORT).notes();
        again("score", with("score.format=csv")).notes();
        List<String> scored = Files.readAllLines(output().resolve("predictions.csv"));
        long right = scored.stream()
                .skip(1)
                .filter(line -> line.startsWith("big") == line.endsWith("big"))
                .count();
        assertTrue(right > 180, right + " of 200");
    }

    /** A fit that a budget cut goes on to the networks of the fit that had none, also in its second training. */
    @Test
    void resumed_isTheSameFit() throws IOException {
        fit("gaussian", rows("y,a,b", false), SHORT).notes();
        byte[] whole = Files.readAllBytes(output().resolve("networks.bin"));
        for (int passes : new int[] {17, 60}) {
            String checkpoint = "checkpoint.path=" + folder.resolve("ck" + passes);
            String[] cut = with(
                    checkpoint,
                    "checkpoint.every=5",
                    "output.overwrite=true",
                    "stop.maxPasses=" + passes,
                    "stop.acceptUnconverged=false");
            CommandResult stopped = fit("gaussian", rows("y,a,b", false), cut);
            assertEquals(ExitStatus.UNCONVERGED, stopped.status(), stopped.err());
            assertEquals("unconverged", posterior().get("status").asText());
            fit("gaussian", rows("y,a,b", false), with(checkpoint, "output.overwrite=true", "--resume"))
                    .notes();
            assertArrayEquals(whole, Files.readAllBytes(output().resolve("networks.bin")));
        }
    }

    /** A deep process is fitted, scored and reported; a fit that a budget cut goes on to the same bits. */
    @Test
    void deepProcess_isFittedScoredReportedAndResumed() throws IOException {
        String[] deep = {
            "model.network.processes=2",
            "model.network.inducing=15",
            "train.stepSize=0.03",
            "train.epochs=40",
            "train.batch=40",
            "data.features=[a, b]",
            "stop.acceptUnconverged=true"
        };
        fit("gaussian", rows("y,a,b", false), deep).notes();
        byte[] whole = Files.readAllBytes(output().resolve("networks.bin"));
        JsonNode posterior = posterior();
        assertEquals("deep-process", posterior.at("/posterior/family").asText());
        assertEquals(2, posterior.at("/model/network/processes").asInt());
        assertTrue(posterior.at("/heldOut/logScore").asDouble()
                > posterior.at("/heldOut/constantLogScore").asDouble() + 0.3);

        again("score", with("score.format=csv")).notes();
        List<String> scored = Files.readAllLines(output().resolve("predictions.csv"));
        double error = 0;
        for (String line : scored.subList(1, 201)) {
            String[] cells = line.split(",");
            error += Math.abs(Double.parseDouble(cells[0]) - Double.parseDouble(cells[3])) / 200;
        }
        assertTrue(error < 0.8, "mean absolute error " + error);
        again("report").notes();
        assertTrue(Files.readString(output().resolve("report.html")).contains("processes"));

        String checkpoint = "checkpoint.path=" + folder.resolve("ck");
        List<String> cut = new ArrayList<>(List.of(deep));
        cut.addAll(List.of(checkpoint, "checkpoint.every=5", "output.overwrite=true"));
        List<String> stopped = new ArrayList<>(cut);
        stopped.add("stop.maxPasses=55");
        stopped.add("stop.acceptUnconverged=false");
        CommandResult early = fit("gaussian", rows("y,a,b", false), stopped.toArray(String[]::new));
        assertEquals(ExitStatus.UNCONVERGED, early.status(), early.err());
        cut.add("--resume");
        fit("gaussian", rows("y,a,b", false), cut.toArray(String[]::new)).notes();
        assertArrayEquals(whole, Files.readAllBytes(output().resolve("networks.bin")));
    }

    @Test
    void otherCommands_refuseNetworks() throws IOException {
        fit("gaussian", rows("y,a,b", false), with("train.epochs=2")).notes();
        String job = folder.resolve("job.conf").toString();
        credence("export", job, folder.resolve("draws.csv").toString(), "--quiet")
                .refuses(ExitStatus.CONFIGURATION, "the posterior is of networks");
        credence("compare", output().toString(), output().toString()).refuses(2, "the posterior is of networks");
        String saved = Files.readString(output().resolve("posterior.json"));
        Files.writeString(
                output().resolve("posterior.json"), saved.replace("network-ensemble", "network-gaussian-full"));
        for (String command : List.of("score", "report")) {
            again(command)
                    .refuses(
                            ExitStatus.CONFIGURATION,
                            "the posterior is of networks with one normal of all weights",
                            "builds of 0.1.0-SNAPSHOT from 26 to 28 November 2026 read");
        }
        Files.writeString(output().resolve("posterior.json"), saved);
        Files.write(output().resolve("networks.bin"), new byte[] {1, 2, 3});
        again("score").refuses(ExitStatus.CONFIGURATION, "networks.bin is not of the fit of posterior.json");
        Files.delete(output().resolve("networks.bin"));
        again("report").refuses(ExitStatus.CONFIGURATION, "the networks of posterior.json are missing");
    }

    @Test
    void badRowsAndKeys_areRefused() throws IOException {
        fit("gaussian", rows("y,a,b", false), with("prior.sd=2"))
                .refuses(ExitStatus.CONFIGURATION, "prior.sd cannot be used with model.network");
        fit("gaussian", rows("y,a,b", false), with("data.offset=b"))
                .refuses(ExitStatus.CONFIGURATION, "data.offset cannot be used with model.network");
        fit("gaussian", rows("y,a,b", false), with("data.standardize=true"))
                .refuses(ExitStatus.CONFIGURATION, "data.standardize is what networks do by themselves");
        for (String key :
                List.of("data.sd=b", "data.trials=b", "model.groups=[{by=b}]", "report.contrasts.c=\"a - b\"")) {
            fit("gaussian", rows("y,a,b", false), with(key))
                    .refuses(ExitStatus.CONFIGURATION, "cannot be used with model.network");
        }
        fit("poisson", rows("y,a,b", false), SHORT).refuses(ExitStatus.DATA, "y");
        nothingIsWritten();
    }

    @Test
    void divergence_hasItsOwnStatus_andKeepsTheLastGoodEpoch() throws IOException {
        CommandResult result =
                fit("gaussian", rows("y,a,b", false), with("train.stepSize=1e4", "train.schedule=constant"));
        assertEquals(ExitStatus.DIVERGED, result.status(), result.err());
        assertTrue(result.err().contains("the last good epoch"), result.err());
        assertFalse(posterior().get("reliable").asBoolean());
        again("score").notes("NOT reliable");
    }
}
