package io.credence.formula;

import io.credence.formula.Expression.Call;
import io.credence.formula.Expression.Name;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Model formula in R's notation: {@code y ~ a * b + poly(x, 2) + offset(log(n)) - 1}. Right of {@code ~} stand terms of
 * columns, of numbers computed from them, of factors ({@code factor(g)}, {@code C(g, contr.sum)}, columns of text) and
 * of bases ({@code poly}, {@code ns}) and smooths ({@code s}, {@code t2}), joined by {@code + - : * / ^ %in%}; {@code .} stands for all other columns.
 * Effects that vary between levels are added as in lme4: {@code (1 + x | g)}.
 */
public final class Formula implements Serializable {

    private static final long serialVersionUID = 1;

    private final String text;
    private final @Nullable Expression response;
    private final Expression terms;
    private final List<GroupingTerm> groups;
    private final List<PredictorTerms> predictors;
    private final List<String> numbers;

    private Formula(
            String text,
            @Nullable Expression response,
            Expression terms,
            List<GroupingTerm> groups,
            List<PredictorTerms> predictors,
            List<String> numbers) {
        this.text = text;
        this.response = response;
        this.terms = terms;
        this.groups = List.copyOf(groups);
        this.predictors = List.copyOf(predictors);
        this.numbers = List.copyOf(numbers);
    }

    /**
     * Parses a formula.
     *
     * @throws FormulaException if it cannot be read
     */
    public static Formula parse(String text) {
        Expression whole = FormulaParser.parse(text);
        if (!(whole instanceof Call call) || !call.function().equals("~") || !call.isOperator()) {
            throw new FormulaException("has no ~", "response ~ terms", text);
        }
        boolean one = call.arguments().size() == 1;
        GroupingTerm.SplitTerms sides = GroupingTerm.SplitTerms.split(call.argumentValue(one ? 0 : 1));
        Formula formula = new Formula(
                text,
                one ? null : call.argumentValue(0),
                sides.fixedTerms(),
                sides.groupingTerms(),
                List.of(),
                List.of());
        formula.requireNoProductOfSmooths();
        return formula;
    }

    private void requireNoProductOfSmooths() {
        Terms all = Terms.of(terms, List.of());
        for (BitSet product : all.products()) {
            if (product.stream()
                            .mapToObj(all.variables()::get)
                            .filter(SmoothTerms::isSmooth)
                            .count()
                    > 1) {
                throw new FormulaException("has a product of two smooths", "t2(x, z) for a surface", text);
            }
        }
    }

    /** Copy with other varying effects. */
    public Formula withGroupingTerms(List<GroupingTerm> others) {
        return new Formula(text, response, terms, others, predictors, numbers);
    }

    /**
     * Copy for a model with further linear predictors, whose columns join those of the terms.
     *
     * @param others terms of the predictors after the first, which is the formula's own
     * @param read names of columns that the model reads as numbers, without coefficients
     */
    public Formula withPredictors(List<PredictorTerms> others, List<String> read) {
        return new Formula(text, response, terms, groups, others, read);
    }

    /** Terms of the linear predictors after the first, in order. */
    public List<PredictorTerms> predictorTerms() {
        return predictors;
    }

    /** Names of columns that the model reads as numbers, without coefficients. */
    public List<String> numberColumns() {
        return numbers;
    }

    /** Varying effects of each grouping factor, in order. */
    public List<GroupingTerm> groupingTerms() {
        return groups;
    }

    /** Texts of the smooths among the terms, such as {@code s(x)}. */
    public List<String> smoothTerms() {
        return Terms.of(terms, List.of()).variables().stream()
                .filter(SmoothTerms::isSmooth)
                .map(Expression::text)
                .toList();
    }

    /** Text of the formula as it was given. */
    public String text() {
        return text;
    }

    /** Text of the response as R writes it; empty where there is none. */
    public String responseText() {
        return response == null ? "" : response.text();
    }

    /** Name of the column that is the response; null where there is none, or where it is computed from columns. */
    public @Nullable String responseColumn() {
        return response instanceof Name name ? name.name() : null;
    }

