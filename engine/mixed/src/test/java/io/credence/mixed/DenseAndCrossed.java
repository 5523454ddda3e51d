package io.credence.mixed;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;

/** The same rows fitted with dense matrices and by iteration, both of which have to converge. */
record DenseAndCrossed(FitResult dense, FitResult crossed) {

    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);

    DenseAndCrossed {
        assertTrue(dense.isConverged(), dense.stopReason());
        assertTrue(crossed.isConverged(), crossed.stopReason());
    }

    static DenseAndCrossed of(Ratings rows, InProcessBackend backend) {
        return new DenseAndCrossed(
                MixedFits.together(rows.model(), Ratings.UNITS, SETTINGS, backend, MixedRows.KERNEL)
                        .fit(),
                MixedFits.crossed(rows.model(), Ratings.UNITS, SETTINGS, backend, MixedRows.KERNEL)
                        .fit());
    }

    MixedPosterior exact() {
        return assertInstanceOf(MixedPosterior.class, dense.detail());
    }

    MixedPosterior found() {
        return assertInstanceOf(MixedPosterior.class, crossed.detail());
    }
}
