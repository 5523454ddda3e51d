package io.credence.linalg;

/** Sums of exponentials in log space. */
public final class LogSums {

    private LogSums() {}

    /** log Σ e^{x_s}; −∞ if all are, NaN if one is. */
    public static double of(double[] logs) {
        double most = Double.NEGATIVE_INFINITY;
        for (double x : logs) {
            most = Math.max(most, x);
        }
        if (Double.isInfinite(most) || Double.isNaN(most)) {
            return most;
        }
        double sum = 0;
        for (double x : logs) {
            sum += Math.exp(x - most);
        }
        return most + Math.log(sum);
    }

    /** {@code logs} less their {@link #of}, as shares that sum to 1; all 0 if that is infinite. */
    public static double[] shares(double[] logs) {
        double total = of(logs);
        double[] shares = new double[logs.length];
        for (int s = 0; s < shares.length; s++) {
            shares[s] = Double.isInfinite(total) ? 0 : Math.exp(logs[s] - total);
        }
        return shares;
    }
}
