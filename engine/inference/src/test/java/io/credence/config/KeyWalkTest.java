package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.key.FitKind;
import io.credence.config.key.KeyTable;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.formula.Formula;
import io.credence.kind.ModelRequest;
import io.credence.mixed.model.MixedRequest;
import io.credence.network.train.TrainingRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Walk of every key over every kind of fit. A key that is set changes what the fit reads, is refused in a sentence, or
 * is noted as without effect.
 */
class KeyWalkTest {

    /** Values of keys whose type and default do not show one. */
    private static final Map<String, String> OTHER_VALUES = Map.ofEntries(
            Map.entry("backend.kind", "rdd"),
            Map.entry("bandit.rewards", "[b, d]"),
            Map.entry("backend.persist", "none"),
            Map.entry("check.loo", "true"),
            Map.entry("check.predictive", "false"),
            Map.entry("data.decimal", "\",\""),
            Map.entry("data.derive", "{ a = \"b + 1\" }"),
            Map.entry("data.format", "json"),
            Map.entry("data.onMissing", "skip"),
            Map.entry("data.partitions", "7"),
            Map.entry("data.precision", "float64"),
            Map.entry("data.reference", "{ a = b }"),
            Map.entry("data.separator", "\";\""),
            Map.entry("effects.requests", "{ a { kind = predictions } }"),
            Map.entry("estimator.controlVariate", "none"),
            Map.entry("estimator.kind", "fixed-draws"),
            Map.entry("estimator.raoBlackwell", "true"),
            Map.entry("formula", "\"y ~ z\""),
            Map.entry("formulas", "{ sigma = \"~ w\" }"),
            Map.entry("kernel", "java"),
            Map.entry("method", "qbvi"),
            Map.entry("minibatch.partitions", "auto"),
            Map.entry("minibatch.rows", "all"),
            Map.entry("model.classes", "3"),
            Map.entry("model.density", "\"gaussian_lpdf(y, mu, 2 * sigma)\""),
            Map.entry("model.dispersion", "7"),
            Map.entry("model.dispersionFactor", "inverse-gamma"),
            Map.entry("model.draw", "\"mu + sigma * normal()\""),
            Map.entry("model.family", "exponential"),
            Map.entry("model.groups", "[{ by = a }]"),
            Map.entry("model.latent.bound", "vi"),
            Map.entry("model.latent.draws", "15"),
            Map.entry("model.latent.groups", "2"),
            Map.entry("model.mean", "mu"),
            Map.entry("model.network.activation", "tanh"),
            Map.entry("model.network.autoencoder", "3"),
            Map.entry("model.network.ensemble", "7"),
            Map.entry("model.network.layers", "[4]"),
            Map.entry("model.network.noise", "constant"),
            Map.entry("model.network.processes", "3"),
            Map.entry("model.options", "{ a = 1 }"),
            Map.entry("model.parameters", "{ sigma = 2 }"),
            Map.entry("model.power", "1.3"),
            Map.entry("objective.alpha", "0.3"),
            Map.entry("objective.divergence.alpha", "0.3"),
            Map.entry("objective.divergence.kind", "weighted-kl"),
            Map.entry("objective.divergence.of", "log"),
            Map.entry("objective.divergence.parts", "[{ factor = 2, kind = kl }]"),
            Map.entry("objective.kind", "gvi"),
            Map.entry("objective.loss.kind", "power"),
            Map.entry("objective.loss.tau", "0.3"),
            Map.entry("objective.loss.weight", "2"),
            Map.entry("output.top", "7"),
            Map.entry("posterior.blocks", "[1, 1]"),
            Map.entry("posterior.component", "full"),
            Map.entry("posterior.covariance", "diagonal"),
            Map.entry("posterior.factors", "[{ size = 2, family = gaussian-full }]"),
            Map.entry("posterior.family", "gaussian-diagonal"),
            Map.entry("prior.coefficients", "{ x { sd = 2 } }"),
            Map.entry("prior.dispersion.scale", "2"),
            Map.entry("prior.dispersion.shape", "2"),
            Map.entry("prior.forgetting", "0.5"),
            Map.entry("prior.globalScale", "2"),
            Map.entry("prior.groups", "{ sd { scale = 2 } }"),
            Map.entry("prior.kind", "student-t"),
            Map.entry("prior.scale", "2"),
            Map.entry("prior.sd", "2"),
            Map.entry("prior.sigma.kind", "half-normal"),
            Map.entry("prior.sigma.scale", "2"),
            Map.entry("report.contrasts", "{ c = \"b - a\" }"),
            Map.entry("score.format", "csv"),
            Map.entry("score.level", "0.8"),
            Map.entry("score.onMissing", "flag"),
            Map.entry("score.onUnseen", "flag"),
            Map.entry("sites.keep", "3"),
            Map.entry("start.mean", "0.5"),
            Map.entry("stop.maxPasses", "7"),
            Map.entry("stop.maxSeconds", "7"),
            Map.entry("stop.rule", "patience"),
            Map.entry("train.batch", "7"),
            Map.entry("train.epochs", "7"),
            Map.entry("train.schedule", "constant"),
            Map.entry("train.stepSize", "0.3"),
            Map.entry("update.clip", "5"),
            Map.entry("update.constraint", "step-bound"),
            Map.entry("update.decayFrom", "5"),
            Map.entry("update.kind", "manifold"),
            Map.entry("update.meanFactor", "0.5"),
            Map.entry("update.stepSize", "0.5"));

