package io.credence.formula;

import java.util.List;
import java.util.stream.IntStream;

/** Coding of the levels of a factor as columns. */
enum ContrastCoding {
    /** One indicator for each level but the first. */
    TREATMENT("contr.treatment"),
    /** Contrast of each level but the last with the mean of all. */
    SUM("contr.sum"),
    /** Contrast of each level but the first with the mean of the levels before it. */
    HELMERT("contr.helmert"),
    /** One indicator for each level, used where no other term has the factor's mean. */
    FULL("full");

    private final String function;

    ContrastCoding(String function) {
        this.function = function;
    }

    static ContrastCoding ofFunction(String function, String text) {
        for (ContrastCoding contrasts : values()) {
            if (contrasts != FULL && contrasts.function.equals(function)) {
                return contrasts;
            }
        }
        throw new FormulaException(
                "has contrasts that are not known",
                "contr.treatment, contr.sum or contr.helmert (data.reference sets the reference level)",
                text);
    }

    int columnCount(int levels) {
        return this == FULL ? levels : levels - 1;
    }

    /** Suffixes of the factor's name in the names of its columns. */
    List<String> suffixes(List<String> levels) {
        return switch (this) {
            case FULL -> levels;
            case TREATMENT -> levels.subList(Math.min(1, levels.size()), levels.size());
            case SUM, HELMERT ->
                IntStream.range(1, Math.max(1, levels.size()))
                        .mapToObj(Integer::toString)
                        .toList();
        };
    }

    /** Description of what the names of the columns do not state: the contrast and its levels. */
    String columnMeaning(List<String> levels) {
        return switch (this) {
            case FULL -> "a level";
            case TREATMENT -> "a level against " + (levels.isEmpty() ? "none" : levels.get(0));
            case SUM, HELMERT -> function + " of " + String.join(", ", levels);
        };
    }

    /** Writes one level's row of the contrast matrix. */
    void writeRow(int level, int levels, double[] into) {
        for (int j = 0; j < columnCount(levels); j++) {
            into[j] = entry(level, j, levels);
        }
    }

    /** Entry of the contrast matrix for a level and a column. */
    double entry(int level, int column, int levels) {
        return switch (this) {
            case FULL -> level == column ? 1 : 0;
            case TREATMENT -> level == column + 1 ? 1 : 0;
            case SUM -> level == levels - 1 ? -1 : level == column ? 1 : 0;
            case HELMERT -> level == column + 1 ? column + 1 : level <= column ? -1 : 0;
        };
    }
}
