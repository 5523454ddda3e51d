package io.credence.spark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.config.ConfigReader;
import io.credence.config.Parts;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.DelegatingLikelihood;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.DenseKernel;
import io.credence.part.Option;
import io.credence.part.OptionValues;
import io.credence.report.export.ScorerJson;
import io.credence.result.SavedPosterior;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.Nightly;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a new likelihood with an option and a dispersion takes one class and one line. It is fitted, checked,
 * saved, loaded and scored with its option, an exposure. A column of offsets has the same effect on a likelihood of
 * Credence.
 */
class AddedLikelihoodTest extends CommandLineContract {

    private static final double EXPOSURE = 7;
    private static final Parts PARTS = Parts.STANDARD
            .with(new ExposedPart("exposed", "overdispersed counts over an exposure", true))
            .with(new ExposedPart("exposed-by-draws", "the same without a formula for its law", false));
    private static final List<String> ROWS = rows(
            "x,o,y",
            90,
            i -> (i % 9 - 4) / 4.0 + "," + Math.log(EXPOSURE) + "," + (i * 7 % 11 + 2 * (i % 9)) * (1 + i * 5 % 3));

    private record ExposedPart(String name, String description, boolean hasLaw) implements LikelihoodPart {
        @Override
        public List<Option> options() {
            return List.of(Option.positive("exposure", 1, "time over which is counted"));
        }

        @Override
        public Likelihood likelihood(OptionValues values, int classes) {
            return new Exposed(
                    name, Likelihoods.named("negative-binomial", 4, 0), Math.log(values.number("exposure")), hasLaw);
        }

        @Override
        public boolean isDispersed() {
            return true;
        }
    }

    private record Exposed(String name, Likelihood baseLikelihood, double shift, boolean hasLaw)
            implements DelegatingLikelihood {
        @Override
        public RowLoss loss(DispersionPosterior scale) {
            return new Shifted(baseLikelihood.loss(scale), shift);
        }

        @Override
        public DispersionPosterior dispersionTarget(
                DispersionPosterior current,
                PassStatistics sums,
                double weight,
                DispersionPosterior.InverseGamma prior) {
            return baseLikelihood.dispersionTarget(current, sums, weight, prior);
        }

        @Override
        public ResponseSampler responseSampler() {
            ResponseSampler counts = Objects.requireNonNull(baseLikelihood.responseSampler());
            return (eta, dispersion, random) -> counts.draw(new double[] {eta[0] + shift}, dispersion, random);
        }

        @Override
        public ResponseMoments responseMoments(double mean, double variance, DispersionPosterior scale) {
            return baseLikelihood.responseMoments(mean + shift, variance, scale);
        }

        @Override
        public ResponseMoments responseMoments(double[] mean, double[] covariance, DispersionPosterior scale) {
            return responseMoments(mean[0], covariance[0], scale);
        }

        @Override
        public @Nullable ResponseLaw responseLaw() {
            return hasLaw ? new ShiftedLaw(Objects.requireNonNull(baseLikelihood.responseLaw()), shift) : null;
        }

        @Override
        public @Nullable InverseLink inverseLink() {
            return null;
        }
    }

