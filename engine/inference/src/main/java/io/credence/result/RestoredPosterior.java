package io.credence.result;

import io.credence.family.FamilyParameters;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.choice.FamilyPart;
import io.credence.family.choice.PosteriorReader;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.prior.NonCentredMap;
import io.credence.result.section.CoefficientsSection;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Posterior of coefficients, restored from its section of a file.
 *
 * @param section section of the file
 * @param isFirstSchema whether the file has the first schema, whose posteriors are all Gaussians with the saved moments
 * @param families families that the posterior may be of
 */
record RestoredPosterior(CoefficientsSection section, boolean isFirstSchema, Catalogue<FamilyPart> families) {

    /** Whether the family is one of those that can be restored. */
    boolean isKnown() {
        return families.has(section.family());
    }

    private boolean isGaussian() {
        return isKnown() && families.named(section.family()).isGaussian();
    }

    double[] mean() {
        return section.moments().mean();
    }

    double[] sd() {
        return section.moments().sd();
    }

    /** Covariance S, row-major, where the file contains it. */
    Optional<double[]> covariance() {
        double[][] rows = section.moments().covariance();
        return rows == null
                ? Optional.empty()
                : Optional.of(
                        Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray());
    }

    private FamilyParameters savedParameters() {
        return FamilyParameters.fromTree(section.parameters() == null ? Map.of() : section.parameters());
    }

    /** Covariance structure of a Gaussian posterior; full where the file does not state the family's options. */
    private GaussianStructure structure() {
        if (!isGaussian()) {
            return GaussianStructure.FULL;
        }
        FamilyPart part = families.named(section.family());
        Map<String, Object> own = new LinkedHashMap<>(savedParameters().toTree());
        List<String> options = part.options().stream().map(Option::name).toList();
        own.keySet().retainAll(options);
        return own.size() < options.size() ? GaussianStructure.FULL : part.structure(part.values(own));
    }

    /**
     * Whether the saved moments determine the posterior. They do for a centred Gaussian, or in a file of the first
     * schema.
     */
    boolean isDeterminedByMoments() {
        return isFirstSchema || nonCentredMap().isEmpty() && isGaussian();
    }

    /**
     * Restores the posterior to the same bits, or up to rounding for a Gaussian whose covariance is in a table.
     *
     * @param table reads the covariance where the file does not contain it
     */
    Posterior posterior(Supplier<double[]> table) {
        FamilyParameters own = savedParameters();
        boolean whole = !isGaussian() || own.has("precision");
        return whole && !isFirstSchema
                ? families.named(section.family()).rebuildPosterior(own, families)
                : PosteriorReader.ofMoments(structure(), mean(), variances(table));
    }

    /** Covariance S, row-major, or its diagonal alone. */
    double[] variances(Supplier<double[]> table) {
        double[] sd = sd();
        return structure().isMeanField()
                ? Arrays.stream(sd).map(each -> each * each).toArray()
                : covariance().orElseGet(() -> PosteriorValidation.checkedCovariance(table.get(), sd, isGaussian()));
    }

    /** Map from the parameters of a non-centred prior to the coefficients; empty under other priors. */
    Optional<NonCentredMap> nonCentredMap() {
        return section.nonCentred() == null
                ? Optional.empty()
                : Optional.of(section.nonCentred().map());
    }
}
