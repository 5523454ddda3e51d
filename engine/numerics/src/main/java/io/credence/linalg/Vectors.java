package io.credence.linalg;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Elementary vector operations of the driver. */
public final class Vectors {

    /** Number of keys in one interval above which sorting by intervals is given up. */
    private static final int CROWDED = 32;

    private Vectors() {}

    /** Inner product xᵀy. */
    public static double dot(double[] x, double[] y) {
        return dot(x, 0, y, x.length);
    }

    /** Inner product of {@code count} numbers of {@code x}, from {@code at} on, with the first ones of {@code y}. */
    public static double dot(double[] x, int at, double[] y, int count) {
        return dot(x, at, y, 0, count);
    }

    /** Inner product of {@code count} numbers of each array, from its index on. */
    public static double dot(double[] x, int at, double[] y, int from, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += x[at + i] * y[from + i];
        }
        return sum;
    }

    /** Sum y + a x. */
    public static double[] plusScaled(double[] y, double a, double[] x) {
        double[] sum = y.clone();
        addScaled(sum, a, x);
        return sum;
    }

    /** Adds a x to y. */
    public static void addScaled(double[] y, double a, double[] x) {
        for (int j = 0; j < y.length; j++) {
            y[j] += a * x[j];
        }
    }

    /** Vector of 1 followed by the entries of x: a row with intercept, as linear predictors read it. */
    public static double[] withIntercept(double[] x) {
        double[] row = new double[x.length + 1];
        row[0] = 1;
        System.arraycopy(x, 0, row, 1, x.length);
        return row;
    }

    /** Concatenation of the given arrays. */
    public static double[] concatenate(List<double[]> parts) {
        return concatenate(new double[0], parts);
    }

    /** Concatenation of {@code first} and the given arrays. */
    public static double[] concatenate(double[] first, List<double[]> others) {
        int length = first.length;
        for (double[] other : others) {
            length += other.length;
        }
        double[] joined = Arrays.copyOf(first, length);
        int at = first.length;
        for (double[] other : others) {
            System.arraycopy(other, 0, joined, at, other.length);
            at += other.length;
        }
        return joined;
    }

    /**
     * Indices from 0 to {@code count} − 1 in ascending order of a key, as {@link Double#compare} has it; those of equal
     * keys ascend. Keys are dealt to as many equal intervals, where they are so even that few share one, and put in
     * order there.
     */
    public static int[] sortedIndices(int count, IntToDoubleFunction key) {
        double[] keys = new double[count];
        Arrays.setAll(keys, key);
        int[] order = orderByIntervals(keys);
        return order == null ? orderByWords(keys) : order;
    }

    /** Order of keys by intervals; null where an interval has many of them, or a key is not finite. */
    private static int @Nullable [] orderByIntervals(double[] keys) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double key : keys) {
            least = Math.min(least, key);
            most = Math.max(most, key);
        }
        double perUnit = (keys.length - 1) / (most - least);
        if (!(perUnit > 0 && perUnit < Double.POSITIVE_INFINITY)) {
            return null;
        }
        int[] interval = new int[keys.length];
        int[] ends = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            interval[i] = (int) ((keys[i] - least) * perUnit);
            if (++ends[interval[i]] > CROWDED) {
                return null;
            }
        }
        for (int k = 1; k < ends.length; k++) {
            ends[k] += ends[k - 1];
        }
        int[] order = new int[keys.length];
        for (int i = keys.length - 1; i >= 0; i--) {
            order[--ends[interval[i]]] = i;
        }
        for (int at = 1; at < order.length; at++) {
            int index = order[at];
            int to = at;
            for (; to > 0 && Double.compare(keys[order[to - 1]], keys[index]) > 0; to--) {
                order[to] = order[to - 1];
            }
            order[to] = index;
        }
        return order;
    }

    /**
     * Order of any keys. The leading bits of a key and its index are sorted as one whole number. Only keys with the same
     * leading bits have to be compared after that.
     */
    private static int[] orderByWords(double[] keys) {
        int count = keys.length;
        long indexMask = Math.max(1, Integer.highestOneBit(count)) * 2L - 1;
        long[] words = new long[count];
        for (int i = 0; i < count; i++) {
            long bits = Double.doubleToLongBits(keys[i]);
            long ascending = bits ^ (bits >> (Long.SIZE - 1) & Long.MAX_VALUE);
            words[i] = ascending & ~indexMask | i;
        }
        Arrays.sort(words);
        int[] order = new int[count];
        Arrays.setAll(order, i -> (int) (words[i] & indexMask));
        int to;
        for (int from = 0; from < count; from = to) {
            to = from + 1;
            while (to < count && (words[to] & ~indexMask) == (words[from] & ~indexMask)) {
                to++;
            }
            if (to > from + 1) {
                int[] equal = Arrays.stream(order, from, to)
                        .boxed()
                        .sorted(Comparator.comparingDouble(i -> keys[i]))
                        .mapToInt(Integer::intValue)
                        .toArray();
                System.arraycopy(equal, 0, order, from, equal.length);
            }
        }
        return order;
    }

    /** Multiple a x. */
    public static double[] scaled(double a, double[] x) {
        double[] scaled = x.clone();
        for (int j = 0; j < scaled.length; j++) {
            scaled[j] *= a;
        }
        return scaled;
    }

    /** Largest absolute value of an entry. */
    public static double maxAbsolute(double[] x) {
        double largest = 0;
        for (double entry : x) {
            largest = Math.max(largest, Math.abs(entry));
        }
        return largest;
    }

    /** A vector of ones. */
    public static double[] ones(int length) {
        double[] ones = new double[length];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Entry-wise product x ∘ y, as long as the shorter of the two. */
    public static double[] entrywiseProduct(double[] x, double[] y) {
        double[] product = new double[Math.min(x.length, y.length)];
        for (int j = 0; j < product.length; j++) {
            product[j] = x[j] * y[j];
        }
        return product;
    }

    /** Mixture γ x + (1 − γ) y. */
    public static double[] mix(double gamma, double[] x, double[] y) {
        double[] mixed = new double[x.length];
        for (int j = 0; j < mixed.length; j++) {
            mixed[j] = gamma * x[j] + (1 - gamma) * y[j];
        }
        return mixed;
    }

    /** Entry-wise squares x². */
    public static double[] squares(double[] x) {
        double[] squares = new double[x.length];
        for (int j = 0; j < squares.length; j++) {
            squares[j] = x[j] * x[j];
        }
        return squares;
    }

    /** Entry-wise quotient a x/(√v + ε). */
    public static double[] divideByRoot(double[] x, double[] v, double a, double epsilon) {
        double[] scaled = new double[x.length];
        for (int j = 0; j < scaled.length; j++) {
            scaled[j] = a * x[j] / (Math.sqrt(v[j]) + epsilon);
        }
        return scaled;
    }

    /** Whether every entry is finite. */
    public static boolean isFinite(double[] x) {
        for (double entry : x) {
            if (!Double.isFinite(entry)) {
                return false;
            }
        }
        return true;
    }

    /** Difference a − b. */
    public static double[] difference(double[] a, double[] b) {
        double[] result = new double[a.length];
        for (int j = 0; j < a.length; j++) {
            result[j] = a[j] - b[j];
        }
        return result;
    }

    /** Euclidean norm. */
    public static double norm(double[] v) {
        double sum = 0;
        for (double x : v) {
            sum += x * x;
        }
        return Math.sqrt(sum);
    }
}
