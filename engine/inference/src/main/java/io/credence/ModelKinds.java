package io.credence;

import io.credence.config.ModelConfig;
import io.credence.model.Model;
import io.credence.result.SavedPosterior;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Kinds of models that come with Credence, and those of users' classes. */
public final class ModelKinds {

    /** Kinds that come with Credence, in the order in which they are asked; the last one takes what is left. */
    static final List<ModelKind> ALL =
            List.of(new NetworkKind(), new MixedKind(), new MultiParameterKind(), new PredictorKind());

    private ModelKinds() {}

    /**
     * Kind of model that a configuration asks for.
     *
     * @param userModel class of {@code model.class}; null for a likelihood
     */
    public static ModelKind of(ModelConfig model, @Nullable Model userModel) {
        return of(userModel, kind -> kind.isRequested(model));
    }

    /**
     * Kind of model of a saved fit.
     *
     * @param userModel class that was fitted; null where the posterior is of a likelihood
     */
    public static ModelKind of(SavedPosterior saved, @Nullable Model userModel) {
        return of(userModel, kind -> kind.hasFitted(saved));
    }

    private static ModelKind of(@Nullable Model userModel, Predicate<ModelKind> meant) {
        return userModel instanceof ModelKind own
                ? own
                : ALL.stream().filter(meant).findFirst().orElseThrow();
    }
}
