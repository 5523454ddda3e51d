package io.credence.config;

import io.credence.config.key.FitKind;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.fit.SamplingSettings;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.process.DeepProcessRequest;
import io.credence.network.train.EpochRequest;
import io.credence.network.train.EpochRequest.Noise;
import io.credence.network.train.NetworkRequest;
import io.credence.network.train.Training;
import io.credence.network.train.Training.Schedule;
import io.credence.part.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the sections model.network and train, and refuses what cannot be used with a network. */
final class NetworkReader {

    static final String LAYERS = "model.network.layers";
    private static final String PROCESSES = "model.network.processes";

    /** Keys that replace the linear predictors by a network or a deep process. */
    static final List<String> CHOICES = List.of(LAYERS, PROCESSES);

    private final Settings settings;
    private final IdleKeyNotes notes;

    NetworkReader(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /** Reads the request for a network or deep process; null where the model has linear predictors. */
    @Nullable
    EpochRequest<?> read(Choice<LikelihoodPart> family) {
        double[] layers = settings.value(LAYERS).unwrapped() instanceof List<?> list && list.isEmpty()
                ? new double[0]
                : settings.optionalNumbers(LAYERS);
        int processes = settings.count(PROCESSES, 0);
        if (layers.length == 0 && processes == 0) {
            refuseOptions();
            return null;
        }
        refuseKeysElsewhere();
        return processes > 0 ? process(family, layers, processes) : network(family, layers);
    }

    /** Refuses keys of networks where the model has linear predictors. */
    void refuseOptions() {
        KeyTable.onlyOf(FitKind.NETWORK)
                .forEach(key ->
                        refuseIfSet(key.name(), "is of networks", "model.network.layers = [50], or none of its keys"));
    }

    private NetworkRequest network(Choice<LikelihoodPart> family, double[] layers) {
        refuseFamily(family);
        refuseIfSet("model.network.inducing", "is of processes", "model.network.processes, or none of it");
        boolean gaussian = family.name().equals(NetworkModel.GAUSSIAN);
        if (!gaussian) {
            refuseIfSet("model.network.noise", "is of gaussian labels", "model.family = gaussian, or no noise");
        }
        return new NetworkRequest(
                layerSizes(layers),
                activation(),
                noise(),
                isAutomatic("model.network.ensemble") ? 0 : settings.count("model.network.ensemble", 1),
                training(Training.DEFAULT));
    }

    private DeepProcessRequest process(Choice<LikelihoodPart> family, double[] layers, int processes) {
        if (layers.length > 0) {
            throw settings.refusal(PROCESSES, "is given beside model.network.layers", "one of them");
        }
        if (!family.name().equals(NetworkModel.GAUSSIAN)) {
            throw settings.refusal("model.family", "has no deep process", "gaussian beside " + PROCESSES);
        }
        List.of("activation", "noise", "ensemble")
                .forEach(key ->
                        refuseIfSet("model.network." + key, "is of units", "model.network.layers, or none of it"));
        int draws = notes.isSet("estimator.draws") ? settings.count("estimator.draws", 1) : 1;
        int inducing = settings.count("model.network.inducing", 1);
        return new DeepProcessRequest(processes, inducing, draws, training(DeepProcessRequest.TRAINING));
    }

    /**
     * Returns the settings of a network unchanged, after checking objective and estimator.
     *
     * @throws ConfigurationException if the objective or the estimator is not fitted by networks
     */
    SamplingSettings checkedSettings(ObjectiveConfig objective, ModelConfig model, SamplingSettings requested) {
        NetworkObjective minimised = new NetworkObjectives(objective, model, requested.estimator()).networkObjective();
        EpochRequest<?> network = Objects.requireNonNull(model.request(EpochRequest.class));
        if (network.hasInnerDraws() && minimised.usesDraws()) {
            throw new ConfigurationException("objective.kind is not fitted so: required an expected loss and a"
                    + " divergence in closed form beside " + PROCESSES + ", found " + minimised.text());
        }
        notes.noteUnless(
                network.hasInnerDraws() || minimised.usesDraws(),
                "estimator.draws",
                "this objective is in closed form");
        return requested;
    }

    private Training training(Training defaults) {
        double validation = settings.number("train.validation");
        if (!(validation >= 0 && validation < 1)) {
            throw settings.refusal("train.validation", "is out of range", "a share from 0 to below 1");
        }
        return new Training(
                isAutomatic("train.epochs") ? 0 : settings.count("train.epochs", 1),
                isAutomatic("train.batch") ? defaults.batch() : settings.count("train.batch", 1),
                validation,
                settings.positiveNumber("train.stepSize"),
                Schedule.valueOf(enumName("train.schedule", List.of("cosine", "constant"))));
    }

    private Activation activation() {
        return Activation.valueOf(enumName("model.network.activation", List.of("relu", "tanh")));
    }

    private Noise noise() {
        return Noise.valueOf(enumName("model.network.noise", List.of("auto", "constant", "predicted")));
    }

    private boolean isAutomatic(String key) {
        return "auto".equals(settings.optionalText(key));
    }

    private String enumName(String key, List<String> allowed) {
        return settings.choice(key, allowed).toUpperCase(Locale.ROOT);
    }

    private List<Integer> layerSizes(double[] layers) {
        List<Integer> units = new ArrayList<>();
        for (double each : layers) {
            if (each < 1 || each != Math.rint(each) || each > Integer.MAX_VALUE) {
                throw settings.refusal(LAYERS, "is out of range", "whole numbers from 1, such as [50]");
            }
            units.add((int) each);
        }
        return units;
    }

    private void refuseKeysElsewhere() {
        for (Key key : KeyTable.excludedBy(FitKind.NETWORK)) {
            String why = String.valueOf(key.exclusion(FitKind.NETWORK));
            String required = List.of("true", "false").contains(key.defaultText()) ? key.defaultText() : "none";
            List<String> names = key.isSection() ? notes.changedKeys(key.name()) : List.of(key.name());
            names.forEach(name -> refuseIfSet(name, why, required));
        }
    }

    private void refuseIfSet(String key, String wrong, String required) {
        if (notes.isSet(key)) {
            throw settings.refusal(key, wrong, required);
        }
    }

    /** Refuses families that networks cannot have, and lists those that they can. */
    private void refuseFamily(Choice<LikelihoodPart> family) {
        if (!List.of(NetworkModel.GAUSSIAN, "bernoulli", "bernoulli-probit", "poisson", "softmax")
                .contains(family.name())) {
            throw settings.refusal(
                    "model.family",
                    "has no network",
                    "gaussian, bernoulli, bernoulli-probit, poisson or softmax beside model.network");
        }
    }
}
