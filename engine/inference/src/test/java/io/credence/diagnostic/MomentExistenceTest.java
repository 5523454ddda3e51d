package io.credence.diagnostic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Kernels;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MomentExistenceTest {

    private static final GaussianPrior PRIOR = GaussianPrior.of(2, 0, 0.5);

    /** The χ² bound is finite below twice the prior's precision, the Rényi bound of α = −2 below 1½ times. */
    @ParameterizedTest
    @CsvSource({
        "2, 7.9, false",
        "2, 8.1, true",
        "3, 5.9, false",
        "3, 6.1, true",
        "0.5, 1000, false",
        "1, 1000, false",
        "0, 1000, false",
        "-1, 2.1, false",
        "-1, 1.9, true",
    })
    void moment_isFiniteWithinTheRatioOfPrecisions(double c, double precision, boolean infinite) {
        GaussianPosterior q = new DiagonalGaussian(new double[] {1, 2}, new double[] {4, precision});
        assertEquals(infinite, MomentExistence.mayBeInfinite(q, PRIOR, c));
    }

    @Test
    void correlation_countsInItsNarrowDirection() {
        // The eigenvalues are 5 ± 4, so that one exceeds twice the prior's 4 although both entries are below it.
        GaussianPosterior q = Objects.requireNonNull(
                FullGaussian.of(Kernels.named("java"), new double[] {0, 0}, new double[] {5, 4, 5}));
        assertEquals(true, MomentExistence.mayBeInfinite(q, PRIOR, 2));
        assertEquals(false, MomentExistence.mayBeInfinite(q, GaussianPrior.of(2, 0, 0.47), 2));
    }

    /** A matrix of so many parameters would fill 14 gigabytes. */
    @Test
    void manyIndependentParameters_needNoMatrix() {
        int d = 60_000;
        double[] precision = new double[d];
        Arrays.fill(precision, 7.9);
        GaussianPrior prior = GaussianPrior.of(d, 0, 0.5);
        assertEquals(false, MomentExistence.mayBeInfinite(new DiagonalGaussian(new double[d], precision), prior, 2));
        precision[d - 1] = 8.1;
        assertEquals(true, MomentExistence.mayBeInfinite(new DiagonalGaussian(new double[d], precision), prior, 2));
    }

    @Test
    void otherDimension_isRefused() {
        GaussianPosterior q = new DiagonalGaussian(new double[1], new double[] {1});
        assertThrows(IllegalArgumentException.class, () -> MomentExistence.mayBeInfinite(q, PRIOR, 2));
    }
}
