package io.credence.formula;

import io.credence.formula.Expression.Call;
import java.util.List;
import java.util.Objects;

/** Variables of a formula that are smooths: calls of {@code s} and {@code t2}. */
final class SmoothTerms {

    private SmoothTerms() {}

    static boolean isSmooth(Expression variable) {
        return variable instanceof Call call
                && !call.isOperator()
                && (call.function().equals(BasisCall.SMOOTH) || call.function().equals(SurfaceCall.FUNCTION));
    }

    /** Calls of bases that a variable is made of: its own, or those of both numbers of a surface. */
    static List<Call> basisCalls(Expression variable) {
        SurfaceCall surface = SurfaceCall.recognise(variable);
        return surface != null
                ? surface.margins()
                : BasisCall.recognise(variable) == null ? List.of() : List.of((Call) variable);
    }

    /**
     * Checks the arguments of a smooth.
     *
     * @throws FormulaException if they cannot be read
     */
    static void requireReadable(Call smooth) {
        basisCalls(smooth)
                .forEach(call ->
                        Objects.requireNonNull(BasisCall.recognise(call)).requireReadable());
    }
}
