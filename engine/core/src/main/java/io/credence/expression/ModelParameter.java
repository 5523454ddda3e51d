package io.credence.expression;

import io.credence.model.Parameter;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Parameter of an expression: a linear predictor of a row's columns, or numbers that are the same for all rows. */
public sealed interface ModelParameter extends Serializable {

    /** Name in reports. */
    String name();

    /** Names by which the expression calls its numbers. */
    List<String> names();

    /** Parameter that is a function of a linear predictor. */
    record Predicted(String name, Link link, @Nullable List<String> columns) implements ModelParameter {

        /**
         * Parameter of a predictor.
         *
         * @param columns names of the predictor's columns; null for all that the expressions do not read
         */
        public Predicted {
            columns = columns == null ? null : List.copyOf(columns);
        }

        @Override
        public List<String> names() {
            return List.of(name);
        }
    }

    /** Parameter whose value is known. */
    record Known(String name, double value) implements ModelParameter {
        @Override
        public List<String> names() {
            return List.of(name);
        }
    }

    /** Parameter of numbers that are the same for all rows, under a constraint. */
    record Constant(Parameter parameter) implements ModelParameter {

        @Override
        public String name() {
            return parameter.name();
        }

        /** The parameter's name where it is one number; with 1, 2, … behind it where it is several. */
        @Override
        public List<String> names() {
            int count = parameter.transform().constrained();
            return count == 1
                    ? List.of(name())
                    : IntStream.rangeClosed(1, count).mapToObj(k -> name() + k).toList();
        }
    }
}
