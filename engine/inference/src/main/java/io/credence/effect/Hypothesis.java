package io.credence.effect;

import io.credence.config.ConfigurationException;
import io.credence.summary.LinearCombination;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Difference or ratio of estimates, such as {@code b2 - b1} or {@code b2 / b1}, where b1 is the first one; {@code = c}
 * behind it subtracts a number.
 *
 * @param text text as it was written
 * @param numerator linear combination of estimates
 * @param denominator linear combination by which it is divided; null for none
 * @param value number that is subtracted
 */
record Hypothesis(
        String text, LinearCombination numerator, @Nullable LinearCombination denominator, double value) {

    /** Estimates of the hypotheses in a list of texts; a word such as pairwise stands for several. */
    static List<EffectEstimate> of(List<EffectEstimate> estimates, List<String> texts) {
        List<String> names = IntStream.rangeClosed(1, estimates.size())
                .mapToObj(k -> "b" + k)
                .toList();
        List<EffectEstimate> all = new ArrayList<>();
        for (String text : texts) {
            if (PairScheme.isKnown(text)) {
                PairScheme.named(text)
                        .of(names)
                        .forEach(pair -> all.add(
                                parse(pair.get(1) + " - " + pair.get(0), names).of(estimates)));
            } else {
                all.add(parse(text, names).of(estimates));
            }
        }
        return all;
    }

    static Hypothesis parse(String text, List<String> names) {
        try {
            String[] sides = text.split("=", 2);
            String[] parts = sides[0].split("/", 2);
            return new Hypothesis(
                    text,
                    combination(parts[0], names),
                    parts.length == 2 ? combination(parts[1], names) : null,
                    sides.length == 2 ? Double.parseDouble(sides[1].strip()) : 0);
        } catch (IllegalArgumentException unread) {
            throw new ConfigurationException("the hypothesis '" + text
                    + "' cannot be read: required a difference or ratio of the estimates b1 to b" + names.size()
                    + ", such as b2 - b1, b2 / b1 or b2 - b1 = 0.5, or pairwise, reference or sequential: "
                    + unread.getMessage());
        }
    }

    private static LinearCombination combination(String text, List<String> names) {
        String own = text.strip();
        boolean enclosed = own.startsWith("(") && own.endsWith(")");
        return LinearCombination.parse(enclosed ? own.substring(1, own.length() - 1) : own, names);
    }

    private EffectEstimate of(List<EffectEstimate> estimates) {
        int count = estimates.get(0).draws().length;
        double[] draws = new double[count];
        double[] at = new double[estimates.size()];
        for (int s = 0; s < count; s++) {
            for (int k = 0; k < at.length; k++) {
                at[k] = estimates.get(k).draws()[s];
            }
            double divisor = denominator == null ? 1 : denominator.at(at)[0];
            draws[s] = numerator.at(at)[0] / divisor - value;
        }
        return new EffectEstimate("", text, Map.of(), draws, "");
    }
}