    /** Choices beside which options of parts act, where no kind of fit of the walk makes them. */
    private static final Map<String, String> CHOSEN_PARTS = Map.ofEntries(
            Map.entry("checkpoint.every", "checkpoint.path = a"),
            Map.entry("model.degreesOfFreedom", "model.family = student-t"),
            Map.entry("model.power", "model.family = tweedie"),
            Map.entry(
                    "model.network.joint",
                    "model { family = gaussian, network { layers = [4], ensemble = 3 } }, objective.kind = density-variance"),
            Map.entry("objective.alpha", "objective.kind = renyi"),
            Map.entry("objective.c", "objective.kind = mean-variance"),
            Map.entry("objective.divergence.alpha", "objective { kind = gvi, divergence.kind = renyi }"),
            Map.entry("objective.divergence.beta", "objective { kind = gvi, divergence.kind = beta }"),
            Map.entry("objective.divergence.gamma", "objective { kind = gvi, divergence.kind = gamma }"),
            Map.entry(
                    "objective.divergence.of",
                    "objective { kind = gvi, divergence { kind = sum, parts = [{ factor = 1, kind = kl }] } }"),
            Map.entry(
                    "objective.divergence.parts",
                    "objective { kind = gvi, divergence { kind = sum, parts = [{ factor = 1, kind = kl }] } }"),
            Map.entry(
                    "objective.divergence.r",
                    "objective { kind = gvi, divergence { kind = alpha-beta-gamma, alpha = 0.8, beta = 0.5, gamma = 0.5 } }"),
            Map.entry("objective.divergence.weight", "objective { kind = gvi, divergence.kind = weighted-kl }"),
            Map.entry("objective.draws", "objective.kind = iwae"),
            Map.entry("objective.level", "objective.kind = conditional-value-at-risk"),
            Map.entry("objective.loss.delta", "objective { kind = gvi, loss.kind = huber }"),
            Map.entry("objective.loss.gamma", "objective { kind = gvi, loss.kind = gamma }"),
            Map.entry("objective.loss.tau", "objective { kind = gvi, loss.kind = quantile }"),
            Map.entry("objective.loss.weight", "objective { kind = gvi, loss.kind = power }"),
            Map.entry("posterior.blocks", "posterior { family = gaussian-block, blocks = [2, 1] }"),
            Map.entry("posterior.component", "posterior.family = gaussian-mixture"),
            Map.entry("posterior.components", "posterior.family = gaussian-mixture"),
            Map.entry("posterior.couplings", "posterior.family = coupling-flow"),
            Map.entry(
                    "posterior.factors",
                    "posterior { family = product, factors = [{ size = 3, family = gaussian-full }] }"),
            Map.entry("posterior.hidden", "posterior.family = coupling-flow"),
            Map.entry("posterior.rank", "posterior.family = gaussian-low-rank"),
            Map.entry("prior.degreesOfFreedom", "prior.kind = student-t"));

    private static final Map<String, String> KINDS = kinds();
    private static final Map<String, String> VALUES = values();

