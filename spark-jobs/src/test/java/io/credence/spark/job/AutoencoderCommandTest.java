package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.credence.linalg.Kernels;
import io.credence.network.autoencoder.Autoencoder;
import io.credence.spark.job.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AutoencoderCommandTest extends CommandLineContract {

    private static final int NUMBERS = 8;

    /** Rows of two kinds, with ones in one half each and one number in ten turned over. */
    private static List<String> rows() {
        Random random = new Random(3);
        String header = IntStream.range(0, NUMBERS).mapToObj(j -> "p" + j).collect(Collectors.joining(","));
        return rows(
                header,
                240,
                i -> IntStream.range(0, NUMBERS)
                        .mapToObj(j -> random.nextInt(10) == 0 ^ (i % 2 == 0) == (j < NUMBERS / 2) ? "1" : "0")
                        .collect(Collectors.joining(",")));
    }

    private CommandResult run(String command, List<String> rows, String... overrides) throws IOException {
        Path table = write("rows.csv", rows.toArray(String[]::new));
        Path config = write(
                "job.conf",
                "data.path = \"" + table + "\"",
                "model { family = bernoulli, network { autoencoder = 1, layers = [6] } }",
                "model.latent { bound = iwae, draws = 5 }",
                "train { epochs = 40, batch = 20, stepSize = 0.02 }",
                "output { path = \"" + output() + "\", overwrite = true }");
        List<String> arguments = new ArrayList<>(List.of(command, config.toString(), "--quiet"));
        for (String override : overrides) {
            arguments.addAll(override.startsWith("--") ? List.of(override) : List.of("--set", override));
        }
        return credence(arguments.toArray(String[]::new));
    }

    private Autoencoder written() throws IOException {
        return Autoencoder.read(Files.readAllBytes(output().resolve("networks.bin")));
    }

    @Test
    void autoencoder_isFittedScoredAndReported() throws IOException {
        CommandResult fitted = run("fit", rows());
        fitted.notes();
        assertTrue(fitted.out().contains("log score without latent numbers"), fitted.out());
        JsonNode posterior = posterior();
        assertEquals("converged", posterior.get("status").asText());
        assertEquals("autoencoder", posterior.at("/posterior/family").asText());
        assertEquals(1, posterior.at("/model/network/autoencoder").asInt());
        assertEquals("skipped", posterior.get("check").asText());
        assertFalse(posterior.get("reliable").asBoolean());
        double heldOut = posterior.at("/heldOut/logScore").asDouble();
        double independent = posterior.at("/heldOut/constantLogScore").asDouble();
        assertEquals(NUMBERS * Math.log(0.5), independent, 0.3);
        assertTrue(heldOut > independent + 1, heldOut + " beside " + independent);

        run("score", rows(), "score.format=csv").notes();
        List<String> scored = Files.readAllLines(output().resolve("predictions.csv"));
        assertTrue(scored.get(0).endsWith("p7,latent1,latentSd1,logLikelihood"), scored.get(0));
        assertEquals(241, scored.size());
        Autoencoder.Coder coder = written().coder(Kernels.best());
        double sum = 0;
        for (String line : scored.subList(1, scored.size())) {
            double[] cells = List.of(line.split(",")).stream()
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            double[] row = List.of(line.split(",")).subList(0, NUMBERS).stream()
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            Autoencoder.Code code = coder.code(row);
            assertArrayEquals(
                    new double[] {code.mean()[0], code.sd()[0], code.logLikelihood()},
                    new double[] {cells[NUMBERS], cells[NUMBERS + 1], cells[NUMBERS + 2]});
            sum += code.logLikelihood() / 240;
        }
        assertTrue(sum > independent + 1, sum + " beside " + independent);

        run("report", rows()).notes();
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("log score without latent numbers"), page);
        assertTrue(page.contains("normals of their latent numbers are not checked"), page);
    }

    @Test
    void withoutHeldOutRows_thePageSaysSo() throws IOException {
        run("fit", rows(), "train.validation=0").notes();
        run("report", rows(), "train.validation=0").notes();
        String page = Files.readString(output().resolve("report.html"));
        assertTrue(page.contains("No rows were held out, so that it is not known how likely new ones are."), page);
    }

    @Test
    void calibration_isOfCoefficients() throws IOException {
        run("calibrate", rows())
                .refuses(ExitStatus.CONFIGURATION, "calibrate cannot follow model.network", "coefficients");
    }

    /** A fit that a budget cut goes on to the bits of the fit that had none, before and after rows are held out. */
    @Test
    void resumed_isTheSameFit() throws IOException {
        run("fit", rows()).notes();
        double[] whole = written().values();
        run("fit", rows(), "seed=2").notes();
        assertFalse(Arrays.equals(whole, written().values()));
        String checkpoint = "checkpoint.path=" + folder.resolve("ck");
        for (int passes : new int[] {13, 45}) {
            CommandResult cut = run("fit", rows(), checkpoint, "checkpoint.every=5", "stop.maxPasses=" + passes);
            assertEquals(ExitStatus.UNCONVERGED, cut.status(), cut.err());
            run("fit", rows(), checkpoint, "--resume").notes();
            assertArrayEquals(whole, written().values());
        }
    }

    @Test
    void keysOfAResponse_areRefused() throws IOException {
        for (String key : List.of("data.label=p0", "formula=\"p0 ~ p1\"", "data.censored=p0")) {
            run("fit", rows(), key)
                    .refuses(
                            ExitStatus.CONFIGURATION,
                            "is of a response, and an autoencoder explains the features themselves: required none");
        }
        run("fit", rows(), "model.family=gaussian")
                .refuses(ExitStatus.CONFIGURATION, "model.family has no autoencoder: required bernoulli");
        run("fit", rows(), "model.network.layers=[]")
                .refuses(ExitStatus.CONFIGURATION, "model.network.layers is empty: required units");
        run("fit", rows(), "objective.kind=iwae")
                .refuses(ExitStatus.CONFIGURATION, "objective.kind is of a posterior of parameters");
        run("fit", rows(), "model.network.latents=2").refuses(ExitStatus.CONFIGURATION, "model.network.latents");
        fit("bernoulli", List.of("y,a", "0,1", "1,0"), "model.latent.draws=3")
                .refuses(ExitStatus.CONFIGURATION, "model.latent.draws is for models whose rows have latent numbers");
        nothingIsWritten();
    }

    @Test
    void cellsThatAreNoProbabilities_areRefused_andMissingOnesSkipped() throws IOException {
        List<String> wild = new ArrayList<>(rows());
        wild.set(3, "0,1,7,0,0,0,0,0");
        run("fit", wild)
                .refuses(ExitStatus.DATA, "a row cannot be learned from", "numbers from 0 to 1", "found: 7.0; in: p2");
        List<String> missing = new ArrayList<>(rows());
        missing.set(3, "0,1,,0,0,0,0,0");
        run("fit", missing).refuses(ExitStatus.DATA, "p2");
        run("fit", missing, "data.onMissing=skip", "train.epochs=4", "stop.acceptUnconverged=true")
                .notes();
        assertEquals(1, posterior().at("/data/skipped").asInt());
        run("score", wild, "train.epochs=4").refuses(ExitStatus.DATA, "numbers from 0 to 1", "7.0", "p2");
    }
}
