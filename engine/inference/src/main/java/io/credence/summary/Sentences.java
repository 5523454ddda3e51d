package io.credence.summary;

import java.util.List;

/** Words for people. */
public final class Sentences {

    private static final int MANY = 8;

    private Sentences() {}

    /** The first few names, and how many more, as a list in a sentence. */
    public static String some(List<String> names) {
        int shown = names.size() <= MANY ? names.size() - 1 : MANY;
        String last = names.size() <= MANY ? names.get(shown) : names.size() - MANY + " more";
        return shown == 0 ? last : String.join(", ", names.subList(0, shown)) + " and " + last;
    }

    /**
     * A sentence on columns.
     *
     * @param one what holds of a single one
     * @param several what holds of several
     */
    public static String columns(List<String> names, String one, String several) {
        return names.size() == 1 ? "column '" + names.get(0) + "' " + one : "columns " + some(names) + " " + several;
    }
}
