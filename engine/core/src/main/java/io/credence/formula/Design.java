package io.credence.formula;

import io.credence.formula.DesignColumns.PlacedTerm;
import io.credence.formula.DesignColumns.TermProduct;
import io.credence.part.Names;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Design matrix of a formula, with columns named and ordered as by R's {@code model.matrix}. Within a term, the first
 * variable's columns vary fastest. A factor is coded by contrasts where the rest of its term is in the model too, else
 * by one indicator for each level.
 */
public final class Design implements Serializable {

    private static final long serialVersionUID = 1;
    /** Name of the column of ones. */
    public static final String INTERCEPT = "(Intercept)";

    private final Formula formula;
    private final DesignData data;
    private final List<DesignDraft.CellInput> inputs;
    private final boolean intercept;
    private final List<FactorEffects> groups;
    private final List<CellFunction> offsets;
    private final List<String> names;
    private final int fixed;
    private final boolean absorbed;
    private final List<String> aliased;
    private final DesignTerms made;
    private final List<List<String>> predictors;

    /**
     * Effects that vary between the levels of a grouping factor.
     *
     * @param factorColumns columns of the table whose cells together identify the level
     * @param effectNames names of the effects
     * @param columnIndices index of the design's column of each effect
     * @param correlated whether the effects of a level are correlated
     */
    public record FactorEffects(
            List<String> factorColumns, List<String> effectNames, int[] columnIndices, boolean correlated)
            implements Serializable {
        public FactorEffects {
            factorColumns = List.copyOf(factorColumns);
            effectNames = List.copyOf(effectNames);
        }

        private FactorEffects withColumns(int[] targets) {
            return new FactorEffects(
                    factorColumns,
                    effectNames,
                    Arrays.stream(columnIndices).map(j -> targets[j]).toArray(),
                    correlated);
        }
    }

    /** Receiver of the nonzero columns of a row. */
    @FunctionalInterface
    public interface Sink {
        /** Receives a column's index and value. */
        void put(int column, double value);
    }

    /**
     * Creates the design of a draft.
     *
     * @param absorbed whether the column of ones is left out because the model has other parameters instead
     * @param aliased names of columns that are left out
     */
    Design(DesignDraft draft, DesignData data, boolean absorbed, List<String> aliased) {
        Terms written = draft.terms();
        this.formula = draft.formula();
        this.data = data;
        List<Terms> others = draft.predictorTerms();
        this.intercept = !absorbed && (written.intercept() || others.stream().anyMatch(Terms::intercept));
        this.absorbed = absorbed;
        this.offsets = written.offsets().stream().map(draft::compileNumber).toList();
        DesignColumns columns = new DesignColumns(draft, data, intercept);
        columns.addTerms(written);
        int terms = columns.names().size();
        List<FactorEffects> effects =
                formula.groupingTerms().stream().map(columns::addEffects).toList();
        List<List<String>> named = new ArrayList<>();
        named.add(Names.without(columns.names().subList(intercept && !written.intercept() ? 1 : 0, terms), aliased));
        others.forEach(predictor -> named.add(List.copyOf(columns.addPredictor(predictor, !absorbed))));
        formula.numberColumns().forEach(columns::addNumber);
        this.predictors = List.copyOf(named);
        List<String> all = columns.names();
        if (!others.isEmpty()) {
            requireDistinct(all);
        }
        int[] targets = new int[all.size()];
        List<String> left = new ArrayList<>();
        Set<String> gone = new HashSet<>(aliased);
        for (int j = 0; j < targets.length; j++) {
            boolean isLeft = j >= terms || !gone.contains(all.get(j));
            targets[j] = isLeft ? left.size() : -1;
            left.addAll(isLeft ? List.of(all.get(j)) : List.of());
        }
        this.aliased = List.copyOf(aliased);
        this.names = List.copyOf(left);
        this.fixed = terms - (all.size() - left.size());
        this.groups = effects.stream().map(each -> each.withColumns(targets)).toList();
        this.inputs = draft.cellInputs();
        this.made = new DesignTerms(
                columns.encodings(),
                columns.terms().stream().map(term -> term.withColumns(targets)).toList());
    }

    private void requireDistinct(List<String> all) {
        Set<String> once = new HashSet<>();
        for (String name : all) {
            if (!once.add(name)) {
                throw new FormulaException(
                        "has two columns of one name",
                        "other names of columns, and the same contrasts of a factor in all formulas of a model",
                        name);
            }
        }
    }

    /** Formula of the design. */
    public Formula formula() {
        return formula;
    }

    /** Facts about the rows of the fit that the columns depend on. */
    public DesignData data() {
        return data;
    }

    /** Cells that a row must provide, in order. */
    public List<DesignDraft.CellInput> cellInputs() {
        return inputs;
    }

    /** Names of the columns, the intercept first. Columns that only varying effects need follow those of the terms. */
    public List<String> names() {
        return names;
    }

