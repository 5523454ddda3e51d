package io.credence.family;

import static io.credence.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class FamiliesTest {

    private static final double[] MEAN = {1, -2, 0.5, 3};
    private static final double[] SD = {0.1, 1, 2, 0.5};
    static final List<String> NAMES = Families.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void everyName_startsAtTheGivenPlace(String name) {
        FamilyPlan plan = Serialised.copy(Families.named(name, FamilyOptions.DEFAULT));
        Posterior q = plan.around(MEAN, SD);
        assertEquals(name, q.family());
        assertEquals(4, q.dimension());
        for (int j = 0; j < 4; j++) {
            assertClose(name, 0, (q.mean()[j] - MEAN[j]) / SD[j] / 0.5, 1);
            assertTrue(q.sd()[j] > 0.8 * SD[j] && q.sd()[j] < 2.5 * SD[j], name + " " + q.sd()[j]);
        }
        assertArrayEquals(q.parameters(), plan.around(MEAN, SD).parameters());
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void badStart_isRefused(String name) {
        FamilyPlan plan = Families.named(name, FamilyOptions.DEFAULT);
        assertThrows(IllegalArgumentException.class, () -> plan.around(MEAN, new double[] {1}));
        assertThrows(IllegalArgumentException.class, () -> plan.around(new double[0], new double[0]));
        String message = assertThrows(
                        IllegalArgumentException.class, () -> plan.around(new double[] {0, 0}, new double[] {1, 0}))
                .getMessage();
        assertTrue(message.contains("parameter 1"), message);
    }

    @Test
    void unknownName_isRefusedWithThoseThatThereAre() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Families.named("cauchy", FamilyOptions.DEFAULT))
                .getMessage();
        assertTrue(message.contains("cauchy") && message.contains("planar-flow"), message);
    }

    @Test
    void gaussianOfMoments_isThatOfTheFamily() {
        double[] covariance = {2, 0.5, 0, 0.5, 1, 0, 0, 0, 3};
        double[] mean = {1, 2, 3};
        Posterior full = Families.gaussian(FullGaussian.NAME, mean, covariance, FamilyParameters.NONE);
        FamilyParameters blocks = FamilyParameters.NONE.with("blocks", new int[] {2, 1});
        Posterior block = Families.gaussian(BlockGaussian.NAME, mean, covariance, blocks);
        Posterior diagonal = Families.gaussian(DiagonalGaussian.NAME, mean, covariance, FamilyParameters.NONE);
        assertEquals(FullGaussian.NAME, full.family());
        assertEquals(BlockGaussian.NAME, block.family());
        assertClose("full", covariance, full.covariance(), 1e-13);
        assertClose("block", covariance, block.covariance(), 1e-13);
        assertClose("diagonal", new double[] {2, 1, 3}, diagonal.covariance(), 1e-14);
        assertThrows(
                IllegalArgumentException.class,
                () -> Families.gaussian(FullGaussian.NAME, new double[2], new double[4], FamilyParameters.NONE));
    }

    @Test
    void badOptions_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new FamilyOptions(0, 1, 0, 5, 3, "diagonal", 8, 1));
        assertThrows(IllegalArgumentException.class, () -> new FamilyOptions(5, -1, 0, 5, 3, "diagonal", 8, 1));
        assertThrows(IllegalArgumentException.class, () -> new FamilyOptions(5, 1, -1, 5, 3, "diagonal", 8, 1));
        assertThrows(IllegalArgumentException.class, () -> new FamilyOptions(5, 1, 0, 0, 3, "diagonal", 8, 1));
        assertThrows(IllegalArgumentException.class, () -> new FamilyOptions(5, 1, 0, 5, 0, "diagonal", 8, 1));
        assertThrows(IllegalArgumentException.class, () -> new FamilyOptions(5, 1, 0, 5, 3, "diagonal", 0, 1));
        String kind = assertThrows(
                        IllegalArgumentException.class, () -> new FamilyOptions(5, 1, 0, 5, 3, "block", 8, 1))
                .getMessage();
        assertTrue(kind.contains("'block'") && kind.contains("low-rank"), kind);
        FamilyOptions wide = new FamilyOptions(5, 1, 9, 5, 3, "diagonal", 8, 1);
        FamilyPlan plan = Families.named(SparsePrecisionGaussian.NAME, wide);
        String message = assertThrows(IllegalArgumentException.class, () -> plan.around(MEAN, SD))
                .getMessage();
        assertTrue(message.contains("9"), message);
    }
}
