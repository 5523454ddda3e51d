package io.credence.pass;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.gradient.DrawModel;
import io.credence.gradient.FaultyLoss;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.RandomRows;
import io.credence.gradient.RandomRows.Storage;
import io.credence.linalg.JavaDenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.random.NormalDraws;
import io.credence.random.NormalDraws.Dependence;
import io.credence.statistics.DrawSums;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Losses and gradients at draws are those of a naive loop over the rows, however the rows are cut and stored. */
public class DrawPassTest {

    private static final int COLUMNS = 4;
    private static final int DRAWS = 8;
    private static final int[] SIZES = {530, 0, 170};

    private static Draws.RegeneratedDraws draws(DrawModel model, Dependence kind) {
        int d = model.dimension(COLUMNS);
        RandomArrays random = RandomArrays.of("posterior");
        double[] mean = random.uniforms(d, -0.5, 0.5);
        return new Draws.RegeneratedDraws(
                mean, random.uniforms(d, 0.1, 0.4), new NormalDraws(TestSeed.of("draws"), 3, DRAWS, d, kind));
    }

    public static DrawSums run(DrawPass pass, List<List<RowBlock>> partitions) {
        DrawSums sums = pass.sumPartition(0, partitions.get(0).iterator(), JavaDenseKernel.INSTANCE);
        for (int p = 1; p < partitions.size(); p++) {
            sums.merge(pass.sumPartition(p, partitions.get(p).iterator(), JavaDenseKernel.INSTANCE));
        }
        return sums;
    }

    private static double[][] thetas(Draws draws) {
        double[][] thetas = new double[draws.count()][draws.dimension()];
        for (int s = 0; s < thetas.length; s++) {
            draws.fill(s, thetas[s]);
        }
        return thetas;
    }

    @ParameterizedTest
    @EnumSource
    void lossesAndGradients_areThoseOfANaiveLoop(DrawModel model) {
        RandomRows rows = model.rows(700, COLUMNS);
        Draws draws = draws(model, Dependence.INDEPENDENT);
        double[][] thetas = thetas(draws);
        for (Storage storage : Storage.values()) {
            DrawSums sums = run(
                    new DrawPass(model.loss(COLUMNS), draws, null, GradientForm.PER_DRAW),
                    rows.partitions(storage, 100, SIZES));
            assertEquals(700, sums.rows());
            assertClose("weight", Arrays.stream(rows.weights()).sum(), sums.weight(), 1e-12);
            assertNull(sums.firstNonFinite());
            for (int s = 0; s < DRAWS; s++) {
                String what = model + " " + storage + " draw " + s;
                assertClose(what, model.total(rows, 0, 700, thetas[s]), sums.losses()[s], 1e-11);
                int d = thetas[s].length;
                assertClose(
                        what,
                        FiniteDifference.gradient(theta -> model.total(rows, 0, 700, theta), thetas[s]),
                        Arrays.copyOfRange(sums.gradients(), s * d, (s + 1) * d),
                        1e-7);
            }
        }
    }

    /** Many draws over one block are evaluated a few at a time, to the same bits as all at a time. */
    @ParameterizedTest
    @EnumSource
    void manyDraws_haveTheLossesOfEach(DrawModel model) {
        RandomRows rows = model.rows(100, COLUMNS);
        int d = model.dimension(COLUMNS);
        int count = 200;
        Draws.ExplicitDraws draws =
                new Draws.ExplicitDraws(RandomArrays.of("many draws").uniforms(count * d, -0.5, 0.5), count, d);
        DrawPass pass = new DrawPass(model.loss(COLUMNS), draws, null, GradientForm.NONE);
        DrawSums together = run(pass, rows.partitions(Storage.DENSE, 100, 100));
        assertEquals(100, together.rows());
        assertClose("weight", Arrays.stream(rows.weights()).sum(), together.weight(), 1e-12);
        for (int s = 0; s < count; s++) {
            double expected = model.total(rows, 0, 100, Arrays.copyOfRange(draws.values(), s * d, (s + 1) * d));
            assertClose(model + " draw " + s, expected, together.losses()[s], 1e-11);
        }
        DrawPass withGradients = new DrawPass(model.loss(COLUMNS), draws, null, GradientForm.PER_DRAW);
        assertArrayEquals(
                run(withGradients, rows.partitions(Storage.DENSE, 100, 100)).losses(), together.losses());
    }

    /** The loss is quadratic: its curvature is the same at all draws. */
    @Test
    void curvature_isAddedOverPartitions() {
        RandomRows rows = DrawModel.GAUSSIAN.rows(700, COLUMNS);
        Draws draws = draws(DrawModel.GAUSSIAN, Dependence.INDEPENDENT);
        DrawSums sums = run(
                new DrawPass(DrawModel.GAUSSIAN.loss(COLUMNS), draws, null, GradientForm.CURVED),
                rows.partitions(Storage.DENSE, 100, SIZES));
        for (int i = 0, at = 0; i < COLUMNS; i++) {
            for (int j = 0; j <= i; j++, at++) {
                double expected = 0;
                for (int row = 0; row < 700; row++) {
                    expected += rows.weights()[row] * rows.x()[row][i] * rows.x()[row][j] / 0.7;
                }
                assertClose(i + ", " + j, expected, sums.curvature()[at], 1e-11);
            }
        }
        DrawSums plain = run(
                new DrawPass(DrawModel.GAUSSIAN.loss(COLUMNS), draws, null, GradientForm.PER_DRAW),
                rows.partitions(Storage.DENSE, 100, SIZES));
        assertArrayEquals(plain.gradients(), sums.gradients());
    }

