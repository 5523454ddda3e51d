package io.credence.part;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the word that a user probably meant by a misspelt one. */
public final class Spelling {

    private static final int MOST_LISTED = 20;

    private Spelling() {}

    /** Edit distance: number of letters to insert, delete or replace; case is ignored. */
    public static int distance(String first, String second) {
        return LevenshteinDistance.getDefaultInstance()
                .apply(first.toLowerCase(Locale.ROOT), second.toLowerCase(Locale.ROOT));
    }

    /** The known word that {@code word} probably means, by a synonym or by a near spelling. */
    public static Optional<String> meantWord(String word, Collection<String> known) {
        return Synonyms.knownWord(word, known).or(() -> nearestWord(word, known));
    }

    private static Optional<String> nearestWord(String word, Collection<String> known) {
        int limit = Math.max(2, word.length() / 2);
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= limit)
                .min(Comparator.<String>comparingInt(candidate -> distance(word, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /**
     * A question whether a known word was meant, for the end of a message: "; did you mean b?"; empty where none is
     * near.
     */
    public static String didYouMean(String word, Collection<String> known) {
        return meantWord(word, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    /**
     * List of the known words with the one that was probably meant, for the end of a message. An example is "a, b, c;
     * did you mean 'b'?".
     */
    public static String suggest(String word, Collection<String> known) {
        String listed = String.join(", ", known.stream().limit(MOST_LISTED).toList());
        String rest = known.size() <= MOST_LISTED ? "" : ", … (" + known.size() + " in all)";
        return listed
                + rest
                + meantWord(word, known)
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("");
    }
}