    /** Names of the columns from which the response is computed, in the order of cells. */
    public List<String> responseColumns() {
        return response == null ? List.of() : new ArrayList<>(Terms.columns(response));
    }

    /**
     * Function that computes the response from the cells of {@link #responseColumns()}. It gives the number of
     * successes where the response is {@code cbind(successes, failures)}.
     */
    public CellFunction responseNumber() {
        if (response == null) {
            throw new IllegalStateException("the formula has no response: " + text);
        }
        Call counts = cbindCall();
        return Arithmetic.compile(counts == null ? response : counts.argumentValue(0), responseColumns()::indexOf);
    }

    /** Whether the response is {@code cbind(successes, failures)}. */
    public boolean countsTrials() {
        return cbindCall() != null;
    }

    /**
     * Function that computes the number of trials, successes plus failures, from the cells of
     * {@link #responseColumns()}. Null where the response counts no trials.
     */
    public @Nullable CellFunction trialsNumber() {
        Call counts = cbindCall();
        return counts == null
                ? null
                : Arithmetic.compile(
                        Call.ofOperator("+", counts.argumentValue(0), counts.argumentValue(1)),
                        responseColumns()::indexOf);
    }

    private @Nullable Call cbindCall() {
        boolean bound = response instanceof Call call
                && !call.isOperator()
                && call.function().equals("cbind")
                && call.arguments().size() == 2;
        return bound ? (Call) response : null;
    }

    /**
     * Names of the columns that the formula has by their bare names. Such a column is a factor if it holds text.
     *
     * @param others columns that {@code .} stands for
     */
    public Set<String> bareColumns(List<String> others) {
        Set<String> bare = new LinkedHashSet<>();
        for (Terms some : terms(others)) {
            for (Expression variable : some.variables()) {
                if (variable instanceof Name name) {
                    bare.add(name.name());
                }
            }
        }
        return bare;
    }

    /** Names of all columns in the terms, offsets and varying effects; columns of grouping factors are left out. */
    public Set<String> allColumns(List<String> others) {
        Set<String> columns = new LinkedHashSet<>();
        terms(others).forEach(some -> columns.addAll(some.columns()));
        columns.addAll(numbers);
        return columns;
    }

    /**
     * Names of the response's columns that occur in terms, offsets or grouping factors too. Such a column would predict
     * itself.
     */
    public Set<String> responseColumnsInTerms() {
        Set<String> named = new LinkedHashSet<>(responseColumns());
        Set<String> others = allColumns(List.of());
        groups.forEach(group -> others.addAll(group.factorColumns()));
        named.retainAll(others);
        return named;
    }

    /** Names of the columns in the terms and varying effects; columns only in offsets are left out. */
    public Set<String> termColumns(List<String> others) {
        Set<String> columns = new LinkedHashSet<>();
        for (Terms some : terms(others)) {
            some.variables().forEach(variable -> columns.addAll(Terms.columns(variable)));
        }
        columns.addAll(numbers);
        return columns;
    }

    private List<Terms> terms(List<String> others) {
        List<Terms> all = new ArrayList<>(List.of(Terms.of(terms, others)));
        groups.forEach(group -> all.add(group.terms()));
        predictors.forEach(predictor -> all.add(predictor.terms(others)));
        return all;
    }

    /**
     * Creates a draft of the design. The draft states which facts about the rows are needed for its columns.
     *
     * @param others columns that {@code .} means @param isFactor whether the cells of a column that stands by its bare
     *     name are levels
     */
    public DesignDraft draft(List<String> others, Predicate<String> isFactor) {
        Set<String> factors = new LinkedHashSet<>(bareColumns(others));
        factors.removeIf(isFactor.negate());
        return new DesignDraft(this, Terms.of(terms, others), others, factors);
    }

    /** Creates the design of new rows, with the same columns as in a fit. */
    public Design design(DesignData data) {
        return draft(data.otherColumns(), data.factorColumns()::contains).design(data.levels(), data.bases());
    }
}
