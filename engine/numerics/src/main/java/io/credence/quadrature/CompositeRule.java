package io.credence.quadrature;

/**
 * Quadrature rule for the expectation over a standard normal variable of a function that bends near a few points. The
 * function bends within short distances of these points, and is smooth elsewhere. The rule is a trapezoid in x(z) = z/κ
 * + Σ_j asinh((z − c_j)/δ_j), which is steep near the points. A singularity δ above c_j lies π/2 above the real line of
 * x, so the error is e^{−π²/h} for a step h, and the number of nodes grows with log(1/δ) alone.
 */
public final class CompositeRule {

    private static final double STEP = 0.28;
    /** Number of standard deviations beyond which the normal density is negligible. */
    public static final double REACH = 7.5;

    /** Scale κ, which the normal density requires. */
    private static final double SMOOTH = 1.2;

    private static final int MOST_STEPS = 20_000;
    private static final int MOST_NEWTON_STEPS = 60;

    private final double[] centres;
    private final double[] distances;
    private final double reach;

    private CompositeRule(double[] centres, double[] distances, double reach) {
        this.centres = centres;
        this.distances = distances;
        this.reach = reach;
    }

    /**
     * The rule for bends at {@code centres}.
     *
     * @param widths widths of the bends, as in {@link QuadratureRule#forWidth(double)}: π over the distance of the
     *     singularity; a bend of width 0 is ignored
     */
    public static QuadratureRule rule(double[] centres, double[] widths) {
        return rule(centres, widths, REACH);
    }

    /** The rule on the interval from {@code −reach} to {@code reach}, for a function that grows. */
    public static QuadratureRule rule(double[] centres, double[] widths, double reach) {
        double[] distances = new double[widths.length];
        for (int j = 0; j < widths.length; j++) {
            distances[j] = widths[j] == 0 ? Double.POSITIVE_INFINITY : Math.PI / widths[j];
        }
        return new CompositeRule(centres, distances, reach).rule();
    }

    private QuadratureRule rule() {
        double from = integrationVariable(-reach);
        double to = integrationVariable(reach);
        // A width that is not finite shows in the nodes.
        int steps = to - from < MOST_STEPS * STEP ? (int) Math.ceil((to - from) / STEP) : 1;
        double step = (to - from) / steps;
        double[] nodes = new double[steps + 1];
        double[] weights = new double[steps + 1];
        double sum = 0;
        double z = -reach;
        for (int i = 0; i <= steps; i++) {
            z = invert(from + i * step, z);
            nodes[i] = z;
            weights[i] = Math.exp(-0.5 * z * z) / integrationVariableSlope(z);
            sum += weights[i];
        }
        for (int i = 0; i <= steps; i++) {
            weights[i] /= sum;
        }
        return new QuadratureRule(nodes, weights);
    }

    /**
     * Solves x(z) = target for z, from the node before it: Newton's steps, bisected into the bracket where they leave
     * it.
     */
    private double invert(double target, double before) {
        double low = before;
        double high = reach;
        double z = before;
        for (int i = 0; i < MOST_NEWTON_STEPS; i++) {
            double miss = target - integrationVariable(z);
            if (miss > 0) {
                low = z;
            } else {
                high = z;
            }
            double next = z + miss / integrationVariableSlope(z);
            if (next < low || next > high) {
                next = 0.5 * (low + high);
            }
            double change = Math.abs(next - z);
            z = next;
            // Newton's next step would be of the order of the square of this one, in units of the local scale.
            if (change * integrationVariableSlope(z) < 1e-7) {
                break;
            }
        }
        return z;
    }

    private double integrationVariable(double z) {
        double sum = z / SMOOTH;
        for (int j = 0; j < centres.length; j++) {
            if (distances[j] != Double.POSITIVE_INFINITY) {
                double u = (z - centres[j]) / distances[j];
                sum += Math.copySign(Math.log(Math.abs(u) + Math.sqrt(u * u + 1)), u);
            }
        }
        return sum;
    }

    /** Derivative dx/dz. */
    private double integrationVariableSlope(double z) {
        double sum = 1 / SMOOTH;
        for (int j = 0; j < centres.length; j++) {
            if (distances[j] != Double.POSITIVE_INFINITY) {
                double away = z - centres[j];
                sum += 1 / Math.sqrt(away * away + distances[j] * distances[j]);
            }
        }
        return sum;
    }
}
