package io.credence;

import io.credence.config.ConfigReader;
import io.credence.config.InferenceConfig;
import io.credence.config.Parts;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitState.FitListener;
import io.credence.fit.FitState.StepInfo;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.part.Catalogue;
import io.credence.part.Names;
import io.credence.prior.CoefficientPriors;
import io.credence.prior.EarlierFit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a fit from a likelihood or the user's model, a prior, a posterior family, an objective, and a method.
 * Immutable; each verb returns a changed copy. Every choice is a key of the configuration and has its default, so that
 * a fit from Java and one from a configuration file are the same fit, refused for the same reasons.
 *
 * <pre>{@code
 * Fit fit = Inference.of("bernoulli").prior("normal", Map.of("sd", 2.2)).fit(Rows.of(features, labels));
 * }</pre>
 */
public final class Inference {

    private final Parts parts;
    private final Map<String, Object> keys;
    private final @Nullable Model model;
    private final List<FitListener> listeners;
    private final @Nullable EarlierFit earlier;

    private Inference(
            Parts parts,
            Map<String, Object> keys,
            @Nullable Model model,
            List<FitListener> listeners,
            @Nullable EarlierFit earlier) {
        this.parts = parts;
        this.keys = keys;
        this.model = model;
        this.listeners = listeners;
        this.earlier = earlier;
    }

    /**
     * Creates an inference with one of Credence's likelihoods.
     *
     * @param family name of the likelihood, as in {@code model.family}
     */
    public static Inference of(String family) {
        return of(Parts.STANDARD, family);
    }

    /** Creates an inference with a likelihood from the given parts, from which the other choices are made too. */
    public static Inference of(Parts parts, String family) {
        return new Inference(parts, Map.of("model.family", family), null, List.of(), null);
    }

    /** Creates an inference with a given likelihood of linear predictors. */
    public static Inference of(Likelihood likelihood) {
        String name = likelihood.name();
        LikelihoodPart part = likelihood.dispersionName() == null
                ? LikelihoodPart.of(name, name, likelihood)
                : LikelihoodPart.ofDispersed(name, name, values -> likelihood);
        return of(Parts.STANDARD.withLikelihoods(Catalogue.of("family", part)), name);
    }

    /**
     * Creates an inference with the user's model: of rows, of predictors, of series, or with latent variables of the
     * rows.
     */
    public static Inference of(Model model) {
        Map<String, Object> keys = Map.of("model.class", model.getClass().getName());
        return new Inference(Parts.STANDARD, keys, model, List.of(), null);
    }

    /**
     * Creates an inference with a likelihood that is an expression.
     *
     * @param density log density of a row, as {@code model.density}
     * @param parameters parameters by name, as {@code model.parameters}
     */
    public static Inference ofDensity(String density, Map<String, ?> parameters) {
        return new Inference(
                Parts.STANDARD,
                Map.of("model.density", density, "model.parameters", parameters),
                null,
                List.of(),
                null);
    }

    /**
     * Sets a key of the configuration outside its sections of rows and results.
     *
     * @param key name as in a configuration, such as {@code estimator.draws}
     */
    public Inference with(String key, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(keys);
        more.put(key, value);
        return new Inference(parts, more, model, listeners, earlier);
    }

    private Inference with(String section, String kindKey, String kind, Map<String, ?> options) {
        Inference chosen = with(section + "." + kindKey, kind);
        for (Map.Entry<String, ?> option : options.entrySet()) {
            chosen = chosen.with(section + "." + option.getKey(), option.getValue());
        }
        return chosen;
    }

    /** Sets the prior of the coefficients. */
    public Inference prior(String kind, Map<String, ?> options) {
        return with("prior", "kind", kind, options);
    }

    /** Makes the posterior of an earlier fit the prior, matched by the coefficients' names. */
    public Inference prior(Fit before) {
        Inference chosen = with("prior.kind", CoefficientPriors.EARLIER);
        return new Inference(chosen.parts, chosen.keys, model, listeners, before.earlier());
    }

