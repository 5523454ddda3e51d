package io.credence.spark;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what a user probably meant: the known name at the smallest edit distance. */
final class Nearest {

    private Nearest() {}

    /** The nearest of the known names, unless even that differs in most letters. */
    static Optional<String> to(String name, Collection<String> known) {
        int limit = Math.max(2, name.length() / 2);
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= limit)
                .min(Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** "a, b, c; did you mean 'b'?", for the end of a message. */
    static String describe(String name, Collection<String> known) {
        String listed = known.size() <= 20
                ? String.join(", ", known)
                : String.join(", ", known.stream().limit(20).toList()) + ", … (" + known.size() + " columns)";
        return listed
                + to(name, known).map(near -> "; did you mean '" + near + "'?").orElse("");
    }

    private static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
