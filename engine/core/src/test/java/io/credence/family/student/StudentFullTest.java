package io.credence.family.student;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.FullGaussian;
import io.credence.family.PosteriorContract;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import org.junit.jupiter.api.Test;

class StudentFullTest extends PosteriorContract {

    private final RandomArrays random = RandomArrays.of("full-rank Student");

    @Override
    public StudentFull any(RandomArrays random) {
        double[] parameters = random.normals(2 + 3);
        parameters[2] *= 0.3;
        parameters[4] *= 0.3;
        return new StudentFull(7, 2, parameters);
    }

    @Test
    void oneParameter_isTheMeanField() {
        double[] mean = {0.3};
        double[] sd = {1.7};
        double[] theta = {-2.5};
        StudentFull q = StudentFull.around(4, mean, sd);
        StudentDiagonal meanField = StudentDiagonal.around(4, mean, sd);
        assertClose("log q", meanField.logDensity(theta), q.logDensity(theta), 1e-13);
        assertClose("sd", meanField.sd(), q.sd(), 1e-14);
    }

    @Test
    void manyDegreesOfFreedom_areNearTheGaussian() {
        StudentFull q = any(random);
        StudentFull many = new StudentFull(1e6, 2, q.parameters());
        double[] precision = Symmetric.pack(Naive.inverse(many.covariance(), 2), 2);
        FullGaussian gaussian = FullGaussian.of(JavaDenseKernel.INSTANCE, many.mean(), precision);
        assertNotNull(gaussian);
        double[] theta = many.draw(0, random.normals(3));
        assertClose("log q", gaussian.logDensity(theta), many.logDensity(theta), 1e-4);
    }

    @Test
    void fewDegreesOfFreedom_haveNoMoments() {
        double[] one = {1, 1};
        assertEquals(Double.POSITIVE_INFINITY, StudentFull.around(2, one, one).sd()[1]);
        assertTrue(Double.isNaN(StudentFull.around(1, one, one).mean()[1]));
    }
}
