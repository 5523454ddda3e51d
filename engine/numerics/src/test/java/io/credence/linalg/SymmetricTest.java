package io.credence.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.testkit.Close;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricTest {

    private static final double[] MATRIX = {1, 2, 4, 2, 3, 5, 4, 5, 6};
    private static final double[] PACKED = {1, 2, 3, 4, 5, 6};

    @Test
    void packing_goesByRowsOfTheLowerTriangle() {
        assertArrayEquals(PACKED, Symmetric.pack(MATRIX, 3));
        assertArrayEquals(MATRIX, Symmetric.unpack(PACKED, 3));
        assertArrayEquals(new double[] {1, 0, 0, 2, 3, 0, 4, 5, 6}, Symmetric.unpackLower(PACKED, 3));
    }

    @Test
    void fillUpper_overwritesWhatIsThere() {
        double[] matrix = {1, 9, 9, 2, 3, 9, 4, 5, 6};
        Symmetric.fillUpper(matrix, 3);
        assertArrayEquals(MATRIX, matrix);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31})
    void unpackedMatrix_packsAgain(int n) {
        double[] packed = RandomArrays.of("packed " + n).normals(Symmetric.packedLength(n));
        assertArrayEquals(packed, Symmetric.pack(Symmetric.unpack(packed, n), n));
        assertArrayEquals(packed, Symmetric.pack(Symmetric.unpackLower(packed, n), n));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31})
    void multiply_matchesLoops(int n) {
        RandomArrays random = RandomArrays.of("multiply " + n);
        double[] matrix = random.normals(n * n);
        double[] vector = random.normals(n);
        Close.assertClose("product", Naive.times(matrix, vector), Symmetric.multiply(matrix, vector), 1e-14);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 13, 31})
    void quadraticForm_isTheProductWithTheVectorItself(int n) {
        RandomArrays random = RandomArrays.of("form " + n);
        double[] packed = random.normals(Symmetric.packedLength(n));
        double[] vector = random.normals(n);
        double expected = Vectors.dot(vector, Naive.times(Symmetric.unpack(packed, n), vector));
        assertEquals(expected, Symmetric.quadraticForm(packed, vector), 1e-13 * n * n);
    }

    @Test
    void lengthBeyondAnArray_isRefused() {
        assertEquals(2_147_450_880, Symmetric.packedLength(65_535));
        assertThrows(ArithmeticException.class, () -> Symmetric.packedLength(65_536));
        assertThrows(ArithmeticException.class, () -> Symmetric.unpackLower(PACKED, 65_536));
    }
}
