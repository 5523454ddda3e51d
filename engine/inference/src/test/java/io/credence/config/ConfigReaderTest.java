package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.Precision;
import io.credence.family.choice.Families;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.part.Choice;
import io.credence.part.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {

    private static final String LEAST =
            "data { path = rows.csv, label = y }\nmodel.family = bernoulli\noutput.path = out\n";

    /** The example of the contract, with every key that it has. */
    private static final String CONTRACT = """
            data { path = "conf/data/labour.csv", format = csv, label = lfp, features = ["*"], weight = null, offset = null
                   standardize = false, intercept = true, partitions = auto, onMissing = fail }
            model { family = bernoulli, dispersion = estimate }
            prior { kind = normal, mean = 0.0, sd = auto }
            posterior { family = gaussian-full }
            objective { kind = elbo }
            estimator { kind = auto, draws = 100, controlVariate = quadratic, antithetic = true }
            update { kind = natural-gradient }
            method = null
            minibatch { partitions = all }
            stop { maxIterations = 1000, tolerance = 1e-8 }
            seed = 1
            checkpoint { path = null, every = 50 }
            output { path = "target/labour", overwrite = false }
            """;

    private static FitConfig read(String text, String... overrides) {
        return ConfigReader.read("job.conf", text, List.of(overrides));
    }

    private static String refusal(String text, String... overrides) {
        String message = assertThrows(ConfigurationException.class, () -> read(text, overrides))
                .getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    private static void assertRefused(String text, String... parts) {
        String message = refusal(text);
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "expected '" + part + "' in: " + message);
        }
    }

    @Test
    void textOfNumbers_isANumber() {
        // As environment variables give it
        FitConfig config = read(LEAST + "seed = \"12\", stop.tolerance = \"1e-3\", data.intercept = \"false\"");
        assertEquals(12, config.seed());
        assertEquals(1e-3, config.stop().tolerance());
        assertFalse(config.data().predictors().intercept());
    }

    @Test
    void dispersion_hasThePriorOfItsFamilyInUnitsOfTheRows() {
        assertEquals(new DispersionPosterior.InverseGamma(1, 0.07), prior("gaussian", 7));
        assertEquals(new DispersionPosterior.InverseGamma(1, 0.02), prior("gamma", 2));
        assertEquals(new DispersionPosterior.InverseGamma(0.25, 0.05), prior("negative-binomial", 5));
        assertEquals(new DispersionPosterior.InverseGamma(0.01, 0.01), prior("beta", 1));
        assertEquals(new DispersionPosterior.InverseGamma(2, 0.01), prior("beta", 1, "prior.dispersion.shape=2"));
        assertEquals(new DispersionPosterior.InverseGamma(1, 5), prior("gaussian", 7, "prior.dispersion.scale=5"));
        assertTrue(refusal(LEAST, "model.family=beta", "prior.dispersion.scale=0")
                .startsWith("prior.dispersion.scale is out of range"));
        assertTrue(refusal(LEAST, "model.family=beta", "prior.dispersion.scale=wide")
                .startsWith("prior.dispersion.scale has the wrong type"));
        assertTrue(refusal(LEAST, "model.family=beta", "prior.dispersion.shape=1e10")
                .startsWith("prior.dispersion.shape is out of range: required a number above 0 up to 1e9"));
    }

    private static DispersionPosterior.InverseGamma prior(String family, double variance, String... more) {
        List<String> all = new ArrayList<>(List.of("model.family=" + family));
        all.addAll(List.of(more));
        return read(LEAST, all.toArray(String[]::new))
                .prior()
                .dispersion()
                .toInverseGamma(Likelihoods.named(family, 4, 0).dispersionPrior(), variance);
    }

    @Test
    void censoring_isOfTimes() {
        assertEquals(
                "c",
                read(LEAST, "model.family=weibull", "data.censored=c")
                        .data()
                        .roles()
                        .response()
                        .censored());
        assertTrue(refusal(LEAST, "model.family=gamma", "data.censored=c").startsWith("data.censored is of times"));
        assertTrue(refusal(LEAST, "model.family=weibull", "data.trials=c").startsWith("data.trials counts trials"));
    }

    @Test
    void trials_areForLabelsOfTwo() {
        assertEquals(
                "n", read(LEAST + "data.trials = n").data().roles().response().trials());
        assertEquals(
                "n",
                read(LEAST, "model.family=bernoulli-probit", "data.trials=n")
                        .data()
                        .roles()
                        .response()
                        .trials());
        assertTrue(refusal(LEAST, "model.family=beta-binomial").startsWith("data.trials is missing"));
        assertEquals(
                "n",
                read(LEAST, "model.family=beta-binomial", "data.trials=n")
                        .data()
                        .roles()
                        .response()
                        .trials());
        for (String family : List.of("poisson", "softmax")) {
            assertTrue(
                    refusal(LEAST, "model.family=" + family, "data.trials=n").startsWith("data.trials counts trials"));
        }
        String bound = "formula = \"cbind(dead, alive) ~ dose\"\ndata.path = rows.csv\nmodel.family = bernoulli\n"
                + "output.path = out\n";
        assertTrue(read(bound).data().predictors().formula().countsTrials());
        assertTrue(refusal(bound, "model.family=gaussian").startsWith("formula counts trials"));
        assertTrue(refusal(bound, "data.trials=n").startsWith("data.trials cannot be used with cbind"));
    }

    @Test
    void contractExample_isTheDefaults() {
        FitConfig config = read(CONTRACT);
        FitConfig least = read(CONTRACT.lines().limit(2).reduce("", (a, b) -> a + b + "\n")
                + "model.family = bernoulli\noutput.path = target/labour\n");
        assertEquals(least.resolved().json(), config.resolved().json());
        assertEquals("conf/data/labour.csv", config.data().path());
        assertEquals("csv", config.data().source().format());
        assertEquals(List.of("*"), config.data().predictors().features());
        assertNull(config.data().roles().weight());
        assertEquals(OptionalInt.empty(), config.data().partitions());
        assertEquals(DataConfig.OnMissing.FAIL, config.data().onMissing());
        assertEquals(Precision.AUTO, config.data().precision());
        assertEquals(OptionalDouble.empty(), config.model().dispersion());
        assertTrue(config.prior().isSdAutomatic());
        assertEquals(
                new PriorConfig.DispersionPrior(Option.AUTOMATIC, Option.AUTOMATIC),
                config.prior().dispersion());
        assertEquals(
                new PosteriorConfig(Choice.ofDefaults(Families.ALL.named("gaussian-full")), 1), config.posterior());
        assertTrue(config.inference().isExact());
        assertNull(config.method());
        assertEquals(
                new InferenceConfig.Stop(1000, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1e-8, false),
                config.stop());
        assertEquals(1, config.seed());
        assertEquals(new FitConfig.Checkpoint(null, 50), config.checkpoint());
        assertEquals(
                "target/labour/predictions.parquet",
                config.score().predictions().path());
        assertEquals(List.of(), config.notes());
        assertFalse(config.run().stackTrace());
    }

    @Test
    void unknownKey_isRefusedWithTheNearestOneAndItsPlace() {
        assertRefused(LEAST + "stop.maxIteration = 5", "stop.maxIteration;", "stop.maxIterations", "job.conf: 4");
        assertRefused("data.pth = x\n" + LEAST, "data.pth;", "nearest known key is data.path", "job.conf: 1");
        assertRefused(LEAST + "tolerance = 1e-3", "unknown key tolerance", "stop.tolerance");
        assertRefused(LEAST + "outputs { path = x }", "unknown key outputs; the nearest known section is output");
        assertTrue(refusal(LEAST, "modle.family=x").contains("section is model (--set"), "in an override");
    }

    @Test
    void misspeltValue_isRefusedWithTheAllowedOnes() {
        assertRefused(
                LEAST + "model.family = bernouli",
                "model.family is not known",
                "bernoulli-probit, poisson",
                "found bernouli; did you mean bernoulli?",
                "job.conf: 4");
        assertRefused(LEAST + "data.onMissing = drop", "required one of fail, skip", "found drop");
        assertRefused(LEAST + "data.precision = double", "auto, float64, float32");
        assertRefused(LEAST + "kernel = cuda", "auto, java, native");
        assertRefused(LEAST + "posterior.family = gausian-full", "did you mean gaussian-full?");
        assertRefused(LEAST + "objective.kind = elbow", "required one of elbo");
        assertRefused(LEAST + "data.format = xml", "csv, parquet, json, libsvm");
    }

    @ParameterizedTest
    @CsvSource({"prior.kind, hierarchical, laplace", "prior.dispersion.kind, half-cauchy, inverse-gamma"})
    void priorThatThereIsNot_isRefusedWithWhatThereIs(String key, String value, String available) {
        assertRefused(
                LEAST + key + " = " + value, key + " is not known: required one of ", available, "found " + value);
    }

    @Test
    void wrongType_isRefusedWithKeyAndPlace() {
        assertRefused(
                LEAST + "prior.kind = half-cauchy",
                "prior.kind is not known: required one of normal, laplace, student-t, horseshoe, conjugate, posterior",
                "found half-cauchy",
                "job.conf: 4");
        assertRefused(LEAST + "prior.sd = wide", "prior.sd has the wrong type", "a number", "\"wide\"", "job.conf: 4");
        assertRefused(LEAST + "prior.sd = -1", "prior.sd is out of range", "above 0", "-1");
        assertRefused(LEAST + "stop.maxIterations = 1.5", "a whole number from 1", "1.5");
        assertRefused(LEAST + "stop.maxIterations = 0", "a whole number from 1");
        assertRefused(LEAST + "stop.tolerance = 2", "between 0 and 1");
        assertRefused(LEAST + "data.intercept = perhaps", "true or false");
        assertRefused(LEAST + "data.partitions = many", "a whole number from 1 to 1000000, or auto", "many");
        assertRefused(LEAST + "data.partitions = 0", "a whole number from 1");
        assertRefused(LEAST + "data.features = { a = 1 }", "a list of texts");
        assertRefused(LEAST + "data.derive { x = [1] }", "data.derive.x", "an SQL expression");
        assertRefused(LEAST + "stop = 5", "stop is a section");
        assertRefused(LEAST + "model.dispersion = guess", "a number above 0, or estimate");
        assertRefused(LEAST + "model.classes = 1", "from 2 to 41, or 0");
        assertRefused(LEAST + "score.level = 90", "between 0 and 1");
    }

    @Test
    void backend_isOfItsKindsAndItsFolderOfDataFrames() {
        assertEquals(FitConfig.Backend.AUTO, read(LEAST).backend());
        assertEquals(
                new FitConfig.Backend(FitConfig.Backend.Kind.DATAFRAME, "x"),
                read(LEAST, "backend.kind=dataframe", "backend.folder=x").backend());
        assertRefused(LEAST + "backend.kind = frame", "backend.kind", "dataframe");
        assertRefused(LEAST + "backend { kind = rdd, folder = x }", "backend.folder", "backend.kind = dataframe");
    }

    @Test
    void rowsThatAreNotKept_stayWhereTheyLie() {
        assertEquals(
                FitConfig.Backend.Persist.NONE,
                read(LEAST, "backend.persist=none").backend().persist());
        assertRefused(LEAST + "backend.persist = disk", "backend.persist", "auto, none");
        for (String other : List.of(
                "data.partitions = 4",
                "sites.column = day",
                "estimator.kind = reparameterized\nminibatch.partitions = 1")) {
            assertRefused(LEAST + "backend.persist = none\n" + other, "backend.persist", "data.partitions = auto");
        }
        String ordered = LEAST.replace("model.family = bernoulli", "model.class = acme.Series\ndata.order = t");
        assertRefused(ordered + "backend.persist = none", "backend.persist", "no data.order");
        assertRefused(
                LEAST + "backend { kind = dataframe, folder = x, persist = none }",
                "backend.persist",
                "no backend.folder");
    }

    @Test
    void missingKey_isRefused() {
        assertRefused(LEAST.replace("label = y", ""), "data.label is missing");
        assertRefused(LEAST.replace("path = rows.csv,", ""), "data.path is missing");
        assertRefused(LEAST.replace("model.family = bernoulli", ""), "model.family is missing", "one of gaussian");
        assertRefused(LEAST.replace("output.path = out", ""), "output.path is missing");
        String message = refusal(LEAST.replace("model.family = bernoulli", ""));
        assertTrue(message.endsWith("found nothing"), "no line of the defaults: " + message);
    }

    @Test
    void malformedFile_isRefusedWithItsLine() {
        assertRefused("data { path = ", "cannot be read", "job.conf");
        assertRefused(LEAST + "output.path = hdfs://x/y", "cannot be read", "job.conf: 4");
        assertRefused(LEAST + "seed = ${nowhere.at.all}", "cannot be resolved", "nowhere.at.all");
        assertRefused(LEAST + "include \"other.conf\"", "include is not supported");
    }

    @Test
    void overrides_winInOrderAndTakeHoconValues() {
        FitConfig config = read(
                LEAST,
                "seed=7",
                "seed=8",
                "data.features=[a, b]",
                "data.derive.late=if(delay > 15, 1, 0)",
                "data.path=s3a://bucket/rows#1.parquet",
                "output.path=\"hdfs://name:8020/out\"",
                "data.weight=null",
                "stop.tolerance=1e-6",
                "data.partitions=3");
        assertEquals(8, config.seed());
        assertEquals(List.of("a", "b"), config.data().predictors().features());
        assertEquals("if(delay > 15, 1, 0)", config.data().derivedColumns().get("late"));
        assertEquals("s3a://bucket/rows#1.parquet", config.data().path());
        assertEquals("hdfs://name:8020/out", config.output().path());
        assertNull(config.data().roles().weight());
        assertEquals(1e-6, config.stop().tolerance());
        assertEquals(OptionalInt.of(3), config.data().partitions());
    }

    @Test
    void malformedOverride_isRefused() {
        assertTrue(refusal(LEAST, "seed").contains("required --set key=value, found --set seed"));
        assertTrue(refusal(LEAST, "prior.sd=x").contains("--set prior.sd=x"));
    }

    @Test
    void format_followsTheEndingUnlessGiven() {
        assertEquals(
                "parquet", read(LEAST, "data.path=a/b.parquet").data().source().format());
        assertEquals("csv", read(LEAST, "data.path=a/b.csv.gz").data().source().format());
        assertEquals("csv", read(LEAST, "data.path=a/b").data().source().format());
        assertEquals(
                "json",
                read(LEAST, "data.path=a/b.parquet", "data.format=json")
                        .data()
                        .source()
                        .format());
        assertEquals(
                "csv", read(LEAST, "score.output=p.csv").score().predictions().format());
    }

    @Test
    void derivedColumns_comeInTheOrderOfUse() {
        FitConfig config = read(LEAST + "data.derive { a = \"b + 1\", b = \"x / 2\", c = \"a * b\" }");
        assertEquals(
                List.of("b", "a", "c"),
                List.copyOf(config.data().derivedColumns().keySet()));
    }

    @Test
    void keyWithoutEffect_isNoted() {
        assertEquals(List.of(), read(LEAST + "estimator.draws = 100").notes());
        assertEquals(
                List.of("estimator.draws has no effect: the exact estimator takes no draws"),
                read(LEAST + "estimator.draws = 500").notes());
        assertEquals(
                List.of("model.dispersion has no effect: the family bernoulli has no dispersion"),
                read(LEAST + "model.dispersion = 2").notes());
        assertEquals(
                List.of("prior.dispersion has no effect: the dispersion is given"),
                read(LEAST + "model { family = gaussian, dispersion = 2 }\nprior.dispersion.shape = 4")
                        .notes());
    }

    @Test
    void earlierPosterior_needsItsFolder() {
        PriorConfig prior = read(LEAST + "prior { kind = posterior, path = days/1, forgetting = 0.9 }")
                .prior();
        assertTrue(prior.isEarlierPosterior() && prior.isNormal() && prior.isSdAutomatic());
        assertEquals("days/1", prior.path());
        assertRefused(LEAST + "prior.kind = posterior", "prior.path is missing", "the folder of an earlier fit");
        assertRefused(LEAST + "prior { kind = posterior, path = x, forgetting = 0 }", "above 0, at most 1");
        assertEquals(
                List.of(
                        "prior.forgetting has no effect: a normal prior does not have it",
                        "prior.path has no effect: a normal prior does not have it"),
                read(LEAST + "prior { path = days/1, forgetting = 0.9 }").notes());
    }

    @Test
    void digest_ignoresWhatChangesNoNumber() {
        String digest = ConfigDigest.of(read(LEAST));
        assertEquals(digest, ConfigDigest.of(read(LEAST, "output.path=x", "stop.maxIterations=5", "data.path=z")));
        assertEquals(digest, ConfigDigest.of(read(LEAST, "backend.kind=dataframe", "backend.folder=x")));
        assertFalse(digest.equals(ConfigDigest.of(read(LEAST, "seed=2"))));
        assertFalse(digest.equals(ConfigDigest.of(read(LEAST, "prior.sd=1"))));
        assertFalse(digest.equals(ConfigDigest.of(read(LEAST, "data.derive.late=x"))));
    }
}
