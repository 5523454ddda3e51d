package io.credence.formula;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a formula makes of a row, named and ordered as R's {@code model.matrix} has them: of a term's columns, the first
 * variable's vary fastest. A factor is coded by contrasts where the rest of its term stands in the model too, else by one
 * indicator a level.
 */
public final class Design implements Serializable {

    private static final long serialVersionUID = 1;
    private static final String INTERCEPT = "(Intercept)";

    private final Formula formula;
    private final DesignData data;
    private final List<DesignDraft.Input> inputs;
    private final boolean intercept;
    private final List<Encoding> encodings = new ArrayList<>();
    private final List<Product> products = new ArrayList<>();
    private final List<RowNumber> offsets;
    private final List<String> names = new ArrayList<>();
    private final boolean absorbed;

    /**
     * A term.
     *
     * @param members its encodings
     * @param strides columns from one value of a member to its next
     */
    private record Product(int[] members, int[] strides) implements Serializable {}

    /** Takes the columns of a row that are not 0. */
    @FunctionalInterface
    public interface Sink {
        /** A column and its number. */
        void put(int column, double value);
    }

    private Design(DesignDraft draft, DesignData data) {
        Terms terms = draft.terms();
        this.formula = draft.formula();
        this.data = data;
        this.intercept = terms.intercept();
        this.absorbed = false;
        this.offsets =
                new ArrayList<>(terms.offsets().stream().map(draft::number).toList());
        if (intercept) {
            names.add(INTERCEPT);
        }
        boolean[][] full = codings(terms, draft);
        List<String> known = new ArrayList<>();
        for (int t = 0; t < full.length; t++) {
            BitSet product = terms.products().get(t);
            int[] members = new int[product.cardinality()];
            int k = 0;
            for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                String key = v + (full[t][v] ? " full" : "");
                if (!known.contains(key)) {
                    known.add(key);
                    encodings.add(draft.encoding(terms.variables().get(v), full[t][v], data));
                }
                members[k++] = known.indexOf(key);
            }
            products.add(new Product(members, strides(members)));
            names.addAll(names(members, product, terms.variables()));
        }
        this.inputs = draft.inputs();
    }

    /** The same without its column of ones, which other parameters of the model stand for. */
    private Design(Design whole) {
        this.formula = whole.formula;
        this.data = whole.data;
        this.inputs = whole.inputs;
        this.intercept = false;
        this.absorbed = true;
        this.encodings.addAll(whole.encodings);
        this.products.addAll(whole.products);
        this.offsets = whole.offsets;
        this.names.addAll(whole.names.subList(1, whole.names.size()));
    }

    private int[] strides(int[] members) {
        int[] strides = new int[members.length];
        int stride = 1;
        for (int k = 0; k < members.length; k++) {
            strides[k] = stride;
            stride *= encodings.get(members[k]).suffixes().size();
        }
        return strides;
    }

    static Design of(DesignDraft draft, DesignData data) {
        return new Design(draft, data);
    }

    /** For each term and variable, whether the variable has an indicator for every level. */
    private static boolean[][] codings(Terms terms, DesignDraft draft) {
        int count = terms.products().size();
        boolean[][] full = new boolean[count][terms.variables().size()];
        for (int t = 0; t < count; t++) {
            BitSet product = terms.products().get(t);
            for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                BitSet rest = (BitSet) product.clone();
                rest.clear(v);
                full[t][v] = !rest.isEmpty() && !isWithin(rest, terms.products().subList(0, t));
            }
        }
        if (!terms.intercept()) {
            codeFirstFactor(terms, draft, full);
        }
        return full;
    }

    private static boolean isWithin(BitSet rest, List<BitSet> before) {
        return before.stream().anyMatch(other -> {
            BitSet missing = (BitSet) rest.clone();
            missing.andNot(other);
            return missing.isEmpty();
        });
    }

    /** Without an intercept the first factor has the mean of all. */
    private static void codeFirstFactor(Terms terms, DesignDraft draft, boolean[][] full) {
        for (int t = 0; t < full.length; t++) {
            BitSet product = terms.products().get(t);
            for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                if (draft.factor(terms.variables().get(v)) != null) {
                    full[t][v] = true;
                    return;
                }
            }
        }
    }

    private List<String> names(int[] members, BitSet product, List<Expression> variables) {
        List<String> all = List.of("");
        int[] indices = product.stream().toArray();
        for (int k = 0; k < members.length; k++) {
            List<String> longer = new ArrayList<>();
            String variable = variables.get(indices[k]).text();
            for (String suffix : encodings.get(members[k]).suffixes()) {
                for (String before : all) {
                    longer.add(before + (k == 0 ? "" : ":") + variable + suffix);
                }
            }
            all = longer;
        }
        return all;
    }

    /** The formula. */
    public Formula formula() {
        return formula;
    }

    /** What the columns depend on besides the formula. */
    public DesignData data() {
        return data;
    }

    /** The cells of a row, in order. */
    public List<DesignDraft.Input> inputs() {
        return inputs;
    }

    /** Names of the columns, the intercept's first. */
    public List<String> names() {
        return names;
    }

    /** Whether there is a column of ones, the first. */
    public boolean hasIntercept() {
        return intercept;
    }

    /** The same columns without that of ones, which the model has other parameters for; factors are coded as beside it. */
    public Design withoutIntercept() {
        return intercept ? new Design(this) : this;
    }

    /** Whether the column of ones was taken out. */
    public boolean isWithoutIntercept() {
        return absorbed;
    }

    /**
     * Where a column of the same name is another column than in an earlier design, in words; null where none is: a
     * level against another one, other contrasts, functions that other rows chose.
     */
    public @Nullable String conflict(Design earlier) {
        Map<String, String> before = earlier.meanings();
        for (Map.Entry<String, String> column : meanings().entrySet()) {
            String meaning = before.getOrDefault(column.getKey(), column.getValue());
            if (!meaning.equals(column.getValue())) {
                return column.getKey() + ", " + column.getValue() + ", was " + meaning;
            }
        }
        return null;
    }

    /** What each column is besides its name. */
    private Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        int at = intercept ? 1 : 0;
        for (Product term : products) {
            String meaning = Arrays.stream(term.members())
                    .mapToObj(member -> encodings.get(member).meaning())
                    .collect(Collectors.joining(" by "));
            int last = term.members().length - 1;
            int columns = term.strides()[last]
                    * encodings.get(term.members()[last]).suffixes().size();
            for (int end = at + columns; at < end; at++) {
                meanings.put(names.get(at), meaning);
            }
        }
        return meanings;
    }

    /**
     * The columns as products of what they take from single columns of the table; that of ones is an empty product.
     *
     * @throws FormulaException if one is computed otherwise, or there is an offset
     */
    public List<List<ColumnFactor>> factors() {
        if (!offsets.isEmpty()) {
            throw new FormulaException("has an offset", "none, where columns are told one by one", formula.text());
        }
        List<List<ColumnFactor>> all = new ArrayList<>();
        if (intercept) {
            all.add(List.of());
        }
        for (Product term : products) {
            int last = term.members().length - 1;
            int columns = term.strides()[last]
                    * encodings.get(term.members()[last]).suffixes().size();
            for (int c = 0; c < columns; c++) {
                List<ColumnFactor> factors = new ArrayList<>();
                for (int k = 0; k <= last; k++) {
                    Encoding encoding = encodings.get(term.members()[k]);
                    factors.add(encoding.factor(
                            c / term.strides()[k] % encoding.suffixes().size()));
                }
                all.add(List.copyOf(factors));
            }
        }
        return all;
    }

    /** Columns other than 0 that a row has at most. */
    public double entries() {
        double entries = intercept ? 1 : 0;
        for (Product term : products) {
            double product = 1;
            for (int member : term.members()) {
                Encoding encoding = encodings.get(member);
                boolean single = encoding instanceof Encoding.Levels levels
                        && (levels.contrasts() == Contrasts.FULL || levels.contrasts() == Contrasts.TREATMENT);
                product *= single ? 1 : encoding.suffixes().size();
            }
            entries += product;
        }
        return entries;
    }

    /** The sum of the formula's offsets. */
    public double offset(double[] cells) {
        double sum = 0;
        for (RowNumber offset : offsets) {
            sum += offset.of(cells);
        }
        return sum;
    }

    /** A worker for one thread. */
    public Writer writer() {
        return new Writer();
    }

    /** Makes the columns of one row after the other. For one thread. */
    public final class Writer {
        private final double[][] encoded = encodings.stream()
                .map(encoding -> new double[encoding.suffixes().size()])
                .toArray(double[][]::new);

        private Writer() {}

        /**
         * Writes the columns of a row, ascending.
         *
         * @param cells one number for each of the inputs
         */
        public void write(double[] cells, Sink into) {
            for (int k = 0; k < encoded.length; k++) {
                encodings.get(k).write(cells, encoded[k]);
            }
            int column = 0;
            if (intercept) {
                into.put(column++, 1);
            }
            for (Product term : products) {
                column = write(term, term.members().length - 1, 1, column, into);
            }
        }

        /** Columns of a product from its last variable, which varies slowest, to its first; the column after them. */
        private int write(Product term, int last, double factor, int from, Sink into) {
            if (last < 0) {
                if (factor != 0) {
                    into.put(from, factor);
                }
                return from + 1;
            }
            int column = from;
            for (double value : encoded[term.members()[last]]) {
                if (value != 0) {
                    write(term, last - 1, factor * value, column, into);
                }
                column += term.strides()[last];
            }
            return column;
        }
    }
}
