package io.credence.update;

import static io.credence.testkit.Close.assertClose;

import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriangularTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 30, 33})
    void products_areThoseOfTheirDefinition(int n) {
        RandomArrays random = RandomArrays.of("triangular " + n);
        double[] lower = random.lower(n);
        double[] upper = Naive.transpose(lower, n);
        double[] a = random.normals(n * n);
        double[] symmetric = random.symmetric(n, 1);
        assertClose("AL", Naive.product(a, lower, n), Triangular.timesLower(a, lower, n), 1e-13);
        assertClose("ALᵀ", Naive.product(a, upper, n), Triangular.timesTransposed(a, lower, n), 1e-13);
        double[] expected = Naive.product(Naive.product(lower, symmetric, n), upper, n);
        assertClose("LALᵀ", expected, Triangular.congruence(lower, symmetric, n), 1e-13);
    }
}
