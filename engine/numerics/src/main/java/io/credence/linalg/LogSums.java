package io.credence.linalg;

/** Sums of exponentials in log space. */
public final class LogSums {

    private LogSums() {}

    /** Log-sum-exp log Σ e^{x_s}; −∞ if all are, NaN if one is. */
    public static double logSumExp(double[] logs) {
        double most = largest(logs);
        if (Double.isInfinite(most) || Double.isNaN(most)) {
            return most;
        }
        double sum = 0;
        for (double x : logs) {
            sum += Math.exp(x - most);
        }
        return most + Math.log(sum);
    }

    private static double largest(double[] logs) {
        double most = Double.NEGATIVE_INFINITY;
        for (double x : logs) {
            most = Math.max(most, x);
        }
        return most;
    }

    /**
     * Softmax of logarithms: exponentials over their sum, all 0 if {@link #logSumExp} is infinite. They sum to 1
     * however large the logarithms are.
     */
    public static double[] softmax(double[] logs) {
        double most = largest(logs);
        double[] shares = new double[logs.length];
        if (Double.isInfinite(most)) {
            return shares;
        }
        double sum = 0;
        for (int s = 0; s < shares.length; s++) {
            shares[s] = Math.exp(logs[s] - most);
            sum += shares[s];
        }
        for (int s = 0; s < shares.length; s++) {
            shares[s] /= sum;
        }
        return shares;
    }
}
