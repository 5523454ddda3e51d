package io.credence.formula;

import io.credence.formula.DesignColumns.PlacedTerm;
import io.credence.formula.DesignColumns.TermProduct;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Terms of a design, as products of encoded variables: those of its formula, of varying effects and of further linear
 * predictors.
 *
 * @param terms terms with the places of their columns; -1 for an aliased one
 */
record DesignTerms(List<Encoding> encodings, List<PlacedTerm> terms) implements Serializable {

    DesignTerms {
        encodings = List.copyOf(encodings);
        terms = List.copyOf(terms);
    }

    /** Terms without the columns that an earlier one has too, whose places are -1. */
    List<PlacedTerm> termsWithOwnColumns() {
        BitSet known = new BitSet();
        List<PlacedTerm> all = new ArrayList<>();
        for (PlacedTerm term : terms) {
            int[] own = term.columnIndices().clone();
            for (int c = 0; c < own.length; c++) {
                if (own[c] >= 0 && known.get(own[c])) {
                    own[c] = -1;
                } else if (own[c] >= 0) {
                    known.set(own[c]);
                }
            }
            if (Arrays.stream(own).anyMatch(j -> j >= 0)) {
                all.add(new PlacedTerm(term.product(), own));
            }
        }
        return all;
    }

    /**
     * Variable's factor of a design column.
     *
     * @param name name of the variable, with the column's suffix
     * @param encoding index of its encoding
     * @param encodingColumn index of the column among the encoding's columns
     */
    private record Contribution(String name, int encoding, int encodingColumn) {}

    /** Variables' factors of a term's column. */
    private List<Contribution> contributions(TermProduct term, int column) {
        List<Contribution> members = new ArrayList<>();
        for (int k = 0; k < term.encodingIndices().length; k++) {
            List<String> suffixes = encoding(term, k).suffixes();
            int at = column / term.strides()[k] % suffixes.size();
            members.add(new Contribution(term.variableNames()[k] + suffixes.get(at), term.encodingIndices()[k], at));
        }
        return members;
    }

    private Stream<Encoding> encodingsOf(TermProduct term) {
        return Arrays.stream(term.encodingIndices()).mapToObj(encodings::get);
    }

