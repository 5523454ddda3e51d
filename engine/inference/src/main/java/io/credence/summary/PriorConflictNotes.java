package io.credence.summary;

import io.credence.config.PriorConfig;
import io.credence.part.Names;
import io.credence.prior.DensityTerm;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.prior.Prior;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes on coefficients whose prior the rows contradict. This is the prior predictive check of Box (1980) and Evans and
 * Moshonov (2006), for one coefficient. Let s₀² be the prior and s² the posterior variance: if a normal prior and the
 * model are true, the posterior mean is distributed around the prior mean with variance s₀² − s². A mean beyond three
 * of these standard deviations is a conflict. It is reported only where the prior matters, that is, moves the mean by
 * more than half a standard error of the estimate from the rows alone. For a prior that is not normal, its variance is
 * that of its density along the coefficient, with the others at their means, and its slope and curvature there move the
 * mean. A prior with heavy tails yields to the rows and causes no conflict. A prior that is normal given the dispersion
 * is judged as normal, at the posterior's dispersion; the dispersion itself by {@link ScalePriorConflictNote}.
 */
final class PriorConflictNotes {
    // By the rows alone, with precision 1/s² − 1/s₀², the coefficient is e with standard error t; then
    // (e − m)/t = |∂ log π| s/√(1 + ∂² log π s²) = (m − m₀)s/(s₀ √(s₀² − s²)).

    private static final double FAR = 3;
    static final double MOVED = 0.5;
    /**
     * Lower bound of the share of the prior's variance that the rows removed, since smaller ones may be noise of the
     * fit.
     */
    static final double LEAST = 1e-3;
    /**
     * Step of the finite difference of slopes that gives a curvature, to each side, in posterior standard deviations.
     */
    private static final double BESIDE = 0.1;
    /** Largest number of coefficients for which a prior that is not normal is integrated along each. */
    private static final int MOST_INTEGRATED = 200;
    /**
     * Range of the integral, in logarithms of distances from the centre. The unit of these is a posterior standard
     * deviation.
     */
    private static final double RANGE = 8;

    /** Spacing of the nodes of the integral, in logarithms of distances. */
    private static final double NODES = 0.1;

    private PriorConflictNotes() {}

    /**
     * Note on coefficients in conflict with their prior, or none. Coefficients with an earlier posterior as prior are
     * left out.
     */
    static List<String> notes(Coefficients coefficients, PriorConfig requested) {
        EarlierFit earlier = requested.earlierFit();
        List<String> names = Names.without(
                conflictingCoefficients(coefficients, requested.mean()),
                earlier == null ? List.of() : earlier.coefficients().names());
        return names.isEmpty()
                ? List.of()
                : List.of("prior and data contradict each other about " + Sentences.listed(names)
                        + " (the posterior mean is more than 3 standard deviations from where the prior expects it):"
                        + " the prior pulls them away from the estimates of the rows; "
                        + (requested.isInUnitsOfRows()
                                ? "a larger prior.sd or prior.scale than auto lets the rows decide"
                                : "prior.sd = auto and prior.scale = auto follow the units of the columns"));
    }

    /**
     * Names of the coefficients in conflict with their prior.
     *
     * @param centre centre of a prior that is not normal
     */
    static List<String> conflictingCoefficients(Coefficients coefficients, double centre) {
        double[] means = coefficients.mean();
        GaussianPrior normal = coefficients.priorGivenDispersion();
        Prior whole = coefficients.wholePrior();
        DensityTerm term =
                coefficients.dimension() > MOST_INTEGRATED || whole.unitDispersionPrior() != null ? null : whole.term();
        double[] slopes = new double[means.length];
        if (term != null) {
            term.addGradient(means, slopes);
        }
        List<String> names = new ArrayList<>();
        for (int j = 0; j < means.length; j++) {
            double sd = coefficients.sd()[j];
            double away = means[j] - normal.mean()[j];
            double variance = 1 / normal.precision()[j];
            double slope = away / variance;
            double curvature = -1 / variance;
            if (term != null && slopes[j] != 0) {
                away = means[j] - centre;
                variance = priorMeanSquare(term, means, j, centre, sd);
                slope = slopes[j];
                curvature = curvature(term, means, j, BESIDE * sd);
            }
            boolean isFar = away * away > FAR * FAR * variance * removedShare(sd * sd / variance);
            if (isFar && Math.abs(slope) * sd > MOVED * Math.sqrt(removedShare(-curvature * sd * sd))) {
                names.add(coefficients.names().get(j));
            }
        }
        return names;
    }

    /**
     * Complement of a share, between {@link #LEAST} and 1. For the share of the prior's variance that is left, it is
     * the share that the rows removed; for the prior's share of the posterior precision, the share of the rows.
     */
    static double removedShare(double kept) {
        return Math.max(Math.min(1 - kept, 1), LEAST);
    }

    /** Prior mean of a coefficient's squared distance from the centre, with all others at their means. */
    private static double priorMeanSquare(DensityTerm term, double[] means, int j, double centre, double sd) {
        double[] there = means.clone();
        there[j] = centre;
        double top = term.logDensity(there);
        double sum = 0;
        double squares = 0;
        for (double log = -RANGE; log < RANGE; log += NODES) {
            double distance = sd * Math.exp(log);
            for (double side : new double[] {-distance, distance}) {
                there[j] = centre + side;
                double mass = distance * Math.exp(term.logDensity(there) - top);
                sum += mass;
                squares += mass * distance * distance;
            }
        }
        return squares / sum;
    }

    private static double curvature(DensityTerm term, double[] means, int j, double beside) {
        return term.hasCurvature()
                ? (slope(term, means, j, beside) - slope(term, means, j, -beside)) / (2 * beside)
                : 0;
    }

    private static double slope(DensityTerm term, double[] means, int j, double beside) {
        double[] there = means.clone();
        double[] gradient = new double[means.length];
        there[j] += beside;
        term.addGradient(there, gradient);
        return gradient[j];
    }
}
