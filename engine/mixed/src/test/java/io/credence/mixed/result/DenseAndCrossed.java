package io.credence.mixed.result;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.Ratings;

/** The same rows fitted with dense matrices and by iteration, both of which have to converge. */
public record DenseAndCrossed(FitResult dense, FitResult crossed) {

    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);

    public DenseAndCrossed {
        assertTrue(dense.isConverged(), dense.stopReason());
        assertTrue(crossed.isConverged(), crossed.stopReason());
    }

    public static DenseAndCrossed of(Ratings rows, InProcessBackend backend) {
        return new DenseAndCrossed(
                MixedAlgorithmChoice.jointAlgorithm(rows.model(), Ratings.UNITS, SETTINGS, backend, MixedRows.KERNEL)
                        .fit(),
                MixedAlgorithmChoice.crossedAlgorithm(rows.model(), Ratings.UNITS, SETTINGS, backend, MixedRows.KERNEL)
                        .fit());
    }

    public MixedPosterior exact() {
        return assertInstanceOf(MixedPosterior.class, dense.detail());
    }

    public MixedPosterior found() {
        return assertInstanceOf(MixedPosterior.class, crossed.detail());
    }
}
