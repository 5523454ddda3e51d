package io.credence.result;

import io.credence.family.MomentSource;
import io.credence.family.Posterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.prior.NonCentredMap;
import io.credence.summary.Coefficients;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;

/** Validation of all sections of a {@code posterior.json} before any is used. */
final class PosteriorValidation {

    private static final Set<String> STATUSES = Set.of("converged", "unconverged", "diverged");

    /** Relative tolerance of moments. With nearly collinear columns, they are restored up to rounding only. */
    private static final double RELATIVE = 1e-4;

    /** Relative tolerance of correlations, for columns that are collinear up to rounding. */
    private static final double ROUNDING = 1e-8;

    private static final String TABLE = "the table of the covariance";

    private final SavedPosterior saved;
    private final JsonCursor root;
    private final JsonCursor posterior;

    private PosteriorValidation(SavedPosterior saved, JsonCursor root) {
        this.saved = saved;
        this.root = root;
        this.posterior = root.child("posterior");
    }

    /**
     * Refuses a file that no fit could have written.
     *
     * @throws IllegalArgumentException if it is one; the message states what is wrong, required and found, and where
     */
    static void check(SavedPosterior saved, JsonCursor root) {
        PosteriorValidation check = new PosteriorValidation(saved, root);
        check.checkSections();
        check.checkMoments();
        check.checkOtherSections();
        check.checkParameters();
        check.checkDigest();
    }

    private void checkSections() {
        root.child("model").section();
        root.child("data").section();
        posterior.section();
        if (!STATUSES.contains(saved.status())) {
            throw root.child("status").refusal("is not known", "converged, unconverged or diverged");
        }
        saved.isReliable();
        saved.posteriorFamily();
        if (saved.model().className().isEmpty() && saved.model().family().isEmpty()) {
            throw root.child("model").child("family").refusal("is missing", "the name of a family");
        }
    }

    private void checkMoments() {
        List<String> names = saved.names();
        if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
            throw posterior.child("names").refusal("cannot be used", "different names, at least one");
        }
        saved.mean();
        double[] sd = saved.sd();
        posterior.child("sd").elements().forEach(JsonCursor::positiveNumber);
        saved.covariance().ifPresent(matrix -> checkCovariance(matrix, sd, "posterior.covariance"));
    }

    /** Validates the sections that are otherwise read only when they are used. */
    private void checkOtherSections() {
        saved.constrainedSummary();
        saved.dispersion();
        saved.dispersionName();
        saved.seed();
        saved.model().hasJointDispersion();
        saved.model().checkOptions();
        saved.model().classCount();
        saved.model().featureNames();
        saved.fittedColumns();
        saved.classNames();
        saved.config();
        saved.redactedKeys();
        saved.model().loss();
        saved.leaveOneOut();
        saved.savedReport();
        saved.nonCentredMap().ifPresent(this::checkMap);
    }

    private void checkMap(NonCentredMap map) {
        for (int group : map.blockOf()) {
            if (group < -1 || group >= map.blockCount()) {
                throw posterior
                        .child("nonCentred")
                        .child("groupOf")
                        .refusal("is out of range", "shrinkage blocks from -1 to " + (map.blockCount() - 1));
            }
        }
        if (map.coefficientCount() > saved.names().size()) {
            throw posterior.child("nonCentred").refusal("is of other coefficients", "as many as there are names");
        }
    }

    /** Requires that the parameters of the posterior q have the moments saved beside them. */
    private void checkParameters() {
        int d = saved.names().size();
        if (saved.posteriorSection().isFirstSchema()
                || !saved.posteriorSection().isKnown()
                || d > Coefficients.INLINE_DIMENSION) {
            return;
        }
        JsonCursor own = posterior.child("parameters").section();
        Posterior q = rebuiltPosterior();
        int dimension = saved.nonCentredMap()
                .map(map -> map.parameterCount() + d - map.coefficientCount())
                .orElse(d);
        if (q.dimension() != dimension) {
            throw own.refusal("are of another dimension", dimension + " parameters");
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
                throw posterior.child("covariance").refusal("is missing", "one row for each name");
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
        JsonCursor digest = root.child(PosteriorDigest.KEY);
        String found = digest.optionalText();
        if (found != null && !found.equals(PosteriorDigest.of(root.node()))) {
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
            throw refusal(TABLE, "has the wrong size", d + " rows of " + d, covariance.length + " numbers");
        }
        checkCovariance(covariance, sd, TABLE);
        return covariance;
    }

    private static void checkCovariance(double[] covariance, double[] sd, String cursor) {
        int d = sd.length;
        boolean diagonal = covariance.length == d;
        if (!diagonal && covariance.length != (long) d * d) {
            throw refusal(cursor, "has the wrong size", d + " rows of " + d, covariance.length + " numbers");
        }
        for (int i = 0; i < d; i++) {
            double variance = covariance[diagonal ? i : i * d + i];
            if (!(Math.abs(variance - sd[i] * sd[i]) <= RELATIVE * sd[i] * sd[i])) {
                throw refusal(
                        cursor + "[" + i + "][" + i + "]",
                        "is not the variance of the posterior",
                        "the square of posterior.sd[" + i + "] = " + sd[i],
                        String.valueOf(variance));
            }
            for (int j = 0; j < i && !diagonal; j++) {
                double entry = covariance[i * d + j];
                double most = sd[i] * sd[j] * (1 + ROUNDING);
                if (!(Math.abs(entry) <= most && Math.abs(entry - covariance[j * d + i]) <= ROUNDING * most)) {
                    throw refusal(
                            cursor + "[" + i + "][" + j + "]",
                            "cannot be a covariance",
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
            throw refusal(cursor, "cannot be a covariance", "a positive definite matrix", "one that is not");
        }
    }

    private static IllegalArgumentException refusal(String cursor, String wrong, String required, String found) {
        return new IllegalArgumentException(cursor + " " + wrong + ": required " + required + ", found " + found);
    }
}