    /** Names of the columns of each linear predictor, that of the formula's own terms first. */
    public List<List<String>> predictorColumns() {
        return predictors;
    }

    /** Number of columns of the formula's terms, which are the first ones. */
    public int termColumnCount() {
        return fixed;
    }

    /** Varying effects of each grouping factor, in the order of the formula. */
    public List<FactorEffects> factorEffects() {
        return groups;
    }

    /** Smooth functions among the terms, in order. */
    public List<Smooth> smooths() {
        return made.smooths();
    }

    /** Whether the first column is the column of ones. */
    public boolean hasIntercept() {
        return intercept;
    }

    /**
     * Copy without the column of ones, for models that have other parameters instead. Factors are coded as if it were
     * there.
     */
    public Design withoutIntercept() {
        return intercept ? redraft(true, aliased) : this;
    }

    /** Copy without aliased columns, which are linear combinations of the others. */
    public Design withoutColumns(List<String> columns) {
        return redraft(absorbed, columns);
    }

    private Design redraft(boolean absorbs, List<String> without) {
        return new Design(formula.draft(data.otherColumns(), data.factorColumns()::contains), data, absorbs, without);
    }

    /** Names of the columns that are left out because they are linear combinations of the others. */
    public List<String> aliasedColumns() {
        return aliased;
    }

    /** Whether the column of ones was removed. */
    public boolean isWithoutIntercept() {
        return absorbed;
    }

    /**
     * Description of a column that differs in meaning from one of the same name in an earlier design; null where none
     * does. Examples are another reference level, other contrasts, or basis functions that were chosen from other rows.
     */
    public @Nullable String differenceFrom(Design earlier) {
        Map<String, String> before = earlier.made.columnMeanings(earlier.names);
        for (Map.Entry<String, String> column : made.columnMeanings(names).entrySet()) {
            String meaning = before.getOrDefault(column.getKey(), column.getValue());
            if (!meaning.equals(column.getValue())) {
                return column.getKey() + ", " + column.getValue() + ", was " + meaning;
            }
        }
        return null;
    }

    /**
     * Columns of the formula's terms as products of factors that each depend on one column of the table. The column of
     * ones is an empty product.
     *
     * @throws FormulaException if a column is no such product, or there is an offset
     */
    public List<List<ColumnFactor>> columnFactors() {
        if (!offsets.isEmpty()) {
            throw new FormulaException("has an offset", "none, where columns are named one by one", formula.text());
        }
        return made.columnFactors(fixed);
    }

    /**
     * Columns that are products of several variables, including at least one number, whichever of the formulas, for a
     * linear predictor or varying effects, has them.
     */
    public List<ColumnProduct> numberProducts() {
        return made.numberProducts();
    }

    /** Upper bound of the number of nonzero columns in a row. */
    public double mostEntries() {
        double entries = 0;
        for (PlacedTerm term : made.termsWithOwnColumns()) {
            entries += mostEntries(term.product());
        }
        return entries;
    }

    private double mostEntries(TermProduct term) {
        double product = 1;
        for (int member : term.encodingIndices()) {
            Encoding encoding = made.encodings().get(member);
            boolean single = encoding instanceof Encoding.LevelEncoding levels && levels.isIndicator();
            product *= single ? 1 : encoding.suffixes().size();
        }
        return product;
    }

    /** Sum of the formula's offsets in a row. */
    public double offset(double[] cells) {
        double sum = 0;
        for (CellFunction offset : offsets) {
            sum += offset.evaluate(cells);
        }
        return sum;
    }

    /** Creates a writer for one thread. */
    public Writer createWriter() {
        return new Writer();
    }

    /** Writer of the columns of rows, one row at a time. Not thread-safe. */
    public final class Writer {
        private final List<PlacedTerm> terms = made.termsWithOwnColumns();
        private final double[][] encoded = made.encodings().stream()
                .map(encoding -> new double[encoding.suffixes().size()])
                .toArray(double[][]::new);

        private Writer() {}

        /**
         * Writes the columns of a row in ascending order.
         *
         * @param cells value of each of the inputs
         */
        public void write(double[] cells, Sink sink) {
            for (int k = 0; k < encoded.length; k++) {
                made.encodings().get(k).writeColumns(cells, encoded[k]);
            }
            for (PlacedTerm term : terms) {
                write(term, term.product().encodingIndices().length - 1, 1, 0, sink);
            }
        }

        /** Writes the columns of a term from column {@code from} of it on, the first variable's fastest. */
        private void write(PlacedTerm term, int last, double factor, int from, Sink sink) {
            if (last < 0) {
                int column = term.columnIndices()[from];
                if (factor != 0 && column >= 0) {
                    sink.put(column, factor);
                }
                return;
            }
            int column = from;
            for (double value : encoded[term.product().encodingIndices()[last]]) {
                if (value != 0) {
                    write(term, last - 1, factor * value, column, sink);
                }
                column += term.product().strides()[last];
            }
        }
    }
}
