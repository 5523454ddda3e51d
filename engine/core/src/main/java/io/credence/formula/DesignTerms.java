package io.credence.formula;

import io.credence.formula.DesignColumns.TermProduct;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Terms of a design, as products of encoded variables.
 *
 * @param intercept whether there is a column of ones
 * @param columnIndices index of each column among those that are not left out; -1 for an aliased one
 */
record DesignTerms(boolean intercept, List<Encoding> encodings, List<TermProduct> products, int[] columnIndices)
        implements Serializable {

    /**
     * Variable's factor of a design column.
     *
     * @param name name of the variable, with the column's suffix
     * @param encoding index of its encoding
     * @param encodingColumn index of the column among the encoding's columns
     */
    private record Contribution(String name, int encoding, int encodingColumn) {}

    /** Variables' factors of each column, in order; none for the column of ones. */
    private List<List<Contribution>> columnContributions() {
        List<List<Contribution>> all = new ArrayList<>();
        if (intercept) {
            all.add(List.of());
        }
        for (TermProduct term : products) {
            List<List<String>> suffixes =
                    encodingsOf(term).map(Encoding::suffixes).toList();
            int count = columnCount(term);
            for (int c = 0; c < count; c++) {
                List<Contribution> members = new ArrayList<>();
                for (int k = 0; k < suffixes.size(); k++) {
                    int at = c / term.strides()[k] % suffixes.get(k).size();
                    members.add(new Contribution(
                            term.variableNames()[k] + suffixes.get(k).get(at), term.encodingIndices()[k], at));
                }
                all.add(members);
            }
        }
        return all;
    }

    private Stream<Encoding> encodingsOf(TermProduct term) {
        return Arrays.stream(term.encodingIndices()).mapToObj(encodings::get);
    }

    /** Number of columns of a term. */
    private int columnCount(TermProduct term) {
        int last = term.encodingIndices().length - 1;
        return term.strides()[last]
                * encodings.get(term.encodingIndices()[last]).suffixes().size();
    }

    /** Descriptions of what the names of columns do not state, by name. */
    Map<String, String> columnMeanings(List<String> names) {
        Map<String, String> meanings = new LinkedHashMap<>();
        int j = intercept ? 1 : 0;
        for (TermProduct term : products) {
            String meaning = encodingsOf(term).map(Encoding::meaning).collect(Collectors.joining(" by "));
            for (int end = j + columnCount(term); j < end; j++) {
                if (columnIndices[j] >= 0) {
                    meanings.put(names.get(columnIndices[j]), meaning);
                }
            }
        }
        return meanings;
    }

    /**
     * Smooths among the terms, one for each combination of the columns that multiply them.
     *
     * @throws FormulaException if two smooths are multiplied
     */
    List<Smooth> smooths() {
        List<Smooth> smooths = new ArrayList<>();
        int first = intercept ? 1 : 0;
        for (TermProduct term : products) {
            int[] members = IntStream.range(0, term.encodingIndices().length)
                    .filter(k -> encoding(term, k).smoothFunctions() != null)
                    .toArray();
            if (members.length > 1) {
                throw new FormulaException(
                        "has a product of two smooths",
                        "t2(x, z) for a surface",
                        String.join(":", term.variableNames()));
            } else if (members.length == 1) {
                addSmooths(term, members[0], first, smooths);
            }
            first += columnCount(term);
        }
        return smooths;
    }

    private Encoding encoding(TermProduct term, int member) {
        return encodings.get(term.encodingIndices()[member]);
    }

    /** Adds the smooths of a term whose columns begin at index {@code first}. */
    private void addSmooths(TermProduct term, int member, int first, List<Smooth> smooths) {
        Encoding smooth = encoding(term, member);
        SmoothFunctions functions = Objects.requireNonNull(smooth.smoothFunctions());
        int stride = term.strides()[member];
        int size = smooth.suffixes().size();
        boolean isMultiplied = encodingsOf(term).anyMatch(each -> each != smooth && !each.hasLevels());
        for (int c = 0; c < columnCount(term); c++) {
            if (c / stride % size == 0) {
                int start = first + c;
                smooths.add(new Smooth(
                        smoothName(term, member, c),
                        term.variableNames()[member],
                        smooth.smoothNumbers(),
                        functions,
                        IntStream.range(0, size)
                                .map(j -> columnIndices[start + j * stride])
                                .toArray(),
                        isMultiplied));
            }
        }
    }

    private String smoothName(TermProduct term, int member, int column) {
        List<String> names = new ArrayList<>(List.of(smoothLabel(term, member)));
        for (int k = 0; k < term.encodingIndices().length; k++) {
            List<String> suffixes = encoding(term, k).suffixes();
            if (k != member) {
                names.add(term.variableNames()[k] + suffixes.get(column / term.strides()[k] % suffixes.size()));
            }
        }
        return String.join(":", names);
    }

    /** Function with its numbers alone, such as {@code s(x)}; the whole call where another one has the same. */
    private String smoothLabel(TermProduct term, int member) {
        String call = term.variableNames()[member];
        String label = shortLabel(call, encoding(term, member));
        for (TermProduct other : products) {
            for (int k = 0; k < other.variableNames().length; k++) {
                Encoding each = encoding(other, k);
                boolean same = each.smoothFunctions() != null
                        && !other.variableNames()[k].equals(call)
                        && shortLabel(other.variableNames()[k], each).equals(label);
                if (same) {
                    return call;
                }
            }
        }
        return label;
    }

    private static String shortLabel(String call, Encoding smooth) {
        return call.substring(0, call.indexOf('(')) + "(" + String.join(", ", smooth.smoothNumbers()) + ")";
    }

    /** Columns as products of factors that each depend on one column of the table. */
    List<List<ColumnFactor>> columnFactors() {
        List<List<ColumnFactor>> all = new ArrayList<>();
        List<List<Contribution>> columns = columnContributions();
        for (int j = 0; j < columns.size(); j++) {
            if (columnIndices[j] >= 0) {
                all.add(columns.get(j).stream()
                        .map(member -> encodings.get(member.encoding).columnFactor(member.encodingColumn))
                        .toList());
            }
        }
        return all;
    }

    /** Columns that are products of several variables, including at least one number. */
    List<ColumnProduct> numberProducts() {
        boolean any = products.stream()
                .anyMatch(term ->
                        term.encodingIndices().length > 1 && !encodingsOf(term).allMatch(Encoding::hasLevels));
        return any ? columnProducts(columnContributions()) : List.of();
    }

    private List<ColumnProduct> columnProducts(List<List<Contribution>> columns) {
        Map<List<String>, Integer> positions = new HashMap<>();
        Map<List<String>, List<Integer>> siblings = new HashMap<>();
        for (int j = 0; j < columns.size(); j++) {
            if (columnIndices[j] >= 0) {
                positions.put(contributionNames(columns.get(j)), columnIndices[j]);
                siblings.computeIfAbsent(
                                contributionNames(filterContributions(columns.get(j), false)), any -> new ArrayList<>())
                        .add(columnIndices[j]);
            }
        }
        Map<List<String>, int[]> together = new HashMap<>();
        siblings.forEach((numbers, places) -> together.put(numbers, toIntArray(places)));
        List<ColumnProduct> products = new ArrayList<>();
        for (int j = 0; j < columns.size(); j++) {
            List<Contribution> column = columns.get(j);
            List<String> numbers = contributionNames(filterContributions(column, false));
            List<Contribution> levels = filterContributions(column, true);
            if (columnIndices[j] >= 0 && !numbers.isEmpty() && column.size() > 1) {
                boolean separate = !levels.isEmpty()
                        && levels.stream()
                                .allMatch(level -> encodings.get(level.encoding).isFullIndicator());
                products.add(new ColumnProduct(
                        columnIndices[j],
                        columnIndicesOf(numbers, positions),
                        columnIndicesOf(contributionNames(levels), positions),
                        separate ? together.getOrDefault(numbers, new int[0]) : new int[0],
                        parentColumns(contributionNames(column), numbers, positions)));
            }
        }
        return products;
    }

    private static List<ColumnProduct.ParentColumn> parentColumns(
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
                within.add(new ColumnProduct.ParentColumn(at, toIntArray(times)));
            }
        }
        return within;
    }

    private static int[] columnIndicesOf(List<String> members, Map<List<String>, Integer> positions) {
        return members.stream()
                .mapToInt(member -> positions.getOrDefault(List.of(member), -1))
                .toArray();
    }

    private static int[] toIntArray(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<String> contributionNames(List<Contribution> members) {
        return members.stream().map(Contribution::name).toList();
    }

    private List<Contribution> filterContributions(List<Contribution> column, boolean levels) {
        return column.stream()
                .filter(member -> encodings.get(member.encoding).hasLevels() == levels)
                .toList();
    }
}