    private static Map<String, String> kinds() {
        String rows = ConfigTexts.ROWS;
        String files = "data.path = rows.csv\noutput.path = out\n";
        String poisson = rows + "model.family = poisson\n";
        String density = rows + "model.density = \"gaussian_lpdf(y, mu, sigma)\"\n";
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("exact", rows + "model.family = gaussian");
        kinds.put("explicitly exact", poisson + "estimator.kind = exact");
        kinds.put("exact of several classes", rows + "model.family = softmax");
        kinds.put(
                "exact with another loss",
                rows + "model.family = gaussian\n"
                        + "objective { kind = gvi, divergence { kind = renyi }, loss.kind = beta }");
        kinds.put("partitioned", poisson + "estimator.kind = partitioned");
        kinds.put("day by day", poisson + "estimator.kind = partitioned, prior { kind = posterior, path = earlier }");
        kinds.put("earlier posterior", poisson + "prior { kind = posterior, path = earlier }");
        kinds.put("fresh draws", poisson + "estimator.kind = fresh-draws");
        kinds.put("patience", poisson + "estimator.kind = fresh-draws, stop.rule = patience");
        kinds.put("fixed number of draws", poisson + "estimator { kind = fresh-draws, adaptive = false }");
        kinds.put("score", poisson + "estimator.kind = score, posterior.family = gaussian-diagonal");
        kinds.put("reparameterized", poisson + "estimator.kind = reparameterized");
        kinds.put("fixed draws", poisson + "estimator.kind = fixed-draws, posterior.family = gaussian-diagonal");
        kinds.put("regression", poisson + "estimator.kind = regression");
        kinds.put("curvature", poisson + "estimator.kind = curvature");
        kinds.put("method", poisson + "method = cgvb");
        kinds.put("another update", poisson + "update.kind = adam");
        kinds.put("minibatches", poisson + "minibatch.partitions = 2");
        kinds.put("all rows in a step", poisson + "estimator.kind = fresh-draws, minibatch.rows = all");
        kinds.put("dispersion drawn", rows + "model.family = weibull");
        kinds.put("trials", rows + "model.family = beta-binomial, data.trials = n");
        kinds.put("cutpoints", rows + "model.family = ordinal");
        kinds.put("shrinkage", poisson + "prior.kind = laplace");
        kinds.put("horseshoe", poisson + "prior.kind = horseshoe");
        kinds.put(
                "conjugate",
                rows + "model.family = gaussian, prior.kind = conjugate, posterior.family = normal-inverse-gamma");
        kinds.put("conjugate by draws", rows + "model.family = gaussian, prior.kind = conjugate");
        kinds.put("chivi", poisson + "objective.kind = chivi");
        kinds.put(
                "chivi on some partitions",
                poisson + "objective.kind = chivi, minibatch { partitions = 2, biased = true }");
        kinds.put("risk", poisson + "objective.kind = entropic-risk");
        kinds.put("flow", poisson + "posterior.family = planar-flow");
        kinds.put("flow with a dispersion", rows + "model.family = gaussian, posterior.family = planar-flow");
        kinds.put("search among families", rows + "model.family = gaussian, posterior.family = auto");
        kinds.put("segments", rows + "model.family = bernoulli, data.by = [g]");
        kinds.put("levels", files + "formula = \"y ~ x + (1 | g)\", model.family = gaussian");
        kinds.put("levels of counts", rows + "model { family = poisson, groups = [{ by = g }] }");
        kinds.put("crossed levels", files + "formula = \"y ~ x + (1 | g) + (1 | h)\", model.family = gaussian");
        kinds.put("smooth", files + "formula = \"y ~ s(x)\", model.family = gaussian");
        kinds.put("formula", files + "formula = \"y ~ x\", model.family = poisson");
        kinds.put("formulas", rows + "model.family = gaussian, formulas { sigma = \"~ z\" }");
        kinds.put("density", density + "model.parameters { mu {}, sigma.constraint = positive }");
        kinds.put(
                "density by formulas",
                density + "model.parameters { mu = \"~ x\", sigma { formula = \"~ z\", link = log } }");
        kinds.put("class", rows + "model.class = com.acme.MyLoss");
        kinds.put("latent numbers", rows + "model { class = com.acme.MyLoss, latent { bound = iwae-var } }");
        kinds.put("series", rows + "model.class = com.acme.MyLoss, data { series = s, order = t }");
        kinds.put("network", rows + "model { family = gaussian, network.layers = [5] }");
        kinds.put("deep process", rows + "model { family = gaussian, network.processes = 2 }");
        kinds.put(
                "autoencoder",
                files + "data.features = [b], model { family = bernoulli, network { layers = [5], autoencoder = 2 } }");
        kinds.put(
                "autoencoder of replicates",
                files
                        + "model { family = bernoulli, network { layers = [5], autoencoder = 2 }, latent.bound = iwae-var }");
        kinds.put(
                "bandit",
                files + "data.features = [x], model { family = gaussian, network.layers = [5] },"
                        + " bandit { rewards = [b, c], order = t }");
        kinds.put(
                "columnar files",
                "data { path = rows.parquet, label = y, features = [b] }, output.path = out,"
                        + " model.family = poisson");
        return kinds;
    }

