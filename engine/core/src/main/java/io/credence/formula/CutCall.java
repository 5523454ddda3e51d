package io.credence.formula;

import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.NumberLiteral;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Call {@code cut(x, breaks, right)} in a formula, which makes a factor of a number. Its levels are the intervals
 * between breaks.
 */
final class CutCall {

    private static final Set<String> FUNCTION = Set.of("cut");

    private final Arguments arguments;

    private CutCall(Call call) {
        arguments = new Arguments(call, List.of("x", "breaks", "right"));
    }

    /** Recognises a variable that is a call of {@code cut}; null for others. */
    static @Nullable CutCall recognise(Expression variable) {
        Call call = Arguments.asCall(variable, FUNCTION);
        return call == null ? null : new CutCall(call);
    }

    /** Expression of the number that is cut. */
    Expression argument() {
        if (arguments.call().arguments().size() < 2) {
            throw arguments.refusal("a number and its breaks, such as cut(age, c(18, 30, 60))");
        }
        return arguments.call().argumentValue(0);
    }

    Encoding encoding(CellFunction number, boolean full) {
        arguments.requireKnown();
        Expression of = argument();
        Expression given = arguments.argument("breaks");
        List<Double> breaks = given == null
                ? List.of()
                : arguments.numbers(given).stream().sorted().toList();
        if (breaks.size() < 3 || breaks.stream().distinct().count() < breaks.size()) {
            throw arguments.refusal("three breaks or more, no two alike");
        }
        boolean right = arguments.argument("right") == null || arguments.isTrue("right");
        return new Encoding.Intervals(number, of, breaks, right, full ? ContrastCoding.FULL : ContrastCoding.TREATMENT);
    }

    /** Names of the intervals in R's notation, but with all digits of the breaks. */
    static List<String> intervalNames(List<Double> breaks, boolean right) {
        return IntStream.range(1, breaks.size())
                .mapToObj(k -> (right ? "(" : "[") + numberText(breaks.get(k - 1)) + "," + numberText(breaks.get(k))
                        + (right ? "]" : ")"))
                .toList();
    }

    private static String numberText(double value) {
        return new NumberLiteral(value).text();
    }
}
