package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.ExposedTypes;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What other modules may know of algebra, random numbers, blocks and sums. */
class NumericsArchitectureTest {

    /** Largest number of types that they name, of decision 0089. */
    private static final int MOST_TYPES = 60;

    /** The types that they name. */
    private static final String FACE = """
            autodiff: DerivativeOrder DifferentiableFunction Matrix MatrixReductions MatrixTape \
            Polygamma RecordedFunction RecordingNumber RowFunctions SpecialFunctions TweedieSeries \
            UnrecordableException
            data: BlockBuilder CoefficientCovariance DataSummary DenseBlock Draws FloatBlock Precision RowAttributes \
            RowBlock RowDigest SparseBlock
            linalg: Cholesky DenseKernel JavaDenseKernel KernelException KernelProvider Kernels LogSums MatrixView \
            Moments NormalTail Products Symmetric SymmetricEigen Triangular Vectors
            quadrature: CompositeRule DispersionNodes NormalNodes NormalRamp QuadratureRule SoftmaxNodes
            random: AddressedGenerator AddressedRandom DigitalNormals NormalDraws RandomUse
            statistics: ColumnMoments DrawSums GramSums NonFiniteValue PartitionPass PassStatistics ResidualSums \
            RowMoments Sums WeightedSample
            """;

    @Test
    void otherModules_nameTheFaceAlone() throws IOException {
        ExposedTypes face = ExposedTypes.of("engine/numerics");
        assertEquals(FACE, face.toString());
        assertTrue(face.size() <= MOST_TYPES, "types: " + face.size());
    }
}