    static Stream<String> kindNames() {
        return KINDS.keySet().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kindNames")
    void everyKey_actsOrIsRefusedOrNoted(String kind) {
        Plain plain = Plain.of(KINDS.get(kind));
        assertEquals(List.of(), plain.notes(), kind);
        Map<String, String> silent = new TreeMap<>();
        VALUES.forEach((key, value) -> {
            if (plain.outcome(key) == Outcome.SILENT) {
                silent.put(key, value);
            }
        });
        assertEquals(Map.of(), silent, "keys beside " + kind + " that neither act nor are refused or noted");
    }

    @Test
    void everyKey_actsSomewhere() {
        TreeSet<String> idle = new TreeSet<>(VALUES.keySet());
        KINDS.values().forEach(text -> idle.removeIf(key -> Plain.of(text).outcome(key) == Outcome.ACTS));
        CHOSEN_PARTS.forEach((option, chosen) -> {
            if (Plain.of(ConfigTexts.FAMILY + chosen).outcome(option) == Outcome.ACTS) {
                idle.remove(option);
            }
        });
        ConfigTexts.assertRefused(
                ConfigTexts.FAMILY + "objective.kind = chivi, minibatch.partitions = 2", "minibatch.biased = true");
        idle.remove("minibatch.biased");
        assertEquals(new TreeSet<>(), idle, "keys whose value here acts on no kind of fit");
    }

    @Test
    void keysThatAct_areReadByTheTable() {
        Map<String, FitKind> kinds = Map.ofEntries(
                Map.entry("explicitly exact", FitKind.EXACT),
                Map.entry("partitioned", FitKind.PARTITIONED),
                Map.entry("regression", FitKind.REGRESSION),
                Map.entry("fixed draws", FitKind.FIXED_DRAWS),
                Map.entry("fresh draws", FitKind.DRAWS),
                Map.entry("levels", FitKind.LEVELS),
                Map.entry("smooth", FitKind.SMOOTHS),
                Map.entry("formula", FitKind.FORMULA),
                Map.entry("segments", FitKind.SEGMENTS),
                Map.entry("class", FitKind.CLASS),
                Map.entry("network", FitKind.NETWORK),
                Map.entry("autoencoder", FitKind.AUTOENCODER),
                Map.entry("bandit", FitKind.BANDIT));
        kinds.forEach((name, kind) -> {
            Plain plain = Plain.of(String.valueOf(KINDS.get(name)));
            VALUES.keySet().forEach(key -> {
                boolean read = KeyTable.isRead(key, kind);
                boolean acts = plain.outcome(key) == Outcome.ACTS;
                assertTrue(read || !acts, () -> key + " acts beside " + name + ", which the table denies");
            });
        });
    }

    /** Fate of a key that was set. */
    private enum Outcome {
        UNCHANGED,
        ACTS,
        REFUSED,
        NOTED,
        SILENT
    }

    /**
     * Configuration in which a key at a time is set, each once for all tests.
     *
     * @param json its keys with their values
     * @param read what the commands read of it
     * @param outcomes outcomes of the keys that were set
     */
    private record Plain(String text, List<String> notes, String json, List<?> read, Map<String, Outcome> outcomes) {

        private static final Map<String, Plain> ALL = new HashMap<>();

        static Plain of(String text) {
            return ALL.computeIfAbsent(text, any -> {
                FitConfig config = ConfigTexts.read(text);
                return new Plain(
                        text, config.notes(), config.resolved().json(), KeyWalkTest.read(config), new HashMap<>());
            });
        }

        Outcome outcome(String key) {
            return outcomes.computeIfAbsent(key, any -> outcomeOf(key, VALUES.get(key)));
        }

        private Outcome outcomeOf(String key, String value) {
            FitConfig set;
            try {
                set = ConfigTexts.read(text, key + "=" + value);
            } catch (ConfigurationException refused) {
                String sentence = String.valueOf(refused.getMessage());
                assertTrue(sentence.contains("required") && sentence.lines().count() == 1, sentence);
                return Outcome.REFUSED;
            }
            if (set.resolved().json().equals(json)) {
                return Outcome.UNCHANGED;
            }
            boolean noted = Stream.iterate(key, part -> part.contains("."), Parts::section)
                    .anyMatch(part -> set.notes().stream().anyMatch(note -> note.startsWith(part + " has no effect")));
            return noted ? Outcome.NOTED : KeyWalkTest.read(set).equals(read) ? Outcome.SILENT : Outcome.ACTS;
        }
    }

    /** Settings that the commands read, and the algorithm that fits the kind of model. */
    private static List<?> read(FitConfig config) {
        InferenceConfig inference = config.inference();
        return Arrays.asList(
                rowsRead(config),
                config.backend(),
                config.checkpoint().path(),
                config.checkpoint().path() == null ? 0 : config.checkpoint().interval(),
                config.output(),
                config.score(),
                config.effects(),
                config.contrasts(),
                config.run().stackTrace(),
                inference.model(),
                inference.numerics(),
                inference.stop().maxPasses(),
                inference.stop().maxSeconds(),
                inference.stop().acceptUnconverged(),
                algorithmRead(inference));
    }

    private static List<?> rowsRead(FitConfig config) {
        DataConfig data = config.data();
        PredictorColumns columns = data.predictors();
        Formula formula = columns.formula();
        boolean isText = Stream.of(
                        data.source().format(),
                        config.score().rows().format(),
                        config.effects().rows().format())
                .anyMatch(format -> List.of("csv", "json").contains(format));
        return Arrays.asList(
                data.path(),
                data.source().format(),
                isText ? data.source().text() : null,
                formula != null ? formula.text() : columns.features(),
                formula != null ? formula.predictorTerms().toString() : columns.categorical(),
                columns.includesOthers() ? columns.exclude() : null,
                columns.groupingTerms(),
                columns.referenceLevels(),
                columns.intercept(),
                data.roles(),
                data.derivedColumns(),
                data.standardize(),
                data.partitions(),
                data.onMissing(),
                data.precision());
    }

    private static List<?> algorithmRead(InferenceConfig inference) {
        SamplingSettings how = inference.sampling();
        ModelRequest request = inference.model().request();
        if (request instanceof TrainingRequest) {
            return Arrays.asList(
                    inference.objective(),
                    how.estimator().kind(),
                    how.estimator().draws());
        }
        List<?> priors = List.of(inference.prior(), inference.stop().maxIterations());
        if (request instanceof MixedRequest) {
            return priors;
        }
        return Arrays.asList(
                priors,
                inference.objective(),
                inference.posterior(),
                inference.check(),
                inference.sitesRequest(),
                how.estimator().kind(),
                samplingRead(inference));
    }

    private static @Nullable List<?> samplingRead(InferenceConfig inference) {
        SamplingSettings how = inference.sampling();
        EstimatorKind kind = how.estimator().kind();
        SamplingSettings.Stop stop = how.stop();
        double tolerance = inference.stop().tolerance();
        return switch (kind) {
            case EXACT, PARTITIONED -> List.of(tolerance);
            case REGRESSION, CURVATURE -> List.of(stop.mcse(), how.start());
            case FIXED_DRAWS -> List.of(tolerance, stop.mcse(), how.start(), how.estimator());
            case AUTO -> List.of(how.start(), how.estimator(), how.update(), how.minibatch(), stop, tolerance);
            default -> List.of(how.start(), how.estimator(), how.update(), how.minibatch(), stop);
        };
    }

    /** All keys that have another value than their default, each with such a value. */
    private static Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        for (KeyDescription key : KeyDescription.all(Parts.STANDARD)) {
            values.put(key.key(), otherValue(key));
        }
        values.putAll(OTHER_VALUES);
        values.remove("prior.dispersion.kind");
        return values;
    }

    private static String otherValue(KeyDescription key) {
        Object initial = key.defaultValue();
        if (key.type() == KeyDescription.Type.FLAG) {
            return String.valueOf(!Boolean.TRUE.equals(initial));
        } else if (initial instanceof Number number) {
            return number.doubleValue() < 0.2 ? "0.3" : String.valueOf(Math.round(number.doubleValue() + 1));
        } else if (key.type() == KeyDescription.Type.TEXTS) {
            return "[a]";
        }
        return "a";
    }
}
