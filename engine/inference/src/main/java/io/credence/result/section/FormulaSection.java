package io.credence.result.section;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.credence.formula.Basis;
import io.credence.formula.Design;
import io.credence.formula.DesignData;
import io.credence.formula.Formula;
import io.credence.formula.GroupingTerm;
import io.credence.formula.PredictorTerms;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Formula, with the levels and bases found in the rows of the fit.
 *
 * @param text text of the formula
 * @param intercept false where the intercept was left out; null where it was not
 * @param groups terms of grouping factors that were given beside the formula or in it
 * @param others names of the columns that "." stands for
 * @param factors names of the columns that are categorical
 * @param levels levels of each categorical column
 * @param bases bases of splines and polynomials, by the text of their call
 */
public record FormulaSection(
        String text,
        @Nullable Boolean intercept,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<GroupingTermSection> groups,
        List<String> others,
        List<String> factors,
        Map<String, List<String>> levels,
        Map<String, BasisSection> bases) {

    /**
     * Term of a grouping factor.
     *
     * @param effects formula of the effects of a level
     * @param correlated whether the effects of a level are correlated
     * @param by names of the columns whose cells identify a level
     */
    public record GroupingTermSection(String effects, boolean correlated, List<String> by) {}

    /**
     * Parameters of a basis.
     *
     * @param knots knots of a spline
     * @param degree degree of B-splines; null for other bases
     * @param centres centres of orthogonal polynomials
     * @param norms squared norms of orthogonal polynomials
     * @param turns coefficients of the B-splines in the penalised functions of a smooth
     * @param cyclic true for a smooth of a number that comes round; null for other bases
     */
    public record BasisSection(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> knots,
            @Nullable Integer degree,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> centres,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> norms,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Double> turns,
            @Nullable Boolean cyclic) {

        private Basis restore() {
            if (cyclic != null && cyclic) {
                return Basis.restoreCyclic(knots, centres, turns);
            }
            return Basis.restore(
                    knots, degree == null ? OptionalInt.empty() : OptionalInt.of(degree), centres, norms, turns);
        }
    }

    static FormulaSection of(Design design) {
        DesignData data = design.data();
        Map<String, BasisSection> bases = new LinkedHashMap<>();
        data.bases()
                .forEach((call, basis) ->
                        bases.put(call, SectionMapper.fromMap(basis.parameters(), BasisSection.class)));
        return new FormulaSection(
                design.formula().text(),
                design.isWithoutIntercept() ? false : null,
                design.formula().groupingTerms().stream()
                        .map(group -> new GroupingTermSection(
                                group.effects().text(), group.correlated(), List.copyOf(group.factorColumns())))
                        .toList(),
                List.copyOf(data.otherColumns()),
                List.copyOf(data.factorColumns()),
                data.levels(),
                bases);
    }

    /**
     * Restores the design that the formula made of the columns.
     *
     * @param aliased names of columns that have no coefficient
     * @param further terms of linear predictors after the first
     * @param numbers names of columns that the model reads as numbers
     */
    public Design design(List<String> aliased, List<PredictorTerms> further, List<String> numbers) {
        Map<String, Basis> restored = new LinkedHashMap<>();
        bases.forEach((call, basis) -> restored.put(call, basis.restore()));
        DesignData data = new DesignData(others, new LinkedHashSet<>(factors), levels, restored);
        List<GroupingTerm> terms = groups.stream()
                .map(group -> GroupingTerm.of(group.effects(), group.by(), group.correlated()))
                .toList();
        Design whole = Formula.parse(text)
                .withGroupingTerms(terms)
                .withPredictors(further, numbers)
                .design(data);
        Design own = intercept == null || intercept ? whole : whole.withoutIntercept();
        return aliased.isEmpty() ? own : own.withoutColumns(aliased);
    }
}
