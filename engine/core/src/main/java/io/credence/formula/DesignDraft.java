package io.credence.formula;

import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Name;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Design of a formula before levels and bases are known. Whether a column is a number or a factor is known. */
public final class DesignDraft {

    private final Formula formula;
    private final Terms terms;
    private final List<String> others;
    private final Set<String> factors;
    private final Map<CellInput, Integer> inputs = new LinkedHashMap<>();

    /**
     * Cell of a row that design columns are computed from.
     *
     * @param column name of the column of the table
     * @param isLevel whether the cell is the index of a level, instead of a number
     */
    public record CellInput(String column, boolean isLevel) implements Serializable {}

    DesignDraft(Formula formula, Terms terms, List<String> others, Set<String> factors) {
        this.formula = formula;
        this.terms = terms;
        this.others = List.copyOf(others);
        this.factors = factors;
        terms.variables().forEach(this::registerInput);
        terms.offsets().forEach(this::compileNumber);
        formula.groupingTerms().forEach(group -> group.terms().variables().forEach(this::registerInput));
        formula.predictorTerms().forEach(each -> each.terms(others).variables().forEach(this::registerInput));
        formula.numberColumns().forEach(column -> registerInput(column, false));
    }

    private void registerInput(Expression variable) {
        CategoricalVariable factor = categoricalVariable(variable);
        if (factor != null) {
            registerInput(factor.column(), true);
        } else if (SurfaceCall.recognise(variable) != null) {
            SmoothTerms.basisCalls(variable).forEach(call -> compileNumber(call.argumentValue(0)));
        } else {
            compileNumber(numericExpression(variable));
        }
    }

    /** Variables of the terms, of the varying effects and of further linear predictors. */
    private Stream<Expression> variables() {
        Stream<Terms> further = Stream.concat(
                formula.groupingTerms().stream().map(GroupingTerm::terms),
                formula.predictorTerms().stream().map(each -> each.terms(others)));
        return Stream.concat(Stream.of(terms), further).flatMap(some -> some.variables().stream());
    }

    /** Terms of the linear predictors after the first, multiplied out. */
    List<Terms> predictorTerms() {
        return formula.predictorTerms().stream().map(each -> each.terms(others)).toList();
    }

    /** Cells that a row must provide, in order. */
    public List<CellInput> cellInputs() {
        return List.copyOf(inputs.keySet());
    }

    /**
     * Completes the design once levels and bases of the fit are known.
     *
     * @param levels levels of each column that is a factor
     * @param known bases of an earlier fit, by the text of their call, which are kept
     * @param statistics computes the statistics of a number over all rows
     */
    public Design design(
            Map<String, List<String>> levels,
            Map<String, Basis> known,
            Function<CellFunction, ColumnStatistics> statistics) {
        Map<String, Basis> bases = new LinkedHashMap<>();
        variables()
                .flatMap(variable -> SmoothTerms.basisCalls(variable).stream())
                .distinct()
                .forEach(variable -> {
                    BasisCall call = BasisCall.recognise(variable);
                    Basis before = known.get(variable.text());
                    if (call != null) {
                        bases.put(
                                variable.text(),
                                before != null ? before : call.basis(statistics.apply(compileNumber(call.argument()))));
                    }
                });
        return design(levels, bases);
    }

    Design design(Map<String, List<String>> levels, Map<String, Basis> bases) {
        return new Design(this, new DesignData(others, factors, levels, bases), false, List.of());
    }

    Formula formula() {
        return formula;
    }

    Terms terms() {
        return terms;
    }

    /** Factor that a variable is; null where it is a number. */
    @Nullable
    CategoricalVariable categoricalVariable(Expression variable) {
        if (variable instanceof Name name) {
            return factors.contains(name.name())
                    ? new CategoricalVariable(name.name(), ContrastCoding.TREATMENT)
                    : null;
        }
        return CategoricalVariable.recognise(variable);
    }

    /** Whether a variable has levels: those of a factor, or intervals of a number. */
    boolean hasLevels(Expression variable) {
        return categoricalVariable(variable) != null || CutCall.recognise(variable) != null;
    }

    /** Encoding of a variable in a term. */
    Encoding encoding(Expression variable, boolean full, DesignData data) {
        CategoricalVariable factor = categoricalVariable(variable);
        if (factor != null) {
            List<String> levels = data.levels().get(factor.column());
            if (levels == null) {
                throw new IllegalArgumentException("the levels of column '" + factor.column() + "' are not known");
            }
            return new Encoding.LevelEncoding(
                    registerInput(factor.column(), true),
                    factor.column(),
                    levels,
                    full ? ContrastCoding.FULL : factor.contrasts());
        }
        SurfaceCall surface = SurfaceCall.recognise(variable);
        if (surface != null) {
            return surface(surface.margins(), data);
        }
        Expression of = numericExpression(variable);
        CellFunction number = compileNumber(of);
        CutCall cut = CutCall.recognise(variable);
        if (cut != null) {
            return cut.encoding(number, full);
        }
        Basis basis = data.bases().get(variable.text());
        return basis == null ? new Encoding.NumberEncoding(number, of) : new Encoding.BasisEncoding(number, of, basis);
    }

    private Encoding surface(List<Call> margins, DesignData data) {
        List<Expression> numbers =
                margins.stream().map(call -> call.argumentValue(0)).toList();
        List<SmoothBasis> bases = margins.stream()
                .map(call -> data.bases().get(call.text()) instanceof SmoothBasis basis ? basis : null)
                .map(basis -> Objects.requireNonNull(basis, "smooths of a surface"))
                .toList();
        return new Encoding.SurfaceEncoding(
                numbers.stream().map(this::compileNumber).toList(),
                new SurfaceFunctions(
                        bases.get(0),
                        bases.get(1),
                        numbers.stream().map(Expression::text).toList()));
    }

    CellFunction compileNumber(Expression expression) {
        return Arithmetic.compile(expression, column -> registerInput(column, false));
    }

    private static Expression numericExpression(Expression variable) {
        CutCall cut = CutCall.recognise(variable);
        if (cut != null) {
            return cut.argument();
        }
        BasisCall call = BasisCall.recognise(variable);
        return call == null ? variable : call.argument();
    }

    private int registerInput(String column, boolean isLevel) {
        return inputs.computeIfAbsent(new CellInput(column, isLevel), any -> inputs.size());
    }
}
