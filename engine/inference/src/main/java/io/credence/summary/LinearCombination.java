package io.credence.summary;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Linear combination of coefficients, such as {@code a - b} or {@code 2*age + (Intercept)}.
 *
 * @param text text as it was written
 * @param coefficientIndices index of each term's coefficient
 * @param factors factor of each term
 */
public record LinearCombination(String text, List<Integer> coefficientIndices, List<Double> factors)
        implements DerivedNumbers {

    /**
     * Parses a linear combination. The longest matching name is taken, so that names may contain signs and spaces.
     *
     * @param names names of all coefficients
     * @throws IllegalArgumentException if the text is no combination of these coefficients; the message gives the place
     */
    public static LinearCombination parse(String text, List<String> names) {
        Reader reader = new Reader(text, names);
        LinearCombination read = new LinearCombination(text, new ArrayList<>(), new ArrayList<>());
        do {
            double sign = reader.readSign(read.coefficientIndices.isEmpty());
            read.factors.add(sign * reader.readFactor());
            read.coefficientIndices.add(reader.readCoefficientIndex());
        } while (!reader.isAtEnd());
        return read;
    }

    @Override
    public List<String> names() {
        return List.of(text);
    }

    @Override
    public double[] valuesAt(double[] theta) {
        double sum = 0;
        for (int k = 0; k < coefficientIndices.size(); k++) {
            sum += factors.get(k) * theta[coefficientIndices.get(k)];
        }
        return new double[] {sum};
    }

    /**
     * Summary from the moments of the coefficients, or from draws where these are not normal or their covariance is not
     * available.
     */
    @Override
    public List<SummaryRow> summaryRows(Coefficients coefficients, double level, long seed) {
        if (!coefficients.isCovarianceKnown()) {
            return DerivedNumbers.super.summaryRows(coefficients, level, seed);
        }
        double mean = valuesAt(coefficients.mean())[0];
        double sd = sd(coefficients);
        return List.of(
                coefficients.isNormal()
                        ? SummaryRow.ofNormal(text, mean, sd, level)
                        : SummaryRow.ofDraws(
                                text, mean, sd, DrawnNumbers.of(coefficients, 1, this::valuesAt, seed), 0, level));
    }

    /** Standard deviation of the combination under the coefficients' covariance. */
    private double sd(Coefficients coefficients) {
        double variance = 0;
        for (int k = 0; k < coefficientIndices.size(); k++) {
            for (int l = 0; l < coefficientIndices.size(); l++) {
                variance += factors.get(k)
                        * factors.get(l)
                        * coefficients.covariance(coefficientIndices.get(k), coefficientIndices.get(l));
            }
        }
        return Math.sqrt(Math.max(0, variance));
    }

    /** Parser of the text of a combination. */
    private static final class Reader {
        private final String text;
        private final List<String> names;
        private int at;

        Reader(String text, List<String> names) {
            this.text = text;
            this.names = names;
            skipSpaces();
        }

        private void skipSpaces() {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
        }

        boolean isAtEnd() {
            return at == text.length();
        }

        /** Reads the sign of a term, which is optional for the first. */
        double readSign(boolean optional) {
            char next = isAtEnd() ? ' ' : text.charAt(at);
            if (next != '+' && next != '-') {
                if (optional) {
                    return 1;
                }
                throw refusal("+ or -");
            }
            at++;
            skipSpaces();
            return next == '-' ? -1 : 1;
        }

        /** Reads the number before an asterisk; 1 where there is none. */
        double readFactor() {
            int star = text.indexOf('*', at);
            if (star < 0 || readName() != null) {
                return 1;
            }
            try {
                double factor = Double.parseDouble(text.substring(at, star).strip());
                if (Double.isFinite(factor)) {
                    at = star + 1;
                    skipSpaces();
                    return factor;
                }
            } catch (NumberFormatException word) {
                throw refusal("the name of a coefficient, or a number and *");
            }
            throw refusal("a finite number before *");
        }

        int readCoefficientIndex() {
            String name = readName();
            if (name == null) {
                throw refusal("one of " + Sentences.listed(names));
            }
            at += name.length();
            skipSpaces();
            return names.indexOf(name);
        }

        private @Nullable String readName() {
            String longest = null;
            for (String name : names) {
                boolean longer = longest == null || name.length() > longest.length();
                if (longer && text.startsWith(name, at) && endsAt(at + name.length())) {
                    longest = name;
                }
            }
            return longest;
        }

        private boolean endsAt(int end) {
            return end == text.length() || " +-".indexOf(text.charAt(end)) >= 0;
        }

        private IllegalArgumentException refusal(String required) {
            return new IllegalArgumentException(
                    "the combination '" + text + "' of coefficients cannot be read: required " + required + ", found "
                            + (isAtEnd() ? "its end" : "'" + text.substring(at) + "'"));
        }
    }
}
