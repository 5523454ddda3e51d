package io.credence.likelihood.robust;

import io.credence.linalg.NormalTail;

/**
 * Powers of the probability of labels 0 and 1, whose integral is the sum over both labels.
 *
 * @param hasProbitLink whether the link is probit, else logit
 * @param order c
 */
public record BernoulliPowers(boolean hasProbitLink, double order) implements PowerDensity {

    @Override
    public void writeLogDensity(double label, double eta, double[] out) {
        double sign = label > 0.5 ? 1 : -1;
        double z = sign * eta;
        if (hasProbitLink) {
            double hazard = NormalTail.inverseMills(z);
            out[0] = NormalTail.logCdf(z);
            out[1] = sign * hazard;
            out[2] = -hazard * NormalTail.inverseMillsExcess(z);
        } else {
            double small = Math.exp(-Math.abs(z));
            double other = (z > 0 ? small : 1) / (1 + small);
            out[0] = Math.min(z, 0) - Math.log1p(small);
            out[1] = sign * other;
            out[2] = -small / ((1 + small) * (1 + small));
        }
    }

    @Override
    public void writeLogIntegral(double eta, double[] out) {
        double likely = eta > 0 ? 1 : 0;
        writeLogDensity(likely, eta, out);
        PowerSum sum = new PowerSum(order, out[0]);
        sum.add(1, out[0], out[1], out[2]);
        writeLogDensity(1 - likely, eta, out);
        sum.add(1, out[0], out[1], out[2]);
        sum.writeLogSum(out);
    }

    /**
     * Distance in η between trapezoid nodes. The integrand is singular where the label's probability is zero, at π or
     * 2.8 from the real line, and where p^c + (1 − p)^c is.
     */
    @Override
    public double nodeSpacing(double label) {
        double singular = 0.35 / Math.max(1, order);
        double tail = hasProbitLink ? Math.max(0, order - 1) / 0.64 : 0;
        return 1 / Math.sqrt(1 / (singular * singular) + tail);
    }

    @Override
    public double growth(double label) {
        return Math.max(0, 1 - order);
    }
}
