package io.credence.config;

import io.credence.config.key.FitKind;
import io.credence.config.key.Key;
import io.credence.config.key.KeyTable;
import io.credence.fit.SamplingSettings;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.loss.LatentBound;
import io.credence.network.autoencoder.Autoencoder;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.dense.NetworkObjective;
import io.credence.network.process.DeepProcessRequest;
import io.credence.network.train.NetworkBandit;
import io.credence.network.train.NetworkRequest;
import io.credence.network.train.Training;
import io.credence.network.train.Training.StepSizeSchedule;
import io.credence.network.train.TrainingRequest;
import io.credence.network.train.TrainingRequest.Noise;
import io.credence.part.Choice;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the sections model.network and train, and refuses what cannot be used with a network. */
final class NetworkReader {

    static final String LAYERS = "model.network.layers";
    private static final String REWARDS = "bandit.rewards";
    private static final String PROCESSES = "model.network.processes";
    private static final String AUTOENCODER = "model.network.autoencoder";

    /** Keys that replace the linear predictors by a network, a deep process or an autoencoder. */
    static final List<String> CHOICES = List.of(LAYERS, PROCESSES, AUTOENCODER);

    private final Settings settings;
    private final IdleKeyNotes notes;

    NetworkReader(Settings settings, IdleKeyNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    /** Whether rows have latent numbers, since the model is an autoencoder. */
    boolean hasLatentNumbers() {
        return settings.count(AUTOENCODER) > 0;
    }

    /**
     * Reads the request for a network, deep process or autoencoder; null where the model has linear predictors.
     *
     * @param bound bound of an autoencoder on the log likelihood of a row
     */
    @Nullable
    TrainingRequest<?> read(Choice<LikelihoodPart> family, LatentBound bound) {
        List<Integer> layers = settings.counts(LAYERS);
        int processes = settings.count(PROCESSES);
        if (layers.isEmpty() && processes == 0 && !hasLatentNumbers()) {
            refuseOptions();
            return null;
        }
        refuseKeysElsewhere(FitKind.NETWORK);
        NetworkBandit.Rounds rounds = rounds();
        if (hasLatentNumbers()) {
            return autoencoder(family, layers, bound);
        }
        return processes > 0 ? process(family, layers, processes) : network(family, layers, rounds);
    }

    /** Refuses keys of networks and their bandits where the model has linear predictors. */
    void refuseOptions() {
        KeyTable.onlyOf(FitKind.NETWORK)
                .forEach(key ->
                        refuseIfSet(key.name(), "is of networks", "model.network.layers = [50], or none of its keys"));
        refuseIfSet(REWARDS, "is of networks", "model.network.layers = [50], or no bandit");
        refuseRounds();
    }

    /** Reads the section bandit; null where networks predict a response. */
    private NetworkBandit.@Nullable Rounds rounds() {
        List<String> rewards = settings.texts(REWARDS);
        if (rewards.isEmpty()) {
            refuseRounds();
            return null;
        }
        refuseKeysElsewhere(FitKind.BANDIT);
        for (String other : List.of(PROCESSES, AUTOENCODER)) {
            refuseIfSet(other, "is no ensemble of networks, of which a bandit draws", "model.network.layers alone");
        }
        if (rewards.size() < 2 || new HashSet<>(rewards).size() < rewards.size()) {
            throw settings.refusal(REWARDS, "leaves nothing to choose", "a column for each of two arms or more");
        }
        if (settings.texts("data.features").contains("*")) {
            throw settings.refusal(
                    "data.features",
                    "would have all columns in a context",
                    "the columns that are known before a round");
        }
        return new NetworkBandit.Rounds(
                rewards,
                settings.text("bandit.order"),
                new NetworkBandit.Schedule(
                        settings.count("bandit.turns"),
                        settings.count("bandit.every"),
                        settings.count("bandit.steps")));
    }

    private void refuseRounds() {
        KeyTable.onlyOf(FitKind.BANDIT).stream()
                .filter(key -> key.name().startsWith("bandit."))
                .forEach(key -> refuseIfSet(key.name(), "is of a bandit", "bandit.rewards, or none of its keys"));
    }

    private NetworkRequest network(
            Choice<LikelihoodPart> family, List<Integer> layers, NetworkBandit.@Nullable Rounds rounds) {
        refuseFamily(family);
        refuseIfSet("model.network.inducing", "is of processes", "model.network.processes, or none of it");
        boolean gaussian = family.name().equals(NetworkModel.GAUSSIAN);
        Noise noise = settings.choice("model.network.noise", Noise.class);
        if (rounds != null && (!gaussian || noise == Noise.PREDICTED)) {
            throw settings.refusal(
                    gaussian ? "model.network.noise" : "model.family",
                    "is not of the rewards of a bandit",
                    gaussian ? "constant or auto" : "gaussian");
        }
        if (!gaussian) {
            refuseIfSet("model.network.noise", "is of gaussian labels", "model.family = gaussian, or no noise");
        }
        int networks = settings.optionalCount("model.network.ensemble").orElse(0);
        boolean joint = settings.flag("model.network.joint");
        if (joint && networks == 0) {
            throw settings.refusal(
                    "model.network.ensemble", "is of several kinds", "a number of networks beside model.network.joint");
        }
        return new NetworkRequest(
                layers,
                settings.choice("model.network.activation", Activation.class),
                noise,
                networks,
                joint,
                training(Training.DEFAULT),
                rounds);
    }

    private TrainingRequest<Autoencoder> autoencoder(
            Choice<LikelihoodPart> family, List<Integer> layers, LatentBound bound) {
        refuseKeysElsewhere(FitKind.AUTOENCODER);
        if (!family.name().equals("bernoulli")) {
            throw settings.refusal("model.family", "has no autoencoder", "bernoulli beside " + AUTOENCODER);
        } else if (layers.isEmpty()) {
            throw settings.refusal(
                    LAYERS, "is empty", "units of the hidden layers of the encoder beside " + AUTOENCODER);
        }
        return Autoencoder.request(layers, settings.count(AUTOENCODER), bound, training(Autoencoder.TRAINING));
    }

    private DeepProcessRequest process(Choice<LikelihoodPart> family, List<Integer> layers, int processes) {
        if (!layers.isEmpty()) {
            throw settings.refusal(PROCESSES, "is given beside model.network.layers", "one of them");
        }
        if (!family.name().equals(NetworkModel.GAUSSIAN)) {
            throw settings.refusal("model.family", "has no deep process", "gaussian beside " + PROCESSES);
        }
        List.of("activation", "noise", "ensemble", "joint")
                .forEach(key ->
                        refuseIfSet("model.network." + key, "is of units", "model.network.layers, or none of it"));
        int draws = notes.isSet("estimator.draws") ? settings.count("estimator.draws") : 1;
        int inducing = settings.count("model.network.inducing");
        return new DeepProcessRequest(processes, inducing, draws, training(DeepProcessRequest.TRAINING));
    }

    /**
     * Returns the settings of a network unchanged, after checking objective and estimator.
     *
     * @throws ConfigurationException if the objective or the estimator is not fitted by networks
     */
    SamplingSettings checkedSettings(ObjectiveConfig objective, ModelConfig model, SamplingSettings requested) {
        NetworkObjective minimised = new NetworkObjectives(objective, model, requested.estimator()).networkObjective();
        TrainingRequest<?> network = Objects.requireNonNull(model.request(TrainingRequest.class));
        if (network.hasInnerDraws() && minimised.usesDraws()) {
            throw new ConfigurationException("objective.kind is not fitted so: required an expected loss and a"
                    + " divergence in closed form beside " + PROCESSES + ", found " + minimised.text());
        }
        NetworkRequest networks = model.request(NetworkRequest.class);
        if (networks != null && networks.rounds() != null && minimised.requiresConstantNoise()) {
            throw new ConfigurationException(
                    "objective.kind is not of a bandit: required minus the log likelihood and a" + " divergence, found "
                            + minimised.text());
        }
        try {
            network.layerDivergences(minimised);
        } catch (IllegalArgumentException unfit) {
            throw new ConfigurationException("objective.divergence is not fitted by networks: " + unfit.getMessage());
        }
        notes.noteUnless(
                network.hasInnerDraws() || minimised.usesDraws(),
                "estimator.draws",
                "this objective is in closed form");
        return requested;
    }

    private Training training(Training defaults) {
        return new Training(
                settings.optionalCount("train.epochs").orElse(0),
                settings.optionalCount("train.batch").orElse(defaults.batch()),
                settings.number("train.validation"),
                settings.optionalNumber("train.stepSize").orElse(defaults.stepSize()),
                settings.choice("train.schedule", StepSizeSchedule.class));
    }

    private void refuseKeysElsewhere(FitKind kind) {
        for (Key key : KeyTable.excludedBy(kind)) {
            String why = String.valueOf(key.exclusion(kind));
            String required = List.of("true", "false").contains(key.defaultText()) ? key.defaultText() : "none";
            notes.changedKeys(key).forEach(name -> refuseIfSet(name, why, required));
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
