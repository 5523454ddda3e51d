package io.credence.summary;

import io.credence.model.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parameters that are transforms of unconstrained numbers, which the posterior concerns.
 *
 * @param parameters these parameters
 * @param unconstrainedIndices indices of their unconstrained numbers among the posterior's parameters
 */
public record TransformedParameters(List<Parameter> parameters, List<Integer> unconstrainedIndices)
        implements DerivedNumbers {

    /**
     * Selects the parameters that differ from their unconstrained numbers.
     *
     * @param all parameters in the order of the posterior
     * @param first index of the first parameter's first number among the posterior's parameters
     * @return null where none is transformed
     */
    public static @Nullable TransformedParameters of(List<Parameter> all, int first) {
        List<Parameter> transformed = new ArrayList<>();
        List<Integer> entries = new ArrayList<>();
        int at = first;
        for (Parameter parameter : all) {
            int size = parameter.transform().unconstrained();
            if (isTransformed(parameter)) {
                transformed.add(parameter);
                for (int k = 0; k < size; k++) {
                    entries.add(at + k);
                }
            }
            at += size;
        }
        return transformed.isEmpty() ? null : new TransformedParameters(List.copyOf(transformed), List.copyOf(entries));
    }

    private static boolean isTransformed(Parameter parameter) {
        return !parameter
                .transform()
                .names(parameter.name())
                .equals(parameter.transform().unconstrainedNames(parameter.name()));
    }

    @Override
    public List<String> names() {
        return parameters.stream()
                .flatMap(parameter -> parameter.transform().names(parameter.name()).stream())
                .toList();
    }

    /** Names of the unconstrained numbers of these parameters, out of all names of the posterior's parameters. */
    public List<String> of(List<String> all) {
        return unconstrainedIndices.stream().map(all::get).toList();
    }

    @Override
    public double[] valuesAt(double[] theta) {
        double[] free =
                unconstrainedIndices.stream().mapToDouble(at -> theta[at]).toArray();
        double[] into = new double
                [parameters.stream()
                        .mapToInt(parameter -> parameter.transform().constrained())
                        .sum()];
        int from = 0;
        int to = 0;
        for (Parameter parameter : parameters) {
            parameter.transform().constrain(free, from, into, to);
            from += parameter.transform().unconstrained();
            to += parameter.transform().constrained();
        }
        return into;
    }
}