    /** Descriptions of what the names of columns do not state, by name. */
    Map<String, String> columnMeanings(List<String> names) {
        Map<String, String> meanings = new LinkedHashMap<>();
        for (PlacedTerm term : terms) {
            String meaning = encodingsOf(term.product()).map(Encoding::meaning).collect(Collectors.joining(" by "));
            for (int j : term.columnIndices()) {
                if (j >= 0) {
                    meanings.putIfAbsent(names.get(j), meaning);
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
        for (PlacedTerm placed : terms) {
            TermProduct term = placed.product();
            int[] members = IntStream.range(0, term.encodingIndices().length)
                    .filter(k -> encoding(term, k).smoothFunctions() != null)
                    .toArray();
            if (members.length > 1) {
                throw new FormulaException(
                        "has a product of two smooths",
                        "t2(x, z) for a surface",
                        String.join(":", term.variableNames()));
            } else if (members.length == 1) {
                addSmooths(placed, members[0], smooths);
            }
        }
        return smooths;
    }

    private Encoding encoding(TermProduct term, int member) {
        return encodings.get(term.encodingIndices()[member]);
    }

    /** Adds the smooths of a term. */
    private void addSmooths(PlacedTerm placed, int member, List<Smooth> smooths) {
        TermProduct term = placed.product();
        int[] columns = placed.columnIndices();
        Encoding smooth = encoding(term, member);
        SmoothFunctions functions = Objects.requireNonNull(smooth.smoothFunctions());
        int stride = term.strides()[member];
        int size = smooth.suffixes().size();
        boolean isMultiplied = encodingsOf(term).anyMatch(each -> each != smooth && !each.hasLevels());
        for (int c = 0; c < columns.length; c++) {
            if (c / stride % size == 0) {
                int first = c;
                smooths.add(new Smooth(
                        smoothName(term, member, c),
                        term.variableNames()[member],
                        smooth.smoothNumbers(),
                        functions,
                        IntStream.range(0, size)
                                .map(j -> columns[first + j * stride])
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
        for (PlacedTerm placed : terms) {
            TermProduct other = placed.product();
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

    /** First columns as products of factors that each depend on one column of the table. */
    List<List<ColumnFactor>> columnFactors(int count) {
        SortedMap<Integer, List<ColumnFactor>> all = new TreeMap<>();
        for (PlacedTerm term : termsWithOwnColumns()) {
            for (int c = 0; c < term.columnIndices().length; c++) {
                int column = term.columnIndices()[c];
                if (column >= 0 && column < count) {
                    all.put(
                            column,
                            contributions(term.product(), c).stream()
                                    .map(member ->
                                            encodings.get(member.encoding).columnFactor(member.encodingColumn))
                                    .toList());
                }
            }
        }
        return List.copyOf(all.values());
    }

    /** Columns of all terms that are products of several variables, including at least one number. */
    List<ColumnProduct> numberProducts() {
        return terms.stream().anyMatch(this::hasNumberProducts) ? products() : List.of();
    }

    private boolean hasNumberProducts(PlacedTerm term) {
        return term.product().encodingIndices().length > 1
                && !encodingsOf(term.product()).allMatch(Encoding::hasLevels);
    }

    private List<ColumnProduct> products() {
        Map<List<String>, Integer> positions = new HashMap<>();
        for (PlacedTerm term : terms) {
            for (int c = 0; c < term.columnIndices().length; c++) {
                if (term.columnIndices()[c] >= 0) {
                    positions.put(
                            inOneOrder(contributionNames(contributions(term.product(), c))), term.columnIndices()[c]);
                }
            }
        }
        SortedMap<Integer, ColumnProduct> products = new TreeMap<>();
        for (PlacedTerm term : terms) {
            if (hasNumberProducts(term)) {
                Map<List<String>, int[]> siblings = levelSiblings(term);
                for (int c = 0; c < term.columnIndices().length; c++) {
                    int column = term.columnIndices()[c];
                    if (column >= 0) {
                        products.merge(
                                column,
                                product(column, contributions(term.product(), c), siblings, positions),
                                (one, other) -> one.levelSiblings().length > 0 ? one : other);
                    }
                }
            }
        }
        return List.copyOf(products.values());
    }

    /**
     * Columns of a term with the same numbers, by these; none where levels are not coded by one indicator each, so that
     * the columns do not add up to the numbers' product.
     */
    private Map<List<String>, int[]> levelSiblings(PlacedTerm term) {
        List<Encoding> levels =
                encodingsOf(term.product()).filter(Encoding::hasLevels).toList();
        if (levels.isEmpty() || !levels.stream().allMatch(Encoding::isFullIndicator)) {
            return Map.of();
        }
        Map<List<String>, List<Integer>> together = new HashMap<>();
        for (int c = 0; c < term.columnIndices().length; c++) {
            if (term.columnIndices()[c] >= 0) {
                List<Contribution> column = contributions(term.product(), c);
                together.computeIfAbsent(
                                contributionNames(filterContributions(column, false)), any -> new ArrayList<>())
                        .add(term.columnIndices()[c]);
            }
        }
        Map<List<String>, int[]> siblings = new HashMap<>();
        together.forEach((numbers, columns) -> siblings.put(numbers, toIntArray(columns)));
        return siblings;
    }

    private ColumnProduct product(
            int index,
            List<Contribution> column,
            Map<List<String>, int[]> siblings,
            Map<List<String>, Integer> positions) {
        List<String> numbers = contributionNames(filterContributions(column, false));
        return new ColumnProduct(
                index,
                columnIndicesOf(numbers, positions),
                columnIndicesOf(contributionNames(filterContributions(column, true)), positions),
                siblings.getOrDefault(numbers, new int[0]),
                parentColumns(contributionNames(column), numbers, positions));
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
            Integer at = rest.isEmpty() ? null : positions.get(inOneOrder(rest));
            if (at != null) {
                within.add(new ColumnProduct.ParentColumn(at, toIntArray(times)));
            }
        }
        return within;
    }

    /** Names in an order that does not depend on the formula. */
    private static List<String> inOneOrder(List<String> names) {
        return names.stream().sorted().toList();
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
