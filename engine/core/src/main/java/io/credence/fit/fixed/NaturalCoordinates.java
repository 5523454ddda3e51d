package io.credence.fit.fixed;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Coordinates x of a family around one of its members. The parameters are λ = λ₀ + u ∘ x with that member's parameters
 * λ₀ and natural units u.
 *
 * @param origin member at x = 0
 */
record NaturalCoordinates(Posterior origin) implements Serializable {

    /** Coordinates that equal the parameters (μ, log σ) of independent normals. */
    static NaturalCoordinates meanField(int dimension) {
        return new NaturalCoordinates(new DiagonalGaussian(new double[dimension], Vectors.ones(dimension)));
    }

    /** Number of coordinates. */
    int length() {
        return origin.parameterCount();
    }

    /** Member at coordinates x; null where there is none. */
    @Nullable
    Posterior at(double[] x) {
        return origin.moved(x);
    }

    /** Gaussian member at coordinates x; null where there is none. */
    @Nullable
    GaussianPosterior gaussianAt(double[] x) {
        Posterior q = at(x);
        return q == null ? null : q.gaussian();
    }

    /** The Gaussian at the point of a search. */
    GaussianPosterior gaussian(BfgsSearch search) {
        return Objects.requireNonNull(gaussianAt(search.point()));
    }

    /**
     * A search that begins at the parameters of a posterior in the coordinates of {@link #meanField}; its bound there
     * is not evaluated yet.
     */
    static BfgsSearch searchFrom(Posterior q) {
        return BfgsSearch.unevaluated(q.parameters(), false);
    }

    /** Gradient in x computed from a gradient in λ. */
    double[] slope(double[] gradient) {
        return Vectors.entrywiseProduct(origin.parameterScales(), gradient);
    }
}
