package io.credence.mixed;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Vectors;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A normal posterior of ψ, as very many groups make it: at antithetic draws of it its logarithm is compared with that of the posterior, by
 * a share of the groups where they are very many, less what the share's slope at the mode is by chance.
 */
record NormalSurroundings(GroupDensity density) implements Surroundings {

    /** Draws at which densities are compared. */
    private static final int CHECKS = 64;
    /** Groups that tell a shape. */
    private static final double GROUPS = 8000;
    /** Points that stand for the variance components. */
    private static final int POINTS = 256;

    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    @Override
    public double share() {
        return Math.min(1, GROUPS / density.survey().groups());
    }

    @Override
    public List<double[]> more(GroupState at) {
        if (!at.around().points().isEmpty()) {
            return List.of();
        }
        List<double[]> points = new ArrayList<>();
        points.add(at.psi());
        for (int s = 0; s < CHECKS; s++) {
            points.add(Vectors.plus(at.psi(), 1, at.precision().solveTransposed(normal(s))));
        }
        return points;
    }

    private double[] normal(int s) {
        double[] z = new double[density.dimension()];
        long use = RandomUse.GROUP_PARAMETERS.address();
        new NormalDraws(density.seed(), use, CHECKS, z.length, NormalDraws.Kind.ANTITHETIC).fill(s, z);
        return z;
    }

    /**
     * Logarithms of the posterior's over the normal density at the draws, 0 at the mode, up to the curvature, which the outer products of
     * all groups are: of a pair of draws the odd part, and of the even one what is left without its second derivative along the pair.
     */
    private double[] logWeights(GroupState at) {
        GroupEvaluation mode = at.around().found().get(0);
        double[] priorSlope = new double[density.dimension()];
        double priorAtMode = density.logPrior(at.psi(), priorSlope);
        double more = density.backend().summary().rows() / (double) mode.rows();
        double[] logs = new double[CHECKS];
        for (int s = 0; s < CHECKS; s += 2) {
            double[] move = at.precision().solveTransposed(normal(s));
            double[] sides = new double[2];
            double curvature = 0;
            for (int side = 0; side < 2; side++) {
                double sign = side == 0 ? 1 : -1;
                GroupEvaluation found = at.around().found().get(1 + s + side);
                double[] slope = new double[move.length];
                double prior = found.value() == Double.NEGATIVE_INFINITY
                        ? 0
                        : density.logPrior(Vectors.plus(at.psi(), sign, move), slope);
                for (int j = 0; j < move.length; j++) {
                    double rows = found.gradient()[j] - slope[j];
                    double atMode = mode.gradient()[j] - priorSlope[j];
                    sides[side] -= sign * (more * atMode + priorSlope[j]) * move[j];
                    curvature -= 0.5 * sign * (more * rows + slope[j]) * move[j];
                }
                sides[side] += more * (found.value() - prior - mode.value() + priorAtMode) + prior - priorAtMode;
            }
            double odd = 0.5 * (sides[0] - sides[1]);
            double even = -0.5 * (sides[0] + sides[1] + curvature);
            boolean isOutside = !Double.isFinite(sides[0]) || !Double.isFinite(sides[1]);
            logs[s] = isOutside ? sides[0] : odd + even;
            logs[s + 1] = isOutside ? sides[1] : even - odd;
        }
        return logs;
    }

    @Override
    public String words() {
        return "coefficients and variance components are normal around their mode, by "
                + density.survey().groups() + " groups";
    }

    @Override
    public PsiPosterior posterior(GroupState at) {
        Cholesky precision = at.precision();
        double[] even = new double[POINTS];
        Arrays.fill(even, 1.0 / POINTS);
        boolean whole = at.around().found().size() == 1 + CHECKS;
        double[] logs = whole ? logWeights(at) : new double[0];
        return new PsiPosterior(
                at.psi(),
                precision.inverse(),
                points(at),
                even,
                logs,
                whole ? logEvidence(at, precision, logs) : Double.NaN);
    }

    /** By Laplace's method and the mean weight; the value is that before the last step. */
    private double logEvidence(GroupState at, Cholesky precision, double[] logs) {
        GroupEvaluation known = at.evaluated();
        double[] step = Vectors.difference(at.psi(), at.begun());
        return known.value()
                + 0.5 * Vectors.dot(known.gradient(), step)
                + 0.5 * (density.dimension() * LOG_2_PI - precision.logDeterminant())
                + MixedResult.logSum(logs)
                - Math.log(logs.length);
    }

    /** A standard deviation below 0 is nearly 0. */
    private List<double[]> points(GroupState at) {
        SkewedFrame frame = SkewedFrame.around(at.psi(), at.evaluated().curvature(), density.units(at.psi()));
        return VarianceDesigns.normal(frame, POINTS, density.seed()).stream()
                .map(psi -> density.inside(density.components(psi)))
                .toList();
    }
}
