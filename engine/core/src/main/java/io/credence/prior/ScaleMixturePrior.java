package io.credence.prior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Prior that is a scale mixture of normal densities, non-centred: θ_j = mean + scale · exp(s_g + t) z_j, with z_j ~
 * N(0, 1), the log scale s_g of j's group, and, where the law has one, a global log scale t (003, appendix N.1.1, has θ
 * = z₁z₂ for the same purpose). In these parameters a mean-field posterior can shrink a coefficient to nothing. ξ = (z,
 * s, t); a plain coefficient is itself its z.
 *
 * @param name name in configuration and results
 * @param shrinkageBlocks groups of coefficients that share a scale, and the plain ones
 * @param mean centre of all coefficients
 * @param scale positive; for the horseshoe the median of the global scale
 * @param plainSd standard deviation of the plain coefficients, positive
 * @param scaleLaw distribution of the scales
 */
record ScaleMixturePrior(String name, ShrinkageBlocks shrinkageBlocks, double mean, double scale, double plainSd, ScaleLaw scaleLaw)
        implements CoefficientPrior {

    public ScaleMixturePrior {
        PriorChecks.requireFinite("the prior mean", mean);
        PriorChecks.requirePositive("the prior scale", scale);
        PriorChecks.requirePositive("the prior standard deviation of plain coefficients", plainSd);
    }

    @Override
    public int coefficientCount() {
        return shrinkageBlocks.blockOf().length;
    }

    @Override
    public NonCentredMap nonCentredMap() {
        return new NonCentredMap(shrinkageBlocks.blockOf(), shrinkageBlocks.blockCount(), mean, scale, scaleLaw.globalScaleDensity() != null);
    }

    @Override
    public GaussianPrior normalPrior() {
        double[] means = new double[nonCentredMap().parameterCount()];
        double[] precisions = new double[means.length];
        Arrays.fill(precisions, 0, coefficientCount(), 1);
        for (int j : shrinkageBlocks.plainIndices()) {
            means[j] = mean;
            precisions[j] = 1 / (plainSd * plainSd);
        }
        return new GaussianPrior(means, precisions);
    }

    @Override
    public DensityTerm term() {
        List<DensityTerm> terms = new ArrayList<>();
        int[] sizes = shrinkageBlocks.blockSizes();
        int first = 0;
        for (int group = 1; group <= sizes.length; group++) {
            if (group == sizes.length || sizes[group] != sizes[first]) {
                terms.add(IndependentTerm.of(coefficientCount() + first, group - first, scaleLaw.localScaleDensity(sizes[first])));
                first = group;
            }
        }
        ScalarDensity global = scaleLaw.globalScaleDensity();
        if (global != null) {
            terms.add(IndependentTerm.of(coefficientCount() + sizes.length, 1, global));
        }
        return new PriorTerms(terms);
    }
}
