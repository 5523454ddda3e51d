package io.credence.family.student;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.PosteriorContract;
import io.credence.testkit.RandomArrays;
import org.hipparchus.distribution.continuous.TDistribution;
import org.junit.jupiter.api.Test;

class StudentDiagonalTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("mean-field Student");

    @Override
    public StudentDiagonal any(RandomArrays random) {
        return StudentDiagonal.around(6, random.normals(3), random.uniforms(3, 0.5, 2));
    }

    @Test
    void logDensity_isThatOfStudentsDistribution() {
        double[] location = random.normals(2);
        double[] scale = {0.5, 3};
        double[] theta = {4, -2};
        StudentDiagonal q = StudentDiagonal.around(2.5, location, scale);
        double expected = 0;
        for (int j = 0; j < 2; j++) {
            expected += new TDistribution(2.5).logDensity((theta[j] - location[j]) / scale[j]) - Math.log(scale[j]);
        }
        assertClose("log q", expected, q.logDensity(theta), 1e-12);
    }

    @Test
    void manyDegreesOfFreedom_areNearTheGaussian() {
        double[] location = random.normals(2);
        double[] scale = {0.5, 3};
        double[] standard = random.normals(2);
        StudentDiagonal q = StudentDiagonal.around(1e6, location, scale);
        DiagonalGaussian gaussian = DiagonalGaussian.around(location, scale);
        assertClose("θ", gaussian.draw(0, standard), q.draw(0, standard), 1e-4);
        double[] theta = random.normals(2);
        assertClose("log q", gaussian.logDensity(theta), q.logDensity(theta), 1e-3);
    }

    @Test
    void fewDegreesOfFreedom_haveNoMoments() {
        double[] zero = {0};
        double[] one = {1};
        assertEquals(
                Double.POSITIVE_INFINITY, StudentDiagonal.around(2, zero, one).sd()[0]);
        assertEquals(0, StudentDiagonal.around(2, zero, one).mean()[0]);
        assertTrue(Double.isNaN(StudentDiagonal.around(1, zero, one).mean()[0]));
        assertEquals(1, StudentDiagonal.around(1, zero, one).dimension());
        assertThrows(IllegalArgumentException.class, () -> StudentDiagonal.around(Double.POSITIVE_INFINITY, zero, one));
        assertThrows(IllegalArgumentException.class, () -> new StudentDiagonal(3, new double[3]));
        assertThrows(IllegalArgumentException.class, () -> new StudentDiagonal(3, new double[0]));
        assertThrows(IllegalArgumentException.class, () -> new StudentDiagonal(0, new double[2]));
    }
}
