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

/** Validation of a whole {@code posterior.json} before anything of it is used. */
final class PosteriorValidation {

    private static final Set<String> STATUSES = Set.of("converged", "unconverged", "diverged");

    /** Relative tolerance of moments, since those of nearly collinear columns are rebuilt to rounding only. */
    private static final double RELATIVE = 1e-4;

    /** Tolerance of correlations, so that columns which are collinear up to rounding pass. */
    private static final double ROUNDING = 1e-8;

    private static final String TABLE = "the table of the covariance";

    private final SavedPosterior saved;
    private final JsonCursor root;
    private final JsonCursor posterior;

    private PosteriorValidation(SavedPosterior saved, JsonCursor root) {
        this.saved = saved;
        this.root = root;
        this.posterior = root.at("posterior");
    }

    /**
     * Refuses a file that no fit writes.
     *
     * @throws IllegalArgumentException if it finds any; the message states what is wrong, required and found, and where
     */
    static void check(SavedPosterior saved, JsonCursor root) {
        PosteriorValidation check = new PosteriorValidation(saved, root);
        check.sections();
        check.moments();
        check.others();
        check.parameters();
        check.digest();
    }

    private void sections() {
        root.at("model").section();
        root.at("data").section();
        posterior.section();
        if (!STATUSES.contains(saved.status())) {
            throw root.at("status").refuse("is not known", "converged, unconverged or diverged");
        }
        saved.isReliable();
        saved.posteriorFamily();
        if (saved.model().className().isEmpty() && saved.model().family().isEmpty()) {
            throw root.at("model").at("family").refuse("is missing", "the name of a family");
        }
    }

    private void moments() {
        List<String> names = saved.names();
        if (names.isEmpty() || new HashSet<>(names).size() < names.size()) {
            throw posterior.at("names").refuse("cannot be used", "different names, at least one");
        }
        saved.mean();
        double[] sd = saved.sd();
        posterior.at("sd").each().forEach(JsonCursor::positive);
        saved.covariance().ifPresent(matrix -> checkCovariance(matrix, sd, "posterior.covariance"));
    }

    /** Validates the parts that are otherwise only read where they are used. */
    private void others() {
        saved.constrained();
        saved.scale();
        saved.dispersionName();
        saved.seed();
        saved.model().hasJointDispersion();
        saved.model().checkOptions();
        saved.model().classes();
        saved.model().columns();
        saved.columns();
        saved.labels();
        saved.config();
        saved.redacted();
        saved.model().loss();
        saved.leaveOneOut();
        saved.findings();
        saved.map().ifPresent(this::checkMap);
    }

    private void checkMap(NonCentredMap map) {
        for (int group : map.blockOf()) {
            if (group < -1 || group >= map.blockCount()) {
                throw posterior
                        .at("nonCentred")
                        .at("groupOf")
                        .refuse("is out of range", "groups from -1 to " + (map.blockCount() - 1));
            }
        }
        if (map.coefficientCount() > saved.names().size()) {
            throw posterior.at("nonCentred").refuse("is of other coefficients", "as many as there are names");
        }
    }

    /** Requires that q's parameters give the moments that stand beside them. */
    private void parameters() {
        int d = saved.names().size();
        if (saved.coefficients().first() || !saved.coefficients().isKnown() || d > Coefficients.INLINE_DIMENSION) {
            return;
        }
        JsonCursor own = posterior.at("parameters").section();
        Posterior q = rebuilt();
        int dimension = saved.map()
                .map(map -> map.parameterCount() + d - map.coefficientCount())
                .orElse(d);
        if (q.dimension() != dimension) {
            throw own.refuse("are of another dimension", dimension + " parameters");
        }
        if (!saved.isNonCentred() && q.momentSource() == MomentSource.CLOSED_FORM) {
            double[] sd = q.sd();
            requireClose(q.mean(), saved.mean(), j -> sd[j], "mean");
            requireClose(sd, saved.sd(), j -> sd[j], "sd");
            saved.covariance()
                    .ifPresent(found ->
                            requireClose(matrix(q), found, at -> sd[at / d] * sd[at % d], "covariance by rows"));
        }
    }

    private static double[] matrix(Posterior q) {
        double[] own = q.covariance();
        int d = q.dimension();
        double[] matrix = own.length == d ? new double[d * d] : own;
        for (int j = 0; j < d && matrix != own; j++) {
            matrix[j * d + j] = own[j];
        }
        return matrix;
    }

    private Posterior rebuilt() {
        try {
            return saved.posterior(() -> {
                throw posterior.at("covariance").refuse("is missing", "one row for each name");
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

    private void digest() {
        JsonCursor digest = root.at(PosteriorDigest.KEY);
        String found = digest.optionalText();
        if (found != null && !found.equals(PosteriorDigest.of(root.node()))) {
            throw new IllegalArgumentException("the posterior was changed after it was written: required the content of"
                    + " its digest, " + found + ", found another");
        }
    }

    /**
     * Validates a covariance that was read from a table.
     *
     * @param covariance covariance, row-major, or its diagonal alone
     * @param sd standard deviations from the file itself
     * @param whole whether the diagonal alone is not enough
     * @throws IllegalArgumentException if they do not belong together
     */
    static double[] table(double[] covariance, double[] sd, boolean whole) {
        int d = sd.length;
        if (whole && covariance.length != (long) d * d) {
            throw refuse(TABLE, "has the wrong size", d + " rows of " + d, covariance.length + " numbers");
        }
        checkCovariance(covariance, sd, TABLE);
        return covariance;
    }

    private static void checkCovariance(double[] covariance, double[] sd, String cursor) {
        int d = sd.length;
        boolean diagonal = covariance.length == d;
        if (!diagonal && covariance.length != (long) d * d) {
            throw refuse(cursor, "has the wrong size", d + " rows of " + d, covariance.length + " numbers");
        }
        for (int i = 0; i < d; i++) {
            double variance = covariance[diagonal ? i : i * d + i];
            if (!(Math.abs(variance - sd[i] * sd[i]) <= RELATIVE * sd[i] * sd[i])) {
                throw refuse(
                        cursor + "[" + i + "][" + i + "]",
                        "is not the variance of the posterior",
                        "the square of posterior.sd[" + i + "] = " + sd[i],
                        String.valueOf(variance));
            }
            for (int j = 0; j < i && !diagonal; j++) {
                double entry = covariance[i * d + j];
                double most = sd[i] * sd[j] * (1 + ROUNDING);
                if (!(Math.abs(entry) <= most && Math.abs(entry - covariance[j * d + i]) <= ROUNDING * most)) {
                    throw refuse(
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
            throw refuse(cursor, "cannot be a covariance", "a positive definite matrix", "one that is not");
        }
    }

    private static IllegalArgumentException refuse(String cursor, String wrong, String required, String found) {
        return new IllegalArgumentException(cursor + " " + wrong + ": required " + required + ", found " + found);
    }
}
