package io.credence.summary;

import java.util.List;

/** Words for people. */
final class Sentences {

    private static final int MANY = 8;

    private Sentences() {}

    /** The first few names, and how many more. */
    static String some(List<String> names) {
        return names.size() <= MANY
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MANY)) + " and " + (names.size() - MANY) + " more";
    }
}
