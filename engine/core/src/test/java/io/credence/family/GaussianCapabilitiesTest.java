package io.credence.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What algorithms need of a Gaussian of any structure. */
class GaussianCapabilitiesTest {

    private static final double[] MEAN = {1, -2, 0.5};
    /** Packed lower triangle of a precision. */
    private static final double[] WHOLE = {4, 1.5, 3, 0.5, -0.7, 2};

    static Stream<GaussianPosterior> structures() {
        GaussianPosterior blocks =
                BlockGaussian.of(JavaDenseKernel.INSTANCE, Blocks.of(2, 1), MEAN, new double[] {4, 1.5, 3, 2});
        return Stream.of(
                FullGaussian.of(JavaDenseKernel.INSTANCE, MEAN, WHOLE),
                blocks,
                new DiagonalGaussian(MEAN, new double[] {4, 3, 2}));
    }

    private static double[] column(double[] matrix, int j) {
        return new double[] {matrix[j], matrix[3 + j], matrix[6 + j]};
    }

    @ParameterizedTest
    @MethodSource("structures")
    void roots_arePrecisionAndItsInverse(GaussianPosterior q) {
        double[] root = q.precisionRoot();
        double[] inverse = q.inversePrecisionRoot();
        for (int j = 0; j < 3; j++) {
            double[] unit = new double[3];
            unit[j] = 1;
            double[] precision = q.precisionTimes(unit);
            double[] covariance = q.covarianceTimes(unit);
            for (int i = 0; i < 3; i++) {
                double product = 0;
                double squares = 0;
                double identity = 0;
                for (int k = 0; k < 3; k++) {
                    product += root[i * 3 + k] * root[j * 3 + k];
                    squares += inverse[k * 3 + i] * inverse[k * 3 + j];
                    identity += root[i * 3 + k] * inverse[k * 3 + j];
                }
                assertEquals(precision[i], product, 1e-12);
                assertEquals(covariance[i], squares, 1e-12);
                assertEquals(i == j ? 1 : 0, identity, 1e-12);
                assertEquals(i < j ? 0 : root[i * 3 + j], root[i * 3 + j], "lower triangle");
            }
            assertArrayEquals(covariance, q.covarianceColumn(j), 1e-12);
            double[] standard = unit.clone();
            assertArrayEquals(q.score(standard), column(root, j), 1e-12, "the root is that of its draws");
        }
    }

    @ParameterizedTest
    @MethodSource("structures")
    void wholeCurvature_givesWhatTheStructureHasOfIt(GaussianPosterior q) {
        double[] other = {9, 2, 5, 0.1, -0.2, 7};
        GaussianPosterior found = q.withWholePrecision(new double[3], other);
        assertNotNull(found);
        assertEquals(q.getClass(), found.getClass());
        assertEquals(q.blocks(), found.blocks());
        double[] expected = q.blocks().packedWithinBlocks(other);
        assertArrayEquals(expected, found.precision(), 0);
        assertEquals(q.isMeanField(), found.isMeanField());
        assertArrayEquals(
                Symmetric.unpack(q.blocks().toPackedTriangle(expected), 3),
                Symmetric.unpack(found.blocks().toPackedTriangle(found.precision()), 3),
                0);
    }

    @ParameterizedTest
    @MethodSource("structures")
    void othersAndParts_areBroughtToTheStructure(GaussianPosterior q) {
        GaussianPosterior parts = q.withBlockGaussians(q.blockGaussians());
        assertNotNull(parts);
        assertEquals(q.family(), parts.family());
        assertArrayEquals(q.mean(), parts.mean());
        assertArrayEquals(q.precision(), parts.precision(), 1e-15);
        assertSame(q, q.projectionOf(q));
        GaussianPosterior full = FullGaussian.of(JavaDenseKernel.INSTANCE, new double[3], WHOLE);
        assertNotNull(full);
        GaussianPosterior like = q.projectionOf(full);
        assertEquals(q.family(), like.family());
        assertArrayEquals(new double[3], like.mean());
        assertArrayEquals(q.precision(), like.precision(), "what the structure has of the same precision");
    }
}