    /** Sets the posterior family and its options. */
    public Inference posterior(String family, Map<String, ?> options) {
        return with("posterior", "family", family, options);
    }

    /** Sets the posterior family, with default options. */
    public Inference posterior(String family) {
        return posterior(family, Map.of());
    }

    /** Sets the objective and its options. */
    public Inference objective(String kind, Map<String, ?> options) {
        return with("objective", "kind", kind, options);
    }

    /** Sets the objective, with default options. */
    public Inference objective(String kind) {
        return objective(kind, Map.of());
    }

    /** Sets the choices that make up a published method. */
    public Inference method(String name) {
        return with("method", name);
    }

    /** Sets the update rule. */
    public Inference update(String kind) {
        return with("update.kind", kind);
    }

    /** Sets the number of partitions that each step reads. */
    public Inference minibatch(int partitions) {
        return with("minibatch.partitions", partitions);
    }

    /** Sets the seed of everything random. */
    public Inference seed(long seed) {
        return with("seed", seed);
    }

    /** Sets the kernel: auto, java, native or mixed. */
    public Inference kernel(String name) {
        return with("kernel", name);
    }

    /**
     * Replaces linear predictors by a neural network.
     *
     * @param layers number of units of each hidden layer
     */
    public NetworkInference network(int... layers) {
        List<Integer> units = Arrays.stream(layers).boxed().toList();
        return new NetworkInference(with("model.network.layers", units), listeners);
    }

    /** Adds a listener. */
    public Inference listener(FitListener listener) {
        List<FitListener> more = new ArrayList<>(listeners);
        more.add(listener);
        return new Inference(parts, keys, model, List.copyOf(more), earlier);
    }

    /**
     * Configuration of all choices, checked.
     *
     * @throws io.credence.config.ConfigurationException if a key is unknown, or choices do not go together
     */
    public InferenceConfig config() {
        InferenceConfig config = ConfigReader.inference(keys, parts);
        return earlier == null || !config.prior().isEarlierPosterior() ? config : config.with(earlier);
    }

    /**
     * Prepares a fit of rows.
     *
     * @param config configuration of the inference
     * @param model model of the user's; null for a likelihood
     * @param backend backend that runs passes over the rows
     * @param kernel dense algebra of the driver
     * @throws io.credence.config.ConfigurationException if its choices do not go together with the rows or the model
     */
    public static PreparedFit prepare(
            InferenceConfig config, @Nullable Model model, Rows rows, ExecutionBackend backend, DenseKernel kernel) {
        return FitAssembly.prepare(new ModelKind.FitRequest(config, model, rows, backend, kernel));
    }

    /** Fits rows. */
    public Fit fit(Rows rows) {
        InferenceConfig config = config();
        Rows whole = rows.ofClasses(config.model().familyChoice());
        Rows read = whole.identified(config);
        List<String> aliased = Names.without(whole.names(), read.names());
        try (ExecutionBackend backend = read.toBackend(config.kernel())) {
            PreparedFit prepared = prepare(config, model, read, backend, Kernels.named(config.kernel()));
            List<StepInfo> trace = new ArrayList<>();
            List<FitListener> watching = new ArrayList<>(listeners);
            watching.add(FitListener.ofSteps(trace::add));
            PreparedFit.CheckedResult checked = prepared.checkedResult(prepared.runUnchecked(null, watching));
            List<String> notes = new ArrayList<>(AliasedColumnSearch.notes(aliased));
            notes.addAll(checked.notes());
            notes.addAll(checked.findings().notes());
            return new Fit(
                    checked.model(),
                    checked.result(),
                    checked.findings(),
                    List.copyOf(trace),
                    List.copyOf(notes),
                    prepared.partitionFactors(checked.result()));
        }
    }
}
