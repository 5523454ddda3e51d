package io.credence.summary;

import io.credence.model.DerivedQuantities;
import io.credence.model.Model;
import io.credence.model.ModelFailure;
import io.credence.model.Parameters;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Quantities that a user's model derives from its parameters. */
public final class ModelQuantities implements DerivedNumbers {

    private final DerivedQuantities model;
    private final Parameters parameters;
    private final List<String> names;

    private ModelQuantities(DerivedQuantities model, Parameters parameters, List<String> names) {
        this.model = model;
        this.parameters = parameters;
        this.names = names;
    }

    /**
     * Quantities of a user's model, validated by one evaluation where all unconstrained numbers are 0.
     *
     * @param columns names of the features from which the model made its parameters
     * @return quantities; null where the model has none
     * @throws IllegalArgumentException if names are blank or taken, the number of values is another, or the model
     *     throws
     */
    public static @Nullable ModelQuantities of(Model model, Parameters parameters, List<String> columns) {
        if (!(model instanceof DerivedQuantities derived)) {
            return null;
        }
        ModelQuantities quantities = new ModelQuantities(derived, parameters, names(derived, parameters, columns));
        quantities.valuesAt(new double[parameters.dimension()]);
        return quantities.names.isEmpty() ? null : quantities;
    }

    private static List<String> names(DerivedQuantities model, Parameters parameters, List<String> columns) {
        List<String> names = callModel(model, () -> List.copyOf(model.quantityNames(columns)));
        Set<String> taken = new HashSet<>(parameters.names());
        taken.addAll(parameters.unconstrainedNames());
        for (String name : names) {
            if (name.isBlank() || !taken.add(name)) {
                throw refusal(
                        model,
                        "names that are not blank, and are different from each other and from those of the parameters",
                        name.isBlank() ? "one that is" : "'" + name + "' twice",
                        null);
            }
        }
        return names;
    }

    @Override
    public List<String> names() {
        return names;
    }

    /**
     * Values of the quantities at unconstrained numbers {@code theta}.
     *
     * @throws IllegalArgumentException if there are not as many values as names, or the model throws
     */
    @Override
    public double[] valuesAt(double[] theta) {
        double[] values = callModel(model, () -> model.quantities(parameters.constrain(theta)));
        if (values.length != names.size()) {
            throw refusal(model, "one value for each of " + names.size() + " names", values.length + " values", null);
        }
        return values;
    }

    /** Calls the user's model and returns its result; a failure becomes a refusal of one line. */
    private static <T> T callModel(DerivedQuantities model, Supplier<T> question) {
        T answer;
        try {
            answer = question.get();
        } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError failed) {
            throw refusal(model, "an answer", ModelFailure.describe(model, failed), failed);
        }
        if (answer == null) {
            throw refusal(model, "an answer", "null", null);
        }
        return answer;
    }

    private static IllegalArgumentException refusal(
            DerivedQuantities model, String required, String found, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "the quantities of " + model.getClass().getName() + " cannot be computed: required " + required
                        + ", found " + found,
                cause);
    }
}