    private record Shifted(RowLoss inner, double shift) implements RowLoss {
        @Override
        public int dispersionTotalCount() {
            return inner.dispersionTotalCount();
        }

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            for (int i = 0; i < chunk.rows(); i++) {
                chunk.predictorMeans()[i] += shift;
            }
            inner.writeExpectedMoments(kernel, chunk);
            for (int i = 0; i < chunk.rows(); i++) {
                chunk.predictorMeans()[i] -= shift;
            }
        }
    }

    private record ShiftedLaw(ResponseLaw inner, double shift) implements ResponseLaw {
        @Override
        public double cdf(double y, double eta, double dispersion) {
            return inner.cdf(y, eta + shift, dispersion);
        }

        @Override
        public double predictorNoise(double eta, double dispersion) {
            return inner.predictorNoise(eta + shift, dispersion);
        }

        @Override
        public Support support() {
            return inner.support();
        }
    }

    private JsonNode fitAndScore(String model) throws IOException {
        Path rows = write("rows.csv", ROWS.toArray(String[]::new));
        String text = "data { path = \"" + rows + "\", label = y, features = [x]"
                + (model.contains("exposed") ? "" : ", offset = o") + " }\nprior { mean = 0, sd = 10 }\n"
                + "output { path = \"" + output() + "\", overwrite = true }\nscore.overwrite = true\n" + model;
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Progress silent = new Progress(Progress.ProgressStyle.NONE, nowhere);
        var config = ConfigReader.read("job.conf", text, List.of(), PARTS);
        assertEquals(0, new FitJob(config, silent, nowhere, nowhere).run(null, false, Jars.NONE));
        assertEquals(0, new ScoreJob(config, PARTS, silent, nowhere, nowhere).run(null, Jars.NONE));
        return posterior();
    }

    private Row first() {
        Dataset<Row> scored = spark.read().parquet(output() + "/predictions.parquet");
        return scored.orderBy("x", "y").first();
    }

    private static double number(Row row, String column) {
        return row.getDouble(row.fieldIndex(column));
    }

    static Stream<String> factors() {
        return Nightly.cases(List.of("joint"), List.of("inverse-gamma", "joint"));
    }

    @ParameterizedTest
    @MethodSource("factors")
    void addedLikelihood_isFittedCheckedAndScoredWithItsOption(String factor) throws IOException {
        String how = ", dispersionFactor = " + factor + " }\n"
                + (factor.equals("joint") ? "estimator.kind = reparameterized\nstop.maxIterations = 100\n" : "");
        JsonNode standard = fitAndScore("model { family = negative-binomial" + how + "stop.acceptUnconverged = true");
        Row expected = first();
        JsonNode added =
                fitAndScore("model { family = exposed, exposure = " + EXPOSURE + how + "stop.acceptUnconverged = true");
        Row found = first();
        assertEquals("exposed", added.at("/model/family").asText());
        assertEquals(EXPOSURE, added.at("/model/exposure").asDouble());
        for (int j = 0; j < 2; j++) {
            double mean = standard.at("/posterior/mean/" + j).asDouble();
            assertEquals(mean, added.at("/posterior/mean/" + j).asDouble(), 1e-6);
        }
        JsonNode check = added.at("/predictive/statistics/0/mean");
        assertEquals(standard.at("/predictive/statistics/0/mean").asDouble(), check.asDouble(), 1e-6);
        assertTrue(check.asDouble() > 1, added::toPrettyString);
        for (String column : List.of("prediction", "predictionSd", "lower", "upper", "responseSd")) {
            double number = number(expected, column);
            assertEquals(number, number(found, column), 1e-6 * number, column);
        }
        assertEquals(number(expected, "responseUpper"), number(found, "responseUpper"));
    }

    @Test
    void savedPosterior_knowsTheOption() throws IOException {
        fitAndScore("model { family = exposed, exposure = " + EXPOSURE + " }");
        String text = Files.readString(output().resolve("posterior.json"));
        SavedPosterior saved = SavedPosterior.parse(text, PARTS);
        assertEquals(
                Math.log(EXPOSURE),
                assertInstanceOf(Exposed.class, saved.model().likelihood()).shift());
        String refused = assertThrows(IllegalArgumentException.class, () -> ScorerJson.text(saved))
                .getMessage();
        assertTrue(refused.contains("model.family = exposed"), refused);
        String wrong = new ObjectMapper().readTree(text).toString().replace("\"exposure\":7.0", "\"exposure\":-7.0");
        assertNotEquals(text, wrong);
        String outOfRange = assertThrows(IllegalArgumentException.class, () -> SavedPosterior.parse(wrong, PARTS))
                .getMessage();
        assertTrue(outOfRange.startsWith("model.exposure is out of range: required a number above 0"), outOfRange);
    }

    /** Its intervals are of responses drawn at draws of the posterior, the dispersion's among them. */
    @Test
    void likelihoodWithoutAFormulaOfItsLaw_isScoredByDraws() throws IOException {
        fitAndScore("model { family = exposed, exposure = " + EXPOSURE + " }");
        Row expected = first();
        fitAndScore("model { family = exposed-by-draws, exposure = " + EXPOSURE + " }");
        Row found = first();
        for (String column : List.of("prediction", "predictionSd", "lower", "upper", "responseSd", "responseUpper")) {
            double number = number(expected, column);
            assertEquals(number, number(found, column), 0.15 * number, column);
        }
    }
}
