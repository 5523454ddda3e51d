package io.credence.result;

import io.credence.family.MomentSource;
import io.credence.family.Posterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.prior.NonCentredMap;
import io.credence.result.section.PriorSection;
import io.credence.result.section.Refusal;
import io.credence.summary.Coefficients;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** Validation of the numbers of a {@code posterior.json}, each against the others, before any is used. */
final class PosteriorValidation {

    /** Relative tolerance of moments. With nearly collinear columns, they are restored up to rounding only. */
    private static final double RELATIVE = 1e-4;

    /** Relative tolerance of correlations, for columns that are collinear up to rounding. */
    private static final double ROUNDING = 1e-8;

    private static final String TABLE = "the table of the covariance";

    private final SavedPosterior saved;
    private final RestoredPosterior restored;

    private PosteriorValidation(SavedPosterior saved, RestoredPosterior restored) {
        this.saved = saved;
        this.restored = restored;
    }

    /**
     * Refuses a file that no fit could have written.
     *
     * @throws IllegalArgumentException if it is one; the message states what is wrong, required and found, and where
     */
    static void check(SavedPosterior saved, RestoredPosterior restored) {
        PosteriorValidation check = new PosteriorValidation(saved, restored);
        check.checkMoments();
        saved.model().checkOptions();
        saved.fittedColumns();
        saved.nonCentredMap().ifPresent(check::checkMap);
        check.checkPrior();
        check.checkParameters();
        check.checkDigest();
    }

