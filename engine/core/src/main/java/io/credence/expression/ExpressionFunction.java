package io.credence.expression;

import java.util.Arrays;
import java.util.List;
import org.hipparchus.CalculusFieldElement;
import org.jspecify.annotations.Nullable;

/**
 * Function that expressions may call.
 *
 * @param name name
 * @param arguments names of its arguments, {@code "data "} before those that may not depend on parameters; after
 *     {@code "..."} the last may be repeated
 * @param help one line about what it computes
 * @param support responses for which the body is called
 * @param body what it computes; null where it draws
 * @param drawBody what it draws; null where it computes
 */
public record ExpressionFunction(
        String name,
        List<String> arguments,
        String help,
        ResponseSupport support,
        @Nullable Body body,
        @Nullable DrawBody drawBody) {

    private static final String DATA = "data ";
    private static final String MORE = "...";

    /** Function of numbers of any type. */
    interface Body {
        <T extends CalculusFieldElement<T>> T of(T[] arguments);
    }

    /** Random number by its address. */
    interface DrawBody {

        /**
         * Draws the number.
         *
         * @param argument argument, NaN where there is none
         * @param address random address of the row's draw
         * @param place number of the call in its expression
         */
        double draw(double argument, long address, int place);
    }

    static ExpressionFunction of(String name, String arguments, String help, Body body) {
        return of(name, arguments, help, ResponseSupport.ALL, body);
    }

    static ExpressionFunction of(String name, String arguments, String help, ResponseSupport support, Body body) {
        return new ExpressionFunction(name, split(arguments), help, support, body, null);
    }

    static ExpressionFunction ofDraw(String name, String arguments, String help, DrawBody body) {
        return new ExpressionFunction(name, split(arguments), help, ResponseSupport.ALL, null, body);
    }

    private static List<String> split(String arguments) {
        return arguments.isEmpty() ? List.of() : Arrays.asList(arguments.split(", "));
    }

    /** Call of the function with the names of its arguments. */
    public String signature() {
        return name + "(" + String.join(", ", arguments) + ")";
    }

    private boolean isOpenEnded() {
        return arguments.contains(MORE);
    }

    /** Whether the function can be called with so many arguments. */
    boolean takes(int count) {
        return isOpenEnded() ? count >= arguments.size() - 1 : count == arguments.size();
    }

    /** Whether an argument may not depend on parameters. */
    boolean isData(int argument) {
        return argument < arguments.size() && arguments.get(argument).startsWith(DATA);
    }
}
