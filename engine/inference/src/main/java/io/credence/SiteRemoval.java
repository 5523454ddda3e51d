package io.credence;

import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.prior.EarlierPosterior;
import io.credence.prior.PosteriorFactors;
import io.credence.prior.PosteriorFactors.DayFactor;
import java.util.List;
import java.util.Locale;

/**
 * Approximation that remains after sites were removed and their neighbours kept as they were fitted beside them. The
 * sites that stand are tangents at the earlier posterior. To leading order, with third derivatives of a row's loss no
 * larger than second ones, as of a logistic or a Poisson one, their gradient errs in direction u, of posterior length
 * 1, by |Σ ½ f‴ (xᵀu)(xᵀδ)²| ≤ ½ max|xᵀδ| · |δ|, and their precision J along any direction by |Σ f‴ (xᵀu)²(xᵀδ)| ≤
 * max|xᵀδ| uᵀJu, where δ is the posterior's move and |δ| its length in posterior standard deviations; with a normal
 * response neither does.
 *
 * @param gone names of the sites that were removed
 * @param standing number of sites that are kept
 * @param move length |δ| of the posterior mean's change
 * @param predictor root mean square of xᵀδ over the rows of the kept sites, weighted by their curvature; NaN without an
 *     intercept
 */
record SiteRemoval(List<String> gone, int standing, double move, double predictor) {

    static SiteRemoval of(PosteriorFactors before, List<String> gone, PosteriorFactors left) {
        EarlierPosterior with = before.posterior();
        EarlierPosterior without = before.withoutDays(gone).posterior();
        double[] shift = Vectors.difference(without.mean(), with.mean());
        double move = Math.sqrt(Math.max(0, Vectors.dot(shift, Symmetric.multiply(without.precision(), shift))));
        int intercept = before.names().indexOf(Rows.INTERCEPT);
        double curvature = intercept < 0 ? Double.NaN : 0;
        double squares = 0;
        for (DayFactor day : left.dayFactors()) {
            double[] precision = day.factor().precision();
            curvature += intercept < 0 ? 0 : precision[Symmetric.packedLength(intercept + 1) - 1];
            squares += Symmetric.quadraticForm(precision, shift);
        }
        return new SiteRemoval(gone, left.dayFactors().size(), move, Math.sqrt(squares / curvature));
    }

    /** Description of the approximation, in one or two sentences. */
    String described() {
        String taken = "taken out: " + String.join(", ", gone);
        if (standing == 0) {
            return taken + "; every site that is left is fitted again";
        }
        String moved = String.format(
                Locale.ROOT,
                "; %d sites whose rows are not here stand as they were fitted beside it. The posterior moves by %.2g of its"
                        + " sd over all coefficients together",
                standing,
                move);
        return Double.isNaN(predictor)
                ? taken + moved
                : String.format(
                        Locale.ROOT,
                        "%s%s, the linear predictors of those rows by %.2g on average: where none moves by more than k times"
                                + " that, a mean is off by at most k · %.2g sd and a sd by k · %.2g %%; with a normal"
                                + " response by nothing",
                        taken,
                        moved,
                        predictor,
                        0.5 * predictor * move,
                        50 * predictor);
    }
}
