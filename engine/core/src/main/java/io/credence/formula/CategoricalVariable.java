package io.credence.formula;

import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Name;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Categorical variable: a column of text by its name, {@code factor(x)}, or {@code C(x, contr.sum)}.
 *
 * @param column name of the column
 * @param contrasts contrasts of its levels where another term has their mean
 */
record CategoricalVariable(String column, ContrastCoding contrasts) {

    /** Name of the function that chooses contrasts. */
    static final String CONTRASTS = "C";

    private static final Set<String> FACTORS = Set.of("factor", "as.factor", CONTRASTS);

    /** Recognises a variable that is written as a factor. Null for numbers, and for bare names, which may be either. */
    static @Nullable CategoricalVariable recognise(Expression variable) {
        if (!(variable instanceof Call call) || call.isOperator() || !FACTORS.contains(call.function())) {
            return null;
        }
        int most = call.function().equals(CONTRASTS) ? 2 : 1;
        if (call.arguments().isEmpty()
                || call.arguments().size() > most
                || !(call.argumentValue(0) instanceof Name name)) {
            throw new FormulaException(
                    "has a factor that cannot be read", "factor(column) or C(column, contr.sum)", call.text());
        }
        if (call.arguments().size() == 1) {
            return new CategoricalVariable(name.name(), ContrastCoding.TREATMENT);
        }
        return new CategoricalVariable(
                name.name(), ContrastCoding.ofFunction(call.argumentValue(1).text(), call.text()));
    }
}
