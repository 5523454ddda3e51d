package io.credence.expression;

import io.credence.autodiff.SpecialFunctions;
import io.credence.likelihood.LogFactorial;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.util.MathArrays;

/** Log probabilities and log tails of laws of counts and of classes. The count, and the trials, are data. */
final class CountLaws {

    /** Largest number of terms of a sum of probabilities. */
    private static final int MOST_TERMS = 512;

    private CountLaws() {}

    /** Whole number at or below the first argument. */
    private static double count(CalculusFieldElement<?>[] a) {
        return Math.floor(a[0].getReal());
    }

    static <T extends CalculusFieldElement<T>> T bernoulliProbability(T[] a) {
        return count(a) == 0 ? a[1].negate().log1p() : a[1].log();
    }

    static <T extends CalculusFieldElement<T>> T bernoulliBelow(T[] a) {
        return count(a) == 0 ? a[1].negate().log1p() : a[1].newInstance(0);
    }

    static <T extends CalculusFieldElement<T>> T bernoulliAbove(T[] a) {
        return count(a) == 0 ? a[1].log() : a[1].newInstance(Double.NEGATIVE_INFINITY);
    }

    static <T extends CalculusFieldElement<T>> T poissonProbability(T[] a) {
        return a[1].log().multiply(count(a)).subtract(a[1]).subtract(LogFactorial.of(count(a)));
    }

    static <T extends CalculusFieldElement<T>> T poissonBelow(T[] a) {
        return SpecialFunctions.logGammaTail(a[1].newInstance(count(a) + 1), a[1]);
    }

    static <T extends CalculusFieldElement<T>> T poissonAbove(T[] a) {
        return SpecialFunctions.logGammaCdf(a[1].newInstance(count(a) + 1), a[1]);
    }

    /** Log odds size / mu of the probability size / (size + mu) of a negative binomial law. */
    private static <T extends CalculusFieldElement<T>> T logOdds(T[] a) {
        return a[2].log().subtract(a[1].log());
    }

    static <T extends CalculusFieldElement<T>> T negativeBinomialProbability(T[] a) {
        double y = count(a);
        T odds = logOdds(a);
        T none = SpecialFunctions.softplus(odds.negate()).multiply(a[2]).negate();
        if (y == 0) {
            return none;
        }
        // Γ(y + size) / (Γ(size) y!) is 1 / (y B(y, size)), in which nothing cancels
        return none.subtract(SpecialFunctions.softplus(odds).multiply(y))
                .subtract(SpecialFunctions.logBeta(a[2], a[2].newInstance(y)))
                .subtract(Math.log(y));
    }

    static <T extends CalculusFieldElement<T>> T negativeBinomialBelow(T[] a) {
        return SpecialFunctions.logBetaCdf(logOdds(a), a[2], a[2].newInstance(count(a) + 1));
    }

    static <T extends CalculusFieldElement<T>> T negativeBinomialAbove(T[] a) {
        return SpecialFunctions.logBetaCdf(logOdds(a).negate(), a[2].newInstance(count(a) + 1), a[2]);
    }

    /** Successes a[0] of a[1] trials, of which the probability is beta of mean a[2] and precision a[3]. */
    static <T extends CalculusFieldElement<T>> T betaBinomialProbability(T[] a) {
        return betaBinomialProbability(a, a[0].getReal());
    }

    private static <T extends CalculusFieldElement<T>> T betaBinomialProbability(T[] a, double y) {
        double trials = a[1].getReal();
        if (!(y >= 0 && y <= trials)) {
            return a[2].newInstance(Double.NEGATIVE_INFINITY);
        }
        T first = a[2].multiply(a[3]);
        T second = a[2].negate().add(1).multiply(a[3]);
        return SpecialFunctions.logBeta(first.add(y), second.add(trials - y))
                .subtract(SpecialFunctions.logBeta(first, second))
                .add(LogFactorial.of(trials) - LogFactorial.of(y) - LogFactorial.of(trials - y));
    }

    static <T extends CalculusFieldElement<T>> T betaBinomialBelow(T[] a) {
        double y = count(a);
        if (y >= a[1].getReal()) {
            return a[2].newInstance(0);
        }
        return betaBinomialProbability(a, y).add(sumBelow(a, (int) y));
    }

    /** Upper tail: that of the failures, with the mean of these. */
    static <T extends CalculusFieldElement<T>> T betaBinomialAbove(T[] a) {
        T[] failures = a.clone();
        failures[0] = a[0].newInstance(a[1].getReal() - count(a) - 1);
        failures[2] = a[2].negate().add(1);
        return failures[0].getReal() < 0 ? a[2].newInstance(Double.NEGATIVE_INFINITY) : betaBinomialBelow(failures);
    }

