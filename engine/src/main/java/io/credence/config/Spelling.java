package io.credence.config;

import java.util.Collection;
import java.util.Optional;

/** How far two words are apart. */
final class Spelling {

    private Spelling() {}

    /** Letters to insert, delete, replace or swap with their neighbour; upper and lower case count as alike. */
    static int distance(String first, String second) {
        String a = first.toLowerCase(java.util.Locale.ROOT);
        String b = second.toLowerCase(java.util.Locale.ROOT);
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replace = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + replace);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    /** The word of {@code known} that is near enough to be meant by {@code word}. */
    static Optional<String> meant(String word, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= Math.max(2, word.length() / 3))
                .min((x, y) -> Integer.compare(distance(word, x), distance(word, y)));
    }
}
