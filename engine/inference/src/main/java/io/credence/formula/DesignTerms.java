package io.credence.formula;

import io.credence.formula.DesignColumns.TermProduct;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Composition of the columns of a design's terms from encoded variables.
 *
 * @param intercept whether there is a column of ones
 * @param targets index of each column among those that are left; -1 for an aliased one
 */
record DesignTerms(boolean intercept, List<Encoding> encodings, List<TermProduct> products, int[] targets)
        implements Serializable {

    /**
     * Contribution of a variable to a column.
     *
     * @param name name of the variable, with the column's suffix
     * @param encoding index of its encoding
     * @param at index of the column among the encoding's columns
     */
    private record Contribution(String name, int encoding, int at) {}

    /** Contributions to each column, in order; none to the column of ones. */
    private List<List<Contribution>> columns() {
        List<List<Contribution>> all = new ArrayList<>();
        if (intercept) {
            all.add(List.of());
        }
        for (TermProduct term : products) {
            List<List<String>> suffixes =
                    encodings(term).map(Encoding::suffixes).toList();
            int count = count(term);
            for (int c = 0; c < count; c++) {
                List<Contribution> members = new ArrayList<>();
                for (int k = 0; k < suffixes.size(); k++) {
                    int at = c / term.strides()[k] % suffixes.get(k).size();
                    members.add(new Contribution(
                            term.variables()[k] + suffixes.get(k).get(at), term.members()[k], at));
                }
                all.add(members);
            }
        }
        return all;
    }

    private Stream<Encoding> encodings(TermProduct term) {
        return Arrays.stream(term.members()).mapToObj(encodings::get);
    }

    /** Number of columns of a term. */
    private int count(TermProduct term) {
        int last = term.members().length - 1;
        return term.strides()[last]
                * encodings.get(term.members()[last]).suffixes().size();
    }

    /** Descriptions of the columns beyond their names, by name. */
    Map<String, String> meanings(List<String> names) {
        Map<String, String> meanings = new LinkedHashMap<>();
        int j = intercept ? 1 : 0;
        for (TermProduct term : products) {
            String meaning = encodings(term).map(Encoding::meaning).collect(Collectors.joining(" by "));
            for (int end = j + count(term); j < end; j++) {
                if (targets[j] >= 0) {
                    meanings.put(names.get(targets[j]), meaning);
                }
            }
        }
        return meanings;
    }

    /** Columns as products of factors, each of one column of the table. */
    List<List<ColumnFactor>> factors() {
        List<List<ColumnFactor>> all = new ArrayList<>();
        List<List<Contribution>> columns = columns();
        for (int j = 0; j < columns.size(); j++) {
            if (targets[j] >= 0) {
                all.add(columns.get(j).stream()
                        .map(member -> encodings.get(member.encoding).factor(member.at))
                        .toList());
            }
        }
        return all;
    }

    /** Columns that are products of several variables, at least one of them a number. */
    List<ColumnProduct> numbers() {
        boolean any = products.stream()
                .anyMatch(term -> term.members().length > 1 && !encodings(term).allMatch(Encoding::hasLevels));
        return any ? products(columns()) : List.of();
    }

    private List<ColumnProduct> products(List<List<Contribution>> columns) {
        Map<List<String>, Integer> positions = new HashMap<>();
        Map<List<String>, List<Integer>> siblings = new HashMap<>();
        for (int j = 0; j < columns.size(); j++) {
            if (targets[j] >= 0) {
                positions.put(names(columns.get(j)), targets[j]);
                siblings.computeIfAbsent(names(of(columns.get(j), false)), any -> new ArrayList<>())
                        .add(targets[j]);
            }
        }
        Map<List<String>, int[]> together = new HashMap<>();
        siblings.forEach((numbers, places) -> together.put(numbers, ints(places)));
        List<ColumnProduct> products = new ArrayList<>();
        for (int j = 0; j < columns.size(); j++) {
            List<Contribution> column = columns.get(j);
            List<String> numbers = names(of(column, false));
            List<Contribution> levels = of(column, true);
            if (targets[j] >= 0 && !numbers.isEmpty() && column.size() > 1) {
                boolean separate = !levels.isEmpty()
                        && levels.stream()
                                .allMatch(level -> encodings.get(level.encoding).isOneOfAll());
                products.add(new ColumnProduct(
                        targets[j],
                        places(numbers, positions),
                        places(names(levels), positions),
                        separate ? together.getOrDefault(numbers, new int[0]) : new int[0],
                        within(names(column), numbers, positions)));
            }
        }
        return products;
    }

    private static List<ColumnProduct.ParentColumn> within(
            List<String> column, List<String> numbers, Map<List<String>, Integer> positions) {
        List<ColumnProduct.ParentColumn> within = new ArrayList<>();
        for (int subset = 1; subset < 1 << numbers.size(); subset++) {
            List<String> rest = new ArrayList<>(column);
            List<Integer> times = new ArrayList<>();
            for (int k = 0; k < numbers.size(); k++) {
                if ((subset & 1 << k) != 0) {
                    rest.remove(numbers.get(k));
                    times.add(k);
                }
            }
            Integer at = rest.isEmpty() ? null : positions.get(rest);
            if (at != null) {
                within.add(new ColumnProduct.ParentColumn(at, ints(times)));
            }
        }
        return within;
    }

    private static int[] places(List<String> members, Map<List<String>, Integer> positions) {
        return members.stream()
                .mapToInt(member -> positions.getOrDefault(List.of(member), -1))
                .toArray();
    }

    private static int[] ints(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<String> names(List<Contribution> members) {
        return members.stream().map(Contribution::name).toList();
    }

    private List<Contribution> of(List<Contribution> column, boolean levels) {
        return column.stream()
                .filter(member -> encodings.get(member.encoding).hasLevels() == levels)
                .toList();
    }
}
