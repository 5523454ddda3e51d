package io.credence.formula;

import io.credence.formula.Design.FactorEffects;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Builder of a design's columns: first those of the formula's terms, then those that only varying effects or further
 * linear predictors need.
 */
final class DesignColumns {

    /**
     * Term as a product of encoded variables.
     *
     * @param encodingIndices indices of their encodings
     * @param strides number of columns from one value of a variable to its next
     * @param variableNames names of the variables
     */
    record TermProduct(int[] encodingIndices, int[] strides, String[] variableNames) implements Serializable {}

    /**
     * Term with the places of its columns, some of which an earlier term may have too.
     *
     * @param columnIndices index of each of its columns
     */
    record PlacedTerm(TermProduct product, int[] columnIndices) implements Serializable {

        /** Copy for a design without some columns, of which {@code indices} are -1. */
        PlacedTerm withColumns(int[] indices) {
            return new PlacedTerm(
                    product, Arrays.stream(columnIndices).map(j -> indices[j]).toArray());
        }
    }

    /** Product without variables, which is the column of ones. */
    private static final TermProduct ONES = new TermProduct(new int[0], new int[0], new String[0]);

    private final DesignDraft draft;
    private final DesignData data;
    private final List<String> names = new ArrayList<>();
    /** Index of each column, by its variables, their columns and contrasts, which its name may not tell apart. */
    private final Map<String, Integer> positions = new HashMap<>();

    /** Variables of each term in the order of the first formula that multiplies them, by the set of them. */
    private final Map<Set<String>, List<String>> orders = new HashMap<>();

    private final Map<String, Integer> encoded = new HashMap<>();
    private final List<Encoding> encodings = new ArrayList<>();
    private final List<PlacedTerm> terms = new ArrayList<>();

    DesignColumns(DesignDraft draft, DesignData data, boolean intercept) {
        this.draft = draft;
        this.data = data;
        if (intercept) {
            place(ONES);
        }
    }

    /** Names of the columns so far. */
    List<String> names() {
        return List.copyOf(names);
    }

    List<Encoding> encodings() {
        return List.copyOf(encodings);
    }

    /** Terms of the formula, of varying effects and of further linear predictors, in order. */
    List<PlacedTerm> terms() {
        return List.copyOf(terms);
    }

    /** Adds the columns of the terms of the model's formula. */
    void addTerms(Terms formula) {
        termProducts(formula).forEach(this::place);
    }

    private List<TermProduct> termProducts(Terms terms) {
        BitSet[] full = IndicatorChoice.fullIndicators(terms, draft);
        List<TermProduct> all = new ArrayList<>();
        long count = 0;
        for (int t = 0; t < full.length; t++) {
            BitSet product = terms.products().get(t);
            Map<String, Integer> written = new LinkedHashMap<>();
            product.stream().forEach(v -> written.put(terms.variables().get(v).text(), v));
            List<String> ordered =
                    orders.computeIfAbsent(Set.copyOf(written.keySet()), any -> List.copyOf(written.keySet()));
            BitSet coded = full[t];
            int[] members = ordered.stream()
                    .mapToInt(written::get)
                    .map(v -> encodingIndex(terms.variables().get(v), coded.get(v)))
                    .toArray();
            String[] variables = ordered.toArray(String[]::new);
            count += columnCount(members);
            if (count > Terms.MOST) {
                throw Terms.tooManyTerms("columns", count, "with those of " + String.join(":", variables));
            }
            all.add(new TermProduct(members, strides(members), variables));
        }
        return all;
    }

    /** Number of columns of a product, capped at the largest {@code long}. */
    private long columnCount(int[] members) {
        double count = 1;
        for (int member : members) {
            count *= encodings.get(member).suffixes().size();
        }
        return (long) count;
    }

    private int encodingIndex(Expression variable, boolean full) {
        String key = variable.text() + (full ? " full" : "");
        int at = encoded.computeIfAbsent(key, any -> encodings.size());
        if (at == encodings.size()) {
            encodings.add(draft.encoding(variable, full, data));
        }
        return at;
    }

    /**
     * Contrasts of the factors in a product, as a key. Indicators are left out, since they are the same numbers in
     * every coding.
     */
    private String contrastCoding(TermProduct product) {
        return Arrays.stream(product.encodingIndices())
                .mapToObj(encodings::get)
                .map(encoding -> encoding instanceof Encoding.LevelEncoding levels && !levels.isIndicator()
                        ? " " + levels.contrasts()
                        : "")
                .collect(Collectors.joining());
    }

