package io.credence.gradient;

import static io.credence.testkit.Close.assertClose;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.gradient.RandomRows.Storage;
import io.credence.linalg.Symmetric;
import io.credence.loss.ExpansionPoint;
import io.credence.loss.PredictorLoss;
import io.credence.pass.DrawPass;
import io.credence.pass.DrawPassTest;
import io.credence.statistics.DrawSums;
import io.credence.testkit.Naive;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is left of the losses after an expansion, with the expansion, is the losses. */
class AnchoredPassTest {

    private static final int COLUMNS = 4;
    private static final int DRAWS = 5;

    /** Value, gradient and Hessian of the losses of all rows at the anchor. */
    private record Expansion(double[] point, double value, double[] gradient, double[] hessian) {

        double value(double[] theta) {
            double[] move = move(theta);
            return value + Naive.dot(gradient, move) + 0.5 * Naive.dot(move, Naive.times(hessian, move));
        }

        double[] gradient(double[] theta) {
            double[] bent = Naive.times(hessian, move(theta));
            for (int j = 0; j < bent.length; j++) {
                bent[j] += gradient[j];
            }
            return bent;
        }

        private double[] move(double[] theta) {
            double[] move = theta.clone();
            for (int j = 0; j < move.length; j++) {
                move[j] -= point[j];
            }
            return move;
        }
    }

    private static Expansion expansion(PredictorLoss loss, double[] point, int order, List<List<RowBlock>> blocks) {
        int d = point.length;
        GradientForm form = order == 2 ? GradientForm.CURVED : GradientForm.PER_DRAW;
        DrawSums there = DrawPassTest.run(new DrawPass(loss, new Draws.ExplicitDraws(point, 1, d), null, form), blocks);
        double[] hessian = order == 2 ? Symmetric.unpack(there.curvature(), d) : new double[d * d];
        return new Expansion(point, there.losses()[0], there.gradients(), hessian);
    }

    private static void assertCompletes(DrawModel model, int order, Storage storage) {
        List<List<RowBlock>> blocks = model.rows(600, COLUMNS).partitions(storage, 100, 350, 250);
        PredictorLoss loss = model.loss(COLUMNS);
        double[] point = RandomArrays.of("point").uniforms(loss.dimension(), -0.3, 0.3);
        // Second differences in the log dispersion are rounded to about 1e-16 / h² = 1e-8 of the loss
        double tolerance = order == 2 && loss.dispersion() == null ? 1e-7 : 1e-9;
        Expansion expansion = expansion(loss, point, order, blocks);
        assertCompletes(
                model + " order " + order + " " + storage,
                loss,
                new ExpansionPoint(point, order),
                expansion,
                blocks,
                tolerance);
    }

    private static void assertCompletes(
            String name,
            PredictorLoss loss,
            ExpansionPoint anchor,
            Expansion expansion,
            List<List<RowBlock>> blocks,
            double tolerance) {
        int d = loss.dimension();
        RandomArrays random = RandomArrays.of("anchor");
        double[] values = random.uniforms(DRAWS * d, -0.6, 0.6);
        Draws draws = new Draws.ExplicitDraws(values, DRAWS, d);
        DrawSums plain = DrawPassTest.run(new DrawPass(loss, draws, null, GradientForm.PER_DRAW), blocks);
        DrawSums rest = DrawPassTest.run(new DrawPass(loss, draws, anchor, GradientForm.PER_DRAW), blocks);
        DrawSums alone = DrawPassTest.run(new DrawPass(loss, draws, anchor, GradientForm.NONE), blocks);
        assertArrayEquals(rest.losses(), alone.losses(), "values alone are the same bits");
        for (int s = 0; s < DRAWS; s++) {
            double[] theta = Arrays.copyOfRange(values, s * d, (s + 1) * d);
            String what = name + " draw " + s;
            assertClose(what, plain.losses()[s], rest.losses()[s] + expansion.value(theta), tolerance);
            double[] gradient = expansion.gradient(theta);
            for (int j = 0; j < d; j++) {
                gradient[j] += rest.gradients()[s * d + j];
            }
            assertClose(what, Arrays.copyOfRange(plain.gradients(), s * d, (s + 1) * d), gradient, tolerance);
        }
    }

    @ParameterizedTest
    @EnumSource
    void remaindersAndExpansion_areTheLosses(DrawModel model) {
        for (Storage storage : new Storage[] {Storage.DENSE, Storage.FLOAT, Storage.SPARSE}) {
            assertCompletes(model, 1, storage);
            assertCompletes(model, 2, storage);
        }
    }

    /** Halving the distance to the anchor divides a remainder of order 2 by about eight. */
    @ParameterizedTest
    @EnumSource(names = "GAUSSIAN", mode = EnumSource.Mode.EXCLUDE) // of which nothing remains
    void remainder_isOfThirdOrder(DrawModel model) {
        List<List<RowBlock>> blocks = model.rows(600, COLUMNS).partitions(Storage.DENSE, 100, 600);
        PredictorLoss loss = model.loss(COLUMNS);
        int d = loss.dimension();
        double[] point = RandomArrays.of("anchor").uniforms(d, -0.3, 0.3);
        double[] move = RandomArrays.of("move").uniforms(d, 0.01, 0.02);
        double[] both = new double[2 * d];
        for (int j = 0; j < d; j++) {
            both[j] = point[j] + move[j];
            both[d + j] = point[j] + 0.5 * move[j];
        }
        DrawSums rest = DrawPassTest.run(
                new DrawPass(
                        loss, new Draws.ExplicitDraws(both, 2, d), new ExpansionPoint(point, 2), GradientForm.NONE),
                blocks);
        assertClose("ratio of remainders", 8, rest.losses()[0] / rest.losses()[1], 0.1);
    }
}