    private void checkMoments() {
        List<String> names = saved.names();
        if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
            throw Refusal.of("posterior.names cannot be used", "different names, at least one", names);
        }
        double[] mean = saved.mean();
        double[] sd = saved.sd();
        Refusal.requireLength("posterior.mean", names.size(), mean.length);
        Refusal.requireLength("posterior.sd", names.size(), sd.length);
        for (int j = 0; j < sd.length; j++) {
            if (!Double.isFinite(mean[j])) {
                throw Refusal.of("posterior.mean[" + j + "] has the wrong type", "a finite number", mean[j]);
            }
            if (!(sd[j] > 0 && Double.isFinite(sd[j]))) {
                throw Refusal.of("posterior.sd[" + j + "] is out of range", "a number above 0", sd[j]);
            }
        }
        double[][] rows = restored.section().moments().covariance();
        if (rows != null) {
            Refusal.requireLength("posterior.covariance", names.size(), rows.length);
            for (int i = 0; i < rows.length; i++) {
                Refusal.requireLength("posterior.covariance[" + i + "]", names.size(), rows[i].length);
            }
        }
        saved.covariance().ifPresent(matrix -> checkCovariance(matrix, sd, "posterior.covariance"));
    }

    private void checkMap(NonCentredMap map) {
        if (map.coefficientCount() > saved.names().size()) {
            throw Refusal.of(
                    "posterior.nonCentred is of other coefficients",
                    "as many as there are names",
                    map.coefficientCount());
        }
    }

    private void checkPrior() {
        PriorSection prior = saved.file().prior();
        if (prior != null) {
            prior.priors(saved.names());
        }
    }

    /** Requires that the parameters of the posterior q have the moments saved beside them. */
    private void checkParameters() {
        int d = saved.names().size();
        if (restored.isFirstSchema() || !restored.isKnown() || d > Coefficients.INLINE_DIMENSION) {
            return;
        }
        if (restored.section().parameters() == null) {
            throw Refusal.of("posterior.parameters is missing", "an object", "nothing");
        }
        Posterior q = rebuiltPosterior();
        int dimension = saved.nonCentredMap()
                .map(map -> map.parameterCount() + d - map.coefficientCount())
                .orElse(d);
        if (q.dimension() != dimension) {
            throw Refusal.of("posterior.parameters are of another dimension", dimension + " parameters", q.dimension());
        }
        if (!saved.isNonCentred() && q.momentSource() == MomentSource.CLOSED_FORM) {
            double[] sd = q.sd();
            requireClose(q.mean(), saved.mean(), j -> sd[j], "mean");
            requireClose(sd, saved.sd(), j -> sd[j], "sd");
            saved.covariance()
                    .ifPresent(found -> requireClose(
                            squareCovariance(q), found, at -> sd[at / d] * sd[at % d], "covariance by rows"));
        }
    }

    private static double[] squareCovariance(Posterior q) {
        double[] own = q.covariance();
        int d = q.dimension();
        double[] matrix = own.length == d ? new double[d * d] : own;
        for (int j = 0; j < d && matrix != own; j++) {
            matrix[j * d + j] = own[j];
        }
        return matrix;
    }

    private Posterior rebuiltPosterior() {
        try {
            return saved.posterior(() -> {
                throw Refusal.of("posterior.covariance is missing", "one row for each name", "nothing");
            });
        } catch (RuntimeException unlike) {
            throw new IllegalArgumentException(
                    "posterior.parameters cannot be used: required those of a " + saved.posteriorFamily()
                            + ", found that " + unlike.getMessage(),
                    unlike);
        }
    }

    private static void requireClose(double[] required, double[] found, IntToDoubleFunction scale, String what) {
        for (int j = 0; j < required.length; j++) {
            if (!(Math.abs(required[j] - found[j]) <= RELATIVE * (scale.applyAsDouble(j) + Math.abs(required[j])))) {
                throw new IllegalArgumentException("posterior." + what + "[" + j
                        + "] is not that of posterior.parameters: required " + required[j] + ", found " + found[j]);
            }
        }
    }

    private void checkDigest() {
        String found = saved.statedDigest();
        if (found != null && !found.equals(saved.digest())) {
            throw new IllegalArgumentException("the posterior was changed after it was written: required the content of"
                    + " its digest, " + found + ", found another");
        }
    }

    /**
     * Validates a covariance that was read from a table, and returns it.
     *
     * @param covariance covariance, row-major, or its diagonal alone
     * @param sd standard deviations from the file itself
     * @param whole whether the full matrix is required
     * @throws IllegalArgumentException if they do not belong together
     */
    static double[] checkedCovariance(double[] covariance, double[] sd, boolean whole) {
        int d = sd.length;
        if (whole && covariance.length != (long) d * d) {
            throw Refusal.of(TABLE + " has the wrong size", d + " rows of " + d, covariance.length + " numbers");
        }
        checkCovariance(covariance, sd, TABLE);
        return covariance;
    }

    private static void checkCovariance(double[] covariance, double[] sd, String cursor) {
        int d = sd.length;
        boolean diagonal = covariance.length == d;
        if (!diagonal && covariance.length != (long) d * d) {
            throw Refusal.of(cursor + " has the wrong size", d + " rows of " + d, covariance.length + " numbers");
        }
        for (int i = 0; i < d; i++) {
            double variance = covariance[diagonal ? i : i * d + i];
            if (!(Math.abs(variance - sd[i] * sd[i]) <= RELATIVE * sd[i] * sd[i])) {
                throw Refusal.of(
                        cursor + "[" + i + "][" + i + "] is not the variance of the posterior",
                        "the square of posterior.sd[" + i + "] = " + sd[i],
                        String.valueOf(variance));
            }
            for (int j = 0; j < i && !diagonal; j++) {
                double entry = covariance[i * d + j];
                double most = sd[i] * sd[j] * (1 + ROUNDING);
                if (!(Math.abs(entry) <= most && Math.abs(entry - covariance[j * d + i]) <= ROUNDING * most)) {
                    throw Refusal.of(
                            cursor + "[" + i + "][" + j + "] cannot be a covariance",
                            "the same number on both sides of the diagonal, at most " + most,
                            entry + " and " + covariance[j * d + i]);
                }
            }
        }
        if (!diagonal && d <= Coefficients.INLINE_DIMENSION) {
            requireDefinite(covariance, sd, cursor);
        }
    }

    private static void requireDefinite(double[] covariance, double[] sd, String cursor) {
        int d = sd.length;
        double[] correlation = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                correlation[i * d + j] = covariance[i * d + j] / (sd[i] * sd[j]) + (i == j ? ROUNDING : 0);
            }
        }
        if (Cholesky.of(JavaDenseKernel.INSTANCE, correlation, d) == null) {
            throw Refusal.of(cursor + " cannot be a covariance", "a positive definite matrix", "one that is not");
        }
    }
}
