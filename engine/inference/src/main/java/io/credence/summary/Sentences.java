package io.credence.summary;

import java.util.List;

/** Phrases for messages to people. */
public final class Sentences {

    private static final int MANY = 8;

    private Sentences() {}

    /** List of the first few names and the number of others, as part of a sentence. */
    public static String listed(List<String> names) {
        int shown = names.size() <= MANY ? names.size() - 1 : MANY;
        String last = names.size() <= MANY ? names.get(shown) : names.size() - MANY + " more";
        return shown == 0 ? last : String.join(", ", names.subList(0, shown)) + " and " + last;
    }

    /**
     * Sentence on one or several columns.
     *
     * @param one predicate of a single column
     * @param several predicate of several columns
     */
    public static String columnSentence(List<String> names, String one, String several) {
        return names.size() == 1 ? "column '" + names.get(0) + "' " + one : "columns " + listed(names) + " " + several;
    }
}