    /** Adds the columns that varying effects need and no term has. */
    FactorEffects addEffects(GroupingTerm group) {
        int[] columns = placeAll(group.terms(), true);
        List<String> own = Arrays.stream(columns).mapToObj(names::get).toList();
        return new FactorEffects(group.factorColumns(), own, columns, group.correlated());
    }

    /**
     * Adds the columns that a further linear predictor needs and no term has; returns the names of all its columns.
     *
     * @param ones whether it may have the column of ones
     */
    List<String> addPredictor(Terms predictor, boolean ones) {
        return Arrays.stream(placeAll(predictor, ones)).mapToObj(names::get).toList();
    }

    /** Adds a column that is read as a number, where no term has it. */
    void addNumber(String column) {
        Expression number = new Expression.Name(column);
        int at = encodings.size();
        encodings.add(new Encoding.NumberEncoding(draft.compileNumber(number), number));
        place(new TermProduct(new int[] {at}, new int[] {1}, new String[] {number.text()}));
    }

    private int[] placeAll(Terms some, boolean ones) {
        IntStream.Builder columns = IntStream.builder();
        if (some.intercept() && ones) {
            place(ONES).forEach(columns::add);
        }
        for (TermProduct product : termProducts(some)) {
            place(product).forEach(columns::add);
        }
        return columns.build().toArray();
    }

    /** Adds the columns of a product that are missing, and returns the places of all. */
    private IntStream place(TermProduct product) {
        String coding = contrastCoding(product);
        List<String> own = product.variableNames().length == 0 ? List.of(Design.INTERCEPT) : columnNames(product, "");
        List<String> keys = columnNames(product, "\0");
        int[] places = new int[own.size()];
        for (int c = 0; c < places.length; c++) {
            String name = own.get(c);
            places[c] = positions.computeIfAbsent(keys.get(c) + coding, any -> {
                names.add(name);
                return names.size() - 1;
            });
        }
        terms.add(new PlacedTerm(product, places));
        return Arrays.stream(places);
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

    /**
     * Names of a product's columns.
     *
     * @param between what stands between a variable and the suffix of its column
     */
    private List<String> columnNames(TermProduct product, String between) {
        List<String> all = List.of("");
        for (int k = 0; k < product.encodingIndices().length; k++) {
            List<String> longer = new ArrayList<>();
            for (String suffix : encodings.get(product.encodingIndices()[k]).suffixes()) {
                for (String before : all) {
                    longer.add(before + (k == 0 ? "" : ":") + product.variableNames()[k] + between + suffix);
                }
            }
            all = longer;
        }
        return all;
    }

    /** Choice of the factors of a term that get one indicator for every level: those whose mean no other term has. */
    static final class IndicatorChoice {

        private IndicatorChoice() {}

        /** Variables of each term that get an indicator for every level. */
        static BitSet[] fullIndicators(Terms terms, DesignDraft draft) {
            BitSet[] full = new BitSet[terms.products().size()];
            // Products stand in the order of their sizes, so that one before a term that contains the rest of it is
            // that
            // rest, or has one variable
            // more.
            Set<BitSet> within = new HashSet<>();
            for (int t = 0; t < full.length; t++) {
                BitSet product = terms.products().get(t);
                full[t] = new BitSet();
                List<BitSet> rests = new ArrayList<>();
                for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                    BitSet rest = (BitSet) product.clone();
                    rest.clear(v);
                    full[t].set(v, !rest.isEmpty() && !within.contains(rest));
                    rests.add(rest);
                }
                within.addAll(rests);
                within.add(product);
            }
            if (!terms.intercept()) {
                codeFirstFactor(terms, draft, full);
            }
            return full;
        }

        /**
         * Gives the first factor an indicator for every level. Without an intercept, that factor has the overall mean.
         */
        private static void codeFirstFactor(Terms terms, DesignDraft draft, BitSet[] full) {
            for (int t = 0; t < full.length; t++) {
                BitSet product = terms.products().get(t);
                for (int v = product.nextSetBit(0); v >= 0; v = product.nextSetBit(v + 1)) {
                    if (draft.hasLevels(terms.variables().get(v))) {
                        full[t].set(v);
                        return;
                    }
                }
            }
        }
    }
}
