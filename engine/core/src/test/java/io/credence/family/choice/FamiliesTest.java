package io.credence.family.choice;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DirichletPosterior;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.InitialPosterior;
import io.credence.family.LowRankGaussian;
import io.credence.family.MixturePosterior;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.family.Serialised;
import io.credence.family.WishartPosterior;
import io.credence.family.flow.LayeredFlow;
import io.credence.family.student.StudentFull;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class FamiliesTest {

    private static final double[] MEAN = {1, -2, 0.5, 3};
    private static final double[] SD = {0.1, 1, 2, 0.5};
    static final List<String> NAMES = Families.ALL.names().stream()
            .filter(name -> !List.of(
                            BlockGaussian.NAME,
                            ProductPosterior.NAME,
                            AutomaticFamily.NAME,
                            DirichletPosterior.NAME,
                            WishartPosterior.NAME)
                    .contains(name))
            .toList();

    @ParameterizedTest
    @FieldSource("NAMES")
    void everyName_startsAtTheGivenPlace(String name) {
        InitialPosterior plan = Serialised.copy(Families.startPlanNamed(name, Map.of(), 1));
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
        InitialPosterior plan = Families.startPlanNamed(name, Map.of(), 1);
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
                        IllegalArgumentException.class, () -> Families.startPlanNamed("cauchy", Map.of(), 1))
                .getMessage();
        assertTrue(message.contains("cauchy") && message.contains("planar-flow"), message);
    }

    @Test
    void retiredName_isRefusedWithWhatToUseInstead() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Families.startPlanNamed("gaussian-sparse-precision", Map.of(), 1))
                .getMessage();
        assertTrue(message.contains(" is retired; where a full covariance is too large, posterior.family ="), message);
    }

    @Test
    void gaussianOfMoments_isThatOfTheFamily() {
        double[] covariance = {2, 0.5, 0, 0.5, 1, 0, 0, 0, 3};
        double[] mean = {1, 2, 3};
        Posterior full = PosteriorReader.ofMoments(GaussianStructure.FULL, mean, covariance);
        GaussianStructure blocks = GaussianStructure.ofBlocks(Blocks.of(2, 1));
        Posterior block = PosteriorReader.ofMoments(blocks, mean, covariance);
        Posterior diagonal = PosteriorReader.ofMoments(GaussianStructure.DIAGONAL, mean, covariance);
        assertEquals(FullGaussian.NAME, full.family());
        assertEquals(BlockGaussian.NAME, block.family());
        assertClose("full", covariance, full.covariance(), 1e-13);
        assertClose("block", covariance, block.covariance(), 1e-13);
        assertClose("diagonal", new double[] {2, 1, 3}, diagonal.covariance(), 1e-14);
        assertThrows(
                IllegalArgumentException.class,
                () -> PosteriorReader.ofMoments(GaussianStructure.FULL, new double[2], new double[4]));
    }

    @Test
    void badOptions_areRefused() {
        refused(LowRankGaussian.NAME, "rank", 0);
        refused(StudentFull.NAME, "degreesOfFreedom", 2);
        refused(MixturePosterior.NAME, "components", 0);
        refused(LayeredFlow.PLANAR, "layers", 0);
        refused(LayeredFlow.PLANAR, "rank", 5);
    }

    private static void refused(String name, String option, int value) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Families.startPlanNamed(name, Map.of(option, value), 1))
                .getMessage();
        assertTrue(message.contains(option), message);
    }

    @Test
    void blocks_areIndependentAndWithinCorrelated() {
        InitialPosterior plan = Families.startPlanNamed(BlockGaussian.NAME, Map.of("blocks", List.of(1, 3)), 1);
        ProductPosterior q = (ProductPosterior) plan.around(MEAN, SD);
        assertEquals(
                List.of(1, 3), q.factors().stream().map(Posterior::dimension).toList());
        assertArrayEquals(MEAN, q.mean());
        assertArrayEquals(SD, q.sd(), 1e-15);
    }
}