    @ParameterizedTest
    @EnumSource
    void foldedGradients_areTheFoldOfThoseOfEachDraw(DrawModel model) {
        RandomRows rows = model.rows(700, COLUMNS);
        for (Dependence kind : Dependence.values()) {
            Draws.RegeneratedDraws draws = draws(model, kind);
            DrawSums single = run(
                    new DrawPass(model.loss(COLUMNS), draws, null, GradientForm.PER_DRAW),
                    rows.partitions(Storage.DENSE, 100, SIZES));
            DrawSums folded = run(
                    new DrawPass(model.loss(COLUMNS), draws, null, GradientForm.FOLDED),
                    rows.partitions(Storage.DENSE, 100, SIZES));
            int d = draws.dimension();
            double[] expected = new double[2 * GradientForm.REPLICATES * d];
            double[] epsilon = new double[d];
            for (int s = 0; s < DRAWS; s++) {
                draws.standardDraws().fill(s, epsilon);
                int group = s * GradientForm.REPLICATES / DRAWS;
                for (int j = 0; j < d; j++) {
                    expected[2 * group * d + j] += single.gradients()[s * d + j];
                    expected[(2 * group + 1) * d + j] += epsilon[j] * single.gradients()[s * d + j];
                }
            }
            assertClose(model + " " + kind, expected, folded.gradients(), 1e-12);
            assertClose(model + " " + kind, single.losses(), folded.losses(), 1e-14);
            assertEquals(700, folded.rows());
            assertEquals(single.weight(), folded.weight());
        }
    }

    @ParameterizedTest(name = "blocks of {0}, partitions of {1} and {2} rows")
    @CsvSource({"1, 350, 350", "7, 700, 0", "512, 0, 700", "513, 699, 1", "5000, 511, 189"})
    void cutOfTheRows_changesOnlyTheLastBits(int blockRows, int first, int second) {
        for (DrawModel model : new DrawModel[] {DrawModel.SOFTMAX, DrawModel.GAMMA_DRAWN}) {
            RandomRows rows = model.rows(700, COLUMNS);
            DrawPass pass =
                    new DrawPass(model.loss(COLUMNS), draws(model, Dependence.ANTITHETIC), null, GradientForm.PER_DRAW);
            DrawSums whole = run(pass, rows.partitions(Storage.DENSE, 5000, 700));
            DrawSums cut = run(pass, rows.partitions(Storage.DENSE, blockRows, first, second));
            assertClose("losses", whole.losses(), cut.losses(), 1e-13);
            assertClose("gradients", whole.gradients(), cut.gradients(), 1e-13);
            assertEquals(whole.rows(), cut.rows());
            assertClose("weight", whole.weight(), cut.weight(), 1e-14);
        }
    }

    @ParameterizedTest
    @EnumSource
    void drawsThatTravelAndDrawsThatAreMade_giveTheSameBits(DrawModel model) {
        Draws.RegeneratedDraws made = draws(model, Dependence.SOBOL);
        double[] values =
                Arrays.stream(thetas(made)).flatMapToDouble(Arrays::stream).toArray();
        Draws travelled = new Draws.ExplicitDraws(values, DRAWS, made.dimension());
        List<List<RowBlock>> blocks = model.rows(300, COLUMNS).partitions(Storage.DENSE, 64, 300);
        for (GradientForm form : new GradientForm[] {GradientForm.NONE, GradientForm.PER_DRAW}) {
            DrawSums one = run(new DrawPass(model.loss(COLUMNS), made, null, form), blocks);
            DrawSums other = run(new DrawPass(model.loss(COLUMNS), travelled, null, form), blocks);
            assertArrayEquals(one.losses(), other.losses(), 0.0);
            assertArrayEquals(one.gradients(), other.gradients(), 0.0);
        }
    }

    @Test
    void gradientsOfALossWithoutThem_areRefused() {
        DrawLoss values = new FaultyLoss(DrawModel.LOGIT.loss(COLUMNS), -1, 0, false);
        Draws draws = draws(DrawModel.LOGIT, Dependence.INDEPENDENT);
        assertThrows(IllegalArgumentException.class, () -> new DrawPass(values, draws, null, GradientForm.PER_DRAW));
    }

    @Test
    void foldingOfDrawsThatTravel_isRefused() {
        DrawModel model = DrawModel.LOGIT;
        Draws travelled = new Draws.ExplicitDraws(new double[2 * COLUMNS], 2, COLUMNS);
        assertThrows(
                IllegalArgumentException.class,
                () -> new DrawPass(model.loss(COLUMNS), travelled, null, GradientForm.FOLDED));
    }
}
