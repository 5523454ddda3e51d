package io.credence.loss;

/** Labels 0 and 1 with probit link: −log Φ(±η). */
public final class BernoulliProbitLoss extends SmoothLoss {

    private static final long serialVersionUID = 1;

    /** The zero of Φ nearest the real line lies 2.8 away from it. */
    private static final double WIDTH = 2.8 / Math.PI;

    @Override
    double width() {
        return WIDTH;
    }

    @Override
    void at(double label, double eta, double[] out) {
        double sign = label > 0.5 ? 1 : -1;
        double z = sign * eta;
        double hazard = NormalTail.inverseMills(z);
        out[0] = -NormalTail.logCdf(z);
        out[1] = -sign * hazard;
        out[2] = hazard * NormalTail.inverseMillsExcess(z);
    }
}