    /**
     * Logarithm of P(Y ≤ y) / P(Y = y), by the ratios of neighbours. Terms are filled up with zeros to a power of two,
     * so that rows share a recording.
     */
    private static <T extends CalculusFieldElement<T>> T sumBelow(T[] a, int y) {
        if (y > MOST_TERMS) {
            throw new ExpressionException(
                    "adds up too many terms",
                    "beta_binomial_lcdf and beta_binomial_lccdf of at most " + MOST_TERMS + " successes or failures",
                    y + "");
        }
        double trials = a[1].getReal();
        T first = a[2].multiply(a[3]);
        T second = a[2].negate().add(1).multiply(a[3]);
        T sum = a[2].newInstance(0);
        int terms = y == 0 ? 0 : Integer.highestOneBit(2 * y - 1);
        for (int k = terms; k > 0; k--) {
            int j = Math.max(1, y - k + 1);
            double known = k > y ? Double.NEGATIVE_INFINITY : Math.log(j / (trials - j + 1));
            T ratio = second.add(trials - j).log().subtract(first.add(j - 1.0).log());
            sum = SpecialFunctions.softplus(ratio.add(known).add(sum));
        }
        return sum;
    }

    /** Ordered classes 0, 1, … of location a[1], discrimination a[2] and ascending cutpoints after these. */
    static <T extends CalculusFieldElement<T>> T ordinalProbability(T[] a) {
        int y = (int) count(a);
        int cuts = a.length - 3;
        if (y > cuts) {
            return a[1].newInstance(Double.NEGATIVE_INFINITY);
        } else if (y == 0) {
            return ordinalBelow(a);
        }
        T lower = cutScore(a, y - 1);
        T above = SpecialFunctions.softplus(lower).negate();
        if (y == cuts) {
            return above;
        }
        T upper = cutScore(a, y);
        return above.subtract(SpecialFunctions.softplus(upper.negate()))
                .add(SpecialFunctions.logComplement(lower.subtract(upper)));
    }

    private static <T extends CalculusFieldElement<T>> T cutScore(T[] a, int cut) {
        return a[3 + cut].subtract(a[1]).multiply(a[2]);
    }

    static <T extends CalculusFieldElement<T>> T ordinalBelow(T[] a) {
        return count(a) >= a.length - 3
                ? a[1].newInstance(0)
                : SpecialFunctions.softplus(cutScore(a, (int) count(a)).negate())
                        .negate();
    }

    static <T extends CalculusFieldElement<T>> T ordinalAbove(T[] a) {
        return count(a) >= a.length - 3
                ? a[1].newInstance(Double.NEGATIVE_INFINITY)
                : SpecialFunctions.softplus(cutScore(a, (int) count(a))).negate();
    }

    /** Classes 0, 1, … of which the first has the score 0, the others those given. */
    static <T extends CalculusFieldElement<T>> T softmaxProbability(T[] a) {
        int y = (int) count(a);
        if (y >= a.length) {
            return a[1].newInstance(Double.NEGATIVE_INFINITY);
        }
        T[] scores = a.clone();
        scores[0] = a[1].newInstance(0);
        return scores[y].subtract(PlainFunctions.logSumExp(scores));
    }

    // Laws of zeros beside those of a law of counts: the probability of these zeros is the last argument

    static <T extends CalculusFieldElement<T>> T inflated(ExpressionFunction.Body law, T[] a, boolean isTail) {
        T zeros = a[a.length - 1];
        T others = law.of(withoutLast(a));
        return isTail ? others.add(zeros.negate().log1p()) : PlainFunctions.logMix(zeros, zeros.newInstance(0), others);
    }

    static <T extends CalculusFieldElement<T>> T inflatedProbability(ExpressionFunction.Body law, T[] a) {
        return inflated(law, a, count(a) > 0);
    }

    static <T extends CalculusFieldElement<T>> T hurdleProbability(ExpressionFunction.Body law, T[] a) {
        return count(a) == 0 ? a[a.length - 1].log() : aboveHurdle(law, law, a);
    }

    /** Upper tail of a law with a hurdle, given the probabilities and the upper tail of the counts. */
    static <T extends CalculusFieldElement<T>> T hurdleAbove(
            ExpressionFunction.Body law, ExpressionFunction.Body tail, T[] a) {
        return count(a) == 0 ? a[a.length - 1].negate().log1p() : aboveHurdle(law, tail, a);
    }

    static <T extends CalculusFieldElement<T>> T hurdleBelow(
            ExpressionFunction.Body law, ExpressionFunction.Body tail, T[] a) {
        return count(a) == 0 ? a[a.length - 1].log() : SpecialFunctions.logComplement(aboveHurdle(law, tail, a));
    }

    private static <T extends CalculusFieldElement<T>> T aboveHurdle(
            ExpressionFunction.Body law, ExpressionFunction.Body of, T[] a) {
        T[] counts = withoutLast(a);
        T[] none = counts.clone();
        none[0] = a[0].newInstance(0);
        return of.of(counts)
                .subtract(SpecialFunctions.logComplement(law.of(none)))
                .add(a[a.length - 1].negate().log1p());
    }

    private static <T extends CalculusFieldElement<T>> T[] withoutLast(T[] a) {
        T[] rest = MathArrays.buildArray(a[0].getField(), a.length - 1);
        System.arraycopy(a, 0, rest, 0, rest.length);
        return rest;
    }
}
