package io.credence.formula;

import io.credence.formula.Expression.Argument;
import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.NumberLiteral;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Call {@code t2(x, z, k = 5)} of a smooth surface over two numbers. */
record SurfaceCall(Call call) {

    static final String FUNCTION = "t2";

    private static final List<String> PARAMETERS = List.of("x", "z", "k");
    /** Number of penalised functions of each number, unless it is given. */
    private static final int FUNCTIONS = 5;

    /** Recognises a variable that is a surface; null for others. */
    static @Nullable SurfaceCall recognise(Expression variable) {
        Call call = Arguments.asCall(variable, Set.of(FUNCTION));
        return call == null ? null : new SurfaceCall(call);
    }

    /**
     * Smooths of the two numbers, as calls of {@code s}.
     *
     * @throws FormulaException if the call cannot be read
     */
    List<Call> margins() {
        Arguments arguments = new Arguments(call, PARAMETERS);
        arguments.requireKnown();
        Expression x = arguments.argument("x");
        Expression z = arguments.argument("z");
        if (x == null || z == null || z instanceof NumberLiteral) {
            throw arguments.refusal("two numbers, as t2(x, z); s(x) for one");
        }
        Argument k = new Argument("k", new NumberLiteral(arguments.wholeNumber("k", FUNCTIONS)));
        return List.of(margin(x, k), margin(z, k));
    }

    private static Call margin(Expression number, Argument k) {
        return new Call("s", List.of(new Argument(null, number), k), false);
    }
}
