package io.credence.effect;

import io.credence.config.ConfigurationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Choice of the pairs of levels, or of estimates, that are compared. */
enum PairScheme {
    /** Comparison of each element with the first. */
    REFERENCE {
        @Override
        boolean hasPair(int first, int second) {
            return first == 0;
        }
    },
    /** Comparison of each element with the one before. */
    SEQUENTIAL {
        @Override
        boolean hasPair(int first, int second) {
            return second == first + 1;
        }
    },
    /** Comparison of each element with every earlier one. */
    PAIRWISE {
        @Override
        boolean hasPair(int first, int second) {
            return true;
        }
    };

    abstract boolean hasPair(int first, int second);

    private static List<String> words() {
        return Arrays.stream(values())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    static boolean isKnown(String word) {
        return words().contains(word);
    }

    static PairScheme named(String word) {
        if (!isKnown(word)) {
            throw new ConfigurationException("the pairs of levels are not known: required one of "
                    + String.join(", ", words()) + ", or two levels, found " + word);
        }
        return values()[words().indexOf(word)];
    }

    /** Pairs of elements, each a list of two: first the reference, then the element that is compared with it. */
    <T> List<List<T>> pairs(List<T> all) {
        List<List<T>> pairs = new ArrayList<>();
        for (int second = 1; second < all.size(); second++) {
            for (int first = 0; first < second; first++) {
                if (hasPair(first, second)) {
                    pairs.add(List.of(all.get(first), all.get(second)));
                }
            }
        }
        return pairs;
    }
}
